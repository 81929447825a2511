import { lineOfPackage } from '../model/service-line.ts';
import { readPackages } from '../model/service-package.ts';
import { readCategories } from '../features/list-services/read-categories.ts';
import { readPickableModels } from '@twostroke/shared/api/read-bikes';

/** @throws AppError */
export async function loader() {
  const [categories, packages, models] = await Promise.all([readCategories(), readPackages(), readPickableModels()]);
  return { categories, lines: packages.map(lineOfPackage), models };
}

export type ServicesData = Awaited<ReturnType<typeof loader>>;
