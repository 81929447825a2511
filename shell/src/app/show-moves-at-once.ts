import type { SiteRouter } from '../telemetry/follow-routes.ts';

/**
 * The router for React. A page that has been prefetched is there within the task of the press: it is rendered in it, in
 * one piece, and nothing says that it is loading. React Router alone renders that first, and then the page in slices,
 * between which the browser draws the former page again and again.
 */
export function showMovesAtOnce(router: SiteRouter): SiteRouter {
  const subscribe: SiteRouter['subscribe'] = (show) => {
    let shown = router.state.location.pathname;
    let frame = 0;
    return router.subscribe((state, options) => {
      cancelAnimationFrame(frame);
      if (state.navigation.state === 'loading') {
        frame = requestAnimationFrame(() => show(state, options));
        return;
      }
      const isMove = state.location.pathname !== shown;
      shown = state.location.pathname;
      show(state, isMove ? { ...options, flushSync: true } : options);
    });
  };
  return Object.create(router, { subscribe: { value: subscribe } }) as SiteRouter;
}
