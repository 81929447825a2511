import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What is live in a site folder (`live.json`): the one small file that a flip changes, last and by rename. */
export interface LiveRecord {
  schema: 2;
  /** Counts flips, so that two teams who flip at once notice each other. */
  sequence: number;
  /** Live version of each app. */
  apps: Record<string, string>;
  /** A version that part of the visitors get instead. */
  canary: Canary | null;
  /** Published versions that a tester may open the site with, one at a time; see preview.ts. None: nobody may. */
  previews?: Preview[];
  /** Remotes that are switched off: their pages say so, and no file of them is fetched. */
  disabled: string[];
  /** ISO time and author of the last flip. */
  flippedAt: string;
  flippedBy: string;
}

export interface Canary {
  app: string;
  version: string;
  /** Share of the visitors, 1 to 99. */
  percent: number;
}

/** A version that is live for nobody but those who ask for it. */
export interface Preview {
  app: string;
  version: string;
}

/** Each has documents of its own on the server. */
export const MOST_PREVIEWS = 5;

/** A record is far below 2 kB; what is larger was not written by a flip. */
const LARGEST_RECORD_BYTES = 64_000;
/** A flip holds the lock for milliseconds. An older one was left behind by a process that died. */
const LOCK_EXPIRES_MS = 10_000;

/** The live record as it was before the last flip: the way back when the record itself is damaged. */
export const formerRecordFile = 'live.json.former';

/**
 * The live record, or null where nothing was released yet.
 * @throws Error naming every fault when the file is not a live record
 */
export function readLiveRecord(siteFolder: string): LiveRecord | null {
  const file = join(siteFolder, 'live.json');
  return existsSync(file) ? readRecordFile(file) : null;
}

/** @throws Error naming every fault when the file is not a live record */
export function readRecordFile(file: string): LiveRecord {
  if (statSync(file).size > LARGEST_RECORD_BYTES) throw new Error(`${file} is too large to be a live record.`);
  const { record, fault } = parseLiveRecord(readFileSync(file, 'utf8'));
  if (!record) throw new Error(`${file} is no live record: ${fault}`);
  return record;
}

/** The live record in a text, or what is wrong with it. Names and versions in it are safe as paths. */
export function parseLiveRecord(text: string): { record: LiveRecord; fault: null } | { record: null; fault: string } {
  let candidate: unknown;
  try {
    candidate = JSON.parse(text);
  } catch {
    return { record: null, fault: 'it is not JSON.' };
  }
  const faults = liveRecordFaults(candidate);
  return faults.length > 0
    ? { record: null, fault: faults.join(' ') }
    : { record: candidate as LiveRecord, fault: null };
}

const APP_NAME = /^[a-z][a-z0-9_]*$/;
/** No slash and no two dots: a version is a folder's name. */
const VERSION = /^(?!.*\.\.)[0-9A-Za-z][0-9A-Za-z.+-]{0,79}$/;

/** Says what is wrong with a live record, one sentence per fault; empty means valid. Names and versions become paths. */
export function liveRecordFaults(candidate: unknown): string[] {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
    return ['A live record must be an object.'];
  const record = candidate as Partial<Record<keyof LiveRecord, unknown>>;
  const faults: string[] = [];
  if (record.schema !== 2) faults.push('schema must be 2.');
  if (!Number.isSafeInteger(record.sequence) || (record.sequence as number) < 1)
    faults.push('sequence must be a whole number from 1 on.');
  if (typeof record.apps !== 'object' || record.apps === null || Array.isArray(record.apps))
    faults.push('apps must name the version of each app.');
  else
    for (const [app, version] of Object.entries(record.apps)) {
      if (!APP_NAME.test(app)) faults.push('apps: a name must be lower-case letters, digits and _.');
      else if (!isVersion(version)) faults.push(`apps: the version of ${app} can't be a folder's name.`);
    }
  faults.push(...canaryFaults(record.canary), ...previewFaults(record.previews));
  if (!Array.isArray(record.disabled) || !record.disabled.every((app) => isAppName(app) && app !== 'shell'))
    faults.push('disabled must list names of remotes.');
  if (typeof record.flippedAt !== 'string' || Number.isNaN(Date.parse(record.flippedAt)))
    faults.push('flippedAt must be a time.');
  if (typeof record.flippedBy !== 'string') faults.push('flippedBy must be a name.');
  return faults;
}

function canaryFaults(candidate: unknown): string[] {
  if (candidate === null) return [];
  if (typeof candidate !== 'object') return ['canary must be null or name an app, a version and a percentage.'];
  const { app, version, percent } = candidate as Partial<Record<keyof Canary, unknown>>;
  return [
    ...(isAppName(app) && isVersion(version) ? [] : ['canary must name an app and a version.']),
    ...(isCanaryPercent(percent) ? [] : ['canary: percent must be a whole number from 1 to 99.']),
  ];
}

function previewFaults(candidate: unknown): string[] {
  if (candidate === undefined) return [];
  const areNamed =
    Array.isArray(candidate) &&
    candidate.every((preview: Partial<Preview> | null) => isAppName(preview?.app) && isVersion(preview?.version));
  if (!areNamed) return ['previews must list apps and versions.'];
  return candidate.length > MOST_PREVIEWS ? [`previews: at most ${MOST_PREVIEWS}.`] : [];
}

export function isCanaryPercent(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 99;
}

function isAppName(value: unknown): value is string {
  return typeof value === 'string' && APP_NAME.test(value);
}

export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value);
}

/**
 * Puts a record in the place of the one that was seen, unless another flip came first.
 * @param current reads the record that counts now; called while nobody else can flip
 * @returns false when `seen` is no longer live: look again and decide anew
 */
export function replaceLiveRecord(
  siteFolder: string,
  seen: LiveRecord | null,
  next: LiveRecord,
  current: () => LiveRecord | null,
): boolean {
  return whileLocked(siteFolder, () => {
    if (current()?.sequence !== seen?.sequence) return false;
    const file = join(siteFolder, 'live.json');
    if (existsSync(file)) copyFileSync(file, join(siteFolder, formerRecordFile));
    writeByRename(file, `${JSON.stringify(next, null, 2)}\n`);
    return true;
  });
}

/** A reader sees the old file or the new one, never half of it. */
export function writeByRename(file: string, text: string): void {
  // Two processes may write in one folder: each writes a file of its own.
  const next = `${file}.${process.pid}.next`;
  writeFileSync(next, text);
  renameSync(next, file);
}

/** Does what takes milliseconds while no other process of this machine replaces the live record of the folder. */
export function whileLocked<T>(siteFolder: string, work: () => T): T {
  const lock = join(siteFolder, 'live.json.lock');
  const deadline = Date.now() + 2 * LOCK_EXPIRES_MS;
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx'));
      break;
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST' || Date.now() > deadline) throw failure;
      if (ageOf(lock) > LOCK_EXPIRES_MS) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0; // released in this moment
  }
}
