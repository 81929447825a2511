import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { stopServer } from './orphaned-server.ts';

/** A server process that accepts connections. */
export interface ServerProcess {
  pid: number;
  /** Resolves with the reason when the process has ended. */
  ended: Promise<string>;
}

export interface SupervisedServer {
  /** pid of the present process, or of the last one while none runs. */
  readonly pid: number;
  /** Stops the server for good. */
  stop(): Promise<void>;
}

/** Pauses between two attempts: the processes of a killed server need a moment to release its shared memory. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts a server, and starts it again whenever it ends, until it is stopped. Logs one line for each end, however many
 * attempts the new start takes, and one more if it takes longer than a few seconds.
 * @param launch starts the process and waits until it accepts connections
 * @throws what the first launch throws
 */
export async function keepRunning(launch: () => Promise<ServerProcess>, logger: Logger): Promise<SupervisedServer> {
  const stopping = new AbortController();
  let server = await launch();
  let restarting: Promise<void> | undefined;

  function watch({ ended }: ServerProcess): void {
    void ended.then((reason) => {
      if (!stopping.signal.aborted) restarting = startAgain(reason);
    });
  }

  async function startAgain(reason: string): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const started = await launch();
        if (stopping.signal.aborted) return await stopServer(started.pid);
        server = started;
        restarting = undefined;
        watch(started);
        return logger.error(`Postgres stopped running (${reason}) and was started again.`);
      } catch (error) {
        // Only once; later attempts keep the longest pause.
        if (pause < LONGEST_PAUSE_MS && 2 * pause >= LONGEST_PAUSE_MS)
          logger.error(`Postgres stopped running (${reason}) and can't be started yet. ${(error as Error).message}`);
      }
      await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  watch(server);
  return {
    get pid() {
      return server.pid;
    },
    async stop() {
      stopping.abort();
      await (restarting ?? stopServer(server.pid));
    },
  };
}
