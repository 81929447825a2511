set check_function_bodies = off;

ALTER TABLE "public"."shop" DROP CONSTRAINT "shop_late_credit_check";

ALTER TABLE "public"."shop" DROP COLUMN "late_credit";

ALTER TABLE "public"."shop" ADD COLUMN "late_credit" integer GENERATED ALWAYS AS (late_fee) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.cancel_credit(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when booking.status = 'pending_payment' or private.is_rained_off(booking) then 0
    when private.is_visited(booking) then private.visit_fee(booking.mode)
    when private.now() > private.cancel_until(booking) then (select s.late_fee from public.shop s)
    else 0
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.carry_dues()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, amount, reason, given_at)
      select new.id, new.phone, private.cancel_credit(old), 'we_cancelled', private.now()
      where private.cancel_credit(old) > 0
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Parts of the carried fees may have been paid while this booking was unpaid or expired.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  -- A free re-check costs nothing: the next booking pays what is owed.
  if private.is_void(new) or new.recheck_of is not null then
    return null;
  end if;
  -- Concurrent bookings of one number wait here, so that a fee or credit is used once.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.is_live_booking(n.carried_to)
    -- Staff are already checking a payment of it that the customer reported.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.is_live_booking(o.used_by)
  ) free
  where free.id = c.id
    -- Skip credits beyond the price. An unpaid booking must keep an amount to pay, as the payment confirms it.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      private.is_visited(booking) as visited,
      private.is_rained_off(booking) as rain,
      private.is_change_free(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.can_transition('customer', booking, 'cancelled') as can_cancel,
      private.can_transition('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.can_transition('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then private.visit_fee(booking.mode)
      when late and waived_before then shop.late_fee
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'cancel_credit', private.cancel_credit(booking),
    'move_fee', case when movable and not ours then private.move_credit(booking) else 0 end,
    'move_credit', private.move_credit(booking),
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  )
  from facts, public.shop;
$function$;

CREATE OR REPLACE FUNCTION private.give_credit(booking public.service_bookings, rupees integer, note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if give_credit.rupees = 0 or exists (select from public.booking_credits c where c.booking_id = booking.id) then
    return;
  end if;
  -- An issued invoice does not change, so the credit of a closed booking is for the next one.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    booking.id, booking.phone, give_credit.rupees, 'late', left(give_credit.note, 300),
    case when booking.status not in ('completed', 'cancelled') then booking.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, give_credit.note, 'credit_given',
    jsonb_build_object('rupees', give_credit.rupees)
  );
  perform private.refund_overpayment(booking, 'overpaid');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_visited(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.visit_fee(booking.mode) is not null
    and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval');
end;
$function$;

CREATE OR REPLACE FUNCTION private.late_credit_refusal(booking public.service_bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.effective_status(booking) in ('pending_payment', 'expired', 'no_show')
      or not exists (select from public.shop s where s.late_credit > 0) then 'no_credit'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'no_weather_credit'
    when not private.was_shop_late(booking) then 'not_late'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.move_credit(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when booking.status = 'on_the_way' and not private.is_rained_off(booking) then (select s.late_fee from public.shop s)
    else 0
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION public.give_late_credit(booking uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  shop public.shop;
  remark text := private.clean_text(give_late_credit.note);
  fault text;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  select * into shop from public.shop;
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_note');
  elsif fault is not null then
    perform private.reject(409, fault, case fault
      when 'no_credit' then jsonb_build_object('status', b.status)
      when 'not_late' then jsonb_build_object('minutes', shop.late_minutes)
    end);
  end if;
  perform private.give_credit(b, shop.late_credit, remark);
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON COLUMN "public"."shop"."late_credit" IS 'Rupees of the credit when the shop misses a window: what a late change costs the customer. A shop may only charge what it bears itself.';

COMMENT ON FUNCTION "private"."cancel_credit"(public.service_bookings) IS 'Rupees of the credit when the shop cancels at this moment: what the same costs a customer, also one whose first time is free. The shop has no free first time, and none after it has missed the window.';

COMMENT ON FUNCTION "private"."carry_dues"() IS 'Trigger on bookings: a new booking, unless it is a free re-check, takes over the unpaid no-show fees and the unused credits of its number; one that the shop cancels late for its own reasons gives the credit of private.cancel_credit.';

COMMENT ON FUNCTION "private"."change_terms"(public.service_bookings) IS 'What cancelling and moving cost a customer at this moment, directly or through staff. Until shop.cancel_free_hours before the window both are free (at most two moves). After that, cancelling costs shop.late_fee (the first time of a phone number is free) and one move is free. With the mechanic on the way, cancelling costs shop.visit_fee and moving shop.late_fee. After the mechanic has arrived only staff cancel, for shop.visit_fee. Everything is free in weather mode, when the shop has missed the window, and before a booking is paid and confirmed. cancel_credit and move_credit: what the shop credits when it cancels or moves the booking at this moment for its own reasons. can_pick_up: in weather mode a doorstep visit can become a pickup, if the work can be done in the workshop.';

COMMENT ON FUNCTION "private"."give_credit"(public.service_bookings, integer, text) IS 'Credits what the shop''s lateness costs it, once per booking, off this bill or the next one, with an event. The caller holds the booking.';

COMMENT ON FUNCTION "private"."is_visited"(public.service_bookings) IS 'Whether the mechanic is on the way or has arrived and no work has begun; after the arrival only staff cancel.';

COMMENT ON FUNCTION "private"."move_credit"(public.service_bookings) IS 'Rupees of the credit when the shop moves a booking at this moment: what the same costs a customer.';

COMMENT ON FUNCTION "public"."cancel_booking"(uuid, text, text, integer, text, text) IS 'Cancels a booking and frees its place. expected_fee is the fee that the caller saw; any other fee raises PT409 fee_changed (details.fee). The owner and the holder of the manage token pay cancel_fee of change_terms. An admin names the cause: customer (at the customer''s request) costs the same, unless waiver (3 to 300 characters) says why not; shop (the default; gives the credit of cancel_credit of change_terms) and weather (rain or a closed road; the default in weather mode) cost nothing. Repeating a call changes nothing. Raises PT404 not_found, PT403 shop_only (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver, nothing_to_waive.';

COMMENT ON FUNCTION "public"."reschedule_booking"(uuid, text, text, text, integer, integer, text, text, text, text) IS 'Moves a booking to another free time: by the owner or the holder of the manage token (fees and number of moves: change_terms), or by an admin (any number of moves, also within the lead time). An admin names the cause: customer (the default) costs and counts like a move by the customer, unless waiver (3 to 300 characters) says why it costs nothing; shop and weather are free, are not counted and keep the price; shop gives the credit of move_credit of change_terms. So is every move in weather mode or after the shop has missed the window. mode pickup turns a doorstep visit into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause shop (no work is possible there) or weather, and only for work that is offered with pickup; the price stays as agreed. Moving to the same time changes nothing. Raises PT404, PT403 shop_only (a cause or a waiver from a customer), PT409 cannot_move, pickup_needs_rain, moved_often, fee_changed (details.fee), day_price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, no_pickup, note_too_long, cause, waiver, nothing_to_waive.';

COMMENT ON TABLE "public"."booking_credits" IS 'Credits of a phone number, given when the shop cancels or moves late or misses a window: at most one per booking. The API can''t write here.';

REVOKE ALL ON FUNCTION "private"."cancel_credit"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_credit"(public.service_bookings, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_visited"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_credit"(public.service_bookings) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.cancel_credit(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.give_credit(public.service_bookings,integer,text) from public, anon, authenticated, service_role;

revoke all on function private.is_visited(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.move_credit(public.service_bookings) from public, anon, authenticated, service_role;
