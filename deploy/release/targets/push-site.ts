import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { liveGeneration, SHOWN_FILE } from '../../site/export/generations.ts';
import { filesIn } from '../files-in.ts';
import { hasReleases, readLiveAtTarget } from './live-at-target.ts';
import { releaseFolders } from './release-folders.ts';
import { LiveRecordChangedError, type Target } from './target.ts';

/** Files of a site folder that are sent together with the live record. */
export const companions = ['history.jsonl', 'live.json.former', SHOWN_FILE];

export interface PushFigures {
  /** Numbers of files sent, by kind. */
  releases: number;
  documents: number;
  tookMs: number;
}

/**
 * Pushes what is live in a site folder to a target: first the release folders, which no visitor requests yet, then the
 * documents that point at them, the live record last. It may be interrupted at any point and run again. When several
 * pushes run concurrently, the one that replaces the record succeeds; the others find another record than the one they
 * read.
 * @throws LiveRecordChangedError when the target has a flip that this folder does not know
 * @throws Error when nothing is live, the documents are of another flip, or the target can't run a canary
 */
export async function pushSite(target: Target, siteFolder: string): Promise<PushFigures> {
  const started = Date.now();
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error('Nothing is live in this site folder yet. Release the apps first.');
  if (record.canary && target.canaryRejection)
    throw new Error(`A canary of ${record.canary.app} is running. ${target.canaryRejection}`);
  const generation = liveGeneration(siteFolder);
  if (!generation || !generation.startsWith(`${record.sequence}-`))
    throw new Error('The documents of this flip are not rendered yet. Run: npm run hosting -- render');
  const sent = await pushInOrder(target, siteFolder, record, generation);
  return { ...sent, tookMs: Date.now() - started };
}

async function pushInOrder(
  target: Target,
  siteFolder: string,
  record: LiveRecord,
  generation: string,
): Promise<Omit<PushFigures, 'tookMs'>> {
  const text = readFileSync(join(siteFolder, 'live.json'), 'utf8');
  const seen = await readLiveAtTarget(target);
  rejectForeignFlip(target, seen.record, record);
  let releases = 0;
  for (const path of releaseFolders(record)) {
    filesIn(join(siteFolder, path)); // rejects symbolic links
    releases += await target.pushRelease(path, join(siteFolder, path));
  }
  const requireSameRecord = async (): Promise<void> => {
    if ((await target.readText('live.json')) !== seen.text) throw new LiveRecordChangedError(target.name);
  };
  const documents = await target.pushDocuments(siteFolder, generation, requireSameRecord);
  await requireSameRecord();
  if (!(await hasReleases(target, record)))
    throw new Error(`A release was removed from ${target.name} (gc) during this push. Run the command again.`);
  for (const file of companions)
    if (existsSync(join(siteFolder, file))) await target.writeText(file, readFileSync(join(siteFolder, file), 'utf8'));
  if (seen.text !== text) await target.replaceLive(text, seen.text);
  return { releases, documents };
}

/** Each flip increments the record's sequence: the target's record must be older than ours, or be ours. */
function rejectForeignFlip(target: Target, there: LiveRecord | null, ours: LiveRecord): void {
  if (there === null || isDeepStrictEqual(there, ours)) return;
  if (there.sequence >= ours.sequence) throw new LiveRecordChangedError(target.name);
}
