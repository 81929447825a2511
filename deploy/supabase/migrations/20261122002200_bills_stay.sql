-- What is billed stays billed, a first booking is first once, and nobody is moved to a time that is over.

-- A fee on an invoice -------------------------------------------------------------------------------------------------

create or replace function public.set_booking_fee(booking uuid, fee int, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_fee.note);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.fail(422, 'fee', 'Enter the fee in whole rupees');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.fail(422, 'note', 'Say why: it stays with the booking');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.fail(409, 'invoice_issued', 'The invoice of this booking is written and cannot be changed. To charge '
      || 'less takes a credit note, to charge more another invoice: ask your accountant.');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.fail(409, 'invoice_issued', 'This fee stands on the invoice of a later booking, which is written.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee);
  return private.booking_state(private.reckon_fee(b, set_booking_fee.fee));
end;
$$;
comment on function public.set_booking_fee(uuid, int, text) is
  'An admin overrides the fee of a booking and says why, until the invoice; also one that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (it stands on an invoice by now: its own, once it is completed, or that of the later booking), PT422 (fee, note).';

-- Paid late -----------------------------------------------------------------------------------------------------------

create function private.is_first_elsewhere(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.coupons c where c.code = booking.coupon_code and c.first_booking) then
    return false;
  end if;
  -- As in create_booking, and like there before the lock of the day: neither gives what the other is giving.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || booking.phone, 0));
  return exists (
    select from public.service_bookings b join public.coupons c on c.code = b.coupon_code and c.first_booking
    where b.phone = booking.phone and b.id <> booking.id and private.shown_status(b) not in ('cancelled', 'expired')
  );
end;
$$;
revoke all on function private.is_first_elsewhere(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_first_elsewhere(public.service_bookings) is
  'Whether a booking has a coupon for the first one of a number, and another booking of the number has used such a coupon since this one was over. The caller holds the booking and not yet the lock of a day.';

create or replace function private.receive(payment uuid, amount_paise int, actor text, note text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  words text;
  gone text;
begin
  update public.payments x set
    status = 'captured', captured_paise = receive.amount_paise, captured_at = private.now(),
    note = coalesce(receive.note, x.note)
  where x.id = receive.payment returning * into p;
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  words := 'Paid ' || private.rupees(p.captured_paise / 100) || case p.method
    when 'upi' then ' by UPI' when 'card' then ' by card' when 'netbanking' then ' by net banking'
    when 'wallet' then ' by wallet' when 'cash' then ' in cash' else ' online'
  end;
  if p.captured_paise <> p.amount_paise then
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (b.id, p.id, p.captured_paise, 'wrong_amount', private.now(), private.now());
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= p.amount_paise then
    -- How many bookings the number has to come is not asked again: that limit keeps places for others, who have left
    -- this one free, and whoever has paid is no flood.
    if private.is_first_elsewhere(b) then
      gone := b.coupon_code || ' was used for another booking of this number by then';
    elsif not private.keep_places(b) then
      gone := 'the time was taken by then';
    else
      perform private.go(b.id, receive.actor, 'confirmed', words);
      return;
    end if;
    if b.status = 'pending_payment' then
      perform private.go(b.id, 'system', 'expired', 'Paid too late: ' || gone);
    else
      words := words || ', too late: ' || gone;
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  b := private.reckon_fee(b, b.fee);
  perform private.settle(b, case b.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), receive.actor, auth.uid(), b.status, b.status, words);
  perform private.tell_followers(b.id);
end;
$$;
comment on function private.receive(uuid, int, text, text) is
  'Money of a payment is there: confirms an unpaid booking, one that is over too if its places are still free and its first-booking coupon was not used for another, and otherwise asks for a refund of what is over. Another amount than was asked for is given back whole. The caller holds the booking.';

-- A time that is over -------------------------------------------------------------------------------------------------

create or replace function private.check_slot(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
) returns time
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
begin
  if day < private.today() then
    perform private.fail(422, 'time_past', 'This day is over. Choose another.');
  elsif day > private.horizon() then
    perform private.fail(422, 'time_too_far', 'We take bookings up to ' || to_char(private.horizon(), 'FMDD FMMonth') || '.');
  end if;
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
  if slot.day is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif slot.why = 'past' or private.instant(check_slot.day, check_slot.start) <= private.now() then
    perform private.fail(422, 'time_past', 'This time is over. Choose another.');
  elsif slot.why = 'weather' then
    perform private.fail(422, 'time_weather', (
      select w.note || '. Choose pickup, or another day.' from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.fail(422, 'time_too_soon', 'This time is too soon for us to be ready. Choose a later one.');
  elsif slot.why = 'too_long' then
    perform private.fail(422, 'time_too_long', 'The work would not be done before we close. Choose an earlier time.');
  elsif slot.why = 'closed' then
    perform private.fail(422, 'time_closed', 'We are closed then. Choose another time.');
  elsif slot.why = 'full' then
    perform private.fail(409, 'slot_taken', 'That time has just gone.', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    )::text);
  end if;
  return slot.ends;
end;
$$;
comment on function private.check_slot(text, date, time, int, boolean, uuid, timestamptz) is
  'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times. as_of judges lead times as at that instant; what has begun is over for everybody.';
