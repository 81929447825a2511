import { validateDetails, type BookingFormDetails } from '@twostroke/shared/domain/booking-form';
import { usePrefetchSlot } from '@twostroke/shared/state';
import { savesData } from '@twostroke/shared/ui/saves-data';
import { useEffect } from 'react';

/** How long nothing is typed before the code comes: starting it would hold up the next letter. */
const pauseMs = 300;

/** Prefetches what shows the booking once nothing is missing but the press. */
export function useBookedPageAhead(details: BookingFormDetails): void {
  const prefetchSlot = usePrefetchSlot();
  useEffect(() => {
    if (validateDetails(details).length > 0 || savesData()) return undefined;
    const pause = setTimeout(() => prefetchSlot('customer-booking'), pauseMs);
    return () => clearTimeout(pause);
  }, [details, prefetchSlot]);
}
