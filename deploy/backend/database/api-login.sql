-- The rights of the API's database user, as of PostgREST's authenticator on hosted Supabase, beside the three roles of
-- callers that it may become: what lite's Auth does with its own tables, statement by statement; nothing of the shop. (It
-- also asks who may see a change: realtime.sql.)

do $$
declare
  login text := current_setting('backend.login');
begin
  execute format('revoke all on all tables in schema auth from %I', login);
  execute format('grant usage on schema auth to %I', login);
  execute format('grant select, insert, update on auth.users to %I', login);
  execute format(
    'grant select, insert, update, delete on auth.sessions, auth.refresh_tokens, auth.identities, auth.flow_state to %I',
    login);
  execute format('grant insert on auth.audit_log_entries to %I', login);
end
$$;
