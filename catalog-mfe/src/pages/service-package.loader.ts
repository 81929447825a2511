import type { WithLive } from '@twostroke/shared/contracts/module';
import { notFound, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { readModel } from '../model/model.ts';
import { readOffers } from '../model/offer.ts';
import { readPackageText } from '../model/package-text.ts';
import { readAddons } from '../features/choose-service/read-addons.ts';
import type { NextFree } from '../features/find-free-time/read-next-free.ts';
import { readModelJobCard } from '../features/print-job-card/job-line.ts';

/** @throws AppError, or the not-found answer when the bike or the package is unknown, or the package does not fit the bike */
export async function loader({ params }: LoaderFunctionArgs) {
  const { brandSlug = '', modelSlug = '', packageSlug = '' } = params;
  const modelId = `${brandSlug}/${modelSlug}`;
  const [model, text, offers, addons, lines] = await Promise.all([
    readModel(brandSlug, modelSlug),
    readPackageText(packageSlug),
    readOffers(modelId),
    readAddons(modelId),
    readModelJobCard(modelId, packageSlug),
  ]);
  const offer = offers.find(({ package_slug }) => package_slug === packageSlug);
  if (!offer) throw notFound();
  return { model, text, offer, offers, addons, lines };
}

export type ServicePackageContent = Awaited<ReturnType<typeof loader>>;
export type ServicePackageData = WithLive<ServicePackageContent, NextFree>;
