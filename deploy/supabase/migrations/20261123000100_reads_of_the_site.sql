-- On Supabase the server that renders pages reads from one address, much: a visitor's limit of prices is not made for it.
-- It is known by a key that only it and the owner of the database have. The embedded backend's front does the same.

alter table private.call_limits add column counts_site boolean not null default true;
update private.call_limits set counts_site = false where name = 'prices_per_address';
comment on column private.call_limits.counts_site is
  'Whether the calls of the site''s own server are counted too. It only reads, so only what is read is free for it.';

create function private.is_site(headers jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.settings s where s.name = 'site_key' and s.value = headers ->> 'x-twostroke-site-key'
  )
$$;
revoke all on function private.is_site(jsonb) from public, anon, authenticated, service_role;
comment on function private.is_site(jsonb) is
  'Whether a request comes from the server that renders the site''s pages: it carries the key in private.settings (site_key). False while there is none.';

create or replace function guard.before_request() returns void
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
  if auth.jwt() ->> 'role' = 'service_role' then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.fail(404, 'not_found', 'There is nothing at this address.');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.fail(405, 'method', 'This function is asked by POST.');
  elsif current_setting('transaction_read_only')::boolean then
    -- A stable function: PostgREST lets nothing be written, so it cannot be counted here.
    return;
  end if;
  headers := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address := private.caller_address(headers);
  from_site := private.is_site(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
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
comment on function guard.before_request() is
  'For pgrst.db_pre_request: counts calls by network address and by user, and refuses with 429, Retry-After and the body of the embedded front. The site''s own server is known by its key, and what it reads is not counted by address. Does nothing until deploy/supabase/count-addresses.sql has been run. A refused call is undone together with its count.';
comment on table private.settings is
  'Switches that only the database owner may set: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), address_header and site_key (where calls are counted by address), holidays_added, seed_version.';
