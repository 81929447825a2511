import type { RemoteModule } from '@twostroke/shared/contracts/module';

export default {
  contract: 1,
  pages: { admin: () => import('./pages/admin'), health: () => import('./pages/health') },
  slots: { 'admin-alerts': () => import('./slots/admin-alerts') },
} satisfies RemoteModule;
