import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readLiveRecord, writeByRename, type LiveRecord } from '../live-record.ts';
import { companions, releaseFolders } from './push-site.ts';
import type { Target } from './target.ts';

/**
 * Fetches what the next release starts from, as far as the site folder lacks it: the live record, the history, and the
 * records, Node builds and style sheets of the live releases.
 * @returns the live record, or null when nothing was pushed to the target yet
 * @throws Error when the site folder has flips that were never pushed
 */
export async function pullSite(target: Target, siteFolder: string): Promise<LiveRecord | null> {
  const text = await target.readText('live.json');
  if (text === null) return null;
  const record = JSON.parse(text) as LiveRecord;
  const own = readLiveRecord(siteFolder);
  if (own && own.sequence > record.sequence)
    throw new Error(
      `This site folder is at flip ${own.sequence}, ${target.name} at ${record.sequence}: push it, or start from an empty folder.`,
    );
  for (const path of releaseFolders(record)) await pullRelease(target, path, join(siteFolder, path));
  mkdirSync(siteFolder, { recursive: true });
  for (const file of companions) {
    const companion = await target.readText(file);
    if (companion !== null) writeByRename(join(siteFolder, file), companion);
  }
  writeByRename(join(siteFolder, 'live.json'), text);
  return record;
}

/** Fetches a folder of a release, unless it is there. */
export async function pullRelease(target: Target, path: string, folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const half = `${folder}.${process.pid}.part`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  try {
    await target.pullFolder(path, half);
    renameSync(half, folder);
  } catch (failure) {
    rmSync(half, { recursive: true, force: true });
    throw failure;
  }
}
