import { parseHistory } from '../../site/record/history.ts';
import { formerRecordFile, parseLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import type { UsableRecord } from '../../site/record/recover-live-record.ts';
import { releaseFolders } from './release-folders.ts';
import type { Target } from './target.ts';

export interface LiveAtTarget extends UsableRecord {
  /** The content of live.json there, damaged or not; null when it is missing. */
  text: string | null;
}

/**
 * Reads the live record of a target. When it is damaged, the newest good one whose releases are all at the target
 * counts: one of the history, else the one before the last flip.
 */
export async function readLiveAtTarget(target: Target): Promise<LiveAtTarget> {
  const text = await target.readText('live.json');
  const live = liveRecordIn(text);
  if (live.record) return { text, ...live };
  const history = parseHistory((await target.readText('history.jsonl')) ?? '');
  // Nothing was pushed yet; beside a history a missing record is a damaged one.
  if (text === null && history.length === 0) return { text, record: null, error: null };
  const former = liveRecordIn(await target.readText(formerRecordFile)).record;
  const earlier = [...history.map(({ record }) => record).reverse(), ...(former ? [former] : [])];
  for (const record of earlier) if (await hasReleases(target, record)) return { text, record, error: live.error };
  return { text, ...live };
}

/** The live record in a file of a target, or what is wrong with it. */
function liveRecordIn(text: string | null): UsableRecord {
  return text === null ? { record: null, error: 'it is missing.' } : parseLiveRecord(text);
}

/** Whether all releases that a record names are complete at a target. */
export async function hasReleases(target: Target, record: LiveRecord): Promise<boolean> {
  for (const folder of releaseFolders(record).filter((path) => path.startsWith('private/')))
    if ((await target.readText(`${folder}/release.json`)) === null) return false;
  return true;
}
