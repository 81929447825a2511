import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../backend/postgres/free-port.ts';
import { serverAccount } from '../../backend/postgres/server-account.ts';

const run = promisify(execFile);

/** A temporary Debian Postgres on a free port of 127.0.0.1. It has plpgsql_check, which npm's Postgres lacks. */
export async function startDebianPostgres(binaries: string): Promise<{ url: string; stop(): Promise<void> }> {
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-debian-pg-'));
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  for (const path of account ? [folder, cluster] : []) chownSync(path, account!.uid, account!.gid);
  const port = await freePort();
  const options = { cwd: folder, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
  const control = (...args: string[]) => run(join(binaries, 'pg_ctl'), ['-D', cluster, '-w', ...args], options);
  const initdb = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await run(join(binaries, 'initdb'), initdb, options);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c timezone=UTC`;
  await control('-l', join(folder, 'log'), '-o', settings, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
