import { atShop } from './calendar.ts';
import { emailMessage, parseEmail } from './email.ts';
import { nameMessage, parseName } from './person-name.ts';
import { parsePhone, phoneMessage } from './phone.ts';
import { parsePin, pinFormMessage, pinNotServedMessage } from './pin.ts';
import { chassisMessage, parseChassis, parseVehicleNumber, vehicleNumberMessage } from './vehicle-number.ts';

/** What a booking asks for, and what is wrong with it, in words. The server checks the same again. */

export const serviceModes = ['doorstep', 'pickup', 'workshop'] as const;
export type ServiceMode = (typeof serviceModes)[number];

/** Rupees of extra work that need no question. */
export const approvalLimits = [0, 300, 500, 1000] as const;
export type ApprovalLimit = (typeof approvalLimits)[number];

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

/** As typed; the normalised values are made when the booking is sent. */
export interface BookingDetails {
  name: string;
  phone: string;
  email: string;
  vehicleNumber: string;
  plateNotIssued: boolean;
  /** Looked at only without a plate; missing in drafts that were stored before it was asked for. */
  chassisLast5?: string;
  odometer: string;
  /** Missing in drafts that were stored before it was asked for. */
  modelYear?: string;
  notes: string;
  approvalLimit: ApprovalLimit;
}

export interface FormFault {
  /** Name of the field as create_booking calls it. */
  field: string;
  message: string;
}

/**
 * @param address not looked at when the bike comes to the workshop
 * @param servedPins null while they are not known: the server then decides
 */
export function placeFaults(
  mode: ServiceMode | null,
  address: BookingAddress,
  areaSlugs: readonly string[],
  servedPins: readonly string[] | null,
): FormFault[] {
  if (!mode) return [{ field: 'mode', message: 'Choose where we should work on your bike' }];
  if (mode === 'workshop') return [];
  const pin = parsePin(address.pin);
  return faultsOf({
    address: isBetween(squeeze(address.line), 5, 120) ? null : 'Enter house/flat and street',
    landmark: squeeze(address.landmark).length <= 80 ? null : 'Keep the landmark under 80 characters',
    area: areaSlugs.includes(address.area) ? null : 'Choose your area',
    pin: !pin ? pinFormMessage : !servedPins || servedPins.includes(pin) ? null : pinNotServedMessage,
  });
}

/** @param now says which model years there are */
export function detailsFaults(details: BookingDetails, now = new Date()): FormFault[] {
  const plate = details.vehicleNumber.trim();
  const plateIsMissing = plate === '' && !details.plateNotIssued;
  const modelYear = details.modelYear ?? '';
  const chassis = details.plateNotIssued ? (details.chassisLast5 ?? '') : '';
  return faultsOf({
    name: parseName(details.name) ? null : nameMessage,
    phone: parsePhone(details.phone) ? null : phoneMessage,
    email: details.email.trim() === '' || parseEmail(details.email) ? null : emailMessage,
    vehicle_number: plateIsMissing || (plate !== '' && !parseVehicleNumber(plate)) ? vehicleNumberMessage : null,
    chassis_last5: chassis.trim() === '' || parseChassis(chassis) ? null : chassisMessage,
    odometer_km:
      details.odometer.trim() === '' || parseOdometer(details.odometer) !== null
        ? null
        : 'Enter kilometres as a number',
    model_year:
      modelYear.trim() === '' || parseModelYear(modelYear, now) !== null
        ? null
        : `Enter a year from ${oldestModelYear} to ${newestModelYear(now)}`,
    notes: details.notes.trim().length <= notesMaxLength ? null : 'Keep the note to 500 characters',
  });
}

/** Kilometres from 0 to 300,000, typed with or without separators; null when it is no such number. */
export function parseOdometer(typed: string): number | null {
  const digits = typed.normalize('NFKC').trim().replace(/[\s,]/g, '').replace(/km$/i, '');
  if (!/^\d{1,6}$/.test(digits)) return null;
  const km = Number(digits);
  return km <= 300_000 ? km : null;
}

/** A year from 1990 to next year, by the shop's calendar; null when it is no such year. */
export function parseModelYear(typed: string, now = new Date()): number | null {
  const digits = typed.normalize('NFKC').trim();
  if (!/^\d{4}$/.test(digits)) return null;
  const year = Number(digits);
  return year >= oldestModelYear && year <= newestModelYear(now) ? year : null;
}

/** A model year begins before its calendar year does. */
function newestModelYear(now: Date): number {
  return Number(atShop(now).date.slice(0, 4)) + 1;
}

/** Trimmed, NFKC, single spaces. */
export function squeeze(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

function isBetween({ length }: string, low: number, high: number): boolean {
  return length >= low && length <= high;
}

function faultsOf(messages: Record<string, string | null>): FormFault[] {
  return Object.entries(messages).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
