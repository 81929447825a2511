import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryEntry } from '../../site/record/history.ts';
import { readHistory } from '../../site/record/history.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { privateFolder, publicFolder } from '../../site/record/release-record.ts';
import { documentsFolder } from '../../site/export/generations.ts';
import { namedReleases, readDocumentsIn } from '../../site/export/named-releases.ts';

/** The number of last live versions of each app that stay, for a rollback. */
const KEPT_VERSIONS = 5;
export const DAY_MS = 24 * 3600_000;
/** Tabs that were opened before a flip keep the versions they began with. */
export const OLD_TABS_MS = 7 * DAY_MS;

export interface CollectionResult {
  /** `catalog 1.0.0-1a2b3c4d` */
  releases: string[];
  /** Folders of rendered pages. */
  pages: number;
  bytes: number;
}

/**
 * Removes unused files. These are releases that are not live, a canary, a preview or one of the last five live ones,
 * that have been out of use for 7 days, and that no document for file servers names. The rendered pages of removed
 * releases and old contents go too.
 * @param options.dryRun lists what would be removed, and removes nothing
 */
export function collectGarbage(
  siteFolder: string,
  record: LiveRecord,
  { now = Date.now(), dryRun = false }: { now?: number; dryRun?: boolean } = {},
): CollectionResult {
  const inUse = releasesInUse(readHistory(siteFolder), record, now);
  readDocumentsIn(documentsFolder(siteFolder), (text) => namedReleases(text).forEach((name) => inUse.add(name)));
  const collected: CollectionResult = { releases: [], pages: 0, bytes: 0 };
  const remove = (folder: string): void => {
    collected.bytes += bytesOf(folder);
    if (!dryRun) rmSync(folder, { recursive: true, force: true });
  };
  const kept = new Set<string>();
  for (const { app, version, folders } of publishedReleases(siteFolder)) {
    const name = `${app}-${version}`;
    const isYoung = folders.some((folder) => now - statSync(folder).mtimeMs < OLD_TABS_MS);
    if (inUse.has(name) || isYoung) {
      kept.add(name);
      continue;
    }
    folders.forEach(remove); // the private folder first: without its record the release can't become live any more
    if (!version.endsWith('.part')) collected.releases.push(`${app} ${version}`);
  }
  for (const folder of unusedPages(siteFolder, kept, now)) {
    remove(folder);
    collected.pages += 1;
  }
  return collected;
}

/** Names (`catalog-1.0.0-1a2b3c4d`) of releases that are live, may be rolled back to, or are open in a tab. */
export function releasesInUse(history: HistoryEntry[], record: LiveRecord, now: number): Set<string> {
  const names = new Set<string>();
  const add = (apps: Record<string, string>): void => {
    for (const [app, version] of Object.entries(apps)) names.add(`${app}-${version}`);
  };
  const addAll = ({ apps, canary, previews = [] }: LiveRecord): void => {
    add(apps);
    if (canary) add({ [canary.app]: canary.version });
    for (const { app, version } of previews) add({ [app]: version });
  };
  addAll(record);
  history.forEach((entry, at) => {
    const next = history[at + 1];
    const endedAt = next ? Date.parse(next.record.flippedAt) : now;
    if (now - endedAt < OLD_TABS_MS) addAll(entry.record);
  });
  for (const app of Object.keys(record.apps)) {
    const newestFirst = [...history].reverse().flatMap((entry) => entry.record.apps[app] ?? []);
    for (const version of [...new Set(newestFirst)].slice(0, KEPT_VERSIONS)) add({ [app]: version });
  }
  return names;
}

function publishedReleases(siteFolder: string) {
  const found = new Map<string, { app: string; version: string; folders: string[] }>();
  const roots = [
    [join(siteFolder, 'private'), privateFolder],
    [join(siteFolder, 'r'), publicFolder],
  ] as const;
  for (const [root, folderOf] of roots)
    for (const app of namesIn(root))
      for (const version of namesIn(join(root, app))) {
        const release = found.get(`${app} ${version}`) ?? { app, version, folders: [] };
        release.folders.push(folderOf(siteFolder, app, version));
        found.set(`${app} ${version}`, release);
      }
  return found.values();
}

/** Pages are in `pages/shell-<version>/<owner>-<version>/<content>/`. */
function unusedPages(siteFolder: string, kept: Set<string>, now: number): string[] {
  const root = join(siteFolder, 'pages');
  const content = currentContent(siteFolder);
  const isOld = (folder: string): boolean => now - statSync(folder).mtimeMs > DAY_MS;
  return namesIn(root).flatMap((shell) => {
    if (!kept.has(shell)) return [join(root, shell)];
    return namesIn(join(root, shell)).flatMap((owner) => {
      const folder = join(root, shell, owner);
      if (owner !== 'not-found' && !kept.has(owner)) return [folder];
      return namesIn(folder)
        .filter((name) => name !== content)
        .map((name) => join(folder, name))
        .filter(isOld);
    });
  });
}

function currentContent(siteFolder: string): string | null {
  const file = join(siteFolder, 'content-version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
