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
