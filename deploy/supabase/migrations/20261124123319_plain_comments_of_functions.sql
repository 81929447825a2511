set check_function_bodies = off;

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
    -- Another spelling of the path would call the function without being counted.
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
        then private.count_call(rule.name, address, rule.max_value, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.max_value, rule.per_seconds)
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

CREATE OR REPLACE FUNCTION private.apply_payment_event(provider public.payment_provider, event_id text, kind text, order_id text, payment_id text, amount_paise integer DEFAULT NULL::integer, method text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target public.payment_status := case apply_payment_event.kind
    when 'payment.captured' then 'captured'::public.payment_status
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how public.payment_method := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method::public.payment_method else 'online' end;
  applied boolean := false;
  outcome public.payment_event_outcome;
begin
  if target is not null and apply_payment_event.payment_id is null
    or target = 'captured' and (apply_payment_event.amount_paise is null or apply_payment_event.amount_paise <= 0)
  then
    raise exception 'a payment event without payment or amount';
  end if;
  select x.id, x.booking_id into first_id, p.booking_id from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by x.created_at, x.id limit 1;
  if first_id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- Events of one booking wait here, so the reads below see the result of the event before.
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  select * into p from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by (x.provider_payment_id is not distinct from apply_payment_event.payment_id) desc, x.created_at, x.id limit 1;
  if exists (
    select from public.payment_events e
    where e.provider = apply_payment_event.provider and e.event_id = apply_payment_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'payment', p.id);
  end if;

  -- A second payment of an order gets a row of its own, and is refunded.
  if target = 'captured' and private.payment_rank(p.status) = 3
    and p.provider_payment_id is distinct from apply_payment_event.payment_id
  then
    insert into public.payments (
      booking_id, method, provider, provider_order_id, reference, amount_paise, status, created_at
    ) values (
      b.id, p.method, p.provider, p.provider_order_id, private.payment_reference(b), p.amount_paise, 'created',
      private.now()
    ) returning * into p;
  end if;
  -- Of two tries of the same rank the smaller id is kept, so that their order does not matter either.
  applied := target is not null and (
    private.payment_rank(target) > private.payment_rank(p.status)
    or private.payment_rank(target) = private.payment_rank(p.status) and target <> 'captured'
      and coalesce(apply_payment_event.payment_id < p.provider_payment_id, false)
  );
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    outcome, private.now()
  );
  if applied then
    update public.payments x set
      provider_payment_id = apply_payment_event.payment_id,
      method = case when apply_payment_event.method is null then x.method else how end,
      status = case when target = 'captured' then x.status else target end
    where x.id = p.id;
    if target = 'captured' then
      perform private.capture_payment(p.id, apply_payment_event.amount_paise, 'system');
    else
      perform private.notify_followers(b.id);
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'payment', p.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.apply_refund_event(provider public.payment_provider, event_id text, kind text, refund uuid, provider_refund_id text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r public.refunds;
  p public.payments;
  b public.service_bookings;
  target public.refund_status := case apply_refund_event.kind
    when 'refund.processed' then 'done'::public.refund_status when 'refund.failed' then 'failed'
  end;
  applied boolean;
  outcome public.payment_event_outcome;
begin
  select x.* into r from public.refunds x join public.payments y on y.id = x.payment_id
  where y.provider = apply_refund_event.provider
    and (x.id = apply_refund_event.refund or x.provider_refund_id = apply_refund_event.provider_refund_id)
  limit 1;
  if r.id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into b from public.service_bookings s where s.id = r.booking_id for update;
  select * into r from public.refunds x where x.id = r.id;
  select * into p from public.payments x where x.id = r.payment_id;
  if exists (
    select from public.payment_events e
    where e.provider = apply_refund_event.provider and e.event_id = apply_refund_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'refund', r.id);
  end if;
  -- done is final: a failure that arrives afterwards is older.
  applied := target is not null and r.status <> 'done' and r.status <> target;
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, outcome, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'refund', r.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.caller_address(headers jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  header text := coalesce((select s.value from private.settings s where s.name = 'address_header'), 'cf-connecting-ip');
  -- Each proxy appends the address it saw. Only the last entry, added by our own proxy, can be trusted.
  entry text := btrim(regexp_replace(headers ->> header, '^.*,', ''));
  address inet;
begin
  entry := regexp_replace(entry, '^\[(.*)\](:\d+)?$', '\1');
  entry := regexp_replace(entry, '^([\d.]+):\d+$', '\1');
  entry := regexp_replace(entry, '%.*$', '');
  entry := regexp_replace(entry, '^::ffff:(?=[\d.]+$)', '', 'i');
  if entry !~ '^[0-9a-fA-F.:]+$' then
    return null;
  end if;
  address := entry::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
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
  if private.is_void(new) then
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

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- The mechanic is on the way or has arrived; after the arrival only staff cancel.
      private.visit_fee(booking.mode) is not null
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_change_free(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.can_transition('customer', booking, 'cancelled') as can_cancel,
      private.can_transition('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.can_transition('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then private.visit_fee(booking.mode)
      when late and waived_before then shop.late_fee
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then shop.late_fee else 0 end,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  )
  from facts, public.shop;
$function$;

CREATE OR REPLACE FUNCTION private.claim_messages(max_messages integer)
 RETURNS TABLE(message bigint, attempt integer, kind public.message_kind, channel public.message_channel)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  where m.id in (
    select w.id from public.message_outbox w
    where w.status = 'waiting' and w.next_try_at <= private.now()
      and (w.claimed_until is null or w.claimed_until <= private.now())
      -- One at a time for each booking and channel: a cancellation never overtakes an earlier message.
      and not exists (
        select from public.message_outbox o
        where o.booking_id = w.booking_id and o.channel = w.channel and o.claimed_until > private.now()
      )
    order by w.next_try_at, w.id
    limit claim_messages.max_messages
    for update skip locked
  )
  returning m.id, m.attempts, m.kind, m.channel;
$function$;

CREATE OR REPLACE FUNCTION private.expire_unpaid_bookings()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- In the order in which all functions lock days.
  late record;
  done int := 0;
begin
  for late in
    select b.id from public.service_bookings b
    where b.status = 'pending_payment' and b.pay_until <= private.now()
    order by b.booking_date, b.mode limit 100 for update skip locked
  loop
    perform private.transition_booking(late.id, 'system', 'expired', null, kind => 'not_paid');
    done := done + 1;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forbid_event_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- The cascade of a deleted booking is allowed: the booking's row is already gone then.
    if not exists (select from public.service_bookings b where b.id = old.booking_id) then
      return old;
    end if;
  end if;
  raise exception 'booking_events is append-only';
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    select 1 as part, i.position as n, i.name as description, i.quantity, i.price as gross, i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, 1, e.price, true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
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
      (
        round(s.upto_total * 10000.0 / (100 + private.gst_rate()))
        - round((s.upto_total - s.total) * 10000.0 / (100 + private.gst_rate()))
      )::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / (100 + private.gst_rate())))::int as upto_tax
    from summed s
  ),
  halved as (
    select t.*, t.total * 100 - t.taxable_paise as tax_paise,
      private.is_maharashtra(booking.pin, booking.gstin) as own_state
    from taxed t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.taxable_paise, 'rate', private.gst_rate(),
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from halved h;
$function$;

CREATE OR REPLACE FUNCTION private.is_first_coupon_used(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.coupons c where c.code = booking.coupon_code and c.first_booking) then
    return false;
  end if;
  -- The same lock as in create_booking, also before that of the day: two bookings never both use the coupon.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || booking.phone, 0));
  return exists (
    select from public.service_bookings b join public.coupons c on c.code = b.coupon_code and c.first_booking
    where b.phone = booking.phone and b.id <> booking.id and private.effective_status(b) not in ('cancelled', 'expired')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.local_instant(booking.booking_date, booking.window_end)
    -- The free re-check that the message offers ends 48 hours after the work.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_active(booking.status)
  end;
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  total int := private.amount_due(booking);
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
  -- As late as possible: from here to the end of this transaction, every other completion waits.
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
    'credit_paise', private.credit_discount(booking) * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.amount_in_words(total) || ' only',
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
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Admins and scripts with the service role are exempt.
  if coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin() then
    return new;
  end if;
  -- The limits compare created_at with private.now(), so it is set from the same clock.
  new.created_at := private.now();
  perform private.limit_bookings_of(new.phone, null, new.created_at);
  if new.user_id is not null then
    perform private.limit_bookings_of(null, new.user_id, new.created_at);
  end if;
  return new;
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
  -- Concurrent bookings of one number or account wait here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- When one more booking is allowed again; null while the limit is not reached.
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
    -- Either phone or account is null.
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.reject_until('too_many_open', open_until, jsonb_build_object(
      'max', private.limit_value('open_bookings'), 'of', case when account is null then 'number' else 'account' end
    ));
  elsif day_until is not null then
    perform private.reject_until('too_many_bookings', day_until, jsonb_build_object(
      'max', private.limit_value('bookings_a_day'), 'of', case when account is null then 'number' else 'account' end
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
    -- When one more hold is allowed again; null while the limit is not reached.
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

CREATE OR REPLACE FUNCTION private.notify_weather(day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  notified int;
begin
  with affected as (
    -- Lock bookings before messages, as every function does.
    select b.* from public.service_bookings b
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and private.local_instant(b.booking_date, b.window_end) > private.now()
    order by b.id for key share
  ),
  news as (
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select a.id, a.version, 'weather', way.channel, way.recipient, private.now(), private.now()
    from affected a, lateral (values ('mail'::public.message_channel, a.email), ('sms', a.phone)) as way (channel, recipient)
    where way.recipient is not null
    -- Dropped when weather mode was switched off before. A booking whose message was sent gets no second one.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped'
    returning booking_id
  )
  select count(distinct n.booking_id)::int into notified from news n;
  -- The trigger notify_workers is for inserts; rows may have been updated only.
  perform pg_catalog.pg_notify('message_outbox', '');
  return notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_places_of(mode public.service_mode, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz := moment + (select s.offer_minutes from public.shop s) * interval '1 minute';
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Start, windows and next_day of jobs that fit no free place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, until, entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail'::public.message_channel, entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
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
  -- Bikes of the next model year are sold before that year begins.
  newest_year int := extract(year from private.today())::int + 1;
  limits int[] := (select s.approval_limits from public.shop s);
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
  if (b.approval_limit = any (limits)) is not true then
    perform private.reject(422, 'approval_limit', jsonb_build_object('limits', limits));
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.seconds_to_next_message()
 RETURNS double precision
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select extract(epoch from least(
    (select min(greatest(m.next_try_at, m.claimed_until)) from public.message_outbox m where m.status = 'waiting'),
    (select min(w.offer_ends_at) from public.waitlist w where w.state = 'offered'),
    -- When the next hold or unpaid booking expires on a day with a waitlist.
    (
      select min(p.held_until) from public.booking_places p
      where p.held_until > private.now() and exists (
        select from public.waitlist w
        where w.booking_date = p.booking_date and w.mode = p.mode and w.state = 'waiting'
      )
    )
  ) - private.now())::double precision;
$function$;

CREATE OR REPLACE FUNCTION private.secure_places(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  free int;
begin
  if booking.starts_at <= private.now() then
    return false;
  end if;
  perform private.lock_day(booking.mode, booking.booking_date);
  -- Count rows, not held_until: another call may have taken the places while this one waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Lead times count from the booking: a payment that is a minute late must not fail as too soon.
  select s.free into free
  from private.slots(
    booking.mode, booking.booking_date, booking.booking_date, booking.windows,
    exists (
      select from public.booking_items i join public.packages k on k.slug = i.item_id
      where i.booking_id = booking.id and k.next_day_only
    ),
    booking.id, (select min(e.at) from public.booking_events e where e.booking_id = booking.id)
  ) s
  where s.starts = booking.booking_time;
  if coalesce(free, 0) = 0 then
    return false;
  end if;
  perform private.take_places(
    booking.id, null, null, booking.mode, booking.booking_date, booking.booking_time, booking.windows
  );
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION private.slots(mode public.service_mode, from_date date, to_date date, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(day date, starts time without time zone, ends time without time zone, places integer, free integer, why text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with clock as materialized (
    select
      wall.at as wall,
      now.at,
      (now.at at time zone 'Asia/Kolkata')::date as today,
      m.lead_minutes * interval '1 minute' as lead,
      (now.at at time zone 'Asia/Kolkata')::time >= m.same_day_until as too_late_today
    from public.service_modes m, private.now() as wall (at), coalesce(slots.as_of, wall.at) as now (at)
    where m.mode = slots.mode
  ),
  week as materialized (
    select w.weekday, w.starts, w.ends, h.closes, private.capacity(slots.mode, w.weekday, w.starts) as places
    from public.arrival_windows w
    join public.business_hours h on h.weekday = w.weekday and w.starts >= h.opens
    -- A single day, as in create_booking, needs its own windows only.
    where slots.to_date > slots.from_date or w.weekday = extract(dow from slots.from_date)::int
  ),
  -- Materialized: two columns below use taken, which would be counted for each.
  arrivals as materialized (
    select
      d.day::date as day,
      w.starts,
      w.ends,
      w.places,
      case
        when c.date is null then w.closes
        when c.closes_at is not null then least(w.closes, c.closes_at)
      end as closing,
      slots.mode = 'doorstep' and rain.date is not null as rained_off,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
          and (p.held_until is null or p.held_until > clock.wall)
          and coalesce(p.hold_id, p.booking_id) is distinct from slots.own
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
    cross join clock
    join week w on w.weekday = extract(dow from d.day)::int
    left join public.closures c on c.date = d.day::date
    left join public.weather_days rain on rain.date = d.day::date
  ),
  runs as (
    select
      a.*,
      count(*) over run as run_length,
      max(a.ends) over run as run_end,
      min(a.places) over run as run_places,
      min(greatest(a.places - a.taken, 0)) over run as run_free
    from arrivals a
    window run as (partition by a.day order by a.starts rows between current row and slots.windows - 1 following)
  ),
  judged as (
    select
      r.day, r.starts, r.ends,
      case when slots.mode = 'pickup' then r.places else r.run_places end as places,
      case when slots.mode = 'pickup' then greatest(r.places - r.taken, 0) else r.run_free end as free,
      case
        when r.closing is null or r.ends > r.closing then 'closed'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' <= clock.at then 'past'
        when r.rained_off then 'weather'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' < clock.at + clock.lead then 'too_soon'
        when r.day = clock.today and (slots.next_day or clock.too_late_today) then 'too_soon'
        when r.run_length < slots.windows or r.run_end > r.closing then 'too_long'
      end as why
    from runs r cross join clock
  )
  select
    j.day, j.starts, j.ends, j.places,
    case when j.why is null then j.free else 0 end,
    coalesce(j.why, case when j.free = 0 then 'full' end)
  from judged j
  order by j.day, j.starts;
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause, kind public.booking_event_kind DEFAULT 'status'::public.booking_event_kind, data jsonb DEFAULT '{}'::jsonb)
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
  -- On completion, a final_price that was set earlier is checked again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(b)));
  end if;
  -- take_places deletes the expired places of the day under the same lock.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind, data)
  values (
    b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status,
    transition_booking.note, transition_booking.fee, transition_booking.kind, transition_booking.data
  );
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

CREATE OR REPLACE FUNCTION private.was_shop_late(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.window_missed_at(booking) <= coalesce((
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  ), booking.closed_at, private.now())
  -- Or it was late for a window from which the booking was moved. All windows have the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time)
        + (select s.late_minutes from public.shop s) * interval '1 minute'
  );
$function$;

CREATE OR REPLACE FUNCTION private.write_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select
    booking.id, row_number() over (order by todo.part, todo.place, todo.position), todo.group_name, todo.label
  from (
    select 1 as part, i.position as place, c.position, coalesce(nullif(c.group_name, ''), i.name) as group_name, c.label
    from public.booking_items i
    join public.model_job_cards c
      on c.package_slug = i.item_id and c.model_id = booking.model_id and c.kind = 'included'
    where i.booking_id = booking.id and i.package_type = 'primary'
    union all
    -- An add-on that takes no time, such as a longer warranty, needs no line.
    select 2, i.position, 0, 'Add-ons', case when i.quantity > 1 then i.quantity || ' × ' || i.name else i.name end
    from public.booking_items i
    where i.booking_id = booking.id and i.package_type = 'addon' and i.minutes > 0
    union all
    select 3, e.position, 0, 'Extra work', e.name
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ) as todo
  on conflict (booking_id, line) do nothing;
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
  -- transition_booking sets late_cancelled for the actor customer only; a request through staff counts too.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
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
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
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

  -- The number is the start of the random id: when it is taken, retry with a new id.
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
  -- An issued invoice does not change, so the credit of a closed booking is for the next one.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    b.id, b.phone, shop.late_credit, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'credit_given',
    jsonb_build_object('rupees', shop.late_credit)
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

  -- Check the new place before the old one is released: when it is rejected, the old one is still held.
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
    -- Raises the reason when the time cannot be booked.
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
  -- Lock the request even without an offer: one may be made before the day is locked.
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
  -- With both days locked, check the new place before freeing the old one. Admins need not keep the lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
  );
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
  facts jsonb := '{}'::jsonb;
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
    perform private.reject(422, 'to_status');
  end if;
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned instead of raised: raising would roll back the count of tries.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    facts := jsonb_strip_nulls(jsonb_build_object('without_code', why));
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end, data => facts
  ));
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
    -- Every try at the same amount reuses the payment: with two gateway orders, both could be paid.
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

COMMENT ON COLUMN "private"."call_limits"."counts_site" IS 'Whether calls of the site''s own server are counted too. False for limits of reads: the server only reads.';

COMMENT ON COLUMN "private"."handover_codes"."wrong_tries" IS 'Wrong tries since the bike last changed hands. After five, staff need a note in place of the code.';

COMMENT ON COLUMN "private"."slot_holds"."user_id" IS 'The signed-in user when the hold was made. Only limits read it.';

COMMENT ON COLUMN "private"."slot_holds"."waitlist_id" IS 'The waitlist entry that the place is offered to, for shop.offer_minutes, not extendable. Such a hold has neither phone nor account, so no limit counts it.';

COMMENT ON COLUMN "public"."addons"."min_odometer_km" IS 'Not worth doing below this reading; create_booking rejects it when the reading is known.';

COMMENT ON COLUMN "public"."addons"."sellable" IS 'False: never put in a cart. The mode pickup adds pickup-drop; express is not sold yet.';

COMMENT ON COLUMN "public"."areas"."colour" IS 'Local colour: one sentence about riding in the area.';

COMMENT ON COLUMN "public"."booking_credits"."used_by" IS 'The booking whose bill the credit reduces, while that booking is live. Null: the next booking of the number uses it.';

COMMENT ON COLUMN "public"."booking_events"."actor" IS 'customer and admin: a person, by a function; system: a rule, such as the expiry of an unpaid booking; service: somebody with the service role or the owner of the database wrote the status itself.';

COMMENT ON COLUMN "public"."booking_events"."data" IS 'Facts of the kind. status: without_code (why a bike changed hands without the code). moved: cause (when staff moved it), to_pickup. claimed: by (phone, email). fee_waived, refunded, credit_given: rupees. payment_reported: rupees, reference. payment_received: rupees, method. payment_received and paid_late: late (coupon_used, time_taken), coupon.';

COMMENT ON COLUMN "public"."booking_events"."moved_from" IS 'The previous start of the booking. Set only when this event moved it.';

COMMENT ON COLUMN "public"."booking_transitions"."modes" IS 'The service modes in which the transition is allowed; null: all modes.';

COMMENT ON COLUMN "public"."message_outbox"."attempts" IS 'How often workers have claimed it. It identifies the claim: reports of an older claim are ignored.';

COMMENT ON COLUMN "public"."message_outbox"."claimed_until" IS 'Until when a worker has claimed it; after that another worker may claim it.';

COMMENT ON COLUMN "public"."message_outbox"."next_try_at" IS 'Earliest time of the next try: due_at at first, later the end of the pause after a failed try.';

COMMENT ON COLUMN "public"."message_outbox"."status" IS 'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may retry it.';

COMMENT ON COLUMN "public"."service_bookings"."carried" IS 'The unpaid part of the fee in rupees, which is paid with carried_to.';

COMMENT ON COLUMN "public"."service_bookings"."carried_to" IS 'The later booking with which the fee of this missed one is paid, while that booking is live.';

COMMENT ON COLUMN "public"."service_bookings"."closed_at" IS 'When it was completed, cancelled, missed or expired; the manage token opens it for 30 days more.';

COMMENT ON COLUMN "public"."service_bookings"."fee" IS 'Rupees for late cancelling or moving and for a no-show, beside the bill.';

COMMENT ON COLUMN "public"."service_bookings"."late_cancelled" IS 'The customer cancelled late (after private.cancel_until), directly or through staff. The first late cancellation of a number is free; one whose fee was waived counts as the first.';

COMMENT ON COLUMN "public"."service_bookings"."model_year" IS 'From 1990 to the year after the booking is made; null when the customer does not say.';

COMMENT ON COLUMN "public"."service_bookings"."moves" IS 'How often it was moved for the customer, directly or through staff; late_moves counts the moves later than shop.cancel_free_hours before the window. Moves caused by the weather or the shop do not count.';

COMMENT ON COLUMN "public"."service_bookings"."number" IS 'The number that people read out: the first eight characters of the id.';

COMMENT ON COLUMN "public"."service_bookings"."request_id" IS 'A UUID that the browser generates per booking, so that a repeated request never books twice.';

COMMENT ON COLUMN "public"."service_bookings"."version" IS 'Incremented by each change that is sent to the customer: moved, extra work to answer, cancelled. It is the SEQUENCE of the calendar entry.';

COMMENT ON COLUMN "public"."service_modes"."same_day_until" IS 'No same-day booking from this clock time on.';

COMMENT ON COLUMN "public"."shop"."approval_limits" IS 'The limits that a customer chooses from: rupees of extra work that need no answer. The first is 0: every line needs an answer.';

COMMENT ON COLUMN "public"."shop"."cancel_free_hours" IS 'Hours before the arrival window until which a customer cancels free; a later change is late.';

COMMENT ON COLUMN "public"."shop"."hold_extension_minutes" IS 'Minutes by which a customer may extend a hold, once.';

COMMENT ON COLUMN "public"."shop"."hold_minutes" IS 'Minutes that a chosen time is held.';

COMMENT ON COLUMN "public"."shop"."late_minutes" IS 'Minutes after the end of a window from which the shop has missed it.';

COMMENT ON COLUMN "public"."shop"."no_show_minutes" IS 'Minutes after the booked start from which a no-show may be recorded.';

COMMENT ON COLUMN "public"."shop"."offer_minutes" IS 'Minutes that a place is held for the waitlist entry it is offered to.';

COMMENT ON COLUMN "public"."shop"."payment_minutes" IS 'Minutes that a booking to be paid online keeps its places.';

COMMENT ON COLUMN "public"."shop"."visit_fee" IS 'Rupees for a visit without work: cancelled when the mechanic is on the way or has arrived, or a no-show.';

COMMENT ON COLUMN "public"."waitlist"."state" IS 'waiting; offered: a place is held and the link is sent; claimed: booked with it; lapsed: the offer has expired or the time has passed; left: the customer left the waitlist.';

COMMENT ON FUNCTION "guard"."before_request"() IS 'For pgrst.db_pre_request: counts calls by network address and by user, and rejects with 429, Retry-After and the same body as the gateway of the embedded backend. The site''s own server is recognised by its key; limits with counts_site = false do not count it. Does nothing unless private.settings has count_calls = on. A rejected call is rolled back together with its count.';

COMMENT ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) IS 'Whether a change is made by the shop: an admin acts for the shop in every booking but their own, and in their own once they name a cause. Raises PT403 shop_only when another caller sends a cause or a waiver, PT422 cause, waiver.';

COMMENT ON FUNCTION "private"."agreed_price"(public.service_bookings) IS 'The most that the work may cost in rupees: the estimate, which includes the coupon and the pickup, and the extra work that was approved by the customer or by the limit chosen at booking.';

COMMENT ON FUNCTION "private"."amount_due"(public.service_bookings) IS 'What a booking costs in rupees at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it. A cancelled, missed or expired booking costs its fee, less the part that is carried to a live booking.';

COMMENT ON FUNCTION "private"."apply_payment_event"(public.payment_provider, text, text, text, text, integer, text) IS 'Applies a gateway''s event about a payment, whose signature the caller has checked: payment.authorized, payment.captured, order.paid, payment.failed, checkout.verified; other kinds are only recorded. Once per event id, in any order: the same events end in the same state. Answers outcome applied, ignored, repeated or unknown (no such order).';

COMMENT ON FUNCTION "private"."apply_refund_event"(public.payment_provider, text, text, uuid, text, text) IS 'Applies a gateway''s event about a refund: refund.processed, refund.failed; other kinds are only recorded. Once per event id. Outcomes as in apply_payment_event.';

COMMENT ON FUNCTION "private"."can_be_picked_up"(public.service_bookings) IS 'Whether the work of a doorstep booking can also be done in the workshop, after a pickup.';

COMMENT ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) IS 'Whether booking_transitions allows a transition.';

COMMENT ON FUNCTION "private"."carry_dues"() IS 'Trigger on bookings: a new booking takes over the unpaid no-show fees and the unused credits of its number; one that the shop cancels for its own reasons gives a credit.';

COMMENT ON FUNCTION "private"."change_terms"(public.service_bookings) IS 'What cancelling and moving cost a customer at this moment, directly or through staff. Until shop.cancel_free_hours before the window both are free (at most two moves). After that, cancelling costs shop.late_fee (the first time of a phone number is free) and one move is free. With the mechanic on the way, cancelling costs shop.visit_fee and moving shop.late_fee. After the mechanic has arrived only staff cancel, for shop.visit_fee. Everything is free in weather mode, when the shop has missed the window, and before a booking is paid and confirmed. can_pick_up: in weather mode a doorstep visit can become a pickup, if the work can be done in the workshop.';

COMMENT ON FUNCTION "private"."charge_fee"(public.service_bookings, integer, integer, text) IS 'Returns the fee to charge: the one that was shown, or 0 when it is waived; then it writes an event with the reason. Raises PT409 fee_changed, PT422 nothing_to_waive.';

COMMENT ON FUNCTION "private"."check_expected_fee"(integer, integer) IS 'Raises PT409 fee_changed with the fee when it is not the one that the caller saw.';

COMMENT ON FUNCTION "private"."check_half_day"() IS 'Trigger: a half day must end after the shop opens. Not a check constraint, because it reads business_hours. Raises PT422 closes_at.';

COMMENT ON FUNCTION "private"."check_handover"(uuid, text, text) IS 'Returns null when the code is right, or when why gives the reason that there is none. For a wrong code it counts one of five tries and returns the error as an object: raising it would roll back the count. Raises PT422 handover_code, code_figures, without_code, PT409 no_more_tries.';

COMMENT ON FUNCTION "private"."check_odometer"(jsonb, integer) IS 'Raises PT422 too_few_km for an add-on whose min_odometer_km is above the reading of the bike.';

COMMENT ON FUNCTION "private"."check_payment_note"(text, boolean) IS 'Returns the cleaned note of an admin. Raises PT403 for anyone else, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "private"."check_slot"(public.service_mode, date, time without time zone, integer, boolean, uuid, timestamp with time zone) IS 'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times. as_of: lead times count from that instant instead of now, but a window that has begun is always rejected.';

COMMENT ON FUNCTION "private"."claim_messages"(integer) IS 'Claims due messages for a worker, for 2 minutes. Workers may call it at the same time: each message goes to one of them.';

COMMENT ON FUNCTION "private"."clean_plate"(text) IS 'A number plate, state or BH series, without spaces and with its number padded to four digits (MH14D0077), or null.';

COMMENT ON FUNCTION "private"."count_open_lines"(uuid) IS 'How many lines of a checklist are neither done nor marked as not needed.';

COMMENT ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text) IS 'The discount of a code in whole rupees (percentages rounded down), or the refusal: a code and its data. Null without a code. Only create_booking passes the phone: a quote must not reveal who has booked before.';

COMMENT ON FUNCTION "private"."credit_discount"(public.service_bookings) IS 'Rupees that credits take off the work of a booking: at most what the work costs, and never off the fees.';

COMMENT ON FUNCTION "private"."end_offer"() IS 'Trigger on holds: marks the waitlist entry of an offer as claimed when its hold is booked, or as lapsed when the hold ends in another way. The caller that ends a hold has the lock of its day.';

COMMENT ON FUNCTION "private"."end_refund"(uuid, public.refund_status, public.booking_actor, text) IS 'Marks a refund as done or failed, updates the status of its payment and, when it is done, writes an event. The caller holds the booking.';

COMMENT ON FUNCTION "private"."expire_unpaid_bookings"() IS 'Writes the status expired to unpaid bookings past pay_until; a worker calls it regularly. Their places count as free even before that. Several calls may run at once.';

COMMENT ON FUNCTION "private"."hash_token"(text) IS 'The hash of a token: only the hash is stored.';

COMMENT ON FUNCTION "private"."increment_version"() IS 'Trigger: a booking that is moved, cancelled or waits for an answer gets the next version. A version that an update sets is overwritten.';

COMMENT ON FUNCTION "private"."invoice_completed"() IS 'Trigger: issues the invoice in the transaction that completes a booking, so that neither exists alone.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, the approved extra work, the part of the bill above both, the fee, and fees of missed bookings. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "private"."is_change_free"(public.service_bookings) IS 'Whether every change of a booking is free: in weather mode, or when the shop has missed the window.';

COMMENT ON FUNCTION "private"."is_first_coupon_used"(public.service_bookings) IS 'Whether a booking has a first-booking coupon, and another booking of the number uses one now. The caller holds the booking and not yet the lock of a day.';

COMMENT ON FUNCTION "private"."is_rained_off"(public.service_bookings) IS 'Whether a doorstep visit is on a day in weather mode: every change is free then.';

COMMENT ON FUNCTION "private"."is_window_missed"(public.service_bookings) IS 'Whether the shop has missed the window: no mechanic has come by shop.late_minutes after its end, so moving and cancelling are free. Always false for mode workshop.';

COMMENT ON FUNCTION "private"."issue_invoice"(public.service_bookings) IS 'Takes the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that comes from credits.';

COMMENT ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) IS 'Why a booking gets no credit for a missed window: credited (it already has one), no_credit, no_weather_credit, not_late; null when it gets one.';

COMMENT ON FUNCTION "private"."limit_bookings_of"(text, uuid, timestamp with time zone) IS 'Raises PT429 too_many_open or too_many_bookings when one more booking of a phone number, or else of an account, would exceed private.limits.';

COMMENT ON FUNCTION "private"."limit_guest_holds"(public.service_mode, date, time without time zone, integer, uuid) IS 'Raises PT429 held_by_many when guests already hold their share of a window (half of its places, rounded up). Limits by request and number are not enough: a guest can use any number of request ids and phone numbers. The caller holds the lock of the day; own is the hold that is being replaced.';

COMMENT ON FUNCTION "private"."limit_holds"(uuid, text, uuid) IS 'Raises PT429 too_many_tries or too_many_holds when one more hold of a request, a number or an account would exceed private.limits. The caller holds the lock of the request and not yet that of a day.';

COMMENT ON FUNCTION "private"."limit_value"(text) IS 'The value of a limit.';

COMMENT ON FUNCTION "private"."limit_waiting"(text, public.service_mode, date, time without time zone) IS 'Raises PT409 in_line when the number already waits for this time, PT429 too_many_waits or too_many_in_line when one more entry would exceed private.limits. The caller holds the locks of the phone and of the day.';

COMMENT ON FUNCTION "private"."lock_day"(public.service_mode, date) IS 'Locks one mode on one day until the transaction ends, so that two calls never take the same free place. Lock earlier days first.';

COMMENT ON FUNCTION "private"."lock_days"(public.service_mode, date, public.service_mode, date) IS 'Locks the old and the new day of a change, always in the same order, so that two changes never deadlock. The second may be null.';

COMMENT ON FUNCTION "private"."lock_request"(uuid) IS 'Serialises all calls with one request id. Take this lock before the locks of phones and days.';

COMMENT ON FUNCTION "private"."manage_token"(uuid) IS 'The manage token of a request: 64 hex digits, the same on every call, never stored.';

COMMENT ON FUNCTION "private"."message_failed"(bigint, integer, text, boolean) IS 'Records that sending failed. The message is retried after 30 seconds, then after twice as long each time, at most an hour. After 12 tries (5 hours), or at once when no retry can help (for_good), it is failed and waits for an admin.';

COMMENT ON FUNCTION "private"."message_sent"(bigint) IS 'Records that the provider has accepted a message. A worker whose claim has expired calls it too, so the message is not sent again.';

COMMENT ON FUNCTION "private"."message_to_send"(bigint, integer) IS 'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), or the offered place. Null when another claim has taken the message, or when it must not be sent any more: then it is dropped.';

COMMENT ON FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid) IS 'Up to four free times nearest to the wanted one, in chronological order.';

COMMENT ON FUNCTION "private"."needs_handover_code"(public.service_bookings, public.booking_status) IS 'Whether a transition needs the code: when a bike is picked up, and when any bike is handed back.';

COMMENT ON FUNCTION "private"."notify_followers"(uuid) IS 'Sets updated_at of the booking, so that Realtime reports it and open pages read it again.';

COMMENT ON FUNCTION "private"."notify_freed_place"() IS 'Trigger: notifies workers when a place is freed on a day with a waitlist.';

COMMENT ON FUNCTION "private"."notify_more_places"() IS 'Trigger: notifies workers when hours, capacities, closures or weather days change while somebody waits, and when somebody joins the waitlist.';

COMMENT ON FUNCTION "private"."offer_details"(public.waitlist) IS 'The window and the cart of a waitlist entry, at current prices. Raises PT422 items_refused when an item is not sold any more.';

COMMENT ON FUNCTION "private"."offer_waitlist_places"() IS 'Workers call it until it answers 0: ends offers that were not taken in time, offers free places to the first entries that fit, and deletes entries a week after their day. One day per call; several calls may run at once.';

COMMENT ON FUNCTION "private"."payment_of"(public.service_bookings) IS 'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fees of missed bookings in it (carried) and what credits take off (credit), the booking with which its own fee is paid (carried_to), the credit given for it (credit_given), whether a late credit can be given (late_credit), the chosen method, whether online payment is offered (online), until when it must be paid (pay_until), all attempts and refunds, and in how many working days a refund arrives (refund_days).';

COMMENT ON FUNCTION "private"."payment_rank"(public.payment_status) IS 'The rank of a status: created or claimed, failed (another try may follow), authorized, captured. Events never lower the rank of a payment, so their order does not matter.';

COMMENT ON FUNCTION "private"."payment_reference"(public.service_bookings) IS 'Twenty letters and digits that begin with TS and the booking''s number and cannot be guessed.';

COMMENT ON FUNCTION "private"."payment_request"(public.payments, public.service_bookings) IS 'What a page needs to show how to pay.';

COMMENT ON FUNCTION "private"."percent_encode"(text) IS 'A value for a query: everything but letters, digits and -._~ as %XX of its UTF-8.';

COMMENT ON FUNCTION "private"."place_of_supply"(text, text) IS 'Code and name of the state as an invoice names it, 27-Maharashtra: by the GSTIN, else by the PIN, else the shop''s own. It always agrees with is_maharashtra.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text) IS 'The quote of a job and what the calendar needs to know of it. Raises PT422 items_refused with the quote when an item is refused.';

COMMENT ON FUNCTION "private"."random_handover_code"() IS 'Four random digits that do not depend on the booking.';

COMMENT ON FUNCTION "private"."recalculate_fee"(public.service_bookings, integer) IS 'Sets the fee of a booking and the part that is carried to a later booking, and refunds what is then overpaid there. It leaves the carried part alone when the later booking is completed, as its invoice is issued. The caller holds the booking.';

COMMENT ON FUNCTION "private"."record_status_event"() IS 'Trigger at commit: a status that was changed without a function gets an event of the actor service, so that the last event always has the current status.';

COMMENT ON FUNCTION "private"."refund_overpayment"(public.service_bookings, public.refund_reason) IS 'Writes refunds of what was paid beyond the amount due, from the last payment backwards. The caller holds the booking.';

COMMENT ON FUNCTION "private"."refund_reason_of"(public.booking_status) IS 'The reason of a refund for a booking of this status.';

COMMENT ON FUNCTION "private"."secure_places"(public.service_bookings) IS 'Makes the places of an unpaid booking permanent, or takes the same window again when they have expired and it is free. False when they are taken or the booked start has passed. The caller holds the booking.';

COMMENT ON FUNCTION "private"."slots"(public.service_mode, date, date, integer, boolean, uuid, timestamp with time zone) IS 'Arrival windows between two dates with their free places for a job that needs that many windows. why: the reason that none is free: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first. own is the id of a hold or booking whose places count as free; as_of: lead times count from that instant instead of now.';

COMMENT ON FUNCTION "private"."take_places"(uuid, uuid, timestamp with time zone, public.service_mode, date, time without time zone, integer) IS 'Takes the lowest free seat in each window of a job, for a booking or for a hold. The caller holds the lock of that day and mode and has checked that places are free.';

COMMENT ON FUNCTION "private"."to_int"(text) IS 'A whole number of at most nine digits, or null.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause, public.booking_event_kind, jsonb) IS 'The only function that changes the status of a booking: checks booking_transitions, writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the checklist when the service starts, and sets the bill on completion (the agreed price by default). Rejects a bill above the agreed price, the quality check while a line of the checklist is open, and a no-show before private.no_show_from.';

COMMENT ON FUNCTION "private"."unpaid_fee"(public.service_bookings) IS 'Rupees of the fee of a missed booking that are not paid yet.';

COMMENT ON FUNCTION "private"."visit_fee"(public.service_mode) IS 'The fee for cancelling when the mechanic is on the way or has arrived: shop.visit_fee; null for mode workshop.';

COMMENT ON FUNCTION "private"."waitlist_position"(public.waitlist) IS 'The position of an entry among those that wait for its window, counted from 1.';

COMMENT ON FUNCTION "private"."waitlist_token"(uuid, text) IS 'The token of a waitlist entry, by purpose: leave is returned by join_waitlist, claim is sent with the offer. 64 hex digits, not stored.';

COMMENT ON FUNCTION "private"."was_shop_late"(public.service_bookings) IS 'Whether the shop was late: by shop.late_minutes after the end of the window it had neither picked up nor inspected the bike. It was not late for a window if the booking was closed or moved before that time.';

COMMENT ON FUNCTION "private"."window_missed_at"(public.service_bookings) IS 'From when the shop has missed the window: shop.late_minutes after its end.';

COMMENT ON FUNCTION "private"."write_checklist"(public.service_bookings) IS 'Writes the checklist of a booking from what was booked and approved. Existing lines stay.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text) IS 'The customer approves or declines one line; an admin must add a note of how the customer answered. After the last answer the booking is back in inspecting. Repeating an answer changes nothing. Raises PT404, PT409 answered, PT422 (approve, answer_note, note_too_long).';

COMMENT ON FUNCTION "public"."cancel_booking"(uuid, text, text, integer, text, text) IS 'Cancels a booking and frees its place. expected_fee is the fee that the caller saw; any other fee raises PT409 fee_changed (details.fee). The owner and the holder of the manage token pay cancel_fee of change_terms. An admin names the cause: customer (at the customer''s request) costs the same, unless waiver (3 to 300 characters) says why not; shop (the default; gives a credit of shop.late_credit) and weather (rain or a closed road; the default in weather mode) cost nothing. Repeating a call changes nothing. Raises PT404 not_found, PT403 shop_only (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver, nothing_to_waive.';

COMMENT ON FUNCTION "public"."claim_payment"(text, text) IS 'The customer reports a UPI payment. The UPI app sends no reliable result to the page, so the payment waits until staff have seen the money. Repeating a call changes nothing. Raises PT404, PT409 payment_unknown.';

COMMENT ON FUNCTION "public"."confirm_payment"(uuid, text) IS 'An admin confirms that the money of a UPI payment arrived, also of one that was not claimed or was rejected before. Repeating a call changes nothing. Raises PT403, PT404, PT409 gateway_confirms, PT422 note_too_long.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true.';

COMMENT ON FUNCTION "public"."extend_hold"(text) IS 'Extends a hold by shop.hold_extension_minutes, once. Raises PT409 hold_over (details.alternatives), PT409 extended.';

COMMENT ON FUNCTION "public"."finish_refund"(uuid, text) IS 'An admin records a refund made by hand and notes how: of UPI, of cash, or one that the gateway could not make. Repeating a call changes nothing. Raises PT403, PT404, PT409 gateway_refunds, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."give_late_credit"(uuid, text) IS 'An admin credits shop.late_credit for a window that was missed by shop.late_minutes: it reduces this bill, or the next one when this booking is closed. At most once per booking. Raises PT403, PT404, PT409 credited, no_credit, no_weather_credit, not_late, PT422 credit_note.';

COMMENT ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text) IS 'Holds a window for shop.hold_minutes for the booking that will be sent with this request_id. A request holds one window: the next hold replaces it. Repeating a call for the same window returns the open hold with its seconds_left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many_tries (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window), all with details.retry_after.';

COMMENT ON FUNCTION "public"."join_waitlist"(jsonb) IS 'Joins the waitlist of a full window: {request_id, mode, date, time, items, model, name, phone, email}. Answers state, position (1 is first), the window, and a token to leave with; the same request_id answers the same. Raises PT422 with the field or time_…, PT409 free (the window has a place and can be booked), in_line, PT429 too_many_waits (3 of a number), too_many_in_line (10 of a window), both with details.retry_after.';

COMMENT ON FUNCTION "public"."leave_waitlist"(text) IS 'Leaves the waitlist with the token of join_waitlist, or with that of an offer''s link; an offered place goes to the next entry. Answers the state: left, or claimed or lapsed when it was too late to leave. Raises PT404 not_in_line.';

COMMENT ON FUNCTION "public"."list_places"(date) IS 'For admins: the windows of a day, also of a past one, with the places of each mode and how many of them bookings have taken. Holds are not counted. A window that was removed from the hours is listed while bookings have it. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."list_slots"(text, date, integer, jsonb, text, text, text) IS 'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). closed is the reason for a closed day, empty for a day of the week without hours. Never more than 31 days, never past last_day. two_day: the bike is ready two working days later. free_until: until when a booking of that window is cancelled free. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. Places held under request_id count as free. Raises PT422 (mode, model, items, items_refused).';

COMMENT ON FUNCTION "public"."pay_after_service"(uuid, text) IS 'For a card that does not work: confirms an unpaid booking, which is then paid after the service. Repeating a call changes nothing. Raises PT404, PT409 expired, time_gone.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'An admin proposes work found while inspecting: [{name, reason, price, minutes}]. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer. Raises PT403, PT404, PT409 not_inspecting, PT422 (work, work_name, work_reason, work_price, work_minutes).';

COMMENT ON FUNCTION "public"."record_cash"(uuid, integer, text) IS 'An admin records a cash payment, at most the amount due. Raises PT403, PT404, PT409 paid, not_confirmed, PT422 amount (details.due), note_too_long.';

COMMENT ON FUNCTION "public"."reject_claim"(uuid, text) IS 'An admin rejects a claimed UPI payment whose money did not arrive; the customer reads the note. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_claimed, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."release_hold"(text) IS 'Releases a hold at once. released: whether one was open. Without a hold it answers false and raises nothing.';

COMMENT ON FUNCTION "public"."request_callback"(text, text, text, jsonb) IS 'Requests a call-back: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many_callbacks, details.retry_after). Raises PT422 with the field.';

COMMENT ON FUNCTION "public"."reschedule_booking"(uuid, text, text, text, integer, integer, text, text, text, text) IS 'Moves a booking to another free time: by the owner or the holder of the manage token (fees and number of moves: change_terms), or by an admin (any number of moves, also within the lead time). An admin names the cause: customer (the default) costs and counts like a move by the customer, unless waiver (3 to 300 characters) says why it costs nothing; shop and weather are free, are not counted and keep the price. So is every move in weather mode or after the shop has missed the window. mode pickup turns a doorstep visit into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause weather, and only for work that is offered with pickup; the price stays as agreed. Moving to the same time changes nothing. Raises PT404, PT403 shop_only (a cause or a waiver from a customer), PT409 cannot_move, pickup_needs_rain, moved_often, fee_changed (details.fee), day_price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, no_pickup, note_too_long, cause, waiver, nothing_to_waive.';

COMMENT ON FUNCTION "public"."retry_message"(bigint) IS 'An admin retries a failed message at once. Raises PT403 forbidden, PT404 unknown_message, PT409 not_failed, not_current (the booking has changed since).';

COMMENT ON FUNCTION "public"."set_booking_fee"(uuid, integer, text) IS 'An admin overrides the fee of a booking, with a note, until the invoice is issued; also a fee that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (its own, once it is completed), fee_on_invoice (that of the later booking), PT422 (fee, fee_note).';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'An admin changes the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."set_weather_mode"(date, boolean, text) IS 'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners get a message and may move or cancel free of charge. told: how many bookings get a message now; when switched off, how many open bookings already got one (no message is sent to correct it). Raises PT403 forbidden, PT422 (day, weather_note).';

COMMENT ON FUNCTION "public"."start_payment"(uuid, text, text) IS 'Starts a payment of the amount due, for the owner, the holder of the manage token or an admin. Method upi answers reference, amount, upi_link (also the text of the QR), vpa and name; online is for the backend, which creates the gateway''s order. Repeating a call returns the same payment. Raises PT404, PT409 paid, expired, not_offered, online_only, PT422 method.';

COMMENT ON FUNCTION "public"."tick_checklist"(uuid, integer[], boolean, text) IS 'An admin ticks lines of a job card while the bike is in service, takes ticks back (done false), or says why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';

COMMENT ON SCHEMA "guard" IS 'Functions that PostgREST calls before each request. Clients cannot call them: the API exposes only public.';

COMMENT ON TABLE "private"."call_counts" IS 'Calls made under a limit by one address or user in the window that ends at ends_at. A later call deletes rows an hour after that, and with them the addresses.';

COMMENT ON TABLE "private"."limits" IS 'Limits that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, callbacks_a_day of a number, open_waits of a number, waits_of_a_window. Admins are exempt.';

COMMENT ON TABLE "private"."slot_holds" IS 'Which request holds which window until when. The browser generates the request id for its next booking. Rows are kept for a day, to count tries.';

COMMENT ON TABLE "public"."area_pins" IS 'The PIN codes we come to, and the areas that use them. For any other PIN, visitors can ask for a call-back.';

COMMENT ON TABLE "public"."booking_credits" IS 'Credits of a phone number, given when the shop cancels or misses a window: at most one per booking. The API can''t write here.';

COMMENT ON TABLE "public"."booking_transitions" IS 'The allowed status transitions, by actor. Any other transition is rejected.';

COMMENT ON TABLE "public"."callback_requests" IS 'Requests for a call: a bike we do not list, a PIN we do not serve yet, or a message. Written by request_callback.';

COMMENT ON TABLE "public"."closures" IS 'Holidays. closes_at null: closed all day; otherwise a half day that ends then. Admins write it. It stops new bookings only: existing ones stay until staff move or cancel them with the cause shop, at no cost.';

COMMENT ON TABLE "public"."coupons" IS 'The discount of a code on the services (never on the pickup). Customers cannot read codes: the shop hands them out.';

COMMENT ON TABLE "public"."extra_work" IS 'Work that the shop found beside the booked work, one row per line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking.';

COMMENT ON TABLE "public"."invoices" IS 'GST invoices as issued: data has everything that rule 46 requires, as of that moment. total in rupees.';

COMMENT ON TABLE "public"."message_outbox" IS 'Messages to customers, one row per booking, version, kind and channel, or per entry of the waitlist and channel: none is sent twice. The text is rendered when it is sent.';

COMMENT ON TABLE "public"."reviews" IS 'What customers said. is_sample marks invented reviews: pages label them and leave them out of structured data.';

COMMENT ON TABLE "public"."service_bookings" IS 'One row per booking. Prices are whole rupees with GST; times are clock times in Pune.';

COMMENT ON TABLE "public"."service_modes" IS 'Where the work is done, how early one must book, and the minutes that each visit takes beside the work.';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened.';

reset check_function_bodies;
