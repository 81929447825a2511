import { validateDetails, validatePlace } from '@twostroke/shared/domain/booking-form';
import { store } from '@twostroke/shared/state';
import type { BookingFacts } from '../../booking/booking-facts.ts';
import { draftAtom } from '../../booking/draft-store.ts';
import type { Step } from '../../booking/steps.ts';

/**
 * The first incomplete step when service and time are known. The address names it instead of the last step: that one
 * would otherwise open in the middle of typing, as soon as an answer is complete.
 */
export function firstOpenStep({ areas, pins }: BookingFacts): Step {
  const { mode, address, details } = store.get(draftAtom);
  const slugs = areas.map(({ slug }) => slug);
  if (validatePlace(mode, address, slugs, pins).length > 0) return 'place';
  return validateDetails(details).length > 0 ? 'you' : 'check';
}
