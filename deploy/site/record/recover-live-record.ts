import { join } from 'node:path';
import { readHistory } from './history.ts';
import { composeLive } from './live.ts';
import { verifyReleases, type TrustedKeys } from './release-signature.ts';
import { formerRecordFile, readLiveRecord, readRecordFile, type LiveRecord } from './live-record.ts';

export interface UsableRecord {
  /** null: nothing was released yet. */
  record: LiveRecord | null;
  /** Why it is not the one in live.json; null when it is. */
  error: string | null;
}

/**
 * Reads the live record. When it is damaged or names missing releases, returns the newest one that can be served: one
 * of the history, else the one before the last flip.
 * @param keys when given, each release must be signed with one of them
 */
export function readUsableRecord(siteFolder: string, keys: TrustedKeys | null = null): UsableRecord {
  let error: string;
  try {
    const record = readLiveRecord(siteFolder);
    if (record) tryToCompose(siteFolder, record, keys);
    else if (readHistory(siteFolder).length > 0) throw new Error('live.json is missing.');
    return { record, error: null };
  } catch (failure) {
    error = failure instanceof Error ? failure.message : String(failure);
  }
  const earlier = [
    ...readHistory(siteFolder)
      .reverse()
      .map(
        ({ record }) =>
          () =>
            record,
      ),
    () => readRecordFile(join(siteFolder, formerRecordFile)),
  ];
  for (const read of earlier)
    try {
      const record = read();
      tryToCompose(siteFolder, record, keys);
      return { record, error };
    } catch {
      // This one can't be served either.
    }
  return { record: null, error };
}

/** @throws Error when a release of the record is missing, damaged, not trusted, or owns a path of another */
function tryToCompose(siteFolder: string, record: LiveRecord, keys: TrustedKeys | null): void {
  if (keys) verifyReleases(siteFolder, { ...record, previews: [] }, keys);
  composeLive(siteFolder, record);
  if (record.canary) composeLive(siteFolder, record, true);
}
