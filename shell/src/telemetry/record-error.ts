import type { RegistryRemote } from '@twostroke/shared/contracts/registry';
import { RemoteFailure } from './remote-failure.ts';
import type { SiteRouter } from './follow-routes.ts';
import type { ErrorPlace, RecordedError } from './recorded-error.ts';

/** Milliseconds after the start at which the reporting code loads: the page is interactive long before. */
const LOAD_AFTER_MS = 3000;
/** The most errors kept until the reporting code has loaded. */
const KEPT = 10;

const noted: RecordedError[] = [];
let tell = (): void => undefined;

/**
 * Records an error for the report of this page. Never throws, and shows nothing. A remote that the shop has disabled is
 * not an error.
 */
export function recordError(thrown: unknown, place: ErrorPlace = {}): void {
  if (thrown instanceof RemoteFailure && thrown.reason === 'disabled') return;
  if (noted.length < KEPT) noted.push({ thrown, place });
  tell();
}

/**
 * Starts recording errors. Loads the reporting code some time after the page became interactive, or at once after an
 * error: a visitor who sees one may leave soon.
 */
export function startTelemetry(router: SiteRouter, remotes: readonly RegistryRemote[]): void {
  let landing = router.state.initialized ? router.state.matches : undefined;
  router.subscribe(({ initialized, matches }) => {
    if (initialized) landing ??= matches; // not earlier: a guard may redirect at once
  });
  let loading: Promise<void> | undefined;
  tell = () => {
    if (!navigator.onLine) return window.addEventListener('online', tell, { once: true });
    loading ??= import('./report-client.ts')
      .then(({ reportClient }) => {
        tell = reportClient(router, remotes, landing, noted);
        tell();
      })
      .catch(() => {
        loading = undefined; // the next error retries
      });
  };
  window.addEventListener('error', ({ error }) => {
    if (error) recordError(error); // a message without an error comes from the browser or an extension
  });
  window.addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
  setTimeout(() => tell(), LOAD_AFTER_MS);
}
