import type { Sql } from 'postgres';

/**
 * Every right that the migrations grant to a role other than the owner, one line each, such as
 * "table public.brands: anon SELECT". Two databases with equal lines are equally open.
 */
export async function readAcls(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with schemas as (
      select oid, nspname, nspowner, nspacl from pg_namespace
      where nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'auth', 'extensions', 'supabase_migrations')
        and nspname not like 'pg_temp%' and nspname not like 'pg_toast_temp%'
    ), rights as (
      select 'schema ' || nspname as thing, nspowner as owner,
        aclexplode(coalesce(nspacl, acldefault('n', nspowner))) as acl
      from schemas
      union all
      select case c.relkind when 'S' then 'sequence ' else 'table ' end || s.nspname || '.' || c.relname, c.relowner,
        aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::"char" else 'r'::"char" end, c.relowner)))
      from pg_class c join schemas s on s.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'p', 'S')
      union all
      select 'column ' || s.nspname || '.' || c.relname || '.' || a.attname, c.relowner, aclexplode(a.attacl)
      from pg_attribute a join pg_class c on c.oid = a.attrelid join schemas s on s.oid = c.relnamespace
      where a.attacl is not null
      union all
      select 'function ' || s.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
        p.proowner, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
      from pg_proc p join schemas s on s.oid = p.pronamespace
    )
    select thing || ': ' || case (acl).grantee when 0 then 'PUBLIC' else (acl).grantee::regrole::text end
      || ' ' || (acl).privilege_type as line
    from rights where (acl).grantee <> owner order by 1`;
  return rows.map((row) => row.line);
}
