import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

/** Opens the page for a caller who has been here, and has put work off. */
async function openCaller(page: Page, site: TestSite): Promise<void> {
  const { id } = await bookByCall(site, { guest: '+919822054366' });
  await site.backend.sql`
    insert into extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${id}, 'Fork oil and seals', 'Weeps a little', 1999, 90, 'later', 'customer', now(), now(), 1)`;
  await site.backend.sql`
    update service_bookings set status = 'completed', final_price = 1699, closed_at = now() where id = ${id}`;
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin?view=caller`);
  await page.getByRole('textbox', { name: /Phone/ }).fill('9822054366');
  await page.getByRole('heading', { name: 'Meera Joshi' }).waitFor();
}

/** What the desk sends while a caller talks. */
export const callerPages: PressedPage[] = [
  {
    name: 'a booking for a caller',
    tag: ['@admin'],
    more: true,
    open: openCaller,
    controls: [
      {
        sends: 'end_declined_work',
        from: 'admin/book-for-caller/caller-job',
        address: /rpc\/end_declined_work/,
        control: button(/^Don’t ask again ?: Fork oil and seals$/),
        refusal: { status: 404, hint: 'not_found' },
        refused: /There is no such booking/,
        done: /We don’t ask again about: Fork oil and seals/,
      },
      {
        sends: 'log_call',
        from: 'admin/know-customer/log-call',
        address: /rpc\/log_call/,
        control: button(/^Log the call/),
        refusal: { status: 422, hint: 'call_about' },
        refused: /Keep what it was about to 200 characters/,
        done: /The call is written down/,
      },
      {
        sends: 'hold_for_caller',
        from: 'admin/views/caller-view',
        address: /rpc\/hold_for_caller/,
        fill: (page) => page.getByLabel('A job, or what is wrong').fill('brake noise'),
        control: (page) => page.getByRole('button', { name: /of \d free/ }).first(),
        refusal: { status: 409, hint: 'slot_taken', data: { alternatives: [] } },
        refused: /That time has just been taken/,
        done: /is held while you talk/,
      },
      {
        sends: 'create_booking',
        from: 'admin/views/caller-view',
        address: /rpc\/create_booking/,
        control: button(/^Yes, book for/),
        refusal: { status: 429, hint: 'too_many_open', data: { max: 3, of: 'number' } },
        refused: /This number has too many open bookings/,
        done: /^Booked, No\./,
      },
    ],
  },
  {
    name: 'a caller who is called back later',
    tag: ['@admin'],
    more: true,
    open: openCaller,
    controls: [
      {
        sends: 'request_callback',
        from: 'admin/views/caller-view',
        address: /rpc\/request_callback/,
        control: button('Call back later'),
        refusal: { status: 429, hint: 'too_many_callbacks' },
        refused: /This number is on the list to call back already/,
        done: /On the list to call back/,
      },
    ],
  },
];
