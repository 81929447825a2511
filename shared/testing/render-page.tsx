import { render, type RenderResult } from '@testing-library/react';
import { Provider } from 'jotai';
import type { PageModule } from '../contracts/module.ts';
import { RouterProvider, useLocation } from '../router/index.ts';
import { createMemoryRouter } from '../router/memory.ts';
import { sessionAtom, store, type Session } from '../state/index.ts';

export interface RenderPageOptions {
  /** Path pattern of the route. */
  path: string;
  /** Address to open; the path itself by default. */
  url?: string;
  /** Nobody is signed in by default. */
  session?: Session;
}

/** Where the router is: shown by every address that is not the page's own. */
function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="address">{pathname + search + hash}</p>;
}

/** Renders a page with its loader in a router and the site's store, the way the shell does. */
export function renderPage(
  page: PageModule,
  { path, url = path, session = { status: 'signed-out' } }: RenderPageOptions,
) {
  store.set(sessionAtom, session);
  const router = createMemoryRouter(
    [
      { path, Component: page.Component, loader: page.loader, HydrateFallback: () => null },
      { path: '*', Component: Elsewhere },
    ],
    { initialEntries: [url] },
  );
  const view: RenderResult = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...view, router };
}
