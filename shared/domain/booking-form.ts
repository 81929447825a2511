import { atShop } from './calendar.ts';
import type { DatabaseEnum } from './database-enum.ts';
import { emailMessage, parseEmail } from './email.ts';
import { nameMessage, parseName } from './person-name.ts';
import { parsePhone, phoneMessage } from './phone.ts';
import { parsePin, pinFormMessage, pinNotServedMessage } from './pin.ts';
import { chassisMessage, parseChassis, parseVehicleNumber, vehicleNumberMessage } from './vehicle-number.ts';

/** The fields of a booking, and the messages of their validation errors. The server checks the same again. */

/** Where the work is done. */
export type ServiceMode = DatabaseEnum<'service_mode'>;
export const serviceModes = ['doorstep', 'pickup', 'workshop'] as const satisfies readonly ServiceMode[];

export const notesMaxLength = 500;

const oldestModelYear = 1990;

export interface BookingAddress {
  /** House or flat and street. */
  line: string;
  landmark: string;
  /** Slug of one of the areas. */
  area: string;
  pin: string;
}

/** As typed; values are normalised when the booking is sent. */
export interface BookingFormDetails {
  name: string;
  phone: string;
  email: string;
  vehicleNumber: string;
  plateNotIssued: boolean;
  /** Used only without a plate; missing in drafts stored before the field existed. */
  chassisLast5?: string;
  odometer: string;
  /** Missing in drafts stored before the field existed. */
  modelYear?: string;
  notes: string;
  /** Rupees of extra work that need no answer: one of the shop's limits. */
  approvalLimit: number;
}

export interface ValidationError {
  /** Name of the field as create_booking calls it. */
  field: string;
  message: string;
}

/** What each field must be, by its name in create_booking. */
export const bookingFormMessages = {
  mode: 'Choose where we should work on your bike',
  address: 'Enter house/flat and street',
  landmark: 'Keep the landmark under 80 characters',
  area: 'Choose your area',
  pin: pinNotServedMessage,
  name: nameMessage,
  phone: phoneMessage,
  email: emailMessage,
  vehicle_number: vehicleNumberMessage,
  chassis_last5: chassisMessage,
  odometer_km: 'Enter kilometres as a number',
  model_year: ({ from, to }: { from: number; to: number }) => `Enter a year from ${from} to ${to}`,
  notes: ({ max }: { max: number }) => `Keep the note to ${max} characters`,
};

/**
 * @param address ignored when the bike comes to the workshop
 * @param servedPins null while they are unknown: the server then decides
 */
export function validatePlace(
  mode: ServiceMode | null,
  address: BookingAddress,
  areaSlugs: readonly string[],
  servedPins: readonly string[] | null,
): ValidationError[] {
  if (!mode) return [{ field: 'mode', message: bookingFormMessages.mode }];
  if (mode === 'workshop') return [];
  const pin = parsePin(address.pin);
  return errorsOf({
    address: isBetween(collapseSpaces(address.line), 5, 120) ? null : bookingFormMessages.address,
    landmark: collapseSpaces(address.landmark).length <= 80 ? null : bookingFormMessages.landmark,
    area: areaSlugs.includes(address.area) ? null : bookingFormMessages.area,
    pin: !pin ? pinFormMessage : !servedPins || servedPins.includes(pin) ? null : pinNotServedMessage,
  });
}

/** The errors in the order of the fields on the page. @param now decides which model years exist */
export function validateDetails(details: BookingFormDetails, now = new Date()): ValidationError[] {
  const plate = details.vehicleNumber.trim();
  const plateIsMissing = plate === '' && !details.plateNotIssued;
  const modelYear = details.modelYear ?? '';
  const chassis = details.plateNotIssued ? (details.chassisLast5 ?? '') : '';
  return errorsOf({
    phone: parsePhone(details.phone) ? null : phoneMessage,
    name: parseName(details.name) ? null : nameMessage,
    vehicle_number: plateIsMissing || (plate !== '' && !parseVehicleNumber(plate)) ? vehicleNumberMessage : null,
    chassis_last5: chassis.trim() === '' || parseChassis(chassis) ? null : chassisMessage,
    notes: details.notes.trim().length <= notesMaxLength ? null : bookingFormMessages.notes({ max: notesMaxLength }),
    email: details.email.trim() === '' || parseEmail(details.email) ? null : emailMessage,
    odometer_km:
      details.odometer.trim() === '' || parseOdometer(details.odometer) !== null
        ? null
        : bookingFormMessages.odometer_km,
    model_year:
      modelYear.trim() === '' || parseModelYear(modelYear, now) !== null
        ? null
        : bookingFormMessages.model_year({ from: oldestModelYear, to: newestModelYear(now) }),
  });
}

/** Kilometres from 0 to 300,000, typed with or without separators; null otherwise. */
export function parseOdometer(typed: string): number | null {
  const digits = typed.normalize('NFKC').trim().replace(/[\s,]/g, '').replace(/km$/i, '');
  if (!/^\d{1,6}$/.test(digits)) return null;
  const km = Number(digits);
  return km <= 300_000 ? km : null;
}

/** A year from 1990 to next year, by the shop's calendar; null otherwise. */
export function parseModelYear(typed: string, now = new Date()): number | null {
  const digits = typed.normalize('NFKC').trim();
  if (!/^\d{4}$/.test(digits)) return null;
  const year = Number(digits);
  return year >= oldestModelYear && year <= newestModelYear(now) ? year : null;
}

/** A model year begins before its calendar year. */
function newestModelYear(now: Date): number {
  return Number(atShop(now).date.slice(0, 4)) + 1;
}

/** Trimmed, NFKC, single spaces. */
export function collapseSpaces(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

function isBetween({ length }: string, low: number, high: number): boolean {
  return length >= low && length <= high;
}

function errorsOf(messages: Record<string, string | null>): ValidationError[] {
  return Object.entries(messages).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
