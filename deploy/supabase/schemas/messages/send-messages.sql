-- What workers call: claim messages, read what to send, report the result.

create function private.claim_messages(max_messages int) returns table (
  message bigint, attempt int, kind public.message_kind, channel public.message_channel
)
language sql volatile security definer set search_path = ''
as $$
  -- Materialized: as a subquery it may run once for each message, and claim one more each time.
  with due as materialized (
    select w.id from public.message_outbox w
    where w.status = 'waiting' and w.next_try_at <= private.now()
      and (w.claimed_until is null or w.claimed_until <= private.now())
      and not private.waits_for_budget(w, (select private.kinds_that_wait()))
      -- One at a time for each booking and channel: a cancellation never overtakes an earlier message.
      and not exists (
        select from public.message_outbox o
        where o.booking_id = w.booking_id and o.channel = w.channel and o.claimed_until > private.now()
      )
    order by w.next_try_at, w.id
    limit claim_messages.max_messages
    for update skip locked
  )
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  from due where m.id = due.id
  returning m.id, m.attempts, m.kind, m.channel;
$$;
revoke all on function private.claim_messages(int) from public, anon, authenticated, service_role;
comment on function private.claim_messages(int) is
  'Claims due messages for a worker, for 2 minutes; SMS that wait for tomorrow''s budget are left. Workers may call it at the same time: each message goes to one of them.';

create function private.message_to_send(message bigint, attempt int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.message_outbox;
  b public.service_bookings;
  w public.waitlist;
  c public.callback_requests;
  token text;
begin
  -- The booking is locked before its messages, as every change of a booking does: the row of a code refers to it.
  perform from public.service_bookings s
  where s.id = (select o.booking_id from public.message_outbox o where o.id = message_to_send.message) for key share;
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  select * into w from public.waitlist l where l.id = m.waitlist_id;
  select * into c from public.callback_requests r where r.id = m.callback_id;
  if m.status <> 'waiting' or not (
    case
      when w.id is not null then private.has_open_offer(w)
      when c.id is not null then c.handled_at is null and private.is_number_proven(c.phone)
      else private.is_message_current(m, b) and (m.channel = 'mail' or private.may_text(m.kind, b))
    end
  ) then
    update public.message_outbox o
    set status = case o.status when 'waiting' then 'dropped' else o.status end, claimed_until = null
    where o.id = m.id;
    return null;
  end if;
  update public.message_outbox o set claimed_until = private.now() + interval '2 minutes' where o.id = m.id;
  if w.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'claim_token', private.waitlist_token(w.id, 'claim'),
      'offer', jsonb_build_object(
        'id', w.id, 'customer_name', w.customer_name, 'bike_name', w.bike_name, 'mode', w.mode, 'date', w.booking_date,
        'start', private.format_time(w.booking_time), 'end', private.format_time(w.window_end), 'ends_at', w.offer_ends_at
      ),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  if c.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'callback', jsonb_build_object('id', c.id),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'number_code', case
      when m.channel = 'sms' and not private.is_number_proven(m.recipient) then private.issue_number_code(b, m.recipient)
    end,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'payment', m.payment_id, 'received', (select p.captured_paise / 100 from public.payments p where p.id = m.payment_id),
    'received_by', (select p.method from public.payments p where p.id = m.payment_id),
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$$;
revoke all on function private.message_to_send(bigint, int) from public, anon, authenticated, service_role;
comment on function private.message_to_send(bigint, int) is
  'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), the payment that it confirms (received, in rupees; received_by, its method), the request to be called back, or the offered place. number_code is for an SMS to a number that is not proven, else null: its link confirms the number. Null when another claim has taken the message, or when it must not be sent any more, or not to this number (private.may_text): then it is dropped.';

create function private.message_sent(message bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.message_outbox m
  set status = 'sent', sent_at = private.now(), claimed_until = null, last_error = null
  where m.id = message_sent.message and m.status <> 'sent';
$$;
revoke all on function private.message_sent(bigint) from public, anon, authenticated, service_role;
comment on function private.message_sent(bigint) is
  'Records that the provider has accepted a message. A worker whose claim has expired calls it too, so the message is not sent again.';

create function private.message_failed(message bigint, attempt int, error text, for_good boolean default false)
returns public.message_status
language sql volatile security definer set search_path = ''
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
  'Records that sending failed. The message is retried after 30 seconds, then after twice as long each time, at most an hour. After 12 tries (5 hours), or at once when no retry can help (for_good), it is failed and waits for an admin.';

create function private.seconds_to_next_message() returns double precision
language sql stable security definer set search_path = ''
as $$
  select extract(epoch from least(
    (
      select min(greatest(m.next_try_at, m.claimed_until)) from public.message_outbox m
      where m.status = 'waiting' and not (
        m.next_try_at <= private.now() and private.waits_for_budget(m, (select private.kinds_that_wait()))
      )
    ),
    (select min(w.offer_ends_at) from public.waitlist w where w.state = 'offered'),
    -- When the next hold or unpaid booking expires on a day with a waitlist.
    (
      select min(p.held_until) from public.booking_places p
      where p.held_until > private.now() and exists (
        select from public.waitlist w
        where w.booking_date = p.booking_date and w.mode = p.mode and w.state = 'waiting'
      )
    )
  ) - private.now())::double precision;
$$;
revoke all on function private.seconds_to_next_message() from public, anon, authenticated, service_role;
comment on function private.seconds_to_next_message() is
  'How long a worker may sleep: until a message is due, an offer of the waitlist ends, or a held place on a day with a waitlist expires. Null when nothing waits.';

create function public.retry_message(message bigint) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.message_outbox;
begin
  perform private.require_duty('owner', 'desk');
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.reject(404, 'unknown_message');
  elsif m.status <> 'failed' then
    perform private.reject(409, 'not_failed', jsonb_build_object('status', m.status));
  elsif not (select private.is_message_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.reject(409, 'not_current');
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
  'Owners and the desk retry a failed message at once. Raises PT403 forbidden, PT404 unknown_message, PT409 not_failed, not_current (the booking has changed since).';
