import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { composeLive } from '../record/live.ts';
import type { LiveRecord } from '../record/live-record.ts';
import { SHRUNK } from './export-documents.ts';
import { documentsFolder, liveGeneration, publishGeneration, readShown, writeShown } from './generations.ts';
import { linkBuckets } from './link-buckets.ts';
import { EXPORT_MANIFEST, readExportManifest, type Cohort, type ExportManifest } from './export-manifest.ts';

export interface RelinkResult {
  generation: string;
  /**
   * Whether all of its documents were written; false if the former generation's pages of routes with very many were
   * incomplete.
   */
  whole: boolean;
}

/**
 * Makes existing documents live after a flip that changes only which visitors get which documents, such as the end of a
 * canary. The former generation's documents are linked: nothing is rendered and no backend is called, because a canary
 * that breaks the site must end even when other parts are down.
 * @returns null when the record needs documents that do not exist
 */
export async function relinkDocuments(siteFolder: string, record: LiveRecord): Promise<RelinkResult | null> {
  const former = liveGeneration(siteFolder);
  if (!former) return null;
  const formerFolder = join(documentsFolder(siteFolder), former);
  const there = readExportManifest(formerFolder);
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
    writeFileSync(join(half, EXPORT_MANIFEST), JSON.stringify({ ...there, releases } satisfies ExportManifest));
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
    // A page has a temporary name until it is completely written.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    const goal = join(to, relative(from, source));
    mkdirSync(dirname(goal), { recursive: true });
    linkSync(source, goal);
  }
}
