-- The outbox of messages to customers. Triggers write its rows in the transaction of the change, so every change has its
-- message and no message reports a change that was rolled back. Workers send them.

create table public.message_outbox (
  id bigint primary key generated always as identity,
  booking_id uuid references public.service_bookings (id) on delete cascade,
  version int not null check (version >= 0),
  kind public.message_kind not null,
  channel public.message_channel not null,
  recipient text not null,
  due_at timestamptz not null,
  status public.message_status not null default 'waiting',
  attempts int not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  claimed_until timestamptz,
  last_error text,
  sent_at timestamptz,
  waitlist_id uuid references public.waitlist (id) on delete cascade,
  payment_id uuid references public.payments (id) on delete cascade,
  callback_id uuid references public.callback_requests (id) on delete cascade,
  constraint message_outbox_once
    unique nulls not distinct (booking_id, version, kind, channel, waitlist_id, payment_id, callback_id),
  constraint message_outbox_check check ((status = 'sent') = (sent_at is not null)),
  constraint message_outbox_check1 check (num_nonnulls(booking_id, waitlist_id, callback_id) = 1),
  constraint message_outbox_check2 check ((kind = 'place_free') = (waitlist_id is not null)),
  constraint message_outbox_check3 check ((kind = 'payment_received') = (payment_id is not null)),
  constraint message_outbox_check4 check ((kind = 'callback_received') = (callback_id is not null))
);
create index message_outbox_waiting on public.message_outbox (next_try_at, id) where status = 'waiting';
create index message_outbox_waitlist on public.message_outbox (waitlist_id) where waitlist_id is not null;
create index message_outbox_payment on public.message_outbox (payment_id) where payment_id is not null;
create index message_outbox_callback on public.message_outbox (callback_id) where callback_id is not null;
create index message_outbox_sms_sent on public.message_outbox (kind, sent_at) where channel = 'sms' and status = 'sent';
alter table public.message_outbox enable row level security;
revoke all on table public.message_outbox from public, anon, authenticated, service_role;
revoke all on sequence public.message_outbox_id_seq from public, anon, authenticated, service_role;
-- Not the recipient: the numbers of customers are for those who may read them in the booking.
grant select (
  id, booking_id, version, kind, channel, due_at, status, attempts, next_try_at, claimed_until, sent_at, last_error,
  waitlist_id
) on table public.message_outbox to authenticated;
grant select, insert, update, delete on table public.message_outbox to service_role;
grant usage, select on sequence public.message_outbox_id_seq to service_role;
create policy "staff but mechanics read messages" on public.message_outbox
  for select to authenticated using ((select public.has_duty('owner', 'desk', 'foreman', 'accountant')));
comment on table public.message_outbox is
  'Messages to customers, one row per booking, version, kind and channel, per payment, per entry of the waitlist or per request to be called back: none is sent twice for one event and channel. The text is rendered when it is sent.';
comment on column public.message_outbox.status is
  'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may retry it.';
comment on column public.message_outbox.attempts is 'How often workers have claimed it. It identifies the claim: reports of an older claim are ignored.';
comment on column public.message_outbox.next_try_at is 'Earliest time of the next try: due_at at first, later the end of the pause after a failed try.';
comment on column public.message_outbox.claimed_until is 'Until when a worker has claimed it; after that another worker may claim it.';

create function private.notify_workers() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('message_outbox', '');
  return null;
end;
$$;
revoke all on function private.notify_workers() from public, anon, authenticated, service_role;
comment on function private.notify_workers() is 'Trigger: notifies listening workers at commit that a message is waiting.';
create trigger notify_workers after insert on public.message_outbox
  for each statement execute function private.notify_workers();
