import type postgres from 'postgres';
import { runInTransaction } from '../run-in-transaction.ts';
import { loadClosures, loadSeed, seedTables } from './load-seed.ts';
import type { SeedRow } from './load-seed.ts';

/** Writes rows by one statement; Postgres turns the texts of the files into the types of the columns. */
async function insertRows(tx: postgres.TransactionSql, table: string, rows: SeedRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  await tx.unsafe(
    `insert into public."${table}" (${columns})
     select ${columns} from jsonb_populate_recordset(null::public."${table}", ($1::text)::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Whether no table of the files has a row. */
async function isEmpty(tx: postgres.TransactionSql): Promise<boolean> {
  const anyRow = seedTables.map((table) => `exists (select from public."${table}")`).join(' or ');
  const [row] = await tx.unsafe<{ filled: boolean }[]>(`select ${anyRow} as filled`);
  return row?.filled === false;
}

/**
 * Sample reviews belong to the demo only. Checks first, because a delete without rows would still count as changed
 * content.
 */
async function deleteSampleReviews(tx: postgres.TransactionSql): Promise<void> {
  const [sample] = await tx`select from public.reviews where is_sample limit 1`;
  if (sample !== undefined) await tx`delete from public.reviews where is_sample`;
}

/**
 * Fixed holidays of this year and the next, by the date in Pune, each added once: a day that the shop has changed or
 * deleted stays so. A half day that would be over before the shop opens is left out.
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
 * Fills an empty, migrated database with the catalog, the shop's calendar and the texts of the files, in one
 * transaction. Afterwards the rows are authoritative: a database with rows is left unchanged (`seeded: false`), so no
 * edit of the shop is lost. Two exceptions: holidays of a new year are added, and `demo: false` deletes the sample
 * reviews. Needs the owner of the database.
 */
export async function seedDatabase(sql: postgres.Sql, options: { demo: boolean }): Promise<{ seeded: boolean }> {
  return runInTransaction(sql, async (tx) => {
    await tx.unsafe(`select pg_advisory_xact_lock(hashtextextended('twostroke seed', 0))`);
    const seeded = await isEmpty(tx);
    // A filled database starts without the cost of reading the files.
    if (seeded) for (const [table, rows] of await loadSeed(options)) await insertRows(tx, table, rows);
    if (!options.demo) await deleteSampleReviews(tx);
    await addClosures(tx);
    return { seeded };
  });
}
