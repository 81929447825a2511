import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

/** From the cart to a booking. The build reads this file alone, so it imports types only. */
export default {
  contract: 1,
  name: 'cart',
  routes: [
    {
      page: 'book-service',
      path: '/book-service',
      access: 'public',
      prerender: 'static',
      frame: 'task',
      places: [{ slot: 'customer-booking', fragment: 'manage' }],
    },
  ],
  slots: [{ name: 'cart-drawer', access: 'public' }],
} satisfies RemoteManifest;
