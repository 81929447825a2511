-- What list_slots and create_booking cost. A function in SQL with a search_path of its own is planned anew in every
-- query that calls it; one in PL/pgSQL is planned once for each connection. Answers stay the same.

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

create or replace function private.nearest_free(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.horizon(), windows, next_day, own) s
    where s.free > 0
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$$;

create or replace function public.list_slots(
  mode text,
  from_date date default null,
  days int default 7,
  items jsonb default '[]',
  model text default null,
  near text default null,
  request_id text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.today();
  horizon date := private.horizon();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
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
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(list_slots.mode, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', coalesce(
          case when list_slots.mode = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why
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
$$;

-- An unpaid booking whose time to pay has passed is over, even before anybody wrote so.
create or replace function private.limit_bookings_of(phone text, account uuid, at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Two at once of one number or account: the second waits here and counts the first.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The one of the allowed number that makes room last: when there is one, there is no room.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.most('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.most('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from public.service_bookings b
  where (b.phone = limit_bookings_of.phone or b.user_id = account)
    and (b.starts_at > at or b.created_at > at - interval '1 day');
  if open_until is not null then
    perform private.too_many(
      'too_many_open',
      private.most('open_bookings') || ' bookings are still to come '
        || case when account is null then 'for this number' else 'in this account' end
        || '. For more bikes, call us on ' || private.shop_phone() || '.',
      open_until
    );
  elsif day_until is not null then
    perform private.too_many(
      'too_many_bookings',
      private.most('bookings_a_day') || ' bookings have been made '
        || case when account is null then 'for this number' else 'in this account' end
        || ' since yesterday. For more, call us on ' || private.shop_phone() || '.',
      day_until
    );
  end if;
end;
$$;

-- Asked by almost every rule, some of them a dozen times in one call.

create or replace function private.now() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(pg_catalog.current_setting('twostroke.now', true), '') <> ''
    and exists (select from private.settings where name = 'clock_override' and value = 'on')
  then
    return pg_catalog.current_setting('twostroke.now')::timestamptz;
  end if;
  return pg_catalog.now();
end;
$$;

create or replace function private.today() returns date
language plpgsql stable set search_path = ''
as $$ begin return (private.now() at time zone 'Asia/Kolkata')::date; end; $$;

create or replace function private.capacity(mode text, weekday int, window_start time) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select c.places from public.capacities c
    where c.mode = capacity.mode
      and (c.weekday is null or c.weekday = capacity.weekday)
      and (c.window_start is null or c.window_start = capacity.window_start)
    order by c.weekday is null, c.window_start is null
    limit 1
  ), 0);
end;
$$;

create or replace function private.squeeze(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return nullif(btrim(regexp_replace(normalize(value, nfkc), '\s+', ' ', 'g')), ''); end; $$;

create or replace function private.tax(total int, own_state boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  taxable int := round(total::numeric * 10000 / 118)::int;
  tax int := total * 100 - taxable;
begin
  return jsonb_build_object(
    'taxable_paise', taxable,
    'tax_paise', tax,
    'cgst_paise', case when own_state then tax - tax / 2 else 0 end,
    'sgst_paise', case when own_state then tax / 2 else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  );
end;
$$;

-- What was not sent needs no check.
alter function private.clean_gstin(text) strict;
alter function private.clean_plate(text) strict;
alter function private.clean_email(text) strict;
alter function private.to_int(text) strict;

create or replace function private.to_uuid(value text) returns uuid
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then value::uuid end;
end;
$$;

create or replace function private.manage_token(request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(manage_token.request_id::text, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;

create or replace function private.shown_status(booking public.service_bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when booking.status = 'pending_payment' and booking.pay_until <= private.now() then 'expired' else booking.status
  end;
end;
$$;

create or replace function private.booking_receipt(booking public.service_bookings, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.shown_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', private.manage_token(booking.request_id),
    'repeated', repeated
  );
end;
$$;
