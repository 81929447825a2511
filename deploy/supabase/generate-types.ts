import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { format } from 'prettier';
import { applyMigrations, startPostgres } from './tests/start-postgres.ts';

const run = promisify(execFile);

/** The version whose output is checked in; another one may write it differently. */
const cli = 'supabase@3.1.0';

/**
 * The TypeScript types of the public schema as the official Supabase CLI writes them, made from the migrations on a
 * throw-away Postgres. Needs the npm registry once, for the CLI.
 */
export async function generateTypes(): Promise<string> {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'twostroke-types-'));
  try {
    await server.createDatabase('types');
    const sql = postgres(server.url('types'), { max: 1, onnotice: () => undefined });
    await applyMigrations(sql);
    await sql.end();
    const flags = ['gen', 'types', 'typescript', '--remote', server.url('types'), '--schema', 'public'];
    const { stdout } = await run('npx', ['--yes', cli, '--workdir', folder, ...flags], { maxBuffer: 8_000_000 });
    // The CLI prints its own remarks on the same stream and does not lay the code out.
    const code = stdout.slice(stdout.indexOf('export type Json'));
    return await format(`// Written by deploy/supabase/generate-types.ts. Do not change by hand.\n\n${code}`, {
      parser: 'typescript',
      singleQuote: true,
      printWidth: 120,
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, '../../shared/data/database.types.ts');
  await writeFile(file, await generateTypes());
  console.log(`Wrote ${file}`);
}
