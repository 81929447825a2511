import type postgres from 'postgres';

/**
 * All that migrations made, one line each: columns, constraints, indexes, views, functions, triggers, policies, rights,
 * descriptions, publications. Two databases with equal lines have the same schema.
 */
export async function readSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private')),
    relations as (
      select c.*, ours.nspname || '.' || c.relname as name
      from pg_class c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
    ),
    functions as (
      select p.*, p.oid::regprocedure::text as name from pg_proc p join ours on ours.oid = p.pronamespace
    )
    select concat_ws(' ', 'column', r.name, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl) as line
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    union all
    select concat_ws(' ', 'relation', r.name, r.relkind, r.relpersistence, r.relrowsecurity, r.relforcerowsecurity,
      r.reloptions, r.relowner::regrole, r.relacl, obj_description(r.oid, 'pg_class')) from relations r
    union all
    select concat_ws(' ', 'comment', r.name, d.objsubid, d.description)
    from relations r join pg_description d on d.objoid = r.oid and d.classoid = 'pg_class'::regclass and d.objsubid > 0
    union all
    select concat_ws(' ', 'view', r.name, pg_get_viewdef(r.oid)) from relations r where r.relkind in ('v', 'm')
    union all
    select concat_ws(' ', 'index', r.name, pg_get_indexdef(i.indexrelid), i.indisvalid)
    from relations r join pg_index i on i.indrelid = r.oid
    union all
    select concat_ws(' ', 'constraint', c.conrelid::regclass, c.conname, c.convalidated, pg_get_constraintdef(c.oid))
    from pg_constraint c join ours on ours.oid = c.connamespace
    union all
    select concat_ws(' ', 'trigger', t.tgrelid::regclass, t.tgenabled, pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join ours on ours.oid = p.pronamespace where not t.tgisinternal
    union all
    select concat_ws(' ', 'policy', p.schemaname, p.tablename, p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check)
    from pg_policies p where p.schemaname in ('public', 'private')
    union all
    select concat_ws(' ', 'function', f.name, f.proowner::regrole, f.proacl, pg_get_functiondef(f.oid),
      obj_description(f.oid, 'pg_proc')) from functions f
    union all
    select concat_ws(' ', 'published', pubname, schemaname, tablename) from pg_publication_tables
    union all
    select concat_ws(' ', 'extension', e.extname, e.extnamespace::regnamespace) from pg_extension e
    union all
    select concat_ws(' ', 'schema', n.nspname, n.nspacl) from pg_namespace n join ours using (oid)
    order by 1`;
  return rows.map(({ line }) => line);
}
