set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.start_payment(booking uuid, method text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- On the floor the code is shown beside a bike that is ready, or will be when the phone has sent that it is.
  duties public.staff_duty[] := case
    when start_payment.method = 'upi'
      and exists (
        select from public.service_bookings s
        where s.id = start_payment.booking and s.status in ('quality_check', 'ready')
      )
    then '{owner,desk,accountant,foreman,mechanic}'::public.staff_duty[]
    else '{owner,desk,accountant}'::public.staff_duty[]
  end;
  b public.service_bookings := private.lock_own_booking(booking, start_payment.manage_token, duties);
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

COMMENT ON FUNCTION "public"."start_payment"(uuid, text, text) IS 'Starts a payment of the amount due, for the owner, the holder of the manage token, and owner, desk and accountant of the shop; a foreman, and a mechanic with the job, by upi from the quality check on. Method upi answers reference, amount, upi_link (also the text of the QR), vpa and name; online is for the backend, which creates the gateway''s order. Repeating a call returns the same payment. Raises PT404, PT409 paid, expired, not_offered, online_only, PT422 method.';

reset check_function_bodies;
