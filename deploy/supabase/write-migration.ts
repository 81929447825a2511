import { readOwnCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planMigration } from './migrate/plan-migration.ts';
import { schemaFiles } from './schema-files.ts';
import { startPostgres } from './tests/start-postgres.ts';

const folder = join(import.meta.dirname, 'migrations');
const usage = 'npm run db:migration -- <name> [--rename <from>=<to>]';

/** A version newer than every existing migration: the present time, or the newest version plus one. */
export function nextVersion(existing: string[], now: Date): string {
  const clock = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const newest =
    existing
      .map((file) => file.split('_')[0] ?? '')
      .sort()
      .at(-1) ?? '';
  return clock > newest ? clock : String(BigInt(newest) + 1n);
}

/** Writes the next migration from the difference between migrations and schema files. */
async function writeMigration(name: string, renames: string[]): Promise<void> {
  const server = await startPostgres();
  const planned = await planMigration(server, folder, schemaFiles(), renames).finally(() => server.stop());
  if (planned.parts.length === 0) console.log('Migrations and schema files build the same database: nothing to write.');
  planned.parts.forEach((part, index) => {
    const ending = planned.parts.length > 1 ? `${name}_${index + 1}` : name;
    const file = `${nextVersion(readdirSync(folder), new Date())}_${ending}.sql`;
    writeFileSync(join(folder, file), `${part}\n`);
    console.log(`Wrote deploy/supabase/migrations/${file}. Read it, then run npm run db:types and npm run db:docs.`);
  });
  for (const rename of planned.renames)
    console.log(`Is this a rename? Then delete the file and run it again with --rename ${rename}`);
  if (planned.leftOver.length === 0) return;
  console.error(
    'These lines still differ (- of the migrations, + of the schema files). Write their statements by hand:',
  );
  for (const line of planned.leftOver) console.error(line);
  process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = readOwnCommandLine({
    command: 'npm run db:migration',
    options: { rename: { type: 'string', multiple: true, default: [] } },
    words: ['<name>'],
  });
  const [name = ''] = positionals;
  if (!/^[a-z][a-z0-9_]*$/.test(name) || !values.rename.every((rename) => rename.includes('='))) {
    console.error(`Usage: ${usage}, with a name of lower-case letters, digits and underscores.`);
    process.exitCode = 2;
  } else await writeMigration(name, values.rename);
}
