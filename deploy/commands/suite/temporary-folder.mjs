import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** More than the files of all concurrent steps, and the processes beside them, take. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and of those that it starts in memory, where there is room: tests make and
 * delete sites, and a hundred databases of a thousand files. Some file systems take longer for a new file for minutes
 * after many were deleted: a copied database then takes half a second of processor time instead of 30 ms.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  for (const name of readdirSync(inMemory)) {
    const pid = /^twostroke-tests-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) remove(join(inMemory, name));
  }
  const folder = join(inMemory, `twostroke-tests-${process.pid}`);
  mkdirSync(folder);
  // When root runs the tests, Postgres runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

/** Some tests start programs that they write, which some containers forbid there. */
function hasRoom() {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounts.findLast((line) => line.split(' ')[1] === inMemory)?.split(' ');
    if (options?.[2] !== 'tmpfs' || options[3].split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes;
  } catch {
    // Not on Linux.
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A server that still ends writes into it, or it is another user's: a later run removes it.
  }
}
