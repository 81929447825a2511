import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets } from '../secrets/backend-secrets.ts';
import { dataFolderOwner } from './data-lock.ts';
import { readPostmasterFile } from './orphaned-server.ts';

/** URL of the embedded server of a site that is running on this data folder, or undefined when none runs. */
export function runningDatabaseUrl(dataFolder: string): string | undefined {
  const marker = join(dataFolder, 'initdb.done');
  if (dataFolderOwner(dataFolder) === undefined || !existsSync(marker)) return undefined;
  const file = readPostmasterFile(readFileSync(marker, 'utf8').trim());
  if (!file?.isReady) return undefined;
  const { databasePassword } = loadSecrets(dataFolder);
  return `postgres://postgres:${encodeURIComponent(databasePassword)}@127.0.0.1:${file.port}/postgres`;
}
