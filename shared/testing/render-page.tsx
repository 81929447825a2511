import { render, type RenderResult } from '@testing-library/react';
import { Provider } from 'jotai';
import { toast, Toaster } from 'sonner';
import type { PageModule } from '../contracts/module.ts';
import { RouterProvider, useLocation, type LoaderFunctionArgs } from '../router/index.ts';
import { createMemoryRouter } from '../router/memory.ts';
import { sessionAtom, SlotHostProvider, store, toasterMounted, type Session, type SlotHost } from '../state/index.ts';

export interface RenderPageOptions {
  /** Path pattern of the route. */
  path: string;
  /** Address to open; the path itself by default. */
  url?: string;
  /** Signed out by default. */
  session?: Session;
  /** Fills the slots that the page places. By default they are vacant. */
  slotHost?: SlotHost;
}

const vacantSlots: SlotHost = { render: ({ fallback }) => fallback({ status: 'vacant' }), prefetch: () => undefined };

/** Shown at every other address than the page's own: the address itself, for assertions. */
function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="address">{pathname + search + hash}</p>;
}

/** Renders a page with its loader in a router, with the site's store and its toasts, as the shell does. */
export function renderPage(
  page: PageModule,
  { path, url = path, session = { status: 'signed-out' }, slotHost = vacantSlots }: RenderPageOptions,
) {
  // A new toaster repeats what is still shown: the toasts of the test before.
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  store.set(sessionAtom, session);
  const { loader, live } = page;
  const load = loader && (live ? loadBoth(loader, live) : loader);
  const router = createMemoryRouter(
    [
      { path, Component: page.Component, loader: load, HydrateFallback: () => null },
      { path: '*', Component: Elsewhere },
    ],
    { initialEntries: [url] },
  );
  const view: RenderResult = render(
    <Provider store={store}>
      <SlotHostProvider value={slotHost}>
        <RouterProvider router={router} />
      </SlotHostProvider>
      {/* Without dir, it asks jsdom for the direction of the page on each render. */}
      <Toaster dir="ltr" />
    </Provider>,
  );
  toasterMounted();
  return { ...view, router };
}

/** The page's content, and its live facts as a promise. */
function loadBoth(loader: NonNullable<PageModule['loader']>, live: NonNullable<PageModule['live']>) {
  return async (args: LoaderFunctionArgs): Promise<unknown> => {
    const content = await loader(args);
    return { ...(content as object), live: live(args, content as never) };
  };
}
