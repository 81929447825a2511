import { readOwnCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import postgres from 'postgres';
import { applySchemas, schemaFiles } from './schema-files.ts';
import { startPostgres } from './tests/start-postgres.ts';

export const referenceFile = join(import.meta.dirname, 'API.md');

interface ApiFunction {
  name: string;
  arguments: string;
  result: string;
  /** The roles that may call a function, in the order visitor, signed-in user, service role. */
  callers: string[];
  comment: string;
}

/**
 * Writes the reference of the API's functions as Markdown: signature, callers and comment of each, by domain.
 *
 * @param sql a database that the schema files were applied to.
 */
export async function referenceOf(sql: postgres.Sql): Promise<string> {
  const functions = await sql<ApiFunction[]>`
    select p.proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      array(
        select label from (values ('anon', 'visitors'), ('authenticated', 'signed-in users'), ('service_role', 'the service role'))
          as roles (role, label) where has_function_privilege(role, p.oid, 'execute')
      ) as callers,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by p.proname`;
  const parts = [
    '<!-- Written by npm run db:docs from the schema files. Do not change by hand. -->',
    '# Functions of the API',
    'Called as `POST /rest/v1/rpc/<name>` with named arguments. An error has the HTTP status of its code `PTxyz`, a code in `hint` and the data of that code as JSON in `details`.',
  ];
  const paths = new Map(
    schemaFiles().flatMap(({ path, text }) =>
      [...text.matchAll(/^create function public\.(\w+)\(/gm)].map(([, name = '']) => [name, path] as const),
    ),
  );
  const domainOf = (name: string): string => paths.get(name)?.split('/')[1] ?? '';
  for (const domain of [...new Set(paths.values())].map((path) => path.split('/')[1] ?? '')) {
    if (parts.includes(`## ${domain}`)) continue;
    parts.push(`## ${domain}`);
    for (const one of functions.filter(({ name }) => domainOf(name) === domain)) {
      parts.push(`### ${one.name}`, '```sql\n' + signature(one) + '\n```');
      parts.push(`For ${list(one.callers)}. Source: [${paths.get(one.name)}](${paths.get(one.name)})`);
      parts.push(asMarkdown(one.comment));
    }
  }
  return format(parts.map((part) => wrap(part)).join('\n\n'), { parser: 'markdown', printWidth: 120 });
}

function signature({ name, arguments: all, result }: ApiFunction): string {
  const typed = all.replaceAll(/::[a-z ]+/g, '').replaceAll(' DEFAULT ', ' default ');
  const line = `${name}(${typed}) returns ${result}`;
  return line.length <= 110 ? line : `${name}(\n  ${typed.split(', ').join(',\n  ')}\n) returns ${result}`;
}

const list = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Codes and names in code spans, so that no underscore means emphasis. */
function asMarkdown(comment: string): string {
  return comment.replaceAll(/\{"[^}]*\}|\b\w+(?:\.\w+)*_[\w.…]*\b…?|\b\w+_…/g, (word) => `\`${word}\``);
}

/** Breaks lines of prose at 120 characters. */
function wrap(text: string): string {
  if (text.startsWith('```')) return text;
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > 120) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** Writes the reference of the schema files on a temporary Postgres. */
export async function makeReference(): Promise<string> {
  const server = await startPostgres();
  try {
    await server.createDatabase('reference');
    const sql = postgres(server.url('reference'), { max: 1, onnotice: () => undefined });
    await applySchemas(sql);
    const text = await referenceOf(sql);
    await sql.end();
    return text;
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  readOwnCommandLine({ command: 'npm run db:docs' });
  await writeFile(referenceFile, await makeReference());
  console.log(`Wrote ${referenceFile}`);
}
