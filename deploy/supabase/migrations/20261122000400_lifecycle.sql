-- The life of a booking: one table of transitions, fees by the clock, moving to another time, and extra work.

-- Transitions --------------------------------------------------------------------------------------------------------

alter table public.booking_transitions
  drop constraint booking_transitions_actor_check,
  add check (actor in ('customer', 'admin', 'system')),
  add column modes text[] check (modes <@ array['doorstep', 'pickup', 'workshop'] and modes <> '{}');
comment on column public.booking_transitions.modes is 'Only for bookings of these modes; null: for all.';

delete from public.booking_transitions;
insert into public.booking_transitions (actor, from_status, to_status, modes) values
  ('system', 'pending_payment', 'confirmed', null),
  ('system', 'pending_payment', 'expired', null),
  ('customer', 'pending_payment', 'cancelled', null),
  ('admin', 'pending_payment', 'cancelled', null),
  ('customer', 'confirmed', 'cancelled', null),
  ('admin', 'confirmed', 'assigned', null),
  ('admin', 'confirmed', 'cancelled', null),
  ('customer', 'assigned', 'cancelled', null),
  ('admin', 'assigned', 'on_the_way', '{doorstep}'),
  ('admin', 'assigned', 'picked_up', '{pickup}'),
  ('admin', 'assigned', 'inspecting', '{workshop}'),
  ('admin', 'assigned', 'no_show', null),
  ('admin', 'assigned', 'cancelled', null),
  ('customer', 'on_the_way', 'assigned', '{doorstep}'),
  ('customer', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'on_the_way', 'inspecting', '{doorstep}'),
  ('admin', 'on_the_way', 'assigned', '{doorstep}'),
  ('admin', 'on_the_way', 'no_show', '{doorstep}'),
  ('admin', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'picked_up', 'inspecting', '{pickup}'),
  ('admin', 'picked_up', 'cancelled', '{pickup}'),
  ('admin', 'inspecting', 'awaiting_approval', null),
  ('admin', 'inspecting', 'in_service', null),
  ('admin', 'inspecting', 'cancelled', null),
  ('customer', 'awaiting_approval', 'inspecting', null),
  ('admin', 'awaiting_approval', 'inspecting', null),
  ('admin', 'awaiting_approval', 'cancelled', null),
  ('admin', 'in_service', 'quality_check', null),
  ('admin', 'quality_check', 'ready', null),
  ('admin', 'ready', 'completed', null);

-- Fees and history ---------------------------------------------------------------------------------------------------

alter table public.service_bookings
  add column fee int not null default 0 check (fee >= 0),
  add column moves int not null default 0 check (moves >= 0),
  add column late_moves int not null default 0 check (late_moves between 0 and moves),
  add column late_cancelled boolean not null default false;
comment on column public.service_bookings.fee is 'Rupees for cancelling or moving late and for not being there, beside the bill.';
comment on column public.service_bookings.moves is 'How often the customer moved it; late_moves of them inside 2 hours.';
comment on column public.service_bookings.late_cancelled is 'Cancelled by the customer inside 2 hours: the first time of a number is free.';
comment on column public.service_bookings.closed_at is
  'When it was completed, cancelled, missed or expired; the manage link lives 30 days more.';

alter table public.booking_events
  add column moved_from timestamptz,
  add column fee int not null default 0;
comment on column public.booking_events.moved_from is 'Set when this event moved the booking: when it was to start before.';
comment on column public.booking_events.fee is 'Rupees that this event added to the booking''s fee, or took off.';

create function private.keep_event() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'booking_events is append-only';
end;
$$;
revoke all on function private.keep_event() from public, anon, authenticated, service_role;
comment on function private.keep_event() is 'Trigger: an event is never changed, whoever tries. It goes only with its booking.';
create trigger keep_event before update on public.booking_events
  for each row execute function private.keep_event();

create function private.is_rained_off(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.mode = 'doorstep'
    and exists (select from public.weather_days w where w.date = booking.booking_date);
$$;
revoke all on function private.is_rained_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_rained_off(public.service_bookings) is 'Weather mode on the day of a visit to the gate: everything is free.';

create function private.may_go(actor text, booking public.service_bookings, to_status text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.booking_transitions t
    where t.actor = may_go.actor and t.from_status = booking.status and t.to_status = may_go.to_status
      and (t.modes is null or booking.mode = any (t.modes))
  );
$$;
revoke all on function private.may_go(text, public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.may_go(text, public.service_bookings, text) is 'Whether booking_transitions allows a step.';

create function private.change_terms(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      private.is_rained_off(booking) as rain,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.may_go('customer', booking, 'cancelled') as can_cancel,
      booking.status in ('confirmed', 'assigned') or private.may_go('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not can_cancel or rain then 0
      when on_the_way then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (rain or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not rain then 100 else 0 end,
    'weather', rain
  )
  from facts;
$$;
revoke all on function private.change_terms(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way; nothing in weather mode.';

-- Extra work ---------------------------------------------------------------------------------------------------------

create table public.extra_work (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  reason text not null check (char_length(reason) between 3 and 300),
  price int not null check (price between 1 and 100000),
  minutes int not null check (minutes between 0 and 960),
  status text not null check (status in ('proposed', 'approved', 'declined')),
  decided_by text check (decided_by in ('customer', 'admin', 'limit')),
  note text,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  position int not null,
  unique (booking_id, position),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check (decided_by <> 'limit' or status = 'approved')
);
alter table public.extra_work enable row level security;
revoke all on table public.extra_work from public, anon, authenticated, service_role;
grant select on table public.extra_work to authenticated;
grant select, insert, update, delete on table public.extra_work to service_role;
create policy "extra work is read with its booking" on public.extra_work
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.extra_work is
  'What the shop found beside the booked work, line by line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking.';

-- Status changes -----------------------------------------------------------------------------------------------------

drop function private.move_booking(uuid, text, text, text, text, int);

create function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = go.booking and e.status = 'proposed'
  );
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.may_go(go.actor, b, go.to_status) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(go.to_status, 'nothing'), '_', ' ') || '.');
  elsif go.to_status = 'awaiting_approval' and not asked then
    perform private.fail(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and go.to_status = 'inspecting' and asked then
    perform private.fail(409, 'not_answered', 'The customer has not answered every line yet.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), go.actor, auth.uid(), b.status, go.to_status, go.note, go.fee);
  if go.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = go.to_status,
    mechanic = coalesce(go.mechanic, s.mechanic),
    final_price = case
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, s.estimated_price + (
        select coalesce(sum(e.price), 0)::int from public.extra_work e
        where e.booking_id = s.id and e.status = 'approved'
      ))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case go.actor when 'customer' then 'customer' else 'shop' end
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;
revoke all on function private.go(uuid, text, text, text, text, int, int) from public, anon, authenticated, service_role;
comment on function private.go(uuid, text, text, text, text, int, int) is
  'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, and bills a completed one (estimate and approved extra work unless said otherwise).';

create or replace function private.booking_state(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'booking_date', booking.booking_date, 'booking_time', private.hhmm(booking.booking_time),
    'window_end', private.hhmm(booking.window_end), 'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price, 'final_price', booking.final_price, 'fee', booking.fee,
    'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
$$;

create function private.own_booking(booking uuid, manage_token text) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = own_booking.booking for update;
  if b.id is null or not (
    public.is_admin()
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(own_booking.manage_token) = b.id, false)
  ) then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  return b;
end;
$$;
revoke all on function private.own_booking(uuid, text) from public, anon, authenticated, service_role;
comment on function private.own_booking(uuid, text) is
  'The booking, locked, for its owner, the holder of its manage token or an admin; to anybody else it does not exist.';

create function private.check_fee(fee int, expected_fee int) returns void
language plpgsql set search_path = ''
as $$
begin
  if fee is distinct from coalesce(expected_fee, 0) then
    perform private.fail(409, 'fee_changed', 'This costs ' || private.rupees(fee) || ' by now. Please look at it again.',
      jsonb_build_object('fee', fee)::text);
  end if;
end;
$$;
revoke all on function private.check_fee(int, int) from public, anon, authenticated, service_role;
comment on function private.check_fee(int, int) is 'Nobody pays a fee that was not shown: raises PT409 fee_changed with the fee.';

drop function public.cancel_booking(uuid, text, text);

create function public.cancel_booking(
  booking uuid, manage_token text default null, reason text default null, expected_fee int default 0
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := public.is_admin() and b.user_id is distinct from auth.uid();
  why text := private.squeeze(cancel_booking.reason);
  terms jsonb := private.change_terms(b);
  cost int := case when as_admin then 0 else (terms ->> 'cancel_fee')::int end;
begin
  if char_length(why) > 200 then
    perform private.fail(422, 'reason', 'Keep the reason under 200 characters');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.may_go(case when as_admin then 'admin' else 'customer' end, b, 'cancelled') then
    perform private.check_fee(cost, case when as_admin then 0 else expected_fee end);
  end if;
  return private.booking_state(private.go(
    b.id, case when as_admin then 'admin' else 'customer' end, 'cancelled', why, fee => cost
  ));
end;
$$;
revoke all on function public.cancel_booking(uuid, text, text, int) from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text, int) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text, int) is
  'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if it is what he saw (else PT409 fee_changed with details.fee); the shop cancels free of charge. Cancelling twice changes nothing. Raises PT404 not_found, PT409 not_allowed, PT422 reason.';

create function public.reschedule_booking(
  booking uuid, date text, start text, manage_token text default null, expected_fee int default 0,
  expected_total int default null, note text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, reschedule_booking.manage_token);
  as_admin boolean := public.is_admin() and b.user_id is distinct from auth.uid();
  actor text := case when as_admin then 'admin' else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  remark text := private.squeeze(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  cost int := case when as_admin then 0 else (terms ->> 'move_fee')::int end;
  to_status text := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int;
  new_end time;
begin
  if day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  elsif (b.booking_date, b.booking_time) = (day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.may_go(actor, b, 'assigned')) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot be moved.');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.fail(409, 'moved_often', 'You have moved this booking before. To move it again, call us on '
      || private.shop_phone() || '.');
  end if;
  perform private.check_fee(cost, case when as_admin then 0 else expected_fee end);

  -- A coupon of certain days holds on the new day or falls away, and the customer sees that first.
  discount := private.coupon_off(b.coupon_code, (
    select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
  ), day, null);
  off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.fail(409, 'price_changed', 'On that day it costs '
      || private.rupees(b.estimated_price + b.discount - off) || '. ' || coalesce(discount ->> 'reason', ''),
      jsonb_build_object('total', b.estimated_price + b.discount - off, 'coupon', discount)::text);
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  -- The new place first, then the old one: both days are locked, and a refusal leaves everything as it was. The shop
  -- may squeeze somebody in earlier than its own lead time.
  perform private.lock_days(b.mode, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    b.mode, day, arrival, b.windows, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.instant(private.today(), '00:00') end
  );
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, b.mode, day, arrival, b.windows);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee)
  values (b.id, private.now(), actor, auth.uid(), b.status, to_status, remark, b.starts_at, cost);
  update public.service_bookings s set
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when as_admin or (terms ->> 'weather')::boolean then 0 else 1 end,
    late_moves = s.late_moves
      + case when as_admin or (terms ->> 'weather')::boolean or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$$;
revoke all on function public.reschedule_booking(uuid, text, text, text, int, int, text)
  from public, anon, authenticated, service_role;
grant execute on function public.reschedule_booking(uuid, text, text, text, int, int, text)
  to anon, authenticated, service_role;
comment on function public.reschedule_booking(uuid, text, text, text, int, int, text) is
  'Moves a booking to another free time: the owner, the holder of the manage token (fees and how often: change_terms) or an admin (free, also at short notice). The same time changes nothing. Raises PT404, PT409 not_allowed, moved_often, fee_changed (details.fee), price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, note.';

create function public.set_booking_fee(booking uuid, fee int, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_fee.note);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.fail(422, 'fee', 'Enter the fee in whole rupees');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.fail(422, 'note', 'Say why: it stays with the booking');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee);
  update public.service_bookings s set fee = set_booking_fee.fee where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$$;
revoke all on function public.set_booking_fee(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.set_booking_fee(uuid, int, text) to authenticated, service_role;
comment on function public.set_booking_fee(uuid, int, text) is
  'An admin overrides the fee of a booking and says why. Raises PT403, PT404, PT422 (fee, note).';

create or replace function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.squeeze(set_booking_status.note);
  person text := private.squeeze(set_booking_status.mechanic);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  if not exists (select from public.service_bookings s where s.id = booking) then
    perform private.fail(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.fail(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.fail(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  return private.booking_state(private.go(
    booking, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price,
    case set_booking_status.to_status when 'no_show' then 200 else 0 end
  ));
end;
$$;
comment on function public.set_booking_status(uuid, text, text, text, int) is
  'Admins move a booking along booking_transitions. Nobody there costs 200 rupees. A completed booking without a bill is billed as estimated, with the approved extra work. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, PT422.';

create function private.tell_followers(booking uuid) returns void
language sql set search_path = ''
as $$ update public.service_bookings s set updated_at = pg_catalog.now() where s.id = tell_followers.booking; $$;
revoke all on function private.tell_followers(uuid) from public, anon, authenticated, service_role;
comment on function private.tell_followers(uuid) is
  'Extra work has changed: the feed carries bookings, so whoever follows this one reads it again.';

create function public.propose_extra_work(booking uuid, items jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.fail(409, 'not_allowed', 'Extra work is proposed while the bike is inspected; this booking is '
      || replace(b.status, '_', ' ') || '.');
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.fail(422, 'items', 'Name 1 to 20 pieces of work');
  end if;
  select coalesce(sum(e.price), 0) into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.squeeze(entry ->> 'name');
    line.reason := private.squeeze(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.fail(422, 'name', 'Name the work in 2 to 80 characters');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.fail(422, 'reason', 'Say why in 3 to 300 characters: the customer decides by it');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.fail(422, 'price', 'Enter the price in whole rupees');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.fail(422, 'minutes', 'Enter the minutes it takes');
    end if;
    -- Within the limit nobody is asked; what goes beyond it always is.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit' end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved' else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.go(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.propose_extra_work(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.propose_extra_work(uuid, jsonb) to authenticated, service_role;
comment on function public.propose_extra_work(uuid, jsonb) is
  'An admin names work found while inspecting: [{name, reason, price, minutes}]. Lines within the limit of the booking are approved at once; any other waits for the customer, and the booking with it. Raises PT403, PT404, PT409 not_allowed, PT422 (items, name, reason, price, minutes).';

create function private.extra_work_of(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) - 'booking_id' order by e.position), '[]')
  from public.extra_work e where e.booking_id = extra_work_of.booking;
$$;
revoke all on function private.extra_work_of(uuid) from public, anon, authenticated, service_role;
comment on function private.extra_work_of(uuid) is 'The lines of extra work of a booking.';

create function public.answer_extra_work(
  line uuid, approve boolean, manage_token text default null, note text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.squeeze(answer_extra_work.note);
  answer text := case when answer_extra_work.approve then 'approved' when not answer_extra_work.approve then 'declined' end;
begin
  b := private.own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.is_admin() and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.fail(422, 'approve', 'Say yes or no');
  elsif char_length(remark) > 300 then
    perform private.fail(422, 'note', 'Keep the note to 300 characters');
  elsif as_admin and remark is null then
    perform private.fail(422, 'note', 'Say how the customer answered: it stays with the booking');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.fail(409, 'answered', 'This was answered before. To change it, call us on '
      || private.shop_phone() || '.');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin' else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.go(b.id, case when as_admin then 'admin' else 'customer' end, 'inspecting', null);
  else
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.answer_extra_work(uuid, boolean, text, text) from public, anon, authenticated, service_role;
grant execute on function public.answer_extra_work(uuid, boolean, text, text) to anon, authenticated, service_role;
comment on function public.answer_extra_work(uuid, boolean, text, text) is
  'The customer says yes or no to one line; an admin only with a note of how he was told. After the last line the inspection goes on. The same answer twice changes nothing. Raises PT404, PT409 answered, PT422 (approve, note).';

-- Reading ------------------------------------------------------------------------------------------------------------

drop function public.get_booking(text);

create function public.get_booking(manage_token text default null, booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  terms jsonb;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at}'::text[] || jsonb_build_object(
    'booking_time', private.hhmm(b.booking_time),
    'window_end', private.hhmm(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$$;
revoke all on function public.get_booking(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_booking(text, uuid) to anon, authenticated, service_role;
comment on function public.get_booking(text, uuid) is
  'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), and how to reach the shop. Raises PT404 not_found.';
