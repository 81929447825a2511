set check_function_bodies = off;

DROP FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text);

CREATE OR REPLACE FUNCTION private.close_wish(booking public.service_bookings, request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked public.callback_requests;
  entry public.waitlist;
begin
  update public.callback_requests c set handled_at = private.now(), outcome = 'booked'
  where c.id = private.to_uuid(request ->> 'callback') and c.handled_at is null returning * into asked;
  update public.waitlist w set state = 'claimed'
  -- Its offer may have become claimed with this booking.
  where w.id = private.to_uuid(request ->> 'waiting') and w.state in ('waiting', 'offered', 'claimed')
  returning * into entry;
  if asked.id is not null or entry.id is not null then
    insert into public.customer_calls (phone, called_at, called_by, about, outcome, booking_id)
    values (
      coalesce(asked.phone, entry.phone), private.now(), auth.uid(),
      coalesce(left(private.clean_text(coalesce(asked.message, asked.bike, asked.pin)), 200), 'Waits for a place'),
      'booked', booking.id
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_offer(offer private.slot_holds, wanted private.slot_holds)
 RETURNS private.slot_holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held private.slot_holds;
  until timestamptz := greatest(offer.expires_at, wanted.expires_at);
  ending time := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, wanted.windows, wanted.next_day, offer.id,
    case when offer.expires_at > private.now() then offer.held_at end
  );
begin
  delete from public.booking_places p where p.hold_id = offer.id;
  update private.slot_holds h
  set windows = wanted.windows, window_end = ending, expires_at = until
  where h.id = offer.id returning * into held;
  perform private.take_places(
    null, held.id, held.expires_at, held.mode, held.booking_date, held.booking_time, held.windows
  );
  update public.waitlist w set offer_ends_at = held.expires_at where w.id = held.waitlist_id;
  return held;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_offered(offer private.slot_holds, wanted private.slot_holds)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (offer.mode, offer.booking_date, offer.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time), false
  ) and exists (select from public.waitlist w where w.id = offer.waitlist_id and w.state = 'offered');
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_offer(waiting text)
 RETURNS private.slot_holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  offer private.slot_holds;
begin
  select * into w from public.waitlist l where l.id = private.to_uuid(lock_offer.waiting) and l.state = 'offered';
  if w.id is not null then
    -- Whoever books by the link waits here.
    perform private.lock_request(w.offer_request_id);
    select * into offer from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  end if;
  return offer;
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
  offer private.slot_holds;
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
  if origin <> 'web' then
    offer := private.lock_offer(request ->> 'waiting');
  end if;

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
  if held.id is null
    and (offer.mode, offer.booking_date, offer.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
  then
    held := offer;
  end if;
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
  perform private.book_declined(done.id, job.quote -> 'lines');
  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  if origin = 'web' then
    perform private.keep_proof(done.phone, request ->> 'proof');
  else
    perform private.close_wish(done, request);
  end if;
  if done.origin <> 'web' and exists (
    select from public.coupons c where c.code = done.coupon_code and c.min_bikes > 1
  ) then
    perform private.discount_group(done);
  end if;
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_for_caller(request_id text, mode text, date text, start text, items jsonb, model text, waiting text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted private.slot_holds;
  job record;
  own private.slot_holds;
  offer private.slot_holds;
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

  offer := private.lock_offer(hold_for_caller.waiting);
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
  if private.is_offered(offer, wanted) then
    offer := private.hold_offer(offer, wanted);
    if own.id is not null then
      perform private.end_hold(own, 'replaced');
    end if;
    return private.hold_state(offer);
  end if;
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

COMMENT ON FUNCTION "private"."hold_offer"(private.slot_holds, private.slot_holds) IS 'Keeps the place of an offer while the desk talks, for the job that is wanted. The caller holds the locks of its request and its day. Raises PT409 slot_taken, PT422 time_….';

COMMENT ON FUNCTION "private"."is_offered"(private.slot_holds, private.slot_holds) IS 'Whether what is wanted is the window of an offer that stands.';

COMMENT ON FUNCTION "private"."lock_offer"(text) IS 'The hold of the place that is offered to an entry of the waitlist, with its request locked; empty without an offer.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. Raises PT403, PT422 on_behalf, group_id.';

COMMENT ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text, text) IS 'Owners and desk hold a window while they talk: one per staff member, for 30 minutes from the last call, in no limit of customers. The same window again starts the 30 minutes anew, another window replaces it; release_hold releases it. waiting: an entry of the waitlist; the place that is offered to it is kept for 30 minutes instead, and the customer''s link still books it. Raises PT403, PT422 with the field or time_…, PT409 slot_taken (details.alternatives), booked.';

REVOKE ALL ON FUNCTION "private"."hold_offer"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_offered"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_offer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text, text) TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.hold_offer(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.is_offered(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.lock_offer(text) from public, anon, authenticated, service_role;

revoke all on function public.hold_for_caller(text,text,text,text,jsonb,text,text) from public, anon, authenticated, service_role;
grant execute on function public.hold_for_caller(text,text,text,text,jsonb,text,text) to authenticated;
grant execute on function public.hold_for_caller(text,text,text,text,jsonb,text,text) to service_role;
