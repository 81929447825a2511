-- Limits of calls by network address and by user. The gateway of the embedded backend reads the rules at its start and
-- counts in memory; on Supabase PostgREST counts, while private.settings has count_calls = on.

create table private.call_limits (
  name text primary key,
  calls text[] not null,
  counted_by public.call_limit_subject not null,
  max_value int not null check (max_value > 0),
  per_seconds int not null check (per_seconds > 0),
  counts_site boolean not null default true
);
alter table private.call_limits enable row level security;
revoke all on table private.call_limits from public, anon, authenticated, service_role;
comment on table private.call_limits is
  'How often one network address, or one user, may call which functions. Limits of an address count signed-in users one by one, so that strangers behind their address never stop them. The gateway of the embedded backend reads this at its start; on Supabase guard.before_request reads it at each call.';
comment on column private.call_limits.counts_site is
  'Whether calls of the site''s own server are counted too. False for limits of reads: the server only reads.';

insert into private.call_limits (name, calls, counted_by, max_value, per_seconds, counts_site) values
  (
    'visitor_writes_per_address', '{create_booking,hold_slot,join_waitlist,request_callback,start_payment}', 'address',
    120, 600, true
  ),
  ('prices_per_address', '{quote,list_slots}', 'address', 600, 60, false),
  ('prices_per_user', '{quote,list_slots}', 'user', 240, 60, true),
  ('client_reports_per_address', '{report_client_events,request_report_token}', 'address', 1200, 600, true),
  ('number_codes_per_address', '{prove_number}', 'address', 30, 600, true),
  ('number_codes_per_user', '{confirm_number}', 'user', 30, 600, true),
  ('recovery_codes_per_user', '{use_recovery_code}', 'user', 10, 600, true);

create function private.read_call_limits() returns setof private.call_limits
language sql stable security definer set search_path = ''
as $$
  select * from private.call_limits order by name;
$$;
revoke all on function private.read_call_limits() from public, anon, authenticated, service_role;
comment on function private.read_call_limits() is
  'The limits for a process that counts calls itself and connects as a login without a right to tables.';

-- Unlogged: written on each counted call, and not needed after a crash.
create unlogged table private.call_counts (
  name text not null references private.call_limits (name) on delete cascade,
  caller text not null,
  made int not null,
  ends_at timestamptz not null,
  primary key (name, caller)
);
create index call_counts_ends on private.call_counts (ends_at);
alter table private.call_counts enable row level security;
revoke all on table private.call_counts from public, anon, authenticated, service_role;
comment on table private.call_counts is
  'Calls made under a limit by one address or user in the window that ends at ends_at. A later call deletes rows an hour after that, and with them the addresses.';

create function private.request_headers() returns jsonb
language plpgsql stable set search_path = ''
as $$ begin return coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb; end; $$;
revoke all on function private.request_headers() from public, anon, authenticated, service_role;
comment on function private.request_headers() is 'The headers of the API call, empty outside of one.';

create function private.caller_address(headers jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  header text := coalesce((select s.value from private.settings s where s.name = 'address_header'), 'cf-connecting-ip');
  -- Each proxy appends the address it saw. Only the last entry, added by our own proxy, can be trusted.
  entry text := btrim(regexp_replace(headers ->> header, '^.*,', ''));
  address inet;
begin
  entry := regexp_replace(entry, '^\[(.*)\](:\d+)?$', '\1');
  entry := regexp_replace(entry, '^([\d.]+):\d+$', '\1');
  entry := regexp_replace(entry, '%.*$', '');
  entry := regexp_replace(entry, '^::ffff:(?=[\d.]+$)', '', 'i');
  if entry !~ '^[0-9a-fA-F.:]+$' then
    return null;
  end if;
  address := entry::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
end;
$$;
revoke all on function private.caller_address(jsonb) from public, anon, authenticated, service_role;
comment on function private.caller_address(jsonb) is
  'The network address that a request is counted by: the last entry of the header that private.settings names (address_header), on Supabase cf-connecting-ip; an IPv6 address by its /64. Null when there is none.';

create function private.request_address() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return private.caller_address(coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb);
end;
$$;
revoke all on function private.request_address() from public, anon, authenticated, service_role;
comment on function private.request_address() is
  'The network address of the request that runs. The gateway of the embedded backend writes it into cf-connecting-ip.';

create function private.is_site_server(headers jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from private.settings s where s.name = 'site_key' and s.value = headers ->> 'x-twostroke-site-key'
  );
end;
$$;
revoke all on function private.is_site_server(jsonb) from public, anon, authenticated, service_role;
comment on function private.is_site_server(jsonb) is
  'Whether a request comes from the server that renders the site''s pages: it carries the key in private.settings (site_key). False while there is none.';

create function private.count_call(name text, caller text, max_value int, per_seconds int) returns int
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  counted private.call_counts;
begin
  insert into private.call_counts as c (name, caller, made, ends_at)
  values (count_call.name, count_call.caller, 1, at + make_interval(secs => per_seconds))
  on conflict on constraint call_counts_pkey do update set
    made = case when c.ends_at <= at then 1 else c.made + 1 end,
    ends_at = case when c.ends_at <= at then excluded.ends_at else c.ends_at end
  returning c.* into counted;
  if counted.made = 1 then
    -- The first call of a window also deletes old counts, without waiting for locks.
    delete from private.call_counts c where (c.name, c.caller) in (
      select old.name, old.caller from private.call_counts old
      where old.ends_at < at - interval '1 hour' order by old.ends_at limit 50 for update skip locked
    );
  end if;
  return case when counted.made > max_value then greatest(1, ceil(extract(epoch from counted.ends_at - at)))::int else 0 end;
end;
$$;
revoke all on function private.count_call(text, text, int, int) from public, anon, authenticated, service_role;
comment on function private.count_call(text, text, int, int) is
  'Counts a call in a fixed window. Answers 0 when it is within the limit, else the seconds to wait.';

create function guard.before_request() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  headers jsonb;
  address text;
  from_site boolean;
  rule private.call_limits;
  wait int := 0;
begin
  if not exists (select from private.settings s where s.name = 'count_calls' and s.value = 'on')
    or auth.jwt() ->> 'role' = 'service_role'
  then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of the path would call the function without being counted.
    perform private.reject(404, 'unknown_address');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.reject(405, 'method_not_allowed');
  end if;
  headers := private.request_headers();
  address := private.caller_address(headers);
  from_site := private.is_site_server(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and coalesce(auth.uid()::text, address) is not null
        then private.count_call(rule.name, coalesce(auth.uid()::text, address), rule.max_value, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.max_value, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$$;
revoke all on function guard.before_request() from public, anon, authenticated, service_role;
grant execute on function guard.before_request() to anon, authenticated, service_role;
comment on function guard.before_request() is
  'For pgrst.db_pre_request: counts calls by network address (of visitors) and by user, and rejects with 429, Retry-After and the same body as the gateway of the embedded backend. The site''s own server is recognised by its key; limits with counts_site = false do not count it. Does nothing unless private.settings has count_calls = on. A rejected call is rolled back together with its count.';

-- The role that PostgREST signs in with; the embedded backend has none.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'guard.before_request';
    notify pgrst, 'reload config';
  end if;
end;
$$;
