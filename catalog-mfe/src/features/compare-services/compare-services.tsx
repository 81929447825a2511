import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Table } from '../../parts/table.tsx';
import type { ReactNode } from 'react';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import type { Offer } from '../../model/offer.ts';
import styles from './compare-services.module.css';

export interface CompareServicesProps {
  /** The services to choose from. */
  offers: readonly Offer[];
  /** The one of this page. */
  currentSlug: string;
  bikeName: string;
  /** "2.2 L" */
  oil: string;
  /** Packages that come with new filter and plug. */
  withNewParts: ReadonlySet<string>;
  pageOf: (packageSlug: string) => string;
}

/** Basic, general or comprehensive: price, checks, oil, parts and time side by side. */
export function CompareServices({ offers, currentSlug, bikeName, oil, withNewParts, pageOf }: CompareServicesProps) {
  const row = (label: string, cell: (offer: Offer) => ReactNode) => ({
    key: label,
    cells: [label, ...offers.map((offer) => (offer.package_slug === currentSlug ? <b>{cell(offer)}</b> : cell(offer)))],
  });
  return (
    <Table
      caption={`Periodic services for ${bikeName}`}
      captionHidden
      className={styles.table}
      columns={[
        { label: bikeName },
        ...offers.map(({ package_slug, short_name }) => ({
          label: nameIn(short_name, package_slug === currentSlug ? null : pageOf(package_slug)),
          numeric: true,
        })),
      ]}
      rows={[
        row('Price', ({ price }) => formatRupees(price)),
        row('Checks', ({ checks }) => checks),
        row('Engine oil', ({ oil_included }) => (oil_included ? oil : 'top-up')),
        row('Filter, plug', ({ package_slug }) => (withNewParts.has(package_slug) ? 'new' : 'cleaned')),
        row('Time', (offer) => formatJobTime(offer).replace(/(h\s\d+)\smin$/, '$1')),
      ]}
    />
  );
}

function nameIn(name: string, to: string | null): ReactNode {
  const word = name.replace(/ Service$/, '');
  return to ? <Anchor to={to}>{word}</Anchor> : word;
}
