-- Who did what: every row that staff write (audit-rows.sql), and what changes rights, money or what is live. Append-only,
-- for owners to read; functions and triggers write.

create table public.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  subject text not null check (char_length(subject) between 1 and 200),
  data jsonb not null default '{}',
  request_id text check (request_id ~ '^[a-z0-9]{8}$'),
  action public.audit_action not null,
  table_name text,
  row_key text,
  before jsonb,
  after jsonb
);
create index audit_log_at on public.audit_log (at);
alter table public.audit_log enable row level security;
revoke all on table public.audit_log from public, anon, authenticated, service_role;
revoke all on sequence public.audit_log_id_seq from public, anon, authenticated, service_role;
grant select on table public.audit_log to authenticated, service_role;
create policy "owners read the audit log" on public.audit_log
  for select to authenticated using ((select public.has_duty('owner')));
comment on table public.audit_log is
  'Append-only: every row that staff write, and changes of roles, settings, limits and live versions, and refunds. Written by triggers alone; those of rights and money also for changes that the owner of the database makes.';
comment on column public.audit_log.actor_id is 'The signed-in user; null for a rule, the service role and the owner of the database.';
comment on column public.audit_log.actor_role is 'The role of the call: anon, authenticated or service_role, otherwise the user of the database.';
comment on column public.audit_log.subject is
  'What was changed: the id of a user, booking or refund, the name of a setting or limit, or app and version. Never a value of a setting.';
comment on column public.audit_log.before is 'Of a changed row the columns that changed, of a removed one all; without hashes and request ids. Null for what is not a row.';
comment on column public.audit_log.request_id is 'The call that caused it, as the log of the backend names it.';

create function private.forbid_audit_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  raise exception 'audit_log is append-only';
end;
$$;
revoke all on function private.forbid_audit_changes() from public, anon, authenticated, service_role;
comment on function private.forbid_audit_changes() is 'Rejects updates, deletes and truncation of the audit log, for every role.';
create trigger audit_log_is_kept before update or delete on public.audit_log
  for each row execute function private.forbid_audit_changes();
create trigger audit_log_is_not_emptied before truncate on public.audit_log
  for each statement execute function private.forbid_audit_changes();

create function private.caller_request() returns text
language plpgsql stable set search_path = ''
as $$ begin return substring(private.request_headers() ->> 'x-request-id' from '^[a-z0-9]{8}$'); end; $$;
revoke all on function private.caller_request() from public, anon, authenticated, service_role;
comment on function private.caller_request() is
  'The id of the API call, as the gateway gives it; null outside of a call and for what a client wrote itself.';

create function private.announce_audit(line public.audit_log) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('audit_log', (to_jsonb(line) - array['before', 'after'])::text);
end;
$$;
revoke all on function private.announce_audit(public.audit_log) from public, anon, authenticated, service_role;
comment on function private.announce_audit(public.audit_log) is
  'Tells the embedded backend of a line, which writes it into its log. Without values: rows name people.';

create function private.audit(action public.audit_action, subject text, data jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
  line public.audit_log;
begin
  insert into public.audit_log (action, actor_id, actor_role, subject, data, request_id)
  values (
    audit.action, auth.uid(), coalesce(claims ->> 'role', session_user::text), left(audit.subject, 200), audit.data,
    private.caller_request()
  )
  returning * into line;
  perform private.announce_audit(line);
end;
$$;
revoke all on function private.audit(public.audit_action, text, jsonb) from public, anon, authenticated, service_role;
comment on function private.audit(public.audit_action, text, jsonb) is
  'Adds a line to the audit log, with the caller and the request of the API call.';

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.audit('role_removed', old.user_id::text, jsonb_build_object('role', old.role));
  end if;
  if tg_op <> 'DELETE' then
    perform private.audit('role_granted', new.user_id::text, jsonb_build_object('role', new.role));
  end if;
  return null;
end;
$$;
revoke all on function private.audit_role() from public, anon, authenticated, service_role;
comment on function private.audit_role() is 'Adds each granted and removed role to the audit log.';
create trigger audit_role after insert or update or delete on public.user_roles
  for each row execute function private.audit_role();

create function private.audit_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' or to_jsonb(old) is distinct from to_jsonb(new) then
    perform private.audit(
      'setting_changed', coalesce(to_jsonb(new), to_jsonb(old)) ->> 'name', jsonb_build_object('table', tg_table_name)
    );
  end if;
  return null;
end;
$$;
revoke all on function private.audit_setting() from public, anon, authenticated, service_role;
comment on function private.audit_setting() is 'Adds the name of each changed setting or limit to the audit log, not its value.';
create trigger audit_setting after insert or update or delete on private.settings
  for each row execute function private.audit_setting();
create trigger audit_limit after update or delete on private.limits
  for each row execute function private.audit_setting();

create function private.audit_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform private.audit(
      ('refund_' || new.status)::public.audit_action,
      new.id::text, jsonb_build_object('booking', new.booking_id, 'amount_paise', new.amount_paise, 'status', new.status)
    );
  end if;
  return null;
end;
$$;
revoke all on function private.audit_refund() from public, anon, authenticated, service_role;
comment on function private.audit_refund() is 'Adds each refund, and what became of it, to the audit log.';
create trigger audit_refund after insert or update of status on public.refunds
  for each row execute function private.audit_refund();

create function private.audit_live_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.live_until is null) is distinct from (old.live_until is null) or new.canary <> old.canary then
    perform private.audit(
      case when new.live_until is null then 'version_live' else 'version_ended' end::public.audit_action,
      new.app || ' ' || new.version, jsonb_build_object('site', new.site, 'canary', new.canary)
    );
  end if;
  return null;
end;
$$;
revoke all on function private.audit_live_version() from public, anon, authenticated, service_role;
comment on function private.audit_live_version() is 'Adds each flip, as it was announced by set_live_versions, to the audit log.';
create trigger audit_live_version after insert or update on private.live_versions
  for each row execute function private.audit_live_version();
