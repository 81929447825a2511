import type { WithLive } from '@twostroke/shared/contracts/module';
import { lineOfPackage } from '../model/service-line.ts';
import { readPackages } from '../model/service-package.ts';
import { readShopPromises } from '../model/shop-promises.ts';
import { readServedPins } from '../features/check-pin/read-served-pins.ts';
import type { NextFree } from '../features/find-free-time/read-next-free.ts';
import { depthLines } from '../features/compare-services/depth-lines.ts';
import { readHomeAreas, readHomeQuestions, readLatestPosts } from '../features/greet-visitor/read-home-texts.ts';
import { mainRates } from '../features/show-rates/main-rates.ts';
import { readPickableModels } from '@twostroke/shared/api/read-bikes';

/** @throws AppError */
export async function loader() {
  const [models, packages, pins, areas, questions, posts, promises] = await Promise.all([
    readPickableModels(),
    readPackages(),
    readServedPins(),
    readHomeAreas(),
    readHomeQuestions(),
    readLatestPosts(),
    readShopPromises(),
  ]);
  const all = packages.map(lineOfPackage);
  const lines = [...depthLines(all), ...mainRates(all)];
  return { models, lines, services: all.length, pins, areas, questions, posts, promises };
}

export type HomeData = WithLive<Awaited<ReturnType<typeof loader>>, NextFree>;
