set check_function_bodies = off;

DROP FUNCTION "private"."record_unproven"(uuid, text);

CREATE OR REPLACE FUNCTION private.budget_used(kind public.message_kind)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select 100 * (
      select count(*)::int from public.message_outbox m
      where m.kind = b.kind and m.channel = 'sms' and m.status = 'sent'
        and m.sent_at >= private.local_instant(private.today(), '00:00')
    ) / b.sms_a_day
    from private.message_budgets b where b.kind = budget_used.kind
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.full_for_unproven(mode public.service_mode, from_date date, to_date date, own uuid)
 RETURNS TABLE(day date, starts time without time zone, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  moment timestamptz := private.now();
  percent numeric := private.limit_value('unproven_places_percent') / 100.0;
begin
  return query
  select t.booking_date, t.window_start, t.ends[t.share]
  from (
    -- A booked place is not released by itself before its window begins.
    select
      s.booking_date, s.window_start, array_agg(s.ends order by s.ends desc) as ends,
      ceil(
        private.capacity(full_for_unproven.mode, extract(dow from s.booking_date)::int, s.window_start) * percent
      )::int as share
    from (
      select p.*, coalesce(p.held_until, (p.booking_date + p.window_start) at time zone 'Asia/Kolkata') as ends
      from public.booking_places p where p.booking_date between from_date and to_date and p.mode = full_for_unproven.mode
    ) s
    left join private.unproven_bookings u on u.booking_id = s.booking_id
    left join private.slot_holds h
      on h.id = s.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven
    where (s.held_until is null or s.held_until > moment)
      and coalesce(s.hold_id, s.booking_id) is distinct from own
      and (u.booking_id is not null or h.id is not null)
    group by s.booking_date, s.window_start
  ) t
  where cardinality(t.ends) >= t.share;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_unproven(booking uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.unproven_bookings (booking_id, address, made_at)
  values (record_unproven.booking, record_unproven.address, private.now());
  -- Each one also deletes old ones, without waiting for locks.
  delete from private.unproven_bookings u where u.booking_id in (
    select o.booking_id from private.unproven_bookings o join public.service_bookings b on b.id = o.booking_id
    where o.made_at < private.now() - interval '1 day' and b.starts_at < private.now() - interval '1 day'
    order by o.made_at limit 50 for update of o skip locked
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.service_mode := private.to_service_mode(list_slots.mode);
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  notice interval := private.cancel_notice();
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if place is null or not exists (select from public.service_modes s where s.mode = place) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, place, false) as windows, false as two_day, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, place);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with crowded as materialized (
    select f.day, f.starts from private.full_for_unproven(place, today, horizon, own_hold) f
    where not exists (select from auth.users u where u.id = auth.uid() and u.phone_confirmed_at is not null)
  ),
  slots as materialized (
    select s.*, bool_or(c.day is not null) over (
      partition by s.day order by s.starts
      rows between current row and case when place = 'pickup' then 0 else job.windows - 1 end following
    ) as needs_code
    from private.slots(place, today, horizon, job.windows, job.next_day, own_hold) s
    left join crowded c on c.day = s.day and c.starts = s.starts
  ),
  -- A caller without a confirmed number is offered first the times that need no code.
  free as (
    select
      s.day,
      s.starts,
      s.needs_code,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free,
        'free_until', private.local_instant(s.day, s.starts) - notice
      ) as shown,
      abs(extract(epoch from (s.day + s.starts) - wish)) as distance
    from slots s where s.free > 0
  ),
  nearest as (
    select f.* from free f order by f.needs_code, f.distance, f.day, f.starts limit 4
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'two_day', job.two_day,
    'last_day', horizon,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.needs_code, f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from nearest f), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then ''
        end,
        'note', coalesce(
          case when place = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why,
            'free_until', private.local_instant(s.day, s.starts) - notice
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$function$;

COMMENT ON FUNCTION "private"."record_unproven"(uuid, text) IS 'Records that a booking was made without proving its number.';

COMMENT ON FUNCTION "public"."list_slots"(text, date, integer, jsonb, text, text, text) IS 'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). closed is the reason for a closed day, empty for a day of the week without hours. Never more than 31 days, never past last_day. two_day: the bike is ready two working days later. free_until: until when a booking of that window is cancelled free. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near; without an account with a confirmed number both prefer windows in which a booking needs no code. Places held under request_id count as free. Raises PT422 (mode, model, items, items_refused).';

REVOKE ALL ON FUNCTION "private"."record_unproven"(uuid, text) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.record_unproven(uuid,text) from public, anon, authenticated, service_role;
