set check_function_bodies = off;

DROP POLICY "staff read checklists, a customer his own when it is finished" ON "public"."booking_checklist";

DROP POLICY "an admin logs his alerts" ON "public"."notification_logs";

DROP POLICY "an admin reads his alerts" ON "public"."notification_logs";

DROP POLICY "a user adds his profile" ON "public"."profiles";

DROP POLICY "a user changes his profile" ON "public"."profiles";

DROP POLICY "a user reads his profile, an admin every one" ON "public"."profiles";

DROP POLICY "a user reads his bookings, an admin every one" ON "public"."service_bookings";

DROP POLICY "a user reads his own roles" ON "public"."user_roles";

CREATE OR REPLACE FUNCTION private.apply_refund_event(provider public.payment_provider, event_id text, kind text, refund uuid, provider_refund_id text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r public.refunds;
  p public.payments;
  b public.service_bookings;
  target public.refund_status := case apply_refund_event.kind
    when 'refund.processed' then 'done'::public.refund_status when 'refund.failed' then 'failed'
  end;
  applied boolean;
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
  -- done is final: a failure reported afterwards is older.
  applied := target is not null and r.status <> 'done' and r.status <> target;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, case when applied then 'applied' else 'ignored' end, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'refund', r.id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.capture_payment(payment uuid, amount_paise integer, actor public.booking_actor, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  words text;
  gone text;
begin
  update public.payments x set
    status = 'captured', captured_paise = capture_payment.amount_paise, captured_at = private.now(),
    note = coalesce(capture_payment.note, x.note)
  where x.id = capture_payment.payment returning * into p;
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  words := 'Paid ' || private.format_rupees(p.captured_paise / 100) || case p.method
    when 'upi' then ' by UPI' when 'card' then ' by card' when 'netbanking' then ' by net banking'
    when 'wallet' then ' by wallet' when 'cash' then ' in cash' else ' online'
  end;
  if p.captured_paise <> p.amount_paise then
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (b.id, p.id, p.captured_paise, 'wrong_amount', private.now(), private.now());
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= p.amount_paise then
    -- The limit of open bookings is not checked again: the place is still free, and the booking is paid.
    if private.is_first_coupon_used(b) then
      gone := b.coupon_code || ' was used for another booking of this number by then';
    elsif not private.secure_places(b) then
      gone := 'the time was taken by then';
    else
      perform private.transition_booking(b.id, capture_payment.actor, 'confirmed', words);
      return;
    end if;
    if b.status = 'pending_payment' then
      perform private.transition_booking(b.id, 'system', 'expired', 'Paid too late: ' || gone);
    else
      words := words || ', too late: ' || gone;
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  b := private.recalculate_fee(b, b.fee);
  perform private.refund_overpayment(b, private.refund_reason_of(b.status));
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), capture_payment.actor, auth.uid(), b.status, b.status, words);
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.carry_dues()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, reason, given_at)
      values (new.id, new.phone, 'we_cancelled', private.now())
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Paid late: what was paid of a fee while this booking was over is not paid again.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  if private.is_void(new) then
    return null;
  end if;
  -- Concurrent bookings of one number queue here, so that a fee or credit is used once.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.is_live_booking(n.carried_to)
    -- Staff look for this money already.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.is_live_booking(o.used_by)
  ) free
  where free.id = c.id
    -- One that finds nothing left to take off is kept; a payment that is to confirm a booking has to be one.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_call(name text, caller text, most integer, per_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  counted private.call_counts;
begin
  insert into private.call_counts as c (name, caller, made, ends_at)
  values (count_call.name, count_call.caller, 1, at + make_interval(secs => per_seconds))
  on conflict on constraint call_counts_pkey do update set
    made = case when c.ends_at <= at then 1 else c.made + 1 end,
    ends_at = case when c.ends_at <= at then excluded.ends_at else c.ends_at end
  returning c.* into counted;
  if counted.made = 1 then
    -- The first call of a window also deletes old counts, without waiting for locks.
    delete from private.call_counts c where (c.name, c.caller) in (
      select old.name, old.caller from private.call_counts old
      where old.ends_at < at - interval '1 hour' order by old.ends_at limit 50 for update skip locked
    );
  end if;
  return case when counted.made > most then greatest(1, ceil(extract(epoch from counted.ends_at - at)))::int else 0 end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.local_instant(booking.booking_date, booking.window_end)
    -- The free re-check that it offers ends then.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_active(booking.status)
  end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Admins and scripts with the service role are exempt.
  if coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin() then
    return new;
  end if;
  -- Counted by the clock of all rules.
  new.created_at := private.now();
  perform private.limit_bookings_of(new.phone, null, new.created_at);
  if new.user_id is not null then
    perform private.limit_bookings_of(null, new.user_id, new.created_at);
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings_of(phone text, account uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Concurrent bookings of one number or account queue here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The booking whose end makes room again. When there is one, the limit is reached.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.limit_value('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.limit_value('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- One of the two is null.
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.raise_too_many(
      'too_many_open',
      private.limit_value('open_bookings') || ' bookings are still to come '
        || case when account is null then 'for this number' else 'in this account' end
        || '. For more bikes, call us on ' || private.shop_phone() || '.',
      open_until
    );
  elsif day_until is not null then
    perform private.raise_too_many(
      'too_many_bookings',
      private.limit_value('bookings_a_day') || ' bookings have been made '
        || case when account is null then 'for this number' else 'in this account' end
        || ' since yesterday. For more, call us on ' || private.shop_phone() || '.',
      day_until
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_guest_holds(mode public.service_mode, day date, first_start time without time zone, windows integer, own uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- The hold whose end makes room again. When there is one, the limit is reached.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.limit_value('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  if until is not null then
    perform private.raise_too_many(
      'held_by_many', 'Many are choosing this time. You can book it without having it kept, or take another.', until
    );
  end if;
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
    -- Bookings first and messages then, as everywhere.
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
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped'
    returning booking_id
  )
  select count(distinct n.booking_id)::int into notified from news n;
  -- The trigger of the table wakes for new rows only.
  perform pg_catalog.pg_notify('message_outbox', '');
  return notified;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_waitlist_places()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  line record;
  done int := 0;
begin
  -- Personal data is deleted a week after the day. Concurrent workers skip each other's rows.
  delete from public.waitlist w where w.id in (
    select o.id from public.waitlist o where o.booking_date < private.today() - 7
    order by o.booking_date limit 100 for update skip locked
  );
  -- Look without a lock first: usually there is nothing to do. Days come in the order in which all functions lock them.
  for line in
    select w.booking_date as day, w.mode from public.waitlist w
    where w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment
    union
    select w.booking_date, w.mode
    from (
      select distinct l.booking_date, l.mode, l.booking_time, l.windows, l.next_day
      from public.waitlist l where l.state = 'waiting' and l.starts_at > moment
    ) w,
      lateral private.slots(w.mode, w.booking_date, w.booking_date, w.windows, w.next_day) s
    where s.starts = w.booking_time and s.free > 0
    order by 1, 2
  loop
    perform private.lock_day(line.mode, line.day);
    done := private.offer_places_of(line.mode, line.day);
    -- One day per transaction, so that a booking waits for the lock of its own day only.
    exit when done > 0;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_booking_request(request jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bike record;
  address jsonb := request -> 'address';
  -- A model year begins before its calendar year does.
  newest_year int := extract(year from private.today())::int + 1;
begin
  b.request_id := private.to_uuid(request ->> 'request_id');
  if b.request_id is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and send the booking once more');
  end if;

  select m.id, m.brand_slug, brand.name || ' ' || m.name as name into bike
  from public.models m join public.brands brand on brand.slug = m.brand_slug where m.id = request ->> 'model';
  if bike.id is null then
    perform private.raise_error(422, 'model', 'Choose your bike from the list');
  end if;
  b.model_id := bike.id;
  b.brand_slug := bike.brand_slug;
  b.bike_name := bike.name;

  select m.mode into b.mode from public.service_modes m where m.mode = private.to_service_mode(request ->> 'mode');
  if b.mode is null then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  end if;
  b.booking_date := private.to_date(request ->> 'date');
  if b.booking_date is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  end if;
  b.booking_time := private.to_time(request ->> 'time');
  if b.booking_time is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  end if;

  b.customer_name := private.clean_name(request ->> 'name');
  if b.customer_name is null then
    perform private.raise_error(422, 'name', 'Enter your name');
  end if;
  b.phone := private.clean_phone(request ->> 'phone');
  if b.phone is null then
    perform private.raise_error(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  end if;
  if private.clean_text(request ->> 'email') is not null then
    b.email := private.clean_email(request ->> 'email');
    if b.email is null then
      perform private.raise_error(422, 'email', 'Enter an email address like name@example.com');
    end if;
  end if;
  if private.clean_text(request ->> 'vehicle_number') is not null then
    b.vehicle_number := private.clean_plate(request ->> 'vehicle_number');
  end if;
  if b.vehicle_number is null
    and (private.clean_text(request ->> 'vehicle_number') is not null or (request -> 'plate_not_issued') is distinct from 'true')
  then
    perform private.raise_error(422, 'vehicle_number', 'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA');
  end if;
  -- A plate identifies the bike, so the chassis number is ignored.
  if b.vehicle_number is null and private.clean_text(request ->> 'chassis_last5') is not null then
    b.chassis_last5 := private.clean_chassis(request ->> 'chassis_last5');
    if b.chassis_last5 is null then
      perform private.raise_error(422, 'chassis_last5', 'Enter the last 5 characters of the chassis number, or leave it empty');
    end if;
  end if;

  if b.mode in ('doorstep', 'pickup') then
    b.address_line := private.clean_text(address ->> 'line');
    if b.address_line is null or char_length(b.address_line) not between 5 and 120 then
      perform private.raise_error(422, 'address', 'Enter house/flat and street');
    end if;
    b.landmark := private.clean_text(address ->> 'landmark');
    if char_length(b.landmark) > 80 then
      perform private.raise_error(422, 'landmark', 'Keep the landmark under 80 characters');
    end if;
    select a.slug into b.area_slug from public.areas a where a.slug = address ->> 'area';
    if b.area_slug is null then
      perform private.raise_error(422, 'area', 'Choose your area');
    end if;
    select p.pin into b.pin from public.area_pins p where p.pin = private.strip_separators(address ->> 'pin');
    if b.pin is null then
      perform private.raise_error(422, 'pin', 'We don''t serve this PIN yet. Leave your number and we''ll tell you');
    end if;
  end if;

  if private.clean_text(request ->> 'odometer_km') is not null then
    b.odometer_km := private.to_int(regexp_replace(normalize(request ->> 'odometer_km', nfkc), '[\s,]', '', 'g'));
    if b.odometer_km is null or b.odometer_km not between 0 and 300000 then
      perform private.raise_error(422, 'odometer_km', 'Enter kilometres as a number');
    end if;
  end if;
  if private.clean_text(request ->> 'model_year') is not null then
    b.model_year := private.to_int(btrim(request ->> 'model_year'));
    if b.model_year is null or b.model_year not between 1990 and newest_year then
      perform private.raise_error(422, 'model_year', 'Enter a year from 1990 to ' || newest_year);
    end if;
  end if;
  b.notes := nullif(btrim(request ->> 'notes'), '');
  if char_length(b.notes) > 500 then
    perform private.raise_error(422, 'notes', 'Keep the note to 500 characters');
  end if;
  b.approval_limit := case when request ? 'approval_limit' then private.to_int(request ->> 'approval_limit') else 0 end;
  if b.approval_limit is null or b.approval_limit not in (0, 300, 500, 1000) then
    perform private.raise_error(422, 'approval_limit', 'Choose ₹0, ₹300, ₹500 or ₹1,000');
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_status_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_status public.booking_status;
  recorded public.booking_status;
begin
  select b.status into current_status from public.service_bookings b where b.id = new.id;
  select e.to_status into recorded from public.booking_events e where e.booking_id = new.id order by e.id desc limit 1;
  if current_status is distinct from recorded and current_status is not null then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status)
    values (new.id, private.now(), 'service', auth.uid(), recorded, current_status);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.secure_places(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  free int;
begin
  if booking.starts_at <= private.now() then
    return false;
  end if;
  perform private.lock_day(booking.mode, booking.booking_date);
  -- Counted by rows and not by the clock: another call may have taken them while this one waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Lead times count from the booking: a payment that is a minute late must not fail as too soon.
  select s.free into free
  from private.slots(
    booking.mode, booking.booking_date, booking.booking_date, booking.windows,
    exists (
      select from public.booking_items i join public.packages k on k.slug = i.item_id
      where i.booking_id = booking.id and k.next_day_only
    ),
    booking.id, booking.pay_until - interval '15 minutes'
  ) s
  where s.starts = booking.booking_time;
  if coalesce(free, 0) = 0 then
    return false;
  end if;
  perform private.take_places(
    booking.id, null, null, booking.mode, booking.booking_date, booking.booking_time, booking.windows
  );
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = transition_booking.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.can_transition(transition_booking.actor, b, transition_booking.to_status) then
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status::text, '_', ' ') || ' and cannot become '
      || replace(transition_booking.to_status::text, '_', ' ') || '.');
  elsif transition_booking.to_status = 'awaiting_approval' and not asked then
    perform private.raise_error(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and transition_booking.to_status = 'inspecting' and asked then
    perform private.raise_error(409, 'not_answered', 'The customer has not answered every line yet.');
  elsif transition_booking.to_status = 'quality_check' and private.count_open_lines(b.id) > 0 then
    left_over := private.count_open_lines(b.id);
    perform private.raise_error(409, 'not_ticked', case left_over
      when 1 then '1 line of the job card is not ticked yet. Tick it, or say why it is not needed.'
      else left_over || ' lines of the job card are not ticked yet. Tick them, or say why one is not needed.'
    end, jsonb_build_object('left', left_over)::text);
  elsif transition_booking.to_status = 'no_show' and private.now() < private.no_show_from(b) then
    perform private.raise_error(409, 'too_early', 'Wait until '
      || to_char(private.no_show_from(b) at time zone 'Asia/Kolkata', 'HH24:MI "on" FMDD FMMonth')
      || ', 15 minutes after the booked time. Until then nobody is missed.');
  -- A bill from an earlier step is billed at the end, so it is checked again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.raise_error(409, 'not_agreed', 'The customer has agreed to ' || private.format_rupees(private.agreed_price(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed_price(b))::text);
  end if;
  -- Calls that take places delete those of expired bookings, also under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status, transition_booking.note, transition_booking.fee);
  if transition_booking.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = transition_booking.to_status,
    mechanic = coalesce(transition_booking.mechanic, s.mechanic),
    final_price = case
      when transition_booking.to_status = 'completed' then coalesce(transition_booking.final_price, s.final_price, private.agreed_price(s))
      else coalesce(transition_booking.final_price, s.final_price)
    end,
    fee = s.fee + transition_booking.fee,
    cancelled_by = case
      when transition_booking.to_status = 'cancelled' then case
        when transition_booking.actor = 'customer' or transition_booking.cause = 'customer'
          then 'customer'::public.cancelling_party
        else 'shop'
      end
    end,
    cancel_cause = case
      when transition_booking.to_status <> 'cancelled' then null
      when transition_booking.actor = 'customer' then 'customer'
      else coalesce(transition_booking.cause, case when private.is_rained_off(s) then 'weather'::public.change_cause else 'shop' end)
    end,
    cancel_reason = case when transition_booking.to_status = 'cancelled' then transition_booking.note end,
    -- Cancelling an unpaid booking is never late.
    late_cancelled = transition_booking.to_status = 'cancelled' and transition_booking.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_window_missed(s),
    closed_at = case when transition_booking.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
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
    when new.version > old.version then 'change'
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
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail'::public.message_channel, new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and (message.kind = news or (news in ('confirmation', 'change') and message.due_at > private.now()))
    order by message.due_at, way.channel
    -- Completed, taken back and completed again: one review request, a day after the last completion.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.kind = 'review' and message_outbox.status = 'dropped';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION public.cancel_booking(booking uuid, manage_token text DEFAULT NULL::text, reason text DEFAULT NULL::text, expected_fee integer DEFAULT 0, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := private.acts_for_shop(b, cancel_booking.cause, cancel_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  asked_for boolean := not as_admin or coalesce(cancel_booking.cause = 'customer', false);
  late boolean := asked_for and b.status <> 'pending_payment' and private.now() > private.cancel_until(b)
    and not private.is_change_free(b);
  why text := private.clean_text(cancel_booking.reason);
  cost int := 0;
begin
  if char_length(why) > 200 then
    perform private.raise_error(422, 'reason', 'Keep the reason under 200 characters');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.can_transition(actor, b, 'cancelled') then
    cost := private.charge_fee(
      b, case when asked_for then (private.change_terms(b) ->> 'cancel_fee')::int else 0 end,
      cancel_booking.expected_fee, cancel_booking.waiver
    );
  end if;
  b := private.transition_booking(
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then private.to_change_cause(cancel_booking.cause) end
  );
  -- private.transition_booking sets it for the actor customer; a request through staff counts the same.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.create_booking(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.raise_error(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.raise_error(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.raise_error(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.raise_error(422, 'gstin', 'Check the GSTIN');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null then
    perform private.raise_error(422, 'payment', 'Choose how you want to pay');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.raise_error(422, 'payment', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.raise_error(409, 'price_changed', 'The price has changed. Please look at it again.', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end::text);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- What is paid online is confirmed by the payment; until then its places run out like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + interval '15 minutes';
  end if;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.extend_hold(request_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and choose the time once more');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.raise_error(409, 'hold_over', 'No time is held. Choose one again.');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Another call may have taken the places while this one waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.raise_error(409, 'hold_over', 'This time is no longer held. Choose one again.', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    )::text);
  elsif own.extended then
    perform private.raise_error(409, 'extended', 'A time is held longer only once. Book now to keep it.');
  end if;
  update private.slot_holds h set expires_at = h.expires_at + interval '5 minutes', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_slot(request_id text, mode text, date text, start text, items jsonb, model text, phone text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  place public.service_mode := private.to_service_mode(hold_slot.mode);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and choose the time once more');
  elsif place is null or not exists (select from public.service_modes m where m.mode = place) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, place);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.raise_error(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (place, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- Take the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(place, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(place, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null then
    perform private.limit_guest_holds(place, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), place, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + interval '10 minutes'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Each hold also deletes old places and holds, without waiting for locks.
  delete from public.booking_places p where (p.booking_date, p.window_start, p.mode, p.seat) in (
    select old.booking_date, old.window_start, old.mode, old.seat from public.booking_places old
    where old.held_until < private.now() - interval '1 day' limit 50 for update skip locked
  );
  delete from private.slot_holds h where h.id in (
    select old.id from private.slot_holds old
    where old.held_at < private.now() - interval '1 day'
      and not exists (select from public.booking_places p where p.hold_id = old.id)
    order by old.held_at limit 50 for update skip locked
  );
  return private.hold_state(taken);
end;
$function$;

CREATE OR REPLACE FUNCTION public.join_waitlist(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  known public.waitlist;
  job record;
  why text;
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.raise_error(422, 'request', 'Load the page again and try once more');
  elsif coalesce(request ->> 'website', '') <> '' then
    perform private.raise_error(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  end if;
  w.request_id := private.to_uuid(request ->> 'request_id');
  w.booking_date := private.to_date(request ->> 'date');
  w.booking_time := private.to_time(request ->> 'time');
  w.customer_name := private.clean_name(request ->> 'name');
  w.phone := private.clean_phone(request ->> 'phone');
  w.email := private.clean_email(request ->> 'email');
  select m.mode into w.mode from public.service_modes m where m.mode = private.to_service_mode(request ->> 'mode');
  if w.request_id is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and try once more');
  elsif w.mode is null then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif w.booking_date is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  elsif w.booking_time is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  elsif w.customer_name is null then
    perform private.raise_error(422, 'name', 'Enter your name');
  elsif w.phone is null then
    perform private.raise_error(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif w.email is null and private.clean_text(request ->> 'email') is not null then
    perform private.raise_error(422, 'email', 'Enter an email address like name@example.com');
  end if;

  -- A repeated request waits here and gets the answer of the first one.
  perform private.lock_request(w.request_id);
  select * into known from public.waitlist l where l.request_id = w.request_id;
  if known.id is not null then
    return private.waitlist_answer(known, true);
  end if;
  select * into job from private.plan_job(request -> 'items', request ->> 'model', w.mode);

  perform pg_advisory_xact_lock(hashtextextended('waitlist ' || w.phone, 0));
  perform private.lock_day(w.mode, w.booking_date);
  if w.booking_date between private.today() and private.last_bookable_day() then
    select s.why, s.ends into why, w.window_end
    from private.slots(w.mode, w.booking_date, w.booking_date, job.windows, job.next_day) s where s.starts = w.booking_time;
  end if;
  if why is distinct from 'full' then
    -- Says what is wrong with the time, if anything is.
    perform private.check_slot(w.mode, w.booking_date, w.booking_time, job.windows, job.next_day);
    perform private.raise_error(409, 'free', 'That time is free now. Choose it and book.');
  end if;
  perform private.limit_waiting(w.phone, w.mode, w.booking_date, w.booking_time);

  w.id := gen_random_uuid();
  insert into public.waitlist (
    id, request_id, user_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
    customer_name, phone, email, created_at, leave_hash
  )
  select
    w.id, w.request_id, auth.uid(), w.mode, w.booking_date, w.booking_time, w.window_end, m.id, b.name || ' ' || m.name, (
      select jsonb_agg(jsonb_build_object('id', l ->> 'item_id', 'quantity', (l ->> 'quantity')::int) order by n)
      from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n) where l ->> 'package_type' <> 'pickup'
    ), job.windows, job.next_day, w.customer_name, w.phone, w.email, private.now(),
    private.hash_token(private.waitlist_token(w.id, 'leave'))
  from public.models m join public.brands b on b.slug = m.brand_slug where m.id = request ->> 'model'
  returning * into w;
  return private.waitlist_answer(w, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.propose_extra_work(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.lock_own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.raise_error(409, 'not_allowed', 'Extra work is proposed while the bike is inspected; this booking is '
      || replace(b.status::text, '_', ' ') || '.');
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.raise_error(422, 'items', 'Name 1 to 20 pieces of work');
  end if;
  select coalesce(sum(e.price), 0)::int into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.clean_text(entry ->> 'name');
    line.reason := private.clean_text(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.raise_error(422, 'name', 'Name the work in 2 to 80 characters');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.raise_error(422, 'reason', 'Say why in 3 to 300 characters: the customer decides by it');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.raise_error(422, 'price', 'Enter the price in whole rupees');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.raise_error(422, 'minutes', 'Enter the minutes it takes');
    end if;
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit'::public.extra_work_decider end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.report_client_events(events jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept int;
  newest bigint;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.raise_error(422, 'events', 'Send a list of events.');
  elsif jsonb_array_length(events) > 20 then
    perform private.raise_error(422, 'too_many', 'Send at most 20 events at once.');
  end if;

  with parsed as (
    select
      event ->> 'kind' as kind,
      event ->> 'name' as name,
      case when jsonb_typeof(event -> 'value') = 'number' then (event ->> 'value')::numeric end as value,
      event ->> 'app' as app,
      event ->> 'version' as version,
      event ->> 'site_release' as site_release,
      event ->> 'route' as route,
      event -> 'canary' = 'true'::jsonb as canary,
      event ->> 'message' as message,
      case when jsonb_typeof(event -> 'sample_rate') = 'number' then (event ->> 'sample_rate')::numeric else 1 end as sample_rate
    from jsonb_array_elements(events) as sent(event)
    where jsonb_typeof(event) = 'object'
  ), added as (
    insert into public.client_reports (kind, name, value, app, version, site_release, route, canary, message, sample_rate)
    select
      p.kind::public.report_kind,
      case p.kind
        when 'vital' then p.name
        when 'visit' then 'visit'
        else case when p.name ~ '^[A-Za-z][A-Za-z0-9_.$]{0,59}$' then p.name else 'Error' end
      end,
      case p.kind when 'vital' then round(p.value, 4) end,
      p.app,
      p.version,
      case when p.site_release ~ '^[A-Za-z0-9@_.+ -]{1,200}$' then p.site_release end,
      case when p.route ~ '^[a-z0-9:_-]{1,80}$' then p.route end,
      coalesce(p.canary, false),
      case p.kind when 'error' then private.remove_personal_data(p.message) end,
      p.sample_rate
    from parsed p
    where p.kind in ('vital', 'error', 'visit')
      and p.app ~ '^[a-z][a-z0-9_]{0,29}$'
      and p.version ~ '^[A-Za-z0-9][A-Za-z0-9.+-]{0,39}$'
      and p.sample_rate between 0.0001 and 1
      and (
        p.kind <> 'vital'
        or (p.name in ('LCP', 'INP', 'FCP', 'TTFB') and p.value between 0 and 600000)
        or (p.name = 'CLS' and p.value between 0 and 100)
      )
    returning id
  )
  select count(*)::int, max(added.id) into kept, newest from added;

  -- Each call prunes more rows than it writes, and at most 100 per rule, so the table needs no timer. Rows that
  -- another call is deleting are skipped.
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.received_at < now() - interval '30 days'
    order by old.received_at limit 100 for update skip locked
  );
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.id <= newest - 200000
    order by old.id limit 100 for update skip locked
  );
  return kept;
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token);
  as_admin boolean := private.acts_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place public.service_mode := private.to_service_mode(coalesce(private.clean_text(reschedule_booking.mode), b.mode::text));
  remark text := private.clean_text(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Free, not counted, and at the price that was agreed.
  ours boolean := private.is_change_free(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status public.booking_status := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  elsif char_length(remark) > 500 then
    perform private.raise_error(422, 'note', 'Keep the note to 500 characters');
  elsif place is null then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.can_transition(actor, b, 'assigned')) then
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status::text, '_', ' ') || ' and cannot be moved.');
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
  ) then
    perform private.raise_error(409, 'not_allowed',
      'Only a visit to your gate that the weather stops can become a pickup. Call us on ' || private.shop_phone() || '.');
  elsif place <> b.mode and not private.can_be_picked_up(b) then
    perform private.raise_error(422, 'mode', 'This work is not done with pickup. Choose another day at your gate.');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.raise_error(409, 'moved_often', 'You have moved this booking before. To move it again, call us on '
      || private.shop_phone() || '.');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days must hold on the new day, or the customer confirms the new price. When the shop or the
  -- weather causes the move, the coupon stays.
  if not ours then
    discount := private.coupon_discount(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null);
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.raise_error(409, 'price_changed', 'On that day it costs '
      || private.format_rupees(b.estimated_price + b.discount - off) || '. ' || coalesce(discount ->> 'reason', ''),
      jsonb_build_object('total', b.estimated_price + b.discount - off, 'coupon', discount)::text);
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- The new place first, then the old one: both days are locked, and a refusal leaves everything as it was. The shop
  -- may squeeze somebody in earlier than its own lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
  );
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status,
    nullif(concat_ws('. ',
      case when as_admin then case coalesce(reschedule_booking.cause, 'customer')
        when 'shop' then 'For our own reasons'
        when 'weather' then 'Rain or a closed road'
        else 'The customer asked for it'
      end end,
      case when place <> b.mode then 'Pickup instead of a visit to the gate' end,
      remark
    ), ''),
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_status(booking uuid, to_status text, note text DEFAULT NULL::text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, handover_code text DEFAULT NULL::text, without_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  target public.booking_status := private.to_booking_status(set_booking_status.to_status);
  remark text := private.clean_text(set_booking_status.note);
  person text := private.clean_text(set_booking_status.mechanic);
  why text := private.clean_text(set_booking_status.without_code);
  wrong jsonb;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.raise_error(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.raise_error(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.raise_error(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.raise_error(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  if target is null then
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status::text, '_', ' ')
      || ' and cannot become ' || replace(coalesce(set_booking_status.to_status, 'nothing'), '_', ' ') || '.');
  end if;
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned and not raised: raising would roll back the counted try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    remark := nullif(concat_ws('. ', remark, 'Without the code: ' || why), '');
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_weather_mode(day date, enabled boolean, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := coalesce(private.clean_text(set_weather_mode.note), private.default_weather_note());
  notified int;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change the calendar.');
  elsif day is null or day < private.today() then
    perform private.raise_error(422, 'day', 'Choose today or a day to come');
  elsif char_length(words) not between 3 and 120 then
    perform private.raise_error(422, 'note', 'Say it in 3 to 120 characters: customers read it');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    notified := private.notify_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into notified
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', notified
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.start_payment(booking uuid, method text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, start_payment.manage_token);
  p public.payments;
  due_paise int := private.amount_due(b) * 100 - private.paid_paise(b.id);
  by_provider public.payment_provider := case start_payment.method
    when 'upi' then 'upi'::public.payment_provider when 'online' then (select s.payment_provider from public.shop s)
  end;
begin
  if start_payment.method is null or start_payment.method not in ('upi', 'online') then
    perform private.raise_error(422, 'method', 'Choose how you want to pay');
  elsif b.status = 'expired' then
    perform private.raise_error(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' and start_payment.method = 'upi' then
    perform private.raise_error(409, 'not_allowed', 'This booking is paid online before it is confirmed. Pay online, or pay after the service.');
  elsif due_paise <= 0 then
    perform private.raise_error(409, 'paid', 'There is nothing left to pay.');
  elsif by_provider is null then
    perform private.raise_error(409, 'not_offered', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  if start_payment.method = 'upi' then
    -- A customer who reported a UPI payment is not asked again until staff have checked it.
    select * into p from public.payments x where x.booking_id = b.id and x.status = 'claimed'
    order by x.claimed_at limit 1;
  end if;
  if p.id is null then
    -- The same order serves every try at the same amount: two of them could both be paid.
    select * into p from public.payments x
    where x.booking_id = b.id and x.amount_paise = due_paise and x.provider = by_provider
      and (x.status = 'created' or by_provider <> 'upi' and x.status in ('failed', 'authorized'))
    order by x.created_at desc, x.id limit 1;
  end if;
  if p.id is null then
    insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
    values (
      b.id, start_payment.method::public.payment_method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
    ) returning * into p;
  end if;
  return private.payment_request(p, b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.tick_checklist(booking uuid, lines integer[], done boolean, not_needed text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  why text := private.clean_text(tick_checklist.not_needed);
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.lock_own_booking(tick_checklist.booking, null);
  if b.status <> 'in_service' then
    perform private.raise_error(409, 'not_allowed', 'Lines are ticked while the bike is worked on; this booking is '
      || replace(b.status::text, '_', ' ') || '.');
  elsif tick_checklist.done is null then
    perform private.raise_error(422, 'done', 'Say whether it is done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.raise_error(422, 'not_needed', 'Say in 3 to 200 characters why it is not needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.raise_error(422, 'lines', 'There is no such line on this job card. Load the booking again.');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

CREATE POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist" FOR SELECT TO "authenticated" USING ((( SELECT public.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checklist.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)) AND (b.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status])))))));

CREATE POLICY "admins log their alerts" ON "public"."notification_logs" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.is_admin() AS is_admin)));

CREATE POLICY "admins read their alerts" ON "public"."notification_logs" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.is_admin() AS is_admin)));

CREATE POLICY "users add their profile" ON "public"."profiles" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "users change their profile" ON "public"."profiles" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "users read their profile, admins read all" ON "public"."profiles" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_admin() AS is_admin)));

CREATE POLICY "users read their bookings, admins read all" ON "public"."service_bookings" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_admin() AS is_admin)));

CREATE POLICY "users read their own roles" ON "public"."user_roles" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

COMMENT ON COLUMN "public"."booking_credits"."used_by" IS 'The booking whose bill it is taken off, as long as that booking is live. Null: it is used by the next booking of the number.';

COMMENT ON COLUMN "public"."capacities"."places" IS 'Admins change it. When it is lower than the places taken, bookings keep theirs, and none is free until enough are released.';

COMMENT ON COLUMN "public"."message_outbox"."attempts" IS 'How often a worker took it. It identifies the claim: reports of an older claim are ignored.';

COMMENT ON COLUMN "public"."payments"."captured_paise" IS 'The amount received. Any amount other than amount_paise is refunded in full.';

COMMENT ON COLUMN "public"."payments"."provider" IS 'Who reports the payment: a gateway, or staff for upi and desk.';

COMMENT ON COLUMN "public"."service_bookings"."chassis_last5" IS 'The last five characters of the chassis number, which identify a bike without a plate; null when the customer does not say.';

COMMENT ON COLUMN "public"."service_bookings"."late_cancelled" IS 'Cancelled for the customer inside 2 hours, directly or through staff. The first late cancellation of a number is free; one whose fee was waived counts as the first.';

COMMENT ON COLUMN "public"."service_bookings"."moves" IS 'How often it was moved for the customer, directly or through staff; late_moves of them inside 2 hours. What the weather or the shop causes does not count.';

COMMENT ON COLUMN "public"."service_bookings"."pay_by" IS 'How the customer chose to pay at booking.';

COMMENT ON COLUMN "public"."service_bookings"."pay_until" IS 'Until when a booking to be paid online keeps its place. A pending_payment past it counts as expired, even before a worker writes that status.';

COMMENT ON COLUMN "public"."service_bookings"."version" IS 'Rises with each change that is sent to the customer: moved, extra work to answer, cancelled. SEQUENCE of the calendar entry.';

COMMENT ON COLUMN "public"."shop"."payment_provider" IS 'The gateway of online payments, which the backend records when it starts; local is a demonstration. Null: online payment is off.';

COMMENT ON COLUMN "public"."shop"."upi_vpa" IS 'The account that receives UPI payments; upi_name is the payee name that the payer sees.';

COMMENT ON COLUMN "public"."waitlist"."offer_request_id" IS 'The request id under which the place is held: the page behind the link books with it. The API exposes neither it nor the hashes.';

COMMENT ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) IS 'Whether a change is made by the shop: an admin acts for the shop in every booking but their own, and in their own once they name a cause. Raises PT403 when a customer does, PT422 cause, waiver.';

COMMENT ON FUNCTION "private"."capacity"(public.service_mode, integer, time without time zone) IS 'Places of a window: the most specific row of capacities.';

COMMENT ON FUNCTION "private"."capture_payment"(uuid, integer, public.booking_actor, text) IS 'Captures a payment: confirms an unpaid booking, also an expired one while its places are free and its first-booking coupon is unused, and otherwise refunds what exceeds the amount due. A wrong amount is refunded in full. The caller holds the booking.';

COMMENT ON FUNCTION "private"."change_terms"(public.service_bookings) IS 'What cancelling and moving cost a customer at this moment, directly or through staff: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way, 200 also when the mechanic has arrived, where only staff cancel; nothing in weather mode, nothing when the shop has missed the window, and nothing for a booking that is not paid yet and so not confirmed. can_pick_up: in weather mode a visit to the gate can become a pickup, if the work can be done in the workshop.';

COMMENT ON FUNCTION "private"."check_expected_fee"(integer, integer) IS 'Rejects a fee that the caller has not seen: raises PT409 fee_changed with the fee.';

COMMENT ON FUNCTION "private"."claim_at_sign_in"() IS 'Trigger on accounts, which Auth writes at every sign-in: claims by the confirmed phone, and by the e-mail address only while the owner of the database keeps emails_are_confirmed in private.settings at on. Without that setting Auth marks every address as confirmed. An error becomes a warning, so it never blocks a sign-in.';

COMMENT ON FUNCTION "private"."claim_bookings"(uuid, text, text) IS 'Gives an account the bookings of guests with this phone or e-mail address (null: none), each with an event. A booking that has an owner keeps that owner, so a second call changes nothing. The caller must pass verified values only.';

COMMENT ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text) IS 'What a code takes off in whole rupees (percentages rounded down), or the reason why nothing: a sentence that begins "This code isn''t valid for this cart because". Null without a code. The phone is asked only where a booking is made: a quote must not reveal who has booked before.';

COMMENT ON FUNCTION "private"."create_handover_code"() IS 'Trigger: creates a code for every booking, also for one inserted without a function.';

COMMENT ON FUNCTION "private"."default_weather_note"() IS 'The note that customers read on a day in weather mode when staff give none.';

COMMENT ON FUNCTION "private"."effective_status"(public.service_bookings) IS 'The status that counts: an unpaid booking past pay_until is expired, also before a worker writes that.';

COMMENT ON FUNCTION "private"."end_offer"() IS 'Trigger on holds: an offered place was booked, or given up for another time. The caller that ends a hold has the lock of its day.';

COMMENT ON FUNCTION "private"."expire_unpaid_bookings"() IS 'Writes the status expired to unpaid bookings past pay_until; a worker calls it regularly. Their places are free before that. Several calls may run at once.';

COMMENT ON FUNCTION "private"."forbid_event_changes"() IS 'Trigger: rejects updates, deletes and truncation for every role: the table is append-only. Events are deleted only with their booking.';

COMMENT ON FUNCTION "private"."forbid_invoice_changes"() IS 'Trigger: rejects updates and deletes of an invoice for every role. It outlives its booking.';

COMMENT ON FUNCTION "private"."forbid_row_changes"() IS 'Trigger: rejects updates and deletes: the table is append-only.';

COMMENT ON FUNCTION "private"."increment_version"() IS 'Trigger: a booking that is moved, cancelled or waits for an answer gets the next version. Any other value is overwritten.';

COMMENT ON FUNCTION "private"."is_active"(public.booking_status) IS 'Whether a booking is confirmed and not over.';

COMMENT ON FUNCTION "private"."is_change_free"(public.service_bookings) IS 'Whether the weather or the shop is why a booking does not happen as agreed: every change of it is free.';

COMMENT ON FUNCTION "private"."is_live_booking"(uuid) IS 'Whether a booking with this id exists that is neither cancelled, missed nor expired.';

COMMENT ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) IS 'Whether a message is still true. The 24-hour reminder expires when the 2-hour reminder is due, that one when the window begins, a weather message when the window ends, and the review request 48 hours after the work.';

COMMENT ON FUNCTION "private"."is_void"(public.service_bookings) IS 'Whether a booking ended without service: cancelled, missed or expired, also before a worker writes expired.';

COMMENT ON FUNCTION "private"."is_window_missed"(public.service_bookings) IS 'The shop has missed the window: 60 minutes after its end no mechanic has come, so moving and cancelling are free. Never true of a walk-in.';

COMMENT ON FUNCTION "private"."limit_bookings"() IS 'Trigger: limits what customers book by number and by account. It takes its lock after that of the day, so the two can''t deadlock.';

COMMENT ON FUNCTION "private"."lock_own_booking"(uuid, text) IS 'The booking, locked, for its owner, the holder of its manage token or an admin; for any other caller it does not exist. One that was not paid in time is expired first.';

COMMENT ON FUNCTION "private"."message_sent"(bigint) IS 'The provider has accepted it. Also called by a worker whose claim has expired: the message is not sent again.';

COMMENT ON FUNCTION "private"."no_show_fee"(public.service_bookings) IS 'The fee of a no-show in rupees: 0 in weather mode and when the shop missed the window.';

COMMENT ON FUNCTION "private"."no_show_from"(public.service_bookings) IS 'From when a no-show may be recorded: 15 minutes after the booked start.';

COMMENT ON FUNCTION "private"."notify_followers"(uuid) IS 'Touches the booking, whose change the feed carries, so that its open pages read it again.';

COMMENT ON FUNCTION "private"."notify_weather"(date) IS 'Writes a weather message for each doorstep visit of that day that is still to come: once per booking and time, however often the mode is switched. Answers how many bookings got one.';

COMMENT ON FUNCTION "private"."notify_workers"() IS 'Trigger: notifies listening workers at commit that a message is waiting.';

COMMENT ON FUNCTION "private"."now"() IS 'The current instant for every rule. Tests may set twostroke.now, but it counts only while the owner of the database keeps private.settings.clock_override on, so no API role can move the clock.';

COMMENT ON FUNCTION "private"."offer_places_of"(public.service_mode, date) IS 'Ends lapsed entries of a mode''s day and offers its free places, first come first served. An entry whose job does not fit is skipped. Answers how many entries changed. The caller holds the lock of the day.';

COMMENT ON FUNCTION "private"."paid_paise"(uuid) IS 'Captured payments less refunds, in paise.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text) IS 'The only function that computes a price: quote shows it, create_booking charges it.';

COMMENT ON FUNCTION "private"."raise_too_many"(text, text, timestamp with time zone) IS 'Raises PT429 with the seconds until a retry can succeed in its details.';

COMMENT ON FUNCTION "private"."random_handover_code"() IS 'Four random figures that do not depend on the booking.';

COMMENT ON FUNCTION "private"."record_status_event"() IS 'Trigger at commit: the last event of a booking carries its status. A status that was written without a function gets an event of the actor service.';

COMMENT ON FUNCTION "private"."refund_overpayment"(public.service_bookings, public.refund_reason) IS 'Asks for a refund of what was paid beyond the amount due, the last payment first. The caller holds the booking.';

COMMENT ON FUNCTION "private"."refund_overpayment_on_change"() IS 'Trigger: refunds an overpayment after every change of status, fee or price, whichever function makes it.';

COMMENT ON FUNCTION "private"."seconds_to_next_message"() IS 'How long a worker may sleep: until a message is due, an offer of the waitlist ends, or a held place on a day with a waitlist expires. Null when nothing waits.';

COMMENT ON FUNCTION "private"."set_updated_at"() IS 'Trigger: sets updated_at to the time of the change.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause) IS 'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, and rejects the quality check before every line is ticked and a no-show before 15 minutes after the booked start.';

COMMENT ON FUNCTION "private"."waitlist_position"(public.waitlist) IS 'The position of an entry in its line, counted from 1.';

COMMENT ON FUNCTION "private"."waitlist_token"(uuid, text) IS 'The token of an entry of the waitlist: purpose leave is answered by join_waitlist, claim is sent with the offer. 64 hex figures, not stored.';

COMMENT ON FUNCTION "private"."write_messages"() IS 'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, no-show, and 24 hours after the work the review request; reminders 24 and 2 hours before, unless that time is past. Drops waiting messages that are no longer true. Bookings with an e-mail address get a mail in addition to the SMS.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text) IS 'The customer says yes or no to one line; an admin only with a note of how the customer answered. After the last line the inspection goes on. The same answer twice changes nothing. Raises PT404, PT409 answered, PT422 (approve, note).';

COMMENT ON FUNCTION "public"."cancel_booking"(uuid, text, text, integer, text, text) IS 'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if that is the fee they saw (else PT409 fee_changed with details.fee). An admin names the cause: customer (at the customer''s request) costs the same, by the same clock, unless a waiver of 3 to 300 characters says why not; shop (also when left out; gives 100 rupees credit) and weather (rain or a closed road; also when left out in weather mode) cost nothing. Cancelling twice changes nothing. Raises PT404 not_found, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver.';

COMMENT ON FUNCTION "public"."claim_payment"(text, text) IS 'The customer reports a UPI payment. The UPI app sends no reliable result to the page, so the payment waits until staff have seen the money. Twice changes nothing. Raises PT404, PT409 not_allowed.';

COMMENT ON FUNCTION "public"."confirm_payment"(uuid, text) IS 'An admin has seen the money of a UPI payment, also of one that was not claimed or was rejected before. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

COMMENT ON FUNCTION "public"."content_version"() IS 'A hash of everything that public pages show (32 hex digits). When it changes, the pages must be rendered again. Reads with the rights of the caller.';

COMMENT ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text) IS 'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals with reasons, subtotal, coupon {code, off, reason}, total in rupees, minutes, tax in paise (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. A coupon for first bookings is applied here and checked against the phone number at booking. Raises PT422 (model, mode, items, gstin).';

COMMENT ON FUNCTION "public"."reschedule_booking"(uuid, text, text, text, integer, integer, text, text, text, text) IS 'Moves a booking to another free time: the owner, the holder of the manage token (fees and how often: change_terms) or an admin (as often as needed, also at short notice). An admin names the cause: customer (also when left out) costs and counts as if the customer did it, unless a waiver of 3 to 300 characters says why it costs nothing; shop and weather cost nothing, count for nothing and leave the price, as do weather mode and a window that we have missed. mode pickup turns a visit to the gate into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause weather, and only for work that is done with pickup; the price stays as agreed. The same time changes nothing. Raises PT404, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, moved_often, fee_changed (details.fee), price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, note, cause, waiver.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Admins move a booking along booking_transitions. A bike that is fetched or handed back changes hands with the code that the customer says, or without_code: why there is none, which the event keeps. A wrong code is answered with status 422 and hint handover_code (details.tries_left of 5), and remembered. The work is checked once every line of the job card is ticked. A no-show, from 15 minutes after the booked start, costs 200 rupees (nothing in weather mode, nothing when the shop missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."set_weather_mode"(date, boolean, text) IS 'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners get a message and may move or cancel free of charge. told: how many bookings get a message now; when switched off, how many bookings that still stand had got one, since no message corrects it. Raises PT403 forbidden, PT422 (day, note).';

COMMENT ON TABLE "private"."handover_codes" IS 'The code that the customer says when the bike changes hands. It is kept apart from the booking, so that no select and no feed exposes it. get_booking shows it to the owner and the holder of the link, never to the shop, which types the code it hears.';

COMMENT ON TABLE "private"."invoice_counters" IS 'The last number given in a financial year. Completing a booking locks this row until the transaction ends, so a rollback leaves no gap.';

COMMENT ON TABLE "private"."manage_tokens" IS 'sha256 of each manage token. Kept apart from the booking, so that no select and no feed exposes it.';

COMMENT ON TABLE "public"."booking_credits" IS 'Credits of a number because the shop cancelled or came late: at most one per booking. The API can''t write here.';

COMMENT ON TABLE "public"."payment_events" IS 'Append-only: events that a provider reported about a payment. An event id counts once, however often it is sent.';

COMMENT ON TABLE "public"."payments" IS 'One row per attempt to pay. A payment after the service gets its row when it is made. The API can''t write here.';

COMMENT ON TABLE "public"."profiles" IS 'Details that forms fill in for a signed-in user.';

COMMENT ON TABLE "public"."refunds" IS 'Refunds to be made. The backend makes those of a gateway and retries them under the id of the row; staff make those of UPI, cash and rejected gateway refunds, and record them.';

COMMENT ON TABLE "public"."user_roles" IS 'Roles. The API can''t write here; make-admin does, as the owner of the database.';

COMMENT ON TABLE "public"."waitlist" IS 'Customers who wait for a place in a window, first come first served. Written by join_waitlist, leave_waitlist and private.offer_waitlist_places; deleted a week after the day.';

COMMENT ON TABLE "public"."weather_days" IS 'Days in weather mode: no work at the gate. Customers with a doorstep booking may change to pickup, move to another day or cancel, free of charge. Written by set_weather_mode.';

reset check_function_bodies;
