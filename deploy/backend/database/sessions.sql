-- Tells every process which sessions have ended: signed out, or ended by their owner on another device. Hosted Supabase
-- checks tokens in its own services. Applied at each start.

-- Kept longer than an access token lives, for processes that start meanwhile.
create table if not exists backend.ended_sessions (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
create index if not exists ended_sessions_ended_at on backend.ended_sessions (ended_at);
revoke all on backend.ended_sessions from public;

create or replace function backend.note_ended_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into backend.ended_sessions (id) values (old.id) on conflict (id) do nothing;
  delete from backend.ended_sessions where id in (
    select e.id from backend.ended_sessions e
    where e.ended_at < now() - interval '1 day' limit 50 for update skip locked
  );
  perform pg_notify('backend_ended_sessions', old.id::text);
  return null;
end
$$;
revoke all on function backend.note_ended_session() from public;

create or replace trigger backend_note_ended_session after delete on auth.sessions
  for each row execute function backend.note_ended_session();

-- Ends the sessions of a refresh token's owner that are too old or were unused for too long, and answers whether the token's own
-- session was one of them. Times are seconds.
create or replace function backend.end_expired_sessions(
  p_token text, p_customer_timebox int, p_customer_inactivity int, p_staff_timebox int, p_staff_inactivity int
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  own auth.sessions;
  is_staff boolean;
  is_own_ended boolean;
begin
  select s.* into own from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = p_token;
  is_staff := exists (select from public.user_roles r where r.user_id = own.user_id);
  with ended as (
    delete from auth.sessions s
    where s.user_id = own.user_id and (
      s.created_at < now() - make_interval(secs => case when is_staff then p_staff_timebox else p_customer_timebox end)
      -- Auth writes refreshed_at without a time zone, in UTC.
      or coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now()
        - make_interval(secs => case when is_staff then p_staff_inactivity else p_customer_inactivity end)
    )
    returning s.id
  )
  select coalesce(bool_or(e.id = own.id), false) into is_own_ended from ended e;
  return is_own_ended;
end
$$;

-- After a change of the password: the other sessions end, and the codes and links that wait in the mailbox.
create or replace function backend.end_other_sessions(p_user uuid, p_session uuid, p_mailbox text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from backend.mail_codes where mailbox = p_mailbox;
  delete from auth.refresh_tokens where user_id = p_user and session_id <> p_session;
  delete from auth.sessions where user_id = p_user and id <> p_session;
end
$$;
revoke all on function
  backend.end_expired_sessions(text, int, int, int, int), backend.end_other_sessions(uuid, uuid, text) from public;
