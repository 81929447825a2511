-- Holds: a place kept for somebody who is still typing. A hold stands in booking_places beside the bookings, under the
-- same key and the same lock, so it can neither be booked over nor exceed the capacity. Nothing has to clean up: a place
-- whose time has run out counts as free, and whoever takes places on that day next removes it.

create table private.slot_holds (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  phone text,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  extended boolean not null default false,
  held_at timestamptz not null,
  expires_at timestamptz not null,
  ended text check (ended in ('booked', 'replaced', 'released'))
);
create unique index slot_holds_open on private.slot_holds (request_id) where ended is null;
create index slot_holds_request on private.slot_holds (request_id, held_at);
create index slot_holds_phone on private.slot_holds (phone, expires_at) where ended is null;
create index slot_holds_held on private.slot_holds (held_at);
alter table private.slot_holds enable row level security;
revoke all on table private.slot_holds from public, anon, authenticated, service_role;
comment on table private.slot_holds is
  'Who keeps which window until when, by the request id that the browser drew for its next booking. Rows live for a day, to count tries.';

alter table public.booking_places
  alter column booking_id drop not null,
  add column hold_id uuid references private.slot_holds (id) on delete cascade,
  add column held_until timestamptz,
  add check ((booking_id is null) <> (hold_id is null)),
  add check ((hold_id is null) = (held_until is null));
create index booking_places_hold on public.booking_places (hold_id);
create index booking_places_held_until on public.booking_places (held_until) where held_until is not null;
comment on table public.booking_places is
  'The places taken, by a booking or, until held_until, by a hold. The key makes double booking impossible: one taker per date, window, mode and seat.';

drop function private.slots(text, date, date, int, boolean);
drop function private.nearest_free(text, date, time, int, boolean);
drop function private.check_slot(text, date, time, int, boolean);
drop function private.take_places(uuid, text, date, time, int);
drop function public.list_slots(text, date, int, jsonb, text, text);

create function private.slots(
  mode text, from_date date, to_date date, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
)
returns table (day date, starts time, ends time, places int, free int, why text)
language sql stable set search_path = ''
as $$
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
$$;
revoke all on function private.slots(text, date, date, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.slots(text, date, date, int, boolean, uuid, timestamptz) is
  'Arrival windows between two dates with their free places for a job that needs so many windows; why says why there is none: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first. own is the id of a hold or booking whose places count as free; as_of judges lead times as at that instant.';

create function private.nearest_free(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', private.hhmm(near.starts), 'end', private.hhmm(near.ends), 'free', near.free
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.horizon(), windows, next_day, own) s
    where s.free > 0
    order by
      abs(extract(epoch from private.instant(s.day, s.starts) - private.instant(nearest_free.day, start))),
      s.day, s.starts
    limit 4
  ) near;
$$;
revoke all on function private.nearest_free(text, date, time, int, boolean, uuid)
  from public, anon, authenticated, service_role;
comment on function private.nearest_free(text, date, time, int, boolean, uuid) is
  'Up to four free times nearest to a wish, in the order of the calendar.';

create function private.check_slot(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
) returns time
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
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
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
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    )::text);
  end if;
  return slot.ends;
end;
$$;
revoke all on function private.check_slot(text, date, time, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.check_slot(text, date, time, int, boolean, uuid, timestamptz) is
  'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times.';

create function private.take_places(
  booking uuid, hold uuid, held_until timestamptz, mode text, day date, first_start time, windows int
) returns void
language plpgsql set search_path = ''
as $$
declare
  arrival time;
begin
  delete from public.booking_places p
  where p.booking_date = day and p.mode = take_places.mode and p.held_until <= private.now();
  for arrival in
    select w.starts from public.arrival_windows w
    where w.weekday = extract(dow from day)::int and w.starts >= first_start
    order by w.starts limit case when take_places.mode = 'pickup' then 1 else windows end
  loop
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id, hold_id, held_until)
    select day, arrival, take_places.mode, min(seat), booking, hold, take_places.held_until
    from generate_series(1, private.capacity(take_places.mode, extract(dow from day)::int, arrival)) as seats (seat)
    where not exists (
      select from public.booking_places p
      where p.booking_date = day and p.window_start = arrival and p.mode = take_places.mode and p.seat = seats.seat
    );
  end loop;
end;
$$;
revoke all on function private.take_places(uuid, uuid, timestamptz, text, date, time, int)
  from public, anon, authenticated, service_role;
comment on function private.take_places(uuid, uuid, timestamptz, text, date, time, int) is
  'Takes the lowest free seat in each window of a job, for a booking or for a hold. The caller holds the lock of that day and mode and has seen free places.';

create function private.lock_days(first_mode text, first_day date, second_mode text, second_day date) returns void
language plpgsql set search_path = ''
as $$
begin
  if second_day is null or (first_day, first_mode) = (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
  elsif (first_day, first_mode) < (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
    perform private.lock_day(second_mode, second_day);
  else
    perform private.lock_day(second_mode, second_day);
    perform private.lock_day(first_mode, first_day);
  end if;
end;
$$;
revoke all on function private.lock_days(text, date, text, date) from public, anon, authenticated, service_role;
comment on function private.lock_days(text, date, text, date) is
  'Locks the days a change leaves and enters, always in the same order, so two changes never wait for each other. The second may be null.';

create function private.lock_request(request_id uuid) returns void
language sql set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('request ' || request_id, 0)); $$;
revoke all on function private.lock_request(uuid) from public, anon, authenticated, service_role;
comment on function private.lock_request(uuid) is
  'Everything that is asked under one request id happens one after the other. Taken before the locks of phones and days.';

create function private.hold_state(hold private.slot_holds) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'date', hold.booking_date,
    'start', private.hhmm(hold.booking_time),
    'end', private.hhmm(hold.window_end),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
$$;
revoke all on function private.hold_state(private.slot_holds) from public, anon, authenticated, service_role;
comment on function private.hold_state(private.slot_holds) is
  'What hold_slot and extend_hold answer. seconds_left serves phones whose clock is wrong.';

create function private.end_hold(hold private.slot_holds, how text) returns void
language sql set search_path = ''
as $$
  delete from public.booking_places p where p.hold_id = hold.id;
  update private.slot_holds h set ended = how where h.id = hold.id;
$$;
revoke all on function private.end_hold(private.slot_holds, text) from public, anon, authenticated, service_role;
comment on function private.end_hold(private.slot_holds, text) is
  'Frees the places of a hold. The caller holds the locks of its request and its day.';

create function public.hold_slot(
  request_id text, mode text, date text, start text, items jsonb, model text, phone text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.fail(422, 'request_id', 'Load the page again and choose the time once more');
  elsif hold_slot.mode is null or not exists (select from public.service_modes m where m.mode = hold_slot.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.job(hold_slot.items, hold_slot.model, hold_slot.mode);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.fail(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (hold_slot.mode, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  if (
    select count(*) from private.slot_holds h
    where h.request_id = request and h.held_at > private.now() - interval '1 hour'
  ) >= 12 then
    perform private.fail(429, 'too_many', 'You have tried many times. Book without holding the time, or call us on '
      || private.shop_phone() || '.');
  end if;
  if number is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || number, 0));
    if (
      select count(*) from private.slot_holds h
      where h.phone = number and h.ended is null and h.expires_at > private.now() and h.request_id <> request
    ) >= 2 then
      perform private.fail(429, 'too_many_holds', 'Two times are held for this number already. Book one of them first.');
    end if;
  end if;

  -- The new place first, then the old one: when the new one is refused, the old one is still held.
  perform private.lock_days(hold_slot.mode, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(hold_slot.mode, day, arrival, job.windows, job.next_day, own.id);
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, hold_slot.mode, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + interval '10 minutes'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Whoever writes also tidies up what nobody asks for any more, and never waits for it.
  delete from public.booking_places p where (p.booking_date, p.window_start, p.mode, p.seat) in (
    select old.booking_date, old.window_start, old.mode, old.seat from public.booking_places old
    where old.held_until < private.now() - interval '1 day' limit 50 for update skip locked
  );
  delete from private.slot_holds h where h.id in (
    select old.id from private.slot_holds old
    where old.held_at < private.now() - interval '1 day'
      and not exists (select from public.booking_places p where p.hold_id = old.id)
    order by old.held_at limit 50 for update skip locked
  );
  return private.hold_state(taken);
end;
$$;
revoke all on function public.hold_slot(text, text, text, text, jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_slot(text, text, text, text, jsonb, text, text)
  to anon, authenticated, service_role;
comment on function public.hold_slot(text, text, text, text, jsonb, text, text) is
  'Keeps a window for 10 minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many (12 in an hour per request), too_many_holds (2 per phone).';

create function public.extend_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.fail(422, 'request_id', 'Load the page again and choose the time once more');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.fail(409, 'hold_over', 'No time is held. Choose one again.');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Somebody may have taken the places while this waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.fail(409, 'hold_over', 'This time is no longer held. Choose one again.', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    )::text);
  elsif own.extended then
    perform private.fail(409, 'extended', 'A time is held longer only once. Book now to keep it.');
  end if;
  update private.slot_holds h set expires_at = h.expires_at + interval '5 minutes', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
end;
$$;
revoke all on function public.extend_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.extend_hold(text) to anon, authenticated, service_role;
comment on function public.extend_hold(text) is
  'Keeps the held window 5 minutes longer, once. Raises PT409 hold_over (details.alternatives), PT409 extended.';

create function public.release_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(release_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    return jsonb_build_object('released', false);
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is not null then
    perform private.lock_day(own.mode, own.booking_date);
    perform private.end_hold(own, 'released');
  end if;
  return jsonb_build_object('released', own.expires_at > private.now() is true);
end;
$$;
revoke all on function public.release_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.release_hold(text) to anon, authenticated, service_role;
comment on function public.release_hold(text) is
  'Gives a held window back at once. released: whether one was held. Never fails for want of a hold.';

create function public.list_slots(
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
  wish timestamptz := private.instant(first_day, coalesce(private.to_time(list_slots.near), time '00:00'));
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
revoke all on function public.list_slots(text, date, int, jsonb, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.list_slots(text, date, int, jsonb, text, text, text)
  to anon, authenticated, service_role;
comment on function public.list_slots(text, date, int, jsonb, text, text, text) is
  'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). Never more than 31 days, never past the horizon. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. What is held under request_id counts as free for its owner. Raises PT422 (mode, model, items).';

create or replace function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the booking of the first.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.fail(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.read_booking(request);
  select * into job from private.job(request -> 'items', wanted.model_id, wanted.mode);
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  if private.to_int(request ->> 'expected_total') is distinct from (job.quote ->> 'total')::int then
    perform private.fail(409, 'price_changed', 'The price has changed. Please look at it again.', job.quote::text);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, notes, approval_limit, estimated_price, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.notes, wanted.approval_limit,
      (job.quote ->> 'total')::int, 'confirmed'
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, null, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$$;
comment on function public.create_booking(jsonb) is
  'Books: checks every field, prices the cart again, takes the places (those held under the same request id first of all) and writes the booking, or raises PT422 (hint = field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). The same request_id returns the same booking with repeated = true.';
