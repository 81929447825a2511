-- Changes for a customer who rings: when it is his wish, he pays through staff what he would pay by himself, by the
-- clock, unless an admin waives the fee and says why. And a visit to the gate that the rain stops can become a pickup.

comment on column public.service_bookings.moves is
  'How often the customer moved it, by himself or through staff; late_moves of them inside 2 hours. What the weather or the shop causes does not count.';
comment on column public.service_bookings.late_cancelled is
  'Cancelled for the customer inside 2 hours, by himself or through staff: the first time of a number is free. A waived fee forgives the money, not the lateness: that was the first time all the same.';

-- Terms --------------------------------------------------------------------------------------------------------------

create function private.is_ours(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.is_rained_off(booking) or private.is_missed(booking); end; $$;
revoke all on function private.is_ours(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_ours(public.service_bookings) is
  'Whether the weather or the shop is why a booking does not happen as agreed: changing it is free, whoever asks for it.';

create function private.can_be_fetched(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.mode = 'doorstep' and exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and 'pickup' = any (p.modes)
  );
end;
$$;
revoke all on function private.can_be_fetched(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.can_be_fetched(public.service_bookings) is
  'Whether what was booked for the gate can be done in the workshop as well, after a pickup.';

create or replace function private.change_terms(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- On the way or there: from then on only staff cancel.
      booking.mode <> 'workshop'
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_ours(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.may_go('customer', booking, 'cancelled') as can_cancel,
      private.may_go('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.may_go('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then 100 else 0 end,
    'can_pick_up', movable and rain and private.can_be_fetched(booking),
    'weather', rain
  )
  from facts;
$$;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment, by himself or through staff: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way, 200 also when he is there, where only staff cancel; nothing in weather mode, nothing when we have missed the window, and nothing for a booking that is not paid yet and so not confirmed. can_pick_up: in weather mode a visit to the gate can become a pickup, if the work can be done in the workshop.';

create function private.speaks_for_shop(booking public.service_bookings, cause text, waiver text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  said boolean := speaks_for_shop.cause is not null or speaks_for_shop.waiver is not null;
begin
  if said and not public.is_admin() then
    perform private.fail(403, 'forbidden', 'Only the shop says whose reason a change has. Call us on '
      || private.shop_phone() || '.');
  elsif speaks_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.fail(422, 'cause', 'Choose whose reason it is');
  elsif speaks_for_shop.waiver is not null
    and coalesce(char_length(private.squeeze(speaks_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.fail(422, 'waiver', 'Say in 3 to 300 characters why the fee is waived: it stays with the booking');
  end if;
  return public.is_admin() and (said or booking.user_id is distinct from auth.uid());
end;
$$;
revoke all on function private.speaks_for_shop(public.service_bookings, text, text)
  from public, anon, authenticated, service_role;
comment on function private.speaks_for_shop(public.service_bookings, text, text) is
  'Whether a change is made by the shop: an admin speaks for it in any booking but his own, and in that too once he says whose reason it is. Raises PT403 when a customer does, PT422 cause, waiver.';

create function private.charge_fee(booking public.service_bookings, fee int, expected_fee int, waiver text) returns int
language plpgsql set search_path = ''
as $$
declare
  why text := private.squeeze(charge_fee.waiver);
begin
  perform private.check_fee(charge_fee.fee, charge_fee.expected_fee);
  if why is null then
    return charge_fee.fee;
  elsif charge_fee.fee = 0 then
    perform private.fail(422, 'waiver', 'There is no fee to waive.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status,
    'Fee of ' || private.rupees(charge_fee.fee) || ' waived: ' || why
  );
  return 0;
end;
$$;
revoke all on function private.charge_fee(public.service_bookings, int, int, text)
  from public, anon, authenticated, service_role;
comment on function private.charge_fee(public.service_bookings, int, int, text) is
  'What a change costs in the end: the fee that was shown, or nothing when it is waived, which an event of its own keeps with the reason. Raises PT409 fee_changed, PT422 waiver.';

-- Cancelling ---------------------------------------------------------------------------------------------------------

drop function public.cancel_booking(uuid, text, text, int, text);

create function public.cancel_booking(
  booking uuid, manage_token text default null, reason text default null, expected_fee int default 0,
  cause text default null, waiver text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := private.speaks_for_shop(b, cancel_booking.cause, cancel_booking.waiver);
  actor text := case when as_admin then 'admin' else 'customer' end;
  asked_for boolean := not as_admin or coalesce(cancel_booking.cause = 'customer', false);
  late boolean := asked_for and b.status <> 'pending_payment' and private.now() > private.cancel_until(b)
    and not private.is_ours(b);
  why text := private.squeeze(cancel_booking.reason);
  cost int := 0;
begin
  if char_length(why) > 200 then
    perform private.fail(422, 'reason', 'Keep the reason under 200 characters');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.may_go(actor, b, 'cancelled') then
    cost := private.charge_fee(
      b, case when asked_for then (private.change_terms(b) ->> 'cancel_fee')::int else 0 end,
      cancel_booking.expected_fee, cancel_booking.waiver
    );
  end if;
  b := private.go(
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then cancel_booking.cause end
  );
  -- private.go notes it of a customer; through staff it is the same.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$$;
revoke all on function public.cancel_booking(uuid, text, text, int, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text, int, text, text) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text, int, text, text) is
  'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if it is what he saw (else PT409 fee_changed with details.fee). An admin says whose reason it is: cause customer (he asked us to) costs the same, by the same clock, unless a waiver of 3 to 300 characters says why not; shop (also when left out; gives 100 rupees credit) and weather (rain or a closed road; also when left out in weather mode) cost nothing. Cancelling twice changes nothing. Raises PT404 not_found, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver.';

-- Moving -------------------------------------------------------------------------------------------------------------

drop function public.reschedule_booking(uuid, text, text, text, int, int, text);

create function public.reschedule_booking(
  booking uuid, date text, start text, manage_token text default null, expected_fee int default 0,
  expected_total int default null, note text default null, cause text default null, waiver text default null,
  mode text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, reschedule_booking.manage_token);
  as_admin boolean := private.speaks_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor text := case when as_admin then 'admin' else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place text := coalesce(private.squeeze(reschedule_booking.mode), b.mode);
  remark text := private.squeeze(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Free, not counted, and at the price that was agreed.
  ours boolean := private.is_ours(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status text := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  elsif place not in ('doorstep', 'pickup', 'workshop') then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.may_go(actor, b, 'assigned')) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot be moved.');
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
  ) then
    perform private.fail(409, 'not_allowed',
      'Only a visit to your gate that the weather stops can become a pickup. Call us on ' || private.shop_phone() || '.');
  elsif place <> b.mode and not private.can_be_fetched(b) then
    perform private.fail(422, 'mode', 'This work is not done with pickup. Choose another day at your gate.');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.fail(409, 'moved_often', 'You have moved this booking before. To move it again, call us on '
      || private.shop_phone() || '.');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days holds on the new day or falls away, and the customer sees that first. When it is not his
  -- wish, he keeps it.
  if not ours then
    discount := private.coupon_off(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null);
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.fail(409, 'price_changed', 'On that day it costs '
      || private.rupees(b.estimated_price + b.discount - off) || '. ' || coalesce(discount ->> 'reason', ''),
      jsonb_build_object('total', b.estimated_price + b.discount - off, 'coupon', discount)::text);
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- The new place first, then the old one: both days are locked, and a refusal leaves everything as it was. The shop
  -- may squeeze somebody in earlier than its own lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.instant(private.today(), '00:00') end
  );
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status,
    nullif(concat_ws('. ',
      case when as_admin then case coalesce(reschedule_booking.cause, 'customer')
        when 'shop' then 'For our own reasons'
        when 'weather' then 'Rain or a closed road'
        else 'The customer asked for it'
      end end,
      case when place <> b.mode then 'Pickup instead of a visit to the gate' end,
      remark
    ), ''),
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$$;
revoke all on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text) is
  'Moves a booking to another free time: the owner, the holder of the manage token (fees and how often: change_terms) or an admin (as often as needed, also at short notice). An admin says whose reason it is: cause customer (also when left out) costs and counts as if the customer did it, unless a waiver of 3 to 300 characters says why it costs nothing; shop and weather cost nothing, count for nothing and leave the price, as do weather mode and a window that we have missed. mode pickup turns a visit to the gate into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause weather, and only for work that is done with pickup; the price stays as agreed. The same time changes nothing. Raises PT404, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, moved_often, fee_changed (details.fee), price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, note, cause, waiver.';

-- A pickup at the same time is news as well: the next entry of the calendar, and a message.
create or replace function private.count_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + case
    when (new.mode, new.booking_date, new.booking_time) is distinct from (old.mode, old.booking_date, old.booking_time)
      then 1
    when new.status <> old.status and new.status in ('cancelled', 'awaiting_approval') then 1
    else 0
  end;
  return new;
end;
$$;
