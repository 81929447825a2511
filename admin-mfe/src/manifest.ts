import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

export default {
  contract: 1,
  name: 'admin',
  routes: [{ page: 'admin', path: '/admin', access: 'admin', prerender: 'never', frame: 'tool' }],
  slots: [{ name: 'admin-alerts', access: 'admin' }],
} satisfies RemoteManifest;
