import {
  intersect,
  literal,
  nullable,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
  variant,
  type InferOutput,
} from 'valibot';
import { bookingStatus, clockTime, date, instant, words } from './fields.ts';

/** An entry in the history of a booking. */

/** Why a payment came too late to confirm its booking. */
const late = picklist(['coupon_used', 'time_taken']);
/** The coupon that another booking of the number has used meanwhile. */
const coupon = optional(string());
const rupees = number();
const nothing = object({});

/** What happened, with its facts. */
const eventFacts = variant('kind', [
  /** without_code: why a bike changed hands without the code. */
  object({ kind: literal('status'), data: object({ without_code: optional(string()) }) }),
  /** cause: when staff moved it. */
  object({
    kind: literal('moved'),
    data: object({ cause: optional(picklist(words.change_cause)), to_pickup: optional(literal(true)) }),
  }),
  object({ kind: literal('claimed'), data: object({ by: picklist(['phone', 'email']) }) }),
  object({ kind: literal('fee_changed'), data: nothing }),
  object({ kind: literal('fee_waived'), data: object({ rupees }) }),
  object({ kind: literal('payment_reported'), data: object({ rupees, reference: string() }) }),
  object({
    kind: literal('payment_received'),
    data: object({ rupees, method: picklist(words.payment_method), late: optional(late), coupon }),
  }),
  object({ kind: literal('payment_not_found'), data: nothing }),
  object({ kind: literal('paid_late'), data: object({ late, coupon }) }),
  object({ kind: literal('not_paid'), data: nothing }),
  object({ kind: literal('pays_after_service'), data: nothing }),
  object({ kind: literal('refunded'), data: object({ rupees }) }),
  object({ kind: literal('credit_given'), data: object({ rupees }) }),
  /** A later bike of the group made the discount hold. */
  object({ kind: literal('group_discount'), data: object({ rupees, coupon: string() }) }),
  /** The columns that staff changed, with their former values. */
  object({
    kind: literal('corrected'),
    data: object({ before: record(string(), nullable(union([string(), number()]))) }),
  }),
  /** Rupees: the estimate before and after. */
  object({ kind: literal('items_changed'), data: object({ from: rupees, to: rupees }) }),
  object({ kind: literal('items_asked'), data: object({ from: rupees, to: rupees }) }),
  object({ kind: literal('items_declined'), data: object({ from: rupees, to: rupees }) }),
  object({ kind: literal('credit_note'), data: object({ number: string(), rupees }) }),
  /** For when staff promised the bike; without time: for the day. */
  object({ kind: literal('promised'), data: object({ date, time: optional(clockTime) }) }),
  /** To extra work; rupees that it costs. */
  object({
    kind: literal('answer_changed'),
    data: object({
      work: string(),
      price: rupees,
      from: picklist(words.extra_work_status),
      to: picklist(words.extra_work_status),
    }),
  }),
  object({ kind: literal('noted'), data: nothing }),
  /** link: a press on the page of the SMS's link. staff: the customer read the code aloud. */
  object({ kind: literal('number_proven'), data: object({ by: picklist(['link', 'staff']) }) }),
]);

export const bookingEvent = intersect([
  object({
    at: instant,
    actor: picklist(words.booking_actor),
    /** Equal to to_status when the status stayed. */
    from_status: nullable(bookingStatus),
    to_status: bookingStatus,
    /** What a person typed. */
    note: nullable(string()),
    /** When it was to start before this event moved it. */
    moved_from: nullable(instant),
    /** Rupees that this event added to the fee. */
    fee: number(),
  }),
  eventFacts,
]);

export type EventFacts = InferOutput<typeof eventFacts>;
export type BookingEvent = InferOutput<typeof bookingEvent>;
