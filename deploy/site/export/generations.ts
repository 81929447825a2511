import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

/** Generations that stay on disk: the live one and the previous one, for requests in progress. */
const KEPT = 2;

/** Folder of all exported documents of a site. */
export function documentsFolder(siteFolder: string): string {
  return join(siteFolder, 'documents');
}

/** Name of the live generation of documents, or null where none was exported. */
export function liveGeneration(siteFolder: string): string | null {
  try {
    return basename(readlinkSync(join(documentsFolder(siteFolder), 'live')));
  } catch {
    return null;
  }
}

const shownDocuments = v.object({
  /** Name of the generation. */
  generation: v.string(),
  /** State of the content in all of its documents; null while some are still being written. */
  content: v.nullable(v.string()),
});

/** The documents that visitors of a target get. The file is pushed and pulled together with the live record. */
export type ShownDocuments = v.InferOutput<typeof shownDocuments>;

export const SHOWN_FILE = 'shown-documents.json';

export function readShown(siteFolder: string): ShownDocuments | null {
  try {
    return v.parse(shownDocuments, JSON.parse(readFileSync(join(siteFolder, SHOWN_FILE), 'utf8')));
  } catch {
    return null; // nothing was exported yet
  }
}

export function writeShown(siteFolder: string, shown: ShownDocuments): void {
  const half = join(siteFolder, `${SHOWN_FILE}.${process.pid}.part`);
  writeFileSync(half, JSON.stringify(shown));
  renameSync(half, join(siteFolder, SHOWN_FILE));
}

/**
 * Makes a whole generation the live one, by a rename: every request sees the former one or this one. The link `former`
 * leads tabs that were opened before to their content files.
 */
export function switchGeneration(siteFolder: string, generation: string): void {
  const folder = documentsFolder(siteFolder);
  const former = liveGeneration(siteFolder);
  if (former && former !== generation) link(folder, 'former', former);
  link(folder, 'live', generation);
  removeOldGenerations(folder, new Set([generation, ...(former ? [former] : [])]));
}

/** Replaces a link by a rename. */
function link(folder: string, name: string, generation: string): void {
  const next = join(folder, `${name}.${process.pid}.next`);
  rmSync(next, { force: true });
  symlinkSync(generation, next);
  renameSync(next, join(folder, name));
}

function removeOldGenerations(folder: string, keep: Set<string>): void {
  const generations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  for (const name of outdated(generations, keep)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The generations to remove: all but those to keep and the newest, up to two in total. */
export function outdated(generations: string[], keep: Set<string>): string[] {
  return generations
    .filter((name) => /^\d+-/.test(name) && !name.endsWith('.part') && !keep.has(name))
    .sort((one, other) => order(other) - order(one))
    .slice(Math.max(0, KEPT - keep.size));
}

function order(generation: string): number {
  const [, sequence, round] = /^(\d+)-[^.]*(?:\.(\d+))?$/.exec(generation) ?? [];
  return Number(sequence ?? 0) * 1e6 + Number(round ?? 1);
}

/** Incomplete folders of stopped commands are removed from this age on: no export takes that long. */
const HALF_FOR_GOOD_MS = 24 * 3600_000;

/**
 * Fills the folder of a new generation under another name, and makes it the live one. Several commands may do so at
 * the same time, for the same record too: each has its own generation, and the last one to complete is live.
 * @param fill throws when the generation must not go live
 * @returns the generation's name
 */
export async function publishGeneration(
  siteFolder: string,
  { sequence, release }: { sequence: number; release: string },
  fill: (half: string, generation: string) => Promise<void> | void,
): Promise<string> {
  removeOldHalves(documentsFolder(siteFolder));
  const generation = claimName(siteFolder, `${sequence}-${release}`);
  const folder = join(documentsFolder(siteFolder), generation);
  const half = `${folder}.${process.pid}.part`;
  try {
    mkdirSync(half);
    await fill(half, generation);
    renameSync(half, folder); // replaces the empty folder that reserves the name
    switchGeneration(siteFolder, generation); // immediately, before another command could treat it as an old one
    return generation;
  } catch (failure) {
    for (const each of [half, folder]) rmSync(each, { recursive: true, force: true });
    throw failure;
  }
}

/**
 * A name that no generation has yet, here or where it is pushed to: `12-1a2b3c4d`, and `12-1a2b3c4d.2` when its pages are
 * rendered a second time. An empty folder reserves it.
 */
function claimName(siteFolder: string, name: string): string {
  const documents = documentsFolder(siteFolder);
  mkdirSync(documents, { recursive: true });
  const shown = readShown(siteFolder)?.generation;
  for (let round = 1; ; round += 1) {
    const candidate = round === 1 ? name : `${name}.${round}`;
    if (candidate !== shown && madeFolder(join(documents, candidate))) return candidate;
  }
}

/** @returns false when there is one already */
function madeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw failure;
  }
}

function removeOldHalves(documents: string): void {
  if (!existsSync(documents)) return;
  for (const name of readdirSync(documents)) {
    const half = join(documents, name);
    const madeAt = name.endsWith('.part') && statSync(half, { throwIfNoEntry: false })?.mtimeMs;
    if (madeAt && Date.now() - madeAt > HALF_FOR_GOOD_MS) rmSync(half, { recursive: true, force: true });
  }
}
