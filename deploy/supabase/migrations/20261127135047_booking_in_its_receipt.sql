set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.booking_receipt(booking public.service_bookings, repeated boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.effective_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', case when booking.origin = 'web' then private.manage_token(booking.request_id) else '' end,
    'booking', case when booking.origin = 'web' then public.get_booking(private.manage_token(booking.request_id)) end,
    'repeated', repeated
  );
end;
$function$;

COMMENT ON FUNCTION "private"."booking_receipt"(public.service_bookings, boolean) IS 'What create_booking answers: the manage token and what it opens too, but never to staff who booked for the customer.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. booking is what get_booking answers for manage_token: the next page needs no second read. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty and booking null, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. An item {id: re-check, recheck: an earlier booking} is a free re-check of that booking, while its warranty runs. Raises PT403, PT422 on_behalf, group_id.';

reset check_function_bodies;
