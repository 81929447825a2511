-- Ground that every later file stands on: extensions, the private schema, the shop's clock and the one way to
-- raise a domain error. Nothing here is reachable through the API.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public to anon, authenticated, service_role;

create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
comment on schema private is 'Helpers and secrets of the booking functions. Not exposed by the API; no API role may use it.';

create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
revoke all on table private.settings from public, anon, authenticated, service_role;
comment on table private.settings is 'Switches that only the database owner may set: clock_override (''on'' in tests), seed_version.';

create table private.keys (
  name text primary key,
  secret bytea not null
);
alter table private.keys enable row level security;
revoke all on table private.keys from public, anon, authenticated, service_role;
comment on table private.keys is 'Random keys drawn once per database; manage_token signs the guests'' manage tokens.';

insert into private.keys (name, secret) values ('manage_token', extensions.gen_random_bytes(32));

-- The clock --------------------------------------------------------------------------------------------------------

create function private.now() returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when coalesce(pg_catalog.current_setting('twostroke.now', true), '') <> ''
      and exists (select from private.settings where name = 'clock_override' and value = 'on')
    then pg_catalog.current_setting('twostroke.now')::timestamptz
    else pg_catalog.now()
  end;
$$;
revoke all on function private.now() from public, anon, authenticated, service_role;
comment on function private.now() is
  'The instant every rule reckons with. Tests may set twostroke.now, but it counts only while the owner of the database keeps private.settings.clock_override on, so no API role can move the clock.';

create function private.today() returns date
language sql stable set search_path = ''
as $$ select (private.now() at time zone 'Asia/Kolkata')::date; $$;
revoke all on function private.today() from public, anon, authenticated, service_role;
comment on function private.today() is 'The date in Pune at private.now().';

create function private.instant(day date, local_time time) returns timestamptz
language sql immutable set search_path = ''
as $$ select (day + local_time) at time zone 'Asia/Kolkata'; $$;
revoke all on function private.instant(date, time) from public, anon, authenticated, service_role;
comment on function private.instant(date, time) is 'The instant of a clock time in Pune.';

create function private.hhmm(local_time time) returns text
language sql stable set search_path = ''
as $$ select pg_catalog.to_char(local_time, 'HH24:MI'); $$;
revoke all on function private.hhmm(time) from public, anon, authenticated, service_role;
comment on function private.hhmm(time) is 'A clock time as HH:MM, the form all functions answer with.';

-- Errors -----------------------------------------------------------------------------------------------------------

create function private.fail(status int, code text, message text, details text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if fail.details is null then
    raise exception using errcode = 'PT' || status, message = fail.message, hint = fail.code;
  end if;
  raise exception using errcode = 'PT' || status, message = fail.message, hint = fail.code, detail = fail.details;
end;
$$;
revoke all on function private.fail(int, text, text, text) from public, anon, authenticated, service_role;
comment on function private.fail(int, text, text, text) is
  'Raises a domain error: HTTP status, machine code (as hint), a plain sentence for people and optional JSON details.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.touch_updated_at() from public, anon, authenticated, service_role;
comment on function private.touch_updated_at() is 'Trigger: keeps updated_at right.';
