import { callRpc, type AppError } from '@twostroke/shared/client';
import type { BookingStatus, DatabaseEnum } from '../domain/database-enum.ts';
import type { ExtraWork, NotedAnswer } from '../domain/extra-work.ts';
import type { BookingDetails, BookingReceipt, JobCardLine } from '../contracts/answers/booking.ts';
import type { BookingKey } from './booking-key.ts';
import { dataOfRejection } from './data-of-rejection.ts';
import type { BookingRequest, ExtraWorkProposal } from '../contracts/functions.ts';

export type {
  BookedItem,
  BookingDetails,
  BookingReceipt,
  ChangeTerms,
  JobCardLine,
} from '../contracts/answers/booking.ts';
export type { BookingKey };

/**
 * A booking, from creation to completion. The database enforces every rule; its rejections arrive as AppError with their
 * code.
 */

/**
 * Books. The same request id never books twice.
 * @throws AppError `invalid` (hint: the field), `conflict` with hint slot_taken, price_changed, request_used
 *    or verify_phone
 */
export async function createBooking(request: BookingRequest): Promise<BookingReceipt> {
  return callRpc('create_booking', { request });
}

/** @throws AppError `not_found` */
export async function getBooking(key: BookingKey): Promise<BookingDetails> {
  return callRpc('get_booking', { ...key });
}

/** What the customer has seen and agreed to. */
export interface AgreedTerms {
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
  agreed: AgreedTerms = { fee: 0 },
): Promise<void> {
  await callRpc('cancel_booking', { ...key, expected_fee: agreed.fee, ...(reason && { reason }) });
}

/**
 * Who caused the change; it decides the fee. The customer's changes cost the customer's fees; those of the shop and the
 * weather cost nothing, and a cancellation by the shop gives a credit.
 */
export type ChangeCause = DatabaseEnum<'change_cause'>;

/** What an admin states about a change. */
export interface StaffReason {
  cause: ChangeCause;
  /** Why the fee is waived. */
  waiver?: string;
  /** Kept with the booking when it is moved. */
  note?: string;
}

/**
 * For admins: cancels at the customer's request or for the shop's reasons.
 * @param reason for the customer
 * @throws AppError `conflict` with hint fee_changed (`newTermsOf`) or not_allowed, `invalid` with hint waiver
 */
export async function cancelForShop(
  booking: string,
  reason: string,
  { cause, waiver }: Omit<StaffReason, 'note'>,
  agreed: AgreedTerms = { fee: 0 },
): Promise<void> {
  await callRpc('cancel_booking', { booking, reason, cause, expected_fee: agreed.fee, ...(waiver && { waiver }) });
}

export interface NewSlot {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  /** `pickup`: instead of a visit to the gate that the weather prevents. Left out: the same mode. */
  mode?: 'pickup';
}

/**
 * Moves a booking: the new place is taken before the old one is released.
 * @param staff what an admin states about it
 * @throws AppError `conflict` with hint slot_taken, fee_changed or day_price_changed (`newTermsOf`), moved_often,
 *    cannot_move
 */
export async function rescheduleBooking(
  key: BookingKey & { booking: string },
  slot: NewSlot,
  agreed: AgreedTerms = { fee: 0 },
  staff?: StaffReason,
): Promise<void> {
  const { fee, total } = agreed;
  const seen = { expected_fee: fee, ...(total !== undefined && { expected_total: total }) };
  await callRpc('reschedule_booking', { ...key, ...slot, ...seen, ...staff });
}

/** The new terms that a rejection asks the customer to accept; null for any other rejection. */
export function newTermsOf(error: AppError): Partial<AgreedTerms> | null {
  const terms = dataOfRejection(error, 'fee_changed', 'day_price_changed');
  if (!terms) return null;
  return 'fee' in terms ? { fee: terms.fee } : { total: terms.total };
}

/**
 * Answers one line of extra work, at the price that was seen. An admin notes how the customer answered.
 * @throws AppError `conflict` with hint answered or work_repriced, `not_found`, `invalid` with hint answer_note
 */
export async function answerExtraWork(
  line: Pick<ExtraWork, 'id' | 'price_version'>,
  answer: NotedAnswer,
  more: { manage_token?: string; note?: string } = {},
): Promise<void> {
  const seen = line.price_version === undefined ? {} : { price_version: line.price_version };
  await callRpc('answer_extra_work', { line: line.id, answer, ...seen, ...more });
}

/** For admins: proposes work found on the bike. @throws AppError */
export async function proposeExtraWork(booking: string, items: ExtraWorkProposal[]): Promise<void> {
  await callRpc('propose_extra_work', { booking, items });
}

/** What accompanies a transition. Where the bike changes hands: the code the customer says, or why there is none. */
export interface StepNotes {
  note?: string;
  mechanic?: string;
  final_price?: number;
  handover_code?: string;
  without_code?: string;
  /** Takes the latest step back: it was pressed by mistake. */
  undo?: true;
}

/**
 * For admins: one transition.
 * @throws AppError `conflict` with hint not_allowed, not_ticked or no_more_tries, `invalid` with hint wrong_code
 */
export async function setBookingStatus(booking: string, to_status: BookingStatus, more: StepNotes = {}): Promise<void> {
  await callRpc('set_booking_status', { booking, to_status, ...more });
}

/** Lines of a job card that are done, not done after all, or not needed and why. */
export interface ChecklistUpdate {
  lines: number[];
  done: boolean;
  not_needed?: string;
}

/** For admins: ticks lines. Returns the whole job card. @throws AppError `conflict` with hint not_in_service */
export async function tickChecklist(booking: string, tick: ChecklistUpdate): Promise<JobCardLine[]> {
  return (await callRpc('tick_checklist', { booking, ...tick })).checklist;
}

/**
 * For admins: the customer has read the code of the booking's SMS aloud, so the number is theirs.
 * @throws AppError `not_found` with hint unknown_code
 */
export async function confirmNumberOf(booking: string, code: string): Promise<void> {
  await callRpc('confirm_number', { booking, code });
}

/** For admins: overrides the fee, with the reason. @throws AppError */
export async function setBookingFee(booking: string, fee: number, note: string): Promise<void> {
  await callRpc('set_booking_fee', { booking, fee, note });
}

/** For admins: retries an undelivered message. @throws AppError `conflict` with hint not_current */
export async function retryMessage(message: number): Promise<void> {
  await callRpc('retry_message', { message });
}
