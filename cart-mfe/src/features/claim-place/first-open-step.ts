import { validatePlace } from '@twostroke/shared/domain/booking-form';
import { store } from '@twostroke/shared/state';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { draftAtom } from '../../model/draft-store.ts';
import type { Step } from '../../model/steps.ts';

/**
 * The first incomplete step when service and time are known. The address names this step, not the last one: otherwise
 * the last step would open while the customer is still typing, as soon as an answer is complete.
 */
export function firstOpenStep({ areas, pins }: BookingFacts): Step {
  const { mode, address } = store.get(draftAtom);
  const slugs = areas.map(({ slug }) => slug);
  return validatePlace(mode, address, slugs, pins).length > 0 ? 'time' : 'check';
}
