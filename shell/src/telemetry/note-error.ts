import type { SiteRouter } from '../app/create-site-router.tsx';
import { RemoteFailure } from '../remotes/remote-failure.ts';

/** Milliseconds after the start at which the reporting code is downloaded: the page has been interactive for long. */
const LOAD_AFTER_MS = 3000;
/** Until the reporting code is there, no more than these are kept. */
const KEPT = 10;

/** What is known of where something was thrown, besides its own stack. */
export interface ErrorPlace {
  /** The remote whose page or slot failed. */
  app?: string | undefined;
  componentStack?: string | null | undefined;
}

export interface NotedError {
  thrown: unknown;
  place: ErrorPlace;
}

const noted: NotedError[] = [];
let tell = (): void => undefined;

/**
 * Writes down what was thrown, for the report of this page. Never throws, and shows nothing to anybody. A remote that
 * its owner has switched off is no error.
 */
export function noteError(thrown: unknown, place: ErrorPlace = {}): void {
  if (thrown instanceof RemoteFailure && thrown.reason === 'disabled') return;
  if (noted.length < KEPT) noted.push({ thrown, place });
  tell();
}

/**
 * Starts noting errors, and loads what reports them when the page is long interactive, or at once after an error: whoever
 * sees one may leave soon.
 */
export function startTelemetry(router: SiteRouter): void {
  let landing = router.state.initialized ? router.state.matches : undefined;
  router.subscribe(({ initialized, matches }) => {
    if (initialized) landing ??= matches; // not before: a guard may send the visitor on at once
  });
  let loading: Promise<void> | undefined;
  tell = () => {
    if (!navigator.onLine) return window.addEventListener('online', tell, { once: true });
    loading ??= import('./report-client.ts')
      .then(({ reportClient }) => {
        tell = reportClient(router, landing, noted);
        tell();
      })
      .catch(() => {
        loading = undefined; // the next error tries again
      });
  };
  window.addEventListener('error', ({ error }) => {
    if (error) noteError(error); // a message without an error is the browser's or an extension's own
  });
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
  setTimeout(() => tell(), LOAD_AFTER_MS);
}
