import { notFound, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { brands } from '@twostroke/shared/domain/brands';
import { readPriceClasses } from '../model/price-class.ts';
import { readPackages } from '../model/service-package.ts';
import { readClassPrices, readListedModels } from '../features/find-model/read-bikes.ts';
import { readBrand } from '../features/introduce-brand/read-brand.ts';

/** @throws AppError, or the not-found answer for an unknown brand */
export async function loader({ params }: LoaderFunctionArgs) {
  const slug = params.brandSlug ?? '';
  if (!brands.some((known) => known.slug === slug)) throw notFound();
  const [brand, models, packages, classes, prices] = await Promise.all([
    readBrand(slug),
    readListedModels(slug),
    readPackages(),
    readPriceClasses(),
    readClassPrices('general-service'),
  ]);
  const used = new Set(models.map(({ price_class }) => price_class));
  return { brand, models, packages, classes: classes.filter(({ id }) => used.has(id)), prices };
}

export type BrandData = Awaited<ReturnType<typeof loader>>;
