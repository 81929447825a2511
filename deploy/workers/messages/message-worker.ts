import { deliverMessages } from './deliver-messages.ts';
import type { DeliveryOptions } from './deliver-messages.ts';

export interface MessageWorker {
  /** Finishes messages that are being sent and claims no more. */
  close(): Promise<void>;
}

/** Longest time between two polls, in milliseconds: a notification may be lost, and some poolers forward none. */
const longestSleep = 30_000;
/** Shortest time between two polls: what is due may still be claimed by another worker. */
const shortestSleep = 1_000;
/** Time before a retry after a database error. */
const pause = 3_000;
/**
 * A restart of the embedded Postgres is over by then, and has its own line in the log. It takes about a second, several on
 * a busy machine.
 */
const longestRestart = 10_000;

/**
 * Sends messages when they are due and offers released places. The database wakes it when messages are written or
 * places released; timers wake it for reminders, retries and expiries. Any number of workers may run on one database.
 * @param quietFor how long an outage lasts, in milliseconds, before the log says so
 */
export function startMessageWorker(options: DeliveryOptions, quietFor = longestRestart): MessageWorker {
  const { sql, logger } = options;
  let isClosed = false;
  let isWanted = false;
  /** When the first of successive rounds failed, and whether the log says so. */
  let outage: { since: number; isLogged: boolean } | undefined;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    isWanted = true;
    if (!isClosed) working ??= work().finally(() => (working = undefined));
  };

  async function work(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      clearTimeout(timer);
      const sleep = await round();
      if (!isClosed) timer = setTimeout(wake, sleep);
    }
  }

  /** Sends what is due and returns the time until the next message is due. */
  async function round(): Promise<number> {
    try {
      await deliverMessages(options, () => isClosed);
      const [row] = await sql<{ seconds: number | null }[]>`select private.seconds_to_next_message() as seconds`;
      outage = undefined;
      return Math.min(Math.max((row?.seconds ?? Infinity) * 1000, shortestSleep), longestSleep);
    } catch (error) {
      outage ??= { since: performance.now(), isLogged: false };
      // A new connection wakes the worker too, so that several rounds may fail within one restart.
      if (!isClosed && !outage.isLogged && performance.now() - outage.since > quietFor) {
        outage.isLogged = true;
        const { code = 'no code' } = error as { code?: string };
        logger.error(`The database of messages does not answer (${code}); trying again.`);
      }
      return pause;
    }
  }

  // Also called after a reconnect: notifications may have been lost meanwhile.
  const listening = sql.listen('message_outbox', wake, wake);
  listening.catch(() => wake());

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await working;
      await listening.then((listener) => listener.unlisten()).catch(() => undefined);
    },
  };
}
