-- What is taken in a window is counted once. And the rest of what create_booking and list_slots call, in PL/pgSQL: a
-- function in SQL with a search_path of its own is parsed and planned in every query that calls it, one in PL/pgSQL once
-- for each connection. Answers stay the same.

create or replace function private.slots(
  mode text, from_date date, to_date date, windows int, next_day boolean, own uuid default null,
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
  -- Materialized: what is taken is asked for in two columns, and would be counted for each.
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

create or replace function private.windows_needed(minutes int, mode text, two_day boolean) returns int
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

create or replace function private.horizon() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (select private.today() + s.horizon_days from public.shop s);
end;
$$;

create or replace function private.lock_request(request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('request ' || request_id, 0));
end;
$$;

create or replace function private.lock_day(mode text, day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('places ' || mode), day - date '2000-01-01');
end;
$$;

create or replace function private.hash_token(token text) returns bytea
language plpgsql immutable set search_path = ''
as $$
begin
  return pg_catalog.sha256(convert_to(token, 'UTF8'));
end;
$$;

create or replace function private.is_going_on(status text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed');
end;
$$;

create or replace function private.is_maharashtra(pin text, gstin text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when gstin is not null then left(gstin, 2) = '27'
    when pin ~ '^[1-9][0-9]{5}$' then pin ~ '^4[0-4]' and left(pin, 3) <> '403'
    else true
  end;
end;
$$;

create or replace function private.to_int(value text) returns int
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~ '^-?[0-9]{1,9}$' then value::int end;
end;
$$;

create or replace function private.to_time(value text) returns time
language plpgsql immutable set search_path = ''
as $$
begin
  return case when value ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$' then value::time end;
end;
$$;

create or replace function private.clean_phone(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return '+91' || (regexp_match(
    regexp_replace(normalize(value, nfkc), '[\s().-]', '', 'g'), '^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$'
  ))[1];
end;
$$;

create or replace function private.clean_name(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name text := private.squeeze(value);
begin
  return case
    when char_length(name) between 2 and 60
      and name !~ '^[ .''-]'
      and name !~ '[\u0001-\u001f!-&(-,/-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7]'
      and name !~ '[\u2000-\u200b\u200e-\u2018\u201a-\u2bff\u3000-\u3004\u3008-\u3020\ue000-\uf8ff\ufe00-\ufe0f]'
      and name !~ '[\U0001d800-\U0001faff]'
    then name
  end;
end;
$$;
