set check_function_bodies = off;

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
    'refund_time', '5–7 working days'
  )
  from sums;
$function$;

COMMENT ON FUNCTION "private"."payment_of"(public.service_bookings) IS 'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fees of missed bookings in it (carried) and what credits take off (credit), where its own fee is paid (carried_to) and the credit given for it, or whether one for our being late can be (late_credit), how it is to be paid, whether there is a gateway, until when, all attempts and refunds.';

reset check_function_bodies;
