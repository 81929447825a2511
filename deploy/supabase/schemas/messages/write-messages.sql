-- Writes messages when a booking changes, and drops those that are no longer true.

create function private.increment_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + case
    when (new.mode, new.booking_date, new.booking_time) is distinct from (old.mode, old.booking_date, old.booking_time)
      then 1
    when new.status <> old.status and new.status in ('cancelled', 'awaiting_approval') then 1
    -- Ready, and then not: it will be told again.
    when old.status = 'ready' and new.status = 'in_service' then 1
    else 0
  end;
  return new;
end;
$$;
revoke all on function private.increment_version() from public, anon, authenticated, service_role;
comment on function private.increment_version() is
  'Trigger: a booking that is moved, cancelled, waits for an answer or is not ready after all gets the next version. A version that an update sets is overwritten.';
create trigger increment_version before update on public.service_bookings
  for each row execute function private.increment_version();

create function private.is_message_current(message public.message_outbox, booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return message.kind = 'payment_received' or message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then
      booking.status = 'awaiting_approval' or private.item_question_of(booking) is not null
    when 'on_the_way' then booking.status = 'on_the_way'
    when 'picked_up' then booking.status in ('picked_up', 'inspecting')
    when 'inspection_ready' then booking.status in ('in_service', 'quality_check')
    when 'ready' then booking.status = 'ready'
    when 'invoice' then booking.status = 'completed'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.local_instant(booking.booking_date, booking.window_end)
    -- The free re-check that the message offers ends 48 hours after the work.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_active(booking.status)
  end;
end;
$$;
revoke all on function private.is_message_current(public.message_outbox, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.is_message_current(public.message_outbox, public.service_bookings) is
  'Whether a message is still true. The 24-hour reminder expires when the 2-hour reminder is due, that one when the window begins, a weather message when the window ends, the review request 48 hours after the work, and a payment stays received.';

create function private.was_cancelled_by_customer(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.status = 'cancelled' and coalesce((
    select e.actor = 'customer' from public.booking_events e where e.booking_id = booking.id order by e.id desc limit 1
  ), false);
end;
$$;
revoke all on function private.was_cancelled_by_customer(public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.was_cancelled_by_customer(public.service_bookings) is
  'Whether the customer pressed the button, and not staff who were asked to.';

create function private.tells_findings(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.booking_inspection i where i.booking_id = booking.id and i.state <> 'not_checked'
  ) and not exists (
    select from public.message_outbox m
    where m.booking_id = booking.id and m.kind = 'extra_work' and m.status in ('waiting', 'sent')
  );
end;
$$;
revoke all on function private.tells_findings(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.tells_findings(public.service_bookings) is
  'Whether the inspection is news: something was looked at, and no question about extra work has shown it already.';

create function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news public.message_kind := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'::public.message_kind
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when new.status = 'completed' and old.status <> 'completed' then 'review'
    when not private.is_active(new.status) then null
    when old.status is null or old.status in ('pending_payment', 'expired') then 'confirmation'
    when new.version > old.version and new.status = 'awaiting_approval' then 'extra_work'
    when (new.mode, new.booking_date, new.booking_time) is distinct from (old.mode, old.booking_date, old.booking_time)
      then 'change'
    when new.status = old.status or old.status = 'completed' then null
    when new.status in ('on_the_way', 'picked_up', 'ready') then new.status::text::public.message_kind
    when new.status = 'in_service' and old.status = 'inspecting' and private.tells_findings(new) then 'inspection_ready'
  end;
begin
  if tg_op = 'UPDATE' and (new.version, new.status) is distinct from (old.version, old.status) then
    update public.message_outbox m set status = 'dropped'
    where m.booking_id = new.id and m.status = 'waiting' and not private.is_message_current(m, new);
  end if;
  if news is not null then
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select new.id, new.version, message.kind, way.channel, way.recipient, message.due_at, message.due_at
    from (
      values
        (news, case news
          when 'review' then coalesce(new.closed_at, private.now()) + interval '24 hours' else private.now()
        end),
        ('invoice', coalesce(new.closed_at, private.now())),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail'::public.message_channel, new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and not (message.kind = 'cancellation' and way.channel = 'sms' and private.was_cancelled_by_customer(new))
      and case message.kind
        when news then not (news = 'review' and new.recheck_of is not null)
        when 'invoice' then news = 'review'
        else news in ('confirmation', 'change') and message.due_at > private.now()
      end
    order by message.due_at, way.channel
    -- Completed, taken back and completed again: one review request, a day after the last completion.
    on conflict on constraint message_outbox_once do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped';
  end if;
  return null;
end;
$$;
revoke all on function private.write_messages() from public, anon, authenticated, service_role;
comment on function private.write_messages() is
  'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, no-show, on the way, picked up, what the inspection found, ready, the invoice when the work is done, and 24 hours after it the review request, except for a free re-check; reminders 24 and 2 hours before, unless that time is past. Drops waiting messages that are no longer true. Bookings with an e-mail address get a mail in addition to the SMS; customers who cancel themselves get no SMS about it.';
create trigger write_messages after insert or update on public.service_bookings
  for each row execute function private.write_messages();

create function private.write_receipt(payment public.payments) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at, payment_id)
  select b.id, b.version, 'payment_received', way.channel, way.recipient, private.now(), private.now(), payment.id
  from public.service_bookings b,
    lateral (values ('mail'::public.message_channel, b.email), ('sms', b.phone)) as way (channel, recipient)
  where b.id = payment.booking_id and way.recipient is not null and b.status <> 'expired'
    and not exists (select from public.refunds r where r.payment_id = payment.id)
    and payment.captured_paise = payment.amount_paise
  order by way.channel
  on conflict on constraint message_outbox_once do nothing;
end;
$$;
revoke all on function private.write_receipt(public.payments) from public, anon, authenticated, service_role;
comment on function private.write_receipt(public.payments) is
  'Messages that a payment was received, once each. None where the money goes back at once, nor for the payment that confirms a booking: its confirmation says so.';

create function private.write_callback_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_number_proven(new.phone) and public.my_duty() is null and not exists (
    select from public.message_outbox m join public.callback_requests c on c.id = m.callback_id
    where c.phone = new.phone and c.created_at > private.now() - interval '1 day'
  ) then
    insert into public.message_outbox (callback_id, version, kind, channel, recipient, due_at, next_try_at)
    values (new.id, 0, 'callback_received', 'sms', new.phone, private.now(), private.now());
  end if;
  return null;
end;
$$;
revoke all on function private.write_callback_message() from public, anon, authenticated, service_role;
comment on function private.write_callback_message() is
  'Trigger on call-back requests: tells a proven number that we have its request, once a day. A stranger''s number gets nothing, and staff who write a caller down have told them.';
create trigger write_callback_message after insert on public.callback_requests
  for each row execute function private.write_callback_message();
