import { array, nullable, number, object, optional, picklist, string, type InferOutput } from 'valibot';
import { date, instant, words } from './fields.ts';
import { jobHead } from './job.ts';

/** What the board of the office reads. */

/** A booking as a card shows it. */
const boardJob = object({
  ...jobHead.entries,
  customer_name: string(),
  /** Null while the duty of the reader does not show it. */
  phone: nullable(string()),
  /** How many arrival windows it takes. */
  windows: number(),
  /** The model without its brand. */
  model: string(),
  body: picklist(words.bike_body),
  /** Rupees: the bill, or the estimate while there is none. */
  amount: number(),
  /** Rupees left to pay; only of a bike that is ready. */
  due: nullable(number()),
  /** In its status; null without a limit. */
  allowed_minutes: nullable(number()),
  /** Null while the bike is not in the workshop. */
  here_since: nullable(instant),
  /** While it waits for the answer of the customer: when the last question went out, and when all were opened. */
  question: optional(nullable(object({ sent_at: instant, seen_at: nullable(instant) }))),
  /** Wrong handover codes, for those whom it concerns; left_at: since when the bike is gone on one. */
  code_alarm: nullable(
    object({ tries: number(), at: nullable(instant), by: nullable(string()), left_at: nullable(instant) }),
  ),
});

export const board = object({
  /** Of the day, the earliest first. */
  bookings: array(boardJob),
  /** Of other days: what is here, waits for an action, or was billed on the day. */
  elsewhere: array(boardJob),
  /** The names of the people who are not here on the day. */
  away: array(string()),
  /** Other days from today on, the earliest first, with how many people wait for a place. */
  waiting_elsewhere: array(object({ date, count: number() })),
  /** How many more there are than are listed. */
  unlisted: number(),
});

export type BoardJob = InferOutput<typeof boardJob>;
export type Board = InferOutput<typeof board>;
