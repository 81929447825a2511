import type { Sql } from 'postgres';

/** A worker polls every 30 seconds and pauses after errors; a message that is due for longer has no worker. */
const MOST_LATE_SECONDS = 300;

/** @throws Error when a message, or another task of the workers, is due for so long that no worker can be running */
export async function checkOutbox(sql: Sql): Promise<void> {
  const [row] = await sql<{ seconds: number | null }[]>`select private.seconds_to_next_message() as seconds`;
  const late = -(row?.seconds ?? 0);
  if (late > MOST_LATE_SECONDS) throw new Error(`A message is ${Math.round(late)} seconds late.`);
}
