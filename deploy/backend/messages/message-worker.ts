import { deliverMessages } from './deliver-messages.ts';
import type { DeliveryOptions } from './deliver-messages.ts';

export interface MessageWorker {
  /** Finishes what is being sent and takes nothing more. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at the latest: a note may be lost, and some poolers pass none on. */
const longestSleep = 30_000;
/** And at the soonest: what is due may still be held by another worker. */
const shortestSleep = 1_000;
/** After trouble with the database. */
const pause = 3_000;

/**
 * Sends messages when they are due and offers places that have become free: woken by the database when new ones are
 * written or places given back, and by the clock for reminders, further tries and whatever runs out. Any number of workers may run on one database.
 */
export function startMessageWorker(options: DeliveryOptions): MessageWorker {
  const { sql, logger } = options;
  let isClosed = false;
  let isWanted = false;
  let isInTrouble = false;
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

  /** Sends what is due and answers how long there is nothing to do. */
  async function round(): Promise<number> {
    try {
      await deliverMessages(options, () => isClosed);
      const [row] = await sql<{ seconds: number | null }[]>`select private.seconds_to_next_message() as seconds`;
      isInTrouble = false;
      return Math.min(Math.max((row?.seconds ?? Infinity) * 1000, shortestSleep), longestSleep);
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'no code';
      // Once, however long it lasts.
      if (!isClosed && !isInTrouble) logger.error(`The database of messages does not answer (${code}); trying again.`);
      isInTrouble = true;
      return pause;
    }
  }

  // Also called when a broken connection is back: notes may have been lost meanwhile.
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
