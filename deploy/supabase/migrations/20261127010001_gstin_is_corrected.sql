set check_function_bodies = off;

DROP POLICY "events are read with their booking" ON "public"."booking_events";

DROP VIEW "public"."staff_events";

DROP FUNCTION "public"."set_gstin"(uuid, text, text);

CREATE OR REPLACE FUNCTION private.corrected_booking(b public.service_bookings, changes jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- create_booking reads these fields too; what is not named stays as it is.
  whole jsonb := jsonb_build_object(
    'request_id', b.request_id, 'model', b.model_id, 'mode', b.mode, 'date', b.booking_date,
    'time', to_char(b.booking_time, 'HH24:MI'), 'name', b.customer_name, 'phone', b.phone, 'email', b.email,
    'vehicle_number', b.vehicle_number, 'plate_not_issued', b.vehicle_number is null, 'chassis_last5', b.chassis_last5,
    'odometer_km', b.odometer_km, 'model_year', b.model_year, 'notes', b.notes, 'gstin', b.gstin, 'approval_limit', b.approval_limit,
    'address', jsonb_build_object('line', b.address_line, 'landmark', b.landmark, 'area', b.area_slug, 'pin', b.pin)
  );
  unknown text;
begin
  if changes is null or jsonb_typeof(changes) <> 'object' or changes = '{}' then
    perform private.reject(422, 'changes');
  end if;
  select k into unknown from jsonb_object_keys(changes) k
  where k <> all ('{name,phone,email,address,vehicle_number,chassis_last5,odometer_km,model_year,notes,gstin}'::text[]);
  if unknown is not null then
    perform private.reject(422, 'changes');
  end if;
  -- The limit may have been one of the shop's when it was chosen; it is not corrected here.
  whole := whole || changes || jsonb_build_object(
    'approval_limit', (select s.approval_limits[1] from public.shop s),
    'plate_not_issued', private.clean_text(coalesce(changes ->> 'vehicle_number', whole ->> 'vehicle_number')) is null
  );
  return private.parse_booking_request(whole);
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_booking_request(request jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bike record;
  address jsonb := request -> 'address';
  -- Bikes of the next model year are sold before that year begins.
  newest_year int := extract(year from private.today())::int + 1;
  limits int[] := (select s.approval_limits from public.shop s);
begin
  b.request_id := private.to_uuid(request ->> 'request_id');
  if b.request_id is null then
    perform private.reject(422, 'request');
  end if;

  select m.id, m.brand_slug, brand.name || ' ' || m.name as name into bike
  from public.models m join public.brands brand on brand.slug = m.brand_slug where m.id = request ->> 'model';
  if bike.id is null then
    perform private.reject(422, 'model');
  end if;
  b.model_id := bike.id;
  b.brand_slug := bike.brand_slug;
  b.bike_name := bike.name;

  select m.mode into b.mode from public.service_modes m where m.mode = private.to_service_mode(request ->> 'mode');
  if b.mode is null then
    perform private.reject(422, 'mode');
  end if;
  b.booking_date := private.to_date(request ->> 'date');
  if b.booking_date is null then
    perform private.reject(422, 'date');
  end if;
  b.booking_time := private.to_time(request ->> 'time');
  if b.booking_time is null then
    perform private.reject(422, 'time');
  end if;

  b.customer_name := private.clean_name(request ->> 'name');
  if b.customer_name is null then
    perform private.reject(422, 'name');
  end if;
  b.phone := private.clean_phone(request ->> 'phone');
  if b.phone is null then
    perform private.reject(422, 'phone');
  end if;
  if private.clean_text(request ->> 'email') is not null then
    b.email := private.clean_email(request ->> 'email');
    if b.email is null then
      perform private.reject(422, 'email');
    end if;
  end if;
  if private.clean_text(request ->> 'vehicle_number') is not null then
    b.vehicle_number := private.clean_plate(request ->> 'vehicle_number');
  end if;
  if b.vehicle_number is null
    and (private.clean_text(request ->> 'vehicle_number') is not null or (request -> 'plate_not_issued') is distinct from 'true')
  then
    perform private.reject(422, 'vehicle_number');
  end if;
  -- A plate identifies the bike, so the chassis number is ignored.
  if b.vehicle_number is null and private.clean_text(request ->> 'chassis_last5') is not null then
    b.chassis_last5 := private.clean_chassis(request ->> 'chassis_last5');
    if b.chassis_last5 is null then
      perform private.reject(422, 'chassis_last5');
    end if;
  end if;

  if b.mode in ('doorstep', 'pickup') then
    b.address_line := private.clean_text(address ->> 'line');
    if b.address_line is null or char_length(b.address_line) not between 5 and 120 then
      perform private.reject(422, 'address');
    end if;
    b.landmark := private.clean_text(address ->> 'landmark');
    if char_length(b.landmark) > 80 then
      perform private.reject(422, 'landmark');
    end if;
    select a.slug into b.area_slug from public.areas a where a.slug = address ->> 'area';
    if b.area_slug is null then
      perform private.reject(422, 'area');
    end if;
    select p.pin into b.pin from public.area_pins p where p.pin = private.strip_separators(address ->> 'pin');
    if b.pin is null then
      perform private.reject(422, 'pin');
    end if;
  end if;

  if private.clean_text(request ->> 'odometer_km') is not null then
    b.odometer_km := private.to_int(regexp_replace(normalize(request ->> 'odometer_km', nfkc), '[\s,]', '', 'g'));
    if b.odometer_km is null or b.odometer_km not between 0 and 300000 then
      perform private.reject(422, 'odometer_km');
    end if;
  end if;
  if private.clean_text(request ->> 'model_year') is not null then
    b.model_year := private.to_int(btrim(request ->> 'model_year'));
    if b.model_year is null or b.model_year not between 1990 and newest_year then
      perform private.reject(422, 'model_year', jsonb_build_object('from', 1990, 'to', newest_year));
    end if;
  end if;
  b.gstin := private.clean_gstin(request ->> 'gstin');
  if b.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  b.notes := nullif(btrim(request ->> 'notes'), '');
  if char_length(b.notes) > 500 then
    perform private.reject(422, 'notes', '{"max": 500}');
  end if;
  b.approval_limit := case when request ? 'approval_limit' then private.to_int(request ->> 'approval_limit') else 0 end;
  if (b.approval_limit = any (limits)) is not true then
    perform private.reject(422, 'approval_limit', jsonb_build_object('limits', limits));
  end if;
  return b;
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

CREATE OR REPLACE FUNCTION public.update_booking(booking uuid, changes jsonb, expected_version integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(update_booking.booking, update_booking.expected_version);
  remark text := private.clean_text(update_booking.note);
  c public.service_bookings;
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes,gstin}'::text[];
  before jsonb;
begin
  if char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  c := private.corrected_booking(b, update_booking.changes);
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into before
  from jsonb_each(to_jsonb(b)) o
  where o.key = any (fields) and o.value is distinct from to_jsonb(c) -> o.key;
  if before = '{}' then
    return private.booking_state(b) || jsonb_build_object('edits', b.edits);
  end if;
  update public.service_bookings s set
    customer_name = c.customer_name, phone = c.phone, email = c.email, address_line = c.address_line,
    landmark = c.landmark, area_slug = c.area_slug, pin = c.pin, vehicle_number = c.vehicle_number,
    chassis_last5 = c.chassis_last5, odometer_km = c.odometer_km, model_year = c.model_year, notes = c.notes,
    gstin = c.gstin,
    -- A caller's booking belongs to whoever has confirmed the number.
    user_id = case when s.origin <> 'web' and c.phone <> s.phone then private.account_of_number(c.phone) else s.user_id end,
    edits = s.edits + 1
  where s.id = b.id returning * into b;
  if before ? 'odometer_km' then
    update public.booking_checkins k set odometer_km = b.odometer_km where k.booking_id = b.id;
  end if;
  update public.declined_work d set vehicle_number = b.vehicle_number
  from public.extra_work e
  where e.id = d.extra_work_id and e.booking_id = b.id and d.vehicle_number is distinct from b.vehicle_number;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'corrected',
    jsonb_build_object('before', before, 'edit', b.edits)
  );
  update public.message_outbox m set recipient = case m.channel when 'sms' then b.phone else b.email end
  where m.booking_id = b.id and m.status = 'waiting' and (m.channel = 'sms' or b.email is not null);
  return private.booking_state(b) || jsonb_build_object('edits', b.edits);
end;
$function$;

CREATE VIEW "public"."staff_events" WITH (security_barrier=true) AS  SELECT e.id,
    e.booking_id,
    e.at,
    e.actor,
    e.actor_id,
    e.from_status,
    e.to_status,
    e.note,
    e.moved_from,
    e.fee,
    e.kind,
        CASE
            WHEN (s.contact_shown OR (NOT (e.data ? 'before'::text))) THEN e.data
            ELSE (e.data || jsonb_build_object('before', ( SELECT jsonb_object_agg(o.key,
                    CASE
                        WHEN (o.key <> ALL ('{phone,email,address_line,landmark,pin,gstin}'::text[])) THEN o.value
                        ELSE NULL::jsonb
                    END) AS jsonb_object_agg
               FROM jsonb_each((e.data -> 'before'::text)) o(key, value))))
        END AS data
   FROM (public.booking_events e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)));

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE ((s.id = booking_events.booking_id) AND (s.contact_shown OR (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{phone,email,address_line,landmark,pin,gstin}'::text[]), false))))))));

COMMENT ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) IS 'Owners and desk correct a booking until its invoice: name, phone, email, address, vehicle_number, chassis_last5, odometer_km, model_year, notes, gstin. expected_version is the edits that the page has read. Messages that wait go to the new phone or address, work that was declined with it to the new plate, the odometer to the check-in. Raises PT403, PT404, PT409 invoice_issued, closed, stale, PT422 changes, note_too_long or the field.';

COMMENT ON VIEW "public"."staff_events" IS 'The history of bookings as staff may read it: of the bookings in staff_bookings. Where that hides contacts, a correction names the fields and has null for the contacts that it replaced. No row for anyone else.';

GRANT SELECT ON TABLE "public"."staff_events" TO "authenticated";

reset check_function_bodies;

revoke all on table public.staff_events from public, anon, authenticated, service_role;
grant select on table public.staff_events to authenticated;
