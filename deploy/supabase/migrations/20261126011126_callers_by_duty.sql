set check_function_bodies = off;

DROP POLICY "used parts are read with their booking" ON "public"."used_parts";

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
    where b.phone = declined_of.phone and private.bike_key(b) = declined_of.bike and e.status in ('declined', 'later')
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

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    -- What is billed for parts is taken out of the agreed price of their work.
    select 1 as part, i.position as n, i.name as description, '998714' as code, i.quantity::numeric as quantity,
      i.price - case when i.package_type = 'primary' then private.billed_parts(booking.id, null) else 0 end as gross,
      i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, '998714', 1, e.price - private.billed_parts(booking.id, e.id), true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
    union all
    select 2, 1000 + p.position, private.part_words(p), p.hsn, p.quantity,
      case when p.kind = 'battery_back' then 0 else p.price end, true
    from public.used_parts p where p.booking_id = booking.id
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', '998714', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', '998714', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, '998714', 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
    union all
    select 6, e.position, e.name || ' (declined)', '998714', 1, 0, false
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
    'description', h.description, 'sac', h.code, 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.total * 100 - 2 * h.half_paise - h.igst_paise, 'rate', private.gst_rate(),
    'cgst_paise', h.half_paise, 'sgst_paise', h.half_paise, 'igst_paise', h.igst_paise
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from taxed h;
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
  where not e ? 'declined'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'declined' then
      seen := seen || (entry ->> 'id');
      line := private.quote_declined(bike, price_cart.mode, primary_slug, entry);
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
  update public.declined_work d set booked_with = done.id
  from jsonb_array_elements(job.quote -> 'lines') l where d.id = private.to_uuid(l ->> 'declined');
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
  proven boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or private.sees_booking(s.id)));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  proven := case when private.sees_booking(b.id) then private.is_number_proven(b.phone) end;
  if not own then
    b := private.hide_contact(b);
  end if;
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
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', proven,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
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
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object(
    'issued_at', i.issued_at, 'credit_notes', private.credit_notes_of(b.id)
  ) into result
  from public.invoices i where i.booking_id = b.id;
  if result is null then
    perform private.reject(404, 'no_invoice');
  end if;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.issue_credit_note(booking uuid, request_id text, lines jsonb, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bill public.invoices;
  note public.credit_notes;
  remark text := private.clean_text(issue_credit_note.reason);
  today date := private.today();
  priced jsonb;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(issue_credit_note.booking, null, '{owner,accountant}');
  note.request_id := private.to_uuid(issue_credit_note.request_id);
  if note.request_id is null then
    perform private.reject(422, 'request');
  elsif coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_reason');
  end if;
  select * into bill from public.invoices i where i.booking_id = b.id;
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif exists (select from public.credit_notes c where c.request_id = note.request_id and c.booking_id = b.id) then
    return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
  end if;
  priced := private.credit_lines(bill, issue_credit_note.lines);
  note.financial_year := private.financial_year(today);
  select sum((l ->> 'total_paise')::int)::int / 100 into note.total from jsonb_array_elements(priced) l;
  -- As late as possible: from here to the end of this transaction, every other credit note waits.
  insert into private.credit_note_counters as c (financial_year, last_serial) values (note.financial_year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into note.serial;
  note.number := 'CN/' || note.financial_year || '/' || case
    when note.serial < 1000000 then to_char(note.serial, 'FM000000') else note.serial::text
  end;
  insert into public.credit_notes (
    request_id, invoice_id, booking_id, number, financial_year, serial, issued_at, reason, total, data
  ) values (
    note.request_id, bill.id, b.id, note.number, note.financial_year, note.serial, private.now(), remark, note.total,
    jsonb_build_object(
      'number', note.number, 'date', today, 'invoice_number', bill.number, 'invoice_date', bill.data -> 'date',
      'supplier', bill.data -> 'supplier', 'customer', bill.data -> 'customer',
      'place_of_supply', bill.data -> 'place_of_supply', 'reason', remark, 'lines', priced,
      'taxable_paise', (select sum((l ->> 'taxable_paise')::int) from jsonb_array_elements(priced) l),
      'cgst_paise', (select sum((l ->> 'cgst_paise')::int) from jsonb_array_elements(priced) l),
      'sgst_paise', (select sum((l ->> 'sgst_paise')::int) from jsonb_array_elements(priced) l),
      'igst_paise', (select sum((l ->> 'igst_paise')::int) from jsonb_array_elements(priced) l),
      'total', note.total, 'total_in_words', 'Rupees ' || private.amount_in_words(note.total) || ' only'
    )
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'credit_note',
    jsonb_build_object('number', note.number, 'rupees', note.total)
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token, '{owner,desk}');
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

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.booking_checkins FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.booking_inspection FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id', 'point');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION private.audit_row('number');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.used_parts FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id', 'position');

CREATE POLICY "used parts are read with their booking" ON "public"."used_parts" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = used_parts.booking_id))) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = used_parts.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, fees of missed bookings, and what the customer declined, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "public"."get_invoice"(uuid, text) IS 'The invoice of a booking as it was issued, for its owner, the holder of the manage token, an owner, the desk or an accountant, with its credit notes. Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

reset check_function_bodies;
