import type { ErrorPlace } from './recorded-error.ts';

/** An app and which of its releases runs in this tab. */
export interface AppRelease {
  app: string;
  version: string;
}

const RELEASE_FOLDER = /\/r\/([a-z][a-z0-9_]*)\/([A-Za-z0-9][A-Za-z0-9.+-]*)\//g;

/** The releases whose folders `/r/<app>/<version>/` occur in a stack or an address, in their order. */
export function releasesIn(text: string): AppRelease[] {
  return [...text.matchAll(RELEASE_FOLDER)].map(([, app = '', version = '']) => ({ app, version }));
}

/**
 * The app that caused an error. A remote that failed to load names itself. Otherwise it is the innermost remote in the
 * stack, then in the component stack: React, the router and the data clients run from the shell's files on behalf of
 * the remotes, so frames of the shell say little. Then the remote whose page or slot failed, finally the shell.
 * @param versions version of each app of this tab, for when no address names one
 */
export function attributeError(thrown: unknown, place: ErrorPlace, versions: ReadonlyMap<string, string>): AppRelease {
  const { remote, stack } = (thrown ?? {}) as { remote?: unknown; stack?: unknown };
  if (typeof remote === 'string') return releaseOf(remote, versions);
  const frames = [...releasesIn(typeof stack === 'string' ? stack : ''), ...releasesIn(place.componentStack ?? '')];
  const guilty = frames.find(({ app }) => app !== 'shell');
  if (guilty) return guilty;
  return place.app ? releaseOf(place.app, versions) : (frames[0] ?? releaseOf('shell', versions));
}

export function releaseOf(app: string, versions: ReadonlyMap<string, string>): AppRelease {
  return { app, version: versions.get(app) ?? 'unknown' };
}
