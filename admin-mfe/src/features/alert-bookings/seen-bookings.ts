import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { readStored, writeStored } from '@twostroke/shared/state';
import * as v from 'valibot';

const seenBookings = v.object({
  /** ISO 8601; null on the very first start. */
  since: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  ids: v.array(v.string()),
});

/** Which bookings an admin has been alerted of: the time of the newest, and the latest ids. */
export type SeenBookings = v.InferOutput<typeof seenBookings>;

export const nothingSeen: SeenBookings = { since: null, ids: [] };

const keptIds = 200;
/**
 * A booking is dated when its transaction begins and visible when it ends, so a slow one may appear after a newer one.
 * Reading starts this many milliseconds earlier, and the ids filter out known ones.
 */
const overlapMs = 60_000;

/** The moment from which missed bookings are read, ISO 8601. */
export function readFrom(seen: SeenBookings): string {
  return seen.since ? new Date(Date.parse(seen.since) - overlapMs).toISOString() : new Date(0).toISOString();
}

export function hasSeen(seen: SeenBookings, id: string): boolean {
  return seen.ids.includes(id);
}

/** The state with this booking added. */
export function addSeen(seen: SeenBookings, booking: { id: string; created_at: string }): SeenBookings {
  const newer = seen.since === null || Date.parse(booking.created_at) > Date.parse(seen.since);
  return {
    since: newer ? booking.created_at : seen.since,
    ids: hasSeen(seen, booking.id) ? seen.ids : [...seen.ids, booking.id].slice(-keptIds),
  };
}

function storageKey(adminId: string): string {
  return personalKey(`alerts.${adminId}`);
}

/** What this admin has seen in this browser. */
export function loadSeen(adminId: string): SeenBookings {
  return readStored(storageKey(adminId), isSeenBookings) ?? nothingSeen;
}

const isSeenBookings = (value: unknown): value is SeenBookings => v.is(seenBookings, value);

/** Stores it for the next start of a tab. Each tab adds what it saw. */
export function saveSeen(adminId: string, seen: SeenBookings): void {
  const stored = loadSeen(adminId);
  const since =
    stored.since && seen.since && Date.parse(stored.since) > Date.parse(seen.since) ? stored.since : seen.since;
  const ids = [...new Set([...stored.ids, ...seen.ids])].slice(-keptIds);
  writeStored(storageKey(adminId), { since, ids });
}
