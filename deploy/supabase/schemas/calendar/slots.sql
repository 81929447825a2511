-- Free times. slots() holds every rule about when a job can start: list_slots shows it, check_slot enforces it.
-- list_slots and create_booking call these functions often, so they are PL/pgSQL (see foundation/clock.sql).

create function private.windows_needed(minutes int, mode public.service_mode, two_day boolean) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if two_day then
    return (select 1 from public.service_modes m where m.mode = windows_needed.mode);
  end if;
  return (
    select ceil((windows_needed.minutes + m.buffer_minutes) / 120.0)::int
    from public.service_modes m where m.mode = windows_needed.mode
  );
end;
$$;
revoke all on function private.windows_needed(int, public.service_mode, boolean) from public, anon, authenticated, service_role;
comment on function private.windows_needed(int, public.service_mode, boolean) is
  'How many consecutive two-hour windows a job needs with its buffer. A two-day job takes only its arrival window.';

create function private.last_bookable_day() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (select private.today() + s.horizon_days from public.shop s);
end;
$$;
revoke all on function private.last_bookable_day() from public, anon, authenticated, service_role;
comment on function private.last_bookable_day() is 'The last day that can be booked.';

create function private.slots(
  mode public.service_mode, from_date date, to_date date, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
)
returns table (day date, starts time, ends time, places int, free int, why text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with clock as materialized (
    select
      wall.at as wall,
      now.at,
      (now.at at time zone 'Asia/Kolkata')::date as today,
      m.lead_minutes * interval '1 minute' as lead,
      (now.at at time zone 'Asia/Kolkata')::time >= m.same_day_until as too_late_today
    from public.service_modes m, private.now() as wall (at), coalesce(slots.as_of, wall.at) as now (at)
    where m.mode = slots.mode
  ),
  week as materialized (
    select w.weekday, w.starts, w.ends, h.closes, private.capacity(slots.mode, w.weekday, w.starts) as places
    from public.arrival_windows w
    join public.business_hours h on h.weekday = w.weekday and w.starts >= h.opens
    -- A single day, as in create_booking, needs its own windows only.
    where slots.to_date > slots.from_date or w.weekday = extract(dow from slots.from_date)::int
  ),
  -- Materialized: two columns below use taken, which would be counted for each.
  arrivals as materialized (
    select
      d.day::date as day,
      w.starts,
      w.ends,
      w.places,
      case
        when c.date is null then w.closes
        when c.closes_at is not null then least(w.closes, c.closes_at)
      end as closing,
      slots.mode = 'doorstep' and rain.date is not null as rained_off,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
          and (p.held_until is null or p.held_until > clock.wall)
          and coalesce(p.hold_id, p.booking_id) is distinct from slots.own
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
    cross join clock
    join week w on w.weekday = extract(dow from d.day)::int
    left join public.closures c on c.date = d.day::date
    left join public.weather_days rain on rain.date = d.day::date
  ),
  runs as (
    select
      a.*,
      count(*) over run as run_length,
      max(a.ends) over run as run_end,
      min(a.places) over run as run_places,
      min(greatest(a.places - a.taken, 0)) over run as run_free
    from arrivals a
    window run as (partition by a.day order by a.starts rows between current row and slots.windows - 1 following)
  ),
  judged as (
    select
      r.day, r.starts, r.ends,
      case when slots.mode = 'pickup' then r.places else r.run_places end as places,
      case when slots.mode = 'pickup' then greatest(r.places - r.taken, 0) else r.run_free end as free,
      case
        when r.closing is null or r.ends > r.closing then 'closed'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' <= clock.at then 'past'
        when r.rained_off then 'weather'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' < clock.at + clock.lead then 'too_soon'
        when r.day = clock.today and (slots.next_day or clock.too_late_today) then 'too_soon'
        when r.run_length < slots.windows or r.run_end > r.closing then 'too_long'
      end as why
    from runs r cross join clock
  )
  select
    j.day, j.starts, j.ends, j.places,
    case when j.why is null then j.free else 0 end,
    coalesce(j.why, case when j.free = 0 then 'full' end)
  from judged j
  order by j.day, j.starts;
end;
$$;
revoke all on function private.slots(public.service_mode, date, date, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.slots(public.service_mode, date, date, int, boolean, uuid, timestamptz) is
  'Arrival windows between two dates with their free places for a job that needs that many windows. why: the reason that none is free: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first. own is the id of a hold or booking whose places count as free; as_of: lead times count from that instant instead of now.';

create function private.nearest_free(
  mode public.service_mode, day date, start time, windows int, next_day boolean, own uuid default null,
  unproven boolean default false
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free,
    'free_until', private.local_instant(near.day, near.starts) - private.cancel_notice()
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.last_bookable_day(), windows, next_day, own) s
    where s.free > 0 and not (unproven and s.day in (
      select f.day
      from private.full_for_unproven(nearest_free.mode, private.today(), private.last_bookable_day(), own) f
    ) and private.unproven_until(nearest_free.mode, s.day, s.starts, windows, own) is not null)
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$$;
revoke all on function private.nearest_free(public.service_mode, date, time, int, boolean, uuid, boolean)
  from public, anon, authenticated, service_role;
comment on function private.nearest_free(public.service_mode, date, time, int, boolean, uuid, boolean) is
  'Up to four free times nearest to the wanted one, in chronological order. unproven: only those that a number without proof can book.';
