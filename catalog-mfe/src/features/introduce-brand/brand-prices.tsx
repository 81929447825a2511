import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Table } from '../../parts/table.tsx';
import { classWords, type PriceClass } from '../../model/price-class.ts';
import { pageOfPackage } from '../../model/service-line.ts';
import type { ServicePackage } from '../../model/service-package.ts';
import styles from './brand-prices.module.css';

export interface BrandPricesProps {
  brandName: string;
  packages: readonly ServicePackage[];
  /** Engine classes of the brand's models. */
  classes: readonly PriceClass[];
}

/** Popular services at the prices of the brand's engine sizes. */
export function BrandPrices({ brandName, packages, classes }: BrandPricesProps) {
  return (
    <Table
      caption={`Popular services for ${brandName}, GST included`}
      captionHidden
      className={styles.table}
      columns={[{ label: 'Service' }, ...classes.map((one) => ({ label: classWords(one), numeric: true }))]}
      rows={packages.map((one) => ({
        key: one.slug,
        cells: [
          <Anchor to={pageOfPackage(one.slug, one.category_slug)}>{one.short_name}</Anchor>,
          ...classes.map(({ id }) => {
            const row = one.package_prices.find(({ price_class }) => price_class === id);
            return row ? formatRupees(row.price) : <span aria-label="not offered">–</span>;
          }),
        ],
      }))}
    />
  );
}
