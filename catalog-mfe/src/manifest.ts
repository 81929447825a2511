import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

/**
 * Pages of the catalog: everything to read before there is a cart. The build reads this file alone, so it imports types
 * only.
 */
export default {
  contract: 1,
  name: 'catalog',
  routes: [
    { page: 'home', path: '/', access: 'public', prerender: 'static' },
    { page: 'services', path: '/services', access: 'public', prerender: 'static' },
    {
      page: 'service-category',
      path: '/services/category/:categorySlug',
      access: 'public',
      prerender: { rows: 'categories?select=categorySlug:slug' },
    },
    {
      page: 'service-page',
      path: '/services/:servicePage',
      access: 'public',
      prerender: {
        values: [
          { servicePage: 'general-service' },
          { servicePage: 'oil-change' },
          { servicePage: 'brake-service' },
          { servicePage: 'chain-cleaning' },
          { servicePage: 'engine-repair' },
        ],
      },
    },
    {
      page: 'service-package',
      path: '/services/:brandSlug/:modelSlug/:packageSlug',
      access: 'public',
      prerender: {
        rows: 'model_offers?select=brandSlug:brand_slug,modelSlug:model_slug,packageSlug:package_slug&order=model_id,package_slug',
      },
    },
    { page: 'bikes', path: '/bikes', access: 'public', prerender: 'static' },
    {
      page: 'bike',
      path: '/bikes/:brandSlug/:modelSlug',
      access: 'public',
      prerender: { rows: 'models?select=brandSlug:brand_slug,modelSlug:slug' },
    },
    {
      page: 'brand',
      path: '/brands/:brandSlug',
      access: 'public',
      prerender: { rows: 'brands?select=brandSlug:slug' },
    },
    {
      page: 'area',
      path: '/location/:areaSlug',
      access: 'public',
      prerender: { rows: 'areas?select=areaSlug:slug' },
    },
    { page: 'blog', path: '/blog', access: 'public', prerender: 'static' },
    { page: 'post', path: '/blog/:slug', access: 'public', prerender: { rows: 'posts?select=slug' } },
    { page: 'contact', path: '/contact', access: 'public', prerender: 'static' },
    { page: 'faq', path: '/faq', access: 'public', prerender: 'static' },
    { page: 'about', path: '/about', access: 'public', prerender: 'static' },
    { page: 'reviews', path: '/reviews', access: 'public', prerender: 'static' },
    { page: 'install', path: '/install', access: 'public', prerender: 'static' },
  ],
  slots: [],
} satisfies RemoteManifest;
