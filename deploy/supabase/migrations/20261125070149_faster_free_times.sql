set check_function_bodies = off;

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
    select
      s.booking_date, s.window_start, array_agg(s.ends order by s.ends desc) as ends,
      ceil(
        private.capacity(full_for_unproven.mode, extract(dow from s.booking_date)::int, s.window_start) * percent
      )::int as share
    -- From the few rows of unproven numbers and guests to their places: most places belong to others.
    from (
      -- A booked place is not released by itself before its window begins.
      select
        p.booking_date, p.window_start,
        coalesce(p.held_until, (p.booking_date + p.window_start) at time zone 'Asia/Kolkata') as ends
      from private.unproven_bookings u
      join public.booking_places p on p.booking_id = u.booking_id
      where p.booking_date between from_date and to_date and p.mode = full_for_unproven.mode
        and (p.held_until is null or p.held_until > moment) and p.booking_id is distinct from own
      union all
      select p.booking_date, p.window_start, p.held_until
      from public.booking_places p
      join private.slot_holds h on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven
      where p.booking_date between from_date and to_date and p.mode = full_for_unproven.mode
        and p.held_until > moment and p.hold_id is distinct from own
    ) s
    group by s.booking_date, s.window_start
  ) t
  where cardinality(t.ends) >= t.share;
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
    select
      s.*,
      -- Not local_instant: for all windows of a month its calls would take as long as the rest.
      (s.day + s.starts) at time zone 'Asia/Kolkata' - notice as free_until,
      bool_or(c.day is not null) over (
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
        'free_until', s.free_until
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
            'free_until', s.free_until
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

reset check_function_bodies;
