/** The five service pages with their own address, and the category of each. */
export const servicePages = [
  { slug: 'general-service', categorySlug: 'periodic-service' },
  { slug: 'oil-change', categorySlug: 'oil-and-fluids' },
  { slug: 'brake-service', categorySlug: 'brakes' },
  { slug: 'chain-cleaning', categorySlug: 'chain-and-drive' },
  { slug: 'engine-repair', categorySlug: 'engine' },
] as const;
