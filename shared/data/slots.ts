import { callRpc } from '@twostroke/shared/data';
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
}

/**
 * Days with their windows and free places.
 * @throws AppError `invalid` with hint mode, model or items
 */
export async function listSlots(query: SlotQuery): Promise<SlotCalendar> {
  return (await callRpc('list_slots', { ...query })) as unknown as SlotCalendar;
}

/**
 * Weather mode of a day, for admins: nobody works at the gate, and who has booked that moves or cancels free of charge.
 * @param note what customers read; null switches it off
 * @throws AppError `not_allowed`, or `invalid` with hint day or note
 */
export async function setWeatherMode(day: string, note: string | null): Promise<void> {
  await callRpc('set_weather_mode', { day, enabled: note !== null, ...(note ? { note } : {}) });
}
