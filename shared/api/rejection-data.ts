import { array, nullable, number, object, picklist, string, type GenericSchema, type InferOutput } from 'valibot';
import { clockTime, date, serviceMode, words } from '../contracts/answers/fields.ts';
import { quote, quotedCoupon } from '../contracts/answers/quote.ts';
import { freeSlot } from '../contracts/answers/slots.ts';
import { endedOffer } from '../contracts/answers/waitlist.ts';

/* The data that the sentence of a rejection needs. Pages import the types only. */

const inStatus = object({ status: picklist(words.booking_status) });
const named = object({ name: string() });
const longest = object({ max: number() });
const nearest = object({ alternatives: array(freeSlot) });
/** Seconds after which a retry can succeed. */
const later = object({ retry_after: number() });
const limit = object({ ...later.entries, max: number() });
const limitOf = object({ ...limit.entries, of: picklist(['number', 'account']) });

/** The data of a code; a code that is missing here has none. */
export const rejectionData = {
  already_included: object({ ...named.entries, part_of: string() }),
  amount: object({ due: number() }),
  approval_limit: object({ limits: array(number()) }),
  /** Who has the job by now; null: it is not assigned. */
  assigned_meanwhile: object({ mechanic: nullable(string()) }),
  cannot_assign: inStatus,
  cannot_promise: inStatus,
  cannot_move: inStatus,
  closed: inStatus,
  closes_at: object({ opens: clockTime }),
  credit_amount: object({ line: number(), left: number() }),
  coupon_bikes: object({ from: number() }),
  coupon_minimum: object({ from: number(), services: number() }),
  coupon_package: object({ package: string() }),
  /** Days as MM-DD. */
  coupon_season: object({ from: string(), until: string() }),
  /** Sunday is 0. */
  coupon_weekdays: object({ weekdays: array(number()), day: date }),
  day_price_changed: object({ total: number(), coupon: quotedCoupon }),
  does_not_fit: object({ ...named.entries, needs: string() }),
  fee_changed: object({ fee: number() }),
  held_by_many: later,
  hold_over: nearest,
  items_refused: quote,
  message_too_long: longest,
  model_year: object({ from: number(), to: number() }),
  mode_not_offered: object({ ...named.entries, mode: serviceMode }),
  needs_yes: object({ total: number(), rise: number(), limit: number() }),
  no_credit: inStatus,
  not_here: object({ mechanic: string(), day: string() }),
  not_agreed: object({ agreed: number() }),
  not_allowed: object({ ...inStatus.entries, to: picklist(words.booking_status) }),
  not_failed: object({ status: picklist(words.message_status) }),
  not_in_service: inStatus,
  not_in_work: inStatus,
  not_checked: object({ left: number(), to: picklist(words.booking_status) }),
  not_ticked: object({ left: number() }),
  not_late: object({ minutes: number() }),
  not_sold: named,
  oil_missing: object({ litres: number(), grade: nullable(string()) }),
  note_too_long: longest,
  notes: longest,
  offer_over: endedOffer,
  not_at_work: inStatus,
  /** The odometer at check-in. */
  test_ride_km: object({ from: number() }),
  /** Rupees below 0: too much was billed; null where nothing helps. */
  part_price: object({ left: nullable(number()) }),
  pickup_by_place: named,
  price_changed: quote,
  quantity: object({ ...named.entries, max: number() }),
  second_primary: named,
  slot_taken: nearest,
  /** What was changed since the page was read. fields: columns of the booking. */
  stale: object({
    version: number(),
    changes: array(
      object({
        at: string(),
        by: nullable(string()),
        kind: picklist(words.booking_event_kind),
        fields: array(string()),
      }),
    ),
  }),
  /** An instant. */
  still_asked: object({ until: string() }),
  /** What was recorded with this approval code, in rupees. */
  terminal_reference_used: object({ amount: number() }),
  time_too_far: object({ last_day: date }),
  time_weather: object({ note: string() }),
  /** An instant; minutes: of waiting before a no-show, null for a bill before its day. */
  too_early: object({ from: string(), minutes: nullable(number()) }),
  too_few_km: object({ ...named.entries, from_km: number() }),
  too_many_bookings: limitOf,
  too_many_callbacks: later,
  too_many_holds: limit,
  too_many_in_line: later,
  too_many_open: limitOf,
  too_many_tries: later,
  too_many_waits: limit,
  /** window: the alternatives need no proof. address, coupon: there are none. */
  verify_phone: object({ ...nearest.entries, reason: picklist(['window', 'address', 'coupon']) }),
  wrong_code: object({ tries_left: number() }),
  wrong_drive: object({ ...named.entries, drive: picklist(['chain', 'belt_cvt']) }),
  /** An instant. */
  work_begun: object({ since: string() }),
  work_repriced: object({ price: number() }),
  wrong_engine_size: named,
} satisfies Record<string, GenericSchema>;

export type RejectionData = {
  [Code in keyof typeof rejectionData]: InferOutput<(typeof rejectionData)[Code]>;
};
