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
    'customer', private.invoiced_customer(booking),
    'advances', private.voucher_names(booking.id),
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

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again (at the prices of the open hold under the same request_id, for the same work), takes the places (that hold is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. booking is what get_booking answers for manage_token: the next page needs no second read. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty and booking null, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. An item {id: re-check, recheck: an earlier booking} is a free re-check of that booking, while its warranty runs. Raises PT403, PT422 on_behalf, group_id.';

reset check_function_bodies;
