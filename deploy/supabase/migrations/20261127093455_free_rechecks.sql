set check_function_bodies = off;

DROP VIEW "public"."planned_job_lines";

DROP VIEW "private"."job_lines";

ALTER TABLE "public"."service_bookings" ADD COLUMN "recheck_of" uuid;

CREATE OR REPLACE FUNCTION private.as_recheck(wanted public.service_bookings, lines jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  w public.service_bookings := wanted;
  earlier public.service_bookings;
begin
  select b.* into earlier
  from jsonb_array_elements(as_recheck.lines) as l (entry)
  join public.service_bookings b on b.id = private.to_uuid(l.entry ->> 'recheck');
  if earlier.id is null then
    return w;
  elsif earlier.phone <> w.phone then
    perform private.reject(422, 'phone');
  end if;
  w.recheck_of := earlier.id;
  w.vehicle_number := earlier.vehicle_number;
  w.chassis_last5 := earlier.chassis_last5;
  return w;
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
    'recheck', private.open_recheck(l.phone, private.bike_key(l)),
    'declined', case when l.vehicle_number is null then '[]' else public.list_declined_work(l.model_id, l.vehicle_number) end
  ) order by l.created_at desc), '[]')
  from latest l;
$function$;

CREATE OR REPLACE FUNCTION private.can_be_rechecked(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.status = 'completed' and booking.recheck_of is null
    and coalesce(private.today() <= private.recheck_until(booking), false)
    and not exists (
      select from public.service_bookings r
      where r.recheck_of = booking.id and r.status <> 'completed' and not private.is_void(r)
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.carry_dues()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, amount, reason, given_at)
      select new.id, new.phone, s.late_credit, 'we_cancelled', private.now() from public.shop s
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Parts of the carried fees may have been paid while this booking was unpaid or expired.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  -- A free re-check costs nothing: the next booking pays what is owed.
  if private.is_void(new) or new.recheck_of is not null then
    return null;
  end if;
  -- Concurrent bookings of one number wait here, so that a fee or credit is used once.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.is_live_booking(n.carried_to)
    -- Staff are already checking a payment of it that the customer reported.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.is_live_booking(o.used_by)
  ) free
  where free.id = c.id
    -- Skip credits beyond the price. An unpaid booking must keep an amount to pay, as the payment confirms it.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    -- What is billed for parts is taken out of the agreed price of their work.
    select 1 as part, i.position as n, i.name || case when fee.off > 0 then ' (off the repair)' else '' end as description,
      '998714' as code, i.quantity::numeric as quantity, null::public.part_unit as unit,
      i.price - fee.off
        - case when i.package_type = 'primary' then private.billed_parts(booking.id, null) else 0 end as gross,
      i.package_type <> 'pickup' as cut
    from public.booking_items i
    cross join lateral (
      select case when i.position = (
        select min(d.position) from public.booking_items d join public.packages p on p.slug = d.item_id and p.fee_adjusted
        where d.booking_id = booking.id
      ) then private.fee_off(booking) else 0 end as off
    ) fee
    where i.booking_id = booking.id and (i.price > 0 or i.item_id = 're-check')
    union all
    select 2, e.position, e.name, '998714', 1, null, e.price - private.billed_parts(booking.id, e.id), true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
    union all
    select 2, 1000 + p.position, private.part_words(p), p.hsn, p.quantity, p.unit,
      case when p.kind = 'battery_back' then 0 else p.price end, true
    from public.used_parts p where p.booking_id = booking.id
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', '998714', 1, null, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', '998714', 1, null, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, '998714', 1, null, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
    union all
    select 6, e.position, e.name || case e.decided_by when 'no_answer' then ' (no answer, not done)' else ' (declined)' end, '998714', 1, null, 0, false
    from public.extra_work e where e.booking_id = booking.id and e.status in ('declined', 'later')
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking) as off,
      -- A discount above the price of the services also reduces the other lines, but never the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking)
        > (select coalesce(sum(p.gross), 0) from priced p where p.cut) as everywhere
    from bill
  ),
  weighed as (
    select p.*, cuts.off, case when p.part >= 4 then 0 when p.cut or cuts.everywhere then p.gross else 0 end as weight
    from priced p cross join cuts
  ),
  running as (
    select w.*,
      sum(w.weight) over line as upto, sum(w.weight) over line - w.weight as before,
      greatest(sum(w.weight) over (), 1) as whole
    from weighed w window line as (order by w.part, w.n)
  ),
  net as (
    select r.*, (r.off * r.upto / r.whole - r.off * r.before / r.whole)::int as discount from running r
  ),
  summed as (
    select n.*, n.gross - n.discount as total, sum(n.gross - n.discount) over line as upto_total
    from net n window line as (order by n.part, n.n)
  ),
  taxed as (
    -- Running totals are rounded like the total, so that the lines add up to it exactly.
    select s.*,
      own.state as own_state,
      case when own.state then private.tax_inside(s.upto_total, private.gst_rate() / 2)
        - private.tax_inside(s.upto_total - s.total, private.gst_rate() / 2) else 0 end as half_paise,
      case when own.state then 0 else private.tax_inside(s.upto_total, private.gst_rate())
        - private.tax_inside(s.upto_total - s.total, private.gst_rate()) end as igst_paise
    from summed s, (select private.is_maharashtra(booking.pin, booking.gstin)) as own (state)
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', h.code, 'quantity', h.quantity, 'unit', h.unit,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.total * 100 - 2 * h.half_paise - h.igst_paise, 'rate', private.gst_rate(),
    'cgst_paise', h.half_paise, 'sgst_paise', h.half_paise, 'igst_paise', h.igst_paise
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from taxed h;
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(booking public.service_bookings, replaced public.invoices DEFAULT NULL::public.invoices, request uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  -- What credit notes took off the invoice before is not taken off this one.
  total int := private.amount_due(booking) + private.credited(booking.id);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  warranty_days int := 30;
  reading int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  due jsonb := private.next_service(booking, issued);
  serial int;
  number text;
  -- Whose warranty and intervals hold: a free re-check begins none.
  since public.invoices := replaced;
begin
  if replaced.id is null and total = 0 then
    select i.* into since from public.invoices i
    where i.booking_id = booking.recheck_of order by i.issued_at desc, i.serial desc limit 1;
  end if;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- As late as possible: from here to the end of this transaction, every other completion waits.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (
    booking_id, number, financial_year, serial, issued_at, total, replaces, request_id, data
  )
  select booking.id, number, year, serial, private.now(), total, replaced.id, request, jsonb_build_object(
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
    'credit_paise', private.credit_discount(booking) * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.amount_in_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', coalesce(reading, booking.odometer_km),
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', case due ->> 'resets' when 'service' then due - 'resets' end,
    'next_oil_change', case due ->> 'resets' when 'oil' then due - 'resets' end,
    'is_demo', s.is_demo
  ) || tax || case
    when replaced.id is null then '{}'
    else jsonb_build_object('replaces', jsonb_build_object('number', replaced.number, 'date', replaced.data -> 'date'))
  end || case
    -- The work was done when the first invoice was issued: its warranty and intervals began then.
    when since.id is null then '{}'
    else jsonb_build_object(
      'warranty_until', since.data -> 'warranty_until', 'warranty_km', since.data -> 'warranty_km',
      'next_service', since.data -> 'next_service', 'next_oil_change', since.data -> 'next_oil_change'
    )
  end
  from public.shop s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_recheck(items jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(lock_recheck.items) = 'array' then
    perform from public.service_bookings b
    where b.id in (select private.to_uuid(i.entry ->> 'recheck') from jsonb_array_elements(lock_recheck.items) as i (entry))
    for update;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_recheck(phone text, bike text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', b.id, 'work', private.last_work(b), 'until', private.recheck_until(b))
  from public.service_bookings b
  where b.phone = open_recheck.phone and private.bike_key(b) = open_recheck.bike and private.can_be_rechecked(b)
  order by b.closed_at desc limit 1;
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
  is_recheck boolean;
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
  is_recheck := primary_slug is null and exists (select from jsonb_array_elements(items) e where e ? 'recheck');
  if is_recheck then
    primary_slug := 're-check';
  end if;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'recheck' then
      seen := seen || (entry ->> 'id');
      line := private.quote_recheck(bike, primary_slug, entry, price_cart.booking);
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
    'free_pickup', is_recheck or coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

CREATE OR REPLACE FUNCTION private.quote_recheck(bike public.models, primary_slug text, entry jsonb, booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if quote_recheck.booking is null and primary_slug = 're-check' and entry ->> 'id' = 're-check'
    and public.has_duty('owner', 'desk') and exists (
      select from public.service_bookings b
      where b.id = private.to_uuid(entry ->> 'recheck') and b.model_id = bike.id and private.can_be_rechecked(b)
    )
  then
    return jsonb_build_object(
      'item_id', 're-check', 'name', 'Free re-check', 'package_type', 'primary', 'quantity', 1, 'unit_price', 0, 'price', 0,
      'minutes', 30, 'two_day', false, 'recheck', entry ->> 'recheck'
    );
  end if;
  return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
end;
$function$;

CREATE OR REPLACE FUNCTION private.recheck_until(booking public.service_bookings)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select (i.data ->> 'warranty_until')::date from public.invoices i
    where i.booking_id = booking.id order by i.issued_at desc, i.serial desc limit 1
  );
end;
$function$;

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
      pay_until, status, created_at, origin, group_id, recheck_of
    ) values (
      private.kept_request(wanted.request_id), wanted.user_id, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, wanted.minutes, wanted.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount, wanted.coupon_code, wanted.gstin, wanted.pay_by, wanted.pay_until,
      wanted.status, private.now(), wanted.origin, wanted.group_id, wanted.recheck_of
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  perform private.write_items(done.id, lines);
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

CREATE OR REPLACE FUNCTION private.write_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news public.message_kind := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'::public.message_kind
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when new.status = 'completed' and old.status <> 'completed' then 'review'
    when not private.is_active(new.status) then null
    when old.status is null or old.status in ('pending_payment', 'expired') then 'confirmation'
    when new.version > old.version and new.status = 'awaiting_approval' then 'extra_work'
    when (new.mode, new.booking_date, new.booking_time) is distinct from (old.mode, old.booking_date, old.booking_time)
      then 'change'
    when new.status = old.status or old.status = 'completed' then null
    when new.status in ('on_the_way', 'picked_up', 'ready') then new.status::text::public.message_kind
    when new.status = 'in_service' and old.status = 'inspecting' and private.tells_findings(new) then 'inspection_ready'
  end;
begin
  if tg_op = 'UPDATE' and (new.version, new.status) is distinct from (old.version, old.status) then
    update public.message_outbox m set status = 'dropped'
    where m.booking_id = new.id and m.status = 'waiting' and not private.is_message_current(m, new);
  end if;
  if news is not null then
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select new.id, new.version, message.kind, way.channel, way.recipient, message.due_at, message.due_at
    from (
      values
        (news, case news
          when 'review' then coalesce(new.closed_at, private.now()) + interval '24 hours' else private.now()
        end),
        ('invoice', coalesce(new.closed_at, private.now())),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail'::public.message_channel, new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and not (message.kind = 'cancellation' and way.channel = 'sms' and private.was_cancelled_by_customer(new))
      and case message.kind
        when news then not (news = 'review' and new.recheck_of is not null)
        when 'invoice' then news = 'review'
        else news in ('confirmation', 'change') and message.due_at > private.now()
      end
    order by message.due_at, way.channel
    -- Completed, taken back and completed again: one review request, a day after the last completion.
    on conflict on constraint message_outbox_once do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped';
  end if;
  return null;
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
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes
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

CREATE VIEW "private"."job_lines" AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label,
    extra_work_id,
    is_concern
   FROM ( SELECT i.booking_id,
            0 AS part,
            0 AS place,
            0 AS "position",
            'Told by the customer'::text AS group_name,
            regexp_replace(b.notes, '\s+'::text, ' '::text, 'g'::text) AS label,
            NULL::uuid AS extra_work_id,
            true AS is_concern
           FROM (public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
          WHERE ((i.package_type = 'primary'::public.item_type) AND (b.notes IS NOT NULL))
        UNION ALL
         SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM ((public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
             JOIN public.model_job_cards c ON (((c.package_slug = i.item_id) AND (c.model_id = b.model_id) AND (c.kind = 'included'::public.package_item_kind))))
          WHERE (i.package_type = 'primary'::public.item_type)
        UNION ALL
         SELECT i.booking_id,
            1 AS part,
            done.part AS place,
            done."position",
            'Re-check'::text AS group_name,
            (done.name || ': looked at again'::text) AS label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM ((public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
             JOIN ( SELECT d.booking_id,
                    0 AS part,
                    d."position",
                    d.name
                   FROM public.booking_items d
                  WHERE ((d.package_type <> 'pickup'::public.item_type) AND (d.minutes > 0))
                UNION ALL
                 SELECT e.booking_id,
                    1,
                    e."position",
                    e.name
                   FROM public.extra_work e
                  WHERE (e.status = 'approved'::public.extra_work_status)) done ON ((done.booking_id = b.recheck_of)))
          WHERE (i.item_id = 're-check'::text)
        UNION ALL
         SELECT i.booking_id,
            2 AS part,
            i."position" AS place,
            0 AS "position",
            'Add-ons'::text AS group_name,
                CASE
                    WHEN (i.quantity > 1) THEN ((i.quantity || ' × '::text) || i.name)
                    ELSE i.name
                END AS label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label,
            e.id AS extra_work_id,
            false AS is_concern
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

CREATE VIEW "public"."planned_job_lines" WITH (security_barrier=true) AS  SELECT booking_id,
    line,
    group_name,
    label,
    is_concern
   FROM private.job_lines l
  WHERE ((EXISTS ( SELECT
           FROM public.staff_bookings s
          WHERE (s.id = l.booking_id))) OR (EXISTS ( SELECT
           FROM public.service_bookings b
          WHERE ((b.id = l.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))));

CREATE INDEX service_bookings_recheck ON public.service_bookings USING btree (recheck_of) WHERE (recheck_of IS NOT NULL);

COMMENT ON COLUMN "public"."service_bookings"."recheck_of" IS 'The completed booking whose work is looked at again at no charge.';

COMMENT ON FUNCTION "private"."as_recheck"(public.service_bookings, jsonb) IS 'A booking whose lines are those of a re-check, with the earlier booking and its bike; any other as it is. Raises PT422 phone when the earlier one is of another number.';

COMMENT ON FUNCTION "private"."bikes_of"(text) IS 'The bikes that were booked with a number, the latest first: last visit, open booking, the work that may be re-checked for free, declined work.';

COMMENT ON FUNCTION "private"."can_be_rechecked"(public.service_bookings) IS 'Whether a free re-check of a booking can be booked: it is completed, its warranty runs, it is no re-check itself, and none is open.';

COMMENT ON FUNCTION "private"."carry_dues"() IS 'Trigger on bookings: a new booking, unless it is a free re-check, takes over the unpaid no-show fees and the unused credits of its number; one that the shop cancels for its own reasons gives a credit.';

COMMENT ON FUNCTION "private"."issue_invoice"(public.service_bookings, public.invoices, uuid) IS 'Takes the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that comes from credits. replaced: the invoice that it takes the place of. That of a free re-check, of 0 rupees, keeps the warranty and the next service of the earlier one.';

COMMENT ON FUNCTION "private"."lock_recheck"(jsonb) IS 'Locks the booking that is to be re-checked before the items are priced, so that only one of several bookings at once is its re-check.';

COMMENT ON FUNCTION "private"."open_recheck"(text, text) IS 'The latest work on a bike of a number that may be re-checked for free: its booking, its name, until when; null for none.';

COMMENT ON FUNCTION "private"."quote_recheck"(public.models, text, jsonb, uuid) IS 'The line of a quote for a free re-check {id: re-check, recheck: the earlier booking}, for owners and desk alone, or a refusal: beside a package, in the change of another booking (booking), for another model.';

COMMENT ON FUNCTION "private"."recheck_until"(public.service_bookings) IS 'The last day on which a free re-check can be booked: that of the warranty on its invoice.';

COMMENT ON FUNCTION "private"."write_messages"() IS 'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, no-show, on the way, picked up, what the inspection found, ready, the invoice when the work is done, and 24 hours after it the review request, except for a free re-check; reminders 24 and 2 hours before, unless that time is past. Drops waiting messages that are no longer true. Bookings with an e-mail address get a mail in addition to the SMS; customers who cancel themselves get no SMS about it.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. An item {id: re-check, recheck: an earlier booking} is a free re-check of that booking, while its warranty runs. Raises PT403, PT422 on_behalf, group_id.';

COMMENT ON VIEW "private"."job_lines" IS 'The job card of each booking from what is booked and approved now.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

REVOKE ALL ON FUNCTION "private"."as_recheck"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."can_be_rechecked"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_recheck"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_recheck"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_recheck"(public.models, text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recheck_until"(public.service_bookings) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

reset check_function_bodies;

revoke all on function private.as_recheck(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.can_be_rechecked(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.lock_recheck(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.open_recheck(text,text) from public, anon, authenticated, service_role;

revoke all on function private.quote_recheck(public.models,text,jsonb,uuid) from public, anon, authenticated, service_role;

revoke all on function private.recheck_until(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on table private.job_lines from public, anon, authenticated, service_role;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
