set check_function_bodies = off;

DROP FUNCTION "private"."raise_error"(integer, text, text, text);

DROP FUNCTION "private"."raise_too_many"(text, text, timestamp with time zone);

DROP FUNCTION "private"."shop_phone"();

DROP FUNCTION "private"."weekday_names"(integer[]);

CREATE OR REPLACE FUNCTION guard.before_request()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  headers jsonb;
  address text;
  from_site boolean;
  rule private.call_limits;
  wait int := 0;
begin
  if not exists (select from private.settings s where s.name = 'count_calls' and s.value = 'on')
    or auth.jwt() ->> 'role' = 'service_role'
  then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.reject(404, 'unknown_address');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.reject(405, 'method_not_allowed');
  end if;
  headers := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address := private.caller_address(headers);
  from_site := private.is_site_server(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.acts_for_shop(booking public.service_bookings, cause text, waiver text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  said boolean := acts_for_shop.cause is not null or acts_for_shop.waiver is not null;
begin
  if said and not public.is_admin() then
    perform private.reject(403, 'shop_only');
  elsif acts_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.reject(422, 'cause');
  elsif acts_for_shop.waiver is not null
    and coalesce(char_length(private.clean_text(acts_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.reject(422, 'waiver');
  end if;
  return public.is_admin() and (said or booking.user_id is distinct from auth.uid());
end;
$function$;

CREATE OR REPLACE FUNCTION private.charge_fee(booking public.service_bookings, fee integer, expected_fee integer, waiver text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  why text := private.clean_text(charge_fee.waiver);
begin
  perform private.check_expected_fee(charge_fee.fee, charge_fee.expected_fee);
  if why is null then
    return charge_fee.fee;
  elsif charge_fee.fee = 0 then
    perform private.reject(422, 'nothing_to_waive');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status,
    'Fee of ' || private.format_rupees(charge_fee.fee) || ' waived: ' || why
  );
  return 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_expected_fee(fee integer, expected_fee integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if fee is distinct from coalesce(expected_fee, 0) then
    perform private.reject(409, 'fee_changed', jsonb_build_object('fee', fee));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_half_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opens time := (select h.opens from public.business_hours h where h.weekday = extract(dow from new.date)::int);
begin
  if new.closes_at <= opens then
    perform private.reject(422, 'closes_at', jsonb_build_object('opens', to_char(opens, 'HH24:MI')));
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_handover(booking uuid, code text, why text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.reject(422, 'without_code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.reject(422, 'handover_code');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.reject(409, 'no_more_tries');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.reject(422, 'code_figures');
    elsif typed <> h.code then
      update private.handover_codes c set wrong_tries = c.wrong_tries + 1 where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'wrong_code',
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'wrong_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0 where c.booking_id = h.booking_id and c.wrong_tries > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_odometer(items jsonb, odometer_km integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  extra record;
begin
  select a.name, a.min_odometer_km into extra
  from public.addons a
  where a.min_odometer_km > check_odometer.odometer_km
    and a.slug in (select e ->> 'id' from jsonb_array_elements(check_odometer.items) e);
  if extra.name is not null then
    perform private.reject(422, 'too_few_km', jsonb_build_object('name', extra.name, 'from_km', extra.min_odometer_km));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_payment_note(note text, needed boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remark text := private.clean_text(check_payment_note.note);
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  elsif check_payment_note.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.reject(422, 'payment_note');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  return remark;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.clean_text(new.full_name) is null then
    new.full_name := null;
  elsif private.clean_name(new.full_name) is null then
    perform private.reject(422, 'full_name');
  else
    new.full_name := private.clean_name(new.full_name);
  end if;
  if private.clean_text(new.phone) is null then
    new.phone := null;
  elsif private.clean_phone(new.phone) is null then
    perform private.reject(422, 'phone');
  else
    new.phone := private.clean_phone(new.phone);
  end if;
  new.address_line := private.clean_text(new.address_line);
  if char_length(new.address_line) not between 5 and 120 then
    perform private.reject(422, 'address_line');
  end if;
  new.landmark := private.clean_text(new.landmark);
  if char_length(new.landmark) > 80 then
    perform private.reject(422, 'landmark');
  end if;
  if new.area_slug is not null and not exists (select from public.areas a where a.slug = new.area_slug) then
    perform private.reject(422, 'area_slug');
  end if;
  new.updated_at := pg_catalog.now();
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_slot(mode public.service_mode, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS time without time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  slot record;
begin
  if day < private.today() then
    perform private.reject(422, 'time_day_past');
  elsif day > private.last_bookable_day() then
    perform private.reject(422, 'time_too_far', jsonb_build_object('last_day', private.last_bookable_day()));
  end if;
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
  if slot.day is null then
    perform private.reject(422, 'time');
  elsif slot.why = 'past' or private.local_instant(check_slot.day, check_slot.start) <= private.now() then
    perform private.reject(422, 'time_past');
  elsif slot.why = 'weather' then
    perform private.reject(422, 'time_weather', (
      select jsonb_build_object('note', w.note) from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.reject(422, 'time_too_soon');
  elsif slot.why = 'too_long' then
    perform private.reject(422, 'time_too_long');
  elsif slot.why = 'closed' then
    perform private.reject(422, 'time_closed');
  elsif slot.why = 'full' then
    perform private.reject(409, 'slot_taken', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    ));
  end if;
  return slot.ends;
end;
$function$;

CREATE OR REPLACE FUNCTION private.coupon_discount(code text, lines jsonb, day date, phone text)
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
  elsif c.min_bikes > 1 then
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

CREATE OR REPLACE FUNCTION private.late_credit_refusal(booking public.service_bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.effective_status(booking) in ('pending_payment', 'expired', 'no_show') then 'no_credit'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'no_weather_credit'
    when not private.was_shop_late(booking) then 'not_late'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings_of(phone text, account uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Concurrent bookings of one number or account queue here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The booking whose end makes room again. When there is one, the limit is reached.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.limit_value('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.limit_value('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- One of the two is null.
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.reject_until('too_many_open', open_until, jsonb_build_object(
      'most', private.limit_value('open_bookings'), 'of', case when account is null then 'number' else 'account' end
    ));
  elsif day_until is not null then
    perform private.reject_until('too_many_bookings', day_until, jsonb_build_object(
      'most', private.limit_value('bookings_a_day'), 'of', case when account is null then 'number' else 'account' end
    ));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_guest_holds(mode public.service_mode, day date, first_start time without time zone, windows integer, own uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- The hold whose end makes room again. When there is one, the limit is reached.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.limit_value('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  if until is not null then
    perform private.reject_until('held_by_many', until);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_holds(request uuid, phone text, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.is_admin() then
    return;
  end if;
  select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_of_a_request')] + interval '1 hour'
  into until from private.slot_holds h where h.request_id = request and h.held_at > at - interval '1 hour';
  if until is null and account is not null then
    perform pg_advisory_xact_lock(hashtextextended('holds of ' || account, 0));
    select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_an_hour')] + interval '1 hour'
    into until from private.slot_holds h where h.user_id = account and h.held_at > at - interval '1 hour';
  end if;
  if until is not null then
    perform private.reject_until('too_many_tries', until);
  end if;

  if limit_holds.phone is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || limit_holds.phone, 0));
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.phone = limit_holds.phone and h.ended is null and h.expires_at > at and h.request_id <> request;
  end if;
  if until is null and account is not null then
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.user_id = account and h.held_at > at - interval '1 hour' and h.ended is null and h.expires_at > at
      and h.request_id <> request;
  end if;
  if until is not null then
    perform private.reject_until('too_many_holds', until, jsonb_build_object('most', private.limit_value('open_holds')));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_waiting(phone text, mode public.service_mode, day date, start time without time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  until timestamptz;
begin
  if exists (
    select from public.waitlist w
    where (w.phone, w.booking_date, w.booking_time) = (limit_waiting.phone, day, start) and w.state in ('waiting', 'offered')
  ) then
    perform private.reject(409, 'in_line');
  elsif public.is_admin() then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.limit_value('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.reject_until('too_many_waits', until, jsonb_build_object('most', private.limit_value('open_waits')));
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.limit_value('waits_of_a_window');
  if until is not null then
    perform private.reject_until('too_many_in_line', until);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_booking(booking uuid, manage_token text)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = lock_own_booking.booking for update;
  if b.id is null or not (
    public.is_admin()
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(lock_own_booking.manage_token) = b.id, false)
  ) then
    perform private.reject(404, 'not_found');
  end if;
  if private.effective_status(b) <> b.status then
    b := private.transition_booking(b.id, 'system', 'expired', 'Not paid in time');
  end if;
  return b;
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
  -- A model year begins before its calendar year does.
  newest_year int := extract(year from private.today())::int + 1;
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
  b.notes := nullif(btrim(request ->> 'notes'), '');
  if char_length(b.notes) > 500 then
    perform private.reject(422, 'notes', '{"max": 500}');
  end if;
  b.approval_limit := case when request ? 'approval_limit' then private.to_int(request ->> 'approval_limit') else 0 end;
  if b.approval_limit is null or b.approval_limit not in (0, 300, 500, 1000) then
    perform private.reject(422, 'approval_limit');
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.plan_job(items jsonb, model text, mode public.service_mode, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, day date DEFAULT NULL::date, gstin text DEFAULT NULL::text, phone text DEFAULT NULL::text)
 RETURNS TABLE(quote jsonb, minutes integer, windows integer, two_day boolean, next_day boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  quote := private.price_cart(items, model, plan_job.mode, coupon, area, pin, day, gstin, phone);
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

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text)
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
      'minutes', 0
    );
    subtotal := subtotal + class_pickup;
  end if;

  discount := private.coupon_discount(price_cart.coupon, lines, price_cart.day, price_cart.phone);
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false)
  ) || private.tax(total, private.is_maharashtra(price_cart.pin, price_cart.gstin));
end;
$function$;

CREATE OR REPLACE FUNCTION private.quote_item(bike public.models, mode public.service_mode, primary_slug text, item_id text, quantity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  data jsonb;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select
      case when p.drive in ('any', bike.drive) then 'wrong_engine_size' else 'wrong_drive' end,
      jsonb_build_object('name', p.short_name, 'drive', p.drive)
    into code, data
    from public.packages p where p.slug = item_id;
    return jsonb_build_object('item_id', item_id, 'code', coalesce(code, 'unknown_item'), 'data', data);
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      data := jsonb_build_object('mode', mode);
    elsif quantity <> 1 then
      code := 'quantity';
      data := '{"most": 1}';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := case item_id when 'pickup-drop' then 'pickup_by_place' else 'not_sold' end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      data := jsonb_build_object('needs', extra.condition);
    elsif included_name is not null then
      code := 'already_included';
      data := jsonb_build_object('part_of', included_name);
    elsif unit is null then
      code := 'wrong_engine_size';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      data := jsonb_build_object('most', extra.max_quantity);
    end if;
  end if;

  if code is not null then
    return jsonb_build_object(
      'item_id', item_id, 'code', code,
      'data', jsonb_build_object('name', coalesce(offer.short_name, extra.name)) || coalesce(data, '{}')
    );
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.reject(status integer, code text, data jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if reject.data is null then
    raise exception using errcode = 'PT' || status, message = reject.code, hint = reject.code;
  end if;
  raise exception using errcode = 'PT' || status, message = reject.code, hint = reject.code, detail = reject.data::text;
end;
$function$;

CREATE OR REPLACE FUNCTION private.reject_until(code text, until timestamp with time zone, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.reject(429, reject_until.code, reject_until.data || jsonb_build_object(
    'retry_after', greatest(1, ceil(extract(epoch from reject_until.until - private.now())))::int
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = transition_booking.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.can_transition(transition_booking.actor, b, transition_booking.to_status) then
    perform private.reject(409, 'not_allowed', jsonb_build_object('status', b.status, 'to', transition_booking.to_status));
  elsif transition_booking.to_status = 'awaiting_approval' and not asked then
    perform private.reject(409, 'nothing_asked');
  elsif b.status = 'awaiting_approval' and transition_booking.to_status = 'inspecting' and asked then
    perform private.reject(409, 'not_answered');
  elsif transition_booking.to_status = 'quality_check' and private.count_open_lines(b.id) > 0 then
    left_over := private.count_open_lines(b.id);
    perform private.reject(409, 'not_ticked', jsonb_build_object('left', left_over));
  elsif transition_booking.to_status = 'no_show' and private.now() < private.no_show_from(b) then
    perform private.reject(409, 'too_early', jsonb_build_object(
      'from', private.no_show_from(b), 'minutes', (select s.no_show_minutes from public.shop s)
    ));
  -- A bill from an earlier step is billed at the end, so it is checked again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(b)));
  end if;
  -- Calls that take places delete those of expired bookings, also under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status, transition_booking.note, transition_booking.fee);
  if transition_booking.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = transition_booking.to_status,
    mechanic = coalesce(transition_booking.mechanic, s.mechanic),
    final_price = case
      when transition_booking.to_status = 'completed' then coalesce(transition_booking.final_price, s.final_price, private.agreed_price(s))
      else coalesce(transition_booking.final_price, s.final_price)
    end,
    fee = s.fee + transition_booking.fee,
    cancelled_by = case
      when transition_booking.to_status = 'cancelled' then case
        when transition_booking.actor = 'customer' or transition_booking.cause = 'customer'
          then 'customer'::public.cancelling_party
        else 'shop'
      end
    end,
    cancel_cause = case
      when transition_booking.to_status <> 'cancelled' then null
      when transition_booking.actor = 'customer' then 'customer'
      else coalesce(transition_booking.cause, case when private.is_rained_off(s) then 'weather'::public.change_cause else 'shop' end)
    end,
    cancel_reason = case when transition_booking.to_status = 'cancelled' then transition_booking.note end,
    -- Cancelling an unpaid booking is never late.
    late_cancelled = transition_booking.to_status = 'cancelled' and transition_booking.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_window_missed(s),
    closed_at = case when transition_booking.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, approve boolean, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  answer public.extra_work_status := case
    when answer_extra_work.approve then 'approved'::public.extra_work_status when not answer_extra_work.approve then 'declined'
  end;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.is_admin() and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.reject(422, 'approve');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin'::public.extra_work_decider else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(
      b.id, case when as_admin then 'admin'::public.booking_actor else 'customer' end, 'inspecting', null
    );
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.cancel_booking(booking uuid, manage_token text DEFAULT NULL::text, reason text DEFAULT NULL::text, expected_fee integer DEFAULT 0, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := private.acts_for_shop(b, cancel_booking.cause, cancel_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  asked_for boolean := not as_admin or coalesce(cancel_booking.cause = 'customer', false);
  late boolean := asked_for and b.status <> 'pending_payment' and private.now() > private.cancel_until(b)
    and not private.is_change_free(b);
  why text := private.clean_text(cancel_booking.reason);
  cost int := 0;
begin
  if char_length(why) > 200 then
    perform private.reject(422, 'reason');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.can_transition(actor, b, 'cancelled') then
    cost := private.charge_fee(
      b, case when asked_for then (private.change_terms(b) ->> 'cancel_fee')::int else 0 end,
      cancel_booking.expected_fee, cancel_booking.waiver
    );
  end if;
  b := private.transition_booking(
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then private.to_change_cause(cancel_booking.cause) end
  );
  -- private.transition_booking sets it for the actor customer; a request through staff counts the same.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.claim_payment(reference text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  p public.payments;
begin
  b := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.reference = claim_payment.reference), claim_payment.manage_token
  );
  select * into p from public.payments x where x.reference = claim_payment.reference;
  if p.provider is distinct from 'upi' or p.status = 'failed' then
    perform private.reject(409, 'payment_unknown');
  elsif p.status = 'created' then
    update public.payments x set status = 'claimed', claimed_at = private.now() where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status,
      'Says ' || private.format_rupees(p.amount_paise / 100) || ' is paid by UPI, reference ' || p.reference
    );
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$function$;

CREATE OR REPLACE FUNCTION public.client_health(hours integer DEFAULT 24)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise exception using errcode = 'PT403', message = 'forbidden', hint = 'forbidden';
  elsif hours is null or hours not between 1 and 720 then
    raise exception using errcode = 'PT422', message = 'hours', hint = 'hours';
  end if;
  return (
    with recent as (
      select r.* from public.client_reports r where r.received_at > now() - make_interval(hours => client_health.hours)
    ), counted as (
      select
        app,
        version,
        bool_or(canary) as canary,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'visit')), 0) as visits,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'error')), 0) as errors,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'LCP') as lcp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'INP') as inp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'CLS') as cls,
        max(received_at) as last_seen
      from recent group by app, version order by max(received_at) desc limit 100
    ), faults as (
      select
        app, version, name, message,
        count(*) as count,
        (array_agg(route order by id desc))[1] as route,
        max(received_at) as last_seen
      from recent where kind = 'error' group by app, version, name, message order by max(received_at) desc limit 30
    )
    select jsonb_build_object(
      'hours', client_health.hours,
      'apps', coalesce((
        select jsonb_agg(jsonb_build_object(
          'app', c.app, 'version', c.version, 'canary', c.canary, 'visits', c.visits, 'errors', c.errors,
          'error_rate', case when c.visits > 0 then round(c.errors / c.visits, 4) end,
          'lcp_p75', round(c.lcp::numeric), 'inp_p75', round(c.inp::numeric), 'cls_p75', round(c.cls::numeric, 3),
          'last_seen', c.last_seen
        ) order by c.app, c.last_seen desc) from counted c
      ), '[]'),
      'errors', coalesce((
        select jsonb_agg(to_jsonb(f) order by f.last_seen desc) from faults f
      ), '[]')
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_payment(payment uuid, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(confirm_payment.note, false);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.reject(409, 'gateway_confirms');
  elsif p.captured_paise = 0 then
    perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
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
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
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
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- What is paid online is confirmed by the payment; until then its places run out like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.extend_hold(request_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.reject(422, 'request');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.reject(409, 'hold_over', '{"alternatives": []}');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Another call may have taken the places while this one waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.reject(409, 'hold_over', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    ));
  elsif own.extended then
    perform private.reject(409, 'extended');
  end if;
  update private.slot_holds h set
    expires_at = h.expires_at + (select s.hold_extension_minutes from public.shop s) * interval '1 minute', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
end;
$function$;

CREATE OR REPLACE FUNCTION public.finish_refund(refund uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(finish_refund.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null
  );
  r public.refunds;
  from_provider public.payment_provider;
begin
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.reject(409, 'gateway_refunds');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_invoice(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.is_admin()
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object('issued_at', i.issued_at) into result
  from public.invoices i where i.booking_id = b.id;
  if result is null then
    perform private.reject(404, 'no_invoice');
  end if;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_offer(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.claim_hash = private.hash_token(coalesce(token, ''));
  if w.id is null then
    perform private.reject(404, 'unknown_offer');
  elsif w.state = 'claimed' then
    perform private.reject(409, 'claimed');
  end if;
  select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  if not private.has_open_offer(w) or held.id is null then
    perform private.reject(409, 'offer_over', private.offer_details(w) || jsonb_build_object(
      'ended_at', w.offer_ends_at,
      'alternatives', private.nearest_free(w.mode, w.booking_date, w.booking_time, w.windows, w.next_day)
    ));
  end if;
  return private.offer_details(w) || jsonb_build_object(
    'request_id', w.offer_request_id, 'name', w.customer_name, 'phone', w.phone, 'email', w.email,
    'hold', private.hold_state(held)
  );
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
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(booking, null);
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
  -- An invoice that is written stays as it is.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    b.id, b.phone, shop.late_credit, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'We were late, ' || private.format_rupees(shop.late_credit) || ' credit: ' || remark
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_slot(request_id text, mode text, date text, start text, items jsonb, model text, phone text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  place public.service_mode := private.to_service_mode(hold_slot.mode);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.reject(422, 'request');
  elsif place is null or not exists (select from public.service_modes m where m.mode = place) then
    perform private.reject(422, 'mode');
  elsif day is null then
    perform private.reject(422, 'date');
  elsif arrival is null then
    perform private.reject(422, 'time');
  end if;
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, place);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.reject(409, 'booked');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (place, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- Take the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(place, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(place, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null then
    perform private.limit_guest_holds(place, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), place, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + (select s.hold_minutes from public.shop s) * interval '1 minute'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

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
  return private.hold_state(taken);
end;
$function$;

CREATE OR REPLACE FUNCTION public.join_waitlist(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  known public.waitlist;
  job record;
  why text;
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  elsif coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;
  w.request_id := private.to_uuid(request ->> 'request_id');
  w.booking_date := private.to_date(request ->> 'date');
  w.booking_time := private.to_time(request ->> 'time');
  w.customer_name := private.clean_name(request ->> 'name');
  w.phone := private.clean_phone(request ->> 'phone');
  w.email := private.clean_email(request ->> 'email');
  select m.mode into w.mode from public.service_modes m where m.mode = private.to_service_mode(request ->> 'mode');
  if w.request_id is null then
    perform private.reject(422, 'request');
  elsif w.mode is null then
    perform private.reject(422, 'mode');
  elsif w.booking_date is null then
    perform private.reject(422, 'date');
  elsif w.booking_time is null then
    perform private.reject(422, 'time');
  elsif w.customer_name is null then
    perform private.reject(422, 'name');
  elsif w.phone is null then
    perform private.reject(422, 'phone');
  elsif w.email is null and private.clean_text(request ->> 'email') is not null then
    perform private.reject(422, 'email');
  end if;

  -- A repeated request waits here and gets the answer of the first one.
  perform private.lock_request(w.request_id);
  select * into known from public.waitlist l where l.request_id = w.request_id;
  if known.id is not null then
    return private.waitlist_answer(known, true);
  end if;
  select * into job from private.plan_job(request -> 'items', request ->> 'model', w.mode);

  perform pg_advisory_xact_lock(hashtextextended('waitlist ' || w.phone, 0));
  perform private.lock_day(w.mode, w.booking_date);
  if w.booking_date between private.today() and private.last_bookable_day() then
    select s.why, s.ends into why, w.window_end
    from private.slots(w.mode, w.booking_date, w.booking_date, job.windows, job.next_day) s where s.starts = w.booking_time;
  end if;
  if why is distinct from 'full' then
    -- Says what is wrong with the time, if anything is.
    perform private.check_slot(w.mode, w.booking_date, w.booking_time, job.windows, job.next_day);
    perform private.reject(409, 'free');
  end if;
  perform private.limit_waiting(w.phone, w.mode, w.booking_date, w.booking_time);

  w.id := gen_random_uuid();
  insert into public.waitlist (
    id, request_id, user_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
    customer_name, phone, email, created_at, leave_hash
  )
  select
    w.id, w.request_id, auth.uid(), w.mode, w.booking_date, w.booking_time, w.window_end, m.id, b.name || ' ' || m.name, (
      select jsonb_agg(jsonb_build_object('id', l ->> 'item_id', 'quantity', (l ->> 'quantity')::int) order by n)
      from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n) where l ->> 'package_type' <> 'pickup'
    ), job.windows, job.next_day, w.customer_name, w.phone, w.email, private.now(),
    private.hash_token(private.waitlist_token(w.id, 'leave'))
  from public.models m join public.brands b on b.slug = m.brand_slug where m.id = request ->> 'model'
  returning * into w;
  return private.waitlist_answer(w, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.leave_waitlist(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  if w.id is null then
    perform private.reject(404, 'not_in_line');
  end if;
  -- Also where no place is offered yet: it may be by the time the day is locked.
  perform private.lock_request(w.offer_request_id);
  perform private.lock_day(w.mode, w.booking_date);
  update public.waitlist l set state = 'left' where l.id = w.id and l.state in ('waiting', 'offered') returning * into w;
  if found then
    select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
    if held.id is not null then
      perform private.end_hold(held, 'released');
    end if;
  else
    select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  end if;
  return jsonb_build_object('state', w.state);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_places(day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  return (
    with windows as (
      select distinct on (w.starts) w.starts, w.ends
      from (
        select a.starts, a.ends, true as current from public.arrival_windows a
        where a.weekday = extract(dow from list_places.day)::int
        union all
        select b.booking_time, b.window_end, false from public.service_bookings b where b.booking_date = list_places.day
      ) w
      order by w.starts, w.current desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'mode', m.mode, 'starts', w.starts, 'ends', w.ends,
      'places', private.capacity(m.mode, extract(dow from list_places.day)::int, w.starts),
      'taken', (
        select count(*) from public.booking_places p
        where p.booking_date = list_places.day and p.window_start = w.starts and p.mode = m.mode
          and p.hold_id is null and (p.held_until is null or p.held_until > private.now())
      )
    ) order by w.starts, m.sort), '[]')
    from windows w cross join public.service_modes m
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.service_mode := private.to_service_mode(list_slots.mode);
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if place is null or not exists (select from public.service_modes s where s.mode = place) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, place, false) as windows, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, place);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(place, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', coalesce(
          case when place = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.pay_after_service(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, pay_after_service.manage_token);
begin
  if b.status = 'expired' then
    perform private.reject(409, 'expired');
  elsif b.status = 'pending_payment' then
    if not private.secure_places(b) then
      perform private.reject(409, 'time_gone');
    end if;
    update public.service_bookings s set pay_by = 'after_service' where s.id = b.id;
    b := private.transition_booking(b.id, 'system', 'confirmed', 'Pays after the service');
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$function$;

CREATE OR REPLACE FUNCTION public.propose_extra_work(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.reject(409, 'not_inspecting', jsonb_build_object('status', b.status));
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.reject(422, 'work');
  end if;
  select coalesce(sum(e.price), 0)::int into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.clean_text(entry ->> 'name');
    line.reason := private.clean_text(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.reject(422, 'work_name');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.reject(422, 'work_reason');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.reject(422, 'work_price');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.reject(422, 'work_minutes');
    end if;
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit'::public.extra_work_decider end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.quote(items jsonb, model text, mode text DEFAULT 'workshop'::text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, date text DEFAULT NULL::text, gstin text DEFAULT NULL::text)
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
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.record_cash(booking uuid, amount integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(record_cash.note, false);
  b public.service_bookings := private.lock_own_booking(booking, null);
  due int := private.amount_due(b) - private.paid_paise(b.id) / 100;
  p public.payments;
begin
  if b.status in ('pending_payment', 'expired') then
    perform private.reject(409, 'not_confirmed');
  elsif due <= 0 then
    perform private.reject(409, 'paid');
  elsif record_cash.amount is null or record_cash.amount not between 1 and due then
    perform private.reject(422, 'amount', jsonb_build_object('due', due));
  end if;
  insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
  values (b.id, 'cash', 'desk', private.payment_reference(b), record_cash.amount * 100, 'created', private.now())
  returning * into p;
  perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reject_claim(payment uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(reject_claim.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'UPI payment not found: ' || remark);
    perform private.notify_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.reject(409, 'not_claimed');
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.report_client_events(events jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept int;
  newest bigint;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.reject(422, 'events');
  elsif jsonb_array_length(events) > 20 then
    perform private.reject(422, 'too_many_events');
  end if;

  with parsed as (
    select
      event ->> 'kind' as kind,
      event ->> 'name' as name,
      case when jsonb_typeof(event -> 'value') = 'number' then (event ->> 'value')::numeric end as value,
      event ->> 'app' as app,
      event ->> 'version' as version,
      event ->> 'site_release' as site_release,
      event ->> 'route' as route,
      event -> 'canary' = 'true'::jsonb as canary,
      event ->> 'message' as message,
      case when jsonb_typeof(event -> 'sample_rate') = 'number' then (event ->> 'sample_rate')::numeric else 1 end as sample_rate
    from jsonb_array_elements(events) as sent(event)
    where jsonb_typeof(event) = 'object'
  ), added as (
    insert into public.client_reports (kind, name, value, app, version, site_release, route, canary, message, sample_rate)
    select
      p.kind::public.report_kind,
      case p.kind
        when 'vital' then p.name
        when 'visit' then 'visit'
        else case when p.name ~ '^[A-Za-z][A-Za-z0-9_.$]{0,59}$' then p.name else 'Error' end
      end,
      case p.kind when 'vital' then round(p.value, 4) end,
      p.app,
      p.version,
      case when p.site_release ~ '^[A-Za-z0-9@_.+ -]{1,200}$' then p.site_release end,
      case when p.route ~ '^[a-z0-9:_-]{1,80}$' then p.route end,
      coalesce(p.canary, false),
      case p.kind when 'error' then private.remove_personal_data(p.message) end,
      p.sample_rate
    from parsed p
    where p.kind in ('vital', 'error', 'visit')
      and p.app ~ '^[a-z][a-z0-9_]{0,29}$'
      and p.version ~ '^[A-Za-z0-9][A-Za-z0-9.+-]{0,39}$'
      and p.sample_rate between 0.0001 and 1
      and (
        p.kind <> 'vital'
        or (p.name in ('LCP', 'INP', 'FCP', 'TTFB') and p.value between 0 and 600000)
        or (p.name = 'CLS' and p.value between 0 and 100)
      )
    returning id
  )
  select count(*)::int, max(added.id) into kept, newest from added;

  -- Each call prunes more rows than it writes, and at most 100 per rule, so the table needs no timer. Rows that
  -- another call is deleting are skipped.
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.received_at < now() - interval '30 days'
    order by old.received_at limit 100 for update skip locked
  );
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.id <= newest - 200000
    order by old.id limit 100 for update skip locked
  );
  return kept;
end;
$function$;

CREATE OR REPLACE FUNCTION public.request_callback(kind text, name text, phone text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about public.callback_kind := private.to_callback_kind(request_callback.kind);
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.clean_text(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if about is null then
    perform private.reject(422, 'kind');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  elsif caller_name is null then
    perform private.reject(422, 'name');
  elsif caller_phone is null then
    perform private.reject(422, 'phone');
  elsif about = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.reject(422, 'bike');
  elsif about = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.reject(422, 'pin_form');
  elsif about = 'message' and message is null then
    perform private.reject(422, 'message');
  elsif char_length(message) > 500 then
    perform private.reject(422, 'message_too_long', '{"max": 500}');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  select (array_agg(r.created_at order by r.created_at desc))[private.limit_value('callbacks_a_day')] + interval '1 day'
  into until from public.callback_requests r
  where r.phone = caller_phone and r.created_at > private.now() - interval '1 day';
  if until is not null then
    perform private.reject_until('too_many_callbacks', until);
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    about, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
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
  -- Free, not counted, and at the price that was agreed.
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
    ), day, null);
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
  -- The new place first, then the old one: both days are locked, and a refusal leaves everything as it was. The shop
  -- may squeeze somebody in earlier than its own lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
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
$function$;

CREATE OR REPLACE FUNCTION public.retry_message(message bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  m public.message_outbox;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.reject(404, 'unknown_message');
  elsif m.status <> 'failed' then
    perform private.reject(409, 'not_failed', jsonb_build_object('status', m.status));
  elsif not (select private.is_message_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.reject(409, 'not_current');
  end if;
  update public.message_outbox o
  set status = 'waiting', attempts = 0, next_try_at = private.now(), claimed_until = null
  where o.id = m.id;
  perform pg_catalog.pg_notify('message_outbox', '');
  return jsonb_build_object('id', m.id, 'status', 'waiting');
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_fee(booking uuid, fee integer, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  remark text := private.clean_text(set_booking_fee.note);
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(booking, null);
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.reject(422, 'fee');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.reject(422, 'fee_note');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.reject(409, 'fee_on_invoice');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee);
  return private.booking_state(private.recalculate_fee(b, set_booking_fee.fee));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_status(booking uuid, to_status text, note text DEFAULT NULL::text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, handover_code text DEFAULT NULL::text, without_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  target public.booking_status := private.to_booking_status(set_booking_status.to_status);
  remark text := private.clean_text(set_booking_status.note);
  person text := private.clean_text(set_booking_status.mechanic);
  why text := private.clean_text(set_booking_status.without_code);
  wrong jsonb;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  if char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.reject(422, 'mechanic');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.reject(422, 'final_price');
  end if;
  if target is null then
    perform private.reject(409, 'not_allowed', jsonb_build_object(
      'status', b.status, 'to', coalesce(set_booking_status.to_status, 'nothing')
    ));
  end if;
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned and not raised: raising would roll back the counted try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    remark := nullif(concat_ws('. ', remark, 'Without the code: ' || why), '');
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_gstin(booking uuid, gstin text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, set_gstin.manage_token);
  clean text := private.clean_gstin(set_gstin.gstin);
begin
  if clean is null and private.clean_text(set_gstin.gstin) is not null then
    perform private.reject(422, 'gstin');
  elsif clean is not distinct from b.gstin then
    return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif b.status in ('cancelled', 'no_show', 'expired') then
    perform private.reject(409, 'never_invoiced');
  end if;
  update public.service_bookings s set gstin = clean where s.id = b.id returning * into b;
  return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_weather_mode(day date, enabled boolean, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := coalesce(private.clean_text(set_weather_mode.note), private.default_weather_note());
  notified int;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  elsif day is null or day < private.today() then
    perform private.reject(422, 'day');
  elsif char_length(words) not between 3 and 120 then
    perform private.reject(422, 'weather_note');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    notified := private.notify_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into notified
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', notified
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.start_payment(booking uuid, method text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, start_payment.manage_token);
  p public.payments;
  due_paise int := private.amount_due(b) * 100 - private.paid_paise(b.id);
  by_provider public.payment_provider := case start_payment.method
    when 'upi' then 'upi'::public.payment_provider when 'online' then (select s.payment_provider from public.shop s)
  end;
begin
  if start_payment.method is null or start_payment.method not in ('upi', 'online') then
    perform private.reject(422, 'method');
  elsif b.status = 'expired' then
    perform private.reject(409, 'expired');
  elsif b.status = 'pending_payment' and start_payment.method = 'upi' then
    perform private.reject(409, 'online_only');
  elsif due_paise <= 0 then
    perform private.reject(409, 'paid');
  elsif by_provider is null then
    perform private.reject(409, 'not_offered');
  end if;
  if start_payment.method = 'upi' then
    -- A customer who reported a UPI payment is not asked again until staff have checked it.
    select * into p from public.payments x where x.booking_id = b.id and x.status = 'claimed'
    order by x.claimed_at limit 1;
  end if;
  if p.id is null then
    -- The same order serves every try at the same amount: two of them could both be paid.
    select * into p from public.payments x
    where x.booking_id = b.id and x.amount_paise = due_paise and x.provider = by_provider
      and (x.status = 'created' or by_provider <> 'upi' and x.status in ('failed', 'authorized'))
    order by x.created_at desc, x.id limit 1;
  end if;
  if p.id is null then
    insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
    values (
      b.id, start_payment.method::public.payment_method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
    ) returning * into p;
  end if;
  return private.payment_request(p, b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.tick_checklist(booking uuid, lines integer[], done boolean, not_needed text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  why text := private.clean_text(tick_checklist.not_needed);
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(tick_checklist.booking, null);
  if b.status <> 'in_service' then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_checklist.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

COMMENT ON FUNCTION "private"."charge_fee"(public.service_bookings, integer, integer, text) IS 'What a change costs in the end: the fee that was shown, or nothing when it is waived, which an event of its own keeps with the reason. Raises PT409 fee_changed, PT422 nothing_to_waive.';

COMMENT ON FUNCTION "private"."check_handover"(uuid, text, text) IS 'Null when the code is right or somebody says why there is none; for a wrong code the refusal to answer with, in the form of an error, and one try of five is used. Raises PT422 handover_code, code_figures, without_code, PT409 no_more_tries.';

COMMENT ON FUNCTION "private"."check_payment_note"(text, boolean) IS 'Lets admins pass, with the note they typed; raises PT403, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "private"."check_profile"() IS 'Trigger: cleans a profile and rejects what is wrong, with the column as its code.';

COMMENT ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text) IS 'What a code takes off in whole rupees (percentages rounded down), or why nothing (refusal: a code and its data). Null without a code. The phone is asked only where a booking is made: a quote must not reveal who has booked before.';

COMMENT ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) IS 'Why a booking gets no credit for our being late: credited (once is enough), no_credit, no_weather_credit, not_late; null when it gets one.';

COMMENT ON FUNCTION "private"."limit_holds"(uuid, text, uuid) IS 'PT429 too_many_tries or too_many_holds when one more hold of a request, a number or an account would be more than private.limits allows. The caller holds the lock of the request and not yet that of a day.';

COMMENT ON FUNCTION "private"."offer_details"(public.waitlist) IS 'The window and the cart somebody is in line with, at the prices of today. Raises PT422 items_refused when something is not sold any more.';

COMMENT ON FUNCTION "private"."parse_booking_request"(jsonb) IS 'The checked fields of a booking request; raises PT422 with the first field that is wrong as its code.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text) IS 'A quote without refusals and what it means for the calendar. Raises PT422 items_refused with the quote.';

COMMENT ON FUNCTION "private"."quote_item"(public.models, public.service_mode, text, text, integer) IS 'One line of a quote, or a refusal: an object with code and data.';

COMMENT ON FUNCTION "private"."reject"(integer, text, jsonb) IS 'Rejects a call: HTTP status, code (as hint) and the data that its sentence needs (as details).';

COMMENT ON FUNCTION "private"."reject_until"(text, timestamp with time zone, jsonb) IS 'Rejects a call with 429 and the seconds until a retry can succeed in its data.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text) IS 'The customer says yes or no to one line; an admin only with a note of how the customer answered. After the last line the inspection goes on. The same answer twice changes nothing. Raises PT404, PT409 answered, PT422 (approve, answer_note, note_too_long).';

COMMENT ON FUNCTION "public"."cancel_booking"(uuid, text, text, integer, text, text) IS 'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if that is the fee they saw (else PT409 fee_changed with details.fee). An admin names the cause: customer (at the customer''s request) costs the same, by the same clock, unless a waiver of 3 to 300 characters says why not; shop (also when left out; gives a credit of shop.late_credit) and weather (rain or a closed road; also when left out in weather mode) cost nothing. Cancelling twice changes nothing. Raises PT404 not_found, PT403 shop_only (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver, nothing_to_waive.';

COMMENT ON FUNCTION "public"."claim_payment"(text, text) IS 'The customer reports a UPI payment. The UPI app sends no reliable result to the page, so the payment waits until staff have seen the money. Twice changes nothing. Raises PT404, PT409 payment_unknown.';

COMMENT ON FUNCTION "public"."confirm_payment"(uuid, text) IS 'An admin has seen the money of a UPI payment, also of one that was not claimed or was rejected before. Twice changes nothing. Raises PT403, PT404, PT409 gateway_confirms, PT422 note_too_long.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Books: checks every field, prices the cart again, takes the places (those held under the same request id first of all) and writes the booking, or raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). payment is after_service (also when left out) or upi, confirmed at once, or online: then the booking is pending_payment and keeps its place until pay_until, shop.payment_minutes. The same request_id returns the same booking with repeated = true.';

COMMENT ON FUNCTION "public"."finish_refund"(uuid, text) IS 'An admin has given money back by hand and says how: UPI, cash, and what the gateway could not. Twice changes nothing. Raises PT403, PT404, PT409 gateway_refunds, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."get_offer"(text) IS 'The place that a claim link offers: mode, window, cart with the bike, name and number, how long it is kept (hold), and the request_id with which create_booking books it. Raises PT404 unknown_offer, PT409 claimed, PT409 offer_over (details: the same window and cart, and the nearest free times).';

COMMENT ON FUNCTION "public"."give_late_credit"(uuid, text) IS 'An admin credits shop.late_credit for a window that was missed by shop.late_minutes: off this bill, or off the next one when this booking is over. Once for a booking. Raises PT403, PT404, PT409 credited, no_credit, no_weather_credit, not_late, PT422 credit_note.';

COMMENT ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text) IS 'Keeps a window for shop.hold_minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many_tries (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window), all with details.retry_after.';

COMMENT ON FUNCTION "public"."leave_waitlist"(text) IS 'Leaves the line with the token of join_waitlist, or gives an offered place back with that of the link; the next one gets it. Answers the state: left, or claimed or lapsed when it was too late to leave. Raises PT404 not_in_line.';

COMMENT ON FUNCTION "public"."list_slots"(text, date, integer, jsonb, text, text, text) IS 'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). Never more than 31 days, never past the horizon. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. What is held under request_id counts as free for its owner. Raises PT422 (mode, model, items, items_refused).';

COMMENT ON FUNCTION "public"."pay_after_service"(uuid, text) IS 'For a card that does not work: confirms an unpaid booking, which is then paid after the service. Twice changes nothing. Raises PT404, PT409 expired, time_gone.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'An admin names work found while inspecting: [{name, reason, price, minutes}]. Lines within the limit of the booking are approved at once; any other waits for the customer, and the booking with it. Raises PT403, PT404, PT409 not_inspecting, PT422 (work, work_name, work_reason, work_price, work_minutes).';

COMMENT ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text) IS 'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals {item_id, code, data}, subtotal, coupon {code, off, refusal}, total in rupees, minutes, tax in paise (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. A coupon for first bookings is applied here and checked against the phone number at booking. Raises PT422 (model, mode, items, gstin).';

COMMENT ON FUNCTION "public"."record_cash"(uuid, integer, text) IS 'An admin was given cash, at most what is due. Raises PT403, PT404, PT409 paid, not_confirmed, PT422 amount (details.due), note_too_long.';

COMMENT ON FUNCTION "public"."reject_claim"(uuid, text) IS 'An admin did not find the money of a claimed UPI payment and says so; the customer reads the note. Twice changes nothing. Raises PT403, PT404, PT409 not_claimed, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."report_client_events"(jsonb) IS 'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, sample_rate} of a browser and answers how many it kept: what has the wrong shape is left out. Keeps 30 days and the newest 200,000 rows. Raises PT422 events, too_many_events.';

COMMENT ON FUNCTION "public"."request_callback"(text, text, text, jsonb) IS 'Leaves a number: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many_callbacks, details.retry_after). Raises PT422 with the field.';

COMMENT ON FUNCTION "public"."reschedule_booking"(uuid, text, text, text, integer, integer, text, text, text, text) IS 'Moves a booking to another free time: the owner, the holder of the manage token (fees and how often: change_terms) or an admin (as often as needed, also at short notice). An admin names the cause: customer (also when left out) costs and counts as if the customer did it, unless a waiver of 3 to 300 characters says why it costs nothing; shop and weather cost nothing, count for nothing and leave the price, as do weather mode and a window that we have missed. mode pickup turns a visit to the gate into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause weather, and only for work that is done with pickup; the price stays as agreed. The same time changes nothing. Raises PT404, PT403 shop_only (a cause or a waiver from a customer), PT409 cannot_move, pickup_needs_rain, moved_often, fee_changed (details.fee), day_price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, no_pickup, note_too_long, cause, waiver, nothing_to_waive.';

COMMENT ON FUNCTION "public"."retry_message"(bigint) IS 'An admin has a failed message tried again, at once. Raises PT403 forbidden, PT404 unknown_message, PT409 not_failed, not_current (the booking has changed since).';

COMMENT ON FUNCTION "public"."set_booking_fee"(uuid, integer, text) IS 'An admin overrides the fee of a booking and says why, until the invoice; also one that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (its own, once it is completed), fee_on_invoice (that of the later booking), PT422 (fee, fee_note).';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Admins move a booking along booking_transitions. A bike that is fetched or handed back changes hands with the code that the customer says, or without_code: why there is none, which the event keeps. A wrong code is answered with status 422 and hint wrong_code (details.tries_left of 5), and remembered. The work is checked once every line of the job card is ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode, nothing when the shop missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."set_gstin"(uuid, text, text) IS 'Sets or, when empty, takes off the GSTIN for the invoice, until the service is completed. Raises PT404, PT409 invoice_issued, never_invoiced, PT422 gstin.';

COMMENT ON FUNCTION "public"."set_weather_mode"(date, boolean, text) IS 'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners get a message and may move or cancel free of charge. told: how many bookings get a message now; when switched off, how many bookings that still stand had got one, since no message corrects it. Raises PT403 forbidden, PT422 (day, weather_note).';

COMMENT ON FUNCTION "public"."start_payment"(uuid, text, text) IS 'Begins to pay what is due, by its owner, the holder of the manage token or an admin: method upi answers reference, amount, upi_link (also the text of the QR), vpa and name; online is for the backend, which makes the gateway''s order of it. Asked again it is the same payment. Raises PT404, PT409 paid, expired, not_offered, online_only, PT422 method.';

COMMENT ON FUNCTION "public"."tick_checklist"(uuid, integer[], boolean, text) IS 'An admin ticks lines of a job card while the bike is in service, takes ticks back (done false), or says why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. The same twice changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';

REVOKE ALL ON FUNCTION "private"."reject"(integer, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reject_until"(text, timestamp with time zone, jsonb) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.reject(integer,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.reject_until(text,timestamp with time zone,jsonb) from public, anon, authenticated, service_role;
