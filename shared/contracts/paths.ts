/**
 * Every address of the site, in one typed table. Apps link through it and never write a path by hand, so that a route
 * can move without changes in five apps.
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
  /** Opens the form to be called back about a bike that is not listed. */
  callBack: () => '/bikes#call-back',
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
  /** The health view of the last hours: 1, 24 or 168. */
  adminHealth: (hours?: number) => `/admin?view=health${hours ? `&hours=${hours}` : ''}`,
  adminBooking: (bookingId: string) => `/admin?booking=${bookingId}`,
} as const;

/** Views of the workshop that only its own pages link. Apart from `paths`, which is in the first bytes of every page. */
export const workshopPaths = {
  /** A booking, with the question which mechanic gets it. */
  assign: (bookingId: string) => `/admin?booking=${bookingId}&do=assign`,
  /** The jobs of the floor, or one of them. */
  floor: (bookingId?: string) => `/admin?view=floor${bookingId ? `&job=${bookingId}` : ''}`,
  /** The board of a day, or of today. */
  day: (date?: string) => (date ? `/admin?date=${date}` : '/admin'),
  /** Who has what in the week of a day, or of today. */
  week: (date?: string) => `/admin?view=week${date ? `&date=${date}` : ''}`,
  /** The bookings of the week of a day, or of today, one below the other. */
  list: (date?: string) => `/admin?view=week&rows=list${date ? `&date=${date}` : ''}`,
  people: () => '/admin?view=people',
  /** Who did what; older than a line. */
  trail: (olderThan?: number) => `/admin?view=trail${olderThan ? `&before=${olderThan}` : ''}`,
} as const;
