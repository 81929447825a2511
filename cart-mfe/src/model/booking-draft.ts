import { serviceModes } from '@twostroke/shared/domain/booking-form';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(1000));
const clockTime = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/));

const chosenSlot = v.object({
  /** YYYY-MM-DD */
  date: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  /** HH:MM, start and end of the arrival window. */
  start: clockTime,
  end: clockTime,
  /** Until when it is free to cancel; missing in drafts that were stored before it existed. */
  free_until: v.exactOptional(text),
  /** The job it was chosen for (`jobKey`): another cart or place has other free times. */
  job: text,
});

/** How long the chosen time is kept for this draft. */
const heldTime = v.object({
  /** When it ends, in milliseconds of this phone's clock. */
  until: v.pipe(v.number(), v.finite()),
  canExtend: v.boolean(),
  /** Offered by the waitlist: the customer chose it when joining, so the form does not ask for it. */
  offered: v.exactOptional(v.boolean()),
});

/** A booking in progress. Stored on the phone until the server has it. */
const bookingDraft = v.object({
  version: v.literal(1),
  /** Sent with every attempt, so that retries make only one booking. */
  requestId: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  mode: v.nullable(v.picklist(serviceModes)),
  address: v.object({ line: text, landmark: text, area: text, pin: text }),
  slot: v.nullable(chosenSlot),
  /** Missing in drafts that were stored before times were held. */
  hold: v.exactOptional(v.nullable(heldTime)),
  details: v.object({
    name: text,
    phone: text,
    email: text,
    vehicleNumber: text,
    plateNotIssued: v.boolean(),
    /** Missing in drafts stored before it existed, like the next one. */
    chassisLast5: v.exactOptional(text),
    modelYear: v.exactOptional(text),
    odometer: text,
    notes: text,
    approvalLimit: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /** A code as typed; missing in drafts that were stored before there were any. */
  coupon: v.exactOptional(v.pipe(v.string(), v.maxLength(20))),
  /** Missing in drafts that were stored before one could choose: after the service. */
  payBy: v.exactOptional(v.picklist(['after_service', 'upi', 'online'])),
  /** For the invoice of a business, as typed. */
  gstin: v.exactOptional(v.pipe(v.string(), v.maxLength(20))),
  /** Rupees the customer agreed to while there was no connection: it is sent when the internet is back. */
  agreedTotal: v.nullable(v.pipe(v.number(), v.integer())),
  /** The user whose name and phone were filled in, so that it happens once. */
  prefilledFor: v.nullable(v.string()),
});

export type ChosenSlot = v.InferOutput<typeof chosenSlot>;
export type HeldTime = v.InferOutput<typeof heldTime>;
export type BookingDraft = v.InferOutput<typeof bookingDraft>;

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
export const isBookingDraft = (value: unknown): value is BookingDraft => v.is(bookingDraft, value);

/** A random UUID, also where the page came over plain http and the browser hides `randomUUID`. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
