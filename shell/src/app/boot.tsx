import { connectBackend } from '@twostroke/shared/data';
import { startPersistence, watchInstallPrompt } from '@twostroke/shared/state';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BackendMissing } from '../layout/backend-missing.tsx';
import { loadPage, registerLiveRemotes } from '../remotes/load-part.ts';
import { readPrerendered, takeOverPage } from '../remotes/prerendered.ts';
import { readSite } from '../remotes/site.ts';
import { startSession } from '../session/start-session.ts';
import { startTelemetry } from '../telemetry/note-error.ts';
import { App } from './app.tsx';
import { applyStoredTheme } from './apply-theme.ts';
import { createSiteRouter, type SiteRouter } from './create-site-router.tsx';
import { revalidateOnSignOut } from './revalidate-on-sign-out.ts';

/** How long the first page may load before the frame of the site shows without it. */
const FIRST_PAGE_PATIENCE_MS = 400;

/** Starts the site in this tab. The registry is read once: a tab keeps the versions it started with. */
export async function boot(): Promise<void> {
  applyStoredTheme();
  const site = readSite(document.getElementById('site')?.textContent);
  globalThis.twostrokeOrigin = site.origin || window.location.origin;
  const container = document.getElementById('root')!;
  try {
    connectBackend({ url: site.backend.url || window.location.origin, key: site.backend.key });
  } catch (missing) {
    createRoot(container).render(<BackendMissing reason={(missing as Error).message} />);
    return;
  }
  registerLiveRemotes(site.registry);
  const prerendered = readPrerendered(document.getElementById('state')?.textContent, site.registry, window.location);
  if (prerendered) {
    // A page whose code does not come stays as it was rendered; RemotePage says so.
    await loadPage(prerendered.route).catch(() => undefined);
    takeOverPage(prerendered, container);
    const router = createSiteRouter(site.registry, prerendered.loaderData);
    hydrateRoot(container, <App router={router} onReady={() => startVisit(router)} />);
    return;
  }
  // Guards wait for the session, and nothing that is on the screen has to match.
  const router = createSiteRouter(site.registry);
  startVisit(router);
  await firstPage(router);
  removeHoistedTags();
  createRoot(container).render(<App router={router} />);
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
  startTelemetry(router);
}

/** Waits for the first page, but not for long. */
async function firstPage(router: SiteRouter): Promise<void> {
  await Promise.race([
    new Promise<void>((resolve) => {
      if (router.state.initialized) return resolve();
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    }),
    new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_PATIENCE_MS)),
  ]);
}

/** A page that is not hydrated brings its own title and links: those in the document would stand beside them. */
function removeHoistedTags(): void {
  const hoisted = 'title, meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"]';
  document.head.querySelectorAll(hoisted).forEach((tag) => tag.remove());
}
