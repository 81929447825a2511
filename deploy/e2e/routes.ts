import { areas, brands, servicePages } from '@twostroke/shared/domain/places';

/** Every address of the specification's table that anybody may open, with one example of each that has many. */
export const publicRoutes: string[] = [
  '/',
  '/auth',
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
  ...servicePages.map(({ slug }) => `/services/${slug}`),
  ...brands.map(({ slug }) => `/brands/${slug}`),
  ...areas.map(({ slug }) => `/location/${slug}`),
];

/** Addresses behind the sign-in; those of the workshop are for admins. */
export const privateRoutes = ['/my-bookings', '/my-profile', '/admin', '/admin/health'];

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
];

/** Of the very many pages of one model and one package every how manieth is looked at. */
const everyOffer = process.env.TWOSTROKE_E2E_OFFERS === 'all' ? 1 : 150;

/** Those that journeys open before the site's code is there. */
const readEarly = ['/services/royal-enfield/classic-350/brake-service'];

/**
 * Of the very many pages of one model and one package a handful, the same ones for everybody who asks; all of them when
 * the environment variable TWOSTROKE_E2E_OFFERS is `all`.
 */
export function someOffers(paths: string[]): string[] {
  const isOffer = (path: string) => /^\/services\/(?!category\/)[^/]+\/[^/]+\/[^/]+$/.test(path);
  return paths.filter(isOffer).filter((path, at) => at % everyOffer === 0 || readEarly.includes(path));
}
