import type { RemoteModule } from '@twostroke/shared/contracts/module';

export default {
  contract: 1,
  pages: {
    auth: () => import('./pages/auth'),
    'my-bookings': () => import('./pages/my-bookings'),
    'my-profile': () => import('./pages/my-profile'),
  },
  slots: {},
} satisfies RemoteModule;
