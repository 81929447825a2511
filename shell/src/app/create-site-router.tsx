import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { prepareReads } from '@twostroke/shared/data';
import { createBrowserRouter, notFound, type LoaderFunctionArgs, type RouteObject } from '@twostroke/shared/router';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { PageLoading } from '../layout/page-loading.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { loadPage } from '../remotes/load-part.ts';
import { keepingPrerendered } from '../remotes/prerendered.ts';
import { RegistryProvider } from '../remotes/registry-context.tsx';
import { RemotePage } from '../remotes/remote-page.tsx';
import { RouteFailed } from '../remotes/route-failed.tsx';
import { guardRoute } from '../session/guard-route.ts';

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/**
 * One data router for the whole site, made from what the live remotes offer.
 * @param loaderData what a prerendered page was made from: its loaders are not called again
 */
export function createSiteRouter(registry: Registry, loaderData?: Record<string, unknown>): SiteRouter {
  return createBrowserRouter(siteRoutes(registry), loaderData && { hydrationData: { loaderData } });
}

export function siteRoutes(registry: Registry): RouteObject[] {
  return [
    {
      id: 'site',
      Component: () => (
        <RegistryProvider value={registry}>
          <SiteLayout />
        </RegistryProvider>
      ),
      children: [
        ...registry.routes.map(pageRoute),
        {
          id: 'not-found',
          path: '*',
          loader: () => {
            throw notFound();
          },
          Component: NotFoundPage,
          ErrorBoundary: NotFoundPage,
          HydrateFallback: PageLoading,
        },
      ],
    },
  ];
}

/**
 * The loader is static and loads the page's code itself. React Router's `route.lazy` would keep a rejected promise for
 * ever, so that a page that failed once could never be shown again.
 */
function pageRoute(route: RegistryRoute): RouteObject {
  return {
    id: route.id,
    path: route.path,
    handle: route,
    loader: async (args: LoaderFunctionArgs): Promise<unknown> => {
      await guardRoute(route.access, args.request);
      prepareReads(); // beside the page's code, which will read
      const page = await loadPage(route);
      return page.loader ? ((await keepingPrerendered(route, args, page.loader)) ?? null) : null;
    },
    Component: () => <RemotePage route={route} />,
    ErrorBoundary: () => <RouteFailed route={route} />,
    HydrateFallback: PageLoading,
  };
}
