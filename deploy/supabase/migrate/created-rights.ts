import type { Sql, TransactionSql } from 'postgres';

const everything = `
  select p.oid::text as oid, 'function ' || p.oid::regprocedure::text as object, p.proacl as acl, p.proowner as owner,
    'f'::"char" as kind, null::oid as relation
  from pg_proc p where p.pronamespace = any (ours)
  union all
  select c.oid::text, case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass::text, c.relacl,
    c.relowner, case c.relkind when 'S' then 's'::"char" else 'r'::"char" end, c.oid
  from pg_class c where c.relnamespace = any (ours) and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select t.oid::text, 'type ' || t.oid::regtype::text, t.typacl, t.typowner, 'T'::"char", null
  from pg_type t where t.typnamespace = any (ours) and t.typtype in ('e', 'd')`.replaceAll(
  'any (ours)',
  `any ('{public,private,guard}'::regnamespace[])`,
);

/**
 * Every object of our schemas that has rights, with its oid and its name in the syntax of GRANT: `function
 * private.now()`.
 */
export async function readObjects(sql: Sql): Promise<Map<string, string>> {
  const rows = await withFullNames(sql, (transaction) =>
    transaction.unsafe<{ object: string; oid: string }[]>(`select object, oid from (${everything}) o`),
  );
  return new Map(rows.map(({ object, oid }) => [object, oid]));
}

/**
 * Returns explicit GRANT and REVOKE statements for all objects that a migration creates. The default privileges of a
 * new object differ between Supabase projects, and pg-delta sees one database only, so it leaves out what another one
 * needs.
 */
export async function writeRights(sql: Sql, objects: Set<string>): Promise<string[]> {
  const rows = await withFullNames(sql, (transaction) =>
    transaction.unsafe<{ object: string; grants: string[] }[]>(`
      select o.object, array(
        select format('grant %s on %s to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
          o.object, case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
        from aclexplode(coalesce(o.acl, acldefault(o.kind, o.owner))) a
        where a.grantee <> o.owner group by a.grantee order by 1
      ) || array(
        select format('grant %s (%s) on %s to %s;', lower(a.privilege_type), string_agg(c.attname, ', ' order by c.attnum),
          o.object, case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
        from pg_attribute c cross join aclexplode(c.attacl) a
        where c.attrelid = o.relation group by a.privilege_type, a.grantee order by 1
      ) as grants
      from (${everything}) o order by o.object`),
  );
  return rows
    .filter(({ object }) => objects.has(object))
    .map(({ object, grants }) =>
      [`revoke all on ${object} from public, anon, authenticated, service_role;`, ...grants].join('\n'),
    );
}

/** Runs schema-qualified queries, independent of the search_path. */
async function withFullNames<T>(sql: Sql, work: (transaction: TransactionSql) => Promise<T>): Promise<T> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local search_path = ''`;
    return work(transaction);
  })) as T;
}
