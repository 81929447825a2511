import { bookByCall } from '../book-by-call.ts';
import { button, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

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
];
