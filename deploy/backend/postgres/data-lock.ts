import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStartTime } from './process-identity.ts';

export interface DataLock {
  /** True while the lock file still names this process. */
  isHeld(): boolean;
  release(): void;
}

/** Thrown when another living process uses the data folder. */
export class DataFolderInUseError extends Error {
  readonly pid: number;

  constructor(dataFolder: string, pid: number) {
    super(
      `The data folder ${dataFolder} is already in use by process ${pid}. ` +
        `Use the site that is running, or stop that process first.`,
    );
    this.name = 'DataFolderInUseError';
    this.pid = pid;
  }
}

/**
 * Makes this process the only user of a data folder. The lock file holds "pid starttime"; the lock of a
 * process that has ended (or whose pid belongs to another process now) is replaced.
 *
 * @throws DataFolderInUseError when a living process holds it.
 */
export function lockDataFolder(dataFolder: string): DataLock {
  const path = join(dataFolder, 'backend.lock');
  const mine = `${process.pid} ${processStartTime(process.pid) ?? 'unknown'}`;
  for (;;) {
    if (createLock(path, mine)) break;
    const found = readLock(path);
    if (found === undefined) continue;
    const owner = livingOwner(found);
    if (owner !== undefined) throw new DataFolderInUseError(dataFolder, owner);
    setStaleLockAside(path, found);
  }
  const isHeld = () => readLock(path) === mine;
  return {
    isHeld,
    release: () => {
      if (isHeld()) rmSync(path, { force: true });
    },
  };
}

/** The pid of the living process that holds the data folder, if any. */
export function dataFolderOwner(dataFolder: string): number | undefined {
  const found = readLock(join(dataFolder, 'backend.lock'));
  return found === undefined ? undefined : livingOwner(found);
}

/** Creates the file with its content in one step, so that no process reads it half-written. False when it exists. */
function createLock(path: string, content: string): boolean {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, content);
  try {
    linkSync(unfinished, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function livingOwner(lock: string): number | undefined {
  const [pidText, startTime] = lock.trim().split(' ');
  const pid = Number(pidText);
  // Not a lock of ours (a full disk can leave an empty file).
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return processStartTime(pid) === startTime ? pid : undefined;
}

/**
 * Two processes may find the same stale lock. The rename may move the new lock of the other process: then it is
 * restored, and the next round finds its running owner.
 */
function setStaleLockAside(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (readLock(aside) !== stale) linkSync(aside, path);
  } catch {
    // A third process has acquired the lock meanwhile: the next round reads it.
  } finally {
    rmSync(aside, { force: true });
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
