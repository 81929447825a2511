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
