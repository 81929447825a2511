-- Payments: after the service, by UPI, or online before the booking is confirmed.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  method public.payment_method not null,
  provider public.payment_provider not null,
  provider_order_id text,
  provider_payment_id text,
  reference text not null unique check (reference ~ '^[A-Z0-9]{8,35}$'),
  amount_paise int not null check (amount_paise > 0),
  captured_paise int not null default 0 check (captured_paise >= 0),
  status public.payment_status not null,
  note text check (char_length(note) <= 300),
  created_at timestamptz not null,
  claimed_at timestamptz,
  captured_at timestamptz,
  checked_at timestamptz,
  terminal_reference text check (terminal_reference ~ '^[A-Z0-9]{4,20}$'),
  check ((captured_paise > 0) = (status in ('captured', 'partially_refunded', 'refunded'))),
  check ((captured_paise > 0) = (captured_at is not null)),
  check (status <> 'claimed' or provider = 'upi'),
  check (provider_payment_id is null or provider_order_id is not null),
  check ((terminal_reference is not null) = (method = 'card' and provider = 'desk')),
  constraint payments_terminal_reference unique (booking_id, terminal_reference)
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
    (select public.has_duty('owner', 'desk', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.payments is 'One row per attempt to pay. A payment after the service gets its row when it is made. The API can''t write here.';
comment on column public.payments.provider is 'Who reports the payment: a gateway, or staff for upi and desk.';
comment on column public.payments.reference is 'Ours: the receipt of a gateway''s order and the tr of a UPI link.';
comment on column public.payments.terminal_reference is
  'Approval code on the slip of the shop''s card terminal. Unique per booking only: one card payment can be for several bikes. Never a card number.';
comment on column public.payments.captured_paise is 'The amount received. Any amount other than amount_paise is refunded in full.';
comment on column public.payments.checked_at is 'When the provider was last asked about this order.';

create function private.paid_paise(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select sum(p.captured_paise) from public.payments p where p.booking_id = paid_paise.booking), 0)::int
    - coalesce((select sum(r.amount_paise) from public.refunds r where r.booking_id = paid_paise.booking), 0)::int;
end;
$$;
revoke all on function private.paid_paise(uuid) from public, anon, authenticated, service_role;
comment on function private.paid_paise(uuid) is 'Captured payments less refunds, in paise.';

create function private.payment_of(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  amounts record := private.amounts_of(booking);
  shown public.booking_status := private.effective_status(booking);
  paid int := private.paid_paise(booking.id) / 100;
  due int := case when shown = 'expired' then 0 else greatest(amounts.total - paid, 0) end;
  payments jsonb;
  is_claimed boolean;
  refunds jsonb;
  is_refund_due boolean;
begin
  select
    coalesce(jsonb_agg(
      to_jsonb(p) - '{booking_id,provider_order_id,provider_payment_id,checked_at}'::text[] order by p.created_at, p.id
    ), '[]'),
    coalesce(bool_or(p.status = 'claimed'), false)
  into payments, is_claimed
  from public.payments p where p.booking_id = booking.id;
  select
    coalesce(jsonb_agg(
      to_jsonb(r) - '{booking_id,provider_refund_id,tries,next_try_at}'::text[] order by r.asked_at, r.id
    ), '[]'),
    coalesce(bool_or(r.status <> 'done'), false)
  into refunds, is_refund_due
  from public.refunds r where r.booking_id = booking.id;
  return jsonb_build_object(
    'status', case
      when is_refund_due then 'refund_due'::public.booking_payment_state
      when due > 0 and is_claimed then 'claimed'
      when due > 0 and paid > 0 then 'part_paid'
      when due > 0 then 'unpaid'
      when paid > 0 then 'paid'
      when refunds <> '[]' then 'refunded'
      else 'nothing_due'
    end,
    'paid', paid,
    'due', due,
    'agreed', amounts.agreed,
    'work', amounts.work,
    'total', amounts.total,
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_void(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_void(c)
    ),
    'fee_off', amounts.fee_off,
    'fee_left', amounts.diagnosis - amounts.fee_off,
    'credit', amounts.credit,
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
    'payments', payments,
    'refunds', refunds,
    'vouchers', private.voucher_names(booking.id),
    'refund_days', jsonb_build_object('from', 5, 'to', 7)
  );
end;
$$;
revoke all on function private.payment_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_of(public.service_bookings) is
  'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fee of a diagnosis that came off (fee_off) and what more of it comes off once extra work is approved (fee_left), the fees of missed bookings in it (carried) and what credits take off (credit), the booking with which its own fee is paid (carried_to), the credit given for it (credit_given), whether a late credit can be given (late_credit), the chosen method, whether online payment is offered (online), until when it must be paid (pay_until), all attempts and refunds, the vouchers of advances, and in how many working days a refund arrives (refund_days).';

create function private.payment_rank(status public.payment_status) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  return case payment_rank.status
    when 'created' then 0 when 'claimed' then 0 when 'failed' then 1 when 'authorized' then 2 else 3
  end;
end;
$$;
revoke all on function private.payment_rank(public.payment_status) from public, anon, authenticated, service_role;
comment on function private.payment_rank(public.payment_status) is
  'The rank of a status: created or claimed, failed (another try may follow), authorized, captured. Events never lower the rank of a payment, so their order does not matter.';
