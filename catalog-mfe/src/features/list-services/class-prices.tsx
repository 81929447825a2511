import { formatRupees } from '@twostroke/shared/domain/money';
import { Table } from '../../parts/table.tsx';
import { classWords, type PriceClass } from '../../model/price-class.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import styles from './class-prices.module.css';

export interface ClassPricesProps {
  packages: readonly ServicePackage[];
  /** Engine classes to show, one row each. */
  classes: readonly PriceClass[];
}

/** Prices by engine size, to stand on the enamel board: one row per engine class, one column per service. */
export function ClassPrices({ packages, classes }: ClassPricesProps) {
  return (
    <Table
      caption="Prices by engine size, GST included"
      captionHidden
      className={styles.table}
      columns={[{ label: 'Engine' }, ...packages.map((one) => ({ label: headOf(one), numeric: true }))]}
      rows={classes.map((priceClass) => ({
        key: priceClass.id,
        cells: [classWords(priceClass), ...packages.map((one) => priceIn(one, priceClass.id))],
      }))}
    />
  );
}

/** A price that depends on an inspection is marked once, in the head of its column. */
function headOf({ short_name, price_is_from }: ServicePackage) {
  return price_is_from ? `${short_name}, from` : short_name;
}

function priceIn({ package_prices }: ServicePackage, classId: string) {
  const row = package_prices.find(({ price_class }) => price_class === classId);
  if (!row) return <span aria-label="not offered">–</span>;
  return formatRupees(row.price);
}
