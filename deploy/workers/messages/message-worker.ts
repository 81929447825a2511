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
 * Sends messages when they are due and offers released places. The database wakes it when messages are written or
 * places released; timers wake it for reminders, retries and expiries. Any number of workers may run on one database.
 */
export function startMessageWorker(options: DeliveryOptions): MessageWorker {
  const { sql, logger } = options;
  let isClosed = false;
  let isWanted = false;
  let failures = 0;
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
      failures = 0;
      return Math.min(Math.max((row?.seconds ?? Infinity) * 1000, shortestSleep), longestSleep);
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'no code';
      // 57P03: the server is starting or stopping. A new connection wakes the worker before it is ready, which is no second sign.
      if (code !== '57P03') failures += 1;
      // Once per outage; a restart of the embedded Postgres is over before the second round, and has its own line.
      if (!isClosed && failures === 2)
        logger.error(`The database of messages does not answer (${code}); trying again.`);
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
