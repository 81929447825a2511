import { Anchor } from '@twostroke/shared/ui/anchor';
import { Price } from '@twostroke/shared/ui/price';
import { Table } from '../../parts/table.tsx';
import { classWords, type PriceClass } from '../../model/price-class.ts';
import { lineOfOffer, lineOfPackage } from '../../model/service-line.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import { useVehicleOffers } from '../../model/use-vehicle-offers.ts';

export interface AdvisedPricesProps {
  caption: string;
  /** Head of the first column. */
  heading: string;
  services: readonly ServicePackage[];
  /** Engine classes to show while there is no bike. */
  classes: readonly PriceClass[];
}

/** A few services with their prices: of the customer's bike, or of some engine sizes. */
export function AdvisedPrices({ caption, heading, services, classes }: AdvisedPricesProps) {
  const bike = useVehicleOffers();
  const ready = bike.status === 'ready' ? bike : null;
  const columns = ready
    ? [{ label: `Your ${ready.vehicle.model.name}`, numeric: true }]
    : classes.map((priceClass) => ({ label: classWords(priceClass), numeric: true }));
  return (
    <Table
      caption={caption}
      captionHidden
      columns={[{ label: heading }, ...columns]}
      rows={services.map((service) => {
        const offer = ready?.offers.find(({ package_slug }) => package_slug === service.slug);
        const line = ready && offer ? lineOfOffer(offer, ready.vehicle) : lineOfPackage(service);
        const name = <Anchor to={line.to}>{line.name}</Anchor>;
        const prices = ready
          ? [offer ? <Price size="s" rupees={offer.price} from={offer.price_is_from} /> : 'not for this bike']
          : classes.map(({ id }) => priceIn(service, id));
        return { key: service.slug, cells: [name, ...prices] };
      })}
    />
  );
}

function priceIn({ package_prices, price_is_from }: ServicePackage, priceClass: string) {
  const price = package_prices.find((row) => row.price_class === priceClass)?.price;
  return price === undefined ? 'not offered' : <Price size="s" rupees={price} from={price_is_from} />;
}
