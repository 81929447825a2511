-- The clock of the shop. Almost every rule reads it, some a dozen times in one call, so it is PL/pgSQL: a
-- function in SQL with a search_path of its own is planned again in each query that calls it, a function in PL/pgSQL
-- once for each connection. The same reason holds for most small functions of these files.

create function private.now() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(pg_catalog.current_setting('twostroke.now', true), '') <> ''
    and exists (select from private.settings where name = 'clock_override' and value = 'on')
  then
    return pg_catalog.current_setting('twostroke.now')::timestamptz;
  end if;
  return pg_catalog.now();
end;
$$;
revoke all on function private.now() from public, anon, authenticated, service_role;
comment on function private.now() is
  'The current instant for every rule. Tests may set twostroke.now, but it counts only while the owner of the database keeps private.settings.clock_override on, so no API role can move the clock.';

create function private.today() returns date
language plpgsql stable set search_path = ''
as $$ begin return (private.now() at time zone 'Asia/Kolkata')::date; end; $$;
revoke all on function private.today() from public, anon, authenticated, service_role;
comment on function private.today() is 'The date in Pune at private.now().';

create function private.local_instant(day date, local_time time) returns timestamptz
language plpgsql immutable set search_path = ''
as $$ begin return (day + local_time) at time zone 'Asia/Kolkata'; end; $$;
revoke all on function private.local_instant(date, time) from public, anon, authenticated, service_role;
comment on function private.local_instant(date, time) is 'The instant of a clock time in Pune.';

create function private.format_time(local_time time) returns text
language plpgsql stable set search_path = ''
as $$ begin return pg_catalog.to_char(local_time, 'HH24:MI'); end; $$;
revoke all on function private.format_time(time) from public, anon, authenticated, service_role;
comment on function private.format_time(time) is 'A clock time as HH:MM, the form all functions answer with.';
