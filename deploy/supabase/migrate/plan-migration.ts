import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { readReferenceRows, readSchema } from '../read-schema.ts';
import { runSqlText } from '../run-sql-file.ts';
import { applySchemas, type SchemaFile } from '../schema-files.ts';
import type { TestPostgres } from '../tests/start-postgres.ts';
import { readObjects, writeRights } from './created-rights.ts';
import { planDifference } from './pg-delta.ts';
import { changedRows } from './reference-rows.ts';
import { tidyPlan } from './tidy-plan.ts';

/** The next migration, as planned. */
export interface PlannedMigration {
  /** SQL of the files to write, in order. Empty when migrations and schema files build the same database. */
  parts: string[];
  /** Lines of readSchema() that still differ after the plan: a person writes those statements. */
  leftOver: string[];
  /** Probable renames, with the option that confirms each. */
  renames: string[];
}

/**
 * Plans the migration from the database that the migrations of a folder build to the one that the schema files build,
 * and tries it on a database of its own.
 *
 * @throws an Error when a file or a planned statement fails.
 */
export async function planMigration(
  server: TestPostgres,
  migrationsFolder: string,
  files: SchemaFile[],
  acceptedRenames: string[] = [],
): Promise<PlannedMigration> {
  const id = randomBytes(4).toString('hex');
  const [from, to] = [`from_${id}`, `to_${id}`];
  await server.createMigrated(from, migrationsFolder);
  await server.createDatabase(to);
  const [old, wanted] = [from, to].map((name) => postgres(server.url(name), { max: 1, onnotice: () => undefined }));
  if (!old || !wanted) throw new Error('Two databases are compared.');
  try {
    await applySchemas(wanted, files);
    const { parts: planned, renames } = await planDifference(server.url(from), server.url(to), acceptedRenames);
    const parts = tidyPlan(planned);
    const before = await readObjects(old);
    for (const part of parts) await apply(old, part);
    const created = [...(await readObjects(old))].filter(([object, oid]) => before.get(object) !== oid);
    const last = [
      ...(await writeRights(wanted, new Set(created.map(([object]) => object)))),
      ...(await changedRows(old, wanted)),
    ].join('\n\n');
    if (last !== '') {
      await apply(old, last);
      parts.push([parts.pop() ?? '', last].filter((text) => text !== '').join('\n\n'));
    }
    const linesOf = async (sql: postgres.Sql) => [...(await readSchema(sql)), ...(await readReferenceRows(sql))];
    const [made, asked] = [await linesOf(old), await linesOf(wanted)];
    const leftOver = [
      ...made.filter((line) => !asked.includes(line)).map((line) => `- ${line}`),
      ...asked.filter((line) => !made.includes(line)).map((line) => `+ ${line}`),
    ];
    return { parts, leftOver, renames };
  } finally {
    await Promise.all([old.end(), wanted.end()]);
  }
}

async function apply(sql: postgres.Sql, text: string): Promise<void> {
  await sql.begin((transaction) => runSqlText(transaction, text, 'the planned migration'));
}
