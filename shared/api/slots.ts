import { callRpc, type AppError } from '@twostroke/shared/client';
import type { ServiceMode } from '../domain/booking-form.ts';
import type { FreeSlot, SlotCalendar, SlotHold, WindowPlaces } from '../contracts/answers/slots.ts';
import { dataOfRejection } from './data-of-rejection.ts';

export type {
  ArrivalWindow,
  FreeSlot,
  SlotCalendar,
  SlotDay,
  SlotHold,
  WindowPlaces,
  UnavailableReason,
} from '../contracts/answers/slots.ts';

/** Free times. All days and clock times are those of the shop, whatever the browser's time zone. */

/** What free times depend on. */
export interface SlotQuery {
  mode: ServiceMode;
  /** Without items and model: one hour of work. */
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
 * @throws AppError `invalid` with hint mode, model, items or items_refused
 */
export async function listSlots(query: SlotQuery): Promise<SlotCalendar> {
  return callRpc('list_slots', { ...query });
}

export interface HoldRequest extends Required<Pick<SlotQuery, 'mode' | 'items' | 'model'>> {
  /** The request id that create_booking will send: only with it can the hold be extended, released and booked. */
  request_id: string;
  date: string;
  /** HH:MM, where the window starts. */
  start: string;
  /** When it is known already: two holds per number. */
  phone?: string;
  /** Shows that this number was proven in this browser. */
  proof?: string;
}

/**
 * Holds a window for a few minutes. Another window replaces the hold; the same one returns its remaining time.
 * @throws AppError `conflict` with hint slot_taken (`alternativesOf`) or booked, `invalid` with the field or time_…,
 *    `rate_limited`
 */
export async function holdSlot(request: HoldRequest): Promise<SlotHold> {
  return callRpc('hold_slot', { ...request });
}

/**
 * Extends the hold, once.
 * @throws AppError `conflict` with hint hold_over (`alternativesOf`) or extended
 */
export async function extendHold(requestId: string): Promise<SlotHold> {
  return callRpc('extend_hold', { request_id: requestId });
}

/** Releases the held window, if there is one. @throws AppError */
export async function releaseHold(requestId: string): Promise<void> {
  await callRpc('release_hold', { request_id: requestId });
}

/**
 * For admins: the windows of a day, past ones too, with the places of each mode and what bookings have taken.
 * @throws AppError `not_allowed`
 */
export async function listPlaces(day: string): Promise<WindowPlaces[]> {
  return callRpc('list_places', { day });
}

/** The nearest free times sent with slot_taken and hold_over; empty when they can't be read. */
export function alternativesOf(error: AppError): FreeSlot[] {
  return dataOfRejection(error, 'slot_taken', 'hold_over')?.alternatives ?? [];
}

/**
 * Weather mode of a day, for admins: no work at the gate, and customers with such a booking move or cancel free of
 * charge.
 * @param note what customers read; null switches it off
 * @returns switched on: how many bookings get a message now; switched off: how many existing ones have had one
 * @throws AppError `not_allowed`, or `invalid` with hint day or weather_note
 */
export async function setWeatherMode(day: string, note: string | null): Promise<number> {
  const answer = await callRpc('set_weather_mode', { day, enabled: note !== null, ...(note ? { note } : {}) });
  return answer.told;
}
