-- Two rules of money: the fee of somebody who was not there is paid with his next booking, and when the shop cancels or
-- comes more than 60 minutes late, 100 rupees are taken off. What a booking owes says so at any moment; the quote stays
-- what it is. A fee and a credit belong to a booking only while it lives: when it is cancelled, missed or not paid in
-- time, they are free again by themselves, without anything being written.

alter table public.service_bookings
  add column cancel_cause text check (cancel_cause in ('shop', 'weather', 'customer')),
  add column carried_to uuid references public.service_bookings (id) on delete set null,
  add column carried int not null default 0 check (carried >= 0);
create index service_bookings_carried on public.service_bookings (carried_to) where carried_to is not null;
comment on column public.service_bookings.cancel_cause is
  'Why it was cancelled: by the shop for its own reasons, which gives a credit; for rain or a closed road; by the customer, also through staff.';
comment on column public.service_bookings.carried_to is
  'The later booking with which the fee of this missed one is paid, as long as that one lives.';
comment on column public.service_bookings.carried is 'Rupees of the fee that go with carried_to: what was not paid of it.';

create table public.booking_credits (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.service_bookings (id) on delete cascade,
  phone text not null,
  amount int not null default 100 check (amount > 0),
  reason text not null check (reason in ('we_cancelled', 'late')),
  note text check (char_length(note) <= 300),
  -- No foreign key: a second one to bookings would make every embed ambiguous. A booking that is gone uses nothing.
  used_by uuid,
  given_at timestamptz not null
);
create index booking_credits_phone on public.booking_credits (phone);
create index booking_credits_used on public.booking_credits (used_by) where used_by is not null;
alter table public.booking_credits enable row level security;
revoke all on table public.booking_credits from public, anon, authenticated, service_role;
grant select on table public.booking_credits to authenticated, service_role;
create policy "an admin reads credits" on public.booking_credits
  for select to authenticated using ((select public.is_admin()));
comment on table public.booking_credits is
  'What the shop owes a number for having cancelled or come late: at most one for each booking. Nobody writes through the API.';
comment on column public.booking_credits.used_by is
  'The booking whose bill it is taken off, as long as that one lives. Null: the next one of the number.';

-- What is owed -------------------------------------------------------------------------------------------------------

create function private.is_off(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.shown_status(booking) in ('cancelled', 'no_show', 'expired'); end; $$;
revoke all on function private.is_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_off(public.service_bookings) is
  'Whether a booking ended without service. One that was not paid in time did, even before anybody wrote so.';

create function private.lives(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.service_bookings b where b.id = lives.booking and not private.is_off(b));
end;
$$;
revoke all on function private.lives(uuid) from public, anon, authenticated, service_role;
comment on function private.lives(uuid) is 'Whether there is a booking with this id that happens or has happened.';

create function private.bill(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(booking.final_price, booking.estimated_price + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  ));
end;
$$;
revoke all on function private.bill(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.bill(public.service_bookings) is
  'The work in rupees: the bill, or the estimate with the approved extra work; without fees and before credits.';

create function private.credit_off(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case when private.is_off(booking) then 0 else least(private.bill(booking), (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c where c.used_by = booking.id
  )) end;
end;
$$;
revoke all on function private.credit_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.credit_off(public.service_bookings) is
  'Rupees that credits take off the work of a booking: never more than it costs, and nothing off the fees.';

create or replace function private.owed(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status in ('cancelled', 'no_show', 'expired') then
    return greatest(booking.fee - case when private.lives(booking.carried_to) then booking.carried else 0 end, 0);
  end if;
  return booking.fee + private.bill(booking) - private.credit_off(booking) + (
    select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id
  );
end;
$$;
comment on function private.owed(public.service_bookings) is
  'What a booking costs in rupees at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it. One that does not happen costs its fee, unless that was carried to a booking that lives.';

-- Carrying and crediting ---------------------------------------------------------------------------------------------

create function private.unpaid_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return greatest(booking.fee - private.paid_paise(booking.id) / 100, 0); end; $$;
revoke all on function private.unpaid_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.unpaid_fee(public.service_bookings) is 'Rupees of the fee of a missed booking that were not paid with it.';

create function private.carry_dues() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, reason, given_at)
      values (new.id, new.phone, 'we_cancelled', private.now())
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Paid late: what was paid of a fee while this booking was over is not paid again.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  if private.is_off(new) then
    return null;
  end if;
  -- Two at once of one number: the second waits here and finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.lives(n.carried_to)
    -- Staff look for this money already.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.lives(o.used_by)
  ) free
  where free.id = c.id
    -- One that finds nothing left to take off is kept; a payment that is to confirm a booking has to be one.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$$;
revoke all on function private.carry_dues() from public, anon, authenticated, service_role;
comment on function private.carry_dues() is
  'Trigger on bookings: a new one takes over the unpaid fees of missed bookings of its number, and its credits; one that the shop cancels for its own reasons gives a credit.';
-- Before settle_booking by its name: what is owed is known when money is given back.
create trigger carry_dues after insert or update of status on public.service_bookings
  for each row execute function private.carry_dues();

create function private.reckon_fee(booking public.service_bookings, fee int) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  target public.service_bookings;
begin
  select * into target from public.service_bookings s
  where s.id = booking.carried_to and s.status <> 'completed' and not private.is_off(s) for update;
  update public.service_bookings s set
    fee = reckon_fee.fee,
    carried = case
      when target.id is null then s.carried else greatest(reckon_fee.fee - private.paid_paise(s.id) / 100, 0)
    end
  where s.id = booking.id and (s.fee <> reckon_fee.fee or target.id is not null) returning * into b;
  if target.id is not null then
    perform private.settle(target, 'overpaid');
    perform private.tell_followers(target.id);
  end if;
  if b.id is null then
    return booking;
  end if;
  return b;
end;
$$;
revoke all on function private.reckon_fee(public.service_bookings, int) from public, anon, authenticated, service_role;
comment on function private.reckon_fee(public.service_bookings, int) is
  'Sets the fee of a booking, and what of it goes with the booking it was carried to: of that, what is paid too much is given back. Nothing changes any more on a bill that is written. The caller holds the booking.';

create function private.missed_at(booking public.service_bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select private.instant(booking.booking_date, booking.window_end) + interval '60 minutes'; $$;
revoke all on function private.missed_at(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.missed_at(public.service_bookings) is 'From when on the shop has missed its window: 60 minutes after the end.';

create function private.is_missed(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.mode <> 'workshop' and booking.status in ('confirmed', 'assigned', 'on_the_way')
    and private.now() >= private.missed_at(booking);
$$;
revoke all on function private.is_missed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_missed(public.service_bookings) is
  'Nobody of us has come, 60 minutes after the window: moving and cancelling are free. Whoever rides in himself is not waited for like that.';

create function private.was_late(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.missed_at(booking) <= coalesce((
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  ), booking.closed_at, private.now())
  -- Or before it was moved. All windows are of the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time) + interval '60 minutes'
  );
$$;
revoke all on function private.was_late(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.was_late(public.service_bookings) is
  'Whether the bike was picked up or looked at 60 minutes after the end of the window or later, or not at all until now, until the end or until it was moved.';

create function private.no_late_credit(booking public.service_bookings) returns text
language sql stable set search_path = ''
as $$
  select case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.shown_status(booking) in ('pending_payment', 'expired', 'no_show') then 'not_allowed'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'weather'
    when not private.was_late(booking) then 'not_late'
  end;
$$;
revoke all on function private.no_late_credit(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_late_credit(public.service_bookings) is
  'Why a booking gets no credit for our being late: credited (once is enough), not_allowed, weather, not_late; null when it gets one.';

create function public.give_late_credit(booking uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(give_late_credit.note);
  fault text;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  fault := private.no_late_credit(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.fail(422, 'note', 'Say what happened in 3 to 300 characters: it stays with the booking');
  elsif fault is not null then
    perform private.fail(409, fault, case fault
      when 'credited' then 'This booking has its credit already.'
      when 'weather' then 'There is no credit for rain or a closed road: moving and cancelling are free.'
      when 'not_late' then 'The credit is due 60 minutes after the end of the window.'
      else 'This booking is ' || replace(b.status, '_', ' ') || ': it has no credit.'
    end);
  end if;
  -- An invoice that is written stays as it is.
  insert into public.booking_credits (booking_id, phone, reason, note, used_by, given_at)
  values (
    b.id, b.phone, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'We were late, ₹100 credit: ' || remark
  );
  perform private.settle(b, 'overpaid');
  perform private.tell_followers(b.id);
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.give_late_credit(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.give_late_credit(uuid, text) to authenticated, service_role;
comment on function public.give_late_credit(uuid, text) is
  'An admin credits 100 rupees for a window that was missed by 60 minutes: off this bill, or off the next one when this booking is over. Once for a booking. Raises PT403, PT404, PT409 credited, not_allowed, weather, not_late, PT422 note.';

-- Cancelling: why, and what follows ----------------------------------------------------------------------------------

drop function private.go(uuid, text, text, text, text, int, int);

create function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0, cause text default null
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = go.booking and e.status = 'proposed'
  );
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.may_go(go.actor, b, go.to_status) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(go.to_status, 'nothing'), '_', ' ') || '.');
  elsif go.to_status = 'awaiting_approval' and not asked then
    perform private.fail(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and go.to_status = 'inspecting' and asked then
    perform private.fail(409, 'not_answered', 'The customer has not answered every line yet.');
  end if;
  -- Whoever takes places removes those of unpaid bookings, many at once: both under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), go.actor, auth.uid(), b.status, go.to_status, go.note, go.fee);
  if go.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = go.to_status,
    mechanic = coalesce(go.mechanic, s.mechanic),
    final_price = case
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, s.estimated_price + (
        select coalesce(sum(e.price), 0)::int from public.extra_work e
        where e.booking_id = s.id and e.status = 'approved'
      ))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case 'customer' when go.actor then 'customer' when go.cause then 'customer'
        else 'shop' end
    end,
    cancel_cause = case
      when go.to_status <> 'cancelled' then null
      when go.actor = 'customer' then 'customer'
      else coalesce(go.cause, case when private.is_rained_off(s) then 'weather' else 'shop' end)
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_missed(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;
revoke all on function private.go(uuid, text, text, text, text, int, int, text)
  from public, anon, authenticated, service_role;
comment on function private.go(uuid, text, text, text, text, int, int, text) is
  'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, and bills a completed one (estimate and approved extra work unless said otherwise).';

create or replace function private.change_terms(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      private.is_rained_off(booking) as rain,
      private.is_missed(booking) as missed,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.may_go('customer', booking, 'cancelled') as can_cancel,
      booking.status in ('confirmed', 'assigned') or private.may_go('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not can_cancel or rain or missed or booking.status = 'pending_payment' then 0
      when on_the_way then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (rain or missed or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not rain and not missed then 100 else 0 end,
    'weather', rain
  )
  from facts;
$$;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way; nothing in weather mode, nothing when we have missed the window, and nothing for a booking that is not paid yet and so not confirmed.';

drop function public.cancel_booking(uuid, text, text, int);

create function public.cancel_booking(
  booking uuid, manage_token text default null, reason text default null, expected_fee int default 0,
  cause text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := public.is_admin() and b.user_id is distinct from auth.uid();
  why text := private.squeeze(cancel_booking.reason);
  terms jsonb := private.change_terms(b);
  cost int := case when as_admin then 0 else (terms ->> 'cancel_fee')::int end;
begin
  if char_length(why) > 200 then
    perform private.fail(422, 'reason', 'Keep the reason under 200 characters');
  elsif as_admin and cancel_booking.cause not in ('shop', 'weather', 'customer') then
    perform private.fail(422, 'cause', 'Choose why it is cancelled');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.may_go(case when as_admin then 'admin' else 'customer' end, b, 'cancelled') then
    perform private.check_fee(cost, case when as_admin then 0 else expected_fee end);
  end if;
  return private.booking_state(private.go(
    b.id, case when as_admin then 'admin' else 'customer' end, 'cancelled', why, fee => cost,
    cause => case when as_admin then cancel_booking.cause end
  ));
end;
$$;
revoke all on function public.cancel_booking(uuid, text, text, int, text) from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text, int, text) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text, int, text) is
  'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if it is what he saw (else PT409 fee_changed with details.fee); an admin cancels free of charge and says why: cause is shop (also when left out; gives 100 rupees credit), weather (rain or a closed road; also when left out in weather mode) or customer (who asked for it). Cancelling twice changes nothing. Raises PT404 not_found, PT409 not_allowed, PT422 reason, cause.';

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
  'An admin overrides the fee of a booking and says why; also one that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (it stands on an invoice by now), PT422 (fee, note).';

-- Paying -------------------------------------------------------------------------------------------------------------

create or replace function private.receive(payment uuid, amount_paise int, actor text, note text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  words text;
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
    if private.keep_places(b) then
      perform private.go(b.id, receive.actor, 'confirmed', words);
      return;
    elsif b.status = 'pending_payment' then
      perform private.go(b.id, 'system', 'expired', 'Paid too late: the time was taken by then');
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

create or replace function private.payment_of(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with sums as (
    select
      private.paid_paise(booking.id) / 100 as paid,
      greatest(private.owed(booking) - private.paid_paise(booking.id) / 100, 0) as due,
      private.shown_status(booking) as shown
  )
  select jsonb_build_object(
    'status', case
      when exists (select from public.refunds r where r.booking_id = booking.id and r.status <> 'done') then 'refund_due'
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
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_off(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_off(c)
    ),
    'credit', private.credit_off(booking),
    'credit_given', (
      select jsonb_build_object('amount', c.amount, 'reason', c.reason, 'used_by', (
        select u.number from public.service_bookings u where u.id = c.used_by and not private.is_off(u)
      ))
      from public.booking_credits c where c.booking_id = booking.id
    ),
    'late_credit', private.no_late_credit(booking) is null,
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
$$;
comment on function private.payment_of(public.service_bookings) is
  'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the fees of missed bookings in it (carried) and what credits take off (credit), where its own fee is paid (carried_to) and the credit given for it, or whether one for our being late can be (late_credit), how it is to be paid, whether there is a gateway, until when, all attempts and refunds.';

create or replace function public.get_booking(manage_token text default null, booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  payment := private.payment_of(b);
  b.status := private.shown_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.hhmm(b.booking_time),
    'window_end', private.hhmm(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$$;

-- The invoice --------------------------------------------------------------------------------------------------------

create or replace function private.invoice_lines(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with work as (
    select 1 as part, i.position as n, i.name as description, i.quantity, i.price as gross, i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, 1, e.price, true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.bill(booking) as final from work w
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
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_off(booking) as off,
      -- What goes beyond the services comes off the rest of the bill too, never off the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_off(booking)
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
    -- Each sum up to a line is rounded as the whole is, so that the lines add up to it exactly.
    select s.*,
      (round(s.upto_total * 10000.0 / 118) - round((s.upto_total - s.total) * 10000.0 / 118))::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / 118))::int as upto_tax
    from summed s
  ),
  halved as (
    select t.*, t.total * 100 - t.taxable_paise as tax_paise,
      private.is_maharashtra(booking.pin, booking.gstin) as own_state
    from taxed t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.taxable_paise, 'rate', 18,
    'cgst_rate', case when h.own_state then 9 else 0 end,
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_rate', case when h.own_state then 9 else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_rate', case when h.own_state then 0 else 18 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) order by h.part, h.n), '[]')
  from halved h;
$$;
comment on function private.invoice_lines(public.service_bookings) is
  'The lines of an invoice in paise: what was booked, the approved extra work, what the bill went beyond both, the fee, and fees of missed bookings. The discount, with the credit in it, lies on the services. Their sums are the tax of the whole bill, to the paisa.';

create or replace function private.issue_invoice(booking public.service_bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  total int := private.owed(booking);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  bike public.models;
  warranty_days int := 30;
  serial int;
  number text;
begin
  select * into bike from public.models m where m.id = booking.model_id;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- Last of all: everybody else who completes a booking waits from here to the end of this transaction.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
  select booking.id, number, year, serial, private.now(), total, jsonb_build_object(
    'number', number,
    'date', issued,
    'supplier', jsonb_build_object(
      'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
      'email', s.email
    ),
    'customer', jsonb_build_object(
      'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
      'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
        select a.name from public.areas a where a.slug = booking.area_slug
      ), 'Pune ' || booking.pin), '')
    ),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'credit_paise', private.credit_off(booking) * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.number_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', booking.odometer_km,
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', jsonb_build_object(
      'date', (issued + make_interval(months => bike.interval_months))::date,
      'odometer_km', booking.odometer_km + bike.interval_km
    ),
    'is_demo', s.is_demo
  ) || tax
  from public.shop s;
end;
$$;
comment on function private.issue_invoice(public.service_bookings) is
  'Gives the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that credits are.';

-- Messages -----------------------------------------------------------------------------------------------------------

alter table public.message_outbox
  drop constraint message_outbox_kind_check,
  add constraint message_outbox_kind_check check (
    kind in ('confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work')
  );

create or replace function private.is_current(message public.message_outbox, booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_going_on(booking.status)
  end;
$$;

create or replace function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when not private.is_going_on(new.status) then null
    when old.status is null or old.status in ('pending_payment', 'expired') then 'confirmation'
    when new.version > old.version and new.status = 'awaiting_approval' then 'extra_work'
    when new.version > old.version then 'change'
  end;
begin
  if tg_op = 'UPDATE' and (new.version, new.status) is distinct from (old.version, old.status) then
    update public.message_outbox m set status = 'dropped'
    where m.booking_id = new.id and m.status = 'waiting' and not private.is_current(m, new);
  end if;
  if news is not null then
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select new.id, new.version, message.kind, way.channel, way.recipient, message.due_at, message.due_at
    from (
      values
        (news, private.now()),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail', new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and (message.kind = news or (news in ('confirmation', 'change') and message.due_at > private.now()))
    order by message.due_at, way.channel
    on conflict (booking_id, version, kind, channel) do nothing;
  end if;
  return null;
end;
$$;
comment on function private.write_messages() is
  'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, nobody there; reminders 24 and 2 hours before, unless that is past. Drops what waits and is no longer true. Who gave an e-mail address gets a mail beside the SMS.';
