import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerBinaries } from './server-binaries.ts';
import type { ServerAccount } from './server-account.ts';

export interface ServerPaths {
  /** Folder with bin/, lib/ and share/ of the server. */
  binaries: string;
  /** Folder of the database files. */
  cluster: string;
  /** One sentence when something had to be put elsewhere. */
  notice: string | undefined;
}

const outsidePlaces = ['/var/lib/twostroke', '/opt/twostroke', '/var/tmp/twostroke'];

/**
 * Chooses where server and database files live. Normally the npm package and the data folder; when root
 * runs a checkout under a folder that the server's account cannot enter (such as root's home), both go to a
 * folder it can reach, named by a hash of the data folder's path.
 */
export function chooseServerPaths(
  dataFolder: string,
  found: ServerBinaries,
  account: ServerAccount | undefined,
): ServerPaths {
  const inside = join(realpathSync(dataFolder), 'postgres');
  if (account === undefined) return { binaries: found.folder, cluster: inside, notice: undefined };
  // The data folder itself is ours: the account may traverse it, not list it.
  chmodSync(dataFolder, statSync(dataFolder).mode | 0o011);
  const binariesReachable = canReach(found.folder, account) && canReach(join(found.folder, 'bin'), account);
  const dataReachable = canReach(realpathSync(dataFolder), account);
  if (binariesReachable && dataReachable) return { binaries: found.folder, cluster: inside, notice: undefined };

  const place = outsidePlace();
  const binaries = binariesReachable ? found.folder : copyBinaries(found, place);
  const name = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 12);
  const cluster = dataReachable ? inside : join(place, `data-${name}`);
  const moved = [
    ...(binariesReachable ? [] : [`the Postgres server is in ${binaries}`]),
    ...(dataReachable ? [] : [`the database files are in ${cluster}`]),
  ].join(' and ');
  return {
    binaries,
    cluster,
    notice: `The user ${account.name}, who runs Postgres for root, cannot enter this checkout's folder: ${moved}.`,
  };
}

/** True when the account may pass through every folder on the way. Exported for its test. */
export function canReach(path: string, account: ServerAccount): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A folder that only root can write, so that no other user can have put files in it. */
function outsidePlace(): string {
  for (const place of outsidePlaces) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      const { uid, mode } = statSync(place);
      if (uid === 0 && (mode & 0o022) === 0 && realpathSync(place) === place) {
        chmodSync(place, 0o755);
        return place;
      }
    } catch {
      // Read-only or owned by another user: try the next one.
    }
  }
  throw new Error(
    `Postgres needs a folder that its user can reach, and none of ${outsidePlaces.join(', ')} can be made. ` +
      `Move the checkout out of the private folder, or set DATABASE_URL.`,
  );
}

function copyBinaries(found: ServerBinaries, place: string): string {
  const target = join(place, `server-${found.version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(found.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // Another start may have finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
