import { useQuery, type Query } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import type { PricedWork } from '../../model/findings.ts';

/** The price list of the bike of a booking: what can be proposed, with its prices now. @param booking null: not asked */
export function useOffers(booking: string | null): Query<PricedWork[]> {
  return useQuery(
    booking && `offers ${booking}`,
    async () => (await callRpc('get_job', { booking: booking ?? '' })).offers,
  );
}
