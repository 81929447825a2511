set check_function_bodies = off;

CREATE TYPE "public"."booking_origin" AS ENUM ('web', 'phone', 'walk_in');

DROP FUNCTION "private"."coupon_discount"(text, jsonb, date, text);

DROP FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text);

DROP FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text);

DROP FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text);

ALTER TABLE "private"."slot_holds" ADD COLUMN "staff_id" uuid;

ALTER TABLE "public"."service_bookings" ADD COLUMN "group_id" uuid;

ALTER TABLE "public"."service_bookings" ADD COLUMN "origin" public.booking_origin NOT NULL DEFAULT 'web'::public.booking_origin;

CREATE OR REPLACE FUNCTION private.account_of_number(phone text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select u.id from auth.users u
  where u.phone_confirmed_at is not null and '+' || ltrim(u.phone, '+') = account_of_number.phone
    and u.id is distinct from auth.uid()
  limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.bike_key(booking public.service_bookings)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(booking.vehicle_number, booking.model_id || ' ' || coalesce(booking.chassis_last5, ''));
end;
$function$;

CREATE OR REPLACE FUNCTION private.bikes_of(phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with latest as (
    select distinct on (private.bike_key(b)) b.* from public.service_bookings b
    where b.phone = bikes_of.phone and b.status <> 'expired' order by private.bike_key(b), b.created_at desc
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'model_id', l.model_id, 'bike_name', l.bike_name, 'vehicle_number', l.vehicle_number,
    'chassis_last5', l.chassis_last5, 'model_year', l.model_year,
    'odometer_km', (
      select max(b.odometer_km) from public.service_bookings b
      where b.phone = l.phone and private.bike_key(b) = private.bike_key(l)
    ),
    'last_visit', (
      select jsonb_build_object('date', b.booking_date, 'work', private.last_work(b))
      from public.service_bookings b
      where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and b.status = 'completed'
      order by b.starts_at desc limit 1
    ),
    'open', (
      select jsonb_build_object('id', b.id, 'date', b.booking_date, 'work', private.last_work(b))
      from public.service_bookings b
      where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and private.is_active(b.status)
      order by b.starts_at limit 1
    ),
    'declined', private.declined_of(l.phone, private.bike_key(l))
  ) order by l.created_at desc), '[]')
  from latest l;
$function$;

CREATE OR REPLACE FUNCTION private.bikes_of_group(group_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from public.service_bookings b
    where b.group_id = bikes_of_group.group_id and not private.is_void(b)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_receipt(booking public.service_bookings, repeated boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.effective_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', case when booking.origin = 'web' then private.manage_token(booking.request_id) else '' end,
    'repeated', repeated
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_group(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.service_bookings b
    where b.group_id = booking.group_id
      and (b.phone, b.mode, b.booking_date, b.area_slug, b.pin, lower(b.address_line))
        is distinct from (
          booking.phone, booking.mode, booking.booking_date, booking.area_slug, booking.pin, lower(booking.address_line)
        )
      and not private.is_void(b)
  ) then
    perform private.reject(422, 'group_id');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.coupon_discount(code text, lines jsonb, day date, phone text, bikes integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  typed text := upper(private.strip_separators(coupon_discount.code));
  c public.coupons;
  services int;
  base int;
  off int := 0;
  refused text;
  data jsonb;
begin
  if coalesce(typed, '') = '' then
    return null;
  end if;
  select * into c from public.coupons k where k.code = typed;
  select
    coalesce(sum((l ->> 'price')::int), 0)::int,
    coalesce(sum((l ->> 'price')::int) filter (where c.package_slug is null or l ->> 'item_id' = c.package_slug), 0)::int
  into services, base
  from jsonb_array_elements(lines) l where l ->> 'package_type' <> 'pickup';

  if c.code is null then
    refused := 'coupon_unknown';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    refused := 'coupon_package';
    data := jsonb_build_object('package', (select p.short_name from public.packages p where p.slug = c.package_slug));
  elsif services < c.min_total then
    refused := 'coupon_minimum';
    data := jsonb_build_object('from', c.min_total, 'services', services);
  elsif c.min_bikes > bikes then
    refused := 'coupon_bikes';
    data := jsonb_build_object('from', c.min_bikes);
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    refused := 'coupon_needs_day';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    refused := 'coupon_weekdays';
    data := jsonb_build_object('weekdays', c.weekdays, 'day', day);
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    refused := 'coupon_season';
    data := jsonb_build_object('from', c.from_day, 'until', c.until_day);
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_discount.phone and b.status not in ('cancelled', 'expired')
  ) then
    refused := 'coupon_first_booking';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object(
    'code', typed, 'off', off,
    'refusal', case when refused is not null then jsonb_build_object('code', refused, 'data', data) end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.declined_of(phone text, bike text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', d.name, 'price', d.price, 'reason', d.reason, 'date', d.booking_date
  ) order by d.booking_date desc, d.name), '[]')
  from (
    select distinct on (lower(e.name)) e.name, e.price, e.reason, b.booking_date
    from public.extra_work e join public.service_bookings b on b.id = e.booking_id
    where b.phone = declined_of.phone and private.bike_key(b) = declined_of.bike and e.status = 'declined'
      and b.booking_date > private.today() - 365
      and not exists (
        select from public.service_bookings later
        join public.extra_work done on done.booking_id = later.id and done.status = 'approved'
        where private.bike_key(later) = declined_of.bike and later.phone = b.phone and later.starts_at > b.starts_at
          and lower(done.name) = lower(e.name)
      )
    order by lower(e.name), b.booking_date desc
  ) d;
$function$;

CREATE OR REPLACE FUNCTION private.discount_group(latest public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  off int;
begin
  for b in
    select * from public.service_bookings s
    where s.group_id = latest.group_id and s.id <> latest.id and s.coupon_code is null and s.status <> 'completed'
      and not private.is_void(s)
    order by s.id for update
  loop
    off := (private.coupon_discount(latest.coupon_code, (
      select jsonb_agg(to_jsonb(i)) from public.booking_items i where i.booking_id = b.id
    ), b.booking_date, null, private.bikes_of_group(b.group_id)) ->> 'off')::int;
    continue when off = 0;
    update public.service_bookings s
    set coupon_code = latest.coupon_code, discount = off, estimated_price = s.estimated_price - off
    where s.id = b.id returning * into b;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'group_discount',
      jsonb_build_object('rupees', off, 'coupon', latest.coupon_code)
    );
    perform private.refund_overpayment(b, 'overpaid');
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.free_credit_of(phone text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(c.amount), 0)::int from public.booking_credits c
  where c.phone = free_credit_of.phone and not private.is_live_booking(c.used_by);
$function$;

CREATE OR REPLACE FUNCTION private.is_same_window(one private.slot_holds, other private.slot_holds)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (one.mode, one.booking_date, one.booking_time, one.windows)
    = (other.mode, other.booking_date, other.booking_time, other.windows);
end;
$function$;

CREATE OR REPLACE FUNCTION private.last_work(booking public.service_bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.name from public.booking_items i
  where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.matches_booking(booking public.service_bookings, words text[], bare text, digits text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select starts_with(booking.number, lower(bare))
    or strpos(booking.vehicle_number, upper(bare)) > 0
    or coalesce(char_length(digits) >= 3 and strpos(booking.phone, digits) > 0, false)
    or (
      select bool_and(strpos(lower(booking.customer_name), w) > 0) from unnest(words) w
    );
$function$;

CREATE OR REPLACE FUNCTION private.owed_by(phone text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0)), 0)::int
  from public.service_bookings b
  where b.phone = owed_by.phone and b.status in ('completed', 'cancelled', 'no_show');
$function$;

CREATE OR REPLACE FUNCTION private.parse_hold(request_id text, mode text, date text, start text)
 RETURNS private.slot_holds
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  h private.slot_holds;
begin
  h.request_id := private.to_uuid(parse_hold.request_id);
  h.mode := private.to_service_mode(parse_hold.mode);
  h.booking_date := private.to_date(parse_hold.date);
  h.booking_time := private.to_time(parse_hold.start);
  if h.request_id is null then
    perform private.reject(422, 'request');
  elsif h.mode is null or not exists (select from public.service_modes m where m.mode = h.mode) then
    perform private.reject(422, 'mode');
  elsif h.booking_date is null then
    perform private.reject(422, 'date');
  elsif h.booking_time is null then
    perform private.reject(422, 'time');
  end if;
  return h;
end;
$function$;

CREATE OR REPLACE FUNCTION private.plan_job(items jsonb, model text, mode public.service_mode, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, day date DEFAULT NULL::date, gstin text DEFAULT NULL::text, phone text DEFAULT NULL::text, bikes integer DEFAULT 1)
 RETURNS TABLE(quote jsonb, minutes integer, windows integer, two_day boolean, next_day boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  quote := private.price_cart(items, model, plan_job.mode, coupon, area, pin, day, gstin, phone, bikes);
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

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text, bikes integer DEFAULT 1)
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
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
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

CREATE OR REPLACE FUNCTION private.read_origin(request jsonb)
 RETURNS public.booking_origin
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  origin public.booking_origin := private.to_booking_origin(request ->> 'on_behalf');
begin
  if not (request ? 'on_behalf') then
    return 'web';
  end if;
  perform private.require_duty('owner', 'desk');
  if origin is null or origin = 'web' then
    perform private.reject(422, 'on_behalf');
  end if;
  return origin;
end;
$function$;

CREATE OR REPLACE FUNCTION private.to_booking_origin(value text)
 RETURNS public.booking_origin
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.booking_origin)) w where w::text = value); end; $function$;

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
      wanted.request_id, wanted.user_id, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, wanted.minutes, wanted.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount, wanted.coupon_code, wanted.gstin, wanted.pay_by, wanted.pay_until,
      wanted.status, private.now(), wanted.origin, wanted.group_id
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(lines) with ordinality as t (l, n);
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
    expires_at, proven
  ) values (
    hold.request_id, hold.phone, hold.user_id, hold.staff_id, hold.mode, hold.booking_date, hold.booking_time,
    hold.window_end, hold.windows, hold.next_day, private.now(), hold.expires_at, hold.proven
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
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
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

CREATE OR REPLACE FUNCTION public.find_in_office(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := left(coalesce(private.clean_text(find_in_office.query), ''), 60);
  words text[] := array(select w from regexp_split_to_table(lower(typed), ' ') w where w <> '');
  bare text := regexp_replace(typed, '[^[:alnum:]]', '', 'g');
  -- A phone typed with its zero or its country code is stored without the zero.
  digits text := case when typed ~ '^[0-9+ ()-]+$' then regexp_replace(regexp_replace(typed, '\D', '', 'g'), '^0+(?=\d{4})', '') end;
  is_desk boolean := public.has_duty('owner', 'desk');
  is_foreman boolean := public.has_duty('foreman');
  result jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'accountant');
  if typed <> '' and char_length(bare) < 2 then
    return jsonb_build_object('bookings', '[]'::jsonb, 'customers', '[]'::jsonb, 'more', false);
  end if;
  with found as materialized (
    select b.* from public.service_bookings b
    where b.status <> 'expired'
      and (typed = '' or private.matches_booking(b, words, bare, digits))
  ),
  shown as (
    -- What lies ahead first, the nearest first; then the past, the latest first.
    select f.* from found f
    order by case when typed = '' then f.created_at end desc, f.booking_date < private.today(),
      case when f.booking_date >= private.today() then f.starts_at end, f.starts_at desc
    limit case when typed = '' then 5 else 8 end
  ),
  people as (
    select f.phone, (array_agg(f.customer_name order by f.created_at desc))[1] as name, max(f.created_at) as last_booked
    from found f where typed <> '' and is_desk group by f.phone order by max(f.created_at) desc limit 5
  )
  select jsonb_build_object(
    'bookings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id, 'number', s.number, 'status', private.effective_status(s), 'customer_name', s.customer_name,
        'phone', case when is_desk or (is_foreman and private.is_active(s.status)) then s.phone end, 'bike_name', s.bike_name, 'vehicle_number', s.vehicle_number, 'mode', s.mode,
        'booking_date', s.booking_date, 'booking_time', private.format_time(s.booking_time),
        'window_end', private.format_time(s.window_end), 'work', private.last_work(s),
        'amount', coalesce(s.final_price, s.estimated_price)
      ) order by case when typed = '' then s.created_at end desc, s.booking_date < private.today(),
        case when s.booking_date >= private.today() then s.starts_at end, s.starts_at desc)
      from shown s
    ), '[]'),
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'phone', p.phone, 'name', p.name,
        'bikes', (select count(distinct private.bike_key(b)) from public.service_bookings b where b.phone = p.phone),
        'visits', (
          select count(*) from public.service_bookings b where b.phone = p.phone and b.status = 'completed'
        ),
        'last_visit', (
          select max(b.booking_date) from public.service_bookings b where b.phone = p.phone and b.status = 'completed'
        ),
        'credit', private.free_credit_of(p.phone), 'owes', private.owed_by(p.phone)
      ) order by p.last_booked desc)
      from people p
    ), '[]'),
    'more', (select count(*) > 8 from found) and typed <> ''
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_caller(phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dialled text := private.clean_phone(get_caller.phone);
begin
  perform private.require_duty('owner', 'desk');
  if dialled is null then
    perform private.reject(422, 'phone');
  end if;
  return jsonb_build_object(
    'phone', dialled,
    'number_proven', private.is_number_proven(dialled),
    'has_account', private.account_of_number(dialled) is not null,
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('name', n.customer_name, 'email', n.email) order by n.created_at desc), '[]')
      from (
        select distinct on (lower(b.customer_name)) b.customer_name, b.email, b.created_at
        from public.service_bookings b where b.phone = dialled and b.status <> 'expired'
        order by lower(b.customer_name), b.created_at desc
      ) n
    ),
    'since', (select min(b.booking_date) from public.service_bookings b where b.phone = dialled and b.status <> 'expired'),
    'visits', (select count(*) from public.service_bookings b where b.phone = dialled and b.status = 'completed'),
    'owes', private.owed_by(dialled),
    'credit', private.free_credit_of(dialled),
    'address', (
      select jsonb_build_object(
        'line', b.address_line, 'landmark', b.landmark, 'area', b.area_slug, 'area_name', a.name, 'pin', b.pin
      )
      from public.service_bookings b join public.areas a on a.slug = b.area_slug
      where b.phone = dialled and b.address_line is not null and b.status <> 'expired'
      order by b.created_at desc limit 1
    ),
    'bikes', private.bikes_of(dialled)
  );
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
  if exists (select from public.service_bookings b where b.request_id = wanted.request_id) then
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
  if exists (select from public.service_bookings b where b.request_id = wanted.request_id) then
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

CREATE OR REPLACE FUNCTION public.quote(items jsonb, model text, mode text DEFAULT 'workshop'::text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, date text DEFAULT NULL::text, gstin text DEFAULT NULL::text, group_id text DEFAULT NULL::text)
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
    case when public.has_duty('owner', 'desk') then 1 + private.bikes_of_group(private.to_uuid(quote.group_id)) else 1 end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token);
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
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
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
$function$;

CREATE UNIQUE INDEX slot_holds_staff ON private.slot_holds USING btree (staff_id) WHERE ((staff_id IS NOT NULL) AND (ended IS NULL));

CREATE INDEX service_bookings_group ON public.service_bookings USING btree (group_id) WHERE (group_id IS NOT NULL);

COMMENT ON COLUMN "private"."slot_holds"."staff_id" IS 'The staff member who holds it for a caller. Such a hold has neither phone nor account and counts as proven, so no limit counts it; it ends after 30 minutes in which the staff member did nothing.';

COMMENT ON COLUMN "public"."coupons"."min_bikes" IS 'Bikes of one customer at one place and day; more than one is booked by phone, as a group.';

COMMENT ON COLUMN "public"."service_bookings"."group_id" IS 'Several bikes of one customer at one place and day have the same one.';

COMMENT ON COLUMN "public"."service_bookings"."origin" IS 'web: booked by its customer. phone, walk_in: by staff for the customer, so its link and its handover code go to the customer''s number only.';

COMMENT ON FUNCTION "private"."account_of_number"(text) IS 'The account that has confirmed this number, unless it is the caller''s own: staff never own what they book for others.';

COMMENT ON FUNCTION "private"."bike_key"(public.service_bookings) IS 'What makes two bookings of one customer the same bike: the plate, else the model and the end of the chassis number.';

COMMENT ON FUNCTION "private"."bikes_of"(text) IS 'The bikes that were booked with a number, the latest first: last visit, open booking, declined work.';

COMMENT ON FUNCTION "private"."bikes_of_group"(uuid) IS 'How many live bookings a group has; 0 without a group.';

COMMENT ON FUNCTION "private"."booking_receipt"(public.service_bookings, boolean) IS 'What create_booking answers: the manage token too, but never to staff who booked for the customer.';

COMMENT ON FUNCTION "private"."check_group"(public.service_bookings) IS 'Raises PT422 group_id unless the bikes of a group have one customer, place and day.';

COMMENT ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text, integer) IS 'The discount of a code in whole rupees (percentages rounded down), or the refusal: a code and its data. Null without a code. Only create_booking passes the phone: a quote must not reveal who has booked before. bikes: those of one customer at one place and day.';

COMMENT ON FUNCTION "private"."declined_of"(text, text) IS 'Extra work of a year that the customer declined for a bike and that was not done later.';

COMMENT ON FUNCTION "private"."discount_group"(public.service_bookings) IS 'Once a group has enough bikes for its coupon, those that were booked before get the discount too.';

COMMENT ON FUNCTION "private"."free_credit_of"(text) IS 'Rupees of credit of a number that no booking uses yet.';

COMMENT ON FUNCTION "private"."is_same_window"(private.slot_holds, private.slot_holds) IS 'Whether two holds keep the same windows for the same mode.';

COMMENT ON FUNCTION "private"."last_work"(public.service_bookings) IS 'The name of the main work of a booking.';

COMMENT ON FUNCTION "private"."matches_booking"(public.service_bookings, text[], text, text) IS 'Whether a booking has all words in its name, or starts its number with, or contains in its plate or phone, what was typed.';

COMMENT ON FUNCTION "private"."owed_by"(text) IS 'Rupees that closed bookings of a number still owe.';

COMMENT ON FUNCTION "private"."parse_hold"(text, text, text, text) IS 'The request and the window of a hold; raises PT422 request, mode, date or time.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer) IS 'The quote of a job and what the calendar needs to know of it. Raises PT422 items_refused with the quote when an item is refused.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer) IS 'The only function that computes a price: quote shows it, create_booking charges it.';

COMMENT ON FUNCTION "private"."read_origin"(jsonb) IS 'How the booking of a request comes in: web, or what owners and desk say in on_behalf. Raises PT403, PT422 on_behalf.';

COMMENT ON FUNCTION "private"."to_booking_origin"(text) IS 'How a booking came in, or null.';

COMMENT ON FUNCTION "private"."write_booking"(public.service_bookings, jsonb) IS 'Writes a checked booking with its lines, its first event and the hash of its manage token.';

COMMENT ON FUNCTION "private"."write_hold"(private.slot_holds, private.slot_holds) IS 'Writes a hold with its places in place of an earlier one. The caller has checked the window and holds the locks of both days.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day. Raises PT403, PT422 on_behalf, group_id.';

COMMENT ON FUNCTION "public"."find_in_office"(text) IS 'For owners, desk, foremen and accountants: bookings, and for the first two customers, by name, number, phone or plate, or a part of these from two characters on; eight bookings and five customers at most, what lies ahead first. Without a query the five latest bookings. phone is null for accountants, and for foremen once the job is closed. more: there are more bookings. Raises PT403.';

COMMENT ON FUNCTION "public"."get_caller"(text) IS 'For owners and desk: the customer of a number, with names, latest address, bikes, what is owed and credited. A number we do not know gives empty lists. Raises PT403, PT422 phone.';

COMMENT ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text) IS 'Owners and desk hold a window while they talk: one per staff member, for 30 minutes from the last call, in no limit of customers. The same window again starts the 30 minutes anew, another window replaces it; release_hold releases it. Raises PT403, PT422 with the field or time_…, PT409 slot_taken (details.alternatives), booked.';

COMMENT ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text) IS 'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals {item_id, code, data}, subtotal, coupon {code, off, refusal}, total in rupees, minutes, tax in paise and its rates in per cent (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. late_fee: for cancelling late, free the first time for a number; visit_fee: for cancelling when the mechanic is on the way or there, null where nobody travels. A coupon for first bookings is applied here and checked against the phone number at booking. group_id, for owners and desk alone: the bike joins that group. Raises PT422 (model, mode, items, gstin).';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS. group_discount: a later bike of the group brought a discount. credit_note: one was issued for its invoice.';

COMMENT ON TYPE "public"."booking_origin" IS 'How a booking came in: on the site, or by staff for a caller or for a customer at the counter.';

REVOKE ALL ON FUNCTION "private"."account_of_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bike_key"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bikes_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bikes_of_group"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_group"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."declined_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."discount_group"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_credit_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_window"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_work"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."matches_booking"(public.service_bookings, text[], text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owed_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parse_hold"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_origin"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_booking_origin"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_booking"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_hold"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_in_office"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_in_office"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."get_caller"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_caller"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_for_caller"(text, text, text, text, jsonb, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.account_of_number(text) from public, anon, authenticated, service_role;

revoke all on function private.bike_key(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.bikes_of(text) from public, anon, authenticated, service_role;

revoke all on function private.bikes_of_group(uuid) from public, anon, authenticated, service_role;

revoke all on function private.check_group(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.coupon_discount(text,jsonb,date,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.declined_of(text,text) from public, anon, authenticated, service_role;

revoke all on function private.discount_group(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.free_credit_of(text) from public, anon, authenticated, service_role;

revoke all on function private.is_same_window(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.last_work(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.matches_booking(public.service_bookings,text[],text,text) from public, anon, authenticated, service_role;

revoke all on function private.owed_by(text) from public, anon, authenticated, service_role;

revoke all on function private.parse_hold(text,text,text,text) from public, anon, authenticated, service_role;

revoke all on function private.plan_job(jsonb,text,public.service_mode,text,text,text,date,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.price_cart(jsonb,text,public.service_mode,text,text,text,date,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.read_origin(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.to_booking_origin(text) from public, anon, authenticated, service_role;

revoke all on function private.write_booking(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.write_hold(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function public.find_in_office(text) from public, anon, authenticated, service_role;
grant execute on function public.find_in_office(text) to authenticated;
grant execute on function public.find_in_office(text) to service_role;

revoke all on function public.get_caller(text) from public, anon, authenticated, service_role;
grant execute on function public.get_caller(text) to authenticated;
grant execute on function public.get_caller(text) to service_role;

revoke all on function public.hold_for_caller(text,text,text,text,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.hold_for_caller(text,text,text,text,jsonb,text) to authenticated;
grant execute on function public.hold_for_caller(text,text,text,text,jsonb,text) to service_role;

revoke all on function public.quote(jsonb,text,text,text,text,text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text) to anon;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text) to authenticated;
grant execute on function public.quote(jsonb,text,text,text,text,text,text,text,text) to service_role;

revoke all on type public.booking_origin from public, anon, authenticated, service_role;
grant usage on type public.booking_origin to public;
