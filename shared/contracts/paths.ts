/**
 * Every address of the site, in one typed table. Apps link through it and never write a path by hand, so that a route
 * can move without hunting for strings in five apps.
 */
export const paths = {
  home: () => '/',
  auth: (returnTo?: string) => (returnTo ? `/auth?returnTo=${encodeURIComponent(returnTo)}` : '/auth'),
  contact: () => '/contact',
  faq: () => '/faq',
  about: () => '/about',
  reviews: () => '/reviews',
  install: () => '/install',
  services: () => '/services',
  serviceCategory: (categorySlug: string) => `/services/category/${categorySlug}`,
  /** One of the five fixed service pages, e.g. `oil-change`. */
  servicePage: (slug: string) => `/services/${slug}`,
  servicePackage: (brandSlug: string, modelSlug: string, packageSlug: string) =>
    `/services/${brandSlug}/${modelSlug}/${packageSlug}`,
  bikes: () => '/bikes',
  bike: (brandSlug: string, modelSlug: string) => `/bikes/${brandSlug}/${modelSlug}`,
  brand: (brandSlug: string) => `/brands/${brandSlug}`,
  area: (areaSlug: string) => `/location/${areaSlug}`,
  blog: () => '/blog',
  post: (slug: string) => `/blog/${slug}`,
  bookService: () => '/book-service',
  /** A guest's booking. The token stays in the fragment: it never reaches a server log or a referrer. */
  manageBooking: (manageToken: string) => `/book-service#manage=${manageToken}`,
  myBookings: () => '/my-bookings',
  myProfile: () => '/my-profile',
  admin: () => '/admin',
  /** How the site does with its visitors, looking back so many hours: 1, 24 or 168. */
  adminHealth: (hours?: number) => (hours ? `/admin/health?hours=${hours}` : '/admin/health'),
  adminBooking: (bookingId: string) => `/admin?booking=${bookingId}`,
} as const;
