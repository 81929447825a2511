set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.kept_request(request_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return left(encode(pg_catalog.sha256(convert_to('request ' || kept_request.request_id, 'UTF8')), 'hex'), 32)::uuid;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_booking(wanted public.service_bookings, lines jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done public.service_bookings;
begin
  -- The number is the start of the random id: when it is taken, retry with a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status, created_at, origin, group_id
    ) values (
      private.kept_request(wanted.request_id), wanted.user_id, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, wanted.minutes, wanted.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount, wanted.coupon_code, wanted.gstin, wanted.pay_by, wanted.pay_until,
      wanted.status, private.now(), wanted.origin, wanted.group_id
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  perform private.write_items(done.id, lines);
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (
    done.id, private.now(), case when done.origin = 'web' then 'customer'::public.booking_actor else 'admin' end,
    auth.uid(), done.status
  );
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION public.create_booking(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  origin public.booking_origin;
  bikes int;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
  proven boolean;
  address text := private.request_address();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;
  origin := private.read_origin(request);

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b
    where b.request_id = private.kept_request(private.to_uuid(request ->> 'request_id'));
    if done.id is not null then
      -- Who knows the request of a caller's booking but isn't the desk must not get its link.
      if (done.origin = 'web') <> (origin = 'web')
        or (origin = 'web' and done.user_id is not null and done.user_id is distinct from caller)
      then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.origin := origin;
  wanted.user_id := case when origin = 'web' then caller else private.account_of_number(wanted.phone) end;
  wanted.group_id := case when origin <> 'web' then private.to_uuid(request ->> 'group_id') end;
  proven := private.is_exempt() or private.is_caller_proven(wanted.phone, request ->> 'proof');
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null or (wanted.pay_by = 'online' and origin <> 'web') then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  if wanted.group_id is null and origin <> 'web' and private.clean_text(request ->> 'group_id') is not null then
    perform private.reject(422, 'group_id');
  elsif wanted.group_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('group ' || wanted.group_id, 0));
    perform private.check_group(wanted);
  end if;
  bikes := 1 + private.bikes_of_group(wanted.group_id);
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  wanted.coupon_code := case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end;
  wanted.minutes := job.minutes;
  wanted.windows := job.windows;
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null, bikes
    );
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  if not proven and wanted.discount > 0 and exists (
    select from public.coupons c where c.code = wanted.coupon_code and c.first_booking
  ) then
    perform private.reject(409, 'verify_phone', '{"reason": "coupon", "alternatives": []}');
  end if;

  -- For a held window, lead times count from the start of the hold.
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
  if not proven then
    perform private.limit_unproven(wanted, job.windows, job.next_day, held, address);
  end if;
  perform private.limit_bookings(wanted.phone, caller, proven);
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- The payment confirms a booking to be paid online; until then its places expire like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  done := private.write_booking(wanted, job.quote -> 'lines');
  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  if origin = 'web' then
    perform private.keep_proof(done.phone, request ->> 'proof');
  elsif exists (select from public.coupons c where c.code = done.coupon_code and c.min_bikes > 1) then
    perform private.discount_group(done);
  end if;
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_for_caller(request_id text, mode text, date text, start text, items jsonb, model text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted private.slot_holds;
  job record;
  own private.slot_holds;
begin
  perform private.require_duty('owner', 'desk');
  wanted := private.parse_hold(
    hold_for_caller.request_id, hold_for_caller.mode, hold_for_caller.date, hold_for_caller.start
  );
  select * into job from private.plan_job(hold_for_caller.items, hold_for_caller.model, wanted.mode);
  wanted.staff_id := auth.uid();
  wanted.proven := true;
  wanted.windows := job.windows;
  wanted.next_day := job.next_day;
  wanted.expires_at := private.now() + interval '30 minutes';

  perform private.lock_request(wanted.request_id);
  perform pg_advisory_xact_lock(hashtextextended('caller hold of ' || wanted.staff_id, 0));
  if exists (select from public.service_bookings b where b.request_id = private.kept_request(wanted.request_id)) then
    perform private.reject(409, 'booked');
  elsif exists (
    select from private.slot_holds h
    where h.request_id = wanted.request_id and h.ended is null and h.staff_id is distinct from wanted.staff_id
  ) then
    perform private.reject(422, 'request');
  end if;
  select * into own from private.slot_holds h where h.staff_id = wanted.staff_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, own.mode, own.booking_date);
  if own.request_id = wanted.request_id and private.is_same_window(own, wanted) and own.expires_at > private.now()
    and exists (select from public.booking_places p where p.hold_id = own.id)
  then
    update private.slot_holds h set expires_at = wanted.expires_at where h.id = own.id returning * into own;
    update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
    return private.hold_state(own);
  end if;
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, own.id
  );
  return private.hold_state(private.write_hold(wanted, own));
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_slot(request_id text, mode text, date text, start text, items jsonb, model text, phone text DEFAULT NULL::text, proof text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted private.slot_holds := private.parse_hold(hold_slot.request_id, hold_slot.mode, hold_slot.date, hold_slot.start);
  job record;
  own private.slot_holds;
begin
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, wanted.mode);
  wanted.phone := private.clean_phone(hold_slot.phone);
  wanted.user_id := auth.uid();
  wanted.proven := private.is_caller_proven(wanted.phone, hold_slot.proof);
  wanted.windows := job.windows;
  wanted.next_day := job.next_day;
  wanted.expires_at := private.now() + (select s.hold_minutes from public.shop s) * interval '1 minute';

  perform private.lock_request(wanted.request_id);
  if exists (select from public.service_bookings b where b.request_id = private.kept_request(wanted.request_id)) then
    perform private.reject(409, 'booked');
  end if;
  select * into own from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  if own.staff_id is not null then
    perform private.reject(422, 'request');
  elsif own.expires_at > private.now() and private.is_same_window(own, wanted) then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(wanted.request_id, wanted.phone, wanted.user_id, wanted.proven);

  -- Check the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(wanted.mode, wanted.booking_date, own.mode, own.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, own.id
  );
  if wanted.user_id is null and not wanted.proven then
    perform private.limit_guest_holds(wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, own.id);
  end if;
  wanted := private.write_hold(wanted, own);

  -- Each hold also deletes old places and holds, without waiting for locks.
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
  return private.hold_state(wanted);
end;
$function$;

COMMENT ON COLUMN "public"."service_bookings"."request_id" IS 'private.kept_request of the UUID that the browser draws per booking, so that a repeated request never books twice.';

COMMENT ON FUNCTION "private"."kept_request"(uuid) IS 'What a booking keeps of the request id that its browser drew: staff read bookings, and whoever repeats a request gets the link.';

REVOKE ALL ON FUNCTION "private"."kept_request"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.kept_request(uuid) from public, anon, authenticated, service_role;
