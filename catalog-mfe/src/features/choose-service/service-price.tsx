import { paths } from '@twostroke/shared/contracts/paths';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { cartDrawerId } from '@twostroke/shared/state';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { opensModalEarly } from '@twostroke/shared/ui/modal';
import { Price } from '@twostroke/shared/ui/price';
import { Sums } from '@twostroke/shared/ui/sums';
import { Text } from '@twostroke/shared/ui/text';
import type { ReactNode } from 'react';
import type { Offer } from '../../model/offer.ts';
import type { Addon } from './read-addons.ts';

export interface ServicePriceProps {
  offer: Offer;
  inCart: boolean;
  addonsInCart: readonly Addon[];
  quantityOf: (addon: Addon) => number;
  /** Rupees of the package with these add-ons. */
  together: number;
  onBook: () => void;
  onAdd: () => void;
  /** The next free time. */
  children: ReactNode;
}

/** Price and main action beside the job card. */
export function ServicePrice(props: ServicePriceProps) {
  const { offer, inCart, addonsInCart, onBook, onAdd, children } = props;
  return (
    <JobCard>
      <JobCardHead
        level={null}
        title={<Price rupees={offer.price} from={offer.price_is_from} size="xl" />}
        aside="GST included"
      />
      <JobCardBody>
        {offer.price_is_from && (
          <Text>The final price needs an inspection. You hear the figure before we go on, and you may say no.</Text>
        )}
        {offer.fee_adjusted && <Text>The fee comes off the bill when we do the repair.</Text>}
        {addonsInCart.length > 0 && <WithAddons {...props} />}
        <Button wide onClick={onBook} data-leads-to={paths.bookService()}>
          Book a time
        </Button>
        <Button wide variant="line" onClick={onAdd} {...opensModalEarly(cartDrawerId)}>
          Add to cart
        </Button>
        {inCart && <Text size="small">{offer.short_name} is in your cart.</Text>}
        {children}
      </JobCardBody>
    </JobCard>
  );
}

type WithAddonsProps = Pick<ServicePriceProps, 'offer' | 'addonsInCart' | 'quantityOf' | 'together'>;

function WithAddons({ offer, addonsInCart, quantityOf, together }: WithAddonsProps) {
  const rows = addonsInCart.map((addon) => ({ ...addon, quantity: quantityOf(addon) }));
  return (
    <Sums
      rows={[
        { label: offer.short_name, value: formatRupees(offer.price) },
        ...rows.map(({ name, price, quantity }) => ({
          label: quantity > 1 ? `${name} × ${quantity}` : name,
          value: formatRupees(price * quantity),
        })),
        { label: 'Together', value: formatRupees(together), total: true },
      ]}
    />
  );
}
