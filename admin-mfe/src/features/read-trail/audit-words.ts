import type { AuditLine } from './trail.ts';

/** What a row of a table is, as staff say it. */
const things: Readonly<Record<string, string>> = {
  booking_checklist: 'a line of the job card',
  booking_credits: 'a credit',
  booking_items: 'a line of the booking',
  callback_requests: 'a request for a call',
  capacities: 'places of a window',
  closures: 'a closed day',
  customer_calls: 'a call',
  customer_notes: 'a note',
  desk_reminders: 'a reminder',
  extra_work: 'extra work',
  handover_codes: 'the tries of a handover code',
  invoices: 'an invoice',
  item_questions: 'a question about other work',
  work_timers: 'a timer',
  message_outbox: 'a message',
  objects: 'a photo',
  payments: 'a payment',
  proven_numbers: 'a proven number',
  refunds: 'a refund',
  service_bookings: 'the booking',
  staff: 'the duty',
  staff_absences: 'a day off',
  staff_invitations: 'an invitation',
  test_rides: 'a test ride',
  waitlist: 'a place on the waitlist',
  weather_days: 'weather mode',
};

const verbs: Readonly<Record<AuditLine['action'], string>> = {
  role_granted: 'made an admin',
  role_removed: 'took the role admin away',
  setting_changed: 'changed a setting',
  refund_asked: 'asked for a refund',
  refund_done: 'gave money back',
  refund_failed: 'a refund failed',
  version_live: 'published a version',
  version_ended: 'ended a version',
  row_added: 'added',
  row_changed: 'changed',
  row_removed: 'removed',
};

/** "Meera Kale changed the booking 4f9c21ab". */
export function lineWords({ action, name, table, about, booking, subject }: AuditLine): string {
  const who = name ?? 'The system';
  const thing = table === null ? '' : ` ${things[table] ?? table}`;
  const of = about ? ` of ${about}` : booking ? ` ${table === 'service_bookings' ? '' : 'of '}${booking}` : '';
  return `${who} ${verbs[action]}${thing}${of || (table === null ? `: ${subject}` : '')}`;
}

/** Each changed column as "status: confirmed → assigned". */
export function changeWords({ before, after }: AuditLine): string[] {
  const columns = Object.keys({ ...before, ...after }).filter((column) => !/^id$|_(id|at|by|to)$/.test(column));
  return columns.flatMap((column) => {
    const [old, now] = [valueWords(before?.[column]), valueWords(after?.[column])];
    if (old === now) return [];
    const label = column.replaceAll('_', ' ');
    if (before && after) return [`${label}: ${old || 'empty'} → ${now || 'empty'}`];
    return [`${label}: ${now || old}`];
  });
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
