set check_function_bodies = off;

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
      own.state as own_state,
      case when own.state then private.tax_inside(s.upto_total, private.gst_rate() / 2)
        - private.tax_inside(s.upto_total - s.total, private.gst_rate() / 2) else 0 end as half_paise,
      case when own.state then 0 else private.tax_inside(s.upto_total, private.gst_rate())
        - private.tax_inside(s.upto_total - s.total, private.gst_rate()) end as igst_paise
    from summed s, (select private.is_maharashtra(booking.pin, booking.gstin)) as own (state)
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.total * 100 - 2 * h.half_paise - h.igst_paise, 'rate', private.gst_rate(),
    'cgst_paise', h.half_paise, 'sgst_paise', h.half_paise, 'igst_paise', h.igst_paise
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from taxed h;
$function$;

CREATE OR REPLACE FUNCTION private.tax(total integer, own_state boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  half int := private.tax_inside(total, private.gst_rate() / 2);
  tax int := case when own_state then 2 * half else private.tax_inside(total, private.gst_rate()) end;
begin
  return jsonb_build_object(
    'taxable_paise', total * 100 - tax,
    'tax_paise', tax,
    'cgst_paise', case when own_state then half else 0 end,
    'sgst_paise', case when own_state then half else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.tax_inside(total bigint, rate integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$ begin return round(total::numeric * 100 * rate / (100 + private.gst_rate()))::int; end; $function$;

COMMENT ON FUNCTION "private"."tax"(integer, boolean) IS 'The GST inside a total of whole rupees, in paise: equal CGST and SGST in the shop''s own state, else IGST. taxable_paise is the rest.';

COMMENT ON FUNCTION "private"."tax_inside"(bigint, integer) IS 'The paise of one tax of so many per cent inside a total of whole rupees, rounded: CGST and SGST are each rounded by itself, so they are equal.';

REVOKE ALL ON FUNCTION "private"."tax_inside"(bigint, integer) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.tax_inside(bigint,integer) from public, anon, authenticated, service_role;
