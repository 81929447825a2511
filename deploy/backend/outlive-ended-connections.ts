import { isEndOfConnection } from '../supabase/run-in-transaction.ts';

/**
 * Keeps the process alive when a connection to Postgres ends while it is being opened. The driver (postgres 3.4.9) reads
 * the types of each new connection in a promise that no caller can await, and Node would end the process when it rejects.
 * The caller that wanted the connection gets the error in any case. Every other unhandled rejection still ends the
 * process.
 */
export function outliveEndedConnections(): void {
  process.on('unhandledRejection', (reason) => {
    if (!isEndOfConnection(reason)) throw reason;
  });
}
