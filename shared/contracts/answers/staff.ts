import { array, boolean, nullable, number, object, picklist, record, string, unknown } from 'valibot';
import { instant, words } from './fields.ts';

export const staffDuty = picklist(words.staff_duty);

/** A person of the shop, as owners see them. */
const person = object({
  user_id: string(),
  name: string(),
  phone: nullable(string()),
  email: nullable(string()),
  duty: staffDuty,
  /** False: the person left. */
  active: boolean(),
  since: instant,
  changed_at: instant,
  /** The caller. */
  you: boolean(),
  /** The shop's only owner, who stays one. */
  last_owner: boolean(),
  /** Jobs that are assigned to the person and not over. */
  open_jobs: number(),
});

/** By e-mail or by phone; the other one is null. */
const invitation = object({
  id: string(),
  name: string(),
  email: nullable(string()),
  phone: nullable(string()),
  duty: staffDuty,
  ends_at: instant,
  /** Nobody accepted it in time. */
  over: boolean(),
});

export const staffOfShop = object({ staff: array(person), invitations: array(invitation) });

const row = nullable(record(string(), unknown()));

/** One line of the audit log. */
export const auditLine = object({
  id: number(),
  at: instant,
  action: picklist(words.audit_action),
  person: nullable(string()),
  /** Who did it; null for a rule, a customer or the owner of the database. */
  name: nullable(string()),
  table: nullable(string()),
  key: nullable(string()),
  subject: string(),
  /** The person whose row or role was changed. */
  about: nullable(string()),
  /** The number of the booking that it belongs to. */
  booking: nullable(string()),
  before: row,
  after: row,
  data: record(string(), unknown()),
});
