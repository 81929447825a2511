-- Prices in full: coupons, where we come, and which tax it is. quote() stays the only source; create_booking charges
-- what it says and nothing else.

create table public.coupons (
  code text primary key check (code ~ '^[A-Z0-9]{4,16}$'),
  kind text not null check (kind in ('rupees', 'percent')),
  amount int not null check (amount > 0 and (kind = 'rupees' or amount <= 100)),
  max_off int check (max_off > 0),
  min_total int not null default 0 check (min_total >= 0),
  package_slug text references public.packages (slug),
  weekdays int[] check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]),
  from_day text check (from_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  until_day text check (until_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  first_booking boolean not null default false,
  min_bikes int not null default 1 check (min_bikes > 0),
  check ((from_day is null) = (until_day is null))
);
create index coupons_package on public.coupons (package_slug);
alter table public.coupons enable row level security;
revoke all on table public.coupons from public, anon, authenticated, service_role;
grant select on table public.coupons to authenticated;
grant select, insert, update, delete on table public.coupons to service_role;
create policy "an admin reads coupons" on public.coupons
  for select to authenticated using ((select public.is_admin()));
comment on table public.coupons is
  'What a code takes off the services (never off the pickup). Not readable by customers: a code is something one has been given.';
comment on column public.coupons.from_day is 'First and last day of the season as MM-DD, both counted.';
comment on column public.coupons.first_booking is 'Only for a phone number that has no booking yet; cancelled ones do not count.';
comment on column public.coupons.min_bikes is 'Bikes at one address; more than one is booked by phone.';

alter table public.service_bookings
  add column coupon_code text,
  add column discount int not null default 0 check (discount >= 0),
  add column gstin text,
  add check ((coupon_code is null) = (discount = 0));
comment on column public.service_bookings.discount is
  'Rupees that coupon_code took off; estimated_price is what is left to pay.';
comment on column public.service_bookings.gstin is 'For the invoice of a business; its state decides between CGST with SGST and IGST.';

-- Words and numbers --------------------------------------------------------------------------------------------------

create function private.rupees(amount int) returns text
language sql immutable set search_path = ''
as $$ select '₹' || btrim(to_char(amount, 'FM99,99,99,999')); $$;
revoke all on function private.rupees(int) from public, anon, authenticated, service_role;
comment on function private.rupees(int) is 'An amount as people here write it: ₹1,00,000.';

create function private.clean_gstin(value text) returns text
language sql immutable set search_path = ''
as $$
  with typed as (
    select upper(regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g')) as gstin
  ),
  digits as (
    select
      n,
      (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, n, 1)) - 1) * (2 - n % 2) as product
    from typed, generate_series(1, 14) as n
    where gstin ~ '^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
  )
  select gstin from typed
  where (select count(*) from digits) = 14
    and substr(gstin, 15, 1) = substr(
      '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      (36 - (select sum(product / 36 + product % 36) from digits)::int % 36) % 36 + 1, 1
    );
$$;
revoke all on function private.clean_gstin(text) from public, anon, authenticated, service_role;
comment on function private.clean_gstin(text) is 'A GSTIN whose form and check digit are right, without spaces, or null.';

create function private.is_maharashtra(pin text, gstin text) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when gstin is not null then left(gstin, 2) = '27'
    when pin ~ '^[1-9][0-9]{5}$' then pin ~ '^4[0-4]' and left(pin, 3) <> '403'
    else true
  end;
$$;
revoke all on function private.is_maharashtra(text, text) from public, anon, authenticated, service_role;
comment on function private.is_maharashtra(text, text) is
  'Whether the place of supply is the shop''s own state: by the business''s GSTIN, else by the PIN (403 is Goa), else yes.';

drop function private.tax(int);
create function private.tax(total int, own_state boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'taxable_paise', taxable,
    'tax_paise', tax,
    'cgst_paise', case when own_state then tax - tax / 2 else 0 end,
    'sgst_paise', case when own_state then tax / 2 else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  )
  from (select round(total::numeric * 10000 / 118)::int) as a (taxable)
  cross join lateral (select total * 100 - taxable) as b (tax);
$$;
revoke all on function private.tax(int, boolean) from public, anon, authenticated, service_role;
comment on function private.tax(int, boolean) is
  'The 18 % GST inside a total of whole rupees, in paise: CGST (with the odd paisa) and SGST in the shop''s own state, else IGST.';

-- Coupons ------------------------------------------------------------------------------------------------------------

create function private.weekday_names(weekdays int[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when count(*) = 1 then min(name)
    else string_agg(name, ', ' order by n) filter (where n < last) || ' and ' || max(name) filter (where n = last)
  end
  from (
    select (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[d + 1] as name,
      row_number() over (order by d) as n, count(*) over () as last
    from unnest(weekdays) as d
  ) as named;
$$;
revoke all on function private.weekday_names(int[]) from public, anon, authenticated, service_role;
comment on function private.weekday_names(int[]) is 'Days of the week in a sentence: Tuesday, Wednesday and Thursday.';

create function private.coupon_off(code text, lines jsonb, day date, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  typed text := upper(regexp_replace(normalize(coupon_off.code, nfkc), '\s', '', 'g'));
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
    coalesce(sum((l ->> 'price')::int), 0),
    coalesce(sum((l ->> 'price')::int) filter (where c.package_slug is null or l ->> 'item_id' = c.package_slug), 0)
  into services, base
  from jsonb_array_elements(lines) l where l ->> 'package_type' <> 'pickup';

  if c.code is null then
    reason := 'This code is not one of ours. Check its letters.';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    reason := c.code || ' is for ' || (select p.short_name from public.packages p where p.slug = c.package_slug) || ' only.';
  elsif services < c.min_total then
    reason := c.code || ' starts at ' || private.rupees(c.min_total) || '; your services come to '
      || private.rupees(services) || '.';
  elsif c.min_bikes > 1 then
    reason := c.code || ' is for ' || c.min_bikes || ' bikes or more at one address. Call us on '
      || private.shop_phone() || ', and we book them together.';
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    reason := c.code || ' depends on the day. Choose the day first.';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    reason := c.code || ' counts on ' || private.weekday_names(c.weekdays) || '; your day is a '
      || to_char(day, 'FMDay') || '.';
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    reason := c.code || ' counts from ' || to_char(to_date('2000-' || c.from_day, 'YYYY-MM-DD'), 'FMDD FMMonth')
      || ' to ' || to_char(to_date('2000-' || c.until_day, 'YYYY-MM-DD'), 'FMDD FMMonth') || '.';
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_off.phone and b.status not in ('cancelled', 'expired')
  ) then
    reason := c.code || ' is for the first booking of a number, and yours has been here before.';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object('code', typed, 'off', off, 'reason', reason);
end;
$$;
revoke all on function private.coupon_off(text, jsonb, date, text) from public, anon, authenticated, service_role;
comment on function private.coupon_off(text, jsonb, date, text) is
  'What a code takes off in whole rupees (percentages rounded down), or the reason why nothing. Null without a code. The phone is asked only where a booking is made: a quote must not tell who has booked before.';

-- The quote ----------------------------------------------------------------------------------------------------------

drop function public.quote(jsonb, text, text);
drop function private.job(jsonb, text, text);

create function private.price(
  items jsonb, model text, mode text, coupon text, area text, pin text, day date, gstin text, phone text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}';
  line jsonb;
  lines jsonb := '[]';
  refusals jsonb := '[]';
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int := 0;
  total int;
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price.model;
  if bike.id is null then
    perform private.fail(422, 'model', 'Choose your bike from the list');
  end if;
  if price.mode is null or not exists (select from public.service_modes s where s.mode = price.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.fail(422, 'items', 'Choose a service first');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'reason', 'This is in the cart twice.');
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, price.mode, primary_slug, entry ->> 'id',
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
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'primary_missing', 'reason', 'Choose one main service; the add-ons go with it.'
    );
  end if;
  if price.mode <> 'workshop' and price.area is not null
    and not exists (select from public.areas a where a.slug = price.area)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'area_not_served', 'reason', 'We don''t come to this area yet. Choose one of ours.'
    );
  end if;
  if price.mode <> 'workshop' and price.pin is not null
    and not exists (select from public.area_pins p where p.pin = price.pin)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'pin_not_served',
      'reason', 'We don''t serve this PIN yet. Leave your number and we''ll tell you.'
    );
  end if;

  if price.mode = 'pickup' and primary_price is not null then
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

  discount := private.coupon_off(price.coupon, lines, price.day, price.phone);
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false)
  ) || private.tax(total, private.is_maharashtra(price.pin, price.gstin));
end;
$$;
revoke all on function private.price(jsonb, text, text, text, text, text, date, text, text)
  from public, anon, authenticated, service_role;
comment on function private.price(jsonb, text, text, text, text, text, date, text, text) is
  'The only place where a price is worked out: quote shows it, create_booking charges it.';

create function public.quote(
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
    nullif(regexp_replace(quote.pin, '\s', '', 'g'), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$$;
revoke all on function public.quote(jsonb, text, text, text, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb, text, text, text, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.quote(jsonb, text, text, text, text, text, text, text) is
  'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals with reasons, subtotal, coupon {code, off, reason}, total in rupees, minutes, tax in paise (CGST and SGST, or IGST for another state by gstin or pin). free_pickup tells whether this package is fetched free of charge. A coupon for first bookings is counted here and judged with the number when it is booked. Raises PT422 (model, mode, items, gstin).';

create function private.job(
  items jsonb, model text, mode text, coupon text default null, area text default null, pin text default null,
  day date default null, gstin text default null, phone text default null
) returns table (quote jsonb, minutes int, windows int, two_day boolean, next_day boolean)
language plpgsql stable set search_path = ''
as $$
declare
  refusal jsonb;
begin
  quote := private.price(items, model, job.mode, coupon, area, pin, day, gstin, phone);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.fail(422, 'items', refusal ->> 'reason', quote::text);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, job.mode, two_day);
  return next;
end;
$$;
revoke all on function private.job(jsonb, text, text, text, text, text, date, text, text)
  from public, anon, authenticated, service_role;
comment on function private.job(jsonb, text, text, text, text, text, date, text, text) is
  'A quote without refusals and what it means for the calendar. Raises PT422 items with the first refusal.';

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

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, notes, approval_limit, estimated_price, discount, coupon_code, gstin, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.notes, wanted.approval_limit, wanted.estimated_price,
      wanted.discount, case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, 'confirmed'
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
    done.id, null, null, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$$;
