import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { basicOffer, classic350, packageText } from '../testing/catalog-rows.ts';
import { loader as bike } from './bike.loader.ts';
import { loader as brand } from './brand.loader.ts';
import { loader as category } from './service-category.loader.ts';
import { loader as servicePackage } from './service-package.loader.ts';
import { loader as servicePage } from './service-page.loader.ts';

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>;

const nothing = Object.fromEntries(
  ['models', 'packages', 'categories', 'brands', 'package_items', 'package_prices', 'price_classes']
    .concat('model_offers', 'model_addons', 'model_job_cards')
    .map((table) => [`GET /rest/v1/${table}`, { body: [] as unknown[] }]),
);
const offeredOtherwise = {
  ...nothing,
  'GET /rest/v1/models': { body: [classic350] },
  'GET /rest/v1/packages': { body: [packageText] },
  'GET /rest/v1/model_offers': { body: [basicOffer] },
};

test.each<[string, Loader, Record<string, string>, typeof nothing]>([
  ['an unknown bike', bike, { brandSlug: 'honda', modelSlug: 'nope' }, nothing],
  ['an unknown brand', brand, { brandSlug: 'vespa' }, nothing],
  ['an unknown category', category, { categorySlug: 'nope' }, nothing],
  ['a service page that is none of the five', servicePage, { servicePage: 'nope' }, nothing],
  ['an unknown package', servicePackage, { brandSlug: 'honda', modelSlug: 'nope', packageSlug: 'nope' }, nothing],
  [
    'a package that does not fit the bike',
    servicePackage,
    { brandSlug: 'royal-enfield', modelSlug: 'classic-350', packageSlug: 'cvt-service' },
    offeredOtherwise,
  ],
])('%s is answered with 404', async (_, load, params, answers) => {
  fakeBackend(answers);
  const request = new Request('http://site.test/');
  const args: LoaderFunctionArgs = { params, request, context: {}, url: new URL(request.url), pattern: '' };
  await expect(load(args)).rejects.toMatchObject({ status: 404 });
});
