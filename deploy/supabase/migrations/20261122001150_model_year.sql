-- The model year of the bike, as the customer gives it: it says which parts fit.

alter table public.service_bookings add column model_year int
  constraint service_bookings_model_year check (model_year between 1990 and extract(year from booking_date) + 1);
comment on column public.service_bookings.model_year is
  'From 1990 to next year, reckoned when it is booked; null when the customer does not say.';

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
    perform private.fail(422, 'vehicle_number', 'Enter the number on your plate, like MH 12 AB 1234');
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
    select p.pin into b.pin from public.area_pins p where p.pin = regexp_replace(address ->> 'pin', '\s', '', 'g');
    if b.pin is null then
      perform private.fail(422, 'pin', 'We don''t serve this PIN yet. Leave your number and we''ll tell you');
    end if;
  end if;

  if private.squeeze(request ->> 'odometer_km') is not null then
    b.odometer_km := private.to_int(btrim(request ->> 'odometer_km'));
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

-- As before, and the year is written too.
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
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.mode, wanted.booking_date, wanted.booking_time,
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

-- As before, with the year. Invoices that are out already never had it and stay as they are.
create or replace function private.issue_invoice(booking public.service_bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  total int := private.owed(booking);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  bike public.models;
  warranty_days int := 30;
  serial int;
  number text;
begin
  select * into bike from public.models m where m.id = booking.model_id;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- Last of all: everybody else who completes a booking waits from here to the end of this transaction.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
  select booking.id, number, year, serial, private.now(), total, jsonb_build_object(
    'number', number,
    'date', issued,
    'supplier', jsonb_build_object(
      'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
      'email', s.email
    ),
    'customer', jsonb_build_object(
      'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
      'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
        select a.name from public.areas a where a.slug = booking.area_slug
      ), 'Pune ' || booking.pin), '')
    ),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.number_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', booking.odometer_km,
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', jsonb_build_object(
      'date', (issued + make_interval(months => bike.interval_months))::date,
      'odometer_km', booking.odometer_km + bike.interval_km
    ),
    'is_demo', s.is_demo
  ) || tax
  from public.shop s;
end;
$$;
