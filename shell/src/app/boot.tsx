import { connectBackend } from '@twostroke/shared/data';
import { startPersistence, watchInstallPrompt } from '@twostroke/shared/state';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { returnToPlace } from '../layout/return-to-place.ts';
import { loadPage, registerLiveRemotes } from '../remotes/load-part.ts';
import { pageSettled, readPrerendered, removePrerenderedHead, takeOverPage } from '../remotes/prerendered.ts';
import { readSite } from '../remotes/site.ts';
import { startSession } from '../session/start-session.ts';
import { startTelemetry } from '../telemetry/note-error.ts';
import { App } from './app.tsx';
import { applyStoredTheme } from './apply-theme.ts';
import { createSiteRouter, type SiteRouter } from './create-site-router.tsx';
import { keepEarlyInput } from './early-input.ts';
import { nextTask } from './next-task.ts';
import { revalidateOnSignOut } from './revalidate-on-sign-out.ts';

/** How long the first page may load before the frame of the site shows without it. */
const FIRST_PAGE_PATIENCE_MS = 400;

/** How long a prerendered page may wait for its code before the rest of it is taken over. */
const HYDRATION_PATIENCE_MS = 2000;
/** How much longer what was pressed waits for that code. */
const LATE_PAGE_PATIENCE_MS = 3000;
/** A prerendered page older than this asks for its data again: free times pass, and a stored copy may be from yesterday. */
const FRESH_MS = 10 * 60_000;

/** Starts the site in this tab. The registry is read once: a tab keeps the versions it started with. */
export async function boot(): Promise<void> {
  applyStoredTheme();
  const site = readSite(document.getElementById('site')?.textContent);
  globalThis.twostrokeOrigin = site.origin || window.location.origin;
  const container = document.getElementById('root')!;
  try {
    connectBackend({ url: site.backend.url || window.location.origin, key: site.backend.key });
  } catch (missing) {
    const { BackendMissing } = await import('../layout/backend-missing.tsx'); // no visitor should pay for it
    createRoot(container).render(<BackendMissing reason={(missing as Error).message} />);
    return;
  }
  registerLiveRemotes(site.registry);
  const prerendered = readPrerendered(document.getElementById('state')?.textContent, site.registry, window.location);
  if (prerendered) {
    returnToPlace(container);
    // A page whose code is late or does not come stays as it was rendered, and the rest works meanwhile.
    await withPatience(
      loadPage(prerendered.route).catch(() => undefined),
      HYDRATION_PATIENCE_MS,
    );
    await nextTask();
    takeOverPage(prerendered, container);
    const router = createSiteRouter(site.registry, prerendered.loaderData);
    startTelemetry(router); // not with the visit: hydration may fail
    await nextTask();
    const giveBackInput = keepEarlyInput();
    const onReady = (): void => {
      startVisit(router);
      if (Date.now() - prerendered.renderedAt > FRESH_MS) void router.revalidate();
      // Once the page shows this customer's cart and bike: what is pressed has to work with them. A page whose code is
      // late answers nothing before; the frame waits with it, but no longer than a part may take to load.
      void withPatience(pageSettled, LATE_PAGE_PATIENCE_MS).then(nextTask).then(giveBackInput);
    };
    // As a transition, in slices: a phone answers to fingers meanwhile.
    startTransition(() => void hydrateRoot(container, <App router={router} onReady={onReady} />));
    return;
  }
  // Guards wait for the session, and nothing that is on the screen has to match.
  const router = createSiteRouter(site.registry);
  startTelemetry(router);
  startVisit(router);
  await withPatience(firstPage(router), FIRST_PAGE_PATIENCE_MS);
  removePrerenderedHead();
  const giveBackInput = keepEarlyInput();
  const onReady = (): void => {
    returnToPlace(container);
    giveBackInput();
  };
  createRoot(container).render(<App router={router} onReady={onReady} />);
}

let started = false;

/** What a visit needs besides its page. Prerendered HTML knows no customer: it is hydrated before cart and bike load. */
function startVisit(router: SiteRouter): void {
  if (started) return;
  started = true;
  startPersistence();
  startSession();
  watchInstallPrompt();
  revalidateOnSignOut(router);
}

/** Settles when the router has its first page, or a failure in its place. */
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

function withPatience(work: Promise<unknown>, milliseconds: number): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
