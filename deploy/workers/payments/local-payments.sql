-- The books of the payment gateway of the demonstration: it keeps its own, as a real one does, and knows nothing of
-- bookings. Applied at each start, by the owner; the workers' login (backend.login) writes it.

create table if not exists backend.local_orders (
  id text primary key,
  amount_paise int not null,
  receipt text not null,
  created_at timestamptz not null default now()
);
revoke all on backend.local_orders from public;

create table if not exists backend.local_payments (
  id text primary key,
  order_id text not null references backend.local_orders (id),
  amount_paise int not null,
  failed boolean not null,
  -- From when on the bank has answered.
  settled_at timestamptz not null
);
create index if not exists local_payments_order on backend.local_payments (order_id);
revoke all on backend.local_payments from public;

create table if not exists backend.local_refunds (
  id text primary key,
  payment_id text not null references backend.local_payments (id),
  amount_paise int not null,
  -- The same key is the same refund.
  key text not null unique
);
revoke all on backend.local_refunds from public;

create table if not exists backend.local_webhooks (
  id bigint primary key generated always as identity,
  event_id text not null,
  body text not null,
  due_at timestamptz not null,
  tries int not null default 0
);
create index if not exists local_webhooks_due on backend.local_webhooks (due_at);
revoke all on backend.local_webhooks from public;

do $$
begin
  execute format('grant usage on schema backend to %I', current_setting('backend.login'));
  execute format(
    'grant select, insert, update, delete on backend.local_orders, backend.local_payments, backend.local_refunds, '
      'backend.local_webhooks to %I',
    current_setting('backend.login'));
end
$$;
