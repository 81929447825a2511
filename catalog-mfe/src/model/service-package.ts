import { read } from '@twostroke/shared/client';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** A package as the price list has it, before a bike is chosen. */
export interface ServicePackage {
  slug: string;
  category_slug: string;
  name: string;
  short_name: string;
  summary: string;
  lead: string;
  /** Of a bike up to 200 cc. */
  minutes: number;
  modes: ServiceMode[];
  drive: DatabaseEnum<'package_drive'>;
  price_is_from: boolean;
  two_day: boolean;
  fee_adjusted: boolean;
  oil_included: boolean;
  checks: number | null;
  package_prices: { price_class: string; price: number }[];
}

const columns =
  'slug,category_slug,name,short_name,summary,lead,minutes,modes,drive,price_is_from,two_day,fee_adjusted,oil_included,checks,package_prices(price_class,price)';

/**
 * Packages with their prices by engine class, in the shop's order.
 * @param categorySlug only those of this category
 * @throws AppError
 */
export function readPackages(categorySlug?: string): Promise<ServicePackage[]> {
  return read((db) => {
    const all = db.from('packages').select(columns);
    const some = categorySlug ? all.eq('category_slug', categorySlug) : all;
    return some.order('sort').overrideTypes<ServicePackage[], { merge: false }>();
  });
}

/** Lowest price of a package in whole rupees: that of the smallest engine it is offered for. Null without any price. */
export function lowestPrice({ package_prices }: Pick<ServicePackage, 'package_prices'>): number | null {
  const prices = package_prices.map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : null;
}
