set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.agreed_price(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.estimated_price + private.approved_work(booking.id) - private.fee_off(booking)
    - private.battery_credit(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.approved_work(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = approved_work.booking and e.status = 'approved'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.diagnosis_fee(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select greatest(i.price - booking.discount - private.billed_parts(booking.id, null), 0)
    from public.booking_items i join public.packages p on p.slug = i.item_id and p.fee_adjusted
    where i.booking_id = booking.id order by i.position limit 1
  ), 0);
end;
$function$;

CREATE OR REPLACE FUNCTION private.fee_off(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return least(private.diagnosis_fee(booking), private.approved_work(booking.id)); end; $function$;

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
    where i.booking_id = booking.id and i.price > 0
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
    select 6, e.position, e.name || ' (declined)', '998714', 1, null, 0, false
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
    'refund_days', jsonb_build_object('from', 5, 'to', 7)
  )
  from sums;
$function$;

COMMENT ON FUNCTION "private"."agreed_price"(public.service_bookings) IS 'The most that the work may cost in rupees: the estimate, which includes the coupon and the pickup, and the extra work that was approved by the customer or by the limit chosen at booking, less the fee of a diagnosis that is followed by a repair and a battery taken back.';

COMMENT ON FUNCTION "private"."approved_work"(uuid) IS 'Rupees of the extra work that was approved by the customer or by the limit chosen at booking.';

COMMENT ON FUNCTION "private"."diagnosis_fee"(public.service_bookings) IS 'Rupees of a booked package that come off the bill when the repair is done with us (packages.fee_adjusted): its price, less the coupon and the parts billed out of it.';

COMMENT ON FUNCTION "private"."fee_off"(public.service_bookings) IS 'Rupees of the fee of a diagnosis that the approved extra work has taken off the bill: never more than that work costs.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, less the fee of a diagnosis that comes off the repair, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, fees of missed bookings, and what the customer declined, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "private"."payment_of"(public.service_bookings) IS 'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fee of a diagnosis that came off (fee_off) and what more of it comes off once extra work is approved (fee_left), the fees of missed bookings in it (carried) and what credits take off (credit), the booking with which its own fee is paid (carried_to), the credit given for it (credit_given), whether a late credit can be given (late_credit), the chosen method, whether online payment is offered (online), until when it must be paid (pay_until), all attempts and refunds, and in how many working days a refund arrives (refund_days).';

REVOKE ALL ON FUNCTION "private"."approved_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."diagnosis_fee"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fee_off"(public.service_bookings) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.approved_work(uuid) from public, anon, authenticated, service_role;

revoke all on function private.diagnosis_fee(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.fee_off(public.service_bookings) from public, anon, authenticated, service_role;
