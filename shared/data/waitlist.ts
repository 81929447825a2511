import { AppError, callRpc, type Json } from '@twostroke/shared/data';
import type { ServiceMode } from '../domain/booking-form.ts';
import type { CartItem } from '../domain/cart.ts';
import type { SelectedVehicle } from '../domain/vehicle.ts';
import type { FreeSlot, HoldRequest, SlotHold } from './slots.ts';

/** A line for a window that is full, and the place that is offered to the first in it. */

export interface WaitlistRequest extends Pick<HoldRequest, 'mode' | 'items' | 'model'> {
  /** The same at every try: somebody is in line once whatever the connection does. */
  request_id: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, where the window starts. */
  time: string;
  name: string;
  phone: string;
  email: string;
}

export interface InLine {
  /** 1 is first. */
  position: number;
  /** To leave the line with. */
  token: string;
}

/**
 * Stands in line for a full window.
 * @throws AppError `invalid` (hint: the field), `conflict` with hint free or in_line, `rate_limited`
 */
export async function joinWaitlist(request: WaitlistRequest): Promise<InLine> {
  return (await callRpc('join_waitlist', { request: request as unknown as Json })) as unknown as InLine;
}

/** @throws AppError `not_found` */
export async function leaveWaitlist(token: string): Promise<void> {
  await callRpc('leave_waitlist', { token });
}

/** The window and the cart with which somebody stood in line. */
export interface WaitedFor {
  mode: ServiceMode;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
  vehicle: SelectedVehicle;
  items: CartItem[];
}

export interface PlaceOffer extends WaitedFor {
  /** The one that create_booking has to be sent. */
  request_id: string;
  name: string;
  phone: string;
  email: string | null;
  hold: SlotHold;
}

/** What comes with offer_over. */
export interface EndedOffer extends WaitedFor {
  /** ISO instant. */
  ended_at: string;
  alternatives: FreeSlot[];
}

/**
 * The place a link offers. The token travels in the body, never in an address.
 * @throws AppError `not_found` for a token that opens nothing, `conflict` with hint claimed or offer_over (`endedOffer`)
 */
export async function getOffer(token: string): Promise<PlaceOffer> {
  if (!/^[0-9a-f]{64}$/.test(token)) throw new AppError('not_found', 'We do not know this link.');
  return (await callRpc('get_offer', { token })) as unknown as PlaceOffer;
}

/** Null when it can't be read. */
export function endedOffer({ hint, details }: AppError): EndedOffer | null {
  try {
    return hint === 'offer_over' && details ? (JSON.parse(details) as EndedOffer) : null;
  } catch {
    return null;
  }
}
