import type { FreeSlot } from '@twostroke/shared/api/slots';
import { poll } from '../../backend/testing/poll.ts';
import { bookByCall, callFunction, fillWindow, readFreeTimes, type BookingByCall } from './book-by-call.ts';
import type { TestSite } from './open-test-site.ts';

/** Books the last place of a window in the workshop. @returns that window */
export async function fillOne(site: TestSite): Promise<{ wanted: FreeSlot; last: BookingByCall }> {
  const times = await readFreeTimes(site, 'workshop');
  const wanted = times.find(({ date }) => date > times[0]!.date)!;
  await fillWindow(site, wanted, 1);
  return { wanted, last: await bookByCall(site, { at: wanted }) };
}

/** The mailbox of whoever joins with a number. */
export const mailboxOf = (number: string): string => `${number}@example.com`;

/** Puts a number in line for a full window, without the country's code. */
export function joinLine(site: TestSite, { date, start }: FreeSlot, number: string): Promise<void> {
  const job = { model: 'royal-enfield/classic-350', items: [{ id: 'general-service', quantity: 1 }] };
  const request = { ...job, request_id: crypto.randomUUID(), mode: 'workshop', date, time: start };
  const person = { name: 'Meera Joshi', phone: number, email: mailboxOf(number) };
  return callFunction(site, 'join_waitlist', { request: { ...request, ...person } });
}

export function cancelByCall(site: TestSite, { id, manage_token }: BookingByCall): Promise<void> {
  return callFunction(site, 'cancel_booking', { booking: id, manage_token });
}

/** The mail that offers a place. */
export const offerTo = (site: TestSite, mailbox: string): string | undefined =>
  site.mails.find(({ to, kind }) => to === mailbox && kind === 'place_free')?.text;

/** Waits for an offer. @returns the link of its mail */
export function linkOfOffer(site: TestSite, mailbox: string): Promise<string> {
  return poll(`the offer to ${mailbox}`, async () => offerTo(site, mailbox)?.match(/https?:\S+#claim=\w+/)?.[0]);
}

/** Offers a place to a number. @returns the link of the message */
export async function offerPlace(site: TestSite, number: string): Promise<string> {
  const { wanted, last } = await fillOne(site);
  await joinLine(site, wanted, number);
  await cancelByCall(site, last);
  return linkOfOffer(site, mailboxOf(number));
}

/** Lets the twenty minutes of an offer pass. */
export async function endOffer({ backend: { sql } }: TestSite, number: string): Promise<void> {
  const phone = `+91${number}`;
  await sql`
    update waitlist set offer_ends_at = now(), offered_at = now() - interval '20 minutes' where phone = ${phone}`;
  await sql`
    update booking_places set held_until = now() where hold_id in (
      select h.id from private.slot_holds h join waitlist w on w.id = h.waitlist_id where w.phone = ${phone}
    )`;
  await sql`select pg_notify('message_outbox', '')`;
}
