import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { readPriceClasses } from '../model/price-class.ts';
import { readPackages } from '../model/service-package.ts';
import { readCategory } from '../features/list-services/read-categories.ts';
import { readPickableModels } from '@twostroke/shared/api/read-bikes';

/** @throws AppError, or the not-found answer for an unknown category */
export async function loader({ params }: LoaderFunctionArgs) {
  const slug = params.categorySlug ?? '';
  const [category, packages, classes, models] = await Promise.all([
    readCategory(slug),
    readPackages(slug),
    readPriceClasses(),
    readPickableModels(),
  ]);
  return { category, packages, classes, models };
}

export type ServiceCategoryData = Awaited<ReturnType<typeof loader>>;
