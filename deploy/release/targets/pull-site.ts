import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formerRecordFile, writeByRename, type LiveRecord } from '../../site/record/live-record.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { filesIn } from '../files-in.ts';
import { Rejection } from '../rejection.ts';
import { readLiveAtTarget } from './live-at-target.ts';
import { companions } from './push-site.ts';
import { releaseFolders } from './release-folders.ts';
import type { Target } from './target.ts';

/**
 * Fetches the input of the next release that the site folder lacks: the live record, the history, and the records, Node
 * builds and style sheets of the live releases.
 * @param say reports which record counts instead of a damaged one; by default on stderr
 * @returns the live record, or null when nothing was pushed to the target yet
 * @throws Rejection when the record there is damaged, and so are all earlier ones
 * @throws Error when the site folder has flips that were never pushed
 */
export async function pullSite(
  target: Target,
  siteFolder: string,
  say: (sentence: string) => void = console.warn,
): Promise<LiveRecord | null> {
  const { text, record, error } = await readLiveAtTarget(target);
  if (!record) {
    if (text === null) return null;
    throw new Rejection(
      `The live record of ${target.name} is damaged: ${error} Neither its history nor ${formerRecordFile} has a good one whose releases are there: push a site folder that has one, or a new one (deploy/hosting/README.md, first release), by npm run hosting -- render --site DIR --origin ADDRESS --push TARGET.`,
    );
  }
  const own = readUsableRecord(siteFolder).record;
  if (own && own.sequence > record.sequence)
    throw new Error(
      `This site folder is at flip ${own.sequence}, ${target.name} at ${record.sequence}: push it, or start from an empty folder.`,
    );
  if (error)
    say(
      `The live record of ${target.name} is damaged: ${error} Flip ${record.sequence}, the newest good one there, counts; the next flip writes it again.`,
    );
  for (const path of releaseFolders(record)) await pullRelease(target, path, join(siteFolder, path));
  mkdirSync(siteFolder, { recursive: true });
  for (const file of companions) {
    const companion = await target.readText(file);
    if (companion !== null) writeByRename(join(siteFolder, file), companion);
  }
  writeByRename(join(siteFolder, 'live.json'), error ? `${JSON.stringify(record, null, 2)}\n` : text!);
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
    filesIn(half); // rejects symbolic links
    renameSync(half, folder);
  } catch (failure) {
    rmSync(half, { recursive: true, force: true });
    throw failure;
  }
}
