-- The database user of the API's connections, as PostgREST's authenticator on hosted Supabase: it owns nothing, may
-- become the three roles of callers and no other, and reaches the tables of Auth itself (and asks who may see a change:
-- realtime.sql). Applied at each start, by the
-- owner. backend.api_role and backend.api_verifier come from api-login.ts; without a verifier the login is an
-- operator's own and is only granted its rights.

do $$
declare
  login text := current_setting('backend.api_role');
  verifier text := current_setting('backend.api_verifier');
  caller text;
begin
  if verifier <> '' then
    if not exists (select from pg_roles where rolname = login) then
      execute format('create role %I login noinherit nosuperuser nocreatedb nocreaterole nobypassrls', login);
    end if;
    execute format('alter role %I with login noinherit password %L', login, verifier);
  end if;

  foreach caller in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(login, caller, 'member') then
      execute format('grant %I to %I', caller, login);
    end if;
  end loop;

  if not has_database_privilege(login, current_database(), 'connect') then
    execute format('grant connect on database %I to %I', current_database(), login);
  end if;

  -- What lite's Auth does with its own tables, statement by statement; nothing of the shop.
  execute format('revoke all on all tables in schema auth from %I', login);
  execute format('grant usage on schema auth to %I', login);
  execute format('grant select, insert, update on auth.users to %I', login);
  execute format(
    'grant select, insert, update, delete on auth.sessions, auth.refresh_tokens, auth.identities, auth.flow_state to %I',
    login);
  execute format('grant insert on auth.audit_log_entries to %I', login);
end
$$;
