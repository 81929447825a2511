import { bookByCall } from '../book-by-call.ts';
import { pressInFoot } from '../locators.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { checkIn } from '../workshop.ts';

const unread = { refusal: { status: 409, hint: 'mark' }, refused: /This could not be read/ };

/** The priced lines of what was found, sent from the sheet of a booking. */
export const findingPages: PressedPage[] = [
  {
    name: 'what was found is proposed',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      const { sql } = site.backend;
      await sql`
        update service_bookings set status = 'inspecting', mechanic = 'Ganesh Shinde', booking_date = private.today()
        where id = ${id}`;
      await sql`select private.write_inspection(b) from service_bookings b where b.id = ${id}`;
      await sql`
        update booking_inspection set state = 'due_now', marked_at = now()
        where booking_id = ${id} and point = 'front-pads'`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
    },
    controls: [
      {
        sends: 'propose_extra_work',
        from: 'admin/change-booking/propose-findings',
        address: /rpc\/propose_extra_work/,
        control: button(/^Send 1 line, ₹/),
        refusal: { status: 404, hint: 'not_found' },
        refused: /There is no such booking/,
        done: /Proposed: Front pads: /,
      },
    ],
  },
  {
    name: 'what the sheet writes down of the work',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      const { sql } = site.backend;
      await checkIn(site, id);
      await sql`
        update service_bookings set status = 'quality_check', mechanic = 'Ganesh Shinde',
          booking_date = private.today(), notes = 'It pulls to the left'
        where id = ${id}`;
      await sql`select private.write_checklist(b) from service_bookings b where b.id = ${id}`;
      await sql`update booking_checklist set done_at = now() where booking_id = ${id} and not is_concern`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
    },
    controls: [
      {
        sends: 'mark_job',
        from: 'admin/change-booking/concern-answer',
        address: /rpc\/mark_job/,
        control: (page) => page.getByRole('radio', { name: 'Found, fixed' }),
        ...unread,
        done: /^(\d+) of \1 done$/,
      },
      {
        sends: 'mark_job',
        from: 'admin/change-booking/booking-parts',
        address: /rpc\/mark_job/,
        fill: async (page) => {
          await page.getByText('Used on this bike').click();
          await fields({ Name: 'Brake pads', Make: 'Brembo' })(page);
        },
        control: button('Add to the job'),
        ...unread,
        done: /Written down: Brake pads/,
      },
      {
        sends: 'mark_job',
        from: 'admin/change-booking/booking-parts',
        address: /rpc\/mark_job/,
        control: button('Remove: Brake pads'),
        ...unread,
        done: /Removed: Brake pads/,
      },
      {
        sends: 'mark_job',
        from: 'admin/change-booking/change-form',
        address: /rpc\/mark_job/,
        fill: async (page) => {
          await pressInFoot(page, 'Ready');
          await fields({ 'Brand of the oil': 'Motul', Grade: '10W-30', Litres: '2.2' })(page);
        },
        control: button('Ready'),
        ...unread,
        done: /: Ready/,
      },
    ],
  },
];
