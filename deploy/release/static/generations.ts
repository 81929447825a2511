import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** Generations that stay on disk: the live one and the one before, for whoever is still reading it. */
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

/** File of a generation that names the state of the content it shows. */
export const CONTENT_FILE = 'content-version';

/** State of the content that the live documents show; null where none was exported. */
export function liveContent(siteFolder: string): string | null {
  try {
    return readFileSync(join(documentsFolder(siteFolder), 'live', CONTENT_FILE), 'utf8');
  } catch {
    return null;
  }
}

/** A name that no generation has yet: `12-1a2b3c4d`, and `12-1a2b3c4d.2` when its pages are rendered a second time. */
export function nextGeneration(siteFolder: string, sequence: number, release: string): string {
  const name = `${sequence}-${release}`;
  for (let round = 1; ; round += 1) {
    const candidate = round === 1 ? name : `${name}.${round}`;
    if (!existsSync(join(documentsFolder(siteFolder), candidate))) return candidate;
  }
}

/** Makes a whole generation the live one, by a rename: every request sees the former one or this one. */
export function switchGeneration(siteFolder: string, generation: string): void {
  const folder = documentsFolder(siteFolder);
  const former = liveGeneration(siteFolder);
  const next = join(folder, `live.${process.pid}.next`);
  rmSync(next, { force: true });
  symlinkSync(generation, next);
  renameSync(next, join(folder, 'live'));
  removeOldGenerations(folder, [generation, ...(former ? [former] : [])]);
}

function removeOldGenerations(folder: string, keep: string[]): void {
  const generations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+-/.test(entry.name) && !entry.name.endsWith('.part'))
    .map(({ name }) => name)
    .sort((one, other) => order(other) - order(one));
  for (const name of generations.filter((each) => !keep.includes(each)).slice(Math.max(0, KEPT - keep.length)))
    rmSync(join(folder, name), { recursive: true, force: true });
}

function order(generation: string): number {
  const [, sequence, round] = /^(\d+)-[^.]*(?:\.(\d+))?$/.exec(generation) ?? [];
  return Number(sequence ?? 0) * 1e6 + Number(round ?? 1);
}

/** Fills the folder of a new generation under another name first. Answers what `fill` answers. */
export async function createGeneration<T>(
  siteFolder: string,
  generation: string,
  fill: (half: string) => Promise<T>,
): Promise<T> {
  const folder = join(documentsFolder(siteFolder), generation);
  const half = `${folder}.part`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  try {
    const answer = await fill(half);
    renameSync(half, folder);
    return answer;
  } catch (failure) {
    rmSync(half, { recursive: true, force: true });
    throw failure;
  }
}
