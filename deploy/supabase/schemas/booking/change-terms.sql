-- The fee of a change: it depends on when the change is made and on who caused it.

create function private.cancel_notice() returns interval
language plpgsql stable set search_path = ''
as $$ begin return (select s.cancel_free_hours * interval '1 hour' from public.shop s); end; $$;
revoke all on function private.cancel_notice() from public, anon, authenticated, service_role;
comment on function private.cancel_notice() is 'How long before the window a customer cancels free: shop.cancel_free_hours.';

create function private.cancel_until(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$ begin return booking.starts_at - private.cancel_notice(); end; $$;
revoke all on function private.cancel_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.cancel_until(public.service_bookings) is 'Until when a customer cancels free: private.cancel_notice before the window.';

create function private.is_rained_off(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if booking.mode <> 'doorstep' then
    return false;
  end if;
  return exists (select from public.weather_days w where w.date = booking.booking_date);
end;
$$;
revoke all on function private.is_rained_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_rained_off(public.service_bookings) is 'Whether a doorstep visit is on a day in weather mode: every change is free then.';

create function private.window_missed_at(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return private.local_instant(booking.booking_date, booking.window_end)
    + (select s.late_minutes from public.shop s) * interval '1 minute';
end;
$$;
revoke all on function private.window_missed_at(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.window_missed_at(public.service_bookings) is 'From when the shop has missed the window: shop.late_minutes after its end.';

create function private.is_window_missed(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.mode <> 'workshop' and booking.status in ('confirmed', 'assigned', 'on_the_way')
    and private.now() >= private.window_missed_at(booking);
end;
$$;
revoke all on function private.is_window_missed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_window_missed(public.service_bookings) is
  'Whether the shop has missed the window: no mechanic has come by shop.late_minutes after its end, so moving and cancelling are free. Always false for mode workshop.';

create function private.was_shop_late(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.window_missed_at(booking) <= coalesce(private.arrived_at(booking.id), booking.closed_at, private.now())
  -- Or it was late for a window from which the booking was moved. All windows have the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time)
        + (select s.late_minutes from public.shop s) * interval '1 minute'
  );
end;
$$;
revoke all on function private.was_shop_late(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.was_shop_late(public.service_bookings) is
  'Whether the shop was late: by shop.late_minutes after the end of the window it had neither picked up nor inspected the bike. It was not late for a window if the booking was closed or moved before that time.';

create function private.no_show_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when private.is_rained_off(booking) or private.is_window_missed(booking) then 0
    else (select s.visit_fee from public.shop s)
  end;
end;
$$;
revoke all on function private.no_show_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_show_fee(public.service_bookings) is
  'The fee of a no-show: shop.visit_fee, or 0 in weather mode and when the shop missed the window.';

create function private.no_show_from(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$ begin return booking.starts_at + (select s.no_show_minutes from public.shop s) * interval '1 minute'; end; $$;
revoke all on function private.no_show_from(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_show_from(public.service_bookings) is 'From when a no-show may be recorded: shop.no_show_minutes after the booked start.';

create function private.visit_fee(mode public.service_mode) returns int
language plpgsql stable set search_path = ''
as $$ begin return (select s.visit_fee from public.shop s where visit_fee.mode <> 'workshop'); end; $$;
revoke all on function private.visit_fee(public.service_mode) from public, anon, authenticated, service_role;
comment on function private.visit_fee(public.service_mode) is
  'The fee for cancelling when the mechanic is on the way or has arrived: shop.visit_fee; null for mode workshop.';

create function private.is_visited(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.visit_fee(booking.mode) is not null
    and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval');
end;
$$;
revoke all on function private.is_visited(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_visited(public.service_bookings) is
  'Whether the mechanic is on the way or has arrived and no work has begun; after the arrival only staff cancel.';

create function private.cancel_credit(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when booking.status = 'pending_payment' or private.is_rained_off(booking) then 0
    when private.is_visited(booking) then private.visit_fee(booking.mode)
    when private.now() > private.cancel_until(booking) then (select s.late_fee from public.shop s)
    else 0
  end;
end;
$$;
revoke all on function private.cancel_credit(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.cancel_credit(public.service_bookings) is
  'Rupees of the credit when the shop cancels at this moment: what the same costs a customer, also one whose first time is free. The shop has no free first time, and none after it has missed the window.';

create function private.move_credit(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when booking.status = 'on_the_way' and not private.is_rained_off(booking) then (select s.late_fee from public.shop s)
    else 0
  end;
end;
$$;
revoke all on function private.move_credit(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.move_credit(public.service_bookings) is
  'Rupees of the credit when the shop moves a booking at this moment: what the same costs a customer.';

create function private.change_terms(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  free_until timestamptz := private.cancel_until(booking);
  late boolean := private.now() > free_until;
  rain boolean := private.is_rained_off(booking);
  ours boolean := private.is_change_free(booking);
  can_cancel boolean := private.can_transition('customer', booking, 'cancelled');
  movable boolean := booking.status in ('confirmed', 'assigned')
    or private.can_transition('customer', booking, 'assigned');
  move_credit int := private.move_credit(booking);
  cancel_fee int := 0;
begin
  if ours or booking.status = 'pending_payment'
    or not (can_cancel or private.can_transition('admin', booking, 'cancelled'))
  then
    cancel_fee := 0;
  elsif private.is_visited(booking) then
    cancel_fee := private.visit_fee(booking.mode);
  elsif late and exists (
    select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
  ) then
    cancel_fee := (select s.late_fee from public.shop s);
  end if;
  return jsonb_build_object(
    'free_until', free_until,
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', cancel_fee,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'cancel_credit', private.cancel_credit(booking),
    'move_fee', case when movable and not ours then move_credit else 0 end,
    'move_credit', move_credit,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  );
end;
$$;
revoke all on function private.change_terms(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment, directly or through staff. Until shop.cancel_free_hours before the window both are free (at most two moves). After that, cancelling costs shop.late_fee (the first time of a phone number is free) and one move is free. With the mechanic on the way, cancelling costs shop.visit_fee and moving shop.late_fee. After the mechanic has arrived only staff cancel, for shop.visit_fee. Everything is free in weather mode, when the shop has missed the window, and before a booking is paid and confirmed. cancel_credit and move_credit: what the shop credits when it cancels or moves the booking at this moment for its own reasons. can_pick_up: in weather mode a doorstep visit can become a pickup, if the work can be done in the workshop.';

create function private.check_expected_fee(fee int, expected_fee int) returns void
language plpgsql set search_path = ''
as $$
begin
  if fee is distinct from coalesce(expected_fee, 0) then
    perform private.reject(409, 'fee_changed', jsonb_build_object('fee', fee));
  end if;
end;
$$;
revoke all on function private.check_expected_fee(int, int) from public, anon, authenticated, service_role;
comment on function private.check_expected_fee(int, int) is 'Raises PT409 fee_changed with the fee when it is not the one that the caller saw.';

create function private.acts_for_shop(booking public.service_bookings, cause text, waiver text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  said boolean := acts_for_shop.cause is not null or acts_for_shop.waiver is not null;
begin
  if said and not public.has_duty('owner', 'desk') then
    perform private.reject(403, 'shop_only');
  elsif acts_for_shop.waiver is not null and not public.has_duty('owner') then
    perform private.reject(403, 'forbidden');
  elsif acts_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.reject(422, 'cause');
  elsif acts_for_shop.waiver is not null
    and coalesce(char_length(private.clean_text(acts_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.reject(422, 'waiver');
  end if;
  -- What was paid towards a waived fee is given back.
  if acts_for_shop.waiver is not null then
    perform private.require_fresh_sign_in();
  end if;
  return public.has_duty('owner', 'desk') and (said or booking.user_id is distinct from auth.uid());
end;
$$;
revoke all on function private.acts_for_shop(public.service_bookings, text, text)
  from public, anon, authenticated, service_role;
comment on function private.acts_for_shop(public.service_bookings, text, text) is
  'Whether a change is made by the shop: owners and the desk act for the shop in every booking but their own, and in their own once they name a cause. Raises PT403 shop_only when another caller sends a cause or a waiver, PT403 forbidden for a waiver that is not an owner''s, sign_in_again for one of an owner who has not just signed in, PT422 cause, waiver.';

create function private.is_change_free(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.is_rained_off(booking) or private.is_window_missed(booking); end; $$;
revoke all on function private.is_change_free(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_change_free(public.service_bookings) is
  'Whether every change of a booking is free: in weather mode, or when the shop has missed the window.';

create function private.charge_fee(booking public.service_bookings, fee int, expected_fee int, waiver text) returns int
language plpgsql set search_path = ''
as $$
declare
  why text := private.clean_text(charge_fee.waiver);
begin
  perform private.check_expected_fee(charge_fee.fee, charge_fee.expected_fee);
  if why is null then
    return charge_fee.fee;
  elsif charge_fee.fee = 0 then
    perform private.reject(422, 'nothing_to_waive');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, why, 'fee_waived',
    jsonb_build_object('rupees', charge_fee.fee)
  );
  return 0;
end;
$$;
revoke all on function private.charge_fee(public.service_bookings, int, int, text)
  from public, anon, authenticated, service_role;
comment on function private.charge_fee(public.service_bookings, int, int, text) is
  'Returns the fee to charge: the one that was shown, or 0 when it is waived; then it writes an event with the reason. Raises PT409 fee_changed, PT422 nothing_to_waive.';
