/** Brands and areas whose pages the site has: fixed addresses, so header and footer can link them without a request. */
export const brands = [
  { slug: 'honda', name: 'Honda' },
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'tvs', name: 'TVS' },
  { slug: 'hero', name: 'Hero' },
  { slug: 'ktm', name: 'KTM' },
  { slug: 'yamaha', name: 'Yamaha' },
] as const;

export const areas = [
  { slug: 'kondhwa', name: 'Kondhwa' },
  { slug: 'katraj', name: 'Katraj' },
  { slug: 'camp', name: 'Camp' },
  { slug: 'undri', name: 'Undri' },
  { slug: 'wanowrie', name: 'Wanowrie' },
  { slug: 'fatima-nagar', name: 'Fatima Nagar' },
  { slug: 'lulla-nagar', name: 'Lulla Nagar' },
  { slug: 'kausar-baugh', name: 'Kausar Baugh' },
  { slug: 'mohammedwadi', name: 'Mohammedwadi' },
  { slug: 'pisoli', name: 'Pisoli' },
  { slug: 'handewadi', name: 'Handewadi' },
  { slug: 'salunkhe-vihar', name: 'Salunkhe Vihar' },
] as const;

/** The five service pages with their own address, and the category of each. */
export const servicePages = [
  { slug: 'general-service', categorySlug: 'periodic-service' },
  { slug: 'oil-change', categorySlug: 'oil-and-fluids' },
  { slug: 'brake-service', categorySlug: 'brakes' },
  { slug: 'chain-cleaning', categorySlug: 'chain-and-drive' },
  { slug: 'engine-repair', categorySlug: 'engine' },
] as const;
