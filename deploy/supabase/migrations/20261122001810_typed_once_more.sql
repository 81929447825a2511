-- What people type, once more: the end of the chassis number of a bike without a plate, one form for codes and figures
-- typed with spaces or hyphens, and why a coupon does not count, in one sentence.

create function private.bare(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g'); end; $$;
revoke all on function private.bare(text) from public, anon, authenticated, service_role;
comment on function private.bare(text) is 'NFKC without spaces and hyphens.';

create function private.clean_chassis(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return (regexp_match(upper(private.bare(value)), '^[A-HJ-NPR-Z0-9]{5}$'))[1]; end; $$;
revoke all on function private.clean_chassis(text) from public, anon, authenticated, service_role;
comment on function private.clean_chassis(text) is
  'Five characters of a chassis number, which has no I, O and Q, in capitals, or null.';

alter table public.service_bookings add column chassis_last5 text
  constraint service_bookings_chassis check (chassis_last5 ~ '^[A-HJ-NPR-Z0-9]{5}$');
comment on column public.service_bookings.chassis_last5 is
  'The last five characters of the chassis number, by which a bike without a plate is told; null when the customer does not say.';

-- The name before the @ may have 256 characters, one more than a regular expression counts to.
alter table public.shop
  drop constraint shop_upi_vpa_check,
  add constraint shop_upi_vpa_check check (
    upi_vpa ~ '^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9]{1,63}$' and strpos(upi_vpa, '@') <= 257
  );

create or replace function private.read_booking(request jsonb) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
declare
  b public.service_bookings;
  bike record;
  address jsonb := request -> 'address';
  -- A model year begins before its calendar year does.
  newest_year int := extract(year from private.today())::int + 1;
begin
  b.request_id := private.to_uuid(request ->> 'request_id');
  if b.request_id is null then
    perform private.fail(422, 'request_id', 'Load the page again and send the booking once more');
  end if;

  select m.id, m.brand_slug, brand.name || ' ' || m.name as name into bike
  from public.models m join public.brands brand on brand.slug = m.brand_slug where m.id = request ->> 'model';
  if bike.id is null then
    perform private.fail(422, 'model', 'Choose your bike from the list');
  end if;
  b.model_id := bike.id;
  b.brand_slug := bike.brand_slug;
  b.bike_name := bike.name;

  select m.mode into b.mode from public.service_modes m where m.mode = request ->> 'mode';
  if b.mode is null then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  b.booking_date := private.to_date(request ->> 'date');
  if b.booking_date is null then
    perform private.fail(422, 'date', 'Choose a day');
  end if;
  b.booking_time := private.to_time(request ->> 'time');
  if b.booking_time is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  end if;

  b.customer_name := private.clean_name(request ->> 'name');
  if b.customer_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  end if;
  b.phone := private.clean_phone(request ->> 'phone');
  if b.phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  end if;
  if private.squeeze(request ->> 'email') is not null then
    b.email := private.clean_email(request ->> 'email');
    if b.email is null then
      perform private.fail(422, 'email', 'Enter an email address like name@example.com');
    end if;
  end if;
  if private.squeeze(request ->> 'vehicle_number') is not null then
    b.vehicle_number := private.clean_plate(request ->> 'vehicle_number');
  end if;
  if b.vehicle_number is null
    and (private.squeeze(request ->> 'vehicle_number') is not null or (request -> 'plate_not_issued') is distinct from 'true')
  then
    perform private.fail(422, 'vehicle_number', 'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA');
  end if;
  -- With a plate nobody needs it.
  if b.vehicle_number is null and private.squeeze(request ->> 'chassis_last5') is not null then
    b.chassis_last5 := private.clean_chassis(request ->> 'chassis_last5');
    if b.chassis_last5 is null then
      perform private.fail(422, 'chassis_last5', 'Enter the last 5 characters of the chassis number, or leave it empty');
    end if;
  end if;

  if b.mode in ('doorstep', 'pickup') then
    b.address_line := private.squeeze(address ->> 'line');
    if b.address_line is null or char_length(b.address_line) not between 5 and 120 then
      perform private.fail(422, 'address', 'Enter house/flat and street');
    end if;
    b.landmark := private.squeeze(address ->> 'landmark');
    if char_length(b.landmark) > 80 then
      perform private.fail(422, 'landmark', 'Keep the landmark under 80 characters');
    end if;
    select a.slug into b.area_slug from public.areas a where a.slug = address ->> 'area';
    if b.area_slug is null then
      perform private.fail(422, 'area', 'Choose your area');
    end if;
    select p.pin into b.pin from public.area_pins p where p.pin = private.bare(address ->> 'pin');
    if b.pin is null then
      perform private.fail(422, 'pin', 'We don''t serve this PIN yet. Leave your number and we''ll tell you');
    end if;
  end if;

  if private.squeeze(request ->> 'odometer_km') is not null then
    b.odometer_km := private.to_int(regexp_replace(normalize(request ->> 'odometer_km', nfkc), '[\s,]', '', 'g'));
    if b.odometer_km is null or b.odometer_km not between 0 and 300000 then
      perform private.fail(422, 'odometer_km', 'Enter kilometres as a number');
    end if;
  end if;
  if private.squeeze(request ->> 'model_year') is not null then
    b.model_year := private.to_int(btrim(request ->> 'model_year'));
    if b.model_year is null or b.model_year not between 1990 and newest_year then
      perform private.fail(422, 'model_year', 'Enter a year from 1990 to ' || newest_year);
    end if;
  end if;
  b.notes := nullif(btrim(request ->> 'notes'), '');
  if char_length(b.notes) > 500 then
    perform private.fail(422, 'notes', 'Keep the note to 500 characters');
  end if;
  b.approval_limit := case when request ? 'approval_limit' then private.to_int(request ->> 'approval_limit') else 0 end;
  if b.approval_limit is null or b.approval_limit not in (0, 300, 500, 1000) then
    perform private.fail(422, 'approval_limit', 'Choose ₹0, ₹300, ₹500 or ₹1,000');
  end if;
  return b;
end;
$$;

-- As before, and the end of the chassis number is written too.
create or replace function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the booking of the first.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.fail(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.read_booking(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.squeeze(request ->> 'gstin') is not null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  end if;
  wanted.pay_by := coalesce(private.squeeze(request ->> 'payment'), 'after_service');
  if wanted.pay_by not in ('after_service', 'upi', 'online') then
    perform private.fail(422, 'payment', 'Choose how you want to pay');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.fail(422, 'payment', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.squeeze(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- What depends on the number is told only to somebody who saw the quote without it: asking costs a booking.
    shown := private.price(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.fail(409, 'price_changed', 'The price has changed. Please look at it again.', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end::text);
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
    wanted.pay_until := private.now() + interval '15 minutes';
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
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
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
$$;

create or replace function private.coupon_off(code text, lines jsonb, day date, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  typed text := upper(private.bare(coupon_off.code));
  c public.coupons;
  services int;
  base int;
  off int := 0;
  reason text;
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
    reason := 'it is not one of ours. Check its letters.';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    reason := 'it is for ' || (select p.short_name from public.packages p where p.slug = c.package_slug) || ' only.';
  elsif services < c.min_total then
    reason := 'it starts at ' || private.rupees(c.min_total) || ', and your services come to '
      || private.rupees(services) || '.';
  elsif c.min_bikes > 1 then
    reason := 'it is for ' || c.min_bikes || ' bikes or more at one address. Call us on '
      || private.shop_phone() || ', and we book them together.';
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    reason := 'it depends on the day. Choose the day first.';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    reason := 'it counts on ' || private.weekday_names(c.weekdays) || ', and your day is a '
      || to_char(day, 'FMDay') || '.';
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    reason := 'it counts from ' || to_char(to_date('2000-' || c.from_day, 'YYYY-MM-DD'), 'FMDD FMMonth')
      || ' to ' || to_char(to_date('2000-' || c.until_day, 'YYYY-MM-DD'), 'FMDD FMMonth') || '.';
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_off.phone and b.status not in ('cancelled', 'expired')
  ) then
    reason := 'it is for the first booking of a number, and yours has been here before.';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object('code', typed, 'off', off, 'reason', 'This code isn''t valid for this cart because ' || reason);
end;
$$;
comment on function private.coupon_off(text, jsonb, date, text) is
  'What a code takes off in whole rupees (percentages rounded down), or the reason why nothing: a sentence that begins "This code isn''t valid for this cart because". Null without a code. The phone is asked only where a booking is made: a quote must not tell who has booked before.';

-- As before, for PINs with hyphens too.
create or replace function public.quote(
  items jsonb,
  model text,
  mode text default 'workshop',
  coupon text default null,
  area text default null,
  pin text default null,
  date text default null,
  gstin text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.squeeze(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  end if;
  return private.price(
    quote.items, quote.model, quote.mode, quote.coupon, nullif(quote.area, ''),
    nullif(private.bare(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$$;
