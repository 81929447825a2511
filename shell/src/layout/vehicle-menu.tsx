import { paths } from '@twostroke/shared/contracts/paths';
import { Link } from '@twostroke/shared/router';
import { deselectVehicle, vehicleAtom } from '@twostroke/shared/state';
import { Bike } from '@twostroke/shared/ui/bike';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import styles from './vehicle-menu.module.css';

/** Drawn here, because most first visits have no bike chosen and need no file of silhouettes in the header. */
const Outline = () => (
  <svg className={styles.unknown} viewBox="0 0 320 190" aria-hidden>
    <path d="M36 144a34 34 0 1 0 68 0a34 34 0 1 0-68 0M216 144a34 34 0 1 0 68 0a34 34 0 1 0-68 0M250 144 214 42l-24-1M70 144h116l26-62q-50-28-84 12l-98-10 40 26" />
  </svg>
);

/** The customer's bike in the header: see its prices, choose another, or clear it. */
export function VehicleMenu() {
  const vehicle = useAtomValue(vehicleAtom);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  if (!vehicle)
    return (
      <Link to={paths.bikes()} className={styles.plate}>
        <Outline />
        <span className={styles.name}>Choose your bike</span>
      </Link>
    );
  const { brand, model } = vehicle;
  return (
    <>
      <button
        type="button"
        className={styles.plate}
        aria-label={`Your bike: ${model.name}. Change`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bike body={model.body} className={styles.picture} />
        <span className={styles.name}>{model.name}</span>
      </button>
      <Drawer open={open} onClose={close} title="Your bike">
        <div className={styles.sheet}>
          <Bike standing body={model.body} className={styles.large} />
          <p className={styles.title}>
            {brand.name} {model.name}
          </p>
          <p>Prices, oil and checks on this site are for this bike.</p>
          <ButtonLink to={paths.bike(brand.slug, model.slug)} wide onClick={close}>
            See prices for {model.name}
          </ButtonLink>
          <ButtonLink to={paths.bikes()} variant="line" wide onClick={close}>
            Choose another bike
          </ButtonLink>
          <Button
            variant="quiet"
            onClick={() => {
              close();
              deselectVehicle();
            }}
          >
            Forget this bike
          </Button>
        </div>
      </Drawer>
    </>
  );
}
