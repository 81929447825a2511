import { loadSupabase, toAppError, type Supabase } from '@twostroke/shared/client';
import { readBookingsSince, readNewestBookings } from './alert-records.ts';
import type { NewBooking } from './booking-alert.ts';
import { hasSeen, loadSeen, readFrom, saveSeen, addSeen } from './seen-bookings.ts';

/** Delays before missed bookings are read again, in milliseconds; the last one repeats. */
const readAgainAfterMs = [1_000, 3_000, 10_000, 30_000] as const;

/**
 * Alerts every new booking, once each in this tab: live, and after a gap (a lost connection, a closed browser) those
 * made meanwhile. The first start alerts no existing booking.
 * @returns a function that stops it
 */
export function followNewBookings(adminId: string, onBooking: (booking: NewBooking) => void): () => void {
  let seen = loadSeen(adminId);
  let stopped = false;
  let readAgain: ReturnType<typeof setTimeout> | undefined;
  let leave = (): void => undefined;

  function take(booking: NewBooking): void {
    if (stopped || hasSeen(seen, booking.id)) return;
    seen = addSeen(seen, booking);
    saveSeen(adminId, seen);
    onBooking(booking);
  }

  /** Done before subscribing: a booking that arrives afterwards is new, an existing one is not. */
  async function takeStock(): Promise<void> {
    if (seen.since !== null) return;
    const newest = await readNewestBookings();
    if (stopped) return; // signed out meanwhile: store nothing for this admin
    for (const booking of newest) seen = addSeen(seen, booking);
    seen = { ...seen, since: seen.since ?? new Date(0).toISOString() };
    saveSeen(adminId, seen);
  }

  async function catchUp(): Promise<void> {
    if (seen.since === null) return takeStock(); // it failed at the start: otherwise every booking would count as new
    for (const booking of await readBookingsSince(readFrom(seen))) take(booking);
  }

  /**
   * A restored connection may drop again at once: without a retry, missed bookings would wait for the next reconnect.
   */
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
      // Whose duty does not show them the whole booking hears of it here. Each booking is taken once.
      .on<NewBooking>('postgres_changes', { event: 'INSERT', schema: 'public', table: 'booking_signals' }, (change) =>
        take(change.new),
      )
      .subscribe((state) => {
        // Called on the first join and whenever a lost connection is restored.
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

/** Logs what failed, except that the device has no network: the banner says so, and the next join reads again. */
function report(thrown: unknown): void {
  if (toAppError(thrown).code !== 'offline') console.error('New bookings could not be read:', thrown);
}
