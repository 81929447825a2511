import type { WithLive } from '@twostroke/shared/contracts/module';
import { notFound, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { readPriceClasses, type PriceClass } from '../model/price-class.ts';
import type { ServicePackage } from '../model/service-package.ts';
import { readShopFacts } from '../model/shop-facts.ts';
import { readServedPins, type ServedPin } from '../features/check-pin/read-served-pins.ts';
import type { NextFree } from '../features/find-free-time/read-next-free.ts';
import { readSomePackages } from '../features/price-package/read-some-packages.ts';
import { adviceFor, type AreaAdvice } from '../features/show-area/area-advice.ts';
import { loadArea, type Area } from '../features/show-area/load-area.ts';
import type { DayGroup } from '../features/show-hours/group-days.ts';
import { loadHours } from '../features/show-hours/load-hours.ts';
import { loadReviews, type Review } from '../features/show-reviews/load-reviews.ts';

export interface AreaPage {
  area: Area;
  advice: AreaAdvice;
  services: ServicePackage[];
  /** The two engine sizes most bikes of Pune belong to. */
  classes: PriceClass[];
  hours: DayGroup[];
  pins: ServedPin[];
  /** Whole rupees. */
  freePickupFrom: number;
  reviews: Review[];
}

export type AreaData = WithLive<AreaPage, NextFree[]>;

const classesShown: readonly string[] = ['C1', 'C3'];

export async function loader({ params }: LoaderFunctionArgs): Promise<AreaPage> {
  const slug = params.areaSlug ?? '';
  const advice = adviceFor(slug);
  const [area, services, classes, hours, pins, shop, reviews] = await Promise.all([
    loadArea(slug),
    readSomePackages(advice.packages),
    readPriceClasses(),
    loadHours(),
    readServedPins(),
    readShopFacts(),
    loadReviews(slug),
  ]);
  if (!area) throw notFound();
  return {
    area,
    advice,
    services,
    classes: classes.filter(({ id }) => classesShown.includes(id)),
    hours,
    pins,
    freePickupFrom: shop.freePickupFrom,
    reviews,
  };
}
