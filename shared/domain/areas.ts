/** Areas whose pages the site has: fixed addresses, so the footer can link them without a request. */
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
