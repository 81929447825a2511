-- The amount due for a booking. The quote never changes; a bill is at most the estimate and the approved extra work.
-- The next booking pays the fee of a missed one and uses credits, but only while it is live: queries ignore both once
-- it is cancelled, missed or expired, so nothing has to be written to release them.

create function private.is_live_booking(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.service_bookings b where b.id = is_live_booking.booking and not private.is_void(b));
end;
$$;
revoke all on function private.is_live_booking(uuid) from public, anon, authenticated, service_role;
comment on function private.is_live_booking(uuid) is 'Whether a booking with this id exists that is neither cancelled, missed nor expired.';

create function private.amounts_of(
  booking public.service_bookings,
  out approved int, out diagnosis int, out fee_off int, out agreed int, out work int, out credit int, out total int
)
language plpgsql stable set search_path = ''
as $$
begin
  approved := (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  );
  diagnosis := coalesce((
    select greatest(i.price - booking.discount - private.billed_parts(booking.id, null), 0)
    from public.booking_items i join public.packages p on p.slug = i.item_id and p.fee_adjusted
    where i.booking_id = booking.id order by i.position limit 1
  ), 0);
  fee_off := least(diagnosis, approved);
  agreed := booking.estimated_price + approved - fee_off - private.battery_credit(booking.id);
  work := coalesce(booking.final_price, agreed);
  credit := case when private.is_void(booking) then 0 else least(work, (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c where c.used_by = booking.id
  )) end;
  total := case
    when booking.status in ('cancelled', 'no_show', 'expired') then
      greatest(booking.fee - case when private.is_live_booking(booking.carried_to) then booking.carried else 0 end, 0)
    else
      booking.fee + work - credit - private.credited(booking.id)
      + (select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id)
  end;
end;
$$;
revoke all on function private.amounts_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.amounts_of(public.service_bookings) is
  'The amounts of a booking in rupees, each computed once. approved: the extra work that was approved by the customer or by the limit chosen at booking. diagnosis: what of a booked package comes off the bill when the repair is done with us (packages.fee_adjusted): its price, less the coupon and the parts billed out of it. fee_off: what of that the approved work has taken off, never more than that work costs. agreed: the most that the work may cost: the estimate, which includes the coupon and the pickup, and the approved work, less fee_off and a battery taken back. work: the bill, or what is agreed; without fees and before credits. credit: what credits take off the work, at most what it costs, and never off the fees. total: what the booking costs at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it, less its credit notes; a cancelled, missed or expired booking costs its fee, less the part that is carried to a live booking.';

create function private.agreed_price(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return (private.amounts_of(booking)).agreed; end; $$;
revoke all on function private.agreed_price(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.agreed_price(public.service_bookings) is
  'The most that the work of a booking may cost in rupees: agreed of private.amounts_of.';

create function private.amount_due(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return (private.amounts_of(booking)).total; end; $$;
revoke all on function private.amount_due(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.amount_due(public.service_bookings) is
  'What a booking costs in rupees at this moment: total of private.amounts_of.';

create function private.unpaid_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return greatest(booking.fee - private.paid_paise(booking.id) / 100, 0); end; $$;
revoke all on function private.unpaid_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.unpaid_fee(public.service_bookings) is 'Rupees of the fee of a missed booking that are not paid yet.';

create function private.carry_dues() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, amount, reason, given_at)
      select new.id, new.phone, private.cancel_credit(old), 'we_cancelled', private.now()
      where private.cancel_credit(old) > 0
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Parts of the carried fees may have been paid while this booking was unpaid or expired.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  -- A free re-check costs nothing: the next booking pays what is owed.
  if private.is_void(new) or new.recheck_of is not null then
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
$$;
revoke all on function private.carry_dues() from public, anon, authenticated, service_role;
comment on function private.carry_dues() is
  'Trigger on bookings: a new booking, unless it is a free re-check, takes over the unpaid no-show fees and the unused credits of its number; one that the shop cancels late for its own reasons gives the credit of private.cancel_credit.';
-- Triggers run in the order of their names: this one before refund_overpayment_on_change, which needs its result.
create trigger carry_dues after insert or update of status on public.service_bookings
  for each row execute function private.carry_dues();

create function private.recalculate_fee(booking public.service_bookings, fee int) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  target public.service_bookings;
begin
  select * into target from public.service_bookings s
  where s.id = booking.carried_to and s.status <> 'completed' and not private.is_void(s) for update;
  update public.service_bookings s set
    fee = recalculate_fee.fee,
    carried = case
      when target.id is null then s.carried else greatest(recalculate_fee.fee - private.paid_paise(s.id) / 100, 0)
    end
  where s.id = booking.id and (s.fee <> recalculate_fee.fee or target.id is not null) returning * into b;
  if target.id is not null then
    perform private.refund_overpayment(target, 'overpaid');
    perform private.notify_followers(target.id);
  end if;
  if b.id is null then
    return booking;
  end if;
  return b;
end;
$$;
revoke all on function private.recalculate_fee(public.service_bookings, int) from public, anon, authenticated, service_role;
comment on function private.recalculate_fee(public.service_bookings, int) is
  'Sets the fee of a booking and the part that is carried to a later booking, and refunds what is then overpaid there. It leaves the carried part alone when the later booking is completed, as its invoice is issued. The caller holds the booking.';
