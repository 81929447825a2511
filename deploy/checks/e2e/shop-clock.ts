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
  const date = new Date(Date.parse(at) + 19_800_000).toISOString().slice(0, 10);
  await poll(`the API at ${at}`, async () => {
    // Idle after a query: one that is still being opened has the new clock, and its end would be an error without a handler.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'twostroke-api' and datname = ${database!.name} and state = 'idle' and query <> ''`;
    const answer = await fetch(`${site.url}/rest/v1/rpc/list_slots`, {
      method: 'POST',
      headers: { apikey: site.backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'workshop', days: 1 }),
    });
    return answer.ok && ((await answer.json()) as { today: string }).today === date;
  });
}
