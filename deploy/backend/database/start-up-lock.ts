import postgres from 'postgres';

// Any number that no other program of this database uses.
const lockKey = 7_205_197_401;

/**
 * Runs a start-up step while no other backend process prepares the same database.
 *
 * @throws an Error with a sentence for the operator when Postgres ends the connection that holds the lock, because
 * another process may hold it then. The step is no longer awaited in this case.
 */
export async function withStartUpLock<Result>(databaseUrl: string, step: () => Promise<Result>): Promise<Result> {
  const ended = new Error('Postgres ended the connection while the backend started. Start it again.');
  let rejectLost: (error: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (rejectLost = reject));
  lost.catch(() => undefined);
  // A client of its own: the driver (postgres 3.4.9) reports the loss of an idle connection only to `onclose`.
  const holder = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => undefined,
    onclose: () => rejectLost(ended),
    connection: { application_name: 'twostroke-start-up' },
  });
  try {
    await holder`select pg_advisory_lock(${lockKey})`;
    const result = await Promise.race([step(), lost]);
    // The step may end before its process learns of a loss. Only the session that took the lock can release it.
    const released = holder<{ held: boolean }[]>`select pg_advisory_unlock(${lockKey}) as held`.catch(() => []);
    const [lock] = await Promise.race([released, lost]);
    if (!lock?.held) throw ended;
    return result;
  } finally {
    // Ends the session and with it the lock.
    await holder.end({ timeout: 2 });
  }
}
