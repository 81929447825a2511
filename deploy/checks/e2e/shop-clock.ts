import type { TestSite } from './open-test-site.ts';
import { poll } from '../../backend/testing/poll.ts';

/** Stops the clock of the database, for every connection from now on, and of pages that open later. */
export async function setClock(site: TestSite, at: string): Promise<void> {
  const { sql } = site.backend;
  await sql`
    insert into private.settings (name, value) values ('clock_override', 'on')
    on conflict (name) do update set value = 'on'`;
  const [database] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`alter database "${database!.name}" set twostroke.now = '${at}'`);
  const [changed] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`;
  await poll(`the API at ${at}`, async () => {
    // Idle after a query: the end of one that is still being opened would be an error without a handler.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'twostroke-api' and datname = ${database!.name} and backend_start < ${changed!.at}::text::timestamptz
        and state = 'idle' and query <> ''`;
    const [before] = await sql<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity
      where application_name = 'twostroke-api' and datname = ${database!.name} and backend_start < ${changed!.at}::text::timestamptz`;
    return before!.connections === 0;
  });
}
