import type { FunctionName } from '@twostroke/shared/contracts/functions';

/**
 * Where each write of the site is pressed and its answers are looked at: the journey `press-answers`, or another one that
 * tells more of it. `reads`: changes nothing that a person sees. `silent`: no press sends it, so it has no
 * answer. A new function, or a new write of an app, needs a line here and a row in its journey.
 */
export type Answered =
  'press-answers' | 'booking-answers' | 'held-times' | 'caller-bookings' | 'second-factor' | 'reads' | 'silent';

export const functions: Readonly<Record<FunctionName, Answered>> = {
  answer_extra_work: 'press-answers',
  answer_items: 'press-answers',
  assign_job: 'press-answers',
  cancel_booking: 'press-answers',
  change_items: 'press-answers',
  claim_payment: 'press-answers',
  client_health: 'reads',
  confirm_number: 'press-answers',
  confirm_payment: 'press-answers',
  content_version: 'reads',
  create_booking: 'booking-answers',
  end_declined_work: 'press-answers',
  end_session: 'press-answers',
  extend_hold: 'held-times',
  find_in_office: 'reads',
  finish_refund: 'press-answers',
  get_booking: 'reads',
  get_caller: 'reads',
  get_customer: 'reads',
  get_invoice: 'reads',
  get_job: 'reads',
  get_offer: 'reads',
  give_late_credit: 'press-answers',
  hold_for_caller: 'caller-bookings',
  has_duty: 'reads',
  hold_slot: 'held-times',
  invite_staff: 'press-answers',
  is_admin: 'reads',
  issue_credit_note: 'press-answers',
  join_waitlist: 'press-answers',
  leave_waitlist: 'press-answers',
  list_audit: 'reads',
  list_board: 'reads',
  list_declined_work: 'reads',
  list_jobs: 'reads',
  list_places: 'reads',
  list_sessions: 'reads',
  list_slots: 'reads',
  list_staff: 'reads',
  log_call: 'press-answers',
  make_owner: 'silent',
  mark_job: 'silent', // kept on the phone and sent later: the page of the floor shows what waits
  my_duty: 'reads',
  pay_after_service: 'press-answers',
  promise_ready: 'press-answers',
  propose_extra_work: 'press-answers',
  prove_number: 'press-answers',
  quote: 'reads',
  record_payment: 'press-answers',
  reject_claim: 'press-answers',
  release_hold: 'silent', // a hold that a changed cart has made useless
  replace_invoice: 'press-answers',
  report_client_events: 'silent',
  reprice_extra_work: 'press-answers',
  request_callback: 'press-answers',
  request_report_token: 'silent',
  require_second_factor: 'press-answers',
  reschedule_booking: 'press-answers',
  retry_message: 'press-answers',
  save_used_parts: 'silent', // pages send single parts as marks; programs send the whole list
  second_factor: 'reads',
  set_booking_fee: 'press-answers',
  set_booking_status: 'press-answers',
  set_duty: 'press-answers',
  set_live_versions: 'silent',
  set_staff_active: 'press-answers',
  set_weather_mode: 'press-answers',
  start_payment: 'press-answers',
  tick_checklist: 'press-answers',
  update_booking: 'press-answers',
  use_recovery_code: 'second-factor',
  version_reports: 'reads',
  withdraw_invitation: 'press-answers',
  write_recovery_codes: 'press-answers',
};

/** Writes to a table, calls of the auth provider and of a gateway: `writes.test.ts` finds them in the code. */
export const otherWrites: Readonly<Record<string, Answered>> = {
  'notification_logs.update': 'press-answers',
  'customer_notes.delete': 'press-answers',
  'customer_notes.insert': 'press-answers',
  'staff_absences.insert': 'press-answers',
  'staff_absences.delete': 'press-answers',
  'desk_reminders.insert': 'press-answers',
  'desk_reminders.update': 'press-answers',
  'notification_logs.upsert': 'silent', // an alert is recorded, as specified
  'profiles.upsert': 'press-answers',
  '/payments/v1/orders': 'press-answers',
  'auth.challengeAndVerify': 'press-answers',
  'auth.enroll': 'press-answers',
  'auth.resetPasswordForEmail': 'press-answers',
  'auth.signInWithOtp': 'press-answers',
  'auth.signInWithPassword': 'press-answers',
  'auth.signOut': 'press-answers',
  'auth.signUp': 'press-answers',
  'auth.unenroll': 'press-answers',
  'auth.updateUser': 'press-answers',
  'auth.verifyOtp': 'press-answers',
};

/** Every write whose answers one journey looks at. */
export function writesOf(journey: Answered): string[] {
  const all = Object.entries({ ...functions, ...otherWrites });
  return all.filter(([, answered]) => answered === journey).map(([write]) => write);
}
