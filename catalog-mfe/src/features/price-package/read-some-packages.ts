import { readPackages, type ServicePackage } from '../../model/service-package.ts';

/** Some packages with their prices, in the order of `slugs`. @throws AppError */
export async function readSomePackages(slugs: readonly string[]): Promise<ServicePackage[]> {
  const packages = await readPackages();
  return slugs.flatMap((slug) => packages.filter((candidate) => candidate.slug === slug));
}
