import type { createBrowserRouter } from '@twostroke/shared/router';

/** The one router of the site. */
export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/** The routes of a page, the page's own last. */
export type Matches = SiteRouter['state']['matches'];

export interface FollowedRoutes {
  /** Id of the route that was shown at a time of `performance.now()`, e.g. `catalog:bike`. */
  at(time: number): string;
}

/**
 * Records which page was shown when, so that a measurement can be assigned to its page.
 * @param landing the first page, when it was recorded: the visitor may have followed a link since
 */
export function followRoutes(router: SiteRouter, landing: Matches = router.state.matches): FollowedRoutes {
  const shown = [{ since: 0, id: routeId(landing) }];
  const look = (): void => {
    const id = routeId(router.state.matches);
    if (id !== shown.at(-1)?.id) shown.push({ since: performance.now(), id });
  };
  look();
  router.subscribe(look);
  return { at: (time) => shown.filter(({ since }) => since <= time).at(-1)?.id ?? 'site' };
}

/** The app that owns a route: the part of `remote:page` before the colon; the shell for its own pages. */
export function appOfRoute(id: string): string {
  const [app = '', page] = id.split(':');
  return page ? app : 'shell';
}

function routeId(matches: Matches): string {
  return matches.at(-1)?.route.id ?? 'site';
}
