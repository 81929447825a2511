-- Booking: checked, priced, placed and written in one transaction, once per request_id.

create function private.read_booking(request jsonb) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
declare
  b public.service_bookings;
  bike record;
  address jsonb := request -> 'address';
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
revoke all on function private.read_booking(jsonb) from public, anon, authenticated, service_role;
comment on function private.read_booking(jsonb) is
  'The checked fields of a booking request; raises PT422 with the name of the first field that is wrong.';

create function private.check_odometer(items jsonb, odometer_km int) returns void
language plpgsql stable set search_path = ''
as $$
declare
  extra record;
begin
  select a.name, a.min_odometer_km into extra
  from public.addons a
  where a.min_odometer_km > check_odometer.odometer_km
    and a.slug in (select e ->> 'id' from jsonb_array_elements(check_odometer.items) e);
  if extra.name is not null then
    perform private.fail(422, 'items', extra.name || ' is not worth doing before '
      || btrim(to_char(extra.min_odometer_km, 'FM99,99,999')) || ' km, so we leave it out.');
  end if;
end;
$$;
revoke all on function private.check_odometer(jsonb, int) from public, anon, authenticated, service_role;
comment on function private.check_odometer(jsonb, int) is 'Refuses add-ons that a bike with so few kilometres does not need.';

create function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  job record;
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
    perform pg_advisory_xact_lock(hashtextextended('request ' || lower(request ->> 'request_id'), 0));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.fail(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.read_booking(request);
  select * into job from private.job(request -> 'items', wanted.model_id, wanted.mode);
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  if private.to_int(request ->> 'expected_total') is distinct from (job.quote ->> 'total')::int then
    perform private.fail(409, 'price_changed', 'The price has changed. Please look at it again.', job.quote::text);
  end if;

  perform private.lock_day(wanted.mode, wanted.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day
  );
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, notes, approval_limit, estimated_price, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.notes, wanted.approval_limit,
      (job.quote ->> 'total')::int, 'confirmed'
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(done.id, done.mode, done.booking_date, done.booking_time, done.windows);
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$$;
revoke all on function public.create_booking(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.create_booking(jsonb) to anon, authenticated, service_role;
comment on function public.create_booking(jsonb) is
  'Books: checks every field, prices the cart again, takes the places and writes the booking, or raises PT422 (hint = field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). The same request_id returns the same booking with repeated = true.';
