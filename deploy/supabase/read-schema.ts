import { createHash } from 'node:crypto';
import type postgres from 'postgres';

/**
 * Reads everything that migrations define, one line each: extensions, schemas, types, tables, columns, constraints,
 * indexes, sequences, views, functions with their bodies, triggers, policies, rights, default privileges, comments,
 * publications. Databases with equal lines have the same schema, whatever their owners.
 */
export async function readSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('public', 'private', 'guard')),
    relations as (
      select c.*, ours.nspname || '.' || c.relname as name
      from pg_class c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
    ),
    functions as (
      select p.*, p.oid::regprocedure::text as name from pg_proc p join ours on ours.oid = p.pronamespace
    ),
    types as (
      select t.*, t.oid::regtype::text as name from pg_type t join ours on ours.oid = t.typnamespace
      where t.typtype in ('e', 'd')
    ),
    rights (kind, name, owner, acl) as (
      select 'schema', nspname::text, nspowner, coalesce(nspacl, acldefault('n', nspowner)) from ours
      union all
      select 'relation', name, relowner,
        coalesce(relacl, acldefault(case when relkind = 'S' then 's'::"char" else 'r'::"char" end, relowner)) from relations
      union all
      select 'column', r.name || '.' || a.attname, r.relowner, a.attacl
      from relations r join pg_attribute a on a.attrelid = r.oid where a.attacl is not null
      union all
      select 'function', name, proowner, coalesce(proacl, acldefault('f', proowner)) from functions
      union all
      select 'type', name, typowner, coalesce(typacl, acldefault('T', typowner)) from types
    )
    select concat_ws(' ', 'column', r.name,
      -- A dropped column leaves a gap in attnum that changes nothing.
      row_number() over (partition by r.oid order by a.attnum),
      a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid)) as line
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind <> 'S'
    union all
    select concat_ws(' ', 'relation', r.name, r.relkind, r.relpersistence, r.relrowsecurity, r.relforcerowsecurity,
      r.reloptions) from relations r
    union all
    select concat_ws(' ', 'sequence', r.name, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle)
    from relations r join pg_sequence s on s.seqrelid = r.oid
    union all
    select concat_ws(' ', 'type', t.name, t.typtype, array(
      select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder
    )) from types t
    union all
    select concat_ws(' ', 'view', r.name, pg_get_viewdef(r.oid)) from relations r where r.relkind in ('v', 'm')
    union all
    select concat_ws(' ', 'index', r.name, pg_get_indexdef(i.indexrelid), i.indisvalid)
    from relations r join pg_index i on i.indrelid = r.oid
    union all
    select concat_ws(' ', 'constraint', c.conrelid::regclass, c.conname, c.convalidated, pg_get_constraintdef(c.oid))
    from pg_constraint c join ours on ours.oid = c.connamespace where c.contype not in ('n', 't')
    union all
    select concat_ws(' ', 'trigger', t.tgrelid::regclass, t.tgenabled, pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join ours on ours.oid = p.pronamespace where not t.tgisinternal
    union all
    select concat_ws(' ', 'policy', p.schemaname, p.tablename, p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check)
    from pg_policies p where p.schemaname in ('public', 'private', 'guard', 'storage')
    union all
    select concat_ws(' ', 'function', f.name, pg_get_functiondef(f.oid)) from functions f
    union all
    select concat_ws(' ', 'owners of', kind, count(distinct owner)) from rights group by kind
    union all
    select concat_ws(' ', 'right', r.kind, r.name, a.privilege_type, 'of',
      case a.grantee when r.owner then 'the owner' when 0 then 'public' else a.grantee::regrole::text end,
      case when a.is_grantable and a.grantee <> r.owner then 'to grant' end)
    from rights r cross join lateral aclexplode(r.acl) a
    union all
    select concat_ws(' ', 'default privileges', d.defaclnamespace::regnamespace, d.defaclobjtype, d.defaclacl)
    from pg_default_acl d join ours on ours.oid = d.defaclnamespace or d.defaclnamespace = 0
    union all
    select concat_ws(' ', 'comment', named.type, named.identity, d.description)
    from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) named
    where d.objoid >= 16384 and named.identity ~ '(^| )(public|private|guard)($|[.])'
    union all
    select concat_ws(' ', 'published', pubname, schemaname, tablename) from pg_publication_tables
    union all
    select concat_ws(' ', 'extension', e.extname, e.extnamespace::regnamespace) from pg_extension e
    order by 1`;
  return rows.map(({ line }) => line);
}

/** Columns of reference rows that each database fills by itself. */
const leftOut: Partial<Record<string, string>> = {
  'private.keys': 'secret',
  'storage.buckets': 'created_at,updated_at',
};

/**
 * Reads the rows that migrations write, one line each: figures and closed lists such as the transitions of a booking.
 * The audit log tells how the rows came about. Call it before the database is seeded.
 */
export async function readReferenceRows(sql: postgres.Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as name from pg_class c
    where (c.relnamespace::regnamespace::text in ('public', 'private', 'guard') or c.oid = to_regclass('storage.buckets'))
      and c.relkind in ('r', 'p') and c.oid is distinct from to_regclass('public.audit_log') order by 1`;
  const lines: string[] = [];
  for (const { name } of tables) {
    const row = `to_jsonb(t) - '{${leftOut[name] ?? ''}}'::text[]`;
    for (const { line } of await sql.unsafe<{ line: string }[]>(
      `select ${row} as line from ${name} t order by (${row})::text`,
    ))
      lines.push(`row ${name} ${JSON.stringify(line)}`);
  }
  return lines;
}

/**
 * Hashes a schema by the lines of readSchema(), independent of the database it is in. Lines that depend on the server
 * or that the project's owner may change are left out: how Postgres prints views (their columns count), extensions,
 * publications, default privileges, the schema public itself and the rights of owners, of which newer servers have
 * more.
 */
export function schemaHash(lines: string[]): string {
  const elsewhere =
    /^(view|extension|published|default privileges|owners of|right schema public) |^right .* of the owner/;
  const ours = lines.filter((line) => !elsewhere.test(line)).sort();
  return createHash('sha256').update(ours.join('\n')).digest('hex');
}
