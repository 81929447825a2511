import { paths } from '@twostroke/shared/contracts/paths';
import { formatRupees } from '@twostroke/shared/domain/money';
import { ParkingRow } from '../../parts/parking-row.tsx';
import type { ListedModel } from './read-bikes.ts';

export interface ModelRowProps {
  models: readonly ListedModel[];
  /** General Service by engine class, whole rupees. */
  prices: Readonly<Record<string, number>>;
}

/** Models parked in a row, with engine size and the price of the usual service. */
export function ModelRow({ models, prices }: ModelRowProps) {
  return (
    <ParkingRow
      places={models.map(({ slug, name, brand_slug, body, engine_cc, price_class }) => {
        const price = prices[price_class];
        return {
          to: paths.bike(brand_slug, slug),
          body,
          label: name,
          note: `${Number(engine_cc)}\u00a0cc${price === undefined ? '' : `, General Service ${formatRupees(price)}`}`,
        };
      })}
    />
  );
}
