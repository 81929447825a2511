import { servicePages } from '@twostroke/shared/domain/service-pages';
import { notFound, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { readPackageText } from '../model/package-text.ts';
import { readPriceClasses } from '../model/price-class.ts';
import { readPackages } from '../model/service-package.ts';
import { readPickableModels } from '@twostroke/shared/api/read-bikes';
import { readWholeJobCard } from '../features/print-job-card/job-line.ts';

/** @throws AppError, or the not-found answer for anything but the five fixed pages */
export async function loader({ params }: LoaderFunctionArgs) {
  const page = servicePages.find(({ slug }) => slug === params.servicePage);
  if (!page) throw notFound();
  const [text, lines, packages, classes, models] = await Promise.all([
    readPackageText(page.slug),
    readWholeJobCard(page.slug),
    readPackages(page.categorySlug),
    readPriceClasses(),
    readPickableModels(),
  ]);
  const main = packages.find(({ slug }) => slug === page.slug);
  if (!main) throw notFound();
  return { text, main, lines, packages, classes, models };
}

export type ServicePageData = Awaited<ReturnType<typeof loader>>;
