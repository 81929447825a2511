import { lineOfOffer, type ServiceLine } from './service-line.ts';
import type { VehicleOffers } from './use-vehicle-offers.ts';

/**
 * The price list to show now: the bike's own when it has loaded, else the list without a bike. While the bike's prices
 * load, no other bike's prices are shown in their place.
 */
export function shownLines(offers: VehicleOffers, lines: readonly ServiceLine[]): readonly ServiceLine[] {
  if (offers.status === 'ready') return offers.offers.map((offer) => lineOfOffer(offer, offers.vehicle));
  if (offers.status === 'loading') return lines.map((line) => ({ ...line, rupees: null }));
  return lines;
}
