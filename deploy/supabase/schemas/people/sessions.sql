-- The sessions of the signed-in user. Auth keeps them in its own table, on Supabase and in the embedded backend.

create function public.list_sessions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
revoke all on function public.list_sessions() from public, anon, authenticated, service_role;
grant execute on function public.list_sessions() to authenticated;
comment on function public.list_sessions() is
  'The sessions of the caller, last used first, at most 50: the browser that began each, when it began, when its tokens were last renewed, and whether it is the caller''s.';

create function public.end_session(session uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- Its refresh tokens are deleted with it, by their foreign key.
  delete from auth.sessions s where s.id = end_session.session and s.user_id = auth.uid();
  if not found then
    perform private.reject(404, 'no_session');
  end if;
  return jsonb_build_object('ended', end_session.session);
end;
$$;
revoke all on function public.end_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_session(uuid) to authenticated;
comment on function public.end_session(uuid) is
  'Ends a session of the caller: it can neither be renewed nor used for Auth any more. Another user''s session does not exist (PT404 no_session).';
