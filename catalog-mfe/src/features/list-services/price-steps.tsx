import { formatRupees } from '@twostroke/shared/domain/money';
import { Bike } from '@twostroke/shared/ui/bike';
import { Text } from '@twostroke/shared/ui/text';
import { useId } from 'react';
import { classWords, type PriceClass } from '../../model/price-class.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import styles from './price-steps.module.css';

/** Height in px of the step of the highest price. */
const highest = 144;

/** A bike of each engine class, from small to large, in its own paint. */
const bikes = [
  { body: 'scooter', paint: 'green' },
  { body: 'naked', paint: 'grey' },
  { body: 'cruiser', paint: 'oxide' },
  { body: 'adventure', paint: 'indigo' },
  { body: 'roadster', paint: 'oxide' },
] as const;

export interface PriceStepsProps {
  servicePackage: ServicePackage;
  /** All engine classes, from small to large. */
  classes: readonly PriceClass[];
}

/**
 * What a service costs by engine size, as steps with a bike on each. The floor is ₹0, so a step is as high as its price.
 * Classes without a price are left out.
 */
export function PriceSteps({ servicePackage, classes }: PriceStepsProps) {
  const { short_name, price_is_from, package_prices } = servicePackage;
  const captionId = useId();
  const steps = classes.flatMap((priceClass, index) => {
    const rupees = package_prices.find(({ price_class }) => price_class === priceClass.id)?.price;
    return rupees === undefined ? [] : [{ priceClass, rupees, bike: bikes[index] ?? bikes[0] }];
  });
  const top = Math.max(...steps.map(({ rupees }) => rupees));
  return (
    <figure>
      <ol className={styles.steps} aria-labelledby={captionId}>
        {steps.map(({ priceClass, rupees, bike }) => (
          <li key={priceClass.id} className={styles.place}>
            <Bike {...bike} className={styles.bike} />
            <span className={styles.step}>
              <svg
                className={styles.block}
                width="100%"
                height={Math.round((highest * rupees) / top)}
                aria-hidden="true"
              />
              <span className={styles.rupees}>{formatRupees(rupees)}</span>
            </span>
            <span className={styles.engine}>{classWords(priceClass)}</span>
          </li>
        ))}
      </ol>
      <figcaption id={captionId}>
        <Text as="span" size="small" muted>
          {short_name}
          {price_is_from && ', from,'} by engine size, GST included.
        </Text>
      </figcaption>
    </figure>
  );
}
