import { callRpc, type AppError, type Json } from '@twostroke/shared/data';
import type { ServiceMode } from '../domain/booking-form.ts';
import type { BookingPayment, PayBy } from './payments.ts';

/** A booking from its making to its end. Every rule is the database's; refusals come as AppError with its sentence. */

export interface BookingReceipt {
  id: string;
  /** What people read out. */
  number: string;
  status: string;
  booking_date: string;
  booking_time: string;
  window_end: string;
  estimated_price: number;
  pay_by: PayBy;
  /** ISO instant until which a booking that is to be paid online keeps its time. */
  pay_until: string | null;
  /** Opens the booking; only ever carried in a fragment. */
  manage_token: string;
  /** This request had been made before: it is the same booking. */
  repeated: boolean;
}

/**
 * Books. The same request id never books twice.
 * @throws AppError `invalid` (hint: the field), `conflict` with hint slot_taken, price_changed or request_used
 */
export async function createBooking(request: Record<string, unknown>): Promise<BookingReceipt> {
  return (await callRpc('create_booking', { request: request as Json })) as unknown as BookingReceipt;
}

export interface BookedItem {
  item_id: string;
  name: string;
  package_type: 'primary' | 'addon' | 'pickup';
  quantity: number;
  /** Whole rupees, GST included. */
  price: number;
}

/** Work that was found beside what was booked. */
export interface ExtraWorkLine {
  id: string;
  name: string;
  /** Why it is needed. */
  reason: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  status: string;
  /** `limit`: it lay within what the customer allowed at booking. */
  decided_by: string | null;
}

/** A line of a job card, as it was when the work began. */
export interface JobCardLine {
  /** From 1. */
  line: number;
  group_name: string;
  label: string;
  /** ISO instant at which it was ticked or put aside; null while it is to be done. */
  done_at: string | null;
  /** Why it was put aside; null: it was done. */
  not_needed: string | null;
}

/** What cancelling and moving cost the customer at this moment. */
export interface ChangeTerms {
  /** ISO instant until which both are free. */
  free_until: string;
  late: boolean;
  can_cancel: boolean;
  /** Rupees. */
  cancel_fee: number;
  can_move: boolean;
  move_fee: number;
  /** The visit to the gate can become a pickup instead, free. */
  can_pick_up: boolean;
  /** Nobody works at the gate on its day: everything is free. */
  weather: boolean;
}

export interface BookingDetails {
  id: string;
  number: string;
  /** Rises with each change the customer is told of. */
  version: number;
  status: string;
  customer_name: string;
  phone: string;
  email: string | null;
  /** `brand/model` */
  model_id: string;
  bike_name: string;
  vehicle_number: string | null;
  /** Tells a bike without a plate. */
  chassis_last5: string | null;
  model_year: number | null;
  mode: ServiceMode;
  /** YYYY-MM-DD and HH:MM, clock times of the shop. */
  booking_date: string;
  booking_time: string;
  window_end: string;
  ready_date: string;
  minutes: number;
  address_line: string | null;
  landmark: string | null;
  area_name: string | null;
  pin: string | null;
  notes: string | null;
  approval_limit: number;
  /** What a coupon took off; estimated_price is what is left. */
  coupon_code: string | null;
  discount: number;
  estimated_price: number;
  final_price: number | null;
  /** For cancelling or moving late and for not being there, beside the bill. */
  fee: number;
  mechanic: string | null;
  cancelled_by: 'customer' | 'shop' | null;
  cancel_reason: string | null;
  /** ISO instants. */
  created_at: string;
  /** When it was completed, cancelled or missed. */
  closed_at: string | null;
  terms: ChangeTerms;
  items: BookedItem[];
  extra_work: ExtraWorkLine[];
  /** Four figures that are said when the bike changes hands. Null for the shop, and when nothing changes hands any more. */
  handover_code: string | null;
  /** The finished job card; empty until the bike is ready. */
  checklist: JobCardLine[];
  gstin: string | null;
  /** What is paid and what is left to pay. */
  payment: BookingPayment;
  shop: { name: string; phone: string; whatsapp: string; address: string };
}

/** Who asks: the holder of a link by its token, or somebody signed in by the id. */
export interface BookingKey {
  booking?: string;
  manage_token?: string;
}

/** @throws AppError `not_found` */
export async function getBooking(key: BookingKey): Promise<BookingDetails> {
  return (await callRpc('get_booking', { ...key })) as unknown as BookingDetails;
}

/** What the customer has seen and agreed to. */
export interface Agreed {
  /** Rupees. */
  fee: number;
  /** The new price, where the day changes it. */
  total?: number;
}

/**
 * Cancels and frees the place.
 * @throws AppError `conflict` with hint fee_changed (`newTermsOf`) or not_allowed, `not_found`
 */
export async function cancelBooking(
  key: BookingKey & { booking: string },
  reason: string,
  agreed: Agreed = { fee: 0 },
): Promise<void> {
  await callRpc('cancel_booking', { ...key, expected_fee: agreed.fee, ...(reason && { reason }) });
}

/**
 * Whose reason a change has. The customer's costs what it costs him; the shop's and rain or a closed road cost nothing,
 * and a cancellation for the shop's own reasons gives ₹100 credit.
 */
export type ChangeCause = 'shop' | 'weather' | 'customer';

/** What an admin says to a change. */
export interface StaffWord {
  cause: ChangeCause;
  /** Why the fee is not asked for. */
  waiver?: string;
  /** Kept with the booking, when it is moved. */
  note?: string;
}

/**
 * For admins: cancels for a customer who asked for it, or for the shop's reasons.
 * @param reason for the customer
 * @throws AppError `conflict` with hint fee_changed (`newTermsOf`) or not_allowed, `invalid` with hint waiver
 */
export async function cancelForShop(
  booking: string,
  reason: string,
  { cause, waiver }: Omit<StaffWord, 'note'>,
  agreed: Agreed = { fee: 0 },
): Promise<void> {
  await callRpc('cancel_booking', { booking, reason, cause, expected_fee: agreed.fee, ...(waiver && { waiver }) });
}

export interface NewSlot {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  /** `pickup`: of a visit to the gate that the weather stops. The same place when left out. */
  mode?: 'pickup';
}

/**
 * Moves a booking: the new place is taken before the old one is given back.
 * @param staff what an admin says to it
 * @throws AppError `conflict` with hint slot_taken, fee_changed or price_changed (`newTermsOf`), moved_often, not_allowed
 */
export async function rescheduleBooking(
  key: BookingKey & { booking: string },
  slot: NewSlot,
  agreed: Agreed = { fee: 0 },
  staff?: StaffWord,
): Promise<void> {
  const { fee, total } = agreed;
  const seen = { expected_fee: fee, ...(total !== undefined && { expected_total: total }) };
  await callRpc('reschedule_booking', { ...key, ...slot, ...seen, ...staff });
}

/** What a refusal asks the customer to agree to; null when it is about something else. */
export function newTermsOf({ hint, details }: AppError): Partial<Agreed> | null {
  if (hint !== 'fee_changed' && hint !== 'price_changed') return null;
  try {
    const { fee, total } = JSON.parse(details ?? '') as Partial<Agreed>;
    return { ...(typeof fee === 'number' && { fee }), ...(typeof total === 'number' && { total }) };
  } catch {
    return null;
  }
}

/**
 * Says yes or no to one line of extra work. An admin says how the customer told him.
 * @throws AppError `conflict` with hint answered, `not_found`, `invalid` with hint note
 */
export async function answerExtraWork(
  line: string,
  approve: boolean,
  more: { manage_token?: string; note?: string } = {},
): Promise<void> {
  await callRpc('answer_extra_work', { line, approve, ...more });
}

/** For admins: names work found while inspecting. @throws AppError */
export async function proposeExtraWork(
  booking: string,
  items: { name: string; reason: string; price: number; minutes: number }[],
): Promise<void> {
  await callRpc('propose_extra_work', { booking, items });
}

/** What is told with a step. Where the bike changes hands: the code the customer says, or why it goes without. */
export interface StepNotes {
  note?: string;
  mechanic?: string;
  final_price?: number;
  handover_code?: string;
  without_code?: string;
}

/**
 * For admins: one step along the table of transitions.
 * @throws AppError `conflict` with hint not_allowed, not_ticked or no_more_tries, `invalid` with hint handover_code
 */
export async function setBookingStatus(booking: string, to_status: string, more: StepNotes = {}): Promise<void> {
  await callRpc('set_booking_status', { booking, to_status, ...more });
}

/** Lines of a job card that are done, not done after all, or not needed and why. */
export interface Tick {
  lines: number[];
  done: boolean;
  not_needed?: string;
}

/** For admins: ticks lines. Answers the whole job card. @throws AppError `conflict` with hint not_allowed */
export async function tickChecklist(booking: string, tick: Tick): Promise<JobCardLine[]> {
  const answer = (await callRpc('tick_checklist', { booking, ...tick })) as unknown as { checklist: JobCardLine[] };
  return answer.checklist;
}

/** For admins: another fee than the rules make, with the reason. @throws AppError */
export async function setBookingFee(booking: string, fee: number, note: string): Promise<void> {
  await callRpc('set_booking_fee', { booking, fee, note });
}

/** For admins: has a message that could not be delivered tried again. @throws AppError `conflict` with hint not_current */
export async function retryMessage(message: number): Promise<void> {
  await callRpc('retry_message', { message });
}
