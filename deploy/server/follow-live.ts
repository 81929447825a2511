import { statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { candidateOf } from '../release/gates/candidate.ts';
import { fitFaults } from '../release/gates/fit.ts';
import { composeLive, composePreview, type Live } from '../release/live.ts';
import { readLiveRecord, type LiveRecord } from '../release/live-record.ts';
import { readRelease } from '../release/release-record.ts';
import { previewKey } from './preview-cookie.ts';

/** How often the file is looked at: file systems in a network tell nothing of a change. */
const POLL_MS = 500;

export interface LiveSet {
  stable: Live;
  /** What part of the visitors gets instead, and how large that part is. */
  canary: { live: Live; percent: number } | null;
  /** What testers may ask for, by `app@version`. */
  previews: Map<string, Live>;
  /** In which state `live.json` was read. */
  state: string;
}

/**
 * Puts the releases of `live.json` together, those of its canary too.
 * @throws Error when the record is damaged or names what can't be served
 */
export function readLiveSet(siteFolder: string): LiveSet {
  const state = stateOf(join(siteFolder, 'live.json'));
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error('live.json is missing.');
  return {
    stable: composeLive(siteFolder, record),
    canary: record.canary && { live: composeLive(siteFolder, record, true), percent: record.canary.percent },
    previews: readPreviews(siteFolder, record),
    state,
  };
}

/** A preview that does not fit what went live since is left out: it must not keep a flip from being taken over. */
function readPreviews(siteFolder: string, record: LiveRecord): LiveSet['previews'] {
  const previews: LiveSet['previews'] = new Map();
  for (const preview of record.previews ?? []) {
    const { app, version } = preview;
    try {
      const apps = { ...record.apps, [app]: version };
      const faults = fitFaults(candidateOf(siteFolder, readRelease(siteFolder, app, version), { apps, canary: null }));
      if (faults.length > 0) throw new Error(faults.join(' '));
      previews.set(previewKey(preview), composePreview(siteFolder, record, preview));
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      console.error(`The preview of ${app} ${version} can't be shown: ${reason}`);
    }
  }
  return previews;
}

/**
 * Calls back soon after each flip. A record that is damaged or names what can't be served is told once and changes
 * nothing: what is served stays.
 * @param taken what is served now
 * @returns a function that ends it
 */
export function followLive(siteFolder: string, taken: LiveSet, onFlip: (set: LiveSet) => void): () => void {
  const file = join(siteFolder, 'live.json');
  let seen = taken.state;
  const look = (): void => {
    const state = stateOf(file);
    if (state === seen) return;
    seen = state;
    try {
      onFlip(readLiveSet(siteFolder));
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      console.error(`The flip is not taken over, what was live stays: ${reason}`);
    }
  };
  look();
  const timer = setInterval(look, POLL_MS).unref();
  const watcher = watch(siteFolder, (_, name) => name === 'live.json' && look());
  watcher.on('error', () => undefined); // polling goes on
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
