import { Bike, type BikeProps } from './bike.tsx';
import { classList } from './class-list.ts';
import styles from './bike-stand.module.css';

export interface BikeStandProps extends Omit<BikeProps, 'className'> {
  /** The bike stands at the right end of the floor. */
  right?: boolean;
  className?: string;
}

/** A bike standing on the red-oxide floor. */
export function BikeStand({ right, className, ...bike }: BikeStandProps) {
  return (
    <div className={classList(styles.ground, className)}>
      <Bike {...bike} className={classList(styles.bike, right && styles.right)} />
    </div>
  );
}
