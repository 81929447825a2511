import type { ServicePackage } from '../../model/service-package.ts';

const usual = ['general-service', 'comprehensive-service', 'oil-change', 'brake-service'] as const;

/** What is booked most for bikes with these drives: the usual four, and care of the chain or the belt. */
export function popularPackages(packages: readonly ServicePackage[], drives: ReadonlySet<string>): ServicePackage[] {
  const care = [drives.has('chain') && 'chain-cleaning', drives.has('belt_cvt') && 'cvt-service'];
  return [...usual, ...care]
    .map((slug) => packages.find((one) => one.slug === slug))
    .filter((one) => one !== undefined);
}
