import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

export default {
  contract: 1,
  name: 'account',
  routes: [
    { page: 'auth', path: '/auth', access: 'public', prerender: 'never' },
    { page: 'my-bookings', path: '/my-bookings', access: 'user', prerender: 'never' },
    { page: 'my-profile', path: '/my-profile', access: 'user', prerender: 'never' },
  ],
  slots: [{ name: 'customer-booking', access: 'public' }],
} satisfies RemoteManifest;
