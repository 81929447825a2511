import type { Logger } from './logger.ts';

/** Closes in order on Ctrl-C and SIGTERM, then ends the process; a second signal ends it at once. */
export function closeOnSignals(close: () => Promise<void>, logger: Logger): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      close()
        .then(() => process.exit(0))
        .catch((error: unknown) => {
          logger.error(`Closing failed: ${error instanceof Error ? error.message : String(error)}`);
          process.exit(1);
        });
    });
  }
}
