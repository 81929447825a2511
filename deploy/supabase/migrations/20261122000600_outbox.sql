-- The outbox: what customers are told about their bookings. Triggers write the rows in the transaction of the change
-- itself, so no function can forget a message and no message tells of a change that did not happen. Workers send them.

alter table public.service_bookings add column version int not null default 0;
comment on column public.service_bookings.version is
  'Rises with each change the customer is told of: moved, extra work to answer, cancelled. SEQUENCE of the calendar entry.';

create table public.message_outbox (
  id bigint primary key generated always as identity,
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  version int not null check (version >= 0),
  kind text not null
    check (kind in ('confirmation', 'change', 'cancellation', 'reminder_24h', 'reminder_2h', 'extra_work')),
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  due_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dropped', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  claimed_until timestamptz,
  last_error text,
  sent_at timestamptz,
  unique (booking_id, version, kind, channel),
  check ((status = 'sent') = (sent_at is not null))
);
create index message_outbox_waiting on public.message_outbox (next_try_at, id) where status = 'waiting';
alter table public.message_outbox enable row level security;
revoke all on table public.message_outbox from public, anon, authenticated, service_role;
revoke all on sequence public.message_outbox_id_seq from public, anon, authenticated, service_role;
grant select on table public.message_outbox to authenticated;
grant select, insert, update, delete on table public.message_outbox to service_role;
grant usage, select on sequence public.message_outbox_id_seq to service_role;
create policy "an admin reads messages" on public.message_outbox
  for select to authenticated using ((select public.is_admin()));
comment on table public.message_outbox is
  'Messages to customers, one row per booking, version, kind and channel: none is sent twice. The text is made when it is sent.';
comment on column public.message_outbox.status is
  'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may have it tried again.';
comment on column public.message_outbox.attempts is 'How often a worker took it. Names the claim: what an older claim reports is not heard.';
comment on column public.message_outbox.next_try_at is 'Not before: due_at at first, later by the pause after a failed try.';
comment on column public.message_outbox.claimed_until is 'A worker has it; when this passes, another one takes it.';

-- What is told when -------------------------------------------------------------------------------------------------

create function private.is_going_on(status text) returns boolean
language sql immutable set search_path = ''
as $$ select status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed'); $$;
revoke all on function private.is_going_on(text) from public, anon, authenticated, service_role;
comment on function private.is_going_on(text) is 'Booked for certain, and not over.';

create function private.is_current(message public.message_outbox, booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_going_on(booking.status)
  end;
$$;
revoke all on function private.is_current(public.message_outbox, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.is_current(public.message_outbox, public.service_bookings) is
  'Whether a message still tells the truth. A reminder of the day before is over when the next one is due, that one when the window begins.';

create function private.count_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + case
    when (new.booking_date, new.booking_time) is distinct from (old.booking_date, old.booking_time) then 1
    when new.status <> old.status and new.status in ('cancelled', 'awaiting_approval') then 1
    else 0
  end;
  return new;
end;
$$;
revoke all on function private.count_version() from public, anon, authenticated, service_role;
comment on function private.count_version() is
  'Trigger: a booking that is moved, cancelled or waits for an answer gets the next version; nobody else sets it.';
create trigger count_version before update on public.service_bookings
  for each row execute function private.count_version();

create function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
    when not private.is_going_on(new.status) then null
    when old.status is null or old.status = 'pending_payment' then 'confirmation'
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
revoke all on function private.write_messages() from public, anon, authenticated, service_role;
comment on function private.write_messages() is
  'Trigger on bookings: confirmation when it is made or paid for, change, extra work to answer, cancellation; reminders 24 and 2 hours before, unless that is past. Drops what waits and is no longer true. Who gave an e-mail address gets a mail beside the SMS.';
create trigger write_messages after insert or update on public.service_bookings
  for each row execute function private.write_messages();

create function private.wake_workers() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('message_outbox', '');
  return null;
end;
$$;
revoke all on function private.wake_workers() from public, anon, authenticated, service_role;
comment on function private.wake_workers() is 'Trigger: tells listening workers at the commit that there is something to send.';
create trigger wake_workers after insert on public.message_outbox
  for each statement execute function private.wake_workers();

-- What workers call, as the owner of the database ---------------------------------------------------------------------

create function private.claim_messages(most int) returns table (message bigint, attempt int, kind text, channel text)
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  where m.id in (
    select w.id from public.message_outbox w
    where w.status = 'waiting' and w.next_try_at <= private.now()
      and (w.claimed_until is null or w.claimed_until <= private.now())
      -- One at a time for each booking and channel: a cancellation never overtakes what is being sent before it.
      and not exists (
        select from public.message_outbox o
        where o.booking_id = w.booking_id and o.channel = w.channel and o.claimed_until > private.now()
      )
    order by w.next_try_at, w.id
    limit claim_messages.most
    for update skip locked
  )
  returning m.id, m.attempts, m.kind, m.channel;
$$;
revoke all on function private.claim_messages(int) from public, anon, authenticated, service_role;
comment on function private.claim_messages(int) is
  'Takes due messages for a worker, for 2 minutes. Workers may ask at the same time: each message goes to one of them.';

create function private.message_to_send(message bigint, attempt int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  m public.message_outbox;
  b public.service_bookings;
  token text;
begin
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  if m.status <> 'waiting' or not private.is_current(m, b) then
    update public.message_outbox o
    set status = case o.status when 'waiting' then 'dropped' else o.status end, claimed_until = null
    where o.id = m.id;
    return null;
  end if;
  update public.message_outbox o set claimed_until = private.now() + interval '2 minutes' where o.id = m.id;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token)
  );
end;
$$;
revoke all on function private.message_to_send(bigint, int) from public, anon, authenticated, service_role;
comment on function private.message_to_send(bigint, int) is
  'Asked right before sending: the booking as its customer sees it now, and the claim anew for 2 minutes. Null when the message is not to be sent any more (it is dropped then) or another claim has taken it.';

create function private.message_sent(message bigint) returns void
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set status = 'sent', sent_at = private.now(), claimed_until = null, last_error = null
  where m.id = message_sent.message and m.status <> 'sent';
$$;
revoke all on function private.message_sent(bigint) from public, anon, authenticated, service_role;
comment on function private.message_sent(bigint) is
  'The provider has taken it. Whoever says so is believed, a worker whose claim ran out too: it is not sent again.';

create function private.message_failed(message bigint, attempt int, error text, for_good boolean default false)
returns text
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set
    status = case
      when m.status = 'waiting' and (message_failed.for_good or m.attempts >= 12) then 'failed'
      else m.status
    end,
    last_error = left(message_failed.error, 300),
    claimed_until = null,
    next_try_at = private.now() + least(interval '30 seconds' * power(2, m.attempts - 1), interval '1 hour')
  where m.id = message_failed.message and m.attempts = message_failed.attempt and m.status in ('waiting', 'dropped')
  returning m.status;
$$;
revoke all on function private.message_failed(bigint, int, text, boolean) from public, anon, authenticated, service_role;
comment on function private.message_failed(bigint, int, text, boolean) is
  'It could not be sent: tried again after 30 seconds, then after twice as long each time, at most an hour. After 12 tries (5 hours), or at once when no try can help (for_good), it has failed and waits for an admin.';

create function private.seconds_to_next_message() returns double precision
language sql stable set search_path = ''
as $$
  select extract(epoch from min(greatest(m.next_try_at, m.claimed_until)) - private.now())::double precision
  from public.message_outbox m where m.status = 'waiting';
$$;
revoke all on function private.seconds_to_next_message() from public, anon, authenticated, service_role;
comment on function private.seconds_to_next_message() is 'How long a worker may sleep; null when nothing waits.';

-- What admins call ---------------------------------------------------------------------------------------------------

create function public.retry_message(message bigint) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.message_outbox;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to send messages.');
  end if;
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.fail(404, 'not_found', 'There is no such message.');
  elsif m.status <> 'failed' then
    perform private.fail(409, 'not_failed', 'This message has not failed: it is ' || m.status || '.');
  elsif not (select private.is_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.fail(409, 'not_current', 'The booking has changed since: this message would no longer be true.');
  end if;
  update public.message_outbox o
  set status = 'waiting', attempts = 0, next_try_at = private.now(), claimed_until = null
  where o.id = m.id;
  perform pg_catalog.pg_notify('message_outbox', '');
  return jsonb_build_object('id', m.id, 'status', 'waiting');
end;
$$;
revoke all on function public.retry_message(bigint) from public, anon, authenticated, service_role;
grant execute on function public.retry_message(bigint) to authenticated, service_role;
comment on function public.retry_message(bigint) is
  'An admin has a failed message tried again, at once. Raises PT403 forbidden, PT404 not_found, PT409 not_failed, not_current (the booking has changed since).';
