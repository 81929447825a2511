import {
  array,
  boolean,
  literal,
  nullable,
  number,
  object,
  picklist,
  string,
  variant,
  type InferOutput,
} from 'valibot';
import { extraWork, jobCardLine, missingOil, usedPart } from './booking.ts';
import { bookingStatus, clockTime, date, instant, packageType, serviceMode, words } from './fields.ts';
import { checkIn, inspectionPoint, jobPhoto } from './inspection.ts';

/** What the floor reads: jobs, and everything that a phone needs of one. */

/** A job as the list shows it. */
export const jobHead = object({
  id: string(),
  number: string(),
  status: bookingStatus,
  status_since: instant,
  mode: serviceMode,
  booking_date: date,
  booking_time: clockTime,
  window_end: clockTime,
  ready_date: date,
  /** For which staff promised it; null: for the day. */
  ready_time: nullable(clockTime),
  /** Allowed for the work. */
  minutes: number(),
  bike_name: string(),
  vehicle_number: nullable(string()),
  mechanic: nullable(string()),
  service: nullable(string()),
  area_name: nullable(string()),
  closed_at: nullable(instant),
});

/** What a finding can propose, with its price for this bike. */
const offer = object({
  item_id: string(),
  name: string(),
  price: number(),
  minutes: number(),
  /** The booked work that is or includes it: it is not proposed. */
  included_in: nullable(string()),
  /** Priced for one place of the bike, as pads: each finding is a line of its own. */
  per_place: boolean(),
});

export const job = object({
  ...jobHead.entries,
  model_id: string(),
  customer_name: string(),
  /** What the customer wrote at booking. */
  notes: nullable(string()),
  /** Null for a mechanic before the job is assigned and after it is completed. */
  phone: nullable(string()),
  address: nullable(string()),
  chassis_last5: nullable(string()),
  approval_limit: number(),
  limit_used: number(),
  /** While it waits for an answer: where it returns. */
  resume_status: nullable(bookingStatus),
  odometer_required: boolean(),
  /** What the customer said at booking. */
  odometer_said: nullable(number()),
  last_reading: nullable(object({ odometer_km: number(), date })),
  check_in: nullable(checkIn),
  items: array(
    object({ item_id: string(), name: string(), package_type: packageType, quantity: number(), price: number() }),
  ),
  inspection: array(inspectionPoint),
  photos: array(jobPhoto),
  offers: array(offer),
  extra_work: array(extraWork),
  used_parts: array(usedPart),
  /** What the engine takes. */
  oil_litres: number(),
  /** A bike is not ready without it. */
  missing_oil: nullable(missingOil),
  /** Who works on it, from when to when; without an end the timer runs. */
  timers: array(object({ by: string(), own: boolean(), started_at: instant, stopped_at: nullable(instant) })),
  /** The last one. Without an end the bike is on the road. */
  test_ride: nullable(
    object({
      by: string(),
      started_at: nullable(instant),
      ended_at: nullable(instant),
      /** Read after the ride. */
      odometer_km: nullable(number()),
      checks: array(string()),
    }),
  ),
  checklist: array(jobCardLine),
  /** Rupees: the most that the work may cost, and what is left to pay. */
  agreed: number(),
  due: number(),
  /** What stands on the bill besides the work and a battery taken back, in rupees: due is the sum of it all, never below 0. */
  bill: object({
    coupon: nullable(string()),
    discount: number(),
    /** The fee of a diagnosis, off the repair. */
    fee_off: number(),
    /** The bill less what was agreed. */
    changed: number(),
    fee: number(),
    /** Fees of missed bookings. */
    carried: number(),
    credit: number(),
    paid: number(),
  }),
  /** Null after work that starts no interval anew. */
  next_service: nullable(object({ date, odometer_km: nullable(number()), resets: picklist(words.service_reset) })),
  steps: array(object({ to_status: bookingStatus, needs_note: boolean() })),
});

/** The answer to a mark: repeated when it was received before, older when a later mark stands in the job. */
export const markAnswer = variant('outcome', [
  object({ outcome: picklist(['applied', 'repeated']), job }),
  object({ outcome: literal('older'), job, standing: object({ by: string(), at: instant }) }),
]);

export type JobHead = InferOutput<typeof jobHead>;
export type WorkshopJob = InferOutput<typeof job>;
export type MarkAnswer = InferOutput<typeof markAnswer>;
