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
import { liveRecordErrors, type LiveRecord } from './live-record-schema.ts';

export type { Canary, LiveRecord, Preview } from './live-record-schema.ts';

/** A record is far below 2 kB; a larger one was not written by a flip. */
const LARGEST_RECORD_BYTES = 64_000;
/** A flip holds the lock for milliseconds. An older one was left behind by a process that died. */
const LOCK_EXPIRES_MS = 10_000;

/** The live record before the last flip: the fallback when the record itself is damaged. */
export const formerRecordFile = 'live.json.former';

/**
 * The live record, or null where nothing was released yet.
 * @throws Error naming every validation error when the file is not a live record
 */
export function readLiveRecord(siteFolder: string): LiveRecord | null {
  const file = join(siteFolder, 'live.json');
  return existsSync(file) ? readRecordFile(file) : null;
}

/** @throws Error naming every validation error when the file is not a live record */
export function readRecordFile(file: string): LiveRecord {
  if (statSync(file).size > LARGEST_RECORD_BYTES) throw new Error(`${file} is too large to be a live record.`);
  const { record, error } = parseLiveRecord(readFileSync(file, 'utf8'));
  if (!record) throw new Error(`${file} is not a live record: ${error}`);
  return record;
}

/** The live record in a text, or what is wrong with it. Names and versions in it are safe as paths. */
export function parseLiveRecord(text: string): { record: LiveRecord; error: null } | { record: null; error: string } {
  let candidate: unknown;
  try {
    candidate = JSON.parse(text);
  } catch {
    return { record: null, error: 'it is not JSON.' };
  }
  const errors = liveRecordErrors(candidate);
  return errors.length > 0
    ? { record: null, error: errors.join(' ') }
    : { record: candidate as LiveRecord, error: null };
}

/**
 * Compare-and-swap of the live record: fails when another flip came first.
 * @param current reads the current record; called while no other flip can happen
 * @returns false when `seen` is no longer live: read and decide again
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

/** Writes a file so that a reader sees the old one or the new one, never half of it. */
export function writeByRename(file: string, text: string): void {
  // Two processes may write in one folder: each writes a file of its own.
  const next = `${file}.${process.pid}.next`;
  writeFileSync(next, text);
  renameSync(next, file);
}

/** Runs short work while no other process of this machine replaces the live record of the folder. */
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
    return 0; // released just now
  }
}
