import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../logger.ts';

const insideLite = new AsyncLocalStorage<Logger>();
let users = 0;
let original: typeof console.error | undefined;

/** Runs a call into lite and sends what lite prints with console.error to the logger, without row data. */
export function withQuietConsole<Result>(logger: Logger, call: () => Result): Result {
  return insideLite.run(logger, call);
}

/**
 * lite prints each database error with stack and row data. While a backend runs, console.error inside its
 * calls is replaced by one line with the code. Returns the function that undoes it.
 */
export function quietConsole(): () => void {
  if (users === 0) {
    original = console.error;
    const print = original;
    console.error = (...values: unknown[]) => {
      const logger = insideLite.getStore();
      if (!logger) return print.apply(console, values);
      const line = describe(values);
      if (line) logger.error(line);
    };
  }
  users += 1;
  let undone = false;
  return () => {
    if (undone) return;
    undone = true;
    users -= 1;
    if (users === 0 && original) console.error = original;
  };
}

/** Errors that a visitor can cause (rejected rows, invalid input) are not logged; server errors are. */
function describe(values: unknown[]): string | undefined {
  const error = values.find((value) => value instanceof Error);
  if (!error) return undefined;
  const code = (error as { code?: unknown }).code;
  const sqlState = code === 'PGRST' ? codeInside(error.message) : typeof code === 'string' ? code : undefined;
  if (sqlState === undefined) return `Unexpected error in the API: ${error.name}`;
  // keepRunning logs once that the server is down; requests don't repeat it (57P02: crashed, 57P03: starting).
  const isFault = /^(08|53|54|57(?!P0[23])|58|XX|40)/.test(sqlState);
  return isFault ? `Database error ${sqlState} in the API.` : undefined;
}

function codeInside(message: string): string | undefined {
  try {
    return (JSON.parse(message) as { code?: string }).code;
  } catch {
    return undefined;
  }
}
