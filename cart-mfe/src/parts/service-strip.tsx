import { cartSubtotal, type Cart } from '@twostroke/shared/domain/cart';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Price } from '@twostroke/shared/ui/price';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { stepPath } from '../model/steps.ts';
import styles from './service-strip.module.css';

export interface ServiceStripProps {
  cart: Cart;
  vehicle: SelectedVehicle;
  /** Rupees by the server; null while they load. */
  total: number | null;
}

/** What is being booked, for which bike, for how much: "General Service + 1, Classic 350, ₹2,048". */
export function ServiceStrip({ cart, vehicle, total }: ServiceStripProps) {
  const service = cart.items.find(({ package_type }) => package_type === 'primary');
  const more = cart.items.length - 1;
  return (
    <div className={styles.strip}>
      <span className={styles.job}>
        <b>
          {service?.name}
          {more > 0 && ` + ${more}`}
        </b>
        , {vehicle.model.name}
      </span>
      <Price rupees={total ?? cartSubtotal(cart)} size="s" />
      <Anchor to={stepPath('services')} className={styles.change}>
        Change<VisuallyHidden> bike or service</VisuallyHidden>
      </Anchor>
    </div>
  );
}
