import { DAY_MS, OLD_TABS_MS, releasesInUse } from './collect-garbage.ts';
import { parseHistory, type HistoryEntry } from '../../site/record/history.ts';
import { isVersion } from '../../site/record/live-record-schema.ts';
import { parseLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { outdated } from '../../site/export/generations.ts';
import { namedReleases } from '../../site/export/named-releases.ts';
import { LiveRecordChangedError, type StoredFile, type Target } from './target.ts';

/** The unused folders at a target. */
export interface Garbage {
  releases: UnusedRelease[];
  /** Names of generations of documents: `12-1a2b3c4d`. */
  generations: string[];
  /** Sum of the sizes of all files; one with several names counts with each. */
  bytes: number;
}

interface UnusedRelease {
  app: string;
  version: string;
  /** `r/catalog/1.0.0-1a2b3c4d` and its private folder, those that exist. */
  folders: string[];
}

/**
 * Removes from a target what `gc` removes from a site folder, and keeps what any document there names. Removed are
 * releases that are neither live, canary nor preview nor one of the last five live ones, and that are 7 days out of
 * use, and documents of interrupted generations. Only folders that a push makes are examined. Stops when another team
 * releases meanwhile.
 * @param options.dryRun lists what would be removed, and removes nothing
 * @throws Rejection when nothing is live there, or what is in use is unknown
 * @throws LiveRecordChangedError when it stopped: what it removed until then was unused
 */
export async function collectGarbageAtTarget(
  target: Target,
  { now = Date.now(), dryRun = false }: { now?: number; dryRun?: boolean } = {},
): Promise<Garbage> {
  const seen = await target.readText('live.json');
  const garbage = await findGarbage(target, now);
  if (!dryRun) await remove(target, garbage, seen);
  return garbage;
}

async function findGarbage(target: Target, now: number): Promise<Garbage> {
  const { record, history } = await whatWasLive(target);
  const inUse = releasesInUse(history, record, now);
  await target.readDocuments((text) => namedReleases(text).forEach((name) => inUse.add(name)));
  const apps = appsOf(record, history);
  const files = [...(await target.list('private')), ...(await target.list('r'))];
  const folders = [...foldersOf(files, /^(?:private|r)\/[^/]+\/[^/]+(?=\/)/)].flatMap(([path, folder]) => {
    const [, app = '', version] = path.split('/');
    return apps.has(app) && isVersion(version) ? [{ app, version, path, ...folder }] : [];
  });
  const young = new Set(folders.filter(({ newestAt }) => now - newestAt < OLD_TABS_MS).map(nameOf));
  const unused = folders.filter((folder) => !inUse.has(nameOf(folder)) && !young.has(nameOf(folder)));
  const releases = new Map<string, UnusedRelease>();
  for (const folder of unused) {
    const { app, version, path } = folder;
    const { folders: others } = releases.get(nameOf(folder)) ?? { folders: [] };
    releases.set(nameOf(folder), { app, version, folders: [...others, path] });
  }
  const generations = await unusedGenerations(target, now);
  const bytes = [...unused, ...generations].reduce((sum, folder) => sum + folder.bytes, 0);
  const inOrder = [...releases.entries()].sort(([one], [other]) => one.localeCompare(other)).map(([, each]) => each);
  return { releases: inOrder, generations: generations.map(({ name }) => name), bytes };
}

/** @throws Rejection when the target has no record of what was live: then anything may be in use */
async function whatWasLive(target: Target): Promise<{ record: LiveRecord; history: HistoryEntry[] }> {
  const text = await target.readText('live.json');
  if (text === null) throw new Rejection(`Nothing is live at ${target.name} yet.`);
  const { record, error } = parseLiveRecord(text);
  if (!record) throw new Rejection(`The live record of ${target.name} is damaged: ${error} Nothing was removed.`);
  const history = parseHistory((await target.readText('history.jsonl')) ?? '');
  if (history.length === 0)
    throw new Rejection(
      `${target.name} has no history of its flips, so what open tabs and a rollback need is unknown. Nothing was removed.`,
    );
  return { record, history };
}

/** Apps that were ever live: a folder of any other name is not ours. */
function appsOf(record: LiveRecord, history: HistoryEntry[]): Set<string> {
  return new Set(
    [record, ...history.map((entry) => entry.record)].flatMap(({ apps, canary, previews = [] }) => [
      ...Object.keys(apps),
      ...(canary ? [canary.app] : []),
      ...previews.map(({ app }) => app),
    ]),
  );
}

/** Generations that an interrupted push left behind. Rendering in the folder itself never takes a day. */
async function unusedGenerations(target: Target, now: number): Promise<{ name: string; bytes: number }[]> {
  const live = (await target.readText('documents/live/name'))?.trim();
  if (!live) return [];
  const folders = foldersOf(await target.list('documents'), /^documents\/\d+-[^/]+(?=\/)/);
  const names = [...folders.keys()].map((path) => path.replace('documents/', ''));
  const old = new Set(outdated(names, new Set([live])));
  return names
    .map((name) => ({ name, ...folders.get(`documents/${name}`)! }))
    .filter(({ name, newestAt }) => (old.has(name) || name.endsWith('.part')) && now - newestAt > DAY_MS);
}

/** The folders that files are in, by the part of the path that fits. */
function foldersOf(files: StoredFile[], pattern: RegExp): Map<string, { bytes: number; newestAt: number }> {
  const folders = new Map<string, { bytes: number; newestAt: number }>();
  for (const { path, bytes, modifiedAt } of files) {
    const [folder] = pattern.exec(path) ?? [];
    if (!folder) continue;
    const former = folders.get(folder) ?? { bytes: 0, newestAt: 0 };
    folders.set(folder, { bytes: former.bytes + bytes, newestAt: Math.max(former.newestAt, modifiedAt) });
  }
  return folders;
}

/** Sorted so that the record of each release is removed first: an incomplete release must never become live again. */
async function remove(target: Target, { releases, generations }: Garbage, seen: string | null): Promise<void> {
  const requireSameRecord = async (): Promise<void> => {
    if ((await target.readText('live.json')) !== seen) throw new LiveRecordChangedError(target.name);
  };
  for (const { app, version, folders } of releases) {
    await requireSameRecord();
    await target.removeFile(`private/${app}/${version}/release.json`);
    for (const folder of folders) await target.removeFolder(folder);
  }
  for (const name of generations) {
    await requireSameRecord();
    await target.removeFolder(`documents/${name}`);
  }
}

function nameOf({ app, version }: { app: string; version: string }): string {
  return `${app}-${version}`;
}
