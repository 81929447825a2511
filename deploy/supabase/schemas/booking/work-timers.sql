-- How long mechanics work on a job: start and pause on the floor. One timer runs per person.

create table private.work_timers (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  user_id uuid not null,
  started_at timestamptz not null,
  stopped_at timestamptz,
  check (stopped_at >= started_at)
);
create unique index work_timers_running on private.work_timers (user_id) where stopped_at is null;
create index work_timers_booking on private.work_timers (booking_id);
alter table private.work_timers enable row level security;
revoke all on table private.work_timers from public, anon, authenticated, service_role;
comment on table private.work_timers is 'From when to when a person worked on a job; without an end, the timer runs.';

create function private.mark_timer(booking public.service_bookings, mark jsonb, made_at timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  me uuid := auth.uid();
  -- A phone without a network sends late: the same person may have begun something since.
  next_start timestamptz := (
    select min(t.started_at) from private.work_timers t where t.user_id = me and t.started_at > made_at
  );
  -- The bike may have become ready since.
  ready_at timestamptz := (
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status = 'ready' and e.from_status <> 'ready' and e.at > made_at
  );
begin
  if jsonb_typeof(mark -> 'running') is distinct from 'boolean' then
    perform private.reject(422, 'timer');
  elsif (mark ->> 'running')::boolean then
    if ready_at is null then
      perform private.check_at_work(booking);
      if booking.status = 'ready' then
        perform private.reject(409, 'not_at_work', jsonb_build_object('status', booking.status));
      end if;
    end if;
    if exists (
      select from private.work_timers t
      where t.booking_id = booking.id and t.user_id = me and t.started_at <= made_at
        and (t.stopped_at is null or t.stopped_at > made_at)
    ) then
      return;
    end if;
    update private.work_timers t set stopped_at = made_at
    where t.user_id = me and t.started_at <= made_at and (t.stopped_at is null or t.stopped_at > made_at);
    insert into private.work_timers (booking_id, user_id, started_at, stopped_at)
    values (booking.id, me, made_at, least(next_start, ready_at));
  else
    update private.work_timers t set stopped_at = made_at
    where t.booking_id = booking.id and t.user_id = me and t.started_at <= made_at
      and (t.stopped_at is null or t.stopped_at > made_at);
  end if;
  perform private.notify_followers(booking.id);
end;
$$;
revoke all on function private.mark_timer(public.service_bookings, jsonb, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.mark_timer(public.service_bookings, jsonb, timestamptz) is
  'Starts ({running: true}) or pauses the timer of the caller on a job, at the time the mark was made. Starting one ends the other that runs; a start that arrives when the bike is ready counts until it became ready, and none is made after that. Raises PT409 not_at_work, PT422 timer.';

create function private.stop_timers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.work_timers t set stopped_at = greatest(t.started_at, private.now())
  where t.booking_id = new.id and t.stopped_at is null and (
    new.status in ('ready', 'completed', 'cancelled')
    -- The job is no longer shown to the mechanic who had it: nobody could pause this timer.
    or (t.user_id = old.assigned_to and new.assigned_to is distinct from old.assigned_to)
  );
  return null;
end;
$$;
revoke all on function private.stop_timers() from public, anon, authenticated, service_role;
comment on function private.stop_timers() is
  'Trigger: stops the timers of a bike that is ready, handed over or cancelled, and the one of a mechanic whose job was given to somebody else.';
create trigger stop_timers after update of status, mechanic on public.service_bookings
  for each row when (
    (new.status in ('ready', 'completed', 'cancelled') and old.status <> new.status)
    or new.assigned_to is distinct from old.assigned_to
  )
  execute function private.stop_timers();

create function private.timers_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'by', coalesce(s.name, 'A colleague'), 'own', t.user_id = auth.uid(), 'started_at', t.started_at,
      'stopped_at', t.stopped_at
    ) order by t.started_at, t.id), '[]')
    from private.work_timers t left join public.staff s on s.user_id = t.user_id
    where t.booking_id = timers_of.booking
  );
end;
$$;
revoke all on function private.timers_of(uuid) from public, anon, authenticated, service_role;
comment on function private.timers_of(uuid) is 'The timers of a job: who, from when to when, and which are the caller''s own.';
