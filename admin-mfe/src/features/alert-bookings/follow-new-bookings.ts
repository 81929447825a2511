import { loadSupabase, type Supabase } from '@twostroke/shared/data';
import { readBookingsSince, readNewestBookings } from './alert-records.ts';
import type { NewBooking } from './booking-alert.ts';
import { hasSeen, loadSeen, readFrom, saveSeen, see } from './seen-bookings.ts';

/** Pauses before what was missed is asked for again, in milliseconds; the last one stays. */
const readAgainAfterMs = [1_000, 3_000, 10_000, 30_000] as const;

/**
 * Tells of every new booking, once each in this tab: live, and after a pause (a lost connection, a closed browser) what
 * was made meanwhile. On the very first start nothing that was there before is told.
 * @returns a function that stops it
 */
export function followNewBookings(adminId: string, onBooking: (booking: NewBooking) => void): () => void {
  let seen = loadSeen(adminId);
  let stopped = false;
  let readAgain: ReturnType<typeof setTimeout> | undefined;
  let leave = (): void => undefined;

  function take(booking: NewBooking): void {
    if (stopped || hasSeen(seen, booking.id)) return;
    seen = see(seen, booking);
    saveSeen(adminId, seen);
    onBooking(booking);
  }

  /** Done before listening: a booking that comes in afterwards is new, one that was there is not. */
  async function takeStock(): Promise<void> {
    if (seen.since !== null) return;
    for (const booking of await readNewestBookings()) seen = see(seen, booking);
    seen = { ...seen, since: seen.since ?? new Date(0).toISOString() };
    saveSeen(adminId, seen);
  }

  async function catchUp(): Promise<void> {
    if (seen.since === null) return takeStock(); // it failed at the start: without it everything would count as new
    for (const booking of await readBookingsSince(readFrom(seen))) take(booking);
  }

  /** A line that is just back may break once more: nothing else would tell what was missed until it is lost again. */
  function catchUpAtLast(tries = 0): void {
    clearTimeout(readAgain);
    catchUp().catch((thrown: unknown) => {
      report(thrown);
      clearTimeout(readAgain);
      const pause = readAgainAfterMs[Math.min(tries, readAgainAfterMs.length - 1)];
      if (!stopped) readAgain = setTimeout(() => catchUpAtLast(tries + 1), pause);
    });
  }

  function listen(client: Supabase): void {
    const channel = client
      .channel('booking-notifications')
      .on<NewBooking>('postgres_changes', { event: 'INSERT', schema: 'public', table: 'service_bookings' }, (change) =>
        take(change.new),
      )
      .subscribe((state) => {
        // Said at the first joining and again whenever a lost connection is back.
        if (state === 'SUBSCRIBED' && !stopped) catchUpAtLast();
      });
    leave = () => void client.removeChannel(channel);
  }

  async function start(): Promise<void> {
    await takeStock().catch(report);
    const client = await loadSupabase();
    if (!stopped) listen(client);
  }
  start().catch(report);

  return () => {
    stopped = true;
    clearTimeout(readAgain);
    leave();
  };
}

function report(thrown: unknown): void {
  console.error('New bookings could not be read:', thrown);
}
