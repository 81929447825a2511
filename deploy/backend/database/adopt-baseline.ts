import type { Sql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { readSchema, schemaHash } from '../../supabase/read-schema.ts';
import type { Migration } from './read-migrations.ts';

/** The header of a baseline file. */
interface Claim {
  /** Versions of the migrations that it replaces. */
  replaced: string[];
  /** schemaHash() of a database that has them all. */
  schema: string;
}

/**
 * A baseline replaces a list of older migrations. In a database that has all of them and an unchanged schema, the
 * history table then lists the baseline instead of them. No statement of the baseline runs and no row of the shop
 * changes.
 *
 * @returns one sentence about what was done, or undefined when the database needs nothing.
 * @throws an Error with a sentence for people when the database has only some of them or its schema differs.
 */
export async function adoptBaseline(sql: Sql, files: Migration[]): Promise<string | undefined> {
  for (const baseline of files) {
    const claim = readClaim(baseline.text);
    if (!claim) continue;
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations where version in ${sql(claim.replaced)}`;
    if (rows.length === 0) continue;
    if (rows.length < claim.replaced.length)
      throw new Error(
        `The database has ${rows.length} of the ${claim.replaced.length} migrations that ${baseline.file} replaces. ` +
          `Start the version of the site before it once, so that the others are applied, or start over with npm start -- --reset.`,
      );
    if (schemaHash(await readSchema(sql)) !== claim.schema)
      throw new Error(
        `The database has the migrations that ${baseline.file} replaces, but its schema is not the one they make: ` +
          `something else has changed it. Undo that change, or start over with npm start -- --reset.`,
      );
    await runInTransaction(sql, async (transaction) => {
      await transaction`
        delete from supabase_migrations.schema_migrations where version in ${transaction(claim.replaced)}`;
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${baseline.version}, ${baseline.name}, ${[baseline.text]})`;
    });
    return `Database: its schema equals ${baseline.file}, which now replaces ${rows.length} older migrations.`;
  }
  return undefined;
}

function readClaim(text: string): Claim | undefined {
  const [, schema] = /^-- schema ([0-9a-f]{64})$/m.exec(text) ?? [];
  const replaced = [...text.matchAll(/^-- replaces ([\d ]+)$/gm)].flatMap(([, list = '']) => list.split(' '));
  return schema === undefined || replaced.length === 0 ? undefined : { replaced, schema };
}
