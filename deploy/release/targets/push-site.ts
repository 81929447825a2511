import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readLiveRecord, type LiveRecord } from '../live-record.ts';
import { liveGeneration, SHOWN_FILE } from '../static/generations.ts';
import { withLease, type Changer, type Lease } from './lease.ts';
import { readLiveAtTarget } from './live-at-target.ts';
import { releaseFolders } from './release-folders.ts';
import { LiveRecordChangedError, type Target } from './target.ts';

/** Files of a site folder that say what was released and is shown; they go along with the live record. */
export const companions = ['history.jsonl', 'live.json.former', SHOWN_FILE];

export interface PushFigures {
  /** Files sent, by what they are. */
  releases: number;
  documents: number;
  tookMs: number;
}

/**
 * Brings what is live in a site folder to a target: first the folders of the releases, which nobody asks for yet, then
 * the documents that point at them, the live record last. It may be broken off at any point and run again. One at a time:
 * whoever pushes meanwhile waits.
 * @throws LiveRecordChangedError when the target holds a flip that this folder does not know
 * @throws LeaseHeldError when somebody else is pushing
 * @throws LeaseLostError when somebody else has taken over meanwhile
 * @throws Error when nothing is live, the documents are of another flip, or the target can't run a canary
 */
export async function pushSite(target: Target, siteFolder: string, changer: Changer): Promise<PushFigures> {
  const started = Date.now();
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error('Nothing is live in this site folder yet. Release the apps first.');
  if (record.canary && target.refusesCanary)
    throw new Error(`A canary of ${record.canary.app} is running. ${target.refusesCanary}`);
  const generation = liveGeneration(siteFolder);
  if (!generation || !generation.startsWith(`${record.sequence}-`))
    throw new Error('The documents of this flip are not rendered yet. Run: npm run hosting -- render');
  const sent = await withLease(target, changer, `flip ${record.sequence}`, (lease) =>
    pushInOrder(target, siteFolder, record, generation, lease),
  );
  return { ...sent, tookMs: Date.now() - started };
}

async function pushInOrder(
  target: Target,
  siteFolder: string,
  record: LiveRecord,
  generation: string,
  lease: Lease,
): Promise<Omit<PushFigures, 'tookMs'>> {
  const text = readFileSync(join(siteFolder, 'live.json'), 'utf8');
  const seen = await readLiveAtTarget(target);
  refuseForeignFlip(target, seen.record, record);
  let releases = 0;
  for (const path of releaseFolders(record)) releases += await target.pushRelease(path, join(siteFolder, path));
  await lease.renew();
  // Again, since the releases may have taken a while; whoever flips in the target itself asks for no lease.
  refuseForeignFlip(target, (await readLiveAtTarget(target)).record, record);
  const documents = await target.pushDocuments(siteFolder, generation, () => lease.require());
  for (const file of companions)
    if (existsSync(join(siteFolder, file))) await target.writeText(file, readFileSync(join(siteFolder, file), 'utf8'));
  await lease.renew();
  if (seen.text !== text) await target.replaceLive(text, seen.text);
  return { releases, documents };
}

/** Each flip counts the record's sequence up by one: the target's must be older than ours, or be ours. */
function refuseForeignFlip(target: Target, there: LiveRecord | null, ours: LiveRecord): void {
  if (there === null || isDeepStrictEqual(there, ours)) return;
  if (there.sequence >= ours.sequence) throw new LiveRecordChangedError(target.name);
}
