import type { FunctionName } from '@twostroke/shared/contracts/functions';

/**
 * Which calls of the site are pressed, so that the journey `press-answers` looks at their answers. `reads`: changes nothing
 * that a person sees. `silent`: no press sends it, so it has no answer. A new function, or a new write of an app, needs a
 * line here, and each component that sends it a row in `press-rows`.
 */
export type Answered = 'pressed' | 'reads' | 'silent';

export const functions: Readonly<Record<FunctionName, Answered>> = {
  answer_extra_work: 'pressed',
  answer_items: 'pressed',
  assign_job: 'pressed',
  cancel_booking: 'pressed',
  change_items: 'pressed',
  claim_payment: 'pressed',
  client_health: 'reads',
  confirm_number: 'pressed',
  confirm_payment: 'pressed',
  content_version: 'reads',
  create_booking: 'pressed',
  end_declined_work: 'pressed',
  end_session: 'pressed',
  extend_hold: 'pressed',
  find_in_office: 'reads',
  finish_refund: 'pressed',
  get_booking: 'reads',
  get_caller: 'reads',
  get_customer: 'reads',
  get_invoice: 'reads',
  get_job: 'reads',
  get_offer: 'reads',
  get_vouchers: 'reads',
  give_late_credit: 'pressed',
  hold_for_caller: 'pressed',
  has_duty: 'reads',
  hold_slot: 'pressed',
  invite_staff: 'pressed',
  is_admin: 'reads',
  issue_credit_note: 'pressed',
  join_waitlist: 'pressed',
  leave_waitlist: 'pressed',
  list_audit: 'reads',
  list_board: 'reads',
  list_declined_work: 'reads',
  list_jobs: 'reads',
  list_places: 'reads',
  list_sessions: 'reads',
  list_slots: 'reads',
  list_staff: 'reads',
  log_call: 'pressed',
  make_owner: 'silent',
  mark_job: 'pressed',
  my_duty: 'reads',
  pay_after_service: 'pressed',
  promise_ready: 'pressed',
  propose_extra_work: 'pressed',
  prove_number: 'pressed',
  quote: 'reads',
  record_payment: 'pressed',
  reject_claim: 'pressed',
  release_hold: 'silent', // a hold that a changed cart has made useless
  replace_invoice: 'pressed',
  report_client_events: 'silent',
  reprice_extra_work: 'pressed',
  request_callback: 'pressed',
  request_report_token: 'silent',
  require_second_factor: 'pressed',
  reschedule_booking: 'pressed',
  retry_message: 'pressed',
  save_used_parts: 'silent', // pages send single parts as marks; programs send the whole list
  second_factor: 'reads',
  see_extra_work: 'silent', // the question is on the screen
  set_booking_fee: 'pressed',
  set_booking_status: 'pressed',
  set_duty: 'pressed',
  set_live_versions: 'silent',
  set_staff_active: 'pressed',
  set_weather_mode: 'pressed',
  start_payment: 'pressed',
  tick_checklist: 'pressed',
  update_booking: 'pressed',
  use_recovery_code: 'pressed',
  version_reports: 'reads',
  withdraw_invitation: 'pressed',
  write_recovery_codes: 'pressed',
};

/**
 * Writes to a table, calls of the auth provider and of a gateway: `writes.test.ts` finds them in the code. A call of the
 * auth provider that changes nothing on the server, or only this browser's session, counts as one that reads.
 */
export const otherWrites: Readonly<Record<string, Answered>> = {
  'notification_logs.update': 'pressed',
  'customer_notes.delete': 'pressed',
  'customer_notes.insert': 'pressed',
  'staff_absences.insert': 'pressed',
  'staff_absences.delete': 'pressed',
  'desk_reminders.insert': 'pressed',
  'desk_reminders.update': 'pressed',
  'notification_logs.upsert': 'silent', // an alert is recorded, as specified
  'profiles.upsert': 'pressed',
  '/payments/v1/orders': 'pressed',
  'auth.challengeAndVerify': 'pressed',
  'auth.enroll': 'pressed',
  'auth.resetPasswordForEmail': 'pressed',
  'auth.signInWithOtp': 'pressed',
  'auth.signInWithPassword': 'pressed',
  'auth.signOut': 'pressed',
  'auth.signUp': 'pressed',
  'auth.unenroll': 'pressed',
  'auth.updateUser': 'pressed',
  'auth.verifyOtp': 'pressed',
  'auth.getAuthenticatorAssuranceLevel': 'reads',
  'auth.getSession': 'reads',
  'auth.getUser': 'reads',
  'auth.listFactors': 'reads',
  'auth.onAuthStateChange': 'reads',
  'auth.refreshSession': 'reads',
  'auth.setSession': 'reads',
};

/** Whether a press sends it. */
export const isPressed = (write: string): boolean => ({ ...functions, ...otherWrites })[write] === 'pressed';
