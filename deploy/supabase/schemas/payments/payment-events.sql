-- Events of payment providers may arrive late, twice or in any order: the same events always end in the same state.

create table public.payment_events (
  id bigint primary key generated always as identity,
  provider public.payment_provider not null,
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null,
  payment_id uuid not null references public.payments (id),
  provider_payment_id text,
  amount_paise int,
  outcome public.payment_event_outcome not null,
  at timestamptz not null,
  unique (provider, event_id)
);
create index payment_events_payment on public.payment_events (payment_id);
alter table public.payment_events enable row level security;
revoke all on table public.payment_events from public, anon, authenticated, service_role;
revoke all on sequence public.payment_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.payment_events to authenticated, service_role;
create policy "owners, desk and accountant read payment events" on public.payment_events
  for select to authenticated using ((select public.has_duty('owner', 'desk', 'accountant')));
comment on table public.payment_events is
  'Append-only: events that a provider reported about a payment. An event id counts once, however often it is sent.';

create function private.forbid_row_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name;
end;
$$;
revoke all on function private.forbid_row_changes() from public, anon, authenticated, service_role;
comment on function private.forbid_row_changes() is 'Trigger: rejects updates and deletes: the table is append-only.';
create trigger forbid_row_changes before update or delete on public.payment_events
  for each row execute function private.forbid_row_changes();

create function private.apply_payment_event(
  provider public.payment_provider, event_id text, kind text, order_id text, payment_id text, amount_paise int default null,
  method text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target public.payment_status := case apply_payment_event.kind
    when 'payment.captured' then 'captured'::public.payment_status
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how public.payment_method := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method::public.payment_method else 'online' end;
  applied boolean := false;
  outcome public.payment_event_outcome;
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
  -- Events of one booking wait here, so the reads below see the result of the event before.
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

  -- A second payment of an order gets a row of its own, and is refunded.
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
  -- Of two tries of the same rank the smaller id is kept, so that their order does not matter either.
  applied := target is not null and (
    private.payment_rank(target) > private.payment_rank(p.status)
    or private.payment_rank(target) = private.payment_rank(p.status) and target <> 'captured'
      and coalesce(apply_payment_event.payment_id < p.provider_payment_id, false)
  );
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    outcome, private.now()
  );
  if applied then
    update public.payments x set
      provider_payment_id = apply_payment_event.payment_id,
      method = case when apply_payment_event.method is null then x.method else how end,
      status = case when target = 'captured' then x.status else target end
    where x.id = p.id;
    if target = 'captured' then
      perform private.capture_payment(p.id, apply_payment_event.amount_paise, 'system');
    else
      perform private.notify_followers(b.id);
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'payment', p.id);
end;
$$;
revoke all on function private.apply_payment_event(public.payment_provider, text, text, text, text, int, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_payment_event(public.payment_provider, text, text, text, text, int, text) is
  'Applies a gateway''s event about a payment, whose signature the caller has checked: payment.authorized, payment.captured, order.paid, payment.failed, checkout.verified; other kinds are only recorded. Once per event id, in any order: the same events end in the same state. Answers outcome applied, ignored, repeated or unknown (no such order).';

create function private.apply_refund_event(
  provider public.payment_provider, event_id text, kind text, refund uuid, provider_refund_id text, note text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  r public.refunds;
  p public.payments;
  b public.service_bookings;
  target public.refund_status := case apply_refund_event.kind
    when 'refund.processed' then 'done'::public.refund_status when 'refund.failed' then 'failed'
  end;
  applied boolean;
  outcome public.payment_event_outcome;
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
  -- done is final: a failure that arrives afterwards is older.
  applied := target is not null and r.status <> 'done' and r.status <> target;
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, outcome, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'refund', r.id);
end;
$$;
revoke all on function private.apply_refund_event(public.payment_provider, text, text, uuid, text, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_refund_event(public.payment_provider, text, text, uuid, text, text) is
  'Applies a gateway''s event about a refund: refund.processed, refund.failed; other kinds are only recorded. Once per event id. Outcomes as in apply_payment_event.';
