import { AppError, callRpc } from '@twostroke/shared/data';
import type { FreeSlot, SlotHold } from '@twostroke/shared/data/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { CartItem } from '@twostroke/shared/domain/cart';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';

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
