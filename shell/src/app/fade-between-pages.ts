import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { SiteRouter } from '../telemetry/follow-routes.ts';

/** A page that is not there after this time is shown without a transition: nothing may change below a picture. */
const MOST_MS = 100;

/**
 * Lets the former page fade out above the next one, where the browser has view transitions. The next page is no picture:
 * it stands below and answers at once. A page that takes long to load ends it, and so does whatever a visitor presses.
 */
export function fadeBetweenPages(router: SiteRouter): void {
  if (!document.startViewTransition) return;
  let running: ViewTransition | undefined;
  let isDrawnByBrowser = false;
  const end = (): void => running?.skipTransition();
  for (const press of ['pointerdown', 'keydown']) window.addEventListener(press, end, { capture: true, passive: true });
  // Safari has shown the former page already when a finger has swept back to it.
  window.addEventListener('popstate', (event) => (isDrawnByBrowser = event.hasUAVisualTransition), { capture: true });
  router.subscribe(({ navigation: { state } }) => {
    if (state === 'idle') isDrawnByBrowser = false;
  });

  const fades = (next: RegistryRoute): boolean => {
    const { location, matches, navigation } = router.state;
    const shown = matches.at(-1)?.route.handle as RegistryRoute | undefined;
    return (
      (navigation.location?.pathname ?? location.pathname) !== location.pathname &&
      !isDrawnByBrowser &&
      // The first address of a visit may lead to another one before anything is rendered.
      document.getElementById('main') !== null &&
      // Tools of the workshop are worked with, and a fading dialog would flicker.
      ![next, shown].some((route) => route?.frame === 'tool') &&
      !document.querySelector(':modal') &&
      document.visibilityState === 'visible' &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches
    );
  };

  // Loaders are wrapped here, so the main file needs no code for it.
  for (const route of router.routes[0]?.children ?? []) {
    const { loader, handle } = route;
    if (typeof loader !== 'function') continue;
    route.loader = (...args) => {
      // In the next frame: most pages that were prefetched are there by then, and need no picture.
      requestAnimationFrame(() => fades(handle as RegistryRoute) && (running = fade()));
      return loader(...args);
    };
  }
}

/** The move does not wait for the picture: a page that is there before it is taken is shown without a transition. */
function fade(): ViewTransition {
  const { style } = document.documentElement;
  style.viewTransitionName = '';
  let isTaken = false;
  let limit: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => (limit = setTimeout(resolve, MOST_MS)));
  const main = document.getElementById('main')!;
  const rendered = nextPageIn(main);
  const transition = document.startViewTransition(async () => {
    isTaken = true;
    style.viewTransitionName = 'none'; // of the next page no picture is taken
    // React may have removed the former page with its frame.
    if (main.isConnected) await Promise.race([rendered, late]);
    clearTimeout(limit);
  });
  void rendered.then(() => isTaken || transition.skipTransition());
  void late.then(() => transition.skipTransition());
  transition.ready.catch(() => undefined); // skipped
  transition.finished.catch(() => undefined);
  return transition;
}

/** Resolves when React has put another page into the document; never, when the visitor has gone elsewhere meanwhile. */
function nextPageIn(main: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    // Another route, and another page of the same route.
    for (const place of [main, ...main.children]) observer.observe(place, { childList: true });
  });
}
