-- Cancel a booking, by the customer or by staff.

create function public.cancel_booking(
  booking uuid, manage_token text default null, reason text default null, expected_fee int default 0,
  cause text default null, waiver text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_own_booking(booking, cancel_booking.manage_token, '{owner,desk}');
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
$$;
revoke all on function public.cancel_booking(uuid, text, text, int, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text, int, text, text) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text, int, text, text) is
  'Cancels a booking and frees its place. expected_fee is the fee that the caller saw; any other fee raises PT409 fee_changed (details.fee). The owner and the holder of the manage token pay cancel_fee of change_terms. An admin names the cause: customer (at the customer''s request) costs the same, unless waiver (3 to 300 characters) says why not; shop (the default; gives the credit of cancel_credit of change_terms) and weather (rain or a closed road; the default in weather mode) cost nothing. Repeating a call changes nothing. Raises PT404 not_found, PT403 shop_only (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver, nothing_to_waive.';
