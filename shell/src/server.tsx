import './remotes/federation.ts'; // first: remotes need the federation provider
import type { Access } from '@twostroke/shared/contracts/manifest';
import type { PageModule, SlotModule } from '@twostroke/shared/contracts/module';
import type { PageRenderer, ModuleFailure, RenderedPage, RendererOptions } from '@twostroke/shared/contracts/prerender';
import type { Registry, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { connectBackend } from '@twostroke/shared/client';
import { matchRoutes } from '@twostroke/shared/router';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@twostroke/shared/router/server';
import { cartDrawerAtom, sessionAtom } from '@twostroke/shared/state';
import { createStore, Provider } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { jsx } from 'react/jsx-runtime';
import { SiteProviders } from './app/app.tsx';
import { siteRoutes } from './app/create-site-router.tsx';
import { NOT_FOUND_PATH } from './errors/not-found-page.tsx';
import { importEntriesFromDisk } from './remotes/federation.ts';
import { loadPage, loadSlot, pageOf, registerLiveRemotes } from './remotes/load-remote.ts';

/** How long a checked page or slot may suspend, e.g. for lazy code. After that its loading state counts as rendered. */
const SUSPENDED_MS = 2000;

/**
 * Renders pages of the site in Node, with the Node builds of the live remotes. One renderer per process or worker: the
 * federation runtime keeps its remotes per process.
 */
export function createPageRenderer({ registry, backend, origin }: RendererOptions): PageRenderer {
  globalThis.twostrokeOrigin = origin;
  connectBackend(backend);
  importEntriesFromDisk();
  registerLiveRemotes(registry);
  const routes = siteRoutes(registry);
  const handler = createStaticHandler(routes);

  return async function renderPage(path: string | null): Promise<RenderedPage> {
    const address = path ?? NOT_FOUND_PATH;
    const context = await handler.query(new Request(new URL(address, origin)));
    if (context instanceof Response) throw new Error(`${address} answers ${context.status} instead of a page.`);
    const [failure] = Object.values(context.errors ?? {});
    if (failure && !(path === null && context.statusCode === 404)) throw asError(failure, address);
    const html = await renderToString(
      <SiteProviders>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </SiteProviders>,
    );
    const routeId = matchRoutes(routes, address)?.at(-1)?.route.id ?? 'not-found';
    return {
      ...splitDocument(html),
      routeId,
      loaderData: context.loaderData,
      jsonLd: jsonLdOf(pageOf(routeId), context.loaderData[routeId]),
    };
  };
}

/**
 * Loads every page and slot of the registry as a browser would, one after the other, and renders it: a page up to where
 * it reads its loader's data, which is missing here. Call it after createPageRenderer, in the same process.
 * @returns what could not be loaded or rendered, and why; empty when this shell provides everything needed
 */
export async function checkParts({ routes, slots }: Registry): Promise<ModuleFailure[]> {
  const errors: ModuleFailure[] = [];
  const check = async (
    { remote, access }: RegistryRoute | RegistrySlot,
    part: string,
    load: () => Promise<PageModule | SlotModule>,
    path: string,
    props: object,
  ): Promise<void> => {
    let module: PageModule | SlotModule;
    try {
      module = await load();
    } catch (failure) {
      const { cause } = failure as Error;
      errors.push({ remote, part, reason: cause instanceof Error ? cause.message : String(cause ?? failure) });
      return;
    }
    const [failure] = await renderAlone(module, path, access, props);
    if (failure) errors.push({ remote, part, reason: reasonOf(failure), rendering: true });
  };
  for (const route of routes) await check(route, `page ${route.page}`, () => loadPage(route), route.path, {});
  for (const slot of slots) await check(slot, `slot ${slot.name}`, () => loadSlot(slot), '/', absentProps);
  return errors;
}

/** Placeholder for the data of a loader or the props of a slot. Reading it ends the check without an error. */
class DataNeeded extends Error {}
const askForData = (): never => {
  throw new DataNeeded();
};
const absentData: object = new Proxy({}, new Proxy({}, { get: () => askForData }));
/** Placeholder for the props of a slot: each exists, and reading it ends the check. `key` and `ref` are React's own. */
const absentProps: object = new Proxy(
  {},
  { get: (_, name) => (name === 'key' || name === 'ref' ? undefined : absentData) },
);

/**
 * Renders a page or slot with its providers, for a visitor who may see it, with the drawer open.
 * @returns the exception it throws itself
 */
async function renderAlone(
  part: PageModule | SlotModule,
  path: string,
  access: Access,
  props: object,
): Promise<unknown[]> {
  const loads = 'loader' in part && part.loader !== undefined;
  // `jsx`, not JSX syntax: `{...props}` would copy the own keys of the proxy, and it has none.
  const Component = () => jsx(part.Component as ComponentType<object>, props);
  const visitor = createStore(); // its own store: pages are rendered with the site's store
  visitor.set(cartDrawerAtom, true);
  if (access !== 'public')
    visitor.set(sessionAtom, {
      status: 'signed-in',
      user: { id: '00000000-0000-4000-8000-000000000000', email: null, phone: null, fullName: null },
      isAdmin: access === 'admin',
    });
  const handler = createStaticHandler([{ id: 'part', path, Component }]);
  const address = new URL(path.replaceAll(':', ''), globalThis.twostrokeOrigin); // `/blog/slug` for `/blog/:slug`
  const context = await handler.query(new Request(address));
  if (context instanceof Response) return [];
  context.loaderData = { part: loads ? absentData : null };
  const failures: unknown[] = [];
  const content = (
    <SiteProviders>
      <Provider store={visitor}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Provider>
    </SiteProviders>
  );
  const timeout = AbortSignal.timeout(SUSPENDED_MS);
  await prerenderToNodeStream(content, {
    signal: timeout,
    onError: (failure) => void failures.push(failure),
  }).catch(() => undefined); // the error was reported to onError
  return failures.filter((failure) => !(failure instanceof DataNeeded) && failure !== timeout.reason);
}

/** React's message for what is mostly a missing export of a shared module has several lines. */
function reasonOf(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  return message.startsWith('Element type is invalid') ? 'a component in it is undefined' : message;
}

/** The tree has no head, so React collects titles and links in one that it creates. */
async function renderToString(content: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <html lang="en-IN">
      <body>
        <div id="root">{content}</div>
      </body>
    </html>,
    {
      // Otherwise React moves larger boundaries into hidden blocks that inline scripts put in place.
      progressiveChunkSize: Infinity,
      onError: (failure) => void failures.push(failure),
    },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  if (failures.length > 0) throw failures[0];
  return html;
}

function splitDocument(html: string): { head: string; body: string } {
  const parts = /<head>(.*?)<\/head><body><div id="root">(.*)<\/div><\/body><\/html>$/s.exec(html);
  if (!parts) throw new Error('The rendered document has no head and root.');
  return { head: parts[1]!, body: parts[2]! };
}

function jsonLdOf(page: PageModule | undefined, data: unknown): object[] {
  const made = page?.handle?.jsonLd?.(data as never);
  return made ? [made].flat() : [];
}

function asError(failure: unknown, address: string): Error {
  if (failure instanceof Error) return failure;
  const { status } = failure as { status?: number };
  return new Error(`${address} answers ${status ?? 'an unknown failure'} instead of a page.`);
}
