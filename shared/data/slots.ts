import { callRpc, type AppError } from '@twostroke/shared/data';
import type { ServiceMode } from '../domain/booking-form.ts';

/** Free times. All days and clock times are those of the shop, whatever zone the browser is in. */

export type WindowWhy = 'full' | 'past' | 'weather' | 'too_soon' | 'too_long' | 'closed';

export interface FreeSlot {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
  free: number;
}

export interface ArrivalWindow {
  /** HH:MM */
  start: string;
  end: string;
  free: number;
  places: number;
  /** Why it can't be booked; null when it can. */
  why: WindowWhy | null;
}

export interface SlotDay {
  /** YYYY-MM-DD */
  date: string;
  /** The reason, when the shop is closed all day. */
  closed: string | null;
  /** A remark, e.g. of a half day or of rain. */
  note: string | null;
  windows: ArrivalWindow[];
}

export interface SlotCalendar {
  today: string;
  minutes: number;
  /** Consecutive windows the job needs. */
  windows: number;
  /** The first free time from the first day on; null when nothing is free up to the last day that can be booked. */
  first_free: FreeSlot | null;
  /** Up to four free times nearest to the day and time asked for, in the order of the calendar. */
  alternatives: FreeSlot[];
  days: SlotDay[];
}

/** What free times depend on. */
export interface SlotQuery {
  mode: ServiceMode;
  /** Without items and model: an hour's work. */
  items?: { id: string; quantity: number }[];
  model?: string;
  /** YYYY-MM-DD; today when left out. */
  from_date?: string;
  /** HH:MM on that day, to which the alternatives are near. */
  near?: string;
  /** 1 to 31, 7 when left out. */
  days?: number;
  /** What is held under this id counts as free. */
  request_id?: string;
}

/**
 * Days with their windows and free places.
 * @throws AppError `invalid` with hint mode, model or items
 */
export async function listSlots(query: SlotQuery): Promise<SlotCalendar> {
  return (await callRpc('list_slots', { ...query })) as unknown as SlotCalendar;
}

/** The free windows of these days, one after the other. @throws AppError */
export async function listFreeTimes(query: SlotQuery): Promise<FreeSlot[]> {
  const { days } = await listSlots(query);
  return days.flatMap(({ date, windows }) =>
    windows.filter(({ why }) => why === null).map(({ start, end, free }) => ({ date, start, end, free })),
  );
}

/** A window that is kept for somebody who is still typing. */
export interface SlotHold {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
  /** Instant, ISO 8601. Phones whose clock is wrong go by seconds_left. */
  expires_at: string;
  seconds_left: number;
  /** Whether it can be kept 5 minutes longer. */
  can_extend: boolean;
}

export interface HoldRequest extends Required<Pick<SlotQuery, 'mode' | 'items' | 'model'>> {
  /** The one that create_booking will be sent: it alone can extend, release and book what is held. */
  request_id: string;
  date: string;
  /** HH:MM, where the window starts. */
  start: string;
  /** When it is known already: two holds a number. */
  phone?: string;
}

/**
 * Keeps a window for 10 minutes. Another window replaces it; the same one answers what is left.
 * @throws AppError `conflict` with hint slot_taken (`alternativesOf`) or booked, `invalid` with the field or time_…,
 * `rate_limited`
 */
export async function holdSlot(request: HoldRequest): Promise<SlotHold> {
  return (await callRpc('hold_slot', { ...request })) as unknown as SlotHold;
}

/**
 * Keeps the held window 5 minutes longer, once.
 * @throws AppError `conflict` with hint hold_over (`alternativesOf`) or extended
 */
export async function extendHold(requestId: string): Promise<SlotHold> {
  return (await callRpc('extend_hold', { request_id: requestId })) as unknown as SlotHold;
}

/** Gives the held window back, if there is one. @throws AppError */
export async function releaseHold(requestId: string): Promise<void> {
  await callRpc('release_hold', { request_id: requestId });
}

/** The nearest free times that come with slot_taken and hold_over; empty when they can't be read. */
export function alternativesOf({ details }: AppError): FreeSlot[] {
  try {
    const { alternatives } = JSON.parse(details ?? '{}') as { alternatives?: unknown };
    return Array.isArray(alternatives) ? (alternatives as FreeSlot[]) : [];
  } catch {
    return [];
  }
}

/**
 * Weather mode of a day, for admins: nobody works at the gate, and who has booked that moves or cancels free of charge.
 * @param note what customers read; null switches it off
 * @returns how many bookings get a message now; switched off, how many had got one and still stand
 * @throws AppError `not_allowed`, or `invalid` with hint day or note
 */
export async function setWeatherMode(day: string, note: string | null): Promise<number> {
  const answer = await callRpc('set_weather_mode', { day, enabled: note !== null, ...(note ? { note } : {}) });
  return (answer as { told: number }).told;
}
