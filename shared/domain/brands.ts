/** Brands whose pages the site has: fixed addresses, so header and footer can link them without a request. */
export const brands = [
  { slug: 'honda', name: 'Honda' },
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'tvs', name: 'TVS' },
  { slug: 'hero', name: 'Hero' },
  { slug: 'ktm', name: 'KTM' },
  { slug: 'yamaha', name: 'Yamaha' },
] as const;
