import { areas } from '@twostroke/shared/domain/areas';
import { brands } from '@twostroke/shared/domain/brands';
import { servicePages } from '@twostroke/shared/domain/service-pages';

/** One address of each kind of prerendered page. */
export const onePageOfEachKind: string[] = [
  '/',
  '/contact',
  '/faq',
  '/about',
  '/reviews',
  '/services',
  '/book-service',
  '/install',
  '/bikes',
  '/blog',
  '/blog/chain-care-10-minutes',
  '/bikes/royal-enfield/classic-350',
  '/services/category/brakes',
  '/services/royal-enfield/classic-350/general-service',
  '/services/oil-change',
  '/brands/royal-enfield',
  '/location/kondhwa',
];

/** Every public address of the specification's table, with one example of each pattern. */
export const publicRoutes: string[] = [
  ...new Set([
    '/auth',
    ...onePageOfEachKind,
    ...servicePages.map(({ slug }) => `/services/${slug}`),
    ...brands.map(({ slug }) => `/brands/${slug}`),
    ...areas.map(({ slug }) => `/location/${slug}`),
  ]),
];

/** Addresses behind the sign-in; those of the workshop are for admins. */
export const privateRoutes = ['/my-bookings', '/admin', '/my-profile', '/admin?view=health'];

/** Addresses that lead nowhere: unknown paths, and wrong slugs of each kind. */
export const wrongAddresses = [
  '/nowhere',
  '/blog/no-such-post',
  '/bikes/honda/no-such-model',
  '/bikes/no-such-brand/activa-6g',
  '/services/category/no-such-category',
  '/services/no-such-service',
  '/services/royal-enfield/classic-350/no-such-package',
  '/services/honda/activa-6g/chain-cleaning',
  '/brands/bajaj',
  '/location/aundh',
  '/admin/bookings',
  '/admin/health',
];

/** Step of the sample of the very many pages of one model and one package. */
const everyOffer = process.env.TWOSTROKE_E2E_OFFERS === 'all' ? 1 : 150;

/** The pages that journeys read before the site's code has loaded, so they must be rendered. */
const readEarly = ['/services/royal-enfield/classic-350/brake-service', ...onePageOfEachKind];

/**
 * A few of the very many pages of one model and one package, always the same ones; all of them when
 * the environment variable TWOSTROKE_E2E_OFFERS is `all`.
 */
export function sampleOffers(paths: string[]): string[] {
  const isOffer = (path: string) => /^\/services\/(?!category\/)[^/]+\/[^/]+\/[^/]+$/.test(path);
  return paths.filter(isOffer).filter((path, at) => at % everyOffer === 0 || readEarly.includes(path));
}
