-- The feed of changes for realtime. Hosted Supabase reads it from the write-ahead log; here each table of the
-- publication supabase_realtime has a trigger. Applied at each start, by the owner; backend.api_role comes from
-- prepare-database.ts.

-- Tells the backend which row changed: its key only, so that the message stays small and no data passes by unchecked.
create or replace function backend.notify_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  message text;
begin
  message := jsonb_build_object(
    's', tg_table_schema, 't', tg_table_name, 'o', tg_op, 'ts', now(),
    'k', (select jsonb_object_agg(name, changed -> name) from unnest(tg_argv) as name)
  )::text;
  -- NOTIFY refuses 8000 bytes and more; an unusually long key must not undo somebody's booking.
  if octet_length(message) < 7900 then
    perform pg_notify('backend_changes', message);
  end if;
  return null;
end
$$;
revoke all on function backend.notify_change() from public;

do $$
declare
  listed record;
begin
  for listed in
    select c.oid::regclass as relation, string_agg(format('%L', a.attname), ', ' order by k.position) as key_columns
    from pg_publication_tables p
      join pg_namespace n on n.nspname = p.schemaname
      join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.pubname = 'supabase_realtime'
    group by c.oid
  loop
    execute format(
      'create or replace trigger backend_changes after insert or update or delete on %s '
      'for each row execute function backend.notify_change(%s)', listed.relation, listed.key_columns);
  end loop;

  for listed in
    select t.tgrelid::regclass as relation
    from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'backend_changes' and not exists (
      select from pg_publication_tables p
      where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger backend_changes on %s', listed.relation);
  end loop;
end
$$;

-- The condition that finds one row by its key.
create or replace function backend.key_condition(p_table regclass, p_key jsonb) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('%I = %L::%s', k.key, k.value, format_type(a.atttypid, a.atttypmod)), ' and ')
  from jsonb_each_text(p_key) as k
    join pg_catalog.pg_attribute a on a.attrelid = p_table and a.attname = k.key;
$$;
revoke all on function backend.key_condition(regclass, jsonb) from public;

-- A row of the feed as it is now (null when it is gone), its table and the types of its columns; null when the feed has no
-- such table. Asked once for all subscribers, by Realtime's login, which reads nothing else: realtime-login.sql.
drop function if exists backend.read_change(regclass, jsonb);
create or replace function backend.read_change(p_schema text, p_table text, p_key jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed regclass := (
    select t.tgrelid from pg_catalog.pg_trigger t
    where t.tgrelid = to_regclass(format('%I.%I', p_schema, p_table)) and t.tgname = 'backend_changes');
  found jsonb;
begin
  if changed is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from %s t where %s', changed, backend.key_condition(changed, p_key)) into found;
  return jsonb_build_object('record', found, 'relation', changed::oid::bigint, 'columns', (
    select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum)
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    where a.attrelid = changed and a.attnum > 0 and not a.attisdropped));
end
$$;
revoke all on function backend.read_change(text, text, jsonb) from public;

-- For each subscriber's claims: may they read this row, by row-level security and grants, and which columns of it?
-- Asked on a connection of the API, which has no rights but those of the role that it takes on.
-- With p_row_exists false (a deleted row) only the grants are asked, as on hosted Supabase.
create or replace function backend.visible_to(p_table regclass, p_key jsonb, p_claims jsonb, p_row_exists boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  claims jsonb;
  role_name text;
  may_read boolean;
  query text := format('select exists (select from %s where %s)', p_table, backend.key_condition(p_table, p_key));
  result jsonb := '[]';
begin
  for claims in select value from jsonb_array_elements(p_claims) loop
    role_name := coalesce(claims ->> 'role', 'anon');
    may_read := false;
    if role_name in ('anon', 'authenticated', 'service_role') then
      if p_row_exists then
        begin
          perform set_config('request.jwt.claims', claims::text, true);
          perform set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true);
          perform set_config('request.jwt.claim.role', role_name, true);
          perform set_config('role', role_name, true);
          execute query into may_read;
        exception when others then
          -- A missing grant or a failing policy: not visible.
          may_read := false;
        end;
        perform set_config('role', 'none', true);
      else
        may_read := true;
      end if;
    end if;
    result := result || jsonb_build_object('visible', may_read, 'columns', (
      select coalesce(jsonb_agg(a.attname), '[]')
      from pg_catalog.pg_attribute a
      where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(role_name, p_table, a.attnum, 'select')));
  end loop;
  return result;
end
$$;
revoke all on function backend.visible_to(regclass, jsonb, jsonb, boolean) from public;

do $$
begin
  execute format('grant usage on schema backend to %I', current_setting('backend.api_role'));
  execute format(
    'grant execute on function backend.key_condition(regclass, jsonb), '
    'backend.visible_to(regclass, jsonb, jsonb, boolean) to %I', current_setting('backend.api_role'));
end
$$;
