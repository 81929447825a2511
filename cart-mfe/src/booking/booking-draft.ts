import {
  approvalLimits,
  serviceModes,
  type ApprovalLimit,
  type BookingAddress,
  type BookingDetails,
  type ServiceMode,
} from '@twostroke/shared/domain/booking-form';
import type { PayBy } from '@twostroke/shared/data/payments';

export interface ChosenSlot {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, start and end of the arrival window. */
  start: string;
  end: string;
  /** The job it was chosen for (`jobKey`): another cart or place has other free times. */
  job: string;
}

/** How long the chosen time is kept for this draft. */
export interface HeldTime {
  /** When it ends, in milliseconds of this phone's clock. */
  until: number;
  canExtend: boolean;
  /** Offered by the waitlist: it was chosen when the customer joined, and is not asked for again. */
  offered?: boolean;
}

/** A booking being written. It lives on the phone until the server has it. */
export interface BookingDraft {
  version: 1;
  /** Sent with every try, so that a booking is made once whatever the connection does. */
  requestId: string;
  mode: ServiceMode | null;
  address: BookingAddress;
  slot: ChosenSlot | null;
  /** Missing in drafts that were stored before times were held. */
  hold?: HeldTime | null;
  details: BookingDetails;
  /** A code as typed; missing in drafts that were stored before there were any. */
  coupon?: string;
  /** Missing in drafts that were stored before one could choose: after the service. */
  payBy?: PayBy;
  /** For the invoice of a business, as typed. */
  gstin?: string;
  /** Rupees the customer agreed to while there was no connection: it is sent when the internet is back. */
  agreedTotal: number | null;
  /** The user whose name and phone were filled in, so that it happens once. */
  prefilledFor: string | null;
}

export function newDraft(): BookingDraft {
  return {
    version: 1,
    requestId: newRequestId(),
    mode: null,
    address: { line: '', landmark: '', area: '', pin: '' },
    slot: null,
    hold: null,
    details: {
      name: '',
      phone: '',
      email: '',
      vehicleNumber: '',
      plateNotIssued: false,
      odometer: '',
      modelYear: '',
      notes: '',
      approvalLimit: 0,
    },
    agreedTotal: null,
    prefilledFor: null,
  };
}

/** Whether stored JSON is a draft this version understands. */
export function isBookingDraft(value: unknown): value is BookingDraft {
  if (!isRecord(value) || value.version !== 1) return false;
  const { requestId, mode, address, slot, hold, details, coupon, payBy, gstin, agreedTotal, prefilledFor } = value;
  return (
    typeof requestId === 'string' &&
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId) &&
    (mode === null || serviceModes.includes(mode as ServiceMode)) &&
    hasTexts(address, ['line', 'landmark', 'area', 'pin']) &&
    (slot === null || isSlot(slot)) &&
    (hold === undefined || hold === null || isHold(hold)) &&
    hasTexts(details, ['name', 'phone', 'email', 'vehicleNumber', 'odometer', 'notes']) &&
    (details.modelYear === undefined || hasTexts(details, ['modelYear'])) &&
    (details.chassisLast5 === undefined || hasTexts(details, ['chassisLast5'])) &&
    typeof details.plateNotIssued === 'boolean' &&
    approvalLimits.includes(details.approvalLimit as ApprovalLimit) &&
    (coupon === undefined || (typeof coupon === 'string' && coupon.length <= 20)) &&
    (payBy === undefined || ['after_service', 'upi', 'online'].includes(String(payBy))) &&
    (gstin === undefined || (typeof gstin === 'string' && gstin.length <= 20)) &&
    (agreedTotal === null || Number.isInteger(agreedTotal)) &&
    (prefilledFor === null || typeof prefilledFor === 'string')
  );
}

function isSlot(value: unknown): boolean {
  return (
    hasTexts(value, ['date', 'start', 'end', 'job']) &&
    /^\d{4}-\d{2}-\d{2}$/.test(String(value.date)) &&
    [value.start, value.end].every((time) => /^\d{2}:\d{2}$/.test(String(time)))
  );
}

function isHold(value: unknown): boolean {
  return isRecord(value) && Number.isFinite(value.until) && typeof value.canExtend === 'boolean';
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string' && value[name].length <= 1000);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A random UUID, also where the page came over plain http and the browser hides `randomUUID`. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
