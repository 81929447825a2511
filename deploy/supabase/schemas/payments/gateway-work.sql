-- What the process of payments asks and writes, beside the events of the gateway (payment-events.sql).

create function private.payment_for_gateway(id text) returns table (
  id uuid, provider public.payment_provider, order_id text, reference text, amount_paise int, captured boolean, owned boolean,
  shop_name text
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.provider, p.provider_order_id, p.reference, p.amount_paise, p.captured_paise > 0, b.user_id is not null,
    (select s.name from public.shop s)
  from public.payments p join public.service_bookings b on b.id = p.booking_id
  where p.id = private.to_uuid(payment_for_gateway.id);
$$;
revoke all on function private.payment_for_gateway(text) from public, anon, authenticated, service_role;
comment on function private.payment_for_gateway(text) is
  'A payment as its paths need it; owned: its booking belongs to an account. No row for an unknown id.';

create function private.keep_order(id uuid, provider public.payment_provider, order_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.payments p set provider_order_id = keep_order.order_id
  where p.id = keep_order.id and p.provider = keep_order.provider and p.provider_order_id is null;
$$;
revoke all on function private.keep_order(uuid, public.payment_provider, text) from public, anon, authenticated, service_role;
comment on function private.keep_order(uuid, public.payment_provider, text) is
  'Stores the gateway''s order of a payment; of two concurrent orders the first counts.';

create function private.claim_orders(provider public.payment_provider, older_than_seconds double precision)
returns setof text
language sql volatile security definer set search_path = ''
as $$
  update public.payments set checked_at = now() where id in (
    select p.id from public.payments p
    where p.provider = claim_orders.provider and p.provider_order_id is not null
      and p.status in ('created', 'failed', 'authorized')
      and p.created_at between now() - interval '4 days' and now() - make_interval(secs => claim_orders.older_than_seconds)
      and (p.checked_at is null or p.checked_at < now() - greatest(interval '1 minute', (now() - p.created_at) / 4))
    order by p.checked_at nulls first limit 10 for update skip locked
  ) returning provider_order_id;
$$;
revoke all on function private.claim_orders(public.payment_provider, double precision)
  from public, anon, authenticated, service_role;
comment on function private.claim_orders(public.payment_provider, double precision) is
  'Claims orders without a recent event, each for one process, so that the gateway is asked about them. Older ones are returned less often.';

create function private.claim_refunds(provider public.payment_provider)
returns table (id uuid, amount_paise int, payment_id text, provider_refund_id text, tries int)
language sql volatile security definer set search_path = ''
as $$
  update public.refunds r set tries = r.tries + 1,
    next_try_at = now() + least(interval '1 hour', interval '20 seconds' * power(2, least(r.tries, 8)))
  from public.payments p
  where p.id = r.payment_id and r.id in (
    select o.id from public.refunds o join public.payments m on m.id = o.payment_id
    where o.status = 'asked' and m.provider = claim_refunds.provider and o.next_try_at <= now()
    order by o.next_try_at limit 10 for update of o skip locked
  )
  returning r.id, r.amount_paise, p.provider_payment_id, r.provider_refund_id, r.tries;
$$;
revoke all on function private.claim_refunds(public.payment_provider) from public, anon, authenticated, service_role;
comment on function private.claim_refunds(public.payment_provider) is
  'Claims due refunds, each for one process; an unfinished one becomes due again. payment_id is the gateway''s.';

create function private.take_payments(provider public.payment_provider) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shop s set payment_provider = take_payments.provider
  where s.payment_provider is distinct from take_payments.provider;
$$;
revoke all on function private.take_payments(public.payment_provider) from public, anon, authenticated, service_role;
comment on function private.take_payments(public.payment_provider) is
  'States through which gateway the shop is paid online; null: not online. A process of payments calls it when it starts.';
