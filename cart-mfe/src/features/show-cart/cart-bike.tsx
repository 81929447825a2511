import { paths } from '@twostroke/shared/contracts/paths';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Bike } from '@twostroke/shared/ui/bike';
import styles from './show-cart.module.css';

/** The bike the cart is priced for. */
export function CartBike({ vehicle, onLeave }: { vehicle: SelectedVehicle; onLeave: () => void }) {
  const { brand, model } = vehicle;
  return (
    <div className={styles.bike}>
      <Bike standing body={model.body} className={styles.picture} />
      <div>
        <b>
          {brand.name} {model.name}
        </b>
        <br />
        <Anchor to={paths.bikes()} onClick={onLeave}>
          Change bike
        </Anchor>{' '}
        <span className={styles.small}>empties the cart</span>
      </div>
    </div>
  );
}
