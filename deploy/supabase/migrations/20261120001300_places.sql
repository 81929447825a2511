-- The parts create_booking is made of: places and their lock, manage tokens, the check of a time.

create function private.take_places(
  booking uuid, mode text, day date, first_start time, windows int
) returns void
language plpgsql set search_path = ''
as $$
declare
  arrival time;
begin
  for arrival in
    select w.starts from public.arrival_windows w
    where w.weekday = extract(dow from day)::int and w.starts >= first_start
    order by w.starts limit case when take_places.mode = 'pickup' then 1 else windows end
  loop
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id)
    select day, arrival, take_places.mode, min(seat), booking
    from generate_series(1, private.capacity(take_places.mode, extract(dow from day)::int, arrival)) as seats (seat)
    where not exists (
      select from public.booking_places p
      where p.booking_date = day and p.window_start = arrival and p.mode = take_places.mode and p.seat = seats.seat
    );
  end loop;
end;
$$;
revoke all on function private.take_places(uuid, text, date, time, int) from public, anon, authenticated, service_role;
comment on function private.take_places(uuid, text, date, time, int) is
  'Takes the lowest free seat in each window of a job. The caller holds the lock of that day and mode and has seen free places.';

create function private.lock_day(mode text, day date) returns void
language sql set search_path = ''
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('places ' || mode), day - date '2000-01-01'); $$;
revoke all on function private.lock_day(text, date) from public, anon, authenticated, service_role;
comment on function private.lock_day(text, date) is
  'Bookings of one mode on one day queue here, so two never see the same free place. Lock earlier days first.';

create function private.manage_token(request_id uuid) returns text
language sql stable set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(request_id::text, 'UTF8'), k.secret, 'sha256'), 'hex')
  from private.keys k where k.name = 'manage_token';
$$;
revoke all on function private.manage_token(uuid) from public, anon, authenticated, service_role;
comment on function private.manage_token(uuid) is
  'The manage token of a request: 64 hex figures, the same on every repeat, and nowhere stored.';

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = ''
as $$ select pg_catalog.sha256(convert_to(token, 'UTF8')); $$;
revoke all on function private.hash_token(text) from public, anon, authenticated, service_role;
comment on function private.hash_token(text) is 'What is stored of a manage token.';

create function private.booking_receipt(booking public.service_bookings, repeated boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', booking.status,
    'booking_date', booking.booking_date,
    'booking_time', private.hhmm(booking.booking_time),
    'window_end', private.hhmm(booking.window_end),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'manage_token', private.manage_token(booking.request_id),
    'repeated', repeated
  );
$$;
revoke all on function private.booking_receipt(public.service_bookings, boolean)
  from public, anon, authenticated, service_role;
comment on function private.booking_receipt(public.service_bookings, boolean) is 'What create_booking answers.';

create function private.check_slot(mode text, day date, start time, windows int, next_day boolean) returns time
language plpgsql stable set search_path = ''
as $$
declare
  today date := private.today();
  horizon date := today + (select s.horizon_days from public.shop s);
  slot record;
begin
  if day < today then
    perform private.fail(422, 'time_past', 'This day is over. Choose another.');
  elsif day > horizon then
    perform private.fail(422, 'time_too_far', 'We take bookings up to ' || to_char(horizon, 'FMDD FMMonth') || '.');
  end if;
  select * into slot from private.slots(check_slot.mode, day, day, windows, next_day) s where s.starts = start;
  if slot.day is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif slot.why = 'past' then
    perform private.fail(422, 'time_past', 'This time is over. Choose another.');
  elsif slot.why = 'too_soon' then
    perform private.fail(422, 'time_too_soon', 'This time is too soon for us to be ready. Choose a later one.');
  elsif slot.why = 'too_long' then
    perform private.fail(422, 'time_too_long', 'The work would not be done before we close. Choose an earlier time.');
  elsif slot.why = 'closed' then
    perform private.fail(422, 'time_closed', 'We are closed then. Choose another time.');
  elsif slot.why = 'full' then
    perform private.fail(409, 'slot_taken', 'That time has just gone.', jsonb_build_object('alternatives', (
      select coalesce(jsonb_agg(to_jsonb(near) - 'starts' order by near.date, near.starts), '[]')
      from (
        select s.day as date, s.starts, private.hhmm(s.starts) as start, private.hhmm(s.ends) as "end", s.free
        from private.slots(check_slot.mode, today, horizon, windows, next_day) s
        where s.free > 0
        order by abs(extract(epoch from private.instant(s.day, s.starts) - private.instant(check_slot.day, check_slot.start)))
        limit 4
      ) near
    ))::text);
  end if;
  return slot.ends;
end;
$$;
revoke all on function private.check_slot(text, date, time, int, boolean) from public, anon, authenticated, service_role;
comment on function private.check_slot(text, date, time, int, boolean) is
  'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times.';
