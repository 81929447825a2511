import type { RemoteModule } from '@twostroke/shared/contracts/module';

/** What the shell loads of the catalog. Every page is a chunk of its own. */
export default {
  contract: 1,
  pages: {
    home: () => import('./pages/home'),
    services: () => import('./pages/services'),
    'service-category': () => import('./pages/service-category'),
    'service-page': () => import('./pages/service-page'),
    'service-package': () => import('./pages/service-package'),
    bikes: () => import('./pages/bikes'),
    bike: () => import('./pages/bike'),
    brand: () => import('./pages/brand'),
    area: () => import('./pages/area'),
    blog: () => import('./pages/blog'),
    post: () => import('./pages/post'),
    contact: () => import('./pages/contact'),
    faq: () => import('./pages/faq'),
    about: () => import('./pages/about'),
    reviews: () => import('./pages/reviews'),
    install: () => import('./pages/install'),
  },
  slots: {},
} satisfies RemoteModule;
