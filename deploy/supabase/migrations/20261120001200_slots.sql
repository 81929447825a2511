-- Free times. Every rule about when we can come is in private.slots(); list_slots shows it and create_booking obeys it.

create function private.windows_needed(minutes int, mode text, two_day boolean) returns int
language sql stable set search_path = ''
as $$
  select case when two_day then 1 else ceil((minutes + m.buffer_minutes) / 120.0)::int end
  from public.service_modes m where m.mode = windows_needed.mode;
$$;
revoke all on function private.windows_needed(int, text, boolean) from public, anon, authenticated, service_role;
comment on function private.windows_needed(int, text, boolean) is
  'How many consecutive two-hour windows a job needs with its buffer. A two-day job takes only its arrival window.';

create function private.capacity(mode text, weekday int, window_start time) returns int
language sql stable set search_path = ''
as $$
  select coalesce((
    select c.places
    from public.capacities c
    where c.mode = capacity.mode
      and (c.weekday is null or c.weekday = capacity.weekday)
      and (c.window_start is null or c.window_start = capacity.window_start)
    order by c.weekday is null, c.window_start is null
    limit 1
  ), 0);
$$;
revoke all on function private.capacity(text, int, time) from public, anon, authenticated, service_role;
comment on function private.capacity(text, int, time) is 'Places of a window: the most particular row of capacities.';

create function private.slots(mode text, from_date date, to_date date, windows int, next_day boolean)
returns table (day date, starts time, ends time, places int, free int, why text)
language sql stable set search_path = ''
as $$
  with clock as materialized (
    select
      now.at,
      (now.at at time zone 'Asia/Kolkata')::date as today,
      m.lead_minutes * interval '1 minute' as lead,
      (now.at at time zone 'Asia/Kolkata')::time >= m.same_day_until as too_late_today
    from public.service_modes m, private.now() as now (at)
    where m.mode = slots.mode
  ),
  week as materialized (
    select w.weekday, w.starts, w.ends, h.closes, private.capacity(slots.mode, w.weekday, w.starts) as places
    from public.arrival_windows w
    join public.business_hours h on h.weekday = w.weekday and w.starts >= h.opens
  ),
  arrivals as (
    select
      d.day::date as day,
      w.starts,
      w.ends,
      w.places,
      case
        when c.date is null then w.closes
        when c.closes_at is not null then least(w.closes, c.closes_at)
      end as closing,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
    join week w on w.weekday = extract(dow from d.day)::int
    left join public.closures c on c.date = d.day::date
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
$$;
revoke all on function private.slots(text, date, date, int, boolean) from public, anon, authenticated, service_role;
comment on function private.slots(text, date, date, int, boolean) is
  'Arrival windows between two dates with their free places for a job that needs so many windows; why says why there is none: closed, past, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first.';

create function private.job(items jsonb, model text, mode text) returns table (
  quote jsonb, minutes int, windows int, two_day boolean, next_day boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  refusal jsonb;
begin
  quote := public.quote(items, model, job.mode);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.fail(422, 'items', refusal ->> 'reason', quote::text);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, job.mode, two_day);
  return next;
end;
$$;
revoke all on function private.job(jsonb, text, text) from public, anon, authenticated, service_role;
comment on function private.job(jsonb, text, text) is
  'A quote without refusals and what it means for the calendar. Raises PT422 items with the first refusal.';

create function public.list_slots(
  mode text, from_date date default null, days int default 7, items jsonb default '[]', model text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.today();
  horizon date := today + (select s.horizon_days from public.shop s);
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  job record;
  result jsonb;
begin
  if list_slots.mode is null or not exists (select from public.service_modes s where s.mode = list_slots.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, list_slots.mode, false) as windows, false as next_day into job;
  else
    select * into job from private.job(items, list_slots.model, list_slots.mode);
  end if;

  with slots as materialized (
    select * from private.slots(list_slots.mode, first_day, horizon, job.windows, job.next_day)
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (
      select jsonb_build_object(
        'date', s.day, 'start', private.hhmm(s.starts), 'end', private.hhmm(s.ends), 'free', s.free
      )
      from slots s where s.free > 0 order by s.day, s.starts limit 1
    ),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', case when c.closes_at is not null then c.reason end,
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', private.hhmm(s.starts), 'end', private.hhmm(s.ends), 'free', s.free, 'places', s.places, 'why', s.why
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$$;
revoke all on function public.list_slots(text, date, int, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.list_slots(text, date, int, jsonb, text) to anon, authenticated, service_role;
comment on function public.list_slots(text, date, int, jsonb, text) is
  'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). Never more than 31 days, never past the horizon; first_free looks on to the horizon. Raises PT422 (mode, model, items).';
