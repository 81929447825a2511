import type { Sql } from 'postgres';

// Any number that no other program of this database uses.
const lockKey = 7_205_197_401;

/** Runs a start-up step while no other backend process prepares the same database. */
export async function withStartUpLock<Result>(sql: Sql, step: () => Promise<Result>): Promise<Result> {
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${lockKey})`;
    return await step();
  } finally {
    await connection`select pg_advisory_unlock(${lockKey})`;
    connection.release();
  }
}
