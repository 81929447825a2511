import { array, boolean, nullable, number, object, optional, picklist, string, type InferOutput } from 'valibot';
import { bookingStatus, clockTime, date, instant, packageType, payBy, serviceMode, words } from './fields.ts';
import { bookingEvent } from './event.ts';
import { checkIn, inspectionPoint, jobPhoto } from './inspection.ts';
import { bookingPayment } from './payment.ts';

/** What functions return about a booking as its customer or an admin sees it. */

const bookedItem = object({
  item_id: string(),
  name: string(),
  package_type: packageType,
  quantity: number(),
  /** Whole rupees, GST included. */
  price: number(),
});

/** A line of a job card, copied when the work began. */
export const jobCardLine = object({
  /** From 1. */
  line: number(),
  group_name: string(),
  label: string(),
  /** When it was ticked or set aside; null while it is open. */
  done_at: nullable(instant),
  /** Why it was set aside; null: it was done. */
  not_needed: nullable(string()),
  /** Whether it is what the customer wrote; answer says what became of it. */
  is_concern: boolean(),
  answer: nullable(picklist(words.concern_answer)),
  answer_note: nullable(string()),
});

/** What the customer wrote, and what became of it. */
const concern = object({
  /** Of the job card: photos name it. */
  line: number(),
  label: string(),
  /** Null until it was looked for. */
  answer: nullable(picklist(words.concern_answer)),
  answer_note: nullable(string()),
});

/** What cancelling and moving cost the customer now. */
const changeTerms = object({
  /** Until when both are free. */
  free_until: instant,
  late: boolean(),
  can_cancel: boolean(),
  /** Rupees. */
  cancel_fee: number(),
  /** What we credit when we cancel it ourselves now, and when we move it. */
  cancel_credit: number(),
  can_move: boolean(),
  move_fee: number(),
  move_credit: number(),
  /** The visit to the gate can become a pickup instead, free. */
  can_pick_up: boolean(),
  /** Weather mode of the day: no work at the gate, and every change is free. */
  weather: boolean(),
});

/** Work that was found in addition to what was booked. */
export const extraWork = object({
  id: string(),
  name: string(),
  /** Why it is needed. */
  reason: string(),
  /** Whole rupees, GST included. */
  price: number(),
  minutes: number(),
  status: picklist(words.extra_work_status),
  /** `limit`: within the amount that the customer approved at booking. */
  decided_by: nullable(picklist(words.extra_work_decider)),
  /** The package or add-on of the catalog that it is. */
  item_id: nullable(string()),
  urgency: nullable(picklist(words.work_urgency)),
  /** Rises with each change of the price, which takes the answer back. */
  price_version: number(),
  /** From then on the workshop no longer waits for an answer, ISO 8601. */
  answer_by: optional(nullable(string())),
  /** When it was proposed, or asked again at another price. */
  proposed_at: optional(instant),
  /** When the customer first opened the question. */
  seen_at: optional(nullable(instant)),
  /** When it was answered. */
  decided_at: optional(nullable(instant)),
  /** Since when the answer can be changed no more: the work on it has begun, or the bike is ready. */
  locked_at: optional(nullable(instant)),
});

/** Work that was found on a bike and not done: it can be booked next time. */
export const declinedWork = object({
  id: string(),
  item_id: nullable(string()),
  name: string(),
  reason: string(),
  /** Whole rupees, today's price where it is in the catalog. */
  price: number(),
  minutes: number(),
  urgency: nullable(picklist(words.work_urgency)),
  answer: picklist(words.extra_work_status),
  answered_on: date,
  /** no_answer: the customer was asked and no answer came until then. */
  decided_by: optional(nullable(picklist(words.extra_work_decider))),
});

/** A part, oil or consumable that was used on a job, or a battery taken back. */
export const usedPart = object({
  position: number(),
  kind: picklist(words.used_part_kind),
  name: string(),
  make: nullable(string()),
  part_number: nullable(string()),
  /** Of oil: 15W-50. */
  grade: nullable(string()),
  hsn: string(),
  quantity: number(),
  unit: picklist(words.part_unit),
  /** Whole rupees of the whole quantity; 0: included in the work. Of a battery taken back: what is taken off. */
  price: number(),
  /** The extra work out of whose price it is billed; null: the booked work. */
  extra_work_id: nullable(string()),
});

/** Engine oil that the work includes and nobody has written down yet: what the model takes. */
export const missingOil = object({ litres: number(), grade: nullable(string()) });

/** Other work that waits for the yes of the customer. */
const itemQuestion = object({
  /** Whole rupees, and how much dearer than what is booked. */
  total: number(),
  rise: number(),
  minutes: number(),
  asked_at: instant,
  lines: array(object({ name: string(), quantity: number(), price: number(), is_new: boolean() })),
  /** What would not be done any more. */
  gone: array(string()),
});

export const bookingDetails = object({
  id: string(),
  number: string(),
  /** Rises with each change that the customer is notified of. */
  version: number(),
  status: bookingStatus,
  customer_name: string(),
  phone: string(),
  email: nullable(string()),
  /** How it came in. */
  origin: optional(picklist(words.booking_origin)),
  /** How often staff have corrected it: a correction names it as expected_version. */
  edits: optional(number()),
  /** `brand/model` */
  model_id: string(),
  bike_name: string(),
  vehicle_number: nullable(string()),
  /** Identifies a bike without a plate. */
  chassis_last5: nullable(string()),
  model_year: nullable(number()),
  mode: serviceMode,
  booking_date: date,
  booking_time: clockTime,
  window_end: clockTime,
  ready_date: date,
  /** For which staff promised it; null: for the day. */
  ready_time: optional(nullable(clockTime)),
  minutes: number(),
  address_line: nullable(string()),
  landmark: nullable(string()),
  area_name: nullable(string()),
  pin: nullable(string()),
  notes: nullable(string()),
  approval_limit: number(),
  /** Rupees of it that are used, by extra work and by changes of the booked work without a yes. */
  limit_used: optional(number()),
  /** The coupon's discount; estimated_price is the price after it. */
  coupon_code: nullable(string()),
  discount: number(),
  estimated_price: number(),
  final_price: nullable(number()),
  /** Fees for late changes and no-show, in addition to the bill. */
  fee: number(),
  mechanic: nullable(string()),
  cancelled_by: nullable(picklist(words.cancelling_party)),
  cancel_reason: nullable(string()),
  created_at: instant,
  /** When it was completed, cancelled or recorded as a no-show. */
  closed_at: nullable(instant),
  terms: changeTerms,
  items: array(bookedItem),
  extra_work: array(extraWork),
  check_in: nullable(checkIn),
  /** What was looked at; empty before the inspection. not_checked never reads as fine. */
  inspection: array(inspectionPoint),
  photos: array(jobPhoto),
  used_parts: optional(array(usedPart)),
  /** Null for the customer, and when none is missing. */
  missing_oil: optional(nullable(missingOil)),
  /** Found with it, not done, and not booked since. */
  declined_work: optional(array(declinedWork)),
  item_question: optional(nullable(itemQuestion)),
  /** Four digits that the customer says when the bike changes hands. Null for the shop, and when no handover is left. */
  handover_code: nullable(string()),
  /** Whether SMS may be sent to its number before the bike is with us. Null for everybody but admins. */
  number_proven: nullable(boolean()),
  /** From the check-in on, where the customer wrote something. */
  concerns: optional(nullable(array(concern))),
  /** The finished job card; empty until the bike is ready. */
  checklist: array(jobCardLine),
  /** Its history, the oldest first. */
  events: array(bookingEvent),
  gstin: nullable(string()),
  /** What is paid and what is left to pay. */
  payment: bookingPayment,
  shop: object({
    name: string(),
    phone: string(),
    whatsapp: string(),
    address: string(),
    /** Rupees, for a visit at which the mechanic could not work. */
    visit_fee: number(),
    /** From when after the booked start a no-show may be recorded. */
    no_show_minutes: number(),
    /** From when after the end of a window the shop has missed it. */
    late_minutes: number(),
    /** Rupees of credit when the shop cancels or misses the window. */
    late_credit: number(),
  }),
});

export const bookingReceipt = object({
  id: string(),
  /** The short number that people read aloud. */
  number: string(),
  status: bookingStatus,
  booking_date: date,
  booking_time: clockTime,
  window_end: clockTime,
  /** Whole rupees. */
  estimated_price: number(),
  pay_by: payBy,
  /** Until when a booking that awaits online payment keeps its time. */
  pay_until: nullable(instant),
  /** Opens the booking; only ever carried in a fragment. Empty for staff who booked for the customer. */
  manage_token: string(),
  /** Whether this request was sent before: then this is the existing booking. */
  repeated: boolean(),
  /** The booking itself, so that its page asks for nothing; missing for staff, and from a database of before. */
  booking: optional(nullable(bookingDetails)),
});

export type BookingReceipt = InferOutput<typeof bookingReceipt>;
export type DeclinedWork = InferOutput<typeof declinedWork>;
export type UsedPart = InferOutput<typeof usedPart>;
export type BookedItem = InferOutput<typeof bookedItem>;
export type JobCardLine = InferOutput<typeof jobCardLine>;
export type Concern = InferOutput<typeof concern>;
export type ChangeTerms = InferOutput<typeof changeTerms>;
export type BookingDetails = InferOutput<typeof bookingDetails>;
