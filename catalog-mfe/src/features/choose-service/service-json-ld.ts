import { areas } from '@twostroke/shared/domain/areas';
import { shop } from '@twostroke/shared/domain/shop';
import { fullName, type CatalogModel } from '../../model/model.ts';
import type { Offer } from '../../model/offer.ts';
import type { PackageText } from '../../model/package-text.ts';

/** The service and its price for search engines. A price that depends on an inspection is a lowest price. */
export function serviceJsonLd(model: CatalogModel, text: PackageText, offer: Offer): object {
  const price = offer.price_is_from ? { minPrice: offer.price } : { price: offer.price };
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: `${text.short_name} for ${fullName(model)}`,
    description: text.lead,
    category: text.categories.title,
    provider: { '@type': 'AutoRepair', name: shop.name, telephone: shop.phone },
    areaServed: areas.map(({ name }) => `${name}, Pune`),
    offers: {
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'PriceSpecification',
        priceCurrency: 'INR',
        valueAddedTaxIncluded: true,
        ...price,
      },
    },
  };
}
