/** Rows as the backend returns them, for tests. */
export const classic350 = {
  id: 'royal-enfield/classic-350',
  slug: 'classic-350',
  name: 'Classic 350',
  brand_slug: 'royal-enfield',
  body: 'cruiser',
  engine_cc: 349,
  price_class: 'C3',
  drive: 'chain',
  cooling: 'oil',
  oil_litres: 2.2,
  oil_grade: '15W-50',
  jaso: 'MA2',
  interval_km: 5000,
  interval_months: 6,
  note: null,
  search_names: 'classic, bullet classic, reborn',
  popular_rank: 2,
  brands: { slug: 'royal-enfield', name: 'Royal Enfield' },
};

export const activa6g = {
  ...classic350,
  id: 'honda/activa-6g',
  slug: 'activa-6g',
  name: 'Activa 6G',
  brand_slug: 'honda',
  body: 'scooter',
  engine_cc: 109.5,
  price_class: 'C1',
  drive: 'belt_cvt',
  search_names: 'activa, activa 110, activa6g',
  popular_rank: 1,
  brands: { slug: 'honda', name: 'Honda' },
};

const offer = {
  category_slug: 'periodic-service',
  modes: ['doorstep', 'pickup', 'workshop'],
  price_is_from: false,
  two_day: false,
  next_day_only: false,
  fee_adjusted: false,
};

export const generalOffer = {
  ...offer,
  package_slug: 'general-service',
  name: 'General Service (with engine oil)',
  short_name: 'General Service',
  summary: 'Fresh engine oil, 25 checks',
  price: 1699,
  minutes: 105,
  oil_included: true,
  checks: 25,
  sort: 2,
};

export const basicOffer = {
  ...offer,
  package_slug: 'basic-service',
  name: 'Basic Service (oil not included)',
  short_name: 'Basic Service',
  summary: '12 checks',
  price: 799,
  minutes: 75,
  oil_included: false,
  checks: 12,
  sort: 1,
};

export const addons = [
  { addon_slug: 'oil-filter', name: 'Oil filter cartridge', price: 199, minutes: 5, included_in: ['oil-change'] },
  { addon_slug: 'chain-lube', name: 'Chain clean & lube', price: 199, minutes: 15, included_in: ['general-service'] },
  { addon_slug: 'foam-wash', name: 'Foam wash', price: 199, minutes: 20, included_in: ['general-service'] },
  { addon_slug: 'extended-warranty', name: 'Warranty 30 to 90 days', price: 349, minutes: 0, included_in: [] },
].map((addon) => ({ summary: 'In a sentence.', max_quantity: 1, min_odometer_km: null, ...addon }));

export const packageText = {
  slug: 'general-service',
  short_name: 'General Service',
  name: 'General Service (with engine oil)',
  lead: 'The regular service.',
  hint: null,
  story_md: 'The one to book.',
  categories: { slug: 'periodic-service', title: 'Periodic service' },
};

export const jobCard = [
  { kind: 'excluded', group_name: '', label: 'Oil filter cartridge', addon_slug: 'oil-filter', price: 199 },
  { kind: 'included', group_name: 'Engine and oil', label: 'Air filter cleaned', addon_slug: null, price: null },
].map((line) => ({ hint: null, see_package: null, ...line }));

export const slots = {
  today: '2026-11-20',
  minutes: 105,
  windows: 1,
  first_free: { date: '2026-11-21', start: '09:00', end: '11:00', free: 2 },
  days: [
    { date: '2026-11-21', closed: null, windows: [{ start: '09:00', end: '11:00', free: 2, places: 3, why: null }] },
  ],
};

export const servedPins = [
  { pin: '411048', area_slugs: ['kondhwa', 'kausar-baugh', 'salunkhe-vihar'] },
  { pin: '411046', area_slugs: ['katraj'] },
];

/** A row of the list of packages, offered up to 350 cc. */
export const listedPackage = (slug: string, name: string, categorySlug: string) => ({
  slug,
  category_slug: categorySlug,
  name,
  short_name: name,
  summary: `What ${name} is`,
  lead: `When ${name} is due.`,
  minutes: 60,
  modes: ['doorstep', 'workshop'],
  drive: 'any',
  price_is_from: false,
  two_day: false,
  fee_adjusted: false,
  oil_included: false,
  checks: null,
  package_prices: [
    { price_class: 'C1', price: 1299 },
    { price_class: 'C3', price: 1699 },
  ],
});
