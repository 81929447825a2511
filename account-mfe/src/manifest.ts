import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

export default {
  contract: 1,
  name: 'account',
  routes: [
    { page: 'auth', path: '/auth', access: 'public', prerender: 'never', frame: 'task' },
    { page: 'my-bookings', path: '/my-bookings', access: 'user', prerender: 'never', frame: 'task' },
    { page: 'my-profile', path: '/my-profile', access: 'user', prerender: 'never', frame: 'task' },
  ],
  slots: [
    { name: 'customer-booking', access: 'public' },
    { name: 'booking-invoice', access: 'admin' },
  ],
} satisfies RemoteManifest;
