set check_function_bodies = off;

CREATE TYPE "public"."voucher_kind" AS ENUM ('receipt', 'refund');

CREATE TABLE "private"."voucher_counters" ("financial_year" text NOT NULL, "last_serial" integer NOT NULL, CONSTRAINT "voucher_counters_financial_year_check" CHECK ((financial_year ~ '^[0-9]{2}-[0-9]{2}$'::text)), CONSTRAINT "voucher_counters_last_serial_check" CHECK (((last_serial >= 1) AND (last_serial <= 9999999))));

ALTER TABLE "private"."voucher_counters" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vouchers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "booking_id" uuid, "payment_id" uuid NOT NULL, "refund_id" uuid, "number" text NOT NULL, "financial_year" text NOT NULL, "serial" integer NOT NULL, "issued_at" timestamp with time zone NOT NULL, "total" integer NOT NULL, "data" jsonb NOT NULL, CONSTRAINT "vouchers_number_check" CHECK ((char_length(number) <= 16)), CONSTRAINT "vouchers_number_key" UNIQUE (number), CONSTRAINT "vouchers_pkey" PRIMARY KEY (id), CONSTRAINT "vouchers_refund_id_key" UNIQUE (refund_id), CONSTRAINT "vouchers_total_check" CHECK ((total > 0)));

ALTER TABLE "public"."vouchers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."voucher_counters" ADD COLUMN "kind" public.voucher_kind NOT NULL;

ALTER TABLE "public"."vouchers" ADD COLUMN "kind" public.voucher_kind NOT NULL;

CREATE OR REPLACE FUNCTION private.capture_payment(payment uuid, amount_paise integer, actor public.booking_actor, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  paid jsonb;
  late jsonb;
  is_advance boolean;
begin
  update public.payments x set
    status = 'captured', captured_paise = capture_payment.amount_paise, captured_at = private.now(),
    note = coalesce(capture_payment.note, x.note)
  where x.id = capture_payment.payment returning * into p;
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  -- Papers are in whole rupees, as all prices are.
  is_advance := private.is_advance(b) and p.captured_paise = p.amount_paise and p.captured_paise >= 100;
  paid := jsonb_build_object('rupees', p.captured_paise / 100, 'method', p.method);
  if p.captured_paise <> p.amount_paise then
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (b.id, p.id, p.captured_paise, 'wrong_amount', private.now(), private.now());
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= p.amount_paise then
    -- The limit of open bookings is not checked again: the place is still free, and the booking is paid.
    if private.is_first_coupon_used(b) then
      late := jsonb_build_object('late', 'coupon_used', 'coupon', b.coupon_code);
    elsif not private.secure_places(b) then
      late := jsonb_build_object('late', 'time_taken');
    else
      perform private.transition_booking(
        b.id, capture_payment.actor, 'confirmed', null, kind => 'payment_received', data => paid
      );
      if is_advance then
        perform private.write_voucher('receipt', b, p.id, null, p.captured_paise / 100);
      end if;
      return;
    end if;
    if b.status = 'pending_payment' then
      perform private.transition_booking(b.id, 'system', 'expired', null, kind => 'paid_late', data => late);
    else
      paid := paid || late;
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  b := private.recalculate_fee(b, b.fee);
  perform private.refund_overpayment(b, private.refund_reason_of(b.status));
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (b.id, private.now(), capture_payment.actor, auth.uid(), b.status, b.status, 'payment_received', paid);
  perform private.write_receipt(p);
  if is_advance then
    perform private.write_voucher('receipt', b, p.id, null, p.captured_paise / 100);
  end if;
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_refund(refund uuid, to_status public.refund_status, actor public.booking_actor, note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r public.refunds;
  b public.service_bookings;
begin
  update public.refunds x set
    status = end_refund.to_status, note = coalesce(end_refund.note, x.note),
    done_at = case end_refund.to_status when 'done' then private.now() end
  where x.id = end_refund.refund returning * into r;
  update public.payments x set status = case
    when x.captured_paise <= sums.done then 'refunded'::public.payment_status when sums.done > 0 then 'partially_refunded' else 'captured'
  end
  from (
    select coalesce(sum(o.amount_paise), 0) as done from public.refunds o
    where o.payment_id = r.payment_id and o.status = 'done'
  ) sums
  where x.id = r.payment_id;
  select * into b from public.service_bookings s where s.id = r.booking_id;
  if r.status = 'done' then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), end_refund.actor, auth.uid(), b.status, b.status, 'refunded',
      jsonb_build_object('rupees', r.amount_paise / 100)
    );
    perform private.write_refund_voucher(r);
  end if;
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoiced_customer(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
    'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
      select a.name from public.areas a where a.slug = booking.area_slug
    ), 'Pune ' || booking.pin), '')
  );
$function$;

CREATE OR REPLACE FUNCTION private.is_advance(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.status not in ('ready', 'completed', 'cancelled', 'no_show');
end;
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

CREATE OR REPLACE FUNCTION private.payment_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with sums as (
    select
      private.paid_paise(booking.id) / 100 as paid,
      greatest(private.amount_due(booking) - private.paid_paise(booking.id) / 100, 0) as due,
      private.effective_status(booking) as shown
  )
  select jsonb_build_object(
    'status', case
      when exists (select from public.refunds r where r.booking_id = booking.id and r.status <> 'done')
        then 'refund_due'::public.booking_payment_state
      when shown <> 'expired' and due > 0
        and exists (select from public.payments p where p.booking_id = booking.id and p.status = 'claimed') then 'claimed'
      when shown <> 'expired' and due > 0 and paid > 0 then 'part_paid'
      when shown <> 'expired' and due > 0 then 'unpaid'
      when paid > 0 then 'paid'
      when exists (select from public.refunds r where r.booking_id = booking.id) then 'refunded'
      else 'nothing_due'
    end,
    'paid', paid,
    'due', case when shown = 'expired' then 0 else due end,
    'agreed', private.agreed_price(booking),
    'work', private.work_price(booking),
    'total', private.amount_due(booking),
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_void(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_void(c)
    ),
    'fee_off', private.fee_off(booking),
    'fee_left', private.diagnosis_fee(booking) - private.fee_off(booking),
    'credit', private.credit_discount(booking),
    'credit_given', (
      select jsonb_build_object('amount', c.amount, 'reason', c.reason, 'used_by', (
        select u.number from public.service_bookings u where u.id = c.used_by and not private.is_void(u)
      ))
      from public.booking_credits c where c.booking_id = booking.id
    ),
    'late_credit', private.late_credit_refusal(booking) is null,
    'method', booking.pay_by,
    'online', exists (select from public.shop s where s.payment_provider is not null),
    'pay_until', case when shown = 'pending_payment' then booking.pay_until end,
    'seconds_left', case when shown = 'pending_payment'
      then greatest(0, floor(extract(epoch from booking.pay_until - private.now())))::int end,
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - '{booking_id,provider_order_id,provider_payment_id,checked_at}'::text[] order by p.created_at, p.id
      ), '[]')
      from public.payments p where p.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - '{booking_id,provider_refund_id,tries,next_try_at}'::text[] order by r.asked_at, r.id
      ), '[]')
      from public.refunds r where r.booking_id = booking.id
    ),
    'vouchers', private.voucher_names(booking.id),
    'refund_days', jsonb_build_object('from', 5, 'to', 7)
  )
  from sums;
$function$;

CREATE OR REPLACE FUNCTION private.voucher_names(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', v.kind, 'number', v.number, 'date', v.data -> 'date', 'total', v.total
  ) order by v.issued_at, v.kind, v.serial), '[]')
  from public.vouchers v where v.booking_id = voucher_names.booking;
$function$;

CREATE OR REPLACE FUNCTION private.write_refund_voucher(refund public.refunds)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bill public.invoices := private.current_invoice(refund.booking_id);
begin
  -- What is given back because of a credit note belongs to the invoice.
  if refund.amount_paise >= 100 and refund.asked_at <= coalesce(bill.issued_at, refund.asked_at)
    and exists (select from public.vouchers v where v.payment_id = refund.payment_id and v.kind = 'receipt')
    and not exists (select from public.vouchers v where v.refund_id = refund.id)
  then
    select * into b from public.service_bookings s where s.id = refund.booking_id;
    perform private.write_voucher('refund', b, refund.payment_id, refund.id, refund.amount_paise / 100);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_voucher(kind public.voucher_kind, booking public.service_bookings, payment uuid, refund uuid, rupees integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.today();
  year text := private.financial_year(today);
  own_state boolean := private.is_maharashtra(booking.pin, booking.gstin);
  receipt public.vouchers;
  serial int;
  number text;
begin
  select * into receipt from public.vouchers v where v.payment_id = write_voucher.payment and v.kind = 'receipt';
  -- As late as possible: from here to the end of this transaction, every other voucher of the kind waits.
  insert into private.voucher_counters as c (kind, financial_year, last_serial) values (write_voucher.kind, year, 1)
  on conflict on constraint voucher_counters_pkey do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := case write_voucher.kind when 'receipt' then 'RV/' else 'RF/' end || year || '/'
    || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.vouchers (
    kind, booking_id, payment_id, refund_id, number, financial_year, serial, issued_at, total, data
  )
  select
    write_voucher.kind, booking.id, write_voucher.payment, write_voucher.refund, number, year, serial, private.now(), rupees,
    jsonb_build_object(
      'kind', write_voucher.kind, 'number', number, 'date', today,
      'supplier', jsonb_build_object(
        'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
        'email', s.email
      ),
      'customer', private.invoiced_customer(booking),
      'place_of_supply', private.place_of_supply(booking.pin, booking.gstin), 'reverse_charge', 'No',
      'booking_number', booking.number, 'bike', booking.bike_name,
      'description', (
        select string_agg(i.name, ', ' order by i.position) from public.booking_items i where i.booking_id = booking.id
      ),
      'sac', '998714', 'rate', private.gst_rate(), 'method', p.method,
      'total', rupees, 'total_paise', rupees * 100,
      'total_in_words', 'Rupees ' || private.amount_in_words(rupees) || ' only', 'is_demo', s.is_demo
    ) || private.tax(rupees, own_state) || private.tax_rates(own_state)
      || case when receipt.id is null then '{}'::jsonb else jsonb_build_object(
        'receipt', jsonb_build_object('number', receipt.number, 'date', receipt.data -> 'date')
      ) end
  from public.shop s, public.payments p where p.id = write_voucher.payment;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_vouchers(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s
  where s.id = get_vouchers.booking and (
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_vouchers.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  return (
    select coalesce(jsonb_agg(
      v.data || jsonb_build_object('issued_at', v.issued_at) order by v.issued_at, v.kind, v.serial
    ), '[]')
    from public.vouchers v where v.booking_id = b.id
  );
end;
$function$;

ALTER TABLE "private"."voucher_counters" ADD CONSTRAINT "voucher_counters_pkey" PRIMARY KEY (kind, financial_year);

ALTER TABLE "public"."vouchers" ADD CONSTRAINT "vouchers_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE SET NULL;

ALTER TABLE "public"."vouchers" ADD CONSTRAINT "vouchers_check" CHECK (((kind = 'refund'::public.voucher_kind) = (refund_id IS NOT NULL)));

ALTER TABLE "public"."vouchers" ADD CONSTRAINT "vouchers_kind_financial_year_serial_key" UNIQUE (kind, financial_year, serial);

CREATE INDEX vouchers_booking ON public.vouchers USING btree (booking_id);

CREATE INDEX vouchers_payment ON public.vouchers USING btree (payment_id);

CREATE UNIQUE INDEX vouchers_receipt ON public.vouchers USING btree (payment_id) WHERE (kind = 'receipt'::public.voucher_kind);

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.vouchers FOR EACH ROW EXECUTE FUNCTION private.audit_row('number');

CREATE TRIGGER forbid_voucher_changes BEFORE DELETE OR UPDATE ON public.vouchers FOR EACH ROW EXECUTE FUNCTION private.forbid_invoice_changes();

CREATE POLICY "a voucher is read with its booking" ON "public"."vouchers" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = vouchers.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON FUNCTION "private"."capture_payment"(uuid, integer, public.booking_actor, text) IS 'Captures a payment: confirms an unpaid booking, also an expired one while its places are free and its first-booking coupon is unused, and otherwise refunds what exceeds the amount due. A wrong amount is refunded in full. An advance gets its receipt voucher. The caller holds the booking.';

COMMENT ON FUNCTION "private"."end_refund"(uuid, public.refund_status, public.booking_actor, text) IS 'Marks a refund as done or failed, updates the status of its payment and, when it is done, writes an event and the voucher of an advance. The caller holds the booking.';

COMMENT ON FUNCTION "private"."invoiced_customer"(public.service_bookings) IS 'The customer as papers name them.';

COMMENT ON FUNCTION "private"."is_advance"(public.service_bookings) IS 'Whether money that is taken now is an advance: the work is still to be done. A payment at the counter for finished work gets its invoice, and a fee of a missed or cancelled booking is no advance.';

COMMENT ON FUNCTION "private"."issue_invoice"(public.service_bookings, public.invoices, uuid) IS 'Takes the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that comes from credits; advances are the vouchers of what was paid before. replaced: the invoice that it takes the place of. That of a free re-check, of 0 rupees, keeps the warranty and the next service of the earlier one.';

COMMENT ON FUNCTION "private"."payment_of"(public.service_bookings) IS 'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fee of a diagnosis that came off (fee_off) and what more of it comes off once extra work is approved (fee_left), the fees of missed bookings in it (carried) and what credits take off (credit), the booking with which its own fee is paid (carried_to), the credit given for it (credit_given), whether a late credit can be given (late_credit), the chosen method, whether online payment is offered (online), until when it must be paid (pay_until), all attempts and refunds, the vouchers of advances, and in how many working days a refund arrives (refund_days).';

COMMENT ON FUNCTION "private"."voucher_names"(uuid) IS 'Kind, number, date and rupees of the vouchers of a booking.';

COMMENT ON FUNCTION "private"."write_refund_voucher"(public.refunds) IS 'Writes the voucher of a refund that was made, when it gives back an advance that no invoice covers.';

COMMENT ON FUNCTION "private"."write_voucher"(public.voucher_kind, public.service_bookings, uuid, uuid, integer) IS 'Takes the next number of its series and writes a voucher of an advance; a refund voucher names its receipt voucher.';

COMMENT ON FUNCTION "public"."get_vouchers"(uuid, text) IS 'The receipt and refund vouchers of a booking as they were issued, for its owner, the holder of the manage token, an owner, the desk or an accountant. Raises PT404 not_found.';

COMMENT ON TABLE "private"."voucher_counters" IS 'The last number of a kind of voucher in a financial year. Issuing one locks this row until the transaction ends, so a rollback leaves no gap.';

COMMENT ON TABLE "public"."vouchers" IS 'Receipt and refund vouchers as issued: data has what rules 50 and 51 require, a refund voucher the number and date of its receipt voucher. total in rupees.';

COMMENT ON TYPE "public"."voucher_kind" IS 'Whether a voucher is for an advance that was taken or for one that was given back.';

REVOKE ALL ON FUNCTION "private"."invoiced_customer"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_advance"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."voucher_names"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_refund_voucher"(public.refunds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_voucher"(public.voucher_kind, public.service_bookings, uuid, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_vouchers"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_vouchers"(uuid, text) TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."vouchers" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.invoiced_customer(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_advance(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.voucher_names(uuid) from public, anon, authenticated, service_role;

revoke all on function private.write_refund_voucher(public.refunds) from public, anon, authenticated, service_role;

revoke all on function private.write_voucher(public.voucher_kind,public.service_bookings,uuid,uuid,integer) from public, anon, authenticated, service_role;

revoke all on function public.get_vouchers(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.get_vouchers(uuid,text) to anon;
grant execute on function public.get_vouchers(uuid,text) to authenticated;
grant execute on function public.get_vouchers(uuid,text) to service_role;

revoke all on table private.voucher_counters from public, anon, authenticated, service_role;

revoke all on table public.vouchers from public, anon, authenticated, service_role;
grant select on table public.vouchers to authenticated;
grant select on table public.vouchers to service_role;

revoke all on type public.voucher_kind from public, anon, authenticated, service_role;
grant usage on type public.voucher_kind to public;
