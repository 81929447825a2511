import { connectBackend } from '@twostroke/shared/data';
import { startPersistence, watchInstallPrompt } from '@twostroke/shared/state';
import { createRoot } from 'react-dom/client';
import { BackendMissing } from '../layout/backend-missing.tsx';
import { registerLiveRemotes } from '../remotes/load-part.ts';
import { readSite } from '../remotes/site.ts';
import { startSession } from '../session/start-session.ts';
import { startTelemetry } from '../telemetry/note-error.ts';
import { App } from './app.tsx';
import { applyStoredTheme } from './apply-theme.ts';
import { createSiteRouter } from './create-site-router.tsx';
import { revalidateOnSignOut } from './revalidate-on-sign-out.ts';

/** How long the first page may load before the frame of the site shows without it. */
const FIRST_PAGE_PATIENCE_MS = 400;

/** Starts the site in this tab. The registry is read once: a tab keeps the versions it started with. */
export async function boot(): Promise<void> {
  applyStoredTheme();
  const site = readSite(document.getElementById('site')?.textContent);
  const root = createRoot(document.getElementById('root')!);
  try {
    connectBackend({ url: site.backend.url || window.location.origin, key: site.backend.key });
  } catch (missing) {
    root.render(<BackendMissing reason={(missing as Error).message} />);
    return;
  }
  registerLiveRemotes(site.registry);
  startPersistence();
  startSession();
  watchInstallPrompt();
  const router = createSiteRouter(site.registry);
  revalidateOnSignOut(router);
  startTelemetry(router);
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
  root.render(<App router={router} />);
}
