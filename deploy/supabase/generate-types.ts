import { readOwnCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatGenerated } from './format-generated.ts';
import { supabaseCli } from './supabase-cli.ts';
import { startPostgres } from './tests/start-postgres.ts';

export const typesFile = join(import.meta.dirname, '../../shared/contracts/database.types.ts');

/** The TypeScript types of a database's public schema, as the official Supabase CLI writes them. */
export async function typesOf(databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'twostroke-types-'));
  try {
    const flags = ['gen', 'types', 'typescript', '--remote', databaseUrl, '--schema', 'public'];
    const { stdout } = await supabaseCli('--workdir', folder, ...flags);
    // The CLI prints its own messages on the same stream and does not format the code.
    const code = stdout.slice(stdout.indexOf('export type Json'));
    return await formatGenerated(typesFile, `// Written by npm run db:types. Do not change by hand.\n\n${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generates the types of the migrations on a temporary Postgres. */
async function generateTypes(): Promise<string> {
  const server = await startPostgres();
  try {
    await server.createMigrated('types');
    return await typesOf(server.url('types'));
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  readOwnCommandLine({ command: 'npm run db:types' });
  await writeFile(typesFile, await generateTypes());
  console.log(`Wrote ${typesFile}`);
}
