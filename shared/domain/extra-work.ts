import type { DatabaseEnum } from './database-enum.ts';
import { atShop, formatInstant, formatTime } from './calendar.ts';
import { formatDuration } from './duration.ts';
import { formatRupees } from './money.ts';

export type ExtraWorkStatus = DatabaseEnum<'extra_work_status'>;
export type WorkAnswer = 'yes' | 'no' | 'later';
/** Staff also end the waiting for an answer. */
export type NotedAnswer = WorkAnswer | 'none';

/** Work that was found in addition to what was booked. */
export interface ExtraWork {
  id: string;
  name: string;
  /** Why it is needed. */
  reason: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  status: ExtraWorkStatus;
  /** `limit`: within the amount that the customer approved at booking. `no_answer`: left undone, nobody answered. */
  decided_by: DatabaseEnum<'extra_work_decider'> | null;
  /** Rises with each change of the price: an answer names the one it is about. */
  price_version?: number;
  urgency?: DatabaseEnum<'work_urgency'> | null;
  /** The package or add-on of the catalogue that it is. */
  item_id?: string | null;
  /** From then on the workshop no longer waits for an answer, ISO 8601. */
  answer_by?: string | null | undefined;
  /** When it was proposed, or asked again at another price, ISO 8601. */
  proposed_at?: string | undefined;
  /** When the customer first opened the question. */
  seen_at?: string | null | undefined;
  /** When it was answered, ISO 8601. */
  decided_at?: string | null | undefined;
  /** Since when the answer can be changed no more; undefined where only a list was read. */
  locked_at?: string | null | undefined;
}

/** The name of a line says at which points of the inspection it was found: "Chain, Sprockets: Chain & Sprocket Replacement". */
export function lineOfPoints(points: readonly { label: string }[], work: string): string {
  return `${points.map(({ label }) => label).join(', ')}: ${work}`.slice(0, 80);
}

/** The line that a point of the inspection has proposed. */
export function isOfPoint({ name }: Pick<ExtraWork, 'name'>, { label }: { label: string }): boolean {
  const [found = ''] = name.split(': ');
  return [found, ...found.split(', ')].includes(label);
}

/** Answers to a proposed line, as customers and staff read them. */
export const extraWorkAnswers = { yes: 'Yes, do it', no: 'No, leave it', later: 'Later', busy: 'Telling the workshop' };

/** What was said to a line, within a sentence. */
export const answerWords: Readonly<Record<ExtraWorkStatus, string>> = {
  proposed: 'no answer',
  approved: 'yes',
  declined: 'no',
  later: 'later',
};

const answerOf: Readonly<Record<ExtraWorkStatus, WorkAnswer | null>> = {
  proposed: null,
  approved: 'yes',
  declined: 'no',
  later: 'later',
};

/** Whether an answer can be changed: the one that was given (null: none came in time) and what a yes costs. */
export function changeOf({ status, decided_by, locked_at, price }: ExtraWork) {
  if (status === 'proposed' || decided_by === 'limit' || locked_at !== null) return null;
  return { given: decided_by === 'no_answer' ? null : answerOf[status], price: formatRupees(price) };
}

/** What may be said to customers who answer. */
export const changeWords = 'You can change an answer until the work on that line begins.';

/** "12:05 pm", of another day than today with its day. */
function momentOf(instant: string, today: string): string {
  const { date, time } = atShop(instant);
  return date === today ? formatTime(time) : formatInstant(instant);
}

/** When a question went out, and whether its customer has opened it. @param today `YYYY-MM-DD` */
export function sentWords({ sent_at, seen_at }: { sent_at: string; seen_at: string | null }, today: string): string {
  return `Sent ${momentOf(sent_at, today)}, ${seen_at ? `seen ${momentOf(seen_at, today)}` : 'not seen yet'}`;
}

/** What staff read of a line: when it was sent and seen, then what was said. @param today `YYYY-MM-DD` */
export function newsOfLine(line: ExtraWork, today: string): string | null {
  const { status, proposed_at: sent_at, seen_at = null } = line;
  if (status !== 'proposed') return saidWords(line, 'The customer', today);
  return sent_at ? sentWords({ sent_at, seen_at }, today) : null;
}

/**
 * What was said to a line and when, and since when the work on it has begun; null where the customer was not asked.
 * @param who who has answered, as the reader calls them: "You", "The customer"
 * @param today `YYYY-MM-DD`
 */
export function saidWords(line: ExtraWork, who: string, today: string): string | null {
  const { status, decided_by, decided_at, locked_at } = line;
  if (status === 'proposed' || decided_by === 'limit' || !decided_at) return null;
  const at = (instant: string): string => `${atShop(instant).date === today ? 'at' : 'on'} ${momentOf(instant, today)}`;
  const how = decided_by === 'admin' ? ' on the phone' : '';
  const said = decided_by === 'no_answer' ? 'Left without an answer' : `${who} said ${answerWords[status]}${how}`;
  const begun = locked_at && status === 'approved' ? ` The work on it began ${at(locked_at)}.` : '';
  return `${said} ${at(decided_at)}.${begun}`;
}

/** A line as customers and staff read it: what, why, how long, for how much, and whether it waits for a yes. */
export function extraWorkLine({ id, name, reason, price, minutes, status, decided_by }: ExtraWork) {
  const note = minutes > 0 ? `${reason}, ${formatDuration(minutes)}` : reason;
  return {
    id,
    name,
    price: formatRupees(price),
    note,
    badge: badgeOf(status, decided_by),
    open: status === 'proposed',
  };
}

function badgeOf(
  status: ExtraWorkStatus,
  decidedBy: ExtraWork['decided_by'],
): { tone: 'warn' | 'stop' | 'ok' | 'plain'; children: string } {
  switch (status) {
    case 'proposed':
      return { tone: 'warn', children: 'Yes or no?' };
    case 'declined':
      return { tone: 'stop', children: 'Declined' };
    case 'later':
      return { tone: 'plain', children: decidedBy === 'no_answer' ? 'No answer' : 'Later' };
    case 'approved':
      return { tone: 'ok', children: decidedBy === 'limit' ? 'Within the limit' : 'Approved' };
  }
}

/** After an answer: "Approved: New battery". */
export function answeredWords(
  lines: readonly Pick<ExtraWork, 'id' | 'name'>[],
  id: string,
  answer: NotedAnswer,
): string {
  const word = { yes: 'Approved', no: 'Declined', later: 'Later', none: 'No answer' }[answer];
  return `${word}: ${lines.find((line) => line.id === id)?.name ?? ''}`;
}

/** What the customer allowed at booking, and how much of it is used. */
export function limitWords(limit: number, used: number): string {
  if (limit <= 0) return 'Nothing is done without your yes.';
  return `Allowed without asking: ${formatRupees(limit)}, used: ${formatRupees(used)}.`;
}

/** What of a booking says how much of the limit is used. */
export interface LimitedWork {
  extra_work: readonly Pick<ExtraWork, 'decided_by' | 'price'>[];
  limit_used?: number | undefined;
}

/** Rupees of the limit that are used, without a question: as the database says, in a list by the extra work alone. */
export function limitUsed({ extra_work, limit_used }: LimitedWork): number {
  return limit_used ?? extra_work.reduce((sum, line) => sum + (line.decided_by === 'limit' ? line.price : 0), 0);
}
