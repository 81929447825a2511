-- The database user of one part of the backend: it owns nothing, and may become the roles that backend.becomes names
-- and no other. Applied at each start, by the owner, before the file with its rights. backend.login, backend.verifier and
-- backend.becomes come from service-logins.ts; without a verifier the login is an operator's own and only gets its rights.

do $$
declare
  login text := current_setting('backend.login');
  verifier text := current_setting('backend.verifier');
  caller text;
begin
  if verifier <> '' then
    if not exists (select from pg_roles where rolname = login) then
      execute format('create role %I login noinherit nosuperuser nocreatedb nocreaterole nobypassrls', login);
    end if;
    execute format('alter role %I with login noinherit password %L', login, verifier);
  end if;

  foreach caller in array string_to_array(current_setting('backend.becomes'), ',') loop
    if not pg_has_role(login, caller, 'member') then
      execute format('grant %I to %I', caller, login);
    end if;
  end loop;

  if not has_database_privilege(login, current_database(), 'connect') then
    execute format('grant connect on database %I to %I', current_database(), login);
  end if;
end
$$;
