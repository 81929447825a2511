import { readOwnCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { formatGenerated } from './format-generated.ts';
import { applySchemas, schemaFiles } from './schema-files.ts';
import { startPostgres } from './tests/start-postgres.ts';

export const referenceFile = join(import.meta.dirname, 'API.md');
export const rightsFile = join(import.meta.dirname, 'RIGHTS.md');

const written = '<!-- Written by npm run db:docs from the schema files. Do not change by hand. -->';

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
    written,
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
  return formatGenerated(referenceFile, parts.map((part) => wrap(part)).join('\n\n'));
}

interface TableRight {
  name: string;
  privilege: string;
  /** The roles that have it, in the order visitor, signed-in user. */
  roles: string[];
  /** The columns that it is for; null for all of them. */
  columns: string[] | null;
  /** The policies that choose the rows. A view has none: it asks the tables below it. */
  policies: string[];
}

/**
 * Writes the rights of visitors and signed-in users on tables and views as Markdown, down to columns, with the policies that
 * choose the rows.
 *
 * @param sql a database that the schema files were applied to.
 */
export async function rightsOf(sql: postgres.Sql): Promise<string> {
  const rights = await sql<TableRight[]>`
    with callers (place, role, label) as (
      values (1, 'anon', 'visitors'), (2, 'authenticated', 'signed-in users')
    ),
    granted as (
      select t.relname as name, c.place as caller, c.label, p.place, p.privilege,
        case when not has_table_privilege(c.role, t.oid, p.privilege) then array(
          select a.attname::text from pg_attribute a
          where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(c.role, t.oid, a.attnum, p.privilege)
          order by a.attnum
        ) end as columns
      from pg_class t
      cross join callers c
      cross join (values (1, 'select'), (2, 'insert'), (3, 'update'), (4, 'delete')) as p (place, privilege)
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'v', 'm')
        and case p.privilege when 'delete' then has_table_privilege(c.role, t.oid, 'delete')
          else has_any_column_privilege(c.role, t.oid, p.privilege) end
    )
    select g.name, g.privilege, array_agg(g.label order by g.caller) as roles, g.columns,
      array(
        select y.policyname::text from pg_policies y
        where y.schemaname = 'public' and y.tablename = g.name and y.cmd in (upper(g.privilege), 'ALL')
        order by y.policyname
      ) as policies
    from granted g
    group by g.name, g.place, g.privilege, g.columns
    order by g.name, g.place, min(g.caller)`;
  const rowOf = ({ name, privilege, roles, columns, policies }: TableRight): string => {
    const who = roles.length === 2 ? 'everyone' : list(roles);
    return `| \`${name}\` | ${privilege} | ${who} | ${columns ? 'some' : 'all'} | ${policies.join('; ')} |`;
  };
  const columnsOf = ({ name, privilege, roles, columns }: TableRight): string[] =>
    columns
      ? [`- **${name}**, ${privilege} by ${list(roles)}: ${columns.map((column) => `\`${column}\``).join(', ')}`]
      : [];
  const parts = [
    written,
    '# Rights on tables, down to columns',
    'The rights of visitors and signed-in users, admins among these; where there is no row, there is no right. Policies choose the rows; a view has none, because it asks the tables below it. Everything else goes through [functions](API.md).',
    ['| table or view | may | who | columns | policy |', '| --- | --- | --- | --- | --- |', ...rights.map(rowOf)].join(
      '\n',
    ),
    '## Some columns',
    ...rights.flatMap(columnsOf),
  ];
  const text = parts.map((part) => (part.startsWith('|') ? part : wrap(part))).join('\n\n');
  return formatGenerated(rightsFile, text);
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

/** The files that the schema files give, by path. */
export async function makeReference(): Promise<Map<string, string>> {
  const server = await startPostgres();
  try {
    await server.createDatabase('reference');
    const sql = postgres(server.url('reference'), { max: 1, onnotice: () => undefined });
    await applySchemas(sql);
    const files = new Map([
      [referenceFile, await referenceOf(sql)],
      [rightsFile, await rightsOf(sql)],
    ]);
    await sql.end();
    return files;
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  readOwnCommandLine({ command: 'npm run db:docs' });
  for (const [file, text] of await makeReference()) {
    await writeFile(file, text);
    console.log(`Wrote ${file}`);
  }
}
