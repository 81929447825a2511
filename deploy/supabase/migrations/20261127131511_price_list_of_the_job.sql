set check_function_bodies = off;

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
    union all
    select from public.extra_work e
    where e.booking_id = booking.id and e.item_id = 'extended-warranty' and e.status = 'approved'
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

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
    'phone', case when contact.shown then b.phone end,
    'address', case when contact.shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
    'chassis_last5', b.chassis_last5,
    'approval_limit', b.approval_limit,
    'limit_used', private.limit_used(b.id),
    'resume_status', b.resume_status,
    'odometer_required', private.needs_odometer(b),
    'odometer_said', b.odometer_km,
    'last_reading', (
      select jsonb_build_object('odometer_km', c.odometer_km, 'date', o.booking_date)
      from public.booking_checkins c join public.service_bookings o on o.id = c.booking_id
      where o.vehicle_number = b.vehicle_number and o.id <> b.id and c.odometer_km is not null
      order by c.checked_in_at desc limit 1
    ),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price
      ) order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    -- What is not written yet is given as planned: without a network the job begins, and ends, with it.
    'inspection', coalesce(nullif(private.inspection_of(b.id), '[]'), private.inspection_ahead(b)),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'price', i.price, 'minutes', i.minutes,
        'included_in', private.included_in(b.id, i.item_id), 'per_place', private.is_per_place(i.item_id)
      ) order by i.rank, i.sort, i.item_id), '[]')
      from private.priced_items i where i.model_id = b.model_id
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
    'checklist', coalesce(nullif(private.checklist_of(b.id), '[]'), private.checklist_ahead(b)),
    'agreed', private.agreed_price(b),
    'bill', jsonb_build_object(
      'coupon', b.coupon_code, 'discount', b.discount, 'fee_off', private.fee_off(b),
      'changed', private.work_price(b) - private.agreed_price(b), 'fee', b.fee,
      'carried', (
        select coalesce(sum(n.carried), 0) from public.service_bookings n
        where n.carried_to = b.id and not private.is_void(b)
      ),
      'credit', private.credit_discount(b), 'paid', private.paid_paise(b.id) / 100
    ),
    'due', greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  )
  from public.service_bookings b
  cross join lateral (select private.shows_contact(b.id) as shown offset 0) contact
  where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.priced_item(model text, item text)
 RETURNS TABLE(name text, price integer, minutes integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.name, i.price, i.minutes from private.priced_items i
  where i.model_id = priced_item.model and i.item_id = priced_item.item;
$function$;

CREATE VIEW "private"."priced_items" AS  SELECT o.model_id,
    o.package_slug AS item_id,
    o.name,
    o.price,
    o.minutes,
    0 AS rank,
    o.sort
   FROM public.model_offers o
UNION ALL
 SELECT a.model_id,
    a.addon_slug AS item_id,
    a.name,
    a.price,
    a.minutes,
    1 AS rank,
    a.sort
   FROM public.model_addons a;

COMMENT ON FUNCTION "public"."get_job"(uuid) IS 'A job with all that the floor needs: bike, what the customer wrote, check-in, concern lines and checklist, inspection (each as planned until it begins) and what can be proposed with its price, extra work, next service, the steps that are possible. Phone and address are null where staff_bookings hides them. Raises PT403, PT404.';

COMMENT ON VIEW "private"."priced_items" IS 'Every package and add-on that fits a model and is sold for it, with its price; in the order of the catalog by rank and sort.';

reset check_function_bodies;

revoke all on table private.priced_items from public, anon, authenticated, service_role;
