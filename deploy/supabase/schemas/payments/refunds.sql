-- Refunds. A captured payment either pays for a booking or is refunded in the same transaction.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  payment_id uuid not null references public.payments (id),
  amount_paise int not null check (amount_paise > 0),
  reason public.refund_reason not null,
  status public.refund_status not null default 'asked',
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
    (select public.has_duty('owner', 'desk', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.refunds is
  'Refunds to be made. The backend makes those of a gateway and retries them under the id of the row; staff make those of UPI, cash, cards at the counter and rejected gateway refunds, and record them.';

create function private.refund_overpayment(booking public.service_bookings, reason public.refund_reason) returns void
language plpgsql set search_path = ''
as $$
declare
  too_much int;
  p record;
begin
  if not exists (select from public.payments x where x.booking_id = booking.id and x.captured_paise > 0) then
    return;
  end if;
  too_much := private.paid_paise(booking.id) - private.amount_due(booking) * 100;
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
    values (booking.id, p.id, least(too_much, p.left_paise), refund_overpayment.reason, private.now(), private.now());
    too_much := too_much - p.left_paise;
  end loop;
end;
$$;
revoke all on function private.refund_overpayment(public.service_bookings, public.refund_reason) from public, anon, authenticated, service_role;
comment on function private.refund_overpayment(public.service_bookings, public.refund_reason) is
  'Writes refunds of what was paid beyond the amount due, from the last payment backwards. The caller holds the booking.';

create function private.refund_reason_of(status public.booking_status) returns public.refund_reason
language plpgsql immutable set search_path = ''
as $$
begin
  return case refund_reason_of.status
    when 'cancelled' then 'cancelled'::public.refund_reason when 'no_show' then 'no_show'
    when 'expired' then 'paid_late' else 'overpaid'
  end;
end;
$$;
revoke all on function private.refund_reason_of(public.booking_status) from public, anon, authenticated, service_role;
comment on function private.refund_reason_of(public.booking_status) is 'The reason of a refund for a booking of this status.';

create function private.refund_overpayment_on_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refund_overpayment(new, private.refund_reason_of(new.status));
  return null;
end;
$$;
revoke all on function private.refund_overpayment_on_change() from public, anon, authenticated, service_role;
comment on function private.refund_overpayment_on_change() is
  'Trigger: refunds an overpayment after every change of status, fee or price, whichever function makes it.';
create trigger refund_overpayment_on_change after update of status, fee, final_price, estimated_price on public.service_bookings
  for each row when (
    new.status is distinct from old.status or new.fee is distinct from old.fee
    or new.final_price is distinct from old.final_price or new.estimated_price is distinct from old.estimated_price
  )
  execute function private.refund_overpayment_on_change();

create function private.end_refund(
  refund uuid, to_status public.refund_status, actor public.booking_actor, note text
) returns void
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
    when x.captured_paise <= sums.done then 'refunded'::public.payment_status when sums.done > 0 then 'partially_refunded' else 'captured'
  end
  from (
    select coalesce(sum(o.amount_paise), 0) as done from public.refunds o
    where o.payment_id = r.payment_id and o.status = 'done'
  ) sums
  where x.id = r.payment_id;
  select * into b from public.service_bookings s where s.id = r.booking_id;
  if r.status = 'done' then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), end_refund.actor, auth.uid(), b.status, b.status, 'refunded',
      jsonb_build_object('rupees', r.amount_paise / 100)
    );
    perform private.write_refund_voucher(r);
  end if;
  perform private.notify_followers(b.id);
end;
$$;
revoke all on function private.end_refund(uuid, public.refund_status, public.booking_actor, text) from public, anon, authenticated, service_role;
comment on function private.end_refund(uuid, public.refund_status, public.booking_actor, text) is
  'Marks a refund as done or failed, updates the status of its payment and, when it is done, writes an event and the voucher of an advance. The caller holds the booking.';
