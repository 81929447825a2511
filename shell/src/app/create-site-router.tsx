import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createBrowserRouter, notFound, type LoaderFunctionArgs, type RouteObject } from '@twostroke/shared/router';
import { NotFoundPage } from '../errors/not-found-page.tsx';
import { PageLoading } from '../layout/page-loading.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { loadPageData } from '../remotes/page-data.ts';
import { RemotePage } from '../layout/remote-page.tsx';
import { RouteFailed } from '../errors/route-failed.tsx';
import { RemotesProvider } from '../remotes/slots.tsx';
import { guardRoute } from '../session/guard-route.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';

/**
 * One data router for the whole site, made from the routes of the live remotes.
 * @param loaderData the data of a prerendered page: its loaders are not called again
 */
export function createSiteRouter(registry: Registry, loaderData?: Record<string, unknown>): SiteRouter {
  const router: SiteRouter = createBrowserRouter(
    siteRoutes(registry, () => void router.revalidate()),
    loaderData && { hydrationData: { loaderData } },
  );
  return router;
}

/** @param onNewContent called when the site has other content than the page that is shown */
export function siteRoutes(registry: Registry, onNewContent: () => void = () => undefined): RouteObject[] {
  return [
    {
      id: 'site',
      Component: () => (
        <RemotesProvider registry={registry}>
          <SiteLayout />
        </RemotesProvider>
      ),
      children: [
        ...registry.routes.map((route) => pageRoute(route, onNewContent)),
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
 * The loader is static and loads the page's code itself. React Router's `route.lazy` caches a rejected promise, so a
 * page that failed once could never be shown again.
 */
function pageRoute(route: RegistryRoute, onNewContent: () => void): RouteObject {
  return {
    id: route.id,
    path: route.path,
    handle: route,
    loader: async (args: LoaderFunctionArgs): Promise<unknown> => {
      await guardRoute(route.access, args.request);
      return loadPageData(route, args, onNewContent);
    },
    Component: () => <RemotePage route={route} />,
    ErrorBoundary: () => <RouteFailed route={route} />,
    HydrateFallback: PageLoading,
  };
}
