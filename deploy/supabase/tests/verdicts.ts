/**
 * Who may select, insert, update and delete in each table: `siud`, a dash for no. `other` is a customer who does not own
 * the row, `own` the one who does; then staff by duty. The booking is unassigned and ready.
 */
const matrix = `
  table                     anon  other own   mechanic  foreman  desk  accountant  owner
  brands                    s---  s---  s---  s---      s---     s---  s---        s---
  price_classes             s---  s---  s---  s---      s---     s---  s---        s---
  models                    s---  s---  s---  s---      s---     s---  s---        s---
  categories                s---  s---  s---  s---      s---     s---  s---        s---
  packages                  s---  s---  s---  s---      s---     s---  s---        s---
  package_prices            s---  s---  s---  s---      s---     s---  s---        s---
  package_items             s---  s---  s---  s---      s---     s---  s---        s---
  addons                    s---  s---  s---  s---      s---     s---  s---        s---
  addon_prices              s---  s---  s---  s---      s---     s---  s---        s---
  package_addons_included   s---  s---  s---  s---      s---     s---  s---        s---
  inspection_points         s---  s---  s---  s---      s---     s---  s---        s---
  package_points            s---  s---  s---  s---      s---     s---  s---        s---
  areas                     s---  s---  s---  s---      s---     s---  s---        s---
  area_pins                 s---  s---  s---  s---      s---     s---  s---        s---
  shop                      s---  s---  s---  s---      s---     s---  s---        s---
  business_hours            s---  s---  s---  s---      s---     s---  s---        s---
  arrival_windows           s---  s---  s---  s---      s---     s---  s---        s---
  service_modes             s---  s---  s---  s---      s---     s---  s---        s---
  capacities                s---  s---  s---  s---      s---     s-u-  s---        s-u-
  closures                  s---  s---  s---  s---      s---     siud  s---        siud
  weather_days              s---  s---  s---  s---      s---     s---  s---        s---
  faqs                      s---  s---  s---  s---      s---     s---  s---        s---
  posts                     s---  s---  s---  s---      s---     s---  s---        s---
  reviews                   s---  s---  s---  s---      s---     s---  s---        s---
  coupons                   ----  ----  ----  ----      ----     ----  ----        s---
  booking_transitions       ----  s---  s---  s---      s---     s---  s---        s---
  status_targets            ----  ----  ----  s---      s---     s---  s---        s-u-
  service_bookings          ----  ----  s---  ----      s---     s---  ----        s---
  booking_items             ----  ----  s---  s---      s---     s---  s---        s---
  booking_events            ----  ----  s---  s---      s---     s---  s---        s---
  booking_checklist         ----  ----  s---  s---      s---     s---  s---        s---
  booking_inspection        ----  ----  s---  s---      s---     s---  s---        s---
  booking_checkins          ----  ----  s---  s---      s---     s---  s---        s---
  extra_work                ----  ----  s---  s---      s---     s---  s---        s---
  used_parts                ----  ----  s---  s---      s---     s---  s---        s---
  declined_work             ----  ----  s---  s---      s---     s---  s---        s---
  payments                  ----  ----  s---  ----      ----     s---  s---        s---
  refunds                   ----  ----  s---  ----      ----     s---  s---        s---
  payment_events            ----  ----  ----  ----      ----     s---  s---        s---
  invoices                  ----  ----  s---  ----      ----     s---  s---        s---
  credit_notes              ----  ----  s---  ----      ----     s---  s---        s---
  vouchers                  ----  ----  s---  ----      ----     s---  s---        s---
  booking_credits           ----  ----  ----  ----      ----     s---  s---        s---
  booking_places            ----  ----  ----  ----      s---     s---  ----        s---
  booking_signals           ----  ----  ----  s---      s---     s---  s---        s---
  message_outbox            ----  ----  ----  ----      s---     s---  s---        s---
  waitlist                  ----  ----  ----  ----      ----     s---  ----        s---
  profiles                  ----  ----  siu-  ----      ----     s---  ----        s---
  user_roles                ----  ----  s---  ----      ----     ----  ----        ----
  staff                     ----  ----  s---  ----      ----     ----  ----        s---
  staff_invitations         ----  ----  ----  ----      ----     ----  ----        s---
  notification_logs         ----  ----  si--  ----      ----     ----  ----        ----
  callback_requests         ----  ----  ----  ----      ----     s---  ----        s---
  customer_calls            ----  ----  ----  ----      ----     s---  ----        s---
  customer_notes            ----  ----  ----  ----      ----     si-d  ----        si-d
  staff_absences            ----  ----  si-d  s---      s---     si-d  s---        si-d
  desk_reminders            ----  ----  siu-  ----      ----     -i--  ----        -i--
  client_reports            ----  ----  ----  ----      ----     ----  ----        s---
  audit_log                 ----  ----  ----  ----      ----     ----  ----        s---
  private.settings          ----  ----  ----  ----      ----     ----  ----        ----
  private.sign_in_sms       ----  ----  ----  ----      ----     ----  ----        ----
  private.keys              ----  ----  ----  ----      ----     ----  ----        ----
  private.recovery_codes    ----  ----  ----  ----      ----     ----  ----        ----
  private.work_timers       ----  ----  ----  ----      ----     ----  ----        ----
  private.test_rides        ----  ----  ----  ----      ----     ----  ----        ----
  private.item_questions    ----  ----  ----  ----      ----     ----  ----        ----
  private.job_marks         ----  ----  ----  ----      ----     ----  ----        ----
  private.manage_tokens     ----  ----  ----  ----      ----     ----  ----        ----
  private.handover_codes    ----  ----  ----  ----      ----     ----  ----        ----
  private.number_codes      ----  ----  ----  ----      ----     ----  ----        ----
  private.slot_holds        ----  ----  ----  ----      ----     ----  ----        ----
  private.limits            ----  ----  ----  ----      ----     ----  ----        ----
  private.proven_numbers    ----  ----  ----  ----      ----     ----  ----        ----
  private.number_proofs     ----  ----  ----  ----      ----     ----  ----        ----
  private.unproven_bookings ----  ----  ----  ----      ----     ----  ----        ----
  private.message_budgets   ----  ----  ----  ----      ----     ----  ----        ----
  private.call_limits       ----  ----  ----  ----      ----     ----  ----        ----
  private.call_counts       ----  ----  ----  ----      ----     ----  ----        ----
  private.invoice_counters  ----  ----  ----  ----      ----     ----  ----        ----
  private.credit_note_counters ----  ----  ----  ----      ----     ----  ----        ----
  private.voucher_counters  ----  ----  ----  ----      ----     ----  ----        ----
  private.live_versions     ----  ----  ----  ----      ----     ----  ----        ----
  private.report_salts      ----  ----  ----  ----      ----     ----  ----        ----
  private.used_report_tokens ----  ----  ----  ----      ----     ----  ----        ----
`;

/** The same of the views, and of the tables of Storage. */
const furtherMatrix = `
  relation                  anon  other own   mechanic  foreman  desk  accountant  owner
  model_offers              s---  s---  s---  s---      s---     s---  s---        s---
  model_addons              s---  s---  s---  s---      s---     s---  s---        s---
  model_job_cards           s---  s---  s---  s---      s---     s---  s---        s---
  model_inspections         s---  s---  s---  s---      s---     s---  s---        s---
  model_traits              s---  s---  s---  s---      s---     s---  s---        s---
  colleagues                ----  ----  ----  s---      s---     s---  s---        s---
  planned_job_lines         ----  ----  s---  s---      s---     s---  s---        s---
  staff_bookings            ----  ----  ----  s---      s---     s---  s---        s---
  staff_events              ----  ----  ----  s---      s---     s---  s---        s---
  staff_waitlist            ----  ----  ----  ----      s---     s---  s---        s---
  staff_callbacks           ----  ----  ----  ----      s---     s---  s---        s---
  storage.objects           ----  ----  s---  si-d      si-d     si-d  s---        si-d
  storage.buckets           ----  ----  ----  ----      ----     ----  ----        ----
`;

/** Rows that belong to an owner of the shop: `own` is that one, `owner` a second owner. */
export const adminRows = new Set(['user_roles', 'staff', 'notification_logs', 'desk_reminders', 'staff_absences']);

export const staffDuties = ['mechanic', 'foreman', 'desk', 'accountant', 'owner'] as const;
export const verdictActors = ['anon', 'other', 'own', ...staffDuties] as const;
export type VerdictActor = (typeof verdictActors)[number];

const read = (text: string): Map<string, string[]> =>
  new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, string[]] => {
        const [relation = '', ...expected] = line.trim().split(/\s+/);
        return [relation, expected];
      }),
  );

/** The matrix by table: what each of verdictActors may do. Tried in SQL and over HTTP. */
export const verdicts = read(matrix);
/** The same by view, and by table of Storage. */
export const furtherVerdicts = read(furtherMatrix);
