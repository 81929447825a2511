-- Weather mode, and the nearest free times in the answer that says what is free.

create table public.weather_days (
  date date primary key,
  note text not null check (char_length(note) between 3 and 120),
  set_by uuid references auth.users (id) on delete set null,
  set_at timestamptz not null default now()
);
create index weather_days_set_by on public.weather_days (set_by);
alter table public.weather_days enable row level security;
revoke all on table public.weather_days from public, anon, authenticated, service_role;
grant select (date, note) on table public.weather_days to anon, authenticated;
grant select, insert, update, delete on table public.weather_days to service_role;
create policy "anyone reads weather days" on public.weather_days for select to anon, authenticated using (true);
comment on table public.weather_days is
  'Days in weather mode: nobody works at the gate. Who has booked that moves to pickup or another day, or cancels, free of charge. Written by set_weather_mode.';

create function public.set_weather_mode(day date, enabled boolean, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words text := coalesce(private.squeeze(set_weather_mode.note), 'Heavy rain: no work at the gate');
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change the calendar.');
  elsif day is null or day < private.today() then
    perform private.fail(422, 'day', 'Choose today or a day to come');
  elsif char_length(words) not between 3 and 120 then
    perform private.fail(422, 'note', 'Say it in 3 to 120 characters: customers read it');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
  else
    delete from public.weather_days w where w.date = day;
  end if;
  return jsonb_build_object('date', day, 'note', (select w.note from public.weather_days w where w.date = day));
end;
$$;
revoke all on function public.set_weather_mode(date, boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.set_weather_mode(date, boolean, text) to authenticated, service_role;
comment on function public.set_weather_mode(date, boolean, text) is
  'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners may move or cancel them free of charge. Raises PT403 forbidden, PT422 (day, note).';

create or replace function private.slots(mode text, from_date date, to_date date, windows int, next_day boolean)
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
      slots.mode = 'doorstep' and rain.date is not null as rained_off,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
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
$$;
comment on function private.slots(text, date, date, int, boolean) is
  'Arrival windows between two dates with their free places for a job that needs so many windows; why says why there is none: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first.';

create function private.horizon() returns date
language sql stable set search_path = ''
as $$ select private.today() + s.horizon_days from public.shop s; $$;
revoke all on function private.horizon() from public, anon, authenticated, service_role;
comment on function private.horizon() is 'The last day that can be booked.';

create function private.nearest_free(mode text, day date, start time, windows int, next_day boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', private.hhmm(near.starts), 'end', private.hhmm(near.ends), 'free', near.free
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.horizon(), windows, next_day) s
    where s.free > 0
    order by
      abs(extract(epoch from private.instant(s.day, s.starts) - private.instant(nearest_free.day, start))),
      s.day, s.starts
    limit 4
  ) near;
$$;
revoke all on function private.nearest_free(text, date, time, int, boolean) from public, anon, authenticated, service_role;
comment on function private.nearest_free(text, date, time, int, boolean) is
  'Up to four free times nearest to a wish, in the order of the calendar.';

create or replace function private.check_slot(mode text, day date, start time, windows int, next_day boolean) returns time
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
begin
  if day < private.today() then
    perform private.fail(422, 'time_past', 'This day is over. Choose another.');
  elsif day > private.horizon() then
    perform private.fail(422, 'time_too_far', 'We take bookings up to ' || to_char(private.horizon(), 'FMDD FMMonth') || '.');
  end if;
  select * into slot from private.slots(check_slot.mode, day, day, windows, next_day) s where s.starts = start;
  if slot.day is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif slot.why = 'past' then
    perform private.fail(422, 'time_past', 'This time is over. Choose another.');
  elsif slot.why = 'weather' then
    perform private.fail(422, 'time_weather', (
      select w.note || '. Choose pickup, or another day.' from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.fail(422, 'time_too_soon', 'This time is too soon for us to be ready. Choose a later one.');
  elsif slot.why = 'too_long' then
    perform private.fail(422, 'time_too_long', 'The work would not be done before we close. Choose an earlier time.');
  elsif slot.why = 'closed' then
    perform private.fail(422, 'time_closed', 'We are closed then. Choose another time.');
  elsif slot.why = 'full' then
    perform private.fail(409, 'slot_taken', 'That time has just gone.', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day)
    )::text);
  end if;
  return slot.ends;
end;
$$;

drop function public.list_slots(text, date, int, jsonb, text);

create function public.list_slots(
  mode text,
  from_date date default null,
  days int default 7,
  items jsonb default '[]',
  model text default null,
  near text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.today();
  horizon date := private.horizon();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamptz := private.instant(first_day, coalesce(private.to_time(list_slots.near), time '00:00'));
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
    select * from private.slots(list_slots.mode, today, horizon, job.windows, job.next_day)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', private.hhmm(s.starts), 'end', private.hhmm(s.ends), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from private.instant(s.day, s.starts) - wish)), s.day, s.starts) as rank
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
            'start', private.hhmm(s.starts), 'end', private.hhmm(s.ends), 'free', s.free, 'places', s.places, 'why', s.why
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
revoke all on function public.list_slots(text, date, int, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.list_slots(text, date, int, jsonb, text, text) to anon, authenticated, service_role;
comment on function public.list_slots(text, date, int, jsonb, text, text) is
  'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). Never more than 31 days, never past the horizon. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. Raises PT422 (mode, model, items).';
