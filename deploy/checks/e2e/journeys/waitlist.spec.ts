import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { accessibilityViolations } from '../check-accessibility.ts';
import { bookByCall, fillWindow, readFreeTimes, type BookingByCall } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pixelsTooWide } from '../too-wide.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the waitlist', { tag: ['@cart', '@admin'] }, () => {
  test('a customer waits for a full window, another one releases it, a message offers it, and its link books it', async ({
    site,
  }) => {
    const { wanted, last } = await fillOne(site);
    const inWords = formatWindow(wanted.start, wanted.end);

    const { page, context, complaints } = await site.visit({ width: 320, height: 700 });
    await goToWorkshopTimes(page, site.url);
    const row = await windowAt(page, wanted);
    await expect(row.getByText('full')).toBeVisible();
    const wait = page.getByRole('button', { name: `${inWords} is full. Tell me if a place frees up` });
    await wait.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'If a place frees up' });
    await dialog.getByLabel('Name', { exact: true }).fill('Sunita Pawar');
    await dialog.getByLabel('Mobile', { exact: true }).fill('98230 54399');
    expect(await pixelsTooWide(page)).toBe(0);
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('There is no internet connection. Nothing is lost: try again when it is back.'),
    ).toBeVisible();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Tell me if a place frees up' }).click();
    await expect(dialog.getByText('You’re number 1 in line.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await wait.evaluate((button) => button === document.activeElement)).toBe(true);

    const admin = await site.visit();
    await signInAsAdmin(admin.page, site);
    await admin.page.goto(`${site.url}/admin?date=${wanted.date}`);
    await admin.page.getByText('1 waits for a place').click();
    await expect(admin.page.getByText('Sunita Pawar', { exact: true })).toBeVisible();
    await admin.context.close();

    expect(messageTo(site, '+919823054399'), 'nothing is free yet').toBeUndefined();
    await cancel(site, last);
    const link = await poll(
      'the message',
      async () => messageTo(site, '+919823054399')?.match(/https?:\S+#claim=\w+/)?.[0],
    );
    await expect(bookByCall(site, { at: wanted }), 'the place is not available to others').rejects.toThrow(
      /slot_taken/,
    );

    // On another phone without any stored data.
    const other = await site.visit(phone);
    await other.page.goto(link);
    await expect(heading(other.page, 'Your details')).toBeVisible();
    await expect(other.page.getByText(`${formatDay(wanted.date)}, ${inWords}`, { exact: true })).toBeVisible();
    await expect(other.page.getByText(/^Kept until/)).toBeVisible();
    expect(new URL(other.page.url()).hash, 'the token leaves the address').toBe('');
    expect(
      other.requests.some((address) => address.includes(tokenOf(link))),
      'and no requested address contains it',
    ).toBe(false);
    expect(await other.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sunita Pawar');
    await other.page.getByLabel('Number plate').fill('MH12ZZ0042');
    await other.page.getByRole('button', { name: 'Book for ₹1,699' }).click();
    await other.page.waitForURL('**/book-service#manage=*');
    await expect(other.page.getByText(formatDay(wanted.date), { exact: true }).first()).toBeVisible();
    const [booked] = await site.backend.sql`
    select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as start, w.state
    from service_bookings b join waitlist w on private.kept_request(w.offer_request_id) = b.request_id where b.customer_name = 'Sunita Pawar'`;
    expect({ ...booked }).toEqual({ date: wanted.date, start: wanted.start, state: 'claimed' });

    await other.page.goto('about:blank');
    await other.page.goto(link);
    await expect(heading(other.page, 'You have booked this time')).toBeVisible();
    expect([complaints.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED')), other.complaints]).toEqual([
      [],
      // The database's answer to a used link.
      other.complaints.filter((words) => words.includes('409')),
    ]);
  });

  test('an expired offer passes to the next in line, and its link then offers the free times', async ({ site }) => {
    const { wanted, last } = await fillOne(site);
    for (const number of ['9823054301', '9823054302']) await join(site, wanted, number);
    await cancel(site, last);
    const link = await poll(
      'the first offer',
      async () => messageTo(site, '+919823054301')?.match(/https?:\S+#claim=\w+/)?.[0],
    );
    // Twenty minutes later.
    await site.backend.sql`
    update waitlist set offer_ends_at = now(), offered_at = now() - interval '20 minutes' where phone = '+919823054301'`;
    await site.backend.sql`
    update booking_places set held_until = now() where hold_id in (
      select h.id from private.slot_holds h join waitlist w on w.id = h.waitlist_id where w.phone = '+919823054301'
    )`;
    await site.backend.sql`select pg_notify('message_outbox', '')`;
    await poll('the next offer', async () => messageTo(site, '+919823054302'));

    const { page } = await site.visit(phone);
    await page.goto(link);
    await expect(heading(page, 'This offer is over')).toBeVisible();
    const near = page.getByRole('button', { name: /^\w{3} \d/ }).first();
    const chosen = await near.innerText();
    await near.click();
    await expect(page.getByText(chosen, { exact: true })).toBeVisible();
    await expect(page.getByText(/^Kept until/)).toBeVisible();
  });

  test('the desk books a caller on the place that the waitlist offers, and the link of the offer shows it', async ({
    site,
  }) => {
    const { wanted, last } = await fillOne(site);
    await join(site, wanted, '9823054303');
    await cancel(site, last);
    const link = await poll(
      'the offer',
      async () => messageTo(site, '+919823054303')?.match(/https?:\S+#claim=\w+/)?.[0],
    );
    const { page, complaints } = await site.visit();
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin?date=${wanted.date}`);
    // Other windows of the day may have their own.
    const waiting = page.getByRole('group').filter({ hasText: '98230 54303' });
    await waiting.getByText('1 waits for a place').click();
    await waiting.getByRole('button', { name: /^Book this ?: Meera Joshi$/ }).click();
    const when = `${formatDay(wanted.date)}, ${formatWindow(wanted.start, wanted.end)}`;
    await page.getByRole('button', { name: `Offered to them: ${when}` }).click();
    await page.getByText(`${when} is held while you talk.`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Yes, book for/ }).click();
    await page.getByText(/^Booked, No\./).waitFor();
    const [entry] = await site.backend.sql<{ state: string; booked: number }[]>`
      select w.state, (select count(*)::int from service_bookings b where b.phone = w.phone and b.booking_date = w.booking_date) as booked
      from waitlist w where w.phone = '+919823054303'`;
    expect({ ...entry }).toEqual({ state: 'claimed', booked: 1 });
    const guest = await site.visit(phone);
    await guest.page.goto(link);
    await expect(heading(guest.page, 'You have booked this time')).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

/** Books the last place of a window in the workshop. @returns that window */
async function fillOne(site: TestSite): Promise<{ wanted: FreeSlot; last: BookingByCall }> {
  const times = await readFreeTimes(site, 'workshop');
  const wanted = times.find(({ date }) => date > times[0]!.date)!;
  await fillWindow(site, wanted, 1);
  return { wanted, last: await bookByCall(site, { at: wanted }) };
}

const messageTo = (site: TestSite, number: string): string | undefined =>
  site.sms.find(({ to, template }) => to === number && template === 'place_free')?.text;
const tokenOf = (link: string): string => new URL(link).hash.replace('#claim=', '');

async function call(site: TestSite, name: string, args: object): Promise<void> {
  const response = await fetch(`${site.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  expect(response.status, await response.text()).toBe(200);
}
const cancel = (site: TestSite, { id, manage_token }: BookingByCall): Promise<void> =>
  call(site, 'cancel_booking', { booking: id, manage_token });

function join(site: TestSite, { date, start }: FreeSlot, number: string): Promise<void> {
  const job = { model: 'royal-enfield/classic-350', items: [{ id: 'general-service', quantity: 1 }] };
  const request = { ...job, request_id: crypto.randomUUID(), mode: 'workshop', date, time: start };
  return call(site, 'join_waitlist', { request: { ...request, name: 'Meera Joshi', phone: number } });
}
