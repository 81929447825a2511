import {
  array,
  boolean,
  isoTimeSecond,
  nullable,
  number,
  object,
  picklist,
  pipe,
  string,
  type InferOutput,
} from 'valibot';
import { clockTime, date, instant, serviceMode } from './fields.ts';

export const freeSlot = object({
  date,
  start: clockTime,
  end: clockTime,
  free: number(),
  /** Until when a booking of it is free to cancel. */
  free_until: instant,
});

const windowWhy = picklist(['full', 'past', 'weather', 'too_soon', 'too_long', 'closed']);

const arrivalWindow = object({
  start: clockTime,
  end: clockTime,
  free: number(),
  places: number(),
  /** Why it can't be booked; null when it can. */
  why: nullable(windowWhy),
  /** Until when a booking of it is free to cancel. */
  free_until: instant,
});

const slotDay = object({
  date,
  /** The reason, when the shop is closed all day; empty for a day of the week without hours. */
  closed: nullable(string()),
  /** A remark, e.g. about a half day or rain. */
  note: nullable(string()),
  windows: array(arrivalWindow),
});

/** Days with their windows and free places. */
export const slotCalendar = object({
  today: date,
  minutes: number(),
  /** Consecutive windows the job needs. */
  windows: number(),
  /** The bike is ready two working days later; the job takes only its arrival window. */
  two_day: boolean(),
  /** The last day that can be booked. */
  last_day: date,
  /** The first free time from the first day on; null when nothing is free within the horizon. */
  first_free: nullable(freeSlot),
  /** Up to four free times nearest to the requested day and time, in calendar order. */
  alternatives: array(freeSlot),
  days: array(slotDay),
});

/** A window that is held while the customer fills in the form. */
export const slotHold = object({
  date,
  start: clockTime,
  end: clockTime,
  /** Until when the booking is free to cancel. */
  free_until: instant,
  /** Phones with a wrong clock use seconds_left. */
  expires_at: instant,
  seconds_left: number(),
  /** Whether it can be extended, once. */
  can_extend: boolean(),
});

/** HH:MM:SS, as in the columns of tables. */
const columnTime = pipe(string(), isoTimeSecond());

/** A window of a day and what bookings have taken of it, per mode. */
export const windowPlaces = object({
  mode: serviceMode,
  starts: columnTime,
  ends: columnTime,
  places: number(),
  taken: number(),
});

export const weatherMode = object({
  date,
  /** What customers read; null: switched off. */
  note: nullable(string()),
  /** Switched on: how many bookings get a message now. Switched off: how many existing ones have had one. */
  told: number(),
});

export type FreeSlot = InferOutput<typeof freeSlot>;
export type UnavailableReason = InferOutput<typeof windowWhy>;
export type ArrivalWindow = InferOutput<typeof arrivalWindow>;
export type SlotDay = InferOutput<typeof slotDay>;
export type SlotCalendar = InferOutput<typeof slotCalendar>;
export type WindowPlaces = InferOutput<typeof windowPlaces>;
export type SlotHold = InferOutput<typeof slotHold>;
