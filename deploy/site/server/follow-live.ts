import { statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { candidateOf } from '../record/fit/candidate.ts';
import { fitErrors } from '../record/fit/fit.ts';
import { composeLive, composePreview, type Live } from '../record/live.ts';
import { readLiveRecord, type LiveRecord } from '../record/live-record.ts';
import { terminalLog, type ReleaseLog } from '../record/release-log.ts';
import { readRelease } from '../record/release-record.ts';
import { verifyRelease, verifyReleases, type TrustedKeys } from '../record/release-signature.ts';
import { previewKey } from './preview-cookie.ts';

/** How often the file is polled: network file systems report no changes. */
const POLL_MS = 500;

export interface LiveSet {
  stable: Live;
  /** The releases for the canary's share of the visitors, and the size of that share. */
  canary: { live: Live; percent: number } | null;
  /** Open previews, by `app@version`. */
  previews: Map<string, Live>;
  /** The state of `live.json` when it was read. */
  state: string;
}

/**
 * Combines the releases of `live.json`, and those of its canary.
 * @param keys when given, each release must be signed with one of them
 * @throws Error when the record is damaged, or names a release that can't be served or trusted
 */
export function readLiveSet(siteFolder: string, keys: TrustedKeys | null = null, log = terminalLog): LiveSet {
  const state = stateOf(join(siteFolder, 'live.json'));
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error('live.json is missing.');
  if (keys) verifyReleases(siteFolder, { ...record, previews: [] }, keys);
  return {
    stable: composeLive(siteFolder, record),
    canary: record.canary && { live: composeLive(siteFolder, record, true), percent: record.canary.percent },
    previews: readPreviews(siteFolder, record, keys, log),
    state,
  };
}

/** A preview that does not fit the live releases any more is left out: it must not block a flip. */
function readPreviews(
  siteFolder: string,
  record: LiveRecord,
  keys: TrustedKeys | null,
  log: ReleaseLog,
): LiveSet['previews'] {
  const previews: LiveSet['previews'] = new Map();
  for (const preview of record.previews ?? []) {
    const { app, version } = preview;
    try {
      if (keys) verifyRelease(siteFolder, app, version, keys);
      const apps = { ...record.apps, [app]: version };
      const errors = fitErrors(candidateOf(siteFolder, readRelease(siteFolder, app, version), { apps, canary: null }));
      if (errors.length > 0) throw new Error(errors.join(' '));
      previews.set(previewKey(preview), composePreview(siteFolder, record, preview));
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      log.warn("A preview can't be shown.", { event: 'preview_refused', subject: `${app} ${version}`, reason });
    }
  }
  return previews;
}

/**
 * Calls back soon after each flip. A record that is damaged, or names missing or untrusted releases, is logged once and changes
 * nothing: the former record stays live.
 * @param taken the record that is served now
 * @returns a function that stops it
 */
export function followLive(
  siteFolder: string,
  taken: LiveSet,
  onFlip: (set: LiveSet) => void,
  keys: TrustedKeys | null = null,
  log = terminalLog,
): () => void {
  const file = join(siteFolder, 'live.json');
  let seen = taken.state;
  const look = (): void => {
    const state = stateOf(file);
    if (state === seen) return;
    seen = state;
    try {
      onFlip(readLiveSet(siteFolder, keys, log));
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      log.warn('The flip was rejected, the former one stays live.', { event: 'flip_refused', reason });
    }
  };
  look();
  const timer = setInterval(look, POLL_MS).unref();
  const watcher = watch(siteFolder, (_, name) => name === 'live.json' && look());
  watcher.on('error', () => undefined); // polling continues
  watcher.unref();
  return () => {
    clearInterval(timer);
    watcher.close();
  };
}

function stateOf(file: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(file);
    return `${mtimeMs} ${ino} ${size}`;
  } catch {
    return 'missing';
  }
}
