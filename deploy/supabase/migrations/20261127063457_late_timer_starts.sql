set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.mark_timer(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."mark_timer"(public.service_bookings, jsonb, timestamp with time zone) IS 'Starts ({running: true}) or pauses the timer of the caller on a job, at the time the mark was made. Starting one ends the other that runs; a start that arrives when the bike is ready counts until it became ready, and none is made after that. Raises PT409 not_at_work, PT422 timer.';

reset check_function_bodies;
