import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm';
const NAME = /^twostroke-test-(\d+)$/;

/** The databases, sites and browser profiles of a run take half of it at once. */
const NEEDED = 6 * 2 ** 30;

/**
 * Keeps the temporary files of this process and of those that it starts in memory, if Linux has room for them: tests
 * clone a hundred databases, and a disk takes three times as much processor time for a file. Deletes them when this
 * process exits, and those of runs that were killed.
 */
export function keepTemporaryFilesInMemory({ memory = MEMORY, needed = NEEDED } = {}) {
  const parent = hasRoom(memory, needed) ? memory : tmpdir();
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) remove(join(parent, name));
  }
  const folder = join(parent, `twostroke-test-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // for root, Postgres runs as another user
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A server that still ends writes into it, or it is another user's: a later run deletes it.
  }
}

/** Whether programs may run there too, which containers do not allow. */
function hasRoom(memory, needed) {
  if (!existsSync(memory) || !existsSync('/proc/mounts')) return false;
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return (
    Math.min(bavail * bsize, process.availableMemory()) >= needed &&
    Boolean(mount) &&
    !mount.split(' ')[3].split(',').includes('noexec')
  );
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
}
