import { callRpc } from '@twostroke/shared/client';
import type { RejectionData } from '@twostroke/shared/api/rejection-data';
import type { BookingCorrection } from '@twostroke/shared/contracts/functions';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

/** What of a booking is corrected. */
export interface Correctable {
  id: string;
  edits: number;
  mode: ServiceMode;
  customer_name: string;
  phone: string | null;
  email: string | null;
  address_line: string | null;
  landmark: string | null;
  area_slug: string | null;
  pin: string | null;
  vehicle_number: string | null;
  chassis_last5: string | null;
  odometer_km: number | null;
  model_year: number | null;
  notes: string | null;
  gstin: string | null;
}

export type CorrectedField = Exclude<keyof Correctable, 'id' | 'edits' | 'mode'>;
export type CorrectedValues = Readonly<Record<CorrectedField, string>>;
export type StaleChange = RejectionData['stale']['changes'][number];

const names = [
  ...(['customer_name', 'phone', 'email', 'address_line', 'landmark', 'area_slug', 'pin'] as const),
  ...(['vehicle_number', 'chassis_last5', 'odometer_km', 'model_year', 'notes', 'gstin'] as const),
];
const ofAddress: readonly CorrectedField[] = ['address_line', 'landmark', 'area_slug', 'pin'];

/** The fields of a booking: an address only where the customer has one, a chassis number only without a plate. */
export function fieldsOf({ mode, vehicle_number }: Pick<Correctable, 'mode' | 'vehicle_number'>): CorrectedField[] {
  return names.filter(
    (name) =>
      (mode !== 'workshop' || !ofAddress.includes(name)) && (name !== 'chassis_last5' || vehicle_number === null),
  );
}

export function valuesOf(booking: Correctable): CorrectedValues {
  const entries = names.map((name) => [name, String(booking[name] ?? '')] as const);
  return Object.fromEntries(entries) as Record<CorrectedField, string>;
}

/** What differs, as update_booking takes it; the address goes as a whole. */
export function correctionOf(before: CorrectedValues, now: CorrectedValues): BookingCorrection {
  const changed = (name: CorrectedField): boolean => now[name].trim() !== before[name];
  const { customer_name: name, address_line: line, landmark, area_slug: area, pin } = now;
  return {
    ...(changed('customer_name') && { name }),
    ...(changed('phone') && { phone: now.phone }),
    ...(changed('email') && { email: now.email }),
    ...(ofAddress.some(changed) && { address: { line, landmark, area, pin } }),
    ...(changed('vehicle_number') && { vehicle_number: now.vehicle_number }),
    ...(changed('chassis_last5') && { chassis_last5: now.chassis_last5 }),
    ...(changed('odometer_km') && { odometer_km: now.odometer_km }),
    ...(changed('model_year') && { model_year: now.model_year }),
    ...(changed('notes') && { notes: now.notes }),
    ...(changed('gstin') && { gstin: now.gstin }),
  };
}

/** A field that a colleague has changed since, to another value than what was typed. */
export interface FieldConflict {
  field: CorrectedField;
  theirs: string;
  /** What was typed. It is kept with either choice. */
  mine: string;
  /** "Meera, Tue 24 Nov, 11:02 am"; empty when the change has no name. */
  by: StaleChange | undefined;
}

export interface Merge {
  /** What to start from now. */
  values: CorrectedValues;
  conflicts: FieldConflict[];
  /** Fields that a colleague changed and that were not typed into here. */
  taken: CorrectedField[];
}

/** Brings together what was typed and what others have changed meanwhile. Nothing typed is lost. */
export function mergeCorrection(
  before: CorrectedValues,
  typed: CorrectedValues,
  latest: CorrectedValues,
  changes: readonly StaleChange[],
): Merge {
  const theirs = names.filter((name) => latest[name] !== before[name]);
  const isTyped = (name: CorrectedField): boolean => typed[name].trim() !== before[name];
  const conflicts = theirs
    .filter((name) => isTyped(name) && typed[name].trim() !== latest[name])
    .map((field) => ({
      field,
      theirs: latest[field],
      mine: typed[field],
      by: changes.findLast(({ fields }) => fields.includes(field)),
    }));
  const taken = theirs.filter((name) => !isTyped(name));
  const values = { ...typed, ...Object.fromEntries(taken.map((name) => [name, latest[name]])) };
  return { values, conflicts, taken };
}

/** @throws AppError `conflict` with hint stale, closed or invoice_issued; `invalid` with the field as hint */
export async function saveCorrection(
  booking: Pick<Correctable, 'id' | 'edits'>,
  changes: BookingCorrection,
  note: string,
): Promise<void> {
  await callRpc('update_booking', {
    booking: booking.id,
    changes,
    expected_version: booking.edits,
    ...(note && { note }),
  });
}
