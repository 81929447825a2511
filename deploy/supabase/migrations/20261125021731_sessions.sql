set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.end_session(session uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Its refresh tokens are deleted with it, by their foreign key.
  delete from auth.sessions s where s.id = end_session.session and s.user_id = auth.uid();
  if not found then
    perform private.reject(404, 'no_session');
  end if;
  return jsonb_build_object('ended', end_session.session);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_sessions()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', newest.id,
      'user_agent', left(newest.user_agent, 400),
      'begun_at', newest.created_at,
      'used_at', newest.used_at,
      'current', coalesce(newest.id::text = auth.jwt() ->> 'session_id', false)
    ) order by newest.used_at desc, newest.id), '[]')
    from (
      -- Auth writes refreshed_at without a time zone, in UTC.
      select s.id, s.user_agent, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as used_at
      from auth.sessions s
      where s.user_id = auth.uid() and (s.not_after is null or s.not_after > pg_catalog.now())
      order by s.id::text = auth.jwt() ->> 'session_id' desc nulls last, used_at desc limit 50
    ) as newest
  );
end;
$function$;

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends a session of the caller: it can neither be renewed nor used for Auth any more. Another user''s session does not exist (PT404 no_session).';

COMMENT ON FUNCTION "public"."list_sessions"() IS 'The sessions of the caller, last used first, at most 50: the browser that began each, when it began, when its tokens were last renewed, and whether it is the caller''s.';

REVOKE ALL ON FUNCTION "public"."end_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_session"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_sessions"() TO "authenticated";

reset check_function_bodies;

revoke all on function public.end_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_session(uuid) to authenticated;

revoke all on function public.list_sessions() from public, anon, authenticated, service_role;
grant execute on function public.list_sessions() to authenticated;
