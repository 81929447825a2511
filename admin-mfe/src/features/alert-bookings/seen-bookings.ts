/** Which bookings an admin has been alerted of: the time of the newest, and the latest ids. */
export interface SeenBookings {
  /** ISO 8601; null on the very first start. */
  since: string | null;
  ids: readonly string[];
}

export const nothingSeen: SeenBookings = { since: null, ids: [] };

const keptIds = 200;
/**
 * A booking is dated when its transaction begins and appears when it ends, so a slow one may come in behind a newer one.
 * Reading starts so much earlier, in milliseconds, and the ids sort out what is known.
 */
const overlapMs = 60_000;

/** From when on to read bookings that may have been missed, ISO 8601. */
export function readFrom(seen: SeenBookings): string {
  return seen.since ? new Date(Date.parse(seen.since) - overlapMs).toISOString() : new Date(0).toISOString();
}

export function hasSeen(seen: SeenBookings, id: string): boolean {
  return seen.ids.includes(id);
}

/** What is seen once `booking` is, too. */
export function see(seen: SeenBookings, booking: { id: string; created_at: string }): SeenBookings {
  const newer = seen.since === null || Date.parse(booking.created_at) > Date.parse(seen.since);
  return {
    since: newer ? booking.created_at : seen.since,
    ids: hasSeen(seen, booking.id) ? seen.ids : [...seen.ids, booking.id].slice(-keptIds),
  };
}

function storageKey(adminId: string): string {
  return `twostroke.alerts.${adminId}`;
}

/** What this admin has seen in this browser. */
export function loadSeen(adminId: string): SeenBookings {
  try {
    const stored = JSON.parse(
      window.localStorage.getItem(storageKey(adminId)) ?? 'null',
    ) as Partial<SeenBookings> | null;
    if (typeof stored?.since === 'string' && !Number.isNaN(Date.parse(stored.since)) && Array.isArray(stored.ids))
      return { since: stored.since, ids: stored.ids.filter((id) => typeof id === 'string') };
  } catch {
    // unreadable or forbidden: like a first start
  }
  return nothingSeen;
}

/** Keeps it for the next start of a tab. Of several tabs each adds what it saw. */
export function saveSeen(adminId: string, seen: SeenBookings): void {
  const stored = loadSeen(adminId);
  const since =
    stored.since && seen.since && Date.parse(stored.since) > Date.parse(seen.since) ? stored.since : seen.since;
  const ids = [...new Set([...stored.ids, ...seen.ids])].slice(-keptIds);
  try {
    window.localStorage.setItem(storageKey(adminId), JSON.stringify({ since, ids }));
  } catch {
    // full or forbidden: the next start then reads from its own time on
  }
}
