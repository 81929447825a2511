-- Writes the invoice in the transaction that completes a booking.

create function private.financial_year(day date) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select to_char(y, 'FM00') || '-' || to_char((y + 1) % 100, 'FM00')
    from (select (extract(year from day)::int - case when extract(month from day) < 4 then 1 else 0 end) % 100) as start (y)
  );
end;
$$;
revoke all on function private.financial_year(date) from public, anon, authenticated, service_role;
comment on function private.financial_year(date) is 'The Indian financial year of a day, April to March: 26-27.';

create function private.amount_in_words(value int) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  small text[] := array[
    'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve', 'Thirteen',
    'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'
  ];
  tens text[] := array['Ten', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
begin
  return case
    when value = 0 then 'Zero'
    when value < 20 then small[value]
    when value < 100 then tens[value / 10] || coalesce('-' || small[nullif(value % 10, 0)], '')
    when value < 1000 then small[value / 100] || ' Hundred'
      || case when value % 100 > 0 then ' and ' || private.amount_in_words(value % 100) else '' end
    when value < 100000 then private.amount_in_words(value / 1000) || ' Thousand'
      || case when value % 1000 > 0 then ' ' || private.amount_in_words(value % 1000) else '' end
    when value < 10000000 then private.amount_in_words(value / 100000) || ' Lakh'
      || case when value % 100000 > 0 then ' ' || private.amount_in_words(value % 100000) else '' end
    else private.amount_in_words(value / 10000000) || ' Crore'
      || case when value % 10000000 > 0 then ' ' || private.amount_in_words(value % 10000000) else '' end
  end;
end;
$$;
revoke all on function private.amount_in_words(int) from public, anon, authenticated, service_role;
comment on function private.amount_in_words(int) is 'A whole number in words as people here say it, with lakh and crore.';

create function private.place_of_supply(pin text, gstin text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    with code as (
      select case
        when private.is_maharashtra(place_of_supply.pin, place_of_supply.gstin) then '27'
        when place_of_supply.gstin is not null then left(place_of_supply.gstin, 2)
        when left(place_of_supply.pin, 3) = '403' then '30'
        else (
          select p.state from (values
            ('11', '07'), ('12', '06'), ('13', '06'), ('14', '03'), ('15', '03'), ('16', '04'), ('17', '02'), ('18', '01'),
            ('19', '01'), ('20', '09'), ('21', '09'), ('22', '09'), ('23', '09'), ('24', '05'), ('25', '09'), ('26', '05'),
            ('27', '09'), ('28', '09'), ('30', '08'), ('31', '08'), ('32', '08'), ('33', '08'), ('34', '08'), ('36', '24'),
            ('37', '24'), ('38', '24'), ('39', '24'), ('45', '23'), ('46', '23'), ('47', '23'), ('48', '23'), ('49', '22'),
            ('50', '36'), ('51', '37'), ('52', '37'), ('53', '37'), ('56', '29'), ('57', '29'), ('58', '29'), ('59', '29'),
            ('60', '33'), ('61', '33'), ('62', '33'), ('63', '33'), ('64', '33'), ('67', '32'), ('68', '32'), ('69', '32'),
            ('70', '19'), ('71', '19'), ('72', '19'), ('73', '19'), ('74', '19'), ('75', '21'), ('76', '21'), ('77', '21'),
            ('78', '18'), ('80', '10'), ('81', '10'), ('82', '20'), ('83', '20'), ('84', '10'), ('85', '10')
          ) as p (prefix, state)
          where p.prefix = left(place_of_supply.pin, 2)
        )
      end as state
    )
    select coalesce(code.state, '97') || '-' || coalesce(s.name, 'Other Territory')
    from code left join (values
      ('01', 'Jammu and Kashmir'), ('02', 'Himachal Pradesh'), ('03', 'Punjab'), ('04', 'Chandigarh'),
      ('05', 'Uttarakhand'), ('06', 'Haryana'), ('07', 'Delhi'), ('08', 'Rajasthan'), ('09', 'Uttar Pradesh'),
      ('10', 'Bihar'), ('11', 'Sikkim'), ('12', 'Arunachal Pradesh'), ('13', 'Nagaland'), ('14', 'Manipur'),
      ('15', 'Mizoram'), ('16', 'Tripura'), ('17', 'Meghalaya'), ('18', 'Assam'), ('19', 'West Bengal'),
      ('20', 'Jharkhand'), ('21', 'Odisha'), ('22', 'Chhattisgarh'), ('23', 'Madhya Pradesh'), ('24', 'Gujarat'),
      ('26', 'Dadra and Nagar Haveli and Daman and Diu'), ('27', 'Maharashtra'), ('29', 'Karnataka'), ('30', 'Goa'),
      ('31', 'Lakshadweep'), ('32', 'Kerala'), ('33', 'Tamil Nadu'), ('34', 'Puducherry'),
      ('35', 'Andaman and Nicobar Islands'), ('36', 'Telangana'), ('37', 'Andhra Pradesh'), ('38', 'Ladakh')
    ) as s (state, name) on s.state = code.state
  );
end;
$$;
revoke all on function private.place_of_supply(text, text) from public, anon, authenticated, service_role;
comment on function private.place_of_supply(text, text) is
  'Code and name of the state as an invoice names it, 27-Maharashtra: by the GSTIN, else by the PIN, else the shop''s own. It always agrees with is_maharashtra.';

create function private.invoiced_customer(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
    'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
      select a.name from public.areas a where a.slug = booking.area_slug
    ), 'Pune ' || booking.pin), '')
  );
end;
$$;
revoke all on function private.invoiced_customer(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.invoiced_customer(public.service_bookings) is 'The customer as papers name them.';

create function private.invoice_lines(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  amounts record := private.amounts_of(booking);
begin
  return (
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
        ) then amounts.fee_off else 0 end as off
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
      select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, amounts.work as final from work w
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
        booking.discount + greatest(bill.reckoned - bill.final, 0) + amounts.credit as off,
        -- A discount above the price of the services also reduces the other lines, but never the fees.
        booking.discount + greatest(bill.reckoned - bill.final, 0) + amounts.credit
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
    from taxed h
  );
end;
$$;
revoke all on function private.invoice_lines(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.invoice_lines(public.service_bookings) is
  'The lines of an invoice in paise: what was booked, less the fee of a diagnosis that comes off the repair, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, fees of missed bookings, and what the customer declined or did not answer, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

create function private.issue_invoice(
  booking public.service_bookings, replaced public.invoices default null, request uuid default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  -- What credit notes took off the invoice before is not taken off this one.
  amounts record := private.amounts_of(booking);
  total int := amounts.total + private.credited(booking.id);
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
    'credit_paise', amounts.credit * 100,
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
$$;
revoke all on function private.issue_invoice(public.service_bookings, public.invoices, uuid)
  from public, anon, authenticated, service_role;
comment on function private.issue_invoice(public.service_bookings, public.invoices, uuid) is
  'Takes the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that comes from credits; advances are the vouchers of what was paid before. replaced: the invoice that it takes the place of. That of a free re-check, of 0 rupees, keeps the warranty and the next service of the earlier one.';

create function private.invoice_completed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_invoice(new);
  return null;
end;
$$;
revoke all on function private.invoice_completed() from public, anon, authenticated, service_role;
comment on function private.invoice_completed() is
  'Trigger: issues the invoice in the transaction that completes a booking, so that neither exists alone.';
create trigger invoice_completed after update of status on public.service_bookings
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.invoice_completed();
