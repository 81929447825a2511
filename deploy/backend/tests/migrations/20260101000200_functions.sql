create function public.echo_items(items jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('kind', jsonb_typeof(items), 'first', items -> 0 ->> 'id');
$$;
create function public.who_am_i() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('uid', auth.uid(), 'email', auth.email(), 'role', auth.role(), 'user', current_user);
$$;
create function public.fail_with(code text) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'It failed with %.', code using errcode = code, hint = 'a_hint', detail = 'a detail';
end
$$;
create function public.sleep_long() returns void language sql set search_path = '' as $$ select pg_sleep(30) $$;
create function public.add_note(owner uuid, body text) returns uuid language sql security definer set search_path = '' as $$
  insert into public.notes (owner, body) values (owner, body) returning id;
$$;
do $$
declare
  name text;
begin
  foreach name in array array['echo_items(jsonb)', 'who_am_i()', 'fail_with(text)', 'sleep_long()', 'add_note(uuid, text)'] loop
    execute format('revoke all on function public.%s from public, anon, authenticated', name);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', name);
  end loop;
end
$$;
create schema private;
create table private.settings (name text primary key, value text not null);
-- Which calls the gateway counts: the shape of the real table, with figures that no test reaches unless it sets them.
create table private.call_limits (
  name text primary key,
  calls text[] not null,
  counted_by text not null,
  max_value int not null,
  per_seconds int not null,
  counts_site boolean not null
);
create function private.read_call_limits() returns setof private.call_limits
language sql stable set search_path = '' as $$
  select * from private.call_limits order by name;
$$;
insert into private.call_limits values
  ('visitor_writes_per_address', '{create_booking,hold_slot,request_callback,start_payment}', 'address', 10000, 60, true),
  ('prices_per_address', '{quote,list_slots}', 'address', 10000, 60, false),
  ('prices_per_user', '{quote,list_slots}', 'user', 10000, 60, true),
  ('client_reports_per_address', '{report_client_events}', 'address', 10000, 60, true);
-- The budget of sign-in codes by SMS, without an end.
create function private.take_sign_in_sms(phone text, moment timestamptz) returns int language sql as 'select 0';
create function private.give_back_sign_in_sms(moment timestamptz) returns void language sql as 'select';
