-- The free times of some days, for one cart and one bike.

create function private.plan_job(
  items jsonb, model text, mode public.service_mode, coupon text default null, area text default null, pin text default null,
  day date default null, gstin text default null, phone text default null, bikes int default 1,
  request uuid default null
) returns table (quote jsonb, minutes int, windows int, two_day boolean, next_day boolean)
language plpgsql stable set search_path = ''
as $$
declare
  refusal jsonb;
begin
  quote := private.price_cart(items, model, plan_job.mode, coupon, area, pin, day, gstin, phone, bikes, null, request);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, plan_job.mode, two_day);
  return next;
end;
$$;
revoke all on function private.plan_job(jsonb, text, public.service_mode, text, text, text, date, text, text, int, uuid)
  from public, anon, authenticated, service_role;
comment on function private.plan_job(jsonb, text, public.service_mode, text, text, text, date, text, text, int, uuid) is
  'The quote of a job and what the calendar needs to know of it. Raises PT422 items_refused with the quote when an item is refused.';

-- Volatile although it only reads: PostgREST runs stable functions read-only, and then guard.before_request could not
-- count the call.
create function public.list_slots(
  mode text,
  from_date date default null,
  days int default 7,
  items jsonb default '[]',
  model text default null,
  near text default null,
  request_id text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.list_slots(text, date, int, jsonb, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.list_slots(text, date, int, jsonb, text, text, text)
  to anon, authenticated, service_role;
comment on function public.list_slots(text, date, int, jsonb, text, text, text) is
  'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). closed is the reason for a closed day, empty for a day of the week without hours. Never more than 31 days, never past last_day. two_day: the bike is ready two working days later. free_until: until when a booking of that window is cancelled free. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near; without an account with a confirmed number both prefer windows in which a booking needs no code. Places held under request_id count as free. Raises PT422 (mode, model, items, items_refused).';
