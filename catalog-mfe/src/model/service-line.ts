import { paths } from '@twostroke/shared/contracts/paths';
import { servicePages } from '@twostroke/shared/domain/service-pages';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import type { Offer } from './offer.ts';
import { lowestPrice, type ServicePackage } from './service-package.ts';

/** One row of a price list, with or without a bike. */
export interface ServiceLine {
  slug: string;
  categorySlug: string;
  name: string;
  summary: string;
  time: string;
  /** Whole rupees; null while unknown. */
  rupees: number | null;
  from: boolean;
  /** Advertised number of checks. */
  checks: number | null;
  to: string;
}

/** The row for a chosen bike. */
export function lineOfOffer(offer: Offer, { brand, model }: Pick<SelectedVehicle, 'brand' | 'model'>): ServiceLine {
  return {
    slug: offer.package_slug,
    categorySlug: offer.category_slug,
    name: offer.short_name,
    summary: offer.summary,
    time: formatJobTime(offer),
    rupees: offer.price,
    from: offer.price_is_from,
    checks: offer.checks,
    to: paths.servicePackage(brand.slug, model.slug, offer.package_slug),
  };
}

/** The row before a bike is chosen: the smallest engine's price, as "from". */
export function lineOfPackage(servicePackage: ServicePackage): ServiceLine {
  return {
    slug: servicePackage.slug,
    categorySlug: servicePackage.category_slug,
    name: servicePackage.short_name,
    summary: servicePackage.summary,
    time: formatJobTime(servicePackage),
    rupees: lowestPrice(servicePackage),
    from: true,
    checks: servicePackage.checks,
    to: pageOfPackage(servicePackage.slug, servicePackage.category_slug),
  };
}

/** Where a package is described without a bike: its own page, or its card on the category's page. */
export function pageOfPackage(slug: string, categorySlug: string): string {
  const own = servicePages.some((page) => page.slug === slug);
  return own ? paths.servicePage(slug) : `${paths.serviceCategory(categorySlug)}#${slug}`;
}
