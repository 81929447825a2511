import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger, type Logger } from '../logger.ts';
import { lockDataFolder } from './data-lock.ts';
import type { DataLock } from './data-lock.ts';
import { freePort } from './free-port.ts';
import { keepRunning, type ServerProcess } from './keep-running.ts';
import { makeCluster } from './make-cluster.ts';
import { readPostmasterFile, stopOrphanedServer, stopServer } from './orphaned-server.ts';
import { chooseServerPaths } from './reachable-place.ts';
import { serverAccount } from './server-account.ts';
import type { ServerAccount } from './server-account.ts';
import { findServerBinaries, serverProgram } from './server-binaries.ts';
import type { ServerBinaries } from './server-binaries.ts';
import { serverSettings } from './server-settings.ts';

export interface StartPostgresOptions {
  /** Folder of the lock, the log and the database files. Made when missing. */
  dataFolder: string;
  /** Password of the superuser postgres. */
  password: string;
  /** Default: nothing is logged. */
  logger?: Logger | undefined;
  /** The server's programs. Default: those that npm installed. */
  binaries?: ServerBinaries | undefined;
  /** Settings that differ from those of server-settings.ts, for tests and measurements. */
  settings?: Record<string, string> | undefined;
}

export interface EmbeddedPostgres {
  /** postgres:// URL of the superuser; holds the password, so it stays on this machine. */
  databaseUrl: string;
  /** True when the database files were made by this start. */
  isNew: boolean;
  /** pid of the server process; another one after the server died and was started again. */
  readonly pid: number;
  /** Folder of the database files. */
  cluster: string;
  /** Stops the server and frees the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres server that came with npm on its own data folder: takes the data lock, makes the database
 * files when needed, stops a server left over by a killed parent, and listens on a free port of 127.0.0.1. A server that
 * dies is started again on the same port.
 *
 * @throws DataFolderInUseError when another process uses the data folder; an Error with a sentence otherwise.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataFolder, { recursive: true });
  const lock = lockDataFolder(options.dataFolder);
  try {
    return await startLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(options: StartPostgresOptions, lock: DataLock): Promise<EmbeddedPostgres> {
  const { dataFolder, password, logger = silentLogger } = options;
  const account = serverAccount();
  const places = chooseServerPaths(dataFolder, options.binaries ?? findServerBinaries(), account);
  if (places.notice) logger.info(places.notice);
  if (!lock.isHeld()) throw new Error(`Another process has just taken the data folder ${dataFolder}. Try again.`);
  const { stopped } = await stopOrphanedServer(places.cluster);
  if (stopped) logger.info(`Stopped the Postgres server (process ${stopped}) that a killed backend had left running.`);
  const { isNew } = await makeCluster({ ...places, dataFolder, password, account });
  const port = await freePort();
  const server = await keepRunning(async () => {
    if (!lock.isHeld()) throw new Error(`Another process took the data folder ${dataFolder}.`);
    await stopOrphanedServer(places.cluster);
    return launch(places.binaries, places.cluster, port, account, options);
  }, logger);
  const stopWithParent = () => {
    try {
      process.kill(server.pid, 'SIGINT');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', stopWithParent);
  return {
    databaseUrl: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    isNew,
    get pid() {
      return server.pid;
    },
    cluster: places.cluster,
    stop: async () => {
      process.removeListener('exit', stopWithParent);
      await server.stop();
      lock.release();
    },
  };
}

/** Starts the process and waits until it says in its own file that it accepts connections. */
async function launch(
  binaries: string,
  cluster: string,
  port: number,
  account: ServerAccount | undefined,
  { dataFolder, settings }: StartPostgresOptions,
): Promise<ServerProcess> {
  const logPath = join(dataFolder, 'postgres.log');
  const log = openSync(logPath, 'a', 0o600);
  const child = spawn(
    serverProgram(binaries, 'postgres'),
    ['-D', cluster, '-p', String(port), ...serverSettings(settings)],
    {
      // Its own process group: Ctrl-C in the terminal must reach the backend first, which then stops it in order.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: dirname(cluster),
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C' },
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    },
  );
  closeSync(log);
  let failure: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
  });
  void ended.then((reason) => (failure = reason));
  child.unref();
  const deadline = Date.now() + 60_000;
  while (failure === undefined && Date.now() < deadline) {
    const file = readPostmasterFile(cluster);
    if (file?.isReady && file.pid === child.pid) return { pid: file.pid, ended };
    await delay(10);
  }
  if (child.pid !== undefined && failure === undefined) await stopServer(child.pid);
  throw new Error(
    `Postgres did not start: ${failure ?? 'it was not ready within 60 seconds'}. ` +
      `The last lines of ${logPath}:\n${lastLines(logPath)}`,
  );
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-5).join('\n');
  } catch {
    return '';
  }
}
