import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverProgram } from './server-binaries.ts';
import type { ServerAccount } from './server-account.ts';

const run = promisify(execFile);

export interface ClusterOptions {
  dataFolder: string;
  cluster: string;
  binaries: string;
  password: string;
  account: ServerAccount | undefined;
}

/**
 * Makes the database files unless they are complete. The marker in the data folder is written last, so files of an
 * interrupted run are recreated, and deleting the data folder starts over.
 */
export async function makeCluster(options: ClusterOptions): Promise<{ isNew: boolean }> {
  const marker = join(options.dataFolder, 'initdb.done');
  if (existsSync(marker) && existsSync(join(options.cluster, 'PG_VERSION'))) return { isNew: false };
  rmSync(marker, { force: true });
  rmSync(options.cluster, { recursive: true, force: true });
  mkdirSync(options.cluster, { recursive: true, mode: 0o700 });
  const passwordFile = join(options.cluster, '..', `initdb-password-${process.pid}`);
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (options.account) {
    chownSync(options.cluster, options.account.uid, options.account.gid);
    chownSync(passwordFile, options.account.uid, options.account.gid);
  }
  try {
    await run(serverProgram(options.binaries, 'initdb'), initdbArguments(options.cluster, passwordFile), {
      cwd: options.cluster,
      ...(options.account ? { uid: options.account.uid, gid: options.account.gid } : {}),
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`Postgres could not make its database files in ${options.cluster}: ${stderr ?? String(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(marker, `${options.cluster}\n`);
  return { isNew: true };
}

function initdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale sorts the same on every machine and needs nothing installed.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}
