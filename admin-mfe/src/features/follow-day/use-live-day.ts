import { loadSupabase } from '@twostroke/shared/client';
import { useEffect, useRef, useState } from 'react';

/** The rows of one action arrive within this time, in milliseconds: they are read at once. */
const gatherMs = 15;

/** The bookings that have changed; null after a reconnect, when changes may have been missed. */
export type ChangedIds = readonly string[] | null;

/**
 * Calls back when bookings are created or changed, at once, and again after that reading for what has changed meanwhile:
 * readings never overlap.
 * @param catchUp calls back (with null) as soon as changes arrive live: for a page that shows what was read before
 * @returns whether changes arrive live now
 */
export function useLiveDay(onChange: (changed: ChangedIds) => Promise<void>, { catchUp = false } = {}): boolean {
  const [live, setLive] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    let stopped = false;
    let joined = 0;
    let missed = false;
    let reading = false;
    let changed = new Set<string>();
    let leave = (): void => undefined;
    const read = async (): Promise<void> => {
      if (reading) return;
      reading = true;
      while (!stopped && (missed || changed.size > 0)) {
        await new Promise((resolve) => setTimeout(resolve, gatherMs));
        const ids = missed ? null : [...changed];
        missed = false;
        changed = new Set();
        if (!stopped) await latest.current(ids).catch(() => undefined); // the page says that it is not live
      }
      reading = false;
    };
    const take = ({ new: { id } }: { new: { id: string } }): void => {
      changed.add(id);
      void read();
    };
    const follow = async (): Promise<void> => {
      const client = await loadSupabase();
      if (stopped) return;
      const bookings = { schema: 'public', table: 'booking_signals' } as const;
      const channel = client
        .channel('admin-day')
        .on<{ id: string }>('postgres_changes', { event: 'INSERT', ...bookings }, take)
        .on<{ id: string }>('postgres_changes', { event: 'UPDATE', ...bookings }, take)
        .subscribe((state) => {
          if (stopped) return;
          setLive(state === 'SUBSCRIBED');
          if (state === 'SUBSCRIBED' && (++joined > 1 || catchUp)) {
            missed = true;
            void read();
          }
        });
      leave = () => void client.removeChannel(channel);
    };
    follow().catch(() => setLive(false)); // the page works without it, but not live
    return () => {
      stopped = true;
      leave();
    };
  }, [catchUp]);
  return live;
}
