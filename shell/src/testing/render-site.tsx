import type { Registry } from '@twostroke/shared/contracts/registry';
import { RouterProvider } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { store } from '@twostroke/shared/state';
import { render, type RenderResult } from '@testing-library/react';
import { Provider } from 'jotai';
import { siteRoutes } from '../app/create-site-router.tsx';
import { registerLiveRemotes } from '../remotes/load-remote.ts';

/** Renders the whole site, frame included, at an address, from a registry. Mock `remotes/federation.ts` first. */
export function renderSite(registry: Registry, url = '/') {
  registerLiveRemotes(registry);
  const router = createMemoryRouter(siteRoutes(registry), { initialEntries: [url] });
  const view: RenderResult = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...view, router };
}
