-- Payment: after the service, by UPI, or online before the booking is confirmed. What a provider says arrives as events,
-- late, twice or in another order; the same events end in the same state. Money that came always belongs to a booking that
-- happens, or to a refund written in the same transaction.

alter table public.shop
  add column upi_vpa text not null default 'demo@example'
    check (upi_vpa ~ '^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,63}$'),
  add column upi_name text not null default 'Twostroke' check (char_length(upi_name) between 2 and 50),
  add column payment_provider text check (payment_provider in ('local', 'razorpay'));
comment on column public.shop.payment_provider is
  'The gateway of online payments, which the backend writes down at its start; local is a demonstration. Null: nobody can pay online.';
comment on column public.shop.upi_vpa is 'Where UPI payments go, and upi_name whom the payer sees.';

alter table public.service_bookings
  add column pay_by text not null default 'after_service' check (pay_by in ('after_service', 'upi', 'online')),
  add column pay_until timestamptz,
  add check (status <> 'pending_payment' or pay_until is not null);
create index service_bookings_unpaid on public.service_bookings (pay_until) where status = 'pending_payment';
comment on column public.service_bookings.pay_by is 'How the customer chose to pay when he booked.';
comment on column public.service_bookings.pay_until is
  'Until when a booking to be paid online keeps its place. A pending_payment past it is over, even before anybody wrote so.';

-- The places of an unpaid booking run out like those of a hold.
alter table public.booking_places
  drop constraint booking_places_check1,
  add constraint booking_places_hold_ends check (hold_id is null or held_until is not null);
comment on table public.booking_places is
  'The places taken: by a booking, or until held_until by a hold or an unpaid booking. The key makes double booking impossible: one taker per date, window, mode and seat.';

insert into public.booking_transitions (actor, from_status, to_status) values ('system', 'expired', 'confirmed');

-- Paid late is confirmed as well, and told.
create or replace function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
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
  'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation; reminders 24 and 2 hours before, unless that is past. Drops what waits and is no longer true. Who gave an e-mail address gets a mail beside the SMS.';

-- Tables -------------------------------------------------------------------------------------------------------------

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  method text not null check (method in ('upi', 'card', 'netbanking', 'wallet', 'cash', 'online')),
  provider text not null check (provider in ('upi', 'local', 'razorpay', 'desk')),
  provider_order_id text,
  provider_payment_id text,
  reference text not null unique check (reference ~ '^[A-Z0-9]{8,35}$'),
  amount_paise int not null check (amount_paise > 0),
  captured_paise int not null default 0 check (captured_paise >= 0),
  status text not null check (status in (
    'created', 'claimed', 'authorized', 'captured', 'failed', 'partially_refunded', 'refunded'
  )),
  note text check (char_length(note) <= 300),
  created_at timestamptz not null,
  claimed_at timestamptz,
  captured_at timestamptz,
  checked_at timestamptz,
  check ((captured_paise > 0) = (status in ('captured', 'partially_refunded', 'refunded'))),
  check ((captured_paise > 0) = (captured_at is not null)),
  check (status <> 'claimed' or provider = 'upi'),
  check (provider_payment_id is null or provider_order_id is not null)
);
create index payments_booking on public.payments (booking_id);
create index payments_order on public.payments (provider, provider_order_id) where provider_order_id is not null;
create unique index payments_provider_payment on public.payments (provider, provider_payment_id)
  where provider_payment_id is not null;
create index payments_open on public.payments (created_at) where status in ('created', 'failed', 'authorized');
alter table public.payments enable row level security;
revoke all on table public.payments from public, anon, authenticated, service_role;
grant select on table public.payments to authenticated, service_role;
create policy "payments are read with their booking" on public.payments
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.payments is
  'One row per attempt to pay. Paying after the service is no row until the money is there. Nobody writes through the API.';
comment on column public.payments.provider is 'Who tells us that money came: a gateway, or staff for upi and desk.';
comment on column public.payments.reference is 'Ours: the receipt of a gateway''s order and the tr of a UPI link.';
comment on column public.payments.captured_paise is 'What really came. Another amount than amount_paise is given back whole.';
comment on column public.payments.checked_at is 'When the provider was last asked about this order.';

create table public.payment_events (
  id bigint primary key generated always as identity,
  provider text not null,
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null,
  payment_id uuid not null references public.payments (id),
  provider_payment_id text,
  amount_paise int,
  outcome text not null check (outcome in ('applied', 'ignored')),
  at timestamptz not null,
  unique (provider, event_id)
);
create index payment_events_payment on public.payment_events (payment_id);
alter table public.payment_events enable row level security;
revoke all on table public.payment_events from public, anon, authenticated, service_role;
revoke all on sequence public.payment_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.payment_events to authenticated, service_role;
create policy "an admin reads payment events" on public.payment_events
  for select to authenticated using ((select public.is_admin()));
comment on table public.payment_events is
  'Append-only: what a provider told us about a payment. Its event id counts once, however often it is sent.';

create function private.keep_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name;
end;
$$;
revoke all on function private.keep_row() from public, anon, authenticated, service_role;
comment on function private.keep_row() is 'Trigger: a row that was written is never changed or deleted, whoever tries.';
create trigger keep_row before update or delete on public.payment_events
  for each row execute function private.keep_row();

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  payment_id uuid not null references public.payments (id),
  amount_paise int not null check (amount_paise > 0),
  reason text not null check (reason in ('cancelled', 'no_show', 'paid_late', 'overpaid', 'wrong_amount')),
  status text not null default 'asked' check (status in ('asked', 'done', 'failed')),
  provider_refund_id text,
  note text check (char_length(note) <= 300),
  asked_at timestamptz not null,
  done_at timestamptz,
  tries int not null default 0,
  next_try_at timestamptz not null,
  check ((status = 'done') = (done_at is not null))
);
create index refunds_booking on public.refunds (booking_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_asked on public.refunds (next_try_at) where status = 'asked';
create unique index refunds_provider_refund on public.refunds (provider_refund_id) where provider_refund_id is not null;
alter table public.refunds enable row level security;
revoke all on table public.refunds from public, anon, authenticated, service_role;
grant select on table public.refunds to authenticated, service_role;
create policy "refunds are read with their booking" on public.refunds
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.refunds is
  'Money to be given back. The gateway''s are carried out by the backend, which repeats them under the id of the row; those of UPI, cash and whatever the gateway refused by staff, who say so.';

-- What is owed, what is paid -----------------------------------------------------------------------------------------

create function private.shown_status(booking public.service_bookings) returns text
language sql stable set search_path = ''
as $$
  select case
    when booking.status = 'pending_payment' and booking.pay_until <= private.now() then 'expired' else booking.status
  end;
$$;
revoke all on function private.shown_status(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.shown_status(public.service_bookings) is
  'The status to show: an unpaid booking whose time is over waits for nothing any more, whether or not that is written yet.';

create function private.owed(booking public.service_bookings) returns int
language sql stable set search_path = ''
as $$
  select booking.fee + case
    when booking.status in ('cancelled', 'no_show', 'expired') then 0
    else coalesce(booking.final_price, booking.estimated_price + (
      select coalesce(sum(e.price), 0)::int from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved'
    ))
  end;
$$;
revoke all on function private.owed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.owed(public.service_bookings) is
  'What a booking costs in rupees at this moment: the bill or the estimate with the approved extra work, and the fee; only the fee when it does not happen.';

create function private.paid_paise(booking uuid) returns int
language sql stable set search_path = ''
as $$
  select coalesce((select sum(p.captured_paise) from public.payments p where p.booking_id = paid_paise.booking), 0)::int
    - coalesce((select sum(r.amount_paise) from public.refunds r where r.booking_id = paid_paise.booking), 0)::int;
$$;
revoke all on function private.paid_paise(uuid) from public, anon, authenticated, service_role;
comment on function private.paid_paise(uuid) is 'What came and is not to be given back.';

create function private.payment_of(booking public.service_bookings) returns jsonb
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
revoke all on function private.payment_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_of(public.service_bookings) is
  'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, how it is to be paid, whether there is a gateway, until when, all attempts and refunds.';

create function private.settle(booking public.service_bookings, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  too_much int := private.paid_paise(booking.id) - private.owed(booking) * 100;
  p record;
begin
  for p in
    select a.id, a.left_paise
    from (
      select x.id, x.captured_at, x.captured_paise - coalesce((
        select sum(r.amount_paise)::int from public.refunds r where r.payment_id = x.id
      ), 0) as left_paise
      from public.payments x where x.booking_id = booking.id and x.captured_paise > 0
    ) a
    where a.left_paise > 0
    order by a.captured_at desc, a.id desc
  loop
    exit when too_much <= 0;
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (booking.id, p.id, least(too_much, p.left_paise), settle.reason, private.now(), private.now());
    too_much := too_much - p.left_paise;
  end loop;
end;
$$;
revoke all on function private.settle(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.settle(public.service_bookings, text) is
  'Asks for a refund of whatever came beyond what the booking costs, the last payment first. The caller holds the booking.';

create function private.settle_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle(new, case new.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  return null;
end;
$$;
revoke all on function private.settle_booking() from public, anon, authenticated, service_role;
comment on function private.settle_booking() is
  'Trigger: whoever cancels, bills or waives a fee, in whatever function, the money that is over is asked back.';
create trigger settle_booking after update of status, fee, final_price, estimated_price on public.service_bookings
  for each row when (
    (new.status, new.fee, new.final_price, new.estimated_price)
      is distinct from (old.status, old.fee, old.final_price, old.estimated_price)
  )
  execute function private.settle_booking();

-- Unpaid bookings ----------------------------------------------------------------------------------------------------

create function private.keep_places(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
declare
  free int;
begin
  if booking.starts_at <= private.now() then
    return false;
  end if;
  perform private.lock_day(booking.mode, booking.booking_date);
  -- By their rows and not by the clock: they may have gone to somebody while this waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Judged as when it was booked: whoever paid a minute late is not told that it is too soon by now.
  select s.free into free
  from private.slots(
    booking.mode, booking.booking_date, booking.booking_date, booking.windows,
    exists (
      select from public.booking_items i join public.packages k on k.slug = i.item_id
      where i.booking_id = booking.id and k.next_day_only
    ),
    booking.id, booking.pay_until - interval '15 minutes'
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
revoke all on function private.keep_places(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.keep_places(public.service_bookings) is
  'Keeps the places of an unpaid booking for good, or takes the same ones again when it is late and they are free. False when they are gone or the time has come. The caller holds the booking.';

create function private.expire_unpaid() returns int
language plpgsql set search_path = ''
as $$
declare
  late record;
  done int := 0;
begin
  for late in
    select b.id from public.service_bookings b
    where b.status = 'pending_payment' and b.pay_until <= private.now()
    order by b.pay_until limit 100 for update skip locked
  loop
    perform private.go(late.id, 'system', 'expired', 'Not paid in time');
    done := done + 1;
  end loop;
  return done;
end;
$$;
revoke all on function private.expire_unpaid() from public, anon, authenticated, service_role;
comment on function private.expire_unpaid() is
  'Writes down which unpaid bookings are over; a worker calls it now and then. Their places were free already. Several may run at once.';

create or replace function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0
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
      when go.to_status = 'cancelled' then case go.actor when 'customer' then 'customer' else 'shop' end
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;

create or replace function private.change_terms(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      private.is_rained_off(booking) as rain,
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
      when not can_cancel or rain or booking.status = 'pending_payment' then 0
      when on_the_way then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (rain or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not rain then 100 else 0 end,
    'weather', rain
  )
  from facts;
$$;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way; nothing in weather mode, and nothing for a booking that is not paid yet and so not confirmed.';

create or replace function private.own_booking(booking uuid, manage_token text) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = own_booking.booking for update;
  if b.id is null or not (
    public.is_admin()
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(own_booking.manage_token) = b.id, false)
  ) then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  if private.shown_status(b) <> b.status then
    b := private.go(b.id, 'system', 'expired', 'Not paid in time');
  end if;
  return b;
end;
$$;
comment on function private.own_booking(uuid, text) is
  'The booking, locked, for its owner, the holder of its manage token or an admin; to anybody else it does not exist. One that was not paid in time is expired first.';

create or replace function private.booking_receipt(booking public.service_bookings, repeated boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.shown_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', private.hhmm(booking.booking_time),
    'window_end', private.hhmm(booking.window_end),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', private.manage_token(booking.request_id),
    'repeated', repeated
  );
$$;

-- Money that came ----------------------------------------------------------------------------------------------------

create function private.receive(payment uuid, amount_paise int, actor text, note text default null) returns void
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
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= b.estimated_price * 100 then
    if private.keep_places(b) then
      perform private.go(b.id, receive.actor, 'confirmed', words);
      return;
    elsif b.status = 'pending_payment' then
      perform private.go(b.id, 'system', 'expired', 'Paid too late: the time was taken by then');
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  perform private.settle(b, case b.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), receive.actor, auth.uid(), b.status, b.status, words);
  perform private.tell_followers(b.id);
end;
$$;
revoke all on function private.receive(uuid, int, text, text) from public, anon, authenticated, service_role;
comment on function private.receive(uuid, int, text, text) is
  'Money of a payment is there: confirms an unpaid booking, one that is over too if its places are still free, and otherwise asks for a refund of what is over. Another amount than was asked for is given back whole. The caller holds the booking.';

create function private.payment_rank(status text) returns int
language sql immutable set search_path = ''
as $$
  select case payment_rank.status
    when 'created' then 0 when 'claimed' then 0 when 'failed' then 1 when 'authorized' then 2 else 3
  end;
$$;
revoke all on function private.payment_rank(text) from public, anon, authenticated, service_role;
comment on function private.payment_rank(text) is
  'A payment only ever climbs: created or claimed, failed (another try may follow), authorized, captured. So the order of events does not matter.';

create function private.apply_payment_event(
  provider text, event_id text, kind text, order_id text, payment_id text, amount_paise int default null,
  method text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target text := case apply_payment_event.kind
    when 'payment.captured' then 'captured'
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how text := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method else 'online' end;
  applied boolean := false;
begin
  if target is not null and apply_payment_event.payment_id is null
    or target = 'captured' and (apply_payment_event.amount_paise is null or apply_payment_event.amount_paise <= 0)
  then
    raise exception 'a payment event without payment or amount';
  end if;
  select x.id, x.booking_id into first_id, p.booking_id from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by x.created_at, x.id limit 1;
  if first_id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- All events of a booking queue here; what this one finds below is what the one before has left.
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  select * into p from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by (x.provider_payment_id is not distinct from apply_payment_event.payment_id) desc, x.created_at, x.id limit 1;
  if exists (
    select from public.payment_events e
    where e.provider = apply_payment_event.provider and e.event_id = apply_payment_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'payment', p.id);
  end if;

  -- An order paid by two payments is paid twice: the second gets a row of its own, and is given back.
  if target = 'captured' and private.payment_rank(p.status) = 3
    and p.provider_payment_id is distinct from apply_payment_event.payment_id
  then
    insert into public.payments (
      booking_id, method, provider, provider_order_id, reference, amount_paise, status, created_at
    ) values (
      b.id, p.method, p.provider, p.provider_order_id, private.payment_reference(b), p.amount_paise, 'created',
      private.now()
    ) returning * into p;
  end if;
  -- Of two tries that stand equal the smaller id is kept, so that their order does not matter either.
  applied := target is not null and (
    private.payment_rank(target) > private.payment_rank(p.status)
    or private.payment_rank(target) = private.payment_rank(p.status) and target <> 'captured'
      and coalesce(apply_payment_event.payment_id < p.provider_payment_id, false)
  );
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    case when applied then 'applied' else 'ignored' end, private.now()
  );
  if applied then
    update public.payments x set
      provider_payment_id = apply_payment_event.payment_id,
      method = case when apply_payment_event.method is null then x.method else how end,
      status = case when target = 'captured' then x.status else target end
    where x.id = p.id;
    if target = 'captured' then
      perform private.receive(p.id, apply_payment_event.amount_paise, 'system');
    else
      perform private.tell_followers(b.id);
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'payment', p.id
  );
end;
$$;
revoke all on function private.apply_payment_event(text, text, text, text, text, int, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_payment_event(text, text, text, text, text, int, text) is
  'What a gateway says about a payment, after its signature was checked: payment.authorized, payment.captured, order.paid, payment.failed, checkout.verified; other kinds are only kept. Once per event id, in any order: the same events end in the same state. Answers outcome applied, ignored, repeated or unknown (no such order).';

create function private.apply_refund_event(
  provider text, event_id text, kind text, refund uuid, provider_refund_id text, note text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  r public.refunds;
  p public.payments;
  b public.service_bookings;
  target text := case apply_refund_event.kind when 'refund.processed' then 'done' when 'refund.failed' then 'failed' end;
  applied boolean;
begin
  select x.* into r from public.refunds x join public.payments y on y.id = x.payment_id
  where y.provider = apply_refund_event.provider
    and (x.id = apply_refund_event.refund or x.provider_refund_id = apply_refund_event.provider_refund_id)
  limit 1;
  if r.id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into b from public.service_bookings s where s.id = r.booking_id for update;
  select * into r from public.refunds x where x.id = r.id;
  select * into p from public.payments x where x.id = r.payment_id;
  if exists (
    select from public.payment_events e
    where e.provider = apply_refund_event.provider and e.event_id = apply_refund_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'refund', r.id);
  end if;
  -- Done is the end: a failure that is told afterwards is older.
  applied := target is not null and r.status <> 'done' and r.status <> target;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, case when applied then 'applied' else 'ignored' end, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'refund', r.id
  );
end;
$$;
revoke all on function private.apply_refund_event(text, text, text, uuid, text, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_refund_event(text, text, text, uuid, text, text) is
  'What a gateway says about a refund: refund.processed, refund.failed; other kinds are only kept. Once per event id. Outcomes as in apply_payment_event.';

create function private.end_refund(refund uuid, to_status text, actor text, note text) returns void
language plpgsql set search_path = ''
as $$
declare
  r public.refunds;
  b public.service_bookings;
begin
  update public.refunds x set
    status = end_refund.to_status, note = coalesce(end_refund.note, x.note),
    done_at = case end_refund.to_status when 'done' then private.now() end
  where x.id = end_refund.refund returning * into r;
  update public.payments x set status = case
    when x.captured_paise <= sums.done then 'refunded' when sums.done > 0 then 'partially_refunded' else 'captured'
  end
  from (
    select coalesce(sum(o.amount_paise), 0) as done from public.refunds o
    where o.payment_id = r.payment_id and o.status = 'done'
  ) sums
  where x.id = r.payment_id;
  select * into b from public.service_bookings s where s.id = r.booking_id;
  if r.status = 'done' then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), end_refund.actor, auth.uid(), b.status, b.status,
      private.rupees(r.amount_paise / 100) || ' given back'
    );
  end if;
  perform private.tell_followers(b.id);
end;
$$;
revoke all on function private.end_refund(uuid, text, text, text) from public, anon, authenticated, service_role;
comment on function private.end_refund(uuid, text, text, text) is
  'A refund is done or has failed: its payment follows, and what is done stands in the history. The caller holds the booking.';

-- Paying -------------------------------------------------------------------------------------------------------------

create function private.payment_reference(booking public.service_bookings) returns text
language sql volatile set search_path = ''
as $$ select upper('TS' || booking.number || encode(extensions.gen_random_bytes(5), 'hex')); $$;
revoke all on function private.payment_reference(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_reference(public.service_bookings) is
  'Twenty letters and figures that begin with the booking''s number and cannot be guessed.';

create function private.percent_encode(value text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(case
    when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or byte in (45, 46, 95, 126)
      then chr(byte)
    else '%' || upper(lpad(to_hex(byte), 2, '0'))
  end, '' order by n), '')
  from (
    select n, get_byte(convert_to(percent_encode.value, 'UTF8'), n) as byte
    from generate_series(0, octet_length(convert_to(percent_encode.value, 'UTF8')) - 1) as n
  ) bytes;
$$;
revoke all on function private.percent_encode(text) from public, anon, authenticated, service_role;
comment on function private.percent_encode(text) is 'A value for a query: everything but letters, figures and -._~ as %XX of its UTF-8.';

create function private.upi_link(vpa text, name text, amount_paise int, note text, reference text) returns text
language sql immutable set search_path = ''
as $$
  select 'upi://pay?pa=' || replace(private.percent_encode(upi_link.vpa), '%40', '@')
    || '&pn=' || private.percent_encode(upi_link.name)
    || '&am=' || to_char(upi_link.amount_paise / 100.0, 'FM9999999990.00')
    || '&cu=INR&tn=' || private.percent_encode(left(upi_link.note, 50))
    || '&tr=' || upi_link.reference;
$$;
revoke all on function private.upi_link(text, text, int, text, text) from public, anon, authenticated, service_role;
comment on function private.upi_link(text, text, int, text, text) is
  'The link that opens a UPI app, and the text of the QR. The @ of an address stays as it is, as apps expect it.';

create function private.payment_request(payment public.payments, booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'payment', payment.id, 'reference', payment.reference, 'method', payment.method, 'status', payment.status,
    'amount', payment.amount_paise / 100, 'amount_paise', payment.amount_paise, 'booking', booking.id,
    'pay_until', case when booking.status = 'pending_payment' then booking.pay_until end
  ) || case when payment.provider = 'upi' then jsonb_build_object(
    'upi_link', private.upi_link(
      s.upi_vpa, s.upi_name, payment.amount_paise, s.upi_name || ' booking ' || booking.number, payment.reference
    ),
    'vpa', s.upi_vpa, 'name', s.upi_name
  ) else '{}' end
  from public.shop s;
$$;
revoke all on function private.payment_request(public.payments, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.payment_request(public.payments, public.service_bookings) is
  'What a page needs to ask for the money.';

create function public.start_payment(booking uuid, method text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, start_payment.manage_token);
  p public.payments;
  due_paise int := private.owed(b) * 100 - private.paid_paise(b.id);
  by_provider text := case start_payment.method
    when 'upi' then 'upi' when 'online' then (select s.payment_provider from public.shop s)
  end;
begin
  if start_payment.method is null or start_payment.method not in ('upi', 'online') then
    perform private.fail(422, 'method', 'Choose how you want to pay');
  elsif b.status = 'expired' then
    perform private.fail(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' and start_payment.method = 'upi' then
    perform private.fail(409, 'not_allowed', 'This booking is paid online before it is confirmed. Pay online, or pay after the service.');
  elsif due_paise <= 0 then
    perform private.fail(409, 'paid', 'There is nothing left to pay.');
  elsif by_provider is null then
    perform private.fail(409, 'not_offered', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  if start_payment.method = 'upi' then
    -- Whoever said that he has paid is not asked again until somebody has looked.
    select * into p from public.payments x where x.booking_id = b.id and x.status = 'claimed'
    order by x.claimed_at limit 1;
  end if;
  if p.id is null then
    -- The same order serves every try at the same amount: two of them could both be paid.
    select * into p from public.payments x
    where x.booking_id = b.id and x.amount_paise = due_paise and x.provider = by_provider
      and (x.status = 'created' or by_provider <> 'upi' and x.status in ('failed', 'authorized'))
    order by x.created_at desc, x.id limit 1;
  end if;
  if p.id is null then
    insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
    values (
      b.id, start_payment.method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
    ) returning * into p;
  end if;
  return private.payment_request(p, b);
end;
$$;
revoke all on function public.start_payment(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.start_payment(uuid, text, text) to anon, authenticated, service_role;
comment on function public.start_payment(uuid, text, text) is
  'Begins to pay what is due, by its owner, the holder of the manage token or an admin: method upi answers reference, amount, upi_link (also the text of the QR), vpa and name; online is for the backend, which makes the gateway''s order of it. Asked again it is the same payment. Raises PT404, PT409 paid, expired, not_offered, not_allowed, PT422 method.';

create function public.claim_payment(reference text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  p public.payments;
begin
  b := private.own_booking(
    (select x.booking_id from public.payments x where x.reference = claim_payment.reference), claim_payment.manage_token
  );
  select * into p from public.payments x where x.reference = claim_payment.reference;
  if p.provider is distinct from 'upi' or p.status = 'failed' then
    perform private.fail(409, 'not_allowed', 'We could not find this payment. Pay again, or call us on '
      || private.shop_phone() || '.');
  elsif p.status = 'created' then
    update public.payments x set status = 'claimed', claimed_at = private.now() where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status,
      'Says ' || private.rupees(p.amount_paise / 100) || ' is paid by UPI, reference ' || p.reference
    );
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$$;
revoke all on function public.claim_payment(text, text) from public, anon, authenticated, service_role;
grant execute on function public.claim_payment(text, text) to anon, authenticated, service_role;
comment on function public.claim_payment(text, text) is
  'The customer says that he has paid by UPI. A link into an app tells a page nothing reliable, so the payment waits until staff have seen the money. Twice changes nothing. Raises PT404, PT409 not_allowed.';

create function public.pay_after_service(booking uuid, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, pay_after_service.manage_token);
begin
  if b.status = 'expired' then
    perform private.fail(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' then
    if not private.keep_places(b) then
      perform private.fail(409, 'expired', 'The time has gone to somebody else by now. Please book again.');
    end if;
    update public.service_bookings s set pay_by = 'after_service' where s.id = b.id;
    b := private.go(b.id, 'system', 'confirmed', 'Pays after the service');
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$$;
revoke all on function public.pay_after_service(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.pay_after_service(uuid, text) to anon, authenticated, service_role;
comment on function public.pay_after_service(uuid, text) is
  'For a card that does not work: confirms an unpaid booking, which is then paid after the service. Twice changes nothing. Raises PT404, PT409 expired.';

-- Staff --------------------------------------------------------------------------------------------------------------

create function private.payment_remark(note text, needed boolean) returns text
language plpgsql set search_path = ''
as $$
declare
  remark text := private.squeeze(payment_remark.note);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this payment.');
  elsif payment_remark.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.fail(422, 'note', 'Say why: it stays with the payment');
  elsif char_length(remark) > 300 then
    perform private.fail(422, 'note', 'Keep the note to 300 characters');
  end if;
  return remark;
end;
$$;
revoke all on function private.payment_remark(text, boolean) from public, anon, authenticated, service_role;
comment on function private.payment_remark(text, boolean) is 'Lets admins pass, with the note they typed; raises PT403, PT422 note.';

create function private.payment_answer(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b))
  from public.service_bookings b where b.id = payment_answer.booking;
$$;
revoke all on function private.payment_answer(uuid) from public, anon, authenticated, service_role;
comment on function private.payment_answer(uuid) is 'What the functions about payments answer: the state of the booking and of its money.';

create function public.confirm_payment(payment uuid, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(confirm_payment.note, false);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.fail(409, 'not_allowed', 'The gateway confirms this payment itself.');
  elsif p.captured_paise = 0 then
    perform private.receive(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.confirm_payment(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_payment(uuid, text) to authenticated, service_role;
comment on function public.confirm_payment(uuid, text) is
  'An admin has seen the money of a UPI payment, also one that nobody claimed or that was turned down before. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

create function public.reject_claim(payment uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(reject_claim.note, true);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'UPI payment not found: ' || remark);
    perform private.tell_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.fail(409, 'not_allowed', 'This payment does not wait for anybody.');
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.reject_claim(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.reject_claim(uuid, text) to authenticated, service_role;
comment on function public.reject_claim(uuid, text) is
  'An admin did not find the money of a claimed UPI payment and says so; the customer reads the note. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

create function public.record_cash(booking uuid, amount int, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(record_cash.note, false);
  b public.service_bookings := private.own_booking(booking, null);
  due int := private.owed(b) - private.paid_paise(b.id) / 100;
  p public.payments;
begin
  if b.status in ('pending_payment', 'expired') then
    perform private.fail(409, 'not_allowed', 'This booking is not confirmed: nobody owes anything yet.');
  elsif due <= 0 then
    perform private.fail(409, 'paid', 'There is nothing left to pay.');
  elsif record_cash.amount is null or record_cash.amount not between 1 and due then
    perform private.fail(422, 'amount', 'Enter what you were given, up to ' || private.rupees(due));
  end if;
  insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
  values (b.id, 'cash', 'desk', private.payment_reference(b), record_cash.amount * 100, 'created', private.now())
  returning * into p;
  perform private.receive(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.record_cash(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.record_cash(uuid, int, text) to authenticated, service_role;
comment on function public.record_cash(uuid, int, text) is
  'An admin was given cash, at most what is due. Raises PT403, PT404, PT409 paid, not_allowed, PT422 amount, note.';

create function public.finish_refund(refund uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(finish_refund.note, true);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null
  );
  r public.refunds;
  from_provider text;
begin
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.fail(409, 'not_allowed', 'The gateway is giving this back: paying it out too would pay it twice.');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.finish_refund(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.finish_refund(uuid, text) to authenticated, service_role;
comment on function public.finish_refund(uuid, text) is
  'An admin has given money back by hand and says how: UPI, cash, and what the gateway could not. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

-- Booking and reading -----------------------------------------------------------------------------------------------

create or replace function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the booking of the first.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.fail(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.read_booking(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.squeeze(request ->> 'gstin') is not null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  end if;
  wanted.pay_by := coalesce(private.squeeze(request ->> 'payment'), 'after_service');
  if wanted.pay_by not in ('after_service', 'upi', 'online') then
    perform private.fail(422, 'payment', 'Choose how you want to pay');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.fail(422, 'payment', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.squeeze(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- What depends on the number is told only to somebody who saw the quote without it: asking costs a booking.
    shown := private.price(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.fail(409, 'price_changed', 'The price has changed. Please look at it again.', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end::text);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- What is paid online is confirmed by the payment; until then its places run out like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + interval '15 minutes';
  end if;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.notes, wanted.approval_limit, wanted.estimated_price,
      wanted.discount, case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin,
      wanted.pay_by, wanted.pay_until, wanted.status
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$$;
comment on function public.create_booking(jsonb) is
  'Books: checks every field, prices the cart again, takes the places (those held under the same request id first of all) and writes the booking, or raises PT422 (hint = field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). payment is after_service (also when left out) or upi, confirmed at once, or online: then the booking is pending_payment and keeps its place until pay_until, 15 minutes. The same request_id returns the same booking with repeated = true.';

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
  select to_jsonb(b) - '{request_id,user_id,updated_at}'::text[] || jsonb_build_object(
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
comment on function public.get_booking(text, uuid) is
  'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), and how to reach the shop. Raises PT404 not_found.';
