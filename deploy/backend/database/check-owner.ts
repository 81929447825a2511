import type { Sql } from 'postgres';

/**
 * Checks that the user of DATABASE_URL may prepare the shop's database. A superuser may; every other user needs the
 * rights listed in README.md.
 *
 * @param missingLogins environment variables of logins that the operator does not provide, so that they have to be created
 * @throws an Error with one sentence that names all missing rights
 */
export async function checkOwner(sql: Sql, missingLogins: readonly string[]): Promise<void> {
  const [found] = await sql<Found[]>`
    select r.rolname as role, r.rolsuper as "isSuperuser", r.rolcreaterole as "createsRoles",
      r.rolbypassrls as "passesRls", has_database_privilege(current_database(), 'create') as "createsSchemas",
      has_schema_privilege('public', 'create') as "createsTables",
      array(select name from unnest(array['anon', 'authenticated', 'service_role']) name
        where not exists (select from pg_roles where rolname = name)) as missing,
      array(select o.rolname::text from pg_roles o where o.rolname in ('anon', 'authenticated', 'service_role')
        and not pg_has_role(current_user, o.oid, 'member')
        and not pg_has_role(current_user, o.oid, 'member with admin option')) as closed
    from pg_roles r where r.rolname = current_user`;
  if (!found || found.isSuperuser) return;
  const lacks: string[] = [];
  if (!found.createsSchemas) lacks.push('CREATE on the database');
  if (!found.createsTables) lacks.push('CREATE on the schema public');
  const { missing } = found;
  if (missing.length > 0 && !found.createsRoles) lacks.push(`CREATEROLE, to create ${missing.join(', ')}`);
  else if (missingLogins.length > 0 && !found.createsRoles)
    lacks.push(
      `CREATEROLE, to create logins, or those logins in ${new Intl.ListFormat('en-GB').format(missingLogins)}`,
    );
  if (missing.includes('service_role') && !found.passesRls) lacks.push('BYPASSRLS, to create service_role with it');
  if (found.closed.length > 0) lacks.push(`membership in ${found.closed.join(', ')}`);
  if (lacks.length > 0)
    throw new Error(
      `The user ${found.role} of DATABASE_URL may not prepare the shop's database: it lacks ${lacks.join('; ')}. ` +
        `deploy/backend/README.md lists the rights that it needs.`,
    );
}

interface Found {
  role: string;
  isSuperuser: boolean;
  createsRoles: boolean;
  passesRls: boolean;
  createsSchemas: boolean;
  createsTables: boolean;
  /** Roles of callers that do not exist yet. */
  missing: string[];
  /** Roles of callers that the user can't become. */
  closed: string[];
}
