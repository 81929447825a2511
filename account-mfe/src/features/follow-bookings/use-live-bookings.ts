import { loadSupabase } from '@twostroke/shared/client';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { useEffect, useRef, useState } from 'react';

export interface ChangedBooking {
  id: string;
  number: string;
  status: BookingStatus;
}

/**
 * Follows the user's own bookings while the page is open.
 * @param onChange a booking was changed; null when changes may have been missed while the channel was closed
 * @returns whether changes arrive live now
 */
export function useLiveBookings(userId: string | null, onChange: (booking: ChangedBooking | null) => void): boolean {
  const [live, setLive] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (!userId) return undefined;
    let stopped = false;
    let stop = (): void => undefined;
    let joined = 0;
    const follow = async (): Promise<void> => {
      const client = await loadSupabase();
      if (stopped) return;
      const filter = `user_id=eq.${userId}`;
      const channel = client
        .channel('my-bookings')
        .on<ChangedBooking>(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'service_bookings', filter },
          ({ new: booking }) => latest.current(booking),
        )
        .subscribe((state) => {
          if (stopped) return;
          setLive(state === 'SUBSCRIBED');
          if (state === 'SUBSCRIBED' && ++joined > 1) latest.current(null);
        });
      stop = () => void client.removeChannel(channel);
    };
    follow().catch(() => setLive(false)); // without it the page works, but not live
    return () => {
      stopped = true;
      stop();
    };
  }, [userId]);
  return live;
}
