-- Places: which booking or hold has which seat of which window, and the locks that prevent double booking.

create table public.booking_places (
  booking_date date not null,
  window_start time not null,
  mode public.service_mode not null references public.service_modes (mode),
  seat int not null check (seat > 0),
  booking_id uuid references public.service_bookings (id) on delete cascade,
  hold_id uuid references private.slot_holds (id) on delete cascade,
  held_until timestamptz,
  primary key (booking_date, window_start, mode, seat),
  constraint booking_places_check check ((booking_id is null) <> (hold_id is null)),
  -- A hold always expires; a booking has held_until only while it is unpaid.
  constraint booking_places_hold_ends check (hold_id is null or held_until is not null)
);
create index booking_places_booking on public.booking_places (booking_id);
create index booking_places_hold on public.booking_places (hold_id);
create index booking_places_held_until on public.booking_places (held_until) where held_until is not null;
alter table public.booking_places enable row level security;
revoke all on table public.booking_places from public, anon, authenticated, service_role;
grant select on table public.booking_places to authenticated;
grant select, insert, update, delete on table public.booking_places to service_role;
create policy "owners, desk and foreman read places" on public.booking_places
  for select to authenticated using ((select public.has_duty('owner', 'desk', 'foreman')));
comment on table public.booking_places is
  'The places taken: by a booking, or until held_until by a hold or an unpaid booking. The key makes double booking impossible: one taker per date, window, mode and seat.';

create function private.lock_day(mode public.service_mode, day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('places ' || mode), day - date '2000-01-01');
end;
$$;
revoke all on function private.lock_day(public.service_mode, date) from public, anon, authenticated, service_role;
comment on function private.lock_day(public.service_mode, date) is
  'Locks one mode on one day until the transaction ends, so that two calls never take the same free place. Lock earlier days first.';

create function private.lock_days(
  first_mode public.service_mode, first_day date, second_mode public.service_mode, second_day date
) returns void
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
revoke all on function private.lock_days(public.service_mode, date, public.service_mode, date) from public, anon, authenticated, service_role;
comment on function private.lock_days(public.service_mode, date, public.service_mode, date) is
  'Locks the old and the new day of a change, always in the same order, so that two changes never deadlock. The second may be null.';

create function private.check_slot(
  mode public.service_mode, day date, start time, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
) returns time
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
begin
  if day < private.today() then
    perform private.reject(422, 'time_day_past');
  elsif day > private.last_bookable_day() then
    perform private.reject(422, 'time_too_far', jsonb_build_object('last_day', private.last_bookable_day()));
  end if;
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
  if slot.day is null then
    perform private.reject(422, 'time');
  elsif slot.why = 'past' or private.local_instant(check_slot.day, check_slot.start) <= private.now() then
    perform private.reject(422, 'time_past');
  elsif slot.why = 'weather' then
    perform private.reject(422, 'time_weather', (
      select jsonb_build_object('note', w.note) from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.reject(422, 'time_too_soon');
  elsif slot.why = 'too_long' then
    perform private.reject(422, 'time_too_long');
  elsif slot.why = 'closed' then
    perform private.reject(422, 'time_closed');
  elsif slot.why = 'full' then
    perform private.reject(409, 'slot_taken', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    ));
  end if;
  return slot.ends;
end;
$$;
revoke all on function private.check_slot(public.service_mode, date, time, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.check_slot(public.service_mode, date, time, int, boolean, uuid, timestamptz) is
  'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times. as_of: lead times count from that instant instead of now, but a window that has begun is always rejected.';

create function private.take_places(
  booking uuid, hold uuid, held_until timestamptz, mode public.service_mode, day date, first_start time, windows int
)
returns void
language plpgsql set search_path = ''
as $$
declare
  arrival time;
  moment timestamptz := private.now();
begin
  delete from public.booking_places p
  where p.booking_date = day and p.mode = take_places.mode and p.held_until <= moment;
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
revoke all on function private.take_places(uuid, uuid, timestamptz, public.service_mode, date, time, int)
  from public, anon, authenticated, service_role;
comment on function private.take_places(uuid, uuid, timestamptz, public.service_mode, date, time, int) is
  'Takes the lowest free seat in each window of a job, for a booking or for a hold. The caller holds the lock of that day and mode and has checked that places are free.';
