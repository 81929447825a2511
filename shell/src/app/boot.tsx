import { connectBackend } from '@twostroke/shared/client';
import { cartDrawerId, startPersistence, watchInstallPrompt } from '@twostroke/shared/state';
import { isModalOpen } from '@twostroke/shared/ui/modal';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepCartOpen, keepEarlyCart } from '../layout/cart-drawer.tsx';
import { restoreScroll } from '../layout/restore-scroll.ts';
import { loadPage, preloadPage, registerLiveRemotes } from '../remotes/load-remote.ts';
import { contentFile, FRESH_MS, startPageData } from '../remotes/page-data.ts';
import { pageSettled, readPrerendered, removePrerenderedHead, startHydration } from '../remotes/prerendered.ts';
import { readSite } from '../remotes/site.ts';
import { prefetchSlots } from '../remotes/slots.tsx';
import { prefetchSlot } from '../remotes/use-slot.ts';
import { isAuthCallback, startSession, type LinkTokens } from '../session/start-session.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { startTelemetry } from '../telemetry/record-error.ts';
import { App } from './app.tsx';
import { applyStoredTheme } from './apply-theme.ts';
import { createSiteRouter } from './create-site-router.tsx';
import { captureInput, pressedAddresses } from './capture-input.ts';
import { layOutSections } from './lay-out-sections.ts';
import { nextTask } from './next-task.ts';
import { revalidateOnAccessChange } from './revalidate-on-access-change.ts';
import { startWhenIdle } from './start-when-idle.ts';

/** Timeout of the first page: afterwards the frame of the site shows without it. */
const FIRST_PAGE_TIMEOUT_MS = 400;

/** How long the frame waits for the code of a prerendered page before it hydrates without it. */
const HYDRATION_TIMEOUT_MS = 2000;
/** How much longer early input waits for that code. */
const LATE_PAGE_TIMEOUT_MS = 3000;

/** Starts the site in this tab. The registry is read once: a tab keeps the versions it started with. */
export async function boot(): Promise<void> {
  applyStoredTheme();
  const site = readSite(document.getElementById('site')?.textContent);
  globalThis.twostrokeOrigin = site.origin || window.location.origin;
  const container = document.getElementById('root')!;
  try {
    connectBackend({ url: site.backend.url || window.location.origin, key: site.backend.key });
  } catch (missing) {
    const { BackendMissing } = await import('../errors/backend-missing.tsx'); // in its own chunk: no visitor needs it
    createRoot(container).render(<BackendMissing reason={(missing as Error).message} />);
    return;
  }
  const link = isAuthCallback(window.location) ? await takeAuthLink() : null;
  if (link?.kind === 'rejected') return window.location.replace(link.to);
  const tokens = link?.kind === 'accepted' ? link.tokens : undefined;
  registerLiveRemotes(site.registry);
  const prerendered = readPrerendered(document.getElementById('state')?.textContent, site.registry, window.location);
  startPageData(site, prerendered);
  if (prerendered) {
    restoreScroll(container);
    prefetchSlots(site.registry, prerendered.route, window.location.hash);
    // In parallel with hydration, after which these presses are replayed.
    if (isModalOpen(cartDrawerId)) prefetchSlot(site.registry, 'cart-drawer');
    const pressed = pressedAddresses();
    for (const route of site.registry.routes.filter(({ path }) => pressed.includes(path))) {
      preloadPage(route);
      void contentFile(route, route.path);
    }
    // A page whose code is late or missing stays as it was rendered; the rest of the site works.
    await waitAtMost(HYDRATION_TIMEOUT_MS, loadPage(prerendered.route));
    await nextTask();
    startHydration(prerendered, container);
    const router = createSiteRouter(site.registry, prerendered.loaderData);
    startTelemetry(router, site.registry.remotes); // not earlier: hydration may fail
    await nextTask();
    const replayInput = captureInput();
    const onReady = (): void => {
      keepCartOpen();
      startVisit(router, tokens);
      // Free times pass, and a stored copy may be from yesterday.
      if (Date.now() - prerendered.renderedAt > FRESH_MS) void router.revalidate();
      // Early input is replayed once the page shows this customer's cart and bike, because it must act on them. The
      // frame waits for a page whose code is late, but no longer than a remote's timeout.
      void waitAtMost(LATE_PAGE_TIMEOUT_MS, pageSettled)
        .then(nextTask)
        .then(() => keepEarlyCart(replayInput))
        .then(layOutSections);
    };
    // As a transition, React hydrates in slices: the phone stays responsive.
    startTransition(() => void hydrateRoot(container, <App router={router} onReady={onReady} />));
    return;
  }
  // Guards wait for the session, and no rendered content has to match.
  const router = createSiteRouter(site.registry);
  startTelemetry(router, site.registry.remotes);
  startVisit(router, tokens);
  await waitAtMost(FIRST_PAGE_TIMEOUT_MS, firstPage(router));
  removePrerenderedHead();
  const replayInput = captureInput();
  const onReady = (): void => {
    restoreScroll(container);
    replayInput();
    void layOutSections();
  };
  createRoot(container).render(<App router={router} onReady={onReady} />);
}

/** Few visitors open a link from a mail, so its code is a chunk of its own. If it can't load, they stay signed out. */
async function takeAuthLink() {
  try {
    return (await import('../session/auth-link.ts')).takeAuthLink();
  } catch {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    return null;
  }
}

let started = false;

/**
 * What a visit needs besides its page. Prerendered HTML contains no customer data: it is hydrated before cart and bike
 * load.
 */
function startVisit(router: SiteRouter, link?: LinkTokens): void {
  if (started) return;
  started = true;
  startPersistence();
  startSession(link);
  watchInstallPrompt();
  revalidateOnAccessChange(router);
  startWhenIdle(router).catch(() => undefined); // nothing needs it
}

/** Resolves when the router has loaded its first page, or failed to. */
function firstPage(router: SiteRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

/** Waits until the work has settled, but no longer than this many milliseconds. Never rejects. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
