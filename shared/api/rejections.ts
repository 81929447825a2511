import type { FunctionName } from '../contracts/functions.ts';
import type { RejectionData } from './rejection-data.ts';

/* Rejections by the functions of the database: a code, and the data that its sentence needs. Each app words its
   codes in src/messages.ts. The tests of the database check every rejection against these lists. Pages import the
   types only. */

const forAdmins = ['forbidden', 'not_found'] as const;
/** What only owners do, and owners and accountants with money: it asks for the password or a code again. */
const forOwners = ['forbidden', 'sign_in_again'] as const;
const ofCart = ['items', 'items_refused', 'mode', 'model'] as const;
const ofSlot = [
  ...(['date', 'slot_taken', 'time', 'time_closed', 'time_day_past', 'time_past'] as const),
  ...(['time_too_far', 'time_too_long', 'time_too_soon', 'time_weather'] as const),
] as const;
const ofChange = [
  ...(['cause', 'fee_changed', 'forbidden', 'not_found', 'nothing_to_waive', 'shop_only'] as const),
  ...(['sign_in_again', 'waiver'] as const),
] as const;
const ofHold = [...ofCart, ...ofSlot, 'booked', 'request'] as const;
const ofBookingForm = [
  ...(['address', 'approval_limit', 'area', 'chassis_last5', 'email', 'landmark', 'model_year', 'name'] as const),
  ...(['notes', 'odometer_km', 'phone', 'pin', 'request', 'vehicle_number', 'website'] as const),
] as const;

const ofProposal = [
  ...(['already_included', 'not_in_work', 'work', 'work_item', 'work_minutes', 'work_name', 'work_price'] as const),
  ...(['work_reason', 'work_urgency'] as const),
] as const;
const ofStep = [
  ...(['code_figures', 'final_price', 'handover_code', 'mechanic', 'no_more_tries', 'not_agreed'] as const),
  ...([
    'not_allowed',
    'not_answered',
    'not_checked',
    'not_checked_in',
    'not_here',
    'not_ticked',
    'note_too_long',
    'nothing_asked',
    'oil_missing',
  ] as const),
  ...(['step_note', 'to_status', 'too_early', 'without_code', 'wrong_code'] as const),
] as const;
const ofTick = ['done', 'lines', 'not_in_service', 'not_needed'] as const;
const ofMark = [
  ...forAdmins,
  ...(['accessories', 'concern_answer', 'damage', 'fuel', 'mark', 'odometer_km', 'other_items'] as const),
  ...(['point', 'point_note', 'point_state', 'point_value'] as const),
] as const;
const ofParts = [
  ...(['not_at_work', 'oil_missing', 'part_grade', 'part_hsn', 'part_kind', 'part_make', 'part_name'] as const),
  ...(['part_price', 'part_quantity', 'part_work', 'parts'] as const),
] as const;
const ofEdit = [...forAdmins, 'closed', 'invoice_issued', 'stale'] as const;

/** The codes that each function can answer. */
export const rejectionsOf = {
  answer_items: ['answered', 'not_found', 'part_price', 'work_repriced', 'yes_or_no', ...ofSlot],
  answer_extra_work: [
    ...(['already_included', 'answer', 'answer_note', 'answered', 'not_found', 'note_too_long'] as const),
    ...(['still_asked', 'work_begun', 'work_repriced'] as const),
  ],
  assign_job: [...forAdmins, 'assigned_meanwhile', 'cannot_assign', 'mechanic', 'not_here'],
  cancel_booking: [...ofChange, 'not_allowed', 'reason'],
  change_items: [...ofEdit, ...ofSlot, 'items', 'items_refused', 'needs_yes', 'part_price'],
  claim_payment: ['not_found', 'payment_unknown'],
  client_health: ['forbidden', 'hours'],
  confirm_number: [...forAdmins, 'unknown_code'],
  confirm_payment: [...forAdmins, 'gateway_confirms', 'note_too_long'],
  content_version: [],
  create_booking: [
    ...ofBookingForm,
    ...ofCart,
    ...ofSlot,
    ...(['gstin', 'not_offered', 'payment', 'price_changed', 'request_used', 'too_few_km'] as const),
    ...(['too_many_bookings', 'too_many_open', 'verify_phone'] as const),
    ...(['forbidden', 'group_id', 'on_behalf'] as const),
  ],
  end_declined_work: ['not_found'],
  end_session: ['no_session'],
  extend_hold: ['extended', 'hold_over', 'request'],
  find_in_office: ['forbidden'],
  finish_refund: [...forAdmins, 'gateway_refunds', 'note_too_long', 'payment_note', 'sign_in_again'],
  get_booking: ['not_found'],
  get_caller: ['forbidden', 'phone'],
  get_customer: ['forbidden', 'phone'],
  get_invoice: ['no_invoice', 'not_found'],
  get_job: forAdmins,
  get_offer: ['claimed', 'items_refused', 'offer_over', 'unknown_offer'],
  get_vouchers: ['not_found'],
  give_late_credit: [
    ...forAdmins,
    ...(['credit_note', 'credited', 'no_credit', 'no_weather_credit', 'not_late', 'sign_in_again'] as const),
  ],
  hold_for_caller: [...ofHold, 'forbidden'],
  hold_slot: [...ofHold, 'held_by_many', 'too_many_holds', 'too_many_tries'],
  has_duty: [],
  invite_staff: [...forOwners, 'already_staff', 'contact', 'duty', 'email', 'name', 'phone'],
  is_admin: [],
  issue_credit_note: [
    ...forAdmins,
    ...(['credit_amount', 'credit_lines', 'credit_reason', 'no_invoice', 'request', 'sign_in_again'] as const),
  ],
  join_waitlist: [
    ...ofCart,
    ...ofSlot,
    ...(['email', 'email_needed', 'free', 'in_line', 'name', 'phone', 'request'] as const),
    ...(['too_many_in_line', 'too_many_waits', 'website'] as const),
  ],
  leave_waitlist: ['not_in_line'],
  list_audit: ['forbidden'],
  list_board: ['forbidden'],
  list_declined_work: [],
  list_jobs: ['forbidden'],
  list_places: ['forbidden'],
  list_sessions: [],
  list_slots: ofCart,
  list_staff: ['forbidden'],
  log_call: ['call_about', 'forbidden', 'outcome', 'phone', 'unknown_wish', 'wish_closed'],
  make_owner: [],
  mark_job: [...ofMark, ...ofParts, ...ofProposal, ...ofStep, ...ofTick, 'test_ride', 'test_ride_km', 'timer'],
  my_duty: [],
  pay_after_service: ['expired', 'not_found', 'time_gone'],
  promise_ready: [...forAdmins, 'cannot_promise', 'date', 'promise_past', 'promise_time'],
  propose_extra_work: [...forAdmins, ...ofProposal],
  prove_number: ['unknown_code'],
  quote: ['gstin', 'items', 'mode', 'model'],
  record_payment: [
    ...forAdmins,
    ...(['amount', 'card_number', 'method', 'not_confirmed', 'note_too_long', 'paid'] as const),
    ...(['terminal_reference', 'terminal_reference_used'] as const),
  ],
  reject_claim: [...forAdmins, 'not_claimed', 'note_too_long', 'payment_note'],
  release_hold: [],
  replace_invoice: [
    ...forAdmins,
    ...(['credit_reason', 'final_price', 'gstin', 'name', 'no_invoice', 'not_agreed', 'request'] as const),
    'sign_in_again',
  ],
  report_client_events: ['events', 'too_many_events'],
  reprice_extra_work: [
    ...forAdmins,
    ...(['already_included', 'not_in_work', 'part_price', 'work_done', 'work_price', 'work_reason'] as const),
  ],
  request_callback: [
    ...(['bike', 'kind', 'message', 'message_too_long', 'name', 'phone', 'pin_form'] as const),
    ...(['too_many_callbacks', 'website'] as const),
  ],
  request_report_token: ['versions'],
  require_second_factor: ['forbidden', 'required', 'second_factor_first'],
  reschedule_booking: [
    ...ofChange,
    ...ofSlot,
    ...(['cannot_move', 'day_price_changed', 'mode', 'moved_often', 'no_pickup', 'note_too_long'] as const),
    'pickup_needs_rain',
  ],
  retry_message: ['forbidden', 'not_current', 'not_failed', 'unknown_message'],
  save_used_parts: [...forAdmins, ...ofParts],
  second_factor: [],
  see_extra_work: ['not_found'],
  set_booking_fee: [...forAdmins, 'fee', 'fee_note', 'fee_on_invoice', 'invoice_issued', 'sign_in_again'],
  set_booking_status: [...forAdmins, ...ofStep],
  set_duty: [...forOwners, 'duty', 'last_owner', 'no_person'],
  set_live_versions: ['site', 'versions'],
  set_staff_active: [...forOwners, 'active', 'last_owner', 'no_person'],
  set_weather_mode: ['day', 'forbidden', 'weather_note'],
  start_payment: ['expired', 'method', 'not_found', 'not_offered', 'online_only', 'paid'],
  tick_checklist: [...forAdmins, ...ofTick],
  use_recovery_code: ['recovery_code'],
  update_booking: [...ofEdit, ...ofBookingForm, 'changes', 'mode', 'model', 'date', 'time', 'gstin', 'note_too_long'],
  version_reports: [],
  withdraw_invitation: ['forbidden', 'no_invitation'],
  write_recovery_codes: ['second_factor_first'],
} as const satisfies Record<FunctionName, readonly string[]>;

/** Why a quote rejects a cart or an item of it. */
export const rejectionsOfQuote = [
  ...(['already_included', 'area_not_served', 'does_not_fit', 'duplicate', 'mode_not_offered', 'not_sold'] as const),
  ...(['pickup_by_place', 'pin_not_served', 'primary_missing', 'quantity', 'second_primary'] as const),
  ...(['unknown_item', 'wrong_drive', 'wrong_engine_size'] as const),
] as const;

/** Why a coupon takes nothing off. */
export const rejectionsOfCoupon = [
  ...(['coupon_bikes', 'coupon_first_booking', 'coupon_minimum', 'coupon_needs_day', 'coupon_package'] as const),
  ...(['coupon_season', 'coupon_unknown', 'coupon_weekdays'] as const),
] as const;

/** The codes of direct writes to a table. */
export const rejectionsOfTables = {
  closures: ['closes_at'],
  profiles: ['address_line', 'area_slug', 'full_name', 'landmark', 'phone'],
  staff: ['last_owner'],
} as const;

/** Only admins can get these: they concern arguments that only admins may send. */
export const rejectionsOfAdmins = [
  ...([
    'answer_note',
    'cause',
    'forbidden',
    'group_id',
    'nothing_to_waive',
    'on_behalf',
    'still_asked',
    'waiver',
  ] as const),
] as const;

export type RejectionOf<Name extends FunctionName> = (typeof rejectionsOf)[Name][number];
export type TableRejection<Name extends keyof typeof rejectionsOfTables> = (typeof rejectionsOfTables)[Name][number];
export type SlotRejection = (typeof ofSlot)[number];
export type QuoteRejectionCode = (typeof rejectionsOfQuote)[number];
export type CouponRejectionCode = (typeof rejectionsOfCoupon)[number];
export type AdminRejection = (typeof rejectionsOfAdmins)[number];
/** The sentences of an app for rejection codes; a sentence that shows data is a function of it. */
export type Messages<Code extends string> = {
  readonly [Each in Code]: Each extends keyof RejectionData ? (data: RejectionData[Each]) => string : string;
};
