import assert from 'node:assert/strict';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import type { TestBackend } from './test-backend.ts';

/** The database users of the connections that a part of the backend has open. */
export async function loginsOf(sql: Sql, application: string): Promise<string[]> {
  const users = await sql<{ user: string }[]>`
    select distinct usename as user from pg_stat_activity
    where application_name = ${application} and datname = current_database()`;
  return users.map(({ user }) => user);
}

/** A login that may sign in, and has no power of its own over the server. */
export async function assertPlainLogin(sql: Sql, login: string): Promise<void> {
  const [role] = await sql`
    select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolinherit, rolcanlogin
    from pg_roles where rolname = ${login}`;
  assert.deepEqual(Object.values({ ...role }), [false, false, false, false, false, false, true]);
}

/** The tables, views and sequences that a login has any right to. */
export async function relationsOf(sql: Sql, login: string): Promise<string[]> {
  const relations = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and case c.relkind
      when 'S' then has_sequence_privilege(${login}, c.oid, 'usage, select, update')
      when 'i' then false
      else has_any_column_privilege(${login}, c.oid, 'select, insert, update, references')
        or has_table_privilege(${login}, c.oid, 'delete, truncate, trigger') end`;
  return relations.map(({ name }) => name);
}

/** The functions that a login can call, by name. The function of a trigger cannot be called. */
export async function functionsOf(sql: Sql, login: string): Promise<string[]> {
  const functions = await sql<{ name: string }[]>`
    select p.proname::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'guard', 'backend') and has_schema_privilege(${login}, n.oid, 'usage')
      and has_function_privilege(${login}, p.oid, 'execute') and p.prorettype <> 'trigger'::regtype order by 1`;
  return functions.map(({ name }) => name);
}

/** Connects as a login that the backend has made. @param passwords the table with its password */
export async function connectAs({ backend }: TestBackend, login: string, passwords: string): Promise<Sql> {
  const [row] = await backend.sql<{ password: string }[]>`select password from ${backend.sql(passwords)}`;
  const url = new URL(backend.databaseUrl);
  [url.username, url.password] = [login, row?.password ?? ''];
  return postgres(url.href, { max: 1, onnotice: () => undefined });
}

/** Tries each statement: the database refuses it for missing rights. */
export async function assertRefused(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await assert.rejects(sql.unsafe(statement), { code: /^(42501|22023)$/ }, statement);
}
