-- Move a booking to another time: take the new place, free the old one, in one transaction.

create function private.can_be_picked_up(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.mode = 'doorstep' and exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and 'pickup' = any (p.modes)
  );
end;
$$;
revoke all on function private.can_be_picked_up(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.can_be_picked_up(public.service_bookings) is
  'Whether the work of a doorstep booking can also be done in the workshop, after a pickup.';

create function public.reschedule_booking(
  booking uuid, date text, start text, manage_token text default null, expected_fee int default 0,
  expected_total int default null, note text default null, cause text default null, waiver text default null,
  mode text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token, '{owner,desk}');
  as_admin boolean := private.acts_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place public.service_mode := private.to_service_mode(coalesce(private.clean_text(reschedule_booking.mode), b.mode::text));
  remark text := private.clean_text(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Caused by the shop or the weather: free, not counted, and at the agreed price.
  ours boolean := private.is_change_free(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status public.booking_status := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.reject(422, 'date');
  elsif arrival is null then
    perform private.reject(422, 'time');
  elsif char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  elsif place is null then
    perform private.reject(422, 'mode');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.can_transition(actor, b, 'assigned')) then
    perform private.reject(409, 'cannot_move', jsonb_build_object('status', b.status));
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false))
  ) then
    perform private.reject(409, 'pickup_needs_rain');
  elsif place <> b.mode and not private.can_be_picked_up(b) then
    perform private.reject(422, 'no_pickup');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.reject(409, 'moved_often');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days must hold on the new day, or the customer confirms the new price. When the shop or the
  -- weather causes the move, the coupon stays.
  if not ours then
    discount := private.coupon_discount(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null, greatest(1, private.bikes_of_group(b.group_id)));
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.reject(409, 'day_price_changed', jsonb_build_object(
      'total', b.estimated_price + b.discount - off, 'coupon', discount
    ));
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- With both days locked, check the new place before freeing the old one. Admins need not keep the lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
  );
  -- A booking of an unproven number can't leave its share by moving.
  if not as_admin and exists (select from private.unproven_bookings u where u.booking_id = b.id)
    and private.unproven_until(place, day, arrival, needed, b.id) is not null
  then
    perform private.reject(409, 'slot_taken', jsonb_build_object(
      'alternatives', private.nearest_free(place, day, arrival, needed, coalesce(package.next_day_only, false), b.id, true)
    ));
  end if;
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee, kind, data)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status, remark,
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost, 'moved',
    jsonb_strip_nulls(jsonb_build_object(
      'cause', case when as_admin then coalesce(reschedule_booking.cause, 'customer') end,
      'to_pickup', case when place <> b.mode then true end
    ))
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    ready_time = null,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  if reschedule_booking.cause = 'shop' then
    perform private.give_credit(b, (terms ->> 'move_credit')::int, null);
  end if;
  return private.booking_state(b);
end;
$$;
revoke all on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text) is
  'Moves a booking to another free time: by the owner or the holder of the manage token (fees and number of moves: change_terms), or by an admin (any number of moves, also within the lead time). An admin names the cause: customer (the default) costs and counts like a move by the customer, unless waiver (3 to 300 characters) says why it costs nothing; shop and weather are free, are not counted and keep the price; shop gives the credit of move_credit of change_terms. So is every move in weather mode or after the shop has missed the window. mode pickup turns a doorstep visit into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause shop (no work is possible there) or weather, and only for work that is offered with pickup; the price stays as agreed. Moving to the same time changes nothing. Raises PT404, PT403 shop_only (a cause or a waiver from a customer), PT409 cannot_move, pickup_needs_rain, moved_often, fee_changed (details.fee), day_price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, no_pickup, note_too_long, cause, waiver, nothing_to_waive.';
