set check_function_bodies = off;

DROP INDEX "public"."message_outbox_waitlist";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_booking_id_version_kind_channel_key";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_check1";

ALTER TABLE "public"."message_outbox" ADD COLUMN "payment_id" uuid;

ALTER TABLE "public"."message_outbox" ADD COLUMN "callback_id" uuid;

CREATE OR REPLACE FUNCTION private.capture_payment(payment uuid, amount_paise integer, actor public.booking_actor, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  paid jsonb;
  late jsonb;
begin
  update public.payments x set
    status = 'captured', captured_paise = capture_payment.amount_paise, captured_at = private.now(),
    note = coalesce(capture_payment.note, x.note)
  where x.id = capture_payment.payment returning * into p;
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  paid := jsonb_build_object('rupees', p.captured_paise / 100, 'method', p.method);
  if p.captured_paise <> p.amount_paise then
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (b.id, p.id, p.captured_paise, 'wrong_amount', private.now(), private.now());
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= p.amount_paise then
    -- The limit of open bookings is not checked again: the place is still free, and the booking is paid.
    if private.is_first_coupon_used(b) then
      late := jsonb_build_object('late', 'coupon_used', 'coupon', b.coupon_code);
    elsif not private.secure_places(b) then
      late := jsonb_build_object('late', 'time_taken');
    else
      perform private.transition_booking(
        b.id, capture_payment.actor, 'confirmed', null, kind => 'payment_received', data => paid
      );
      return;
    end if;
    if b.status = 'pending_payment' then
      perform private.transition_booking(b.id, 'system', 'expired', null, kind => 'paid_late', data => late);
    else
      paid := paid || late;
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  b := private.recalculate_fee(b, b.fee);
  perform private.refund_overpayment(b, private.refund_reason_of(b.status));
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (b.id, private.now(), capture_payment.actor, auth.uid(), b.status, b.status, 'payment_received', paid);
  perform private.write_receipt(p);
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.increment_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select message.kind = 'payment_received' or message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
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
$function$;

CREATE OR REPLACE FUNCTION private.message_to_send(message bigint, attempt integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_weather(day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.tells_findings(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.booking_inspection i where i.booking_id = booking.id and i.state <> 'not_checked'
  ) and not exists (
    select from public.message_outbox m
    where m.booking_id = booking.id and m.kind = 'extra_work' and m.status in ('waiting', 'sent')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_callback_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.write_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        when news then true
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
$function$;

CREATE OR REPLACE FUNCTION private.write_receipt(payment public.payments)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at, payment_id)
  select b.id, b.version, 'payment_received', way.channel, way.recipient, private.now(), private.now(), payment.id
  from public.service_bookings b,
    lateral (values ('mail'::public.message_channel, b.email), ('sms', b.phone)) as way (channel, recipient)
  where b.id = payment.booking_id and way.recipient is not null and b.status <> 'expired'
    and not exists (select from public.refunds r where r.payment_id = payment.id)
    and payment.captured_paise = payment.amount_paise
  order by way.channel
  on conflict on constraint message_outbox_once do nothing;
$function$;

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_callback_id_fkey" FOREIGN KEY (callback_id) REFERENCES public.callback_requests(id) ON DELETE CASCADE;

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_check1" CHECK ((num_nonnulls(booking_id, waitlist_id, callback_id) = 1));

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_check3" CHECK (((kind = 'payment_received'::public.message_kind) = (payment_id IS NOT NULL)));

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_check4" CHECK (((kind = 'callback_received'::public.message_kind) = (callback_id IS NOT NULL)));

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_once" UNIQUE NULLS NOT DISTINCT (booking_id, version, kind, channel, waitlist_id, payment_id, callback_id);

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE;

CREATE INDEX message_outbox_callback ON public.message_outbox USING btree (callback_id) WHERE (callback_id IS NOT NULL);

CREATE INDEX message_outbox_payment ON public.message_outbox USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX message_outbox_waitlist ON public.message_outbox USING btree (waitlist_id) WHERE (waitlist_id IS NOT NULL);

CREATE TRIGGER write_callback_message AFTER INSERT ON public.callback_requests FOR EACH ROW EXECUTE FUNCTION private.write_callback_message();

COMMENT ON FUNCTION "private"."increment_version"() IS 'Trigger: a booking that is moved, cancelled, waits for an answer or is not ready after all gets the next version. A version that an update sets is overwritten.';

COMMENT ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) IS 'Whether a message is still true. The 24-hour reminder expires when the 2-hour reminder is due, that one when the window begins, a weather message when the window ends, the review request 48 hours after the work, and a payment stays received.';

COMMENT ON FUNCTION "private"."message_to_send"(bigint, integer) IS 'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), the payment that it confirms (received, in rupees), the request to be called back, or the offered place. number_code is for an SMS to a number that is not proven, else null: its link confirms the number. Null when another claim has taken the message, or when it must not be sent any more, or not to this number (private.may_text): then it is dropped.';

COMMENT ON FUNCTION "private"."tells_findings"(public.service_bookings) IS 'Whether the inspection is news: something was looked at, and no question about extra work has shown it already.';

COMMENT ON FUNCTION "private"."write_callback_message"() IS 'Trigger on call-back requests: tells a proven number that we have its request, once a day. A stranger''s number gets nothing, and staff who write a caller down have told them.';

COMMENT ON FUNCTION "private"."write_messages"() IS 'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, no-show, on the way, picked up, what the inspection found, ready, the invoice when the work is done, and 24 hours after it the review request; reminders 24 and 2 hours before, unless that time is past. Drops waiting messages that are no longer true. Bookings with an e-mail address get a mail in addition to the SMS; customers who cancel themselves get no SMS about it.';

COMMENT ON FUNCTION "private"."write_receipt"(public.payments) IS 'Messages that a payment was received, once each. None where the money goes back at once, nor for the payment that confirms a booking: its confirmation says so.';

COMMENT ON TABLE "public"."message_outbox" IS 'Messages to customers, one row per booking, version, kind and channel, per payment, per entry of the waitlist or per request to be called back: none is sent twice for one event and channel. The text is rendered when it is sent.';

REVOKE ALL ON FUNCTION "private"."tells_findings"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_callback_message"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_receipt"(public.payments) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.tells_findings(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.write_callback_message() from public, anon, authenticated, service_role;

revoke all on function private.write_receipt(public.payments) from public, anon, authenticated, service_role;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('callback_received', '50', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('inspection_ready', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('invoice', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('on_the_way', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('payment_received', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('picked_up', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('ready', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;
