import { bookByCall, readFreeTimes } from '../book-by-call.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

/** What the desk sends: callers, notes and reminders, and the weather of a day. */
export const deskPages: PressedPage[] = [
  {
    name: 'the card of a customer',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await bookByCall(site, { guest: '+919822054377' });
      await site.backend.sql`
        insert into customer_notes (phone, note) values ('+919822054377', 'Call after six')`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=caller`);
      await page.getByRole('textbox', { name: /Phone/ }).fill('9822054377');
      await page.getByText('Write down').click();
    },
    controls: [
      {
        sends: 'customer_notes.insert',
        from: 'admin/know-customer/write-down',
        address: /rest\/v1\/customer_notes/,
        method: 'POST',
        fill: fields({ 'Note, or what to remind you of': 'Dog at the gate' }),
        control: button('Keep as a note'),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /The note is kept/,
      },
      {
        sends: 'desk_reminders.insert',
        from: 'admin/know-customer/write-down',
        address: /rest\/v1\/desk_reminders/,
        method: 'POST',
        fill: fields({ 'Note, or what to remind you of': 'Send the bill' }),
        control: button('Remind me'),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /It comes up on your board/,
      },
      {
        sends: 'customer_notes.delete',
        from: 'admin/know-customer/customer-card',
        address: /rest\/v1\/customer_notes/,
        method: 'DELETE',
        control: button(/^Remove ?: Call after six$/),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /The note is removed/,
      },
    ],
  },
  {
    name: 'a reminder that is due',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await signInAsAdmin(page, site);
      await site.backend.sql`
        insert into desk_reminders (user_id, words, due_at)
        select user_id, 'Send the bill', now() - interval '1 minute' from user_roles where role = 'admin'`;
      await page.goto(`${site.url}/admin`);
    },
    controls: [
      {
        sends: 'desk_reminders.update',
        from: 'admin/call-back/due-reminders',
        address: /rest\/v1\/desk_reminders/,
        method: 'PATCH',
        control: button(/^Done ?: Send the bill$/),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /Done: Send the bill/,
      },
    ],
  },
  {
    name: 'a call back and the weather of a day',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      const [time] = await readFreeTimes(site, 'doorstep');
      await site.backend.sql`
        insert into callback_requests (kind, name, phone, message)
        values ('message', 'Asha Kulkarni', '+919822011229', 'Do you paint tanks?')`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?date=${time!.date}`);
    },
    controls: [
      {
        sends: 'log_call',
        from: 'admin/parts/call-ends',
        address: /rpc\/log_call/,
        control: button(/^Reached ?: Asha Kulkarni$/),
        refusal: { status: 409, hint: 'wish_closed' },
        refused: /A colleague has answered this request meanwhile/,
        done: /Asha Kulkarni is ticked off/,
      },
      {
        sends: 'set_weather_mode',
        from: 'admin/switch-weather/weather-switch',
        address: /rpc\/set_weather_mode/,
        fill: (page) => page.getByRole('button', { name: 'Stop gate visits', exact: true }).click(),
        control: button(/^Stop gate visits on/),
        refusal: { status: 422, hint: 'day' },
        refused: /Choose today or a day to come/,
        done: /Gate visits on .* are stopped/,
      },
    ],
  },
];
