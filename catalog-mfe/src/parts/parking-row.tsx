import type { ReactNode } from 'react';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Bike, type BikePaint } from '@twostroke/shared/ui/bike';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './parking-row.module.css';

export interface ParkingPlace {
  to: string;
  body: string;
  paint?: BikePaint;
  label: ReactNode;
  note?: ReactNode;
}

export interface ParkingRowProps {
  places: readonly ParkingPlace[];
  /** Places side by side on a desktop: 4 (default) or 8. A phone shows two, or one row of 8 to swipe along. */
  columns?: 4 | 8;
}

const paints: readonly BikePaint[] = ['oxide', 'indigo', 'grey', 'green'];

/** Bikes parked on the floor, each a link. Without their own paint they use the four paints in turn. */
export function ParkingRow({ places, columns = 4 }: ParkingRowProps) {
  return (
    <div className={classList(styles.row, columns === 8 && styles.eight)}>
      {places.map((place, index) => (
        <Anchor key={place.to} to={place.to} className={styles.place}>
          <Bike
            standing
            body={place.body}
            paint={place.paint ?? paints[index % paints.length] ?? 'oxide'}
            className={styles.bike}
          />
          <span className={styles.label}>
            {place.label}
            {place.note && <span className={styles.note}>{place.note}</span>}
          </span>
        </Anchor>
      ))}
    </div>
  );
}
