import { RateBoard } from './rate-board.tsx';
import type { ReactNode } from 'react';
import { OffersFailed } from '../../parts/offers-failed.tsx';
import type { ServiceLine } from '../../model/service-line.ts';
import type { VehicleOffers } from '../../model/use-vehicle-offers.ts';
import { mainRates } from './main-rates.ts';
import styles from './rates.module.css';

export interface RatesProps {
  offers: VehicleOffers;
  /** The price list to show now. */
  lines: readonly ServiceLine[];
  /** What hangs on the board above its rows. */
  children: ReactNode;
  /** Link to everything else. */
  action: ReactNode;
}

/** The enamel board: rates for the customer's bike, or the lowest rates before one is chosen. */
export function Rates({ offers, lines, children, action }: RatesProps) {
  const bike = offers.status === 'ready' || offers.status === 'loading' ? offers.vehicle : null;
  return (
    <div className={styles.rates} aria-busy={offers.status === 'loading' || undefined}>
      <OffersFailed offers={offers} />
      <RateBoard
        title={bike ? `Rates for ${bike.model.name}` : 'Rates'}
        intro={
          bike
            ? 'GST included. This is the price you pay unless you agree to more.'
            : 'GST included. The price follows the engine size: choose your bike and see your own.'
        }
        lines={mainRates(lines)}
        action={action}
      >
        {children}
      </RateBoard>
    </div>
  );
}
