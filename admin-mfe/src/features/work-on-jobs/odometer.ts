import { messages } from '../../messages.ts';

/** Why a reading cannot be taken; undefined when it can. */
export function odometerError(typed: string, required: boolean): string | undefined {
  if (typed === '') return required ? messages.odometer_km : undefined;
  return /^\d{1,6}$/.test(typed) && Number(typed) <= 300_000 ? undefined : messages.odometer_km;
}
