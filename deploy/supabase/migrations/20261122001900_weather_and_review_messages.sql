-- Two messages that were missing: that rain keeps us from somebody's gate, and the question how we did.

alter table public.message_outbox
  drop constraint message_outbox_kind_check,
  add constraint message_outbox_kind_check check (
    kind in (
      'confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work', 'weather', 'review'
    )
  );

create or replace function private.is_current(message public.message_outbox, booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.instant(booking.booking_date, booking.window_end)
    -- What it offers, a free second look, is over then.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_going_on(booking.status)
  end;
$$;
comment on function private.is_current(public.message_outbox, public.service_bookings) is
  'Whether a message still tells the truth. A reminder of the day before is over when the next one is due, that one when the window begins, news of the weather when the window ends, the question how we did 48 hours after the work.';

create or replace function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when new.status = 'completed' and old.status <> 'completed' then 'review'
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
        (news, case news
          when 'review' then coalesce(new.closed_at, private.now()) + interval '24 hours' else private.now()
        end),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail', new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and (message.kind = news or (news in ('confirmation', 'change') and message.due_at > private.now()))
    order by message.due_at, way.channel
    -- Completed again after that was taken back: asked once, a day after the last time.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.kind = 'review' and message_outbox.status = 'dropped';
  end if;
  return null;
end;
$$;
comment on function private.write_messages() is
  'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, nobody there, and 24 hours after the work the question how we did; reminders 24 and 2 hours before, unless that is past. Drops what waits and is no longer true. Who gave an e-mail address gets a mail beside the SMS.';

create function private.weather_words() returns text
language sql immutable set search_path = ''
as $$ select 'Heavy rain: no work at the gate'; $$;
revoke all on function private.weather_words() from public, anon, authenticated, service_role;
comment on function private.weather_words() is 'What customers read of a day in weather mode when staff say nothing else.';

create function private.tell_of_weather(day date) returns int
language plpgsql set search_path = ''
as $$
declare
  told int;
begin
  with affected as (
    -- Bookings first and messages then, as everywhere.
    select b.* from public.service_bookings b
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and private.instant(b.booking_date, b.window_end) > private.now()
    order by b.id for key share
  ),
  news as (
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select a.id, a.version, 'weather', way.channel, way.recipient, private.now(), private.now()
    from affected a, lateral (values ('mail', a.email), ('sms', a.phone)) as way (channel, recipient)
    where way.recipient is not null
    -- Not sent when the weather changed its mind the first time; whoever was told is not told again.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped'
    returning booking_id
  )
  select count(distinct n.booking_id)::int into told from news n;
  -- The trigger of the table wakes for new rows only.
  perform pg_catalog.pg_notify('message_outbox', '');
  return told;
end;
$$;
revoke all on function private.tell_of_weather(date) from public, anon, authenticated, service_role;
comment on function private.tell_of_weather(date) is
  'Writes to everybody whose visit to the gate on that day is still to come that we do not work outdoors: once for a booking and its time, however often the mode is switched. Answers how many bookings that are.';

create or replace function public.set_weather_mode(day date, enabled boolean, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words text := coalesce(private.squeeze(set_weather_mode.note), private.weather_words());
  told int;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change the calendar.');
  elsif day is null or day < private.today() then
    perform private.fail(422, 'day', 'Choose today or a day to come');
  elsif char_length(words) not between 3 and 120 then
    perform private.fail(422, 'note', 'Say it in 3 to 120 characters: customers read it');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    told := private.tell_of_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into told
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', told
  );
end;
$$;
comment on function public.set_weather_mode(date, boolean, text) is
  'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners may move or cancel them free of charge, and are told so. told: how many bookings get a message now; switched off, how many that still stand had got it, for nobody tells them that we come after all. Raises PT403 forbidden, PT422 (day, note).';

create or replace function private.message_to_send(message bigint, attempt int) returns jsonb
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
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(w.note, private.weather_words()) from public.weather_days w where w.date = b.booking_date
    )
  );
end;
$$;
comment on function private.message_to_send(bigint, int) is
  'Asked right before sending: the booking as its customer sees it now, what staff say of the weather of its day (null for the usual rain), and the claim anew for 2 minutes. Null when the message is not to be sent any more (it is dropped then) or another claim has taken it.';
