import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { readNextFree, type NextFree } from '../features/find-free-time/read-next-free.ts';
import type { ServicePackageContent } from './service-package.loader.ts';

/** The next free time for this package on this bike. */
export function live(_: LoaderFunctionArgs, { model, offer }: ServicePackageContent): Promise<NextFree> {
  return readNextFree(offer.modes[0] ?? 'workshop', { packageSlug: offer.package_slug, modelId: model.id });
}
