-- Holds: a place kept while a customer fills in the form. Holds and bookings share the table booking_places, its key
-- and its lock, so they never take the same place and never exceed the capacity. No clean-up job is needed: an expired
-- place counts as free, and the next call that takes places on that day deletes it.

create table private.slot_holds (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  phone text,
  mode public.service_mode not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  extended boolean not null default false,
  held_at timestamptz not null,
  expires_at timestamptz not null,
  ended text check (ended in ('booked', 'replaced', 'released')),
  user_id uuid,
  waitlist_id uuid references public.waitlist (id) on delete set null,
  proven boolean not null default false,
  staff_id uuid,
  model_id text,
  lines jsonb
);
create unique index slot_holds_open on private.slot_holds (request_id) where ended is null;
create index slot_holds_request on private.slot_holds (request_id, held_at);
create index slot_holds_phone on private.slot_holds (phone, expires_at) where ended is null;
create index slot_holds_held on private.slot_holds (held_at);
create index slot_holds_user on private.slot_holds (user_id, held_at) where user_id is not null;
create unique index slot_holds_staff on private.slot_holds (staff_id) where staff_id is not null and ended is null;
create index slot_holds_waitlist on private.slot_holds (waitlist_id) where waitlist_id is not null;
alter table private.slot_holds enable row level security;
revoke all on table private.slot_holds from public, anon, authenticated, service_role;
comment on table private.slot_holds is
  'Which request holds which window until when. The browser generates the request id for its next booking. Rows are kept for a day, to count tries.';
comment on column private.slot_holds.user_id is 'The signed-in user when the hold was made. Only limits read it.';
comment on column private.slot_holds.waitlist_id is
  'The waitlist entry that the place is offered to, for shop.offer_minutes, not extendable. Such a hold has neither phone nor account, so no limit counts it.';
comment on column private.slot_holds.staff_id is
  'The staff member who holds it for a caller. Such a hold has neither phone nor account and counts as proven, so no limit counts it; it ends after 30 minutes in which the staff member did nothing.';
comment on column private.slot_holds.lines is
  'The lines of the quote when the hold was taken: a booking of the same work for the same bike is charged their prices.';
comment on column private.slot_holds.proven is 'Whether the caller had proven the number. Only limits read it.';

create function private.lock_request(request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('request ' || request_id, 0));
end;
$$;
revoke all on function private.lock_request(uuid) from public, anon, authenticated, service_role;
comment on function private.lock_request(uuid) is 'Serialises all calls with one request id. Take this lock before the locks of phones and days.';

create function private.hold_state(hold private.slot_holds) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'date', hold.booking_date,
    'start', private.format_time(hold.booking_time),
    'end', private.format_time(hold.window_end),
    'free_until', private.local_instant(hold.booking_date, hold.booking_time) - private.cancel_notice(),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
end;
$$;
revoke all on function private.hold_state(private.slot_holds) from public, anon, authenticated, service_role;
comment on function private.hold_state(private.slot_holds) is
  'What hold_slot and extend_hold answer. free_until: until when the booking is cancelled free. seconds_left serves phones whose clock is wrong.';

create function private.is_same_window(one private.slot_holds, other private.slot_holds) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return (one.mode, one.booking_date, one.booking_time, one.windows)
    = (other.mode, other.booking_date, other.booking_time, other.windows);
end;
$$;
revoke all on function private.is_same_window(private.slot_holds, private.slot_holds)
  from public, anon, authenticated, service_role;
comment on function private.is_same_window(private.slot_holds, private.slot_holds) is
  'Whether two holds keep the same windows for the same mode.';

create function private.at_held_prices(request uuid, model text, mode public.service_mode, lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  held jsonb;
begin
  select h.lines into held from private.slot_holds h
  where h.request_id = at_held_prices.request and h.ended is null and h.expires_at > private.now()
    and (h.model_id, h.mode) = (at_held_prices.model, at_held_prices.mode)
    -- Who knows somebody else's request doesn't get their price.
    and coalesce(h.user_id, h.staff_id, auth.uid()) is not distinct from auth.uid();
  if held is null then
    return at_held_prices.lines;
  end if;
  return (
    select case when bool_and(today.l is not null and kept.l is not null) then
      jsonb_agg(today.l || jsonb_build_object('unit_price', kept.l -> 'unit_price', 'price', kept.l -> 'price') order by today.n)
    else at_held_prices.lines end
    from jsonb_array_elements(at_held_prices.lines) with ordinality as today (l, n)
    full join jsonb_array_elements(held) as kept (l)
      on kept.l ->> 'item_id' = today.l ->> 'item_id' and kept.l ->> 'quantity' = today.l ->> 'quantity'
      and coalesce(kept.l ->> 'declined', '') = coalesce(today.l ->> 'declined', '')
  );
end;
$$;
revoke all on function private.at_held_prices(uuid, text, public.service_mode, jsonb)
  from public, anon, authenticated, service_role;
comment on function private.at_held_prices(uuid, text, public.service_mode, jsonb) is
  'The lines of a quote at the prices of the open hold of a request, when they are the work that was held, for the same bike and mode; otherwise as they are.';

create function private.end_hold(hold private.slot_holds, how text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.booking_places p where p.hold_id = hold.id;
  update private.slot_holds h set ended = how where h.id = hold.id;
end;
$$;
revoke all on function private.end_hold(private.slot_holds, text) from public, anon, authenticated, service_role;
comment on function private.end_hold(private.slot_holds, text) is 'Frees the places of a hold. The caller holds the locks of its request and its day.';

create function private.parse_hold(request_id text, mode text, date text, start text) returns private.slot_holds
language plpgsql stable set search_path = ''
as $$
declare
  h private.slot_holds;
begin
  h.request_id := private.to_uuid(parse_hold.request_id);
  h.mode := private.to_service_mode(parse_hold.mode);
  h.booking_date := private.to_date(parse_hold.date);
  h.booking_time := private.to_time(parse_hold.start);
  if h.request_id is null then
    perform private.reject(422, 'request');
  elsif h.mode is null or not exists (select from public.service_modes m where m.mode = h.mode) then
    perform private.reject(422, 'mode');
  elsif h.booking_date is null then
    perform private.reject(422, 'date');
  elsif h.booking_time is null then
    perform private.reject(422, 'time');
  end if;
  return h;
end;
$$;
revoke all on function private.parse_hold(text, text, text, text) from public, anon, authenticated, service_role;
comment on function private.parse_hold(text, text, text, text) is
  'The request and the window of a hold; raises PT422 request, mode, date or time.';

create function private.write_hold(hold private.slot_holds, replaced private.slot_holds) returns private.slot_holds
language plpgsql set search_path = ''
as $$
declare
  written private.slot_holds;
begin
  if replaced.id is not null then
    perform private.end_hold(replaced, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, staff_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at,
    expires_at, proven, model_id, lines
  ) values (
    hold.request_id, hold.phone, hold.user_id, hold.staff_id, hold.mode, hold.booking_date, hold.booking_time,
    hold.window_end, hold.windows, hold.next_day, private.now(), hold.expires_at, hold.proven,
    hold.model_id, hold.lines
  ) returning * into written;
  perform private.take_places(
    null, written.id, written.expires_at, written.mode, written.booking_date, written.booking_time, written.windows
  );
  return written;
end;
$$;
revoke all on function private.write_hold(private.slot_holds, private.slot_holds)
  from public, anon, authenticated, service_role;
comment on function private.write_hold(private.slot_holds, private.slot_holds) is
  'Writes a hold with its places in place of an earlier one. The caller has checked the window and holds the locks of both days.';

create function private.hold_other_work(hold private.slot_holds, wanted private.slot_holds) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.slot_holds h set
    model_id = wanted.model_id,
    lines = private.at_held_prices(hold.request_id, wanted.model_id, wanted.mode, wanted.lines)
  where h.id = hold.id;
end;
$$;
revoke all on function private.hold_other_work(private.slot_holds, private.slot_holds)
  from public, anon, authenticated, service_role;
comment on function private.hold_other_work(private.slot_holds, private.slot_holds) is
  'Keeps today''s prices with a hold that is taken again for other work in the same windows; the same work keeps its prices. The caller holds the lock of its request.';
