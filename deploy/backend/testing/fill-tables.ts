import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDeskRecords, addPayment, addWaiting } from '../../supabase/tests/booking-request.ts';
import { job, type AttackedShop } from './attacked-shop.ts';

/**
 * Writes rows into every table that a request could reach, so that an attack on any of them has something to change.
 * @returns the customer's booking
 */
export async function fillTables(shop: AttackedShop): Promise<string> {
  const { sql } = shop.site.backend;
  const { id: booking } = await shop.book(shop.customer.client);
  const slots = await shop.visitor.rpc('list_slots', { ...job, days: 31 });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const hold = await shop.visitor.rpc('hold_slot', { ...job, request_id: randomUUID(), date, start });
  assert.equal(hold.error, null);
  await sql`
    insert into public.notification_logs (user_id, order_id, type, title, body)
    values (${shop.boss.id}, ${booking}, 'new_booking', 'New Booking Received!', 'Booking')`;
  await sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, proposed_at, position)
    values (${booking}, 'Brake pads', 'Worn', 600, 30, 'proposed', now(), 1)`;
  await sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${booking}, 'New mirror', 'Cracked', 450, 30, 'later', 'customer', now(), now(), 2)`;
  await sql`insert into public.booking_inspection (booking_id, point, position, group_name, label) values (${booking}, 'chain', 1, 'Drive', 'Chain')`;
  await sql`insert into public.booking_checkins (booking_id, odometer_km, checked_in_at) values (${booking}, 12450, now())`;
  // A customer reads the job card of an own booking once it is finished.
  await sql`insert into public.booking_checklist (booking_id, line, group_name, label) values (${booking}, 1, 'Brakes', 'Pads')`;
  await sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  await addPayment(sql, booking);
  await sql`select public.request_callback('unserved_pin', 'Asha', '9000000012', '{"pin": "411038"}')`;
  await addDeskRecords(sql, shop.boss.id);
  await sql`insert into public.client_reports (kind, name, app, version) values ('visit', 'visit', 'shell', '1.0.0')`;
  await sql`insert into public.weather_days (date, note) values (private.today() + 3, 'Heavy rain')`;
  await addWaiting(sql, shop.customer.id);
  await sql`
    insert into public.staff_invitations (name, email, invited_by, invited_at, ends_at, duty)
    values ('Sagar', 'sagar@example.com', ${shop.boss.id}, now(), now() + interval '1 day', 'mechanic')`;
  return booking;
}
