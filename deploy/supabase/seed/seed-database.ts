import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { loadClosures, loadSeed } from './load-seed.ts';
import type { SeedRow } from './load-seed.ts';

/** Tables whose rows follow the files: what the files no longer say is removed. The others keep unknown rows. */
const followTheFiles = new Set([
  'package_prices',
  'addon_prices',
  'package_addons_included',
  'package_items',
  'arrival_windows',
  'faqs',
  'posts',
]);

/** Writes rows by one statement; Postgres turns the texts of the files into the types of the columns. */
async function upsert(tx: postgres.TransactionSql, table: string, key: string[], rows: SeedRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const others = columns.filter((column) => !key.includes(column));
  const list = columns.map((column) => `"${column}"`).join(', ');
  const action =
    others.length === 0
      ? 'do nothing'
      : `do update set ${others.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`;
  await tx.unsafe(
    `insert into public."${table}" (${list})
     select ${list} from jsonb_populate_recordset(null::public."${table}", ($1::text)::jsonb)
     on conflict (${key.map((name) => `"${name}"`).join(', ')}) ${action}`,
    [JSON.stringify(rows)],
  );
}

/**
 * Fixed holidays of this year and the next, counted in Pune, each once: a day the shop has changed or deleted stays so.
 * A half day that would be over before the shop opens is left out.
 */
async function addClosures(tx: postgres.TransactionSql): Promise<void> {
  const year = new Date(Date.now() + 330 * 60_000).getUTCFullYear();
  const days = await loadClosures([year, year + 1]);
  const added = (await setting(tx, 'holidays_added'))?.split(' ');
  const due = days.filter(({ date }) => !added?.includes(String(date)));
  await tx.unsafe(
    `insert into public.closures (date, closes_at, reason)
     select c.date, c.closes_at, c.reason from jsonb_populate_recordset(null::public.closures, ($1::text)::jsonb) c
     where not exists (
       select from public.business_hours h where h.weekday = extract(dow from c.date)::int and h.opens >= c.closes_at
     )
     on conflict (date) do nothing`,
    [JSON.stringify(due)],
  );
  await remember(tx, 'holidays_added', days.map(({ date }) => date).join(' '));
}

async function setting(tx: postgres.TransactionSql, name: string): Promise<string | undefined> {
  const [row] = await tx<{ value: string }[]>`select value from private.settings where name = ${name}`;
  return row?.value;
}

async function remember(tx: postgres.TransactionSql, name: string, value: string): Promise<void> {
  await tx`
    insert into private.settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}

/**
 * Brings the catalog, the shop's calendar and the texts into a migrated database, in one transaction. `demo: false`
 * leaves out the sample reviews. Does nothing (`seeded: false`) when the database already has what the files say, so
 * prices and hours changed by the shop stay until the files change. Needs the owner of the database.
 */
export async function seedDatabase(sql: postgres.Sql, options: { demo: boolean }): Promise<{ seeded: boolean }> {
  const tables = await loadSeed(options);
  const version = createHash('sha256')
    .update(JSON.stringify([...tables]))
    .digest('hex');
  return sql.begin(async (tx) => {
    await tx.unsafe(`select pg_advisory_xact_lock(hashtextextended('twostroke seed', 0))`);
    await addClosures(tx);
    if ((await setting(tx, 'seed_version')) === version) return { seeded: false };
    for (const table of followTheFiles) await tx.unsafe(`delete from public."${table}"`);
    await tx.unsafe('delete from public.reviews where is_sample');
    for (const [table, { key, rows }] of tables) await upsert(tx, table, key, rows);
    await remember(tx, 'seed_version', version);
    return { seeded: true };
  });
}
