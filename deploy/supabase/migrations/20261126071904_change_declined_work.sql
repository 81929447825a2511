set check_function_bodies = off;

DROP FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer);

DROP FUNCTION "private"."quote_declined"(public.models, public.service_mode, text, jsonb);

CREATE OR REPLACE FUNCTION private.apply_items(booking public.service_bookings, again jsonb, said text, actor public.booking_actor)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  before int := booking.estimated_price;
  needed int := private.windows_needed((again ->> 'minutes')::int, booking.mode, (again ->> 'two_day')::boolean);
begin
  if needed <> b.windows and b.status in ('confirmed', 'assigned') then
    perform private.lock_day(b.mode, b.booking_date);
    perform private.check_slot(
      b.mode, b.booking_date, b.booking_time, needed, false, b.id, private.local_instant(private.today(), '00:00')
    );
    delete from public.booking_places p where p.booking_id = b.id;
    perform private.take_places(b.id, null, null, b.mode, b.booking_date, b.booking_time, needed);
    update public.service_bookings s set windows = needed where s.id = b.id;
  end if;
  delete from public.booking_items i where i.booking_id = b.id;
  perform private.write_items(b.id, again -> 'lines');
  perform private.book_declined(b.id, again -> 'lines');
  delete from private.item_questions q where q.booking_id = b.id;
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  perform private.replan_checklist(b);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), apply_items.actor, auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.book_declined(booking uuid, lines jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.declined_work d set booked_with = null
  where d.booked_with = book_declined.booking and not exists (
    select from jsonb_array_elements(lines) as l (entry) where private.to_uuid(l.entry ->> 'declined') = d.id
  );
  update public.declined_work d set booked_with = book_declined.booking
  from jsonb_array_elements(lines) as l (entry) where d.id = private.to_uuid(l.entry ->> 'declined');
$function$;

CREATE OR REPLACE FUNCTION private.name_declined(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(items) is distinct from 'array' then
    return items;
  end if;
  return (
    select coalesce(jsonb_agg(
      case when d.id is null then e else e || jsonb_build_object('declined', d.id) end order by n
    ), '[]')
    from jsonb_array_elements(items) with ordinality as t (e, n)
    left join public.booking_items i
      on i.booking_id = name_declined.booking and i.package_type = 'addon' and jsonb_typeof(e) = 'object'
      and not e ? 'declined' and i.item_id = e ->> 'id'
    left join public.declined_work d
      on d.booked_with = name_declined.booking and coalesce(d.item_id, 'declined-work') = i.item_id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text, bikes integer DEFAULT 1, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}'::text[];
  line jsonb;
  lines jsonb := '[]'::jsonb;
  refusals jsonb := '[]'::jsonb;
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int := 0;
  total int;
  own_state boolean := private.is_maharashtra(price_cart.pin, price_cart.gstin);
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price_cart.model;
  if bike.id is null then
    perform private.reject(422, 'model');
  end if;
  if price_cart.mode is null or not exists (select from public.service_modes s where s.mode = price_cart.mode) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.reject(422, 'items');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  where not e ? 'declined'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'declined' then
      seen := seen || (entry ->> 'id');
      line := private.quote_declined(bike, price_cart.mode, primary_slug, entry, price_cart.booking);
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, price_cart.mode, primary_slug, entry ->> 'id',
        case when entry ? 'quantity' then coalesce(private.to_int(entry ->> 'quantity'), 0) else 1 end
      );
    end if;
    if line ? 'code' then
      refusals := refusals || line;
    else
      lines := lines || line;
      subtotal := subtotal + (line ->> 'price')::int;
      minutes := minutes + (line ->> 'minutes')::int;
      if line ->> 'package_type' = 'primary' then
        primary_price := (line ->> 'price')::int;
      end if;
    end if;
  end loop;

  if primary_slug is null then
    refusals := refusals || '{"item_id": null, "code": "primary_missing", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.area is not null
    and not exists (select from public.areas a where a.slug = price_cart.area)
  then
    refusals := refusals || '{"item_id": null, "code": "area_not_served", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.pin is not null
    and not exists (select from public.area_pins p where p.pin = price_cart.pin)
  then
    refusals := refusals || '{"item_id": null, "code": "pin_not_served", "data": null}'::jsonb;
  end if;

  if price_cart.mode = 'pickup' and primary_price is not null then
    select case when primary_price >= free_from then 0 else p.price end into class_pickup
    from public.addon_prices p where p.addon_slug = 'pickup-drop' and p.price_class = bike.price_class;
    lines := lines || jsonb_build_object(
      'item_id', 'pickup-drop',
      'name', (select a.name from public.addons a where a.slug = 'pickup-drop'),
      'package_type', 'pickup',
      'quantity', 1,
      'unit_price', class_pickup,
      'price', class_pickup,
      'minutes', 0,
      'two_day', false
    );
    subtotal := subtotal + class_pickup;
  end if;

  discount := private.coupon_discount(
    price_cart.coupon, lines, price_cart.day, price_cart.phone, price_cart.bikes
  );
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

CREATE OR REPLACE FUNCTION private.quote_declined(bike public.models, mode public.service_mode, primary_slug text, entry jsonb, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  d public.declined_work;
  offer record;
  shown text;
  part_of text;
begin
  select o.* into d from public.declined_work w, private.open_declined_work(bike.id, w.vehicle_number, entry ->> 'link') o
  where w.id = private.to_uuid(entry ->> 'declined') and o.id = w.id;
  if d.id is null then
    -- What this booking does already is not open any more, but may stay in it.
    select * into d from public.declined_work w
    where w.id = private.to_uuid(entry ->> 'declined') and w.booked_with = quote_declined.booking;
  end if;
  if d.id is null or entry ->> 'id' is distinct from coalesce(d.item_id, 'declined-work') then
    return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
  end if;
  select * into offer from private.priced_item(bike.id, d.item_id);
  shown := coalesce(offer.name, d.name);
  select pk.short_name into part_of
  from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
  where i.addon_slug = d.item_id and i.package_slug = primary_slug;
  if part_of is not null or d.item_id = primary_slug then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'already_included',
      'data', jsonb_build_object('name', shown, 'part_of', coalesce(part_of, shown))
    );
  elsif exists (select from public.packages p where p.slug = d.item_id and mode <> all (p.modes)) then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'mode_not_offered', 'data', jsonb_build_object('name', shown, 'mode', mode)
    );
  end if;
  return jsonb_build_object(
    'item_id', entry ->> 'id', 'name', shown, 'package_type', 'addon', 'quantity', 1,
    'unit_price', coalesce(offer.price, d.price), 'price', coalesce(offer.price, d.price),
    'minutes', coalesce(offer.minutes, d.minutes), 'two_day', false, 'declined', d.id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.requoted(b public.service_bookings, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bikes int := greatest(1, private.bikes_of_group(b.group_id));
  quote jsonb := private.price_cart(
    private.name_declined(b.id, requoted.items), b.model_id, b.mode, null, b.area_slug, b.pin, b.booking_date, b.gstin,
    null, bikes, b.id
  );
  lines jsonb;
  coupon jsonb;
  subtotal int;
begin
  if quote -> 'refusals' -> 0 is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  -- What stays keeps the price that was agreed.
  select jsonb_agg(case
      when i.item_id is null then l
      else l || jsonb_build_object('unit_price', i.unit_price, 'price', i.unit_price * (l ->> 'quantity')::int)
    end order by n)
  into lines
  from jsonb_array_elements(quote -> 'lines') with ordinality as t (l, n)
  left join public.booking_items i on i.booking_id = b.id and i.item_id = l ->> 'item_id';
  select sum((l ->> 'price')::int)::int into subtotal from jsonb_array_elements(lines) l;
  coupon := private.coupon_discount(b.coupon_code, lines, b.booking_date, null, bikes);
  return jsonb_build_object(
    'lines', lines, 'minutes', (quote ->> 'minutes')::int, 'off', coalesce((coupon ->> 'off')::int, 0),
    'total', subtotal - coalesce((coupon ->> 'off')::int, 0),
    'two_day', exists (select from jsonb_array_elements(lines) l where (l ->> 'two_day')::boolean)
  );
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

COMMENT ON FUNCTION "private"."book_declined"(uuid, jsonb) IS 'Notes which declined work a booking does by its lines; what it does no longer is offered again.';

COMMENT ON FUNCTION "private"."name_declined"(uuid, jsonb) IS 'The items of a change with declined set on those that the booking took over from an earlier visit: the catalog has no such add-on.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid) IS 'The only function that computes a price: quote shows it, create_booking charges it. booking is the one whose work is changed.';

COMMENT ON FUNCTION "private"."quote_declined"(public.models, public.service_mode, text, jsonb, uuid) IS 'The line of a quote for declined work, always an add-on, also when the catalog sells it as a package; or a refusal. booking is the one whose work is changed.';

REVOKE ALL ON FUNCTION "private"."book_declined"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_declined"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_declined"(public.models, public.service_mode, text, jsonb, uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.book_declined(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.name_declined(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.price_cart(jsonb,text,public.service_mode,text,text,text,date,text,text,integer,uuid) from public, anon, authenticated, service_role;

revoke all on function private.quote_declined(public.models,public.service_mode,text,jsonb,uuid) from public, anon, authenticated, service_role;
