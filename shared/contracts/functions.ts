import {
  array,
  boolean,
  intersect,
  nullable,
  number,
  object,
  picklist,
  string,
  type GenericSchema,
  type InferOutput,
} from 'valibot';
import type { PayBy } from './answers/fields.ts';
import { bookingDetails, bookingReceipt, declinedWork, extraWork, jobCardLine, usedPart } from './answers/booking.ts';
import { board } from './answers/board.ts';
import { customerCard, knownCaller, loggedCall, officeFinds } from './answers/caller.ts';
import { words } from './answers/fields.ts';
import { health, versionReports } from './answers/health.ts';
import { creditNote, invoice, voucher } from './answers/invoice.ts';
import { job, jobHead, markAnswer } from './answers/job.ts';
import { paymentAnswer, upiRequest } from './answers/payment.ts';
import { quote } from './answers/quote.ts';
import { endedSession, openSession } from './answers/session.ts';
import { recoveryCodeUsed, secondFactor, secondFactorRequired } from './answers/second-factor.ts';
import { slotCalendar, slotHold, weatherMode, windowPlaces } from './answers/slots.ts';
import { bookingState } from './answers/state.ts';
import { auditLine, staffDuty, staffOfShop } from './answers/staff.ts';
import { waitlistEntry, placeOffer } from './answers/waitlist.ts';
import type { Database } from './database.types.ts';

/**
 * What each database function that an API caller may use returns. In the generated types every answer is just json, so
 * each one is described here, once. The types of callRpc come from it; the tests of the database check each
 * description against a real answer. Pages import its types only: it is in no bundle.
 */
export const functionAnswers = {
  answer_extra_work: intersect([bookingState, object({ extra_work: array(extraWork) })]),
  answer_items: bookingState,
  see_extra_work: object({ id: string() }),
  assign_job: bookingState,
  cancel_booking: bookingState,
  change_items: intersect([bookingState, object({ edits: number(), total: number(), needs_yes: boolean() })]),
  claim_payment: paymentAnswer,
  client_health: health,
  confirm_number: bookingState,
  confirm_payment: paymentAnswer,
  content_version: string(),
  create_booking: bookingReceipt,
  end_declined_work: object({ id: string(), booking: string() }),
  end_session: endedSession,
  extend_hold: slotHold,
  find_in_office: officeFinds,
  finish_refund: paymentAnswer,
  get_booking: bookingDetails,
  get_caller: knownCaller,
  get_customer: customerCard,
  get_invoice: invoice,
  get_job: job,
  get_offer: placeOffer,
  get_vouchers: array(voucher),
  give_late_credit: paymentAnswer,
  hold_for_caller: slotHold,
  has_duty: boolean(),
  hold_slot: slotHold,
  invite_staff: staffOfShop,
  is_admin: boolean(),
  issue_credit_note: intersect([paymentAnswer, object({ credit_notes: array(creditNote) })]),
  join_waitlist: waitlistEntry,
  leave_waitlist: object({ state: picklist(words.waitlist_state) }),
  list_audit: array(auditLine),
  list_board: board,
  list_declined_work: array(declinedWork),
  list_jobs: array(jobHead),
  list_places: array(windowPlaces),
  list_sessions: array(openSession),
  list_slots: slotCalendar,
  list_staff: staffOfShop,
  log_call: loggedCall,
  make_owner: staffDuty,
  mark_job: markAnswer,
  my_duty: nullable(staffDuty),
  pay_after_service: paymentAnswer,
  promise_ready: bookingState,
  propose_extra_work: intersect([bookingState, object({ extra_work: array(extraWork) })]),
  prove_number: object({ manage_token: string() }),
  quote,
  record_payment: paymentAnswer,
  reject_claim: paymentAnswer,
  release_hold: object({ released: boolean() }),
  replace_invoice: intersect([paymentAnswer, object({ number: string() })]),
  report_client_events: object({ kept: number(), token: nullable(string()) }),
  reprice_extra_work: intersect([bookingState, object({ extra_work: array(extraWork) })]),
  request_callback: object({ id: string() }),
  request_report_token: nullable(string()),
  require_second_factor: secondFactorRequired,
  reschedule_booking: bookingState,
  retry_message: object({ id: number(), status: picklist(words.message_status) }),
  save_used_parts: intersect([bookingState, object({ used_parts: array(usedPart) })]),
  second_factor: secondFactor,
  set_booking_fee: bookingState,
  set_booking_status: bookingState,
  set_duty: staffOfShop,
  set_live_versions: number(),
  set_staff_active: staffOfShop,
  set_weather_mode: weatherMode,
  start_payment: upiRequest,
  tick_checklist: object({ left: number(), checklist: array(jobCardLine) }),
  use_recovery_code: recoveryCodeUsed,
  update_booking: intersect([bookingState, object({ edits: number() })]),
  version_reports: array(versionReports),
  withdraw_invitation: staffOfShop,
  write_recovery_codes: array(string()),
} satisfies Record<FunctionName, GenericSchema>;

type Generated = Database['public']['Functions'];
type ServiceMode = Database['public']['Enums']['service_mode'];

export type FunctionName = keyof Generated & string;
export type FunctionResult<Name extends FunctionName> = InferOutput<(typeof functionAnswers)[Name]>;

/** Arguments by name; those that are json in the database have their shape from JsonArguments. */
export type FunctionArguments<Name extends FunctionName> = Name extends keyof JsonArguments
  ? Omit<Generated[Name]['Args'], keyof JsonArguments[Name]> & JsonArguments[Name]
  : Generated[Name]['Args'];

interface ItemRequest {
  /** Slug of the package or add-on. */
  id: string;
  quantity: number;
  /** Of list_declined_work: books that work as an add-on. */
  declined?: string;
  /** With declined, for a guest: the token of the booking with which it was declined. */
  link?: string;
  /** Of get_caller: books a free re-check of that booking, for owners and desk. */
  recheck?: string;
}

/** What the customer sends to book: see parse_booking_request. */
export interface BookingRequest {
  /** The same on every attempt, so that a retry books only once. */
  request_id: string;
  /** `brand/model` */
  model: string;
  items: ItemRequest[];
  mode: ServiceMode;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, where the window starts. */
  time: string;
  name: string;
  phone: string;
  email?: string;
  vehicle_number?: string;
  plate_not_issued?: boolean;
  chassis_last5?: string;
  address?: { line: string; landmark: string; area: string; pin: string };
  odometer_km?: number;
  model_year?: number;
  notes?: string;
  /** Rupees of extra work that need no approval; 0 when left out. */
  approval_limit?: number;
  coupon?: string;
  gstin?: string;
  /** `after_service` when left out. */
  payment?: PayBy;
  /** The total that the customer agreed to, in rupees. */
  expected_total: number;
  /** The secret of a browser in which the number was proven: 128 bits or more, in hex. */
  proof?: string;
  /** A honeypot: people never see this field. */
  website?: string;
  /** Staff book for the customer of that number, who called or stands at the counter. */
  on_behalf?: 'phone' | 'walk_in';
  /** With on_behalf: the call-back request that the booking answers. */
  callback?: string;
  /** With on_behalf: the entry of the waitlist that the booking answers. */
  waiting?: string;
  /** With on_behalf: a UUID that several bikes of one customer, place and day have in common. */
  group_id?: string;
}

export interface WaitlistRequest {
  /** The same on every attempt, so that a retry joins only once. */
  request_id: string;
  mode: ServiceMode;
  items: ItemRequest[];
  model: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, where the window starts. */
  time: string;
  name: string;
  phone: string;
  /** May be empty when the session or proof proves the number. */
  email: string;
  /** The secret of a browser in which the number was proven: 128 bits or more, in hex. */
  proof?: string;
}

export interface ExtraWorkProposal {
  /** A package or add-on that fits the bike; it gives name, price and minutes where they are left out. */
  item?: string;
  name?: string;
  reason: string;
  /** Whole rupees. */
  price?: number;
  minutes?: number;
  urgency?: Database['public']['Enums']['work_urgency'];
}

/**
 * Something that staff entered on the floor; the id makes it count once.
 * `replaces`: when the mark was made that its sender has read and overrules. `queued`: it waited on the phone.
 */
export type JobMark = { id: string; made_at: string; replaces?: string; queued?: true } & (
  | {
      kind: 'check_in';
      odometer_km?: number;
      fuel?: number;
      accessories?: string[];
      other_items?: string;
      damage?: string;
    }
  | { kind: 'point'; point: string; state: Database['public']['Enums']['point_state']; value?: number; note?: string }
  | { kind: 'tick'; line: number; label: string; done: boolean; not_needed?: string }
  | { kind: 'concern'; line: number; answer: Database['public']['Enums']['concern_answer']; note?: string }
  | { kind: 'propose'; items: ExtraWorkProposal[] }
  | {
      kind: 'step';
      to_status: Database['public']['Enums']['booking_status'];
      note?: string;
      mechanic?: string;
      handover_code?: string;
      without_code?: string;
      undo?: true;
    }
  | { kind: 'part'; part: UsedPartEntry }
  /** Takes a part off again: its position and name. */
  | { kind: 'part'; off: number; name: string }
  | { kind: 'timer'; running: boolean }
  | { kind: 'test_ride'; running: true }
  /** What is read and was tried after the ride. */
  | { kind: 'test_ride'; running: false; odometer_km?: number; checks: string[] }
);

/** A part as staff write it down; see usedPart. */
export interface UsedPartEntry {
  kind: Database['public']['Enums']['used_part_kind'];
  name: string;
  make?: string;
  part_number?: string;
  grade?: string;
  hsn: string;
  quantity: number;
  unit?: Database['public']['Enums']['part_unit'];
  price?: number;
  extra_work_id?: string;
}

/** What a correction changes; what is left out stays. An empty text takes a field off. */
export interface BookingCorrection {
  name?: string;
  phone?: string;
  email?: string;
  address?: { line: string; landmark: string; area: string; pin: string };
  vehicle_number?: string;
  chassis_last5?: string;
  odometer_km?: number | string;
  model_year?: number | string;
  notes?: string;
  gstin?: string;
}

/** The json that functions accept. */
interface JsonArguments {
  change_items: { items: ItemRequest[] };
  create_booking: { request: BookingRequest };
  hold_for_caller: { items: ItemRequest[] };
  hold_slot: { items: ItemRequest[] };
  issue_credit_note: { lines: { line: number; rupees: number }[] };
  join_waitlist: { request: WaitlistRequest };
  mark_job: { mark: JobMark };
  list_slots: { items?: ItemRequest[] };
  propose_extra_work: { items: ExtraWorkProposal[] };
  quote: { items: ItemRequest[] };
  save_used_parts: { parts: UsedPartEntry[] };
  update_booking: { changes: BookingCorrection };
}
