import type { FormFault } from '@twostroke/shared/domain/booking-form';
import type { Step } from './steps.ts';

/** What the server did not accept, at the step where it can be put right. */
export interface Refusal extends FormFault {
  step: Step;
}

const stepsOfFields: Record<string, Step> = {
  model: 'services',
  items: 'services',
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

/** The refusal of a field, or null for one that no step asks for. @param hint of create_booking's PT422 */
export function refusalOf(hint: string | null, message: string): Refusal | null {
  const field = hint?.startsWith('time_') ? 'time' : hint;
  const step = field ? stepsOfFields[field] : undefined;
  return field && step ? { step, field, message } : null;
}
