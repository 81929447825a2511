-- One message to each customer whose doorstep visit the weather stops.

create function private.notify_weather(day date) returns int
language plpgsql set search_path = ''
as $$
declare
  notified int;
begin
  with affected as (
    -- Lock bookings before messages, as every function does.
    select b.* from public.service_bookings b
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and private.local_instant(b.booking_date, b.window_end) > private.now()
    order by b.id for key share
  ),
  news as (
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select a.id, a.version, 'weather', way.channel, way.recipient, private.now(), private.now()
    from affected a, lateral (values ('mail'::public.message_channel, a.email), ('sms', a.phone)) as way (channel, recipient)
    where way.recipient is not null
    -- Dropped when weather mode was switched off before. A booking whose message was sent gets no second one.
    on conflict on constraint message_outbox_once do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped'
    returning booking_id
  )
  select count(distinct n.booking_id)::int into notified from news n;
  -- The trigger notify_workers is for inserts; rows may have been updated only.
  perform pg_catalog.pg_notify('message_outbox', '');
  return notified;
end;
$$;
revoke all on function private.notify_weather(date) from public, anon, authenticated, service_role;
comment on function private.notify_weather(date) is
  'Writes a weather message for each doorstep visit of that day that is still to come: once per booking and time, however often the mode is switched. Answers how many bookings got one.';
