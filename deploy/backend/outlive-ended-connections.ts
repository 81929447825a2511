import { isEndOfConnection } from './rest/renew-pool.ts';

/**
 * Lets the process outlive a connection to Postgres that ends while it is being opened. The driver (postgres 3.4.9) asks
 * each new connection for its types in a promise of its own that nobody can wait for; Node would end the process when it
 * fails. Whoever wanted the connection is told in any case. Every other rejection that nobody handles ends the process
 * as ever.
 */
export function outliveEndedConnections(): void {
  process.on('unhandledRejection', (reason) => {
    if (!isEndOfConnection(reason)) throw reason;
  });
}
