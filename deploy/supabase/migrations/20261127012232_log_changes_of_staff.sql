set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_audit(line public.audit_log)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_notify('audit_log', (to_jsonb(line) - array['before', 'after'])::text);
$function$;

CREATE OR REPLACE FUNCTION private.audit(action public.audit_action, subject text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := '{request_id,offer_request_id,leave_hash,claim_hash}'::text[]
    || case tg_table_name when 'handover_codes' then '{code}' else '{}' end::text[];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  key text := (
    select string_agg(coalesce(new_row, old_row) ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
  line public.audit_log;
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after, request_id)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row, private.caller_request()
  )
  returning * into line;
  -- Who may do what is a security event; the rest is the day's work.
  if tg_table_name in ('staff', 'staff_invitations') then
    perform private.announce_audit(line);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.caller_request()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select substring(private.request_headers() ->> 'x-request-id' from '^[a-z0-9]{8}$');
$function$;

COMMENT ON FUNCTION "private"."announce_audit"(public.audit_log) IS 'Tells the embedded backend of a line, which writes it into its log. Without values: rows name people.';

COMMENT ON FUNCTION "private"."caller_request"() IS 'The id of the API call, as the gateway gives it; null outside of a call and for what a client wrote itself.';

REVOKE ALL ON FUNCTION "private"."announce_audit"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."caller_request"() FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.announce_audit(public.audit_log) from public, anon, authenticated, service_role;

revoke all on function private.caller_request() from public, anon, authenticated, service_role;
