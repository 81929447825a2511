import { detailsFaults, placeFaults } from '@twostroke/shared/domain/booking-form';
import { store } from '@twostroke/shared/state';
import type { BookingFacts } from '../../booking/booking-facts.ts';
import { draftAtom } from '../../booking/draft-store.ts';
import type { Step } from '../../booking/steps.ts';

/**
 * What the draft still lacks when service and time are known. The address names that step and not the last one, which
 * would show by itself in the middle of typing, with the letter that makes an answer complete.
 */
export function firstOpenStep({ areas, pins }: BookingFacts): Step {
  const { mode, address, details } = store.get(draftAtom);
  const slugs = areas.map(({ slug }) => slug);
  if (placeFaults(mode, address, slugs, pins).length > 0) return 'place';
  return detailsFaults(details).length > 0 ? 'you' : 'check';
}
