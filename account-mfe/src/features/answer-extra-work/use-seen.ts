import { callRpc } from '@twostroke/shared/client';
import { useEffect } from 'react';
import { proposedLines, type ShownBooking } from '../../model/booking.ts';

/** Reports once that the open questions are on the screen, as soon as the page is visible. */
export function useSeen(booking: ShownBooking, token: string | undefined): void {
  const { id } = booking;
  const unseen = proposedLines(booking)
    .filter(({ seen_at }) => seen_at === null)
    .map((line) => line.id)
    .join();
  useEffect(() => {
    if (unseen === '') return;
    const stop = () => document.removeEventListener('visibilitychange', report);
    function report(): void {
      if (document.visibilityState !== 'visible') return;
      stop();
      // Without a network the next page that opens says so.
      callRpc('see_extra_work', { booking: id, ...(token && { manage_token: token }) }).catch(() => undefined);
    }
    document.addEventListener('visibilitychange', report);
    report();
    return stop;
  }, [unseen, id, token]);
}
