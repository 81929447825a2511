import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import type { Step } from './steps.ts';

/** A rejected field, with the step where the customer can correct it. */
export interface BookingRejection extends ValidationError {
  step: Step;
}

const stepsOfFields: Record<string, Step> = {
  model: 'services',
  items: 'services',
  items_refused: 'services',
  too_few_km: 'services',
  mode: 'place',
  address: 'place',
  landmark: 'place',
  area: 'place',
  pin: 'place',
  date: 'time',
  time: 'time',
  name: 'you',
  phone: 'you',
  email: 'you',
  vehicle_number: 'you',
  chassis_last5: 'you',
  odometer_km: 'you',
  model_year: 'you',
  notes: 'you',
  approval_limit: 'you',
};

/** The rejection of a field, or null for one that no step asks for. @param hint of create_booking's PT422 */
export function rejectionOf(hint: string | null, message: string): BookingRejection | null {
  const field = hint?.startsWith('time_') ? 'time' : hint;
  const step = field ? stepsOfFields[field] : undefined;
  return field && step ? { step, field, message } : null;
}
