set check_function_bodies = off;

DROP FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer);

DROP FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid);

DROP FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text);

ALTER TABLE "private"."slot_holds" ADD COLUMN "model_id" text;

ALTER TABLE "private"."slot_holds" ADD COLUMN "lines" jsonb;

CREATE OR REPLACE FUNCTION private.at_held_prices(request uuid, model text, mode public.service_mode, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.hold_other_work(hold private.slot_holds, wanted private.slot_holds)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.slot_holds h set
    model_id = wanted.model_id,
    lines = private.at_held_prices(hold.request_id, wanted.model_id, wanted.mode, wanted.lines)
  where h.id = hold.id;
$function$;

CREATE OR REPLACE FUNCTION private.offer_details(entry public.waitlist)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.format_time(entry.booking_time),
      'end', private.format_time(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int, 'two_day', l -> 'two_day'
        ) order by n)
        from jsonb_array_elements((
          select j.quote -> 'lines'
          from private.plan_job(entry.items, m.id, entry.mode, request => entry.offer_request_id) j
        ))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_places_of(mode public.service_mode, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz := moment + (select s.offer_minutes from public.shop s) * interval '1 minute';
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Start, windows and next_day of jobs that fit no free place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
    -- Not one that the desk is booking at this moment, maybe for another day.
    for update skip locked
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id,
      model_id, lines
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, until, entry.id, entry.model_id,
      private.price_cart(entry.items, entry.model_id, entry.mode, null, null, null, null, null, null) -> 'lines'
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (
      values ('mail'::public.message_channel, entry.email),
        ('sms', case when private.is_number_proven(entry.phone) then entry.phone end)
    ) as way (channel, recipient)
    where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.plan_job(items jsonb, model text, mode public.service_mode, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, day date DEFAULT NULL::date, gstin text DEFAULT NULL::text, phone text DEFAULT NULL::text, bikes integer DEFAULT 1, request uuid DEFAULT NULL::uuid)
 RETURNS TABLE(quote jsonb, minutes integer, windows integer, two_day boolean, next_day boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  quote := private.price_cart(items, model, plan_job.mode, coupon, area, pin, day, gstin, phone, bikes, null, request);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, plan_job.mode, two_day);
  return next;
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text, bikes integer DEFAULT 1, booking uuid DEFAULT NULL::uuid, request uuid DEFAULT NULL::uuid)
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
  is_recheck boolean;
  refusals jsonb := '[]'::jsonb;
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int;
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
  is_recheck := primary_slug is null and exists (select from jsonb_array_elements(items) e where e ? 'recheck');
  if is_recheck then
    primary_slug := 're-check';
  end if;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    -- Declined work in words, or at another place, is other work: it may be there more than once.
    if entry ->> 'declined' = any (seen) or (entry ->> 'id' = any (seen) and not (
      entry ? 'declined' and (entry ->> 'id' = 'declined-work' or private.is_per_place(entry ->> 'id'))
    )) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'recheck' then
      seen := seen || (entry ->> 'id');
      line := private.quote_recheck(bike, primary_slug, entry, price_cart.booking);
    elsif entry ? 'declined' then
      seen := seen || array[entry ->> 'id', entry ->> 'declined'];
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
    select case when is_recheck or primary_price >= free_from then 0 else p.price end into class_pickup
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
  end if;

  lines := private.at_held_prices(price_cart.request, bike.id, price_cart.mode, lines);
  select coalesce(sum((l ->> 'price')::int), 0)::int, max((l ->> 'price')::int) filter (where l ->> 'package_type' = 'primary')
  into subtotal, primary_price
  from jsonb_array_elements(lines) l;
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
    'free_pickup', is_recheck or coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_hold(hold private.slot_holds, replaced private.slot_holds)
 RETURNS private.slot_holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  perform private.lock_declined(request -> 'items');
  perform private.lock_recheck(request -> 'items');
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes, wanted.request_id
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted := private.as_recheck(wanted, job.quote -> 'lines');
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  wanted.coupon_code := case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end;
  wanted.minutes := job.minutes;
  wanted.windows := job.windows;
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null, bikes, null, wanted.request_id
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
  wanted.model_id := hold_for_caller.model;
  wanted.lines := job.quote -> 'lines';
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
    perform private.hold_other_work(own, wanted);
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
  wanted.model_id := hold_slot.model;
  wanted.lines := job.quote -> 'lines';
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
    perform private.hold_other_work(own, wanted);
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

CREATE OR REPLACE FUNCTION public.quote(items jsonb, model text, mode text DEFAULT 'workshop'::text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, date text DEFAULT NULL::text, gstin text DEFAULT NULL::text, group_id text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.clean_text(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.reject(422, 'gstin');
  end if;
  return private.price_cart(
    quote.items, quote.model, private.to_service_mode(quote.mode), quote.coupon, nullif(quote.area, ''),
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null,
    case when public.has_duty('owner', 'desk') then 1 + private.bikes_of_group(private.to_uuid(quote.group_id)) else 1 end,
    null, private.to_uuid(quote.request_id)
  );
end;
$function$;

COMMENT ON COLUMN "private"."slot_holds"."lines" IS 'The lines of the quote when the hold was taken: a booking of the same work for the same bike is charged their prices.';

COMMENT ON FUNCTION "private"."at_held_prices"(uuid, text, public.service_mode, jsonb) IS 'The lines of a quote at the prices of the open hold of a request, when they are the work that was held, for the same bike and mode; otherwise as they are.';

COMMENT ON FUNCTION "private"."hold_other_work"(private.slot_holds, private.slot_holds) IS 'Keeps today''s prices with a hold that is taken again for other work in the same windows; the same work keeps its prices. The caller holds the lock of its request.';

COMMENT ON FUNCTION "private"."offer_details"(public.waitlist) IS 'The window and the cart of a waitlist entry, at the prices of its offer while that is open, else at current ones. Raises PT422 items_refused when an item is not sold any more.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid) IS 'The quote of a job and what the calendar needs to know of it. Raises PT422 items_refused with the quote when an item is refused.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid, uuid) IS 'The only function that computes a price: quote shows it, create_booking charges it. booking is the one whose work is changed; request, whose hold keeps the prices.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again (at the prices of the open hold under the same request_id, for the same work), takes the places (that hold is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. An item {id: re-check, recheck: an earlier booking} is a free re-check of that booking, while its warranty runs. Raises PT403, PT422 on_behalf, group_id.';

COMMENT ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text, text) IS 'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals {item_id, code, data}, subtotal, coupon {code, off, refusal}, total in rupees, minutes, tax in paise and its rates in per cent (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. late_fee: for cancelling late, free the first time for a number; visit_fee: for cancelling when the mechanic is on the way or there, null where nobody travels. A coupon for first bookings is applied here and checked against the phone number at booking. group_id, for owners and desk alone: the bike joins that group. request_id: its open hold keeps the prices of the same work. Raises PT422 (model, mode, items, gstin).';

REVOKE ALL ON FUNCTION "private"."at_held_prices"(uuid, text, public.service_mode, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_other_work"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.at_held_prices(uuid,text,public.service_mode,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.hold_other_work(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.plan_job(jsonb,text,public.service_mode,text,text,text,date,text,text,integer,uuid) from public, anon, authenticated, service_role;

revoke all on function private.price_cart(jsonb,text,public.service_mode,text,text,text,date,text,text,integer,uuid,uuid) from public, anon, authenticated, service_role;

revoke all on function public.quote(jsonb,text,text,text,text,text,text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text,text) to anon;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text,text) to authenticated;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text,text) to service_role;
