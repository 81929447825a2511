import { loadSupabase } from '@twostroke/shared/client';
import { useEffect, useRef, useState } from 'react';

/** Several rows of one action arrive within this time, in milliseconds: they are read once. */
const gatherMs = 150;

/**
 * Calls back when a booking is created or changed, and after a reconnect, when changes may have been missed.
 * @returns whether changes arrive live now
 */
export function useLiveDay(onChange: () => void): boolean {
  const [live, setLive] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    let stopped = false;
    let joined = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => undefined;
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), gatherMs);
    };
    const follow = async (): Promise<void> => {
      const client = await loadSupabase();
      if (stopped) return;
      const bookings = { schema: 'public', table: 'booking_signals' } as const;
      const channel = client
        .channel('admin-day')
        .on('postgres_changes', { event: 'INSERT', ...bookings }, changed)
        .on('postgres_changes', { event: 'UPDATE', ...bookings }, changed)
        .subscribe((state) => {
          if (stopped) return;
          setLive(state === 'SUBSCRIBED');
          if (state === 'SUBSCRIBED' && ++joined > 1) changed();
        });
      leave = () => void client.removeChannel(channel);
    };
    follow().catch(() => setLive(false)); // the page works without it, but not live
    return () => {
      stopped = true;
      clearTimeout(timer);
      leave();
    };
  }, []);
  return live;
}
