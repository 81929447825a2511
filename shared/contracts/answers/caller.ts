import { array, boolean, nullable, number, object, picklist, string, type InferOutput } from 'valibot';
import { declinedWork } from './booking.ts';
import { bookingStatus, clockTime, date, serviceMode, words } from './fields.ts';

/** What the desk reads of a caller, and what its search finds. Prices are whole rupees. */

const callersBike = object({
  /** `brand/model` */
  model_id: string(),
  bike_name: string(),
  vehicle_number: nullable(string()),
  chassis_last5: nullable(string()),
  model_year: nullable(number()),
  /** The highest reading that was given with a booking. */
  odometer_km: nullable(number()),
  last_visit: nullable(object({ date, work: nullable(string()) })),
  /** Its next booking that is not closed. */
  open: nullable(object({ id: string(), date, work: nullable(string()) })),
  /** Work on it that may be re-checked for free: its booking, the last day of the warranty, and what a re-check takes. */
  recheck: nullable(
    object({ id: string(), work: nullable(string()), until: date, minutes: number(), modes: array(serviceMode) }),
  ),
  /** Found and not done, and not booked since: by the plate, for any customer. */
  declined: array(declinedWork),
});

export const knownCaller = object({
  /** `+91XXXXXXXXXX` */
  phone: string(),
  number_proven: boolean(),
  /** The booking will appear in the account that has confirmed this number. */
  has_account: boolean(),
  /** Names that booked with the number, the latest first; empty when we don't know it. */
  people: array(object({ name: string(), email: nullable(string()) })),
  /** The day of the first booking. */
  since: nullable(date),
  visits: number(),
  owes: number(),
  credit: number(),
  /** Where we came last. */
  address: nullable(
    object({ line: string(), landmark: nullable(string()), area: string(), area_name: string(), pin: string() }),
  ),
  bikes: array(callersBike),
});

export const loggedCall = object({ id: string(), called_at: string(), outcome: picklist(words.call_outcome) });

/** What the desk keeps of a customer, beside knownCaller. The latest first. */
export const customerCard = object({
  phone: string(),
  bookings: array(
    object({
      id: string(),
      number: string(),
      status: bookingStatus,
      booking_date: date,
      bike_name: string(),
      vehicle_number: nullable(string()),
      work: nullable(string()),
      amount: number(),
    }),
  ),
  /** by: null when that account is gone. */
  notes: array(object({ id: string(), note: string(), at: string(), by: nullable(string()) })),
  calls: array(
    object({
      id: string(),
      at: string(),
      by: nullable(string()),
      about: nullable(string()),
      outcome: picklist(words.call_outcome),
      /** Number of the booking that was made of it. */
      booking: nullable(string()),
    }),
  ),
  messages: array(
    object({
      id: number(),
      kind: picklist(words.message_kind),
      channel: picklist(words.message_channel),
      status: picklist(words.message_status),
      at: string(),
      booking: string(),
    }),
  ),
  email: nullable(string()),
});

export const officeFinds = object({
  bookings: array(
    object({
      id: string(),
      number: string(),
      status: bookingStatus,
      customer_name: string(),
      /** Null where the duty of the reader does not need it. */
      phone: nullable(string()),
      bike_name: string(),
      vehicle_number: nullable(string()),
      mode: serviceMode,
      booking_date: date,
      booking_time: clockTime,
      window_end: clockTime,
      /** The name of its main work. */
      work: nullable(string()),
      /** The bill, or the estimate while there is none. */
      amount: number(),
    }),
  ),
  customers: array(
    object({
      phone: string(),
      name: string(),
      bikes: number(),
      visits: number(),
      last_visit: nullable(date),
      credit: number(),
      owes: number(),
    }),
  ),
  /** There are more bookings than these. */
  more: boolean(),
});

export type KnownCaller = InferOutput<typeof knownCaller>;
export type CustomerCard = InferOutput<typeof customerCard>;
export type CallersBike = InferOutput<typeof callersBike>;
export type OfficeFinds = InferOutput<typeof officeFinds>;
