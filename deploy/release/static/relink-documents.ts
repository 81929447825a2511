import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { composeLive } from '../live.ts';
import type { LiveRecord } from '../live-record.ts';
import { linkBuckets, SHRUNK } from './export-documents.ts';
import { documentsFolder, liveGeneration, publishGeneration, readShown, writeShown } from './generations.ts';
import { MADE_FROM, readMadeFrom, type Cohort, type MadeFrom } from './made-from.ts';

export interface Relinked {
  generation: string;
  /** Whether all of its documents were written; false while the former generation's many pages were not. */
  whole: boolean;
}

/**
 * Makes documents live that are there already: of a flip that changes nothing but who gets which, as the end of a canary
 * does. The former generation's are linked: nothing is rendered and no backend is asked, since a canary that breaks the
 * site has to end whatever else is down.
 * @returns null when the record needs documents that are not there
 */
export async function relinkDocuments(siteFolder: string, record: LiveRecord): Promise<Relinked | null> {
  const former = liveGeneration(siteFolder);
  if (!former) return null;
  const formerFolder = join(documentsFolder(siteFolder), former);
  const there = readMadeFrom(formerFolder);
  if (!there) return null;
  const releases: [Cohort, string][] = [['stable', composeLive(siteFolder, record).release]];
  if (record.canary) releases.push(['canary', composeLive(siteFolder, record, true).release]);
  const isThere = ([cohort, release]: [Cohort, string]): boolean =>
    there.releases.some(([name, shown]) => name === cohort && shown === release);
  if (!releases.every(isThere)) return null;

  const name = { sequence: record.sequence, release: releases[0]![1] };
  const generation = await publishGeneration(siteFolder, name, (half, generation) => {
    for (const [cohort] of releases) linkFolder(join(formerFolder, cohort), join(half, cohort));
    linkBuckets(half, record.canary?.percent ?? 0);
    writeFileSync(join(half, MADE_FROM), JSON.stringify({ ...there, releases } satisfies MadeFrom));
    writeFileSync(join(half, 'name'), `${generation}\n`);
    if (existsSync(join(formerFolder, SHRUNK))) writeFileSync(join(half, SHRUNK), '');
  });
  const shown = readShown(siteFolder);
  const content = shown?.generation === former ? shown.content : null;
  writeShown(siteFolder, { generation, content });
  return { generation, whole: content !== null };
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    // A page that is being written has a name of its own until it is whole.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    const goal = join(to, relative(from, source));
    mkdirSync(dirname(goal), { recursive: true });
    linkSync(source, goal);
  }
}
