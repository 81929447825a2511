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
  mode: 'time',
  address: 'time',
  landmark: 'time',
  area: 'time',
  pin: 'time',
  date: 'time',
  time: 'time',
  name: 'check',
  phone: 'check',
  email: 'check',
  vehicle_number: 'check',
  chassis_last5: 'check',
  odometer_km: 'check',
  model_year: 'check',
  notes: 'check',
  approval_limit: 'check',
};

/** The rejection of a field, or null for one that no step asks for. @param hint of create_booking's PT422 */
export function rejectionOf(hint: string | null, message: string): BookingRejection | null {
  const field = hint?.startsWith('time_') ? 'time' : hint;
  const step = field ? stepsOfFields[field] : undefined;
  return field && step ? { step, field, message } : null;
}
