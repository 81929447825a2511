-- Capture of a payment, and the end of bookings that were not paid in time.

create function private.is_first_coupon_used(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.is_first_coupon_used(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_first_coupon_used(public.service_bookings) is
  'Whether a booking has a first-booking coupon, and another booking of the number uses one now. The caller holds the booking and not yet the lock of a day.';

create function private.secure_places(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.secure_places(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.secure_places(public.service_bookings) is
  'Makes the places of an unpaid booking permanent, or takes the same window again when they have expired and it is free. False when they are taken or the booked start has passed. The caller holds the booking.';

create function private.capture_payment(
  payment uuid, amount_paise int, actor public.booking_actor, note text default null
) returns void
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.capture_payment(uuid, int, public.booking_actor, text) from public, anon, authenticated, service_role;
comment on function private.capture_payment(uuid, int, public.booking_actor, text) is
  'Captures a payment: confirms an unpaid booking, also an expired one while its places are free and its first-booking coupon is unused, and otherwise refunds what exceeds the amount due. A wrong amount is refunded in full. An advance gets its receipt voucher. The caller holds the booking.';

create function private.expire_unpaid_bookings() returns int
language plpgsql security definer set search_path = ''
as $$
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
$$;
revoke all on function private.expire_unpaid_bookings() from public, anon, authenticated, service_role;
comment on function private.expire_unpaid_bookings() is
  'Writes the status expired to unpaid bookings past pay_until; a worker calls it regularly. Their places count as free even before that. Several calls may run at once.';
