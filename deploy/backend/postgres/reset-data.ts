import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from './data-lock.ts';
import { stopOrphanedServer } from './orphaned-server.ts';

/**
 * Deletes everything in a data folder: database files (also those that had to be put elsewhere) and keys. Takes the
 * data lock first, so that the data of a running site is never deleted.
 *
 * @throws DataFolderInUseError when a living process uses the folder.
 */
export async function resetData(dataFolder: string): Promise<void> {
  if (!existsSync(dataFolder)) return;
  const lock = lockDataFolder(dataFolder);
  try {
    const cluster = clusterOf(dataFolder);
    if (cluster) {
      await stopOrphanedServer(cluster);
      rmSync(cluster, { recursive: true, force: true });
    }
    for (const name of readdirSync(dataFolder))
      if (name !== 'backend.lock') rmSync(join(dataFolder, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

/** The folder of complete database files: root may keep them elsewhere, and the marker says where. */
function clusterOf(dataFolder: string): string | undefined {
  const marker = join(dataFolder, 'initdb.done');
  const cluster = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : '';
  return cluster !== '' && existsSync(join(cluster, 'PG_VERSION')) ? cluster : undefined;
}
