set check_function_bodies = off;

DROP TRIGGER "keep_events" ON "public"."booking_events";

DROP TRIGGER "keep_event" ON "public"."booking_events";

DROP TRIGGER "tell_of_free_place" ON "public"."booking_places";

DROP TRIGGER "tell_of_more_places" ON "public"."business_hours";

DROP TRIGGER "tell_of_more_places" ON "public"."capacities";

DROP TRIGGER "leave_out_previewed" ON "public"."client_reports";

DROP TRIGGER "tell_of_more_places" ON "public"."closures";

DROP TRIGGER "keep_invoice" ON "public"."invoices";

DROP TRIGGER "wake_workers" ON "public"."message_outbox";

DROP TRIGGER "keep_row" ON "public"."payment_events";

DROP TRIGGER "count_version" ON "public"."service_bookings";

DROP TRIGGER "give_handover_code" ON "public"."service_bookings";

DROP TRIGGER "settle_booking" ON "public"."service_bookings";

DROP TRIGGER "tell_status" ON "public"."service_bookings";

DROP TRIGGER "touch_updated_at" ON "public"."service_bookings";

DROP TRIGGER "tell_of_more_places" ON "public"."waitlist";

DROP TRIGGER "tell_of_more_places" ON "public"."weather_days";

DROP FUNCTION "private"."agreed"(public.service_bookings);

DROP FUNCTION "private"."bare"(text);

DROP FUNCTION "private"."bill"(public.service_bookings);

DROP FUNCTION "private"."can_be_fetched"(public.service_bookings);

DROP FUNCTION "private"."changes_hands"(public.service_bookings, text);

DROP FUNCTION "private"."check_fee"(integer, integer);

DROP FUNCTION "private"."count_version"();

DROP FUNCTION "private"."coupon_off"(text, jsonb, date, text);

DROP FUNCTION "private"."credit_off"(public.service_bookings);

DROP FUNCTION "private"."expire_unpaid"();

DROP FUNCTION "private"."fail"(integer, text, text, text);

DROP FUNCTION "private"."give_handover_code"();

DROP FUNCTION "private"."go"(uuid, text, text, text, text, integer, integer, text);

DROP FUNCTION "private"."hhmm"(time without time zone);

DROP FUNCTION "private"."horizon"();

DROP FUNCTION "private"."instant"(date, time without time zone);

DROP FUNCTION "private"."is_current"(public.message_outbox, public.service_bookings);

DROP FUNCTION "private"."is_first_elsewhere"(public.service_bookings);

DROP FUNCTION "private"."is_going_on"(text);

DROP FUNCTION "private"."is_missed"(public.service_bookings);

DROP FUNCTION "private"."is_off"(public.service_bookings);

DROP FUNCTION "private"."is_offered"(public.waitlist);

DROP FUNCTION "private"."is_ours"(public.service_bookings);

DROP FUNCTION "private"."is_site"(jsonb);

DROP FUNCTION "private"."job"(jsonb, text, text, text, text, text, date, text, text);

DROP FUNCTION "private"."keep_event"();

DROP FUNCTION "private"."keep_invoice"();

DROP FUNCTION "private"."keep_places"(public.service_bookings);

DROP FUNCTION "private"."keep_row"();

DROP FUNCTION "private"."leave_out_previewed"();

DROP FUNCTION "private"."lives"(uuid);

DROP FUNCTION "private"."may_go"(text, public.service_bookings, text);

DROP FUNCTION "private"."missed_at"(public.service_bookings);

DROP FUNCTION "private"."most"(text);

DROP FUNCTION "private"."no_late_credit"(public.service_bookings);

DROP FUNCTION "private"."number_words"(integer);

DROP FUNCTION "private"."offered_job"(public.waitlist);

DROP FUNCTION "private"."owed"(public.service_bookings);

DROP FUNCTION "private"."own_booking"(uuid, text);

DROP FUNCTION "private"."payment_remark"(text, boolean);

DROP FUNCTION "private"."place_in_line"(public.waitlist);

DROP FUNCTION "private"."price"(jsonb, text, text, text, text, text, date, text, text);

DROP FUNCTION "private"."read_booking"(jsonb);

DROP FUNCTION "private"."receive"(uuid, integer, text, text);

DROP FUNCTION "private"."reckon_fee"(public.service_bookings, integer);

DROP FUNCTION "private"."rupees"(integer);

DROP FUNCTION "private"."settle"(public.service_bookings, text);

DROP FUNCTION "private"."settle_booking"();

DROP FUNCTION "private"."shown_status"(public.service_bookings);

DROP FUNCTION "private"."speaks_for_shop"(public.service_bookings, text, text);

DROP FUNCTION "private"."squeeze"(text);

DROP FUNCTION "private"."tell_followers"(uuid);

DROP FUNCTION "private"."tell_of_free_place"();

DROP FUNCTION "private"."tell_of_more_places"();

DROP FUNCTION "private"."tell_of_weather"(date);

DROP FUNCTION "private"."tell_status"();

DROP FUNCTION "private"."too_many"(text, text, timestamp with time zone);

DROP FUNCTION "private"."touch_updated_at"();

DROP FUNCTION "private"."unticked"(uuid);

DROP FUNCTION "private"."waited_until"(public.service_bookings);

DROP FUNCTION "private"."wake_workers"();

DROP FUNCTION "private"."was_late"(public.service_bookings);

DROP FUNCTION "private"."weather_words"();

DROP FUNCTION "private"."without_personal_data"(text);

ALTER TABLE "private"."handover_codes" ALTER COLUMN "code" DROP DEFAULT;

DROP FUNCTION "private"."new_handover_code"();

CREATE OR REPLACE FUNCTION guard.before_request()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  headers jsonb;
  address text;
  from_site boolean;
  rule private.call_limits;
  wait int := 0;
begin
  if auth.jwt() ->> 'role' = 'service_role' then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.raise_error(404, 'not_found', 'There is nothing at this address.');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.raise_error(405, 'method', 'This function is asked by POST.');
  elsif current_setting('transaction_read_only')::boolean then
    -- A stable function: PostgREST lets nothing be written, so it cannot be counted here.
    return;
  end if;
  headers := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address := private.caller_address(headers);
  from_site := private.is_site_server(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.acts_for_shop(booking public.service_bookings, cause text, waiver text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  said boolean := acts_for_shop.cause is not null or acts_for_shop.waiver is not null;
begin
  if said and not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'Only the shop says whose reason a change has. Call us on '
      || private.shop_phone() || '.');
  elsif acts_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.raise_error(422, 'cause', 'Choose whose reason it is');
  elsif acts_for_shop.waiver is not null
    and coalesce(char_length(private.clean_text(acts_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.raise_error(422, 'waiver', 'Say in 3 to 300 characters why the fee is waived: it stays with the booking');
  end if;
  return public.is_admin() and (said or booking.user_id is distinct from auth.uid());
end;
$function$;

CREATE OR REPLACE FUNCTION private.agreed_price(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.estimated_price + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.amount_due(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.status in ('cancelled', 'no_show', 'expired') then
    return greatest(booking.fee - case when private.is_live_booking(booking.carried_to) then booking.carried else 0 end, 0);
  end if;
  return booking.fee + private.work_price(booking) - private.credit_discount(booking) + (
    select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.amount_in_words(value integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  small text[] := array[
    'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve', 'Thirteen',
    'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'
  ];
  tens text[] := array['Ten', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
begin
  return case
    when value = 0 then 'Zero'
    when value < 20 then small[value]
    when value < 100 then tens[value / 10] || coalesce('-' || small[nullif(value % 10, 0)], '')
    when value < 1000 then small[value / 100] || ' Hundred'
      || case when value % 100 > 0 then ' and ' || private.amount_in_words(value % 100) else '' end
    when value < 100000 then private.amount_in_words(value / 1000) || ' Thousand'
      || case when value % 1000 > 0 then ' ' || private.amount_in_words(value % 1000) else '' end
    when value < 10000000 then private.amount_in_words(value / 100000) || ' Lakh'
      || case when value % 100000 > 0 then ' ' || private.amount_in_words(value % 100000) else '' end
    else private.amount_in_words(value / 10000000) || ' Crore'
      || case when value % 10000000 > 0 then ' ' || private.amount_in_words(value % 10000000) else '' end
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.apply_payment_event(provider text, event_id text, kind text, order_id text, payment_id text, amount_paise integer DEFAULT NULL::integer, method text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target text := case apply_payment_event.kind
    when 'payment.captured' then 'captured'
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how text := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method else 'online' end;
  applied boolean := false;
begin
  if target is not null and apply_payment_event.payment_id is null
    or target = 'captured' and (apply_payment_event.amount_paise is null or apply_payment_event.amount_paise <= 0)
  then
    raise exception 'a payment event without payment or amount';
  end if;
  select x.id, x.booking_id into first_id, p.booking_id from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by x.created_at, x.id limit 1;
  if first_id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- All events of a booking queue here; what this one finds below is what the one before has left.
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  select * into p from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by (x.provider_payment_id is not distinct from apply_payment_event.payment_id) desc, x.created_at, x.id limit 1;
  if exists (
    select from public.payment_events e
    where e.provider = apply_payment_event.provider and e.event_id = apply_payment_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'payment', p.id);
  end if;

  -- An order paid by two payments is paid twice: the second gets a row of its own, and is given back.
  if target = 'captured' and private.payment_rank(p.status) = 3
    and p.provider_payment_id is distinct from apply_payment_event.payment_id
  then
    insert into public.payments (
      booking_id, method, provider, provider_order_id, reference, amount_paise, status, created_at
    ) values (
      b.id, p.method, p.provider, p.provider_order_id, private.payment_reference(b), p.amount_paise, 'created',
      private.now()
    ) returning * into p;
  end if;
  -- Of two tries that stand equal the smaller id is kept, so that their order does not matter either.
  applied := target is not null and (
    private.payment_rank(target) > private.payment_rank(p.status)
    or private.payment_rank(target) = private.payment_rank(p.status) and target <> 'captured'
      and coalesce(apply_payment_event.payment_id < p.provider_payment_id, false)
  );
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    case when applied then 'applied' else 'ignored' end, private.now()
  );
  if applied then
    update public.payments x set
      provider_payment_id = apply_payment_event.payment_id,
      method = case when apply_payment_event.method is null then x.method else how end,
      status = case when target = 'captured' then x.status else target end
    where x.id = p.id;
    if target = 'captured' then
      perform private.capture_payment(p.id, apply_payment_event.amount_paise, 'system');
    else
      perform private.notify_followers(b.id);
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'payment', p.id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_receipt(booking public.service_bookings, repeated boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.effective_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', private.manage_token(booking.request_id),
    'repeated', repeated
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_state(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'booking_date', booking.booking_date, 'booking_time', private.format_time(booking.booking_time),
    'window_end', private.format_time(booking.window_end), 'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price, 'final_price', booking.final_price, 'fee', booking.fee,
    'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
$function$;

CREATE OR REPLACE FUNCTION private.can_be_picked_up(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.mode = 'doorstep' and exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and 'pickup' = any (p.modes)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.can_transition(actor text, booking public.service_bookings, to_status text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.booking_transitions t
    where t.actor = can_transition.actor and t.from_status = booking.status and t.to_status = can_transition.to_status
      and (t.modes is null or booking.mode = any (t.modes))
  );
$function$;

CREATE OR REPLACE FUNCTION private.capture_payment(payment uuid, amount_paise integer, actor text, note text DEFAULT NULL::text)
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
    -- How many bookings the number has to come is not asked again: that limit keeps places for others, who have left
    -- this one free, and whoever has paid is no flood.
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
  perform private.refund_overpayment(b, case b.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
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
  -- Two at once of one number: the second waits here and finds what the first has left.
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

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- On the way or there: from then on only staff cancel.
      booking.mode <> 'workshop'
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_change_free(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.can_transition('customer', booking, 'cancelled') as can_cancel,
      private.can_transition('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.can_transition('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then 100 else 0 end,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  )
  from facts;
$function$;

CREATE OR REPLACE FUNCTION private.charge_fee(booking public.service_bookings, fee integer, expected_fee integer, waiver text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  why text := private.clean_text(charge_fee.waiver);
begin
  perform private.check_expected_fee(charge_fee.fee, charge_fee.expected_fee);
  if why is null then
    return charge_fee.fee;
  elsif charge_fee.fee = 0 then
    perform private.raise_error(422, 'waiver', 'There is no fee to waive.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status,
    'Fee of ' || private.format_rupees(charge_fee.fee) || ' waived: ' || why
  );
  return 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_expected_fee(fee integer, expected_fee integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if fee is distinct from coalesce(expected_fee, 0) then
    perform private.raise_error(409, 'fee_changed', 'This costs ' || private.format_rupees(fee) || ' by now. Please look at it again.',
      jsonb_build_object('fee', fee)::text);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_half_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opens time := (select h.opens from public.business_hours h where h.weekday = extract(dow from new.date)::int);
begin
  if new.closes_at <= opens then
    perform private.raise_error(422, 'closes_at', 'We open at ' || to_char(opens, 'HH24:MI')
      || ' on this day: close later, or leave closes_at out to close all day.');
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_handover(booking uuid, code text, why text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.raise_error(422, 'without_code', 'Say in 3 to 300 characters why it goes without the code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.raise_error(422, 'handover_code', 'Enter the code that the customer says, or say why it goes without one');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.raise_error(409, 'no_more_tries', 'The code can''t be tried any more. Say why it goes without the code.');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.raise_error(422, 'handover_code', 'Enter the 4 figures of the code');
    elsif typed <> h.code then
      update private.handover_codes c set wrong_tries = c.wrong_tries + 1 where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'This is not the code of this booking. ' || case tries_left
          when 0 then 'It can''t be tried any more: say why it goes without the code.'
          when 1 then '1 try is left.'
          else tries_left || ' tries are left.'
        end,
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'handover_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0 where c.booking_id = h.booking_id and c.wrong_tries > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_odometer(items jsonb, odometer_km integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  extra record;
begin
  select a.name, a.min_odometer_km into extra
  from public.addons a
  where a.min_odometer_km > check_odometer.odometer_km
    and a.slug in (select e ->> 'id' from jsonb_array_elements(check_odometer.items) e);
  if extra.name is not null then
    perform private.raise_error(422, 'items', extra.name || ' is not worth doing before '
      || btrim(to_char(extra.min_odometer_km, 'FM99,99,999')) || ' km, so we leave it out.');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_payment_note(note text, needed boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remark text := private.clean_text(check_payment_note.note);
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this payment.');
  elsif check_payment_note.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.raise_error(422, 'note', 'Say why: it stays with the payment');
  elsif char_length(remark) > 300 then
    perform private.raise_error(422, 'note', 'Keep the note to 300 characters');
  end if;
  return remark;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.clean_text(new.full_name) is null then
    new.full_name := null;
  elsif private.clean_name(new.full_name) is null then
    perform private.raise_error(422, 'full_name', 'Enter your name');
  else
    new.full_name := private.clean_name(new.full_name);
  end if;
  if private.clean_text(new.phone) is null then
    new.phone := null;
  elsif private.clean_phone(new.phone) is null then
    perform private.raise_error(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  else
    new.phone := private.clean_phone(new.phone);
  end if;
  new.address_line := private.clean_text(new.address_line);
  if char_length(new.address_line) not between 5 and 120 then
    perform private.raise_error(422, 'address_line', 'Enter house/flat and street');
  end if;
  new.landmark := private.clean_text(new.landmark);
  if char_length(new.landmark) > 80 then
    perform private.raise_error(422, 'landmark', 'Keep the landmark under 80 characters');
  end if;
  if new.area_slug is not null and not exists (select from public.areas a where a.slug = new.area_slug) then
    perform private.raise_error(422, 'area_slug', 'Choose your area');
  end if;
  new.updated_at := pg_catalog.now();
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_slot(mode text, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS time without time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  slot record;
begin
  if day < private.today() then
    perform private.raise_error(422, 'time_past', 'This day is over. Choose another.');
  elsif day > private.last_bookable_day() then
    perform private.raise_error(422, 'time_too_far', 'We take bookings up to ' || to_char(private.last_bookable_day(), 'FMDD FMMonth') || '.');
  end if;
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
  if slot.day is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  elsif slot.why = 'past' or private.local_instant(check_slot.day, check_slot.start) <= private.now() then
    perform private.raise_error(422, 'time_past', 'This time is over. Choose another.');
  elsif slot.why = 'weather' then
    perform private.raise_error(422, 'time_weather', (
      select w.note || '. Choose pickup, or another day.' from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.raise_error(422, 'time_too_soon', 'This time is too soon for us to be ready. Choose a later one.');
  elsif slot.why = 'too_long' then
    perform private.raise_error(422, 'time_too_long', 'The work would not be done before we close. Choose an earlier time.');
  elsif slot.why = 'closed' then
    perform private.raise_error(422, 'time_closed', 'We are closed then. Choose another time.');
  elsif slot.why = 'full' then
    perform private.raise_error(409, 'slot_taken', 'That time has just gone.', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    )::text);
  end if;
  return slot.ends;
end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_chassis(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$ begin return (regexp_match(upper(private.strip_separators(value)), '^[A-HJ-NPR-Z0-9]{5}$'))[1]; end; $function$;

CREATE OR REPLACE FUNCTION private.clean_name(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text collate "und-x-icu" := private.clean_text(value);
  letters text := '[:alpha:]\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3'
    '\u07fd\u0816-\u085b\u0897-\u09e3\u09fe-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0d4d\u0d57\u0d62\u0d63'
    '\u0d81-\u0e3a\u0e47-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39-\u0fbc\u0fc6\u102b-\u109d\u135d-\u135f\u1712-\u17d3\u17dd'
    '\u180b-\u193b\u1a17-\u1b44\u1b6b-\u1b73\u1b80-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099\u309a'
    '\ua66f-\ua69f\ua6f0\ua6f1\ua802-\ua827\ua82c\ua880-\uaa4d\uaa7b-\uaaf6\uabe3-\uabed\ufb1e\ufe00-\ufe2f'
    '\U00011000-\U00011f5a\U0001e000-\U0001e94a';
begin
  return case
    when char_length(name) between 2 and 60
      and name ~ ('^[' || letters || '][' || letters || ' .''’\u200c\u200d-]*$')
      and translate(name, ' .''’-' || U&'\200c\200d', '') !~ '[[:digit:][:punct:]]|[^[:graph:]]'
    then name
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$ begin return nullif(btrim(regexp_replace(normalize(value, nfkc), '\s+', ' ', 'g')), ''); end; $function$;

CREATE OR REPLACE FUNCTION private.count_open_lines(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from public.booking_checklist c where c.booking_id = count_open_lines.booking and c.done_at is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.coupon_discount(code text, lines jsonb, day date, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  typed text := upper(private.strip_separators(coupon_discount.code));
  c public.coupons;
  services int;
  base int;
  off int := 0;
  reason text;
begin
  if coalesce(typed, '') = '' then
    return null;
  end if;
  select * into c from public.coupons k where k.code = typed;
  select
    coalesce(sum((l ->> 'price')::int), 0)::int,
    coalesce(sum((l ->> 'price')::int) filter (where c.package_slug is null or l ->> 'item_id' = c.package_slug), 0)::int
  into services, base
  from jsonb_array_elements(lines) l where l ->> 'package_type' <> 'pickup';

  if c.code is null then
    reason := 'it is not one of ours. Check its letters.';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    reason := 'it is for ' || (select p.short_name from public.packages p where p.slug = c.package_slug) || ' only.';
  elsif services < c.min_total then
    reason := 'it starts at ' || private.format_rupees(c.min_total) || ', and your services come to '
      || private.format_rupees(services) || '.';
  elsif c.min_bikes > 1 then
    reason := 'it is for ' || c.min_bikes || ' bikes or more at one address. Call us on '
      || private.shop_phone() || ', and we book them together.';
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    reason := 'it depends on the day. Choose the day first.';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    reason := 'it counts on ' || private.weekday_names(c.weekdays) || ', and your day is a '
      || to_char(day, 'FMDay') || '.';
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    reason := 'it counts from ' || to_char(to_date('2000-' || c.from_day, 'YYYY-MM-DD'), 'FMDD FMMonth')
      || ' to ' || to_char(to_date('2000-' || c.until_day, 'YYYY-MM-DD'), 'FMDD FMMonth') || '.';
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_discount.phone and b.status not in ('cancelled', 'expired')
  ) then
    reason := 'it is for the first booking of a number, and yours has been here before.';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object('code', typed, 'off', off, 'reason', 'This code isn''t valid for this cart because ' || reason);
end;
$function$;

CREATE OR REPLACE FUNCTION private.create_handover_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.handover_codes (booking_id) values (new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.credit_discount(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when private.is_void(booking) then 0 else least(private.work_price(booking), (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c where c.used_by = booking.id
  )) end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.default_weather_note()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 'Heavy rain: no work at the gate'; $function$;

CREATE OR REPLACE FUNCTION private.effective_status(booking public.service_bookings)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when booking.status = 'pending_payment' and booking.pay_until <= private.now() then 'expired' else booking.status
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_refund(refund uuid, to_status text, actor text, note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  r public.refunds;
  b public.service_bookings;
begin
  update public.refunds x set
    status = end_refund.to_status, note = coalesce(end_refund.note, x.note),
    done_at = case end_refund.to_status when 'done' then private.now() end
  where x.id = end_refund.refund returning * into r;
  update public.payments x set status = case
    when x.captured_paise <= sums.done then 'refunded' when sums.done > 0 then 'partially_refunded' else 'captured'
  end
  from (
    select coalesce(sum(o.amount_paise), 0) as done from public.refunds o
    where o.payment_id = r.payment_id and o.status = 'done'
  ) sums
  where x.id = r.payment_id;
  select * into b from public.service_bookings s where s.id = r.booking_id;
  if r.status = 'done' then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), end_refund.actor, auth.uid(), b.status, b.status,
      private.format_rupees(r.amount_paise / 100) || ' given back'
    );
  end if;
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.expire_unpaid_bookings()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- In the order in which days are locked everywhere.
  late record;
  done int := 0;
begin
  for late in
    select b.id from public.service_bookings b
    where b.status = 'pending_payment' and b.pay_until <= private.now()
    order by b.booking_date, b.mode limit 100 for update skip locked
  loop
    perform private.transition_booking(late.id, 'system', 'expired', 'Not paid in time');
    done := done + 1;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forbid_event_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- With its booking, which is gone by the time its events follow.
    if not exists (select from public.service_bookings b where b.id = old.booking_id) then
      return old;
    end if;
  end if;
  raise exception 'booking_events is append-only';
end;
$function$;

CREATE OR REPLACE FUNCTION private.forbid_invoice_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.booking_id is null and to_jsonb(new) - 'booking_id' = to_jsonb(old) - 'booking_id' then
    return new;
  end if;
  raise exception 'an invoice is never changed or deleted';
end;
$function$;

CREATE OR REPLACE FUNCTION private.forbid_row_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end;
$function$;

CREATE OR REPLACE FUNCTION private.format_rupees(amount integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select '₹' || btrim(to_char(amount, 'FM99,99,99,999')); $function$;

CREATE OR REPLACE FUNCTION private.format_time(local_time time without time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select pg_catalog.to_char(local_time, 'HH24:MI'); $function$;

CREATE OR REPLACE FUNCTION private.has_open_offer(entry public.waitlist)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return entry.state = 'offered' and private.now() < entry.offer_ends_at; end; $function$;

CREATE OR REPLACE FUNCTION private.hold_state(hold private.slot_holds)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'date', hold.booking_date,
    'start', private.format_time(hold.booking_time),
    'end', private.format_time(hold.window_end),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
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
    else 0
  end;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    select 1 as part, i.position as n, i.name as description, i.quantity, i.price as gross, i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, 1, e.price, true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking) as off,
      -- What goes beyond the services comes off the rest of the bill too, never off the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking)
        > (select coalesce(sum(p.gross), 0) from priced p where p.cut) as everywhere
    from bill
  ),
  weighed as (
    select p.*, cuts.off, case when p.part >= 4 then 0 when p.cut or cuts.everywhere then p.gross else 0 end as weight
    from priced p cross join cuts
  ),
  running as (
    select w.*,
      sum(w.weight) over line as upto, sum(w.weight) over line - w.weight as before,
      greatest(sum(w.weight) over (), 1) as whole
    from weighed w window line as (order by w.part, w.n)
  ),
  net as (
    select r.*, (r.off * r.upto / r.whole - r.off * r.before / r.whole)::int as discount from running r
  ),
  summed as (
    select n.*, n.gross - n.discount as total, sum(n.gross - n.discount) over line as upto_total
    from net n window line as (order by n.part, n.n)
  ),
  taxed as (
    -- Each sum up to a line is rounded as the whole is, so that the lines add up to it exactly.
    select s.*,
      (round(s.upto_total * 10000.0 / 118) - round((s.upto_total - s.total) * 10000.0 / 118))::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / 118))::int as upto_tax
    from summed s
  ),
  halved as (
    select t.*, t.total * 100 - t.taxable_paise as tax_paise,
      private.is_maharashtra(booking.pin, booking.gstin) as own_state
    from taxed t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.taxable_paise, 'rate', 18,
    'cgst_rate', case when h.own_state then 9 else 0 end,
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_rate', case when h.own_state then 9 else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_rate', case when h.own_state then 0 else 18 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) order by h.part, h.n), '[]')
  from halved h;
$function$;

CREATE OR REPLACE FUNCTION private.is_active(status text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_change_free(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return private.is_rained_off(booking) or private.is_window_missed(booking); end; $function$;

CREATE OR REPLACE FUNCTION private.is_first_coupon_used(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.coupons c where c.code = booking.coupon_code and c.first_booking) then
    return false;
  end if;
  -- As in create_booking, and like there before the lock of the day: neither gives what the other is giving.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || booking.phone, 0));
  return exists (
    select from public.service_bookings b join public.coupons c on c.code = b.coupon_code and c.first_booking
    where b.phone = booking.phone and b.id <> booking.id and private.effective_status(b) not in ('cancelled', 'expired')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_live_booking(booking uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.service_bookings b where b.id = is_live_booking.booking and not private.is_void(b));
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
    -- What it offers, a free second look, is over then.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_active(booking.status)
  end;
$function$;

CREATE OR REPLACE FUNCTION private.is_site_server(headers jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.settings s where s.name = 'site_key' and s.value = headers ->> 'x-twostroke-site-key'
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_void(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return private.effective_status(booking) in ('cancelled', 'no_show', 'expired'); end; $function$;

CREATE OR REPLACE FUNCTION private.is_window_missed(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select booking.mode <> 'workshop' and booking.status in ('confirmed', 'assigned', 'on_the_way')
    and private.now() >= private.window_missed_at(booking);
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  total int := private.amount_due(booking);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  bike public.models;
  warranty_days int := 30;
  serial int;
  number text;
begin
  select * into bike from public.models m where m.id = booking.model_id;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- Last of all: everybody else who completes a booking waits from here to the end of this transaction.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
  select booking.id, number, year, serial, private.now(), total, jsonb_build_object(
    'number', number,
    'date', issued,
    'supplier', jsonb_build_object(
      'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
      'email', s.email
    ),
    'customer', jsonb_build_object(
      'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
      'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
        select a.name from public.areas a where a.slug = booking.area_slug
      ), 'Pune ' || booking.pin), '')
    ),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'credit_paise', private.credit_discount(booking) * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.amount_in_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', booking.odometer_km,
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', jsonb_build_object(
      'date', (issued + make_interval(months => bike.interval_months))::date,
      'odometer_km', booking.odometer_km + bike.interval_km
    ),
    'is_demo', s.is_demo
  ) || tax
  from public.shop s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.last_bookable_day()
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select private.today() + s.horizon_days from public.shop s);
end;
$function$;

CREATE OR REPLACE FUNCTION private.late_credit_refusal(booking public.service_bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.effective_status(booking) in ('pending_payment', 'expired', 'no_show') then 'not_allowed'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'weather'
    when not private.was_shop_late(booking) then 'not_late'
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
  -- Two at once of one number or account: the second waits here and counts the first.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The one of the allowed number that makes room last: when there is one, there is no room.
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

CREATE OR REPLACE FUNCTION private.limit_guest_holds(mode text, day date, first_start time without time zone, windows integer, own uuid)
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
    -- The one of the allowed number that ends last: when there is one, there is no room.
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

CREATE OR REPLACE FUNCTION private.limit_holds(request uuid, phone text, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.is_admin() then
    return;
  end if;
  select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_of_a_request')] + interval '1 hour'
  into until from private.slot_holds h where h.request_id = request and h.held_at > at - interval '1 hour';
  if until is null and account is not null then
    perform pg_advisory_xact_lock(hashtextextended('holds of ' || account, 0));
    select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_an_hour')] + interval '1 hour'
    into until from private.slot_holds h where h.user_id = account and h.held_at > at - interval '1 hour';
  end if;
  if until is not null then
    perform private.raise_too_many('too_many', 'You have tried many times. Book without holding the time, or call us on '
      || private.shop_phone() || '.', until);
  end if;

  if limit_holds.phone is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || limit_holds.phone, 0));
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.phone = limit_holds.phone and h.ended is null and h.expires_at > at and h.request_id <> request;
  end if;
  if until is null and account is not null then
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.user_id = account and h.held_at > at - interval '1 hour' and h.ended is null and h.expires_at > at
      and h.request_id <> request;
  end if;
  if until is not null then
    perform private.raise_too_many(
      'too_many_holds', private.limit_value('open_holds') || ' times are held for you already. Book one of them first.', until
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_value(name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (select l.most from private.limits l where l.name = limit_value.name); end; $function$;

CREATE OR REPLACE FUNCTION private.limit_waiting(phone text, mode text, day date, start time without time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  until timestamptz;
begin
  if exists (
    select from public.waitlist w
    where (w.phone, w.booking_date, w.booking_time) = (limit_waiting.phone, day, start) and w.state in ('waiting', 'offered')
  ) then
    perform private.raise_error(409, 'in_line', 'This number is in line for that time already. We send a link when a place frees up.');
  elsif public.is_admin() then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.limit_value('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.raise_too_many(
      'too_many_waits', 'This number is in line for ' || private.limit_value('open_waits')
        || ' times already. Leave one of them, or call us on ' || private.shop_phone() || '.', until
    );
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.limit_value('waits_of_a_window');
  if until is not null then
    perform private.raise_too_many('too_many_in_line', 'Many are in line for that time. Choose another one.', until);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.local_instant(day date, local_time time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (day + local_time) at time zone 'Asia/Kolkata'; $function$;

CREATE OR REPLACE FUNCTION private.lock_own_booking(booking uuid, manage_token text)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = lock_own_booking.booking for update;
  if b.id is null or not (
    public.is_admin()
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(lock_own_booking.manage_token) = b.id, false)
  ) then
    perform private.raise_error(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  if private.effective_status(b) <> b.status then
    b := private.transition_booking(b.id, 'system', 'expired', 'Not paid in time');
  end if;
  return b;
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
  token text;
begin
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  select * into w from public.waitlist l where l.id = m.waitlist_id;
  if m.status <> 'waiting' or not (
    case when w.id is null then private.is_message_current(m, b) else private.has_open_offer(w) end
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
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.nearest_free(mode text, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.last_bookable_day(), windows, next_day, own) s
    where s.free > 0
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$function$;

CREATE OR REPLACE FUNCTION private.needs_handover_code(booking public.service_bookings, to_status text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$ begin return to_status = 'completed' or (to_status = 'picked_up' and booking.mode = 'pickup'); end; $function$;

CREATE OR REPLACE FUNCTION private.no_show_fee(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return case when private.is_rained_off(booking) or private.is_window_missed(booking) then 0 else 200 end; end; $function$;

CREATE OR REPLACE FUNCTION private.no_show_from(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return booking.starts_at + interval '15 minutes'; end; $function$;

CREATE OR REPLACE FUNCTION private.notify_followers(booking uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ update public.service_bookings s set updated_at = pg_catalog.now() where s.id = notify_followers.booking; $function$;

CREATE OR REPLACE FUNCTION private.notify_freed_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.waitlist w
    where w.booking_date = old.booking_date and w.mode = old.mode and w.state = 'waiting'
  ) then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_more_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.waitlist w where w.state = 'waiting') then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_weather(day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told int;
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
$function$;

CREATE OR REPLACE FUNCTION private.notify_workers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('message_outbox', '');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_details(entry public.waitlist)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.format_time(entry.booking_time),
      'end', private.format_time(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int
        ) order by n)
        from jsonb_array_elements((select j.quote -> 'lines' from private.plan_job(entry.items, m.id, entry.mode) j))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
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

  select m.mode into b.mode from public.service_modes m where m.mode = request ->> 'mode';
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
  -- With a plate nobody needs it.
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

CREATE OR REPLACE FUNCTION private.payment_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with sums as (
    select
      private.paid_paise(booking.id) / 100 as paid,
      greatest(private.amount_due(booking) - private.paid_paise(booking.id) / 100, 0) as due,
      private.effective_status(booking) as shown
  )
  select jsonb_build_object(
    'status', case
      when exists (select from public.refunds r where r.booking_id = booking.id and r.status <> 'done') then 'refund_due'
      when shown <> 'expired' and due > 0
        and exists (select from public.payments p where p.booking_id = booking.id and p.status = 'claimed') then 'claimed'
      when shown <> 'expired' and due > 0 and paid > 0 then 'part_paid'
      when shown <> 'expired' and due > 0 then 'unpaid'
      when paid > 0 then 'paid'
      when exists (select from public.refunds r where r.booking_id = booking.id) then 'refunded'
      else 'nothing_due'
    end,
    'paid', paid,
    'due', case when shown = 'expired' then 0 else due end,
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_void(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_void(c)
    ),
    'credit', private.credit_discount(booking),
    'credit_given', (
      select jsonb_build_object('amount', c.amount, 'reason', c.reason, 'used_by', (
        select u.number from public.service_bookings u where u.id = c.used_by and not private.is_void(u)
      ))
      from public.booking_credits c where c.booking_id = booking.id
    ),
    'late_credit', private.late_credit_refusal(booking) is null,
    'method', booking.pay_by,
    'online', exists (select from public.shop s where s.payment_provider is not null),
    'pay_until', case when shown = 'pending_payment' then booking.pay_until end,
    'seconds_left', case when shown = 'pending_payment'
      then greatest(0, floor(extract(epoch from booking.pay_until - private.now())))::int end,
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - '{booking_id,provider_order_id,provider_payment_id,checked_at}'::text[] order by p.created_at, p.id
      ), '[]')
      from public.payments p where p.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - '{booking_id,provider_refund_id,tries,next_try_at}'::text[] order by r.asked_at, r.id
      ), '[]')
      from public.refunds r where r.booking_id = booking.id
    ),
    'refund_time', '5–7 working days'
  )
  from sums;
$function$;

CREATE OR REPLACE FUNCTION private.plan_job(items jsonb, model text, mode text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, day date DEFAULT NULL::date, gstin text DEFAULT NULL::text, phone text DEFAULT NULL::text)
 RETURNS TABLE(quote jsonb, minutes integer, windows integer, two_day boolean, next_day boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  quote := private.price_cart(items, model, plan_job.mode, coupon, area, pin, day, gstin, phone);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.raise_error(422, 'items', refusal ->> 'reason', quote::text);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, plan_job.mode, two_day);
  return next;
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode text, coupon text, area text, pin text, day date, gstin text, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}'::text[];
  line jsonb;
  lines jsonb := '[]'::jsonb;
  refusals jsonb := '[]'::jsonb;
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int := 0;
  total int;
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price_cart.model;
  if bike.id is null then
    perform private.raise_error(422, 'model', 'Choose your bike from the list');
  end if;
  if price_cart.mode is null or not exists (select from public.service_modes s where s.mode = price_cart.mode) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.raise_error(422, 'items', 'Choose a service first');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'reason', 'This is in the cart twice.');
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, price_cart.mode, primary_slug, entry ->> 'id',
        case when entry ? 'quantity' then coalesce(private.to_int(entry ->> 'quantity'), 0) else 1 end
      );
    end if;
    if line ? 'code' then
      refusals := refusals || line;
    else
      lines := lines || line;
      subtotal := subtotal + (line ->> 'price')::int;
      minutes := minutes + (line ->> 'minutes')::int;
      if line ->> 'package_type' = 'primary' then
        primary_price := (line ->> 'price')::int;
      end if;
    end if;
  end loop;

  if primary_slug is null then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'primary_missing', 'reason', 'Choose one main service; the add-ons go with it.'
    );
  end if;
  if price_cart.mode <> 'workshop' and price_cart.area is not null
    and not exists (select from public.areas a where a.slug = price_cart.area)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'area_not_served', 'reason', 'We don''t come to this area yet. Choose one of ours.'
    );
  end if;
  if price_cart.mode <> 'workshop' and price_cart.pin is not null
    and not exists (select from public.area_pins p where p.pin = price_cart.pin)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'pin_not_served',
      'reason', 'We don''t serve this PIN yet. Leave your number and we''ll tell you.'
    );
  end if;

  if price_cart.mode = 'pickup' and primary_price is not null then
    select case when primary_price >= free_from then 0 else p.price end into class_pickup
    from public.addon_prices p where p.addon_slug = 'pickup-drop' and p.price_class = bike.price_class;
    lines := lines || jsonb_build_object(
      'item_id', 'pickup-drop',
      'name', (select a.name from public.addons a where a.slug = 'pickup-drop'),
      'package_type', 'pickup',
      'quantity', 1,
      'unit_price', class_pickup,
      'price', class_pickup,
      'minutes', 0
    );
    subtotal := subtotal + class_pickup;
  end if;

  discount := private.coupon_discount(price_cart.coupon, lines, price_cart.day, price_cart.phone);
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false)
  ) || private.tax(total, private.is_maharashtra(price_cart.pin, price_cart.gstin));
end;
$function$;

CREATE OR REPLACE FUNCTION private.raise_error(status integer, code text, message text, details text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if raise_error.details is null then
    raise exception using errcode = 'PT' || status, message = raise_error.message, hint = raise_error.code;
  end if;
  raise exception using errcode = 'PT' || status, message = raise_error.message, hint = raise_error.code, detail = raise_error.details;
end;
$function$;

CREATE OR REPLACE FUNCTION private.raise_too_many(code text, message text, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.raise_error(429, code, message, jsonb_build_object(
    'retry_after', greatest(1, ceil(extract(epoch from until - private.now())))::int
  )::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.random_handover_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0');
$function$;

CREATE OR REPLACE FUNCTION private.recalculate_fee(booking public.service_bookings, fee integer)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  target public.service_bookings;
begin
  select * into target from public.service_bookings s
  where s.id = booking.carried_to and s.status <> 'completed' and not private.is_void(s) for update;
  update public.service_bookings s set
    fee = recalculate_fee.fee,
    carried = case
      when target.id is null then s.carried else greatest(recalculate_fee.fee - private.paid_paise(s.id) / 100, 0)
    end
  where s.id = booking.id and (s.fee <> recalculate_fee.fee or target.id is not null) returning * into b;
  if target.id is not null then
    perform private.refund_overpayment(target, 'overpaid');
    perform private.notify_followers(target.id);
  end if;
  if b.id is null then
    return booking;
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
  stands text;
  told text;
begin
  select b.status into stands from public.service_bookings b where b.id = new.id;
  select e.to_status into told from public.booking_events e where e.booking_id = new.id order by e.id desc limit 1;
  if stands is distinct from told and stands is not null then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status)
    values (new.id, private.now(), 'service', auth.uid(), told, stands);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refund_overpayment(booking public.service_bookings, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  too_much int := private.paid_paise(booking.id) - private.amount_due(booking) * 100;
  p record;
begin
  for p in
    select a.id, a.left_paise
    from (
      select x.id, x.captured_at, x.captured_paise - coalesce((
        select sum(r.amount_paise)::int from public.refunds r where r.payment_id = x.id
      ), 0) as left_paise
      from public.payments x where x.booking_id = booking.id and x.captured_paise > 0
    ) a
    where a.left_paise > 0
    order by a.captured_at desc, a.id desc
  loop
    exit when too_much <= 0;
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (booking.id, p.id, least(too_much, p.left_paise), refund_overpayment.reason, private.now(), private.now());
    too_much := too_much - p.left_paise;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refund_overpayment_on_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refund_overpayment(new, case new.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.remove_personal_data(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(btrim(left(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      left(text, 2000),
      '[[:space:][:cntrl:]]+', ' ', 'g'),
      '([^ ?#"''()]*/[^ ?#"''()]*)[?#][^ "''()]*', '\1', 'g'), -- the query and the fragment of an address
      '\?[^ =?]+=[^ ]*', '', 'g'), -- a query alone
      '[^ @<>"''(),;:]+@[^ @<>"''(),;:]+\.[A-Za-z]{2,}', '[mail]', 'g'),
      '(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}', '[token]', 'g'), -- long and with a digit in it
      '\m[A-Za-z]{2}[ -]?[0-9]{1,2}[ -]?[A-Za-z]{1,3}[ -]?[0-9]{4}\M', '[number]', 'g'), -- a number plate
      '\+?[0-9]([ .()-]{0,2}[0-9]){6,}', '[number]', 'g'), -- a phone, an account, a card
    300)), '');
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
  -- By their rows and not by the clock: they may have gone to somebody while this waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Judged as when it was booked: whoever paid a minute late is not told that it is too soon by now.
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

CREATE OR REPLACE FUNCTION private.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := pg_catalog.now();
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.skip_preview_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.strip_separators(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$ begin return regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g'); end; $function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor text, to_status text, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause text DEFAULT NULL::text)
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
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(transition_booking.to_status, 'nothing'), '_', ' ') || '.');
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
  -- A bill that was named at an earlier step is the bill at the end, so it is looked at again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.raise_error(409, 'not_agreed', 'The customer has agreed to ' || private.format_rupees(private.agreed_price(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed_price(b))::text);
  end if;
  -- Whoever takes places removes those of unpaid bookings, many at once: both under the lock of the day.
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
      when transition_booking.to_status = 'cancelled' then case 'customer' when transition_booking.actor then 'customer' when transition_booking.cause then 'customer'
        else 'shop' end
    end,
    cancel_cause = case
      when transition_booking.to_status <> 'cancelled' then null
      when transition_booking.actor = 'customer' then 'customer'
      else coalesce(transition_booking.cause, case when private.is_rained_off(s) then 'weather' else 'shop' end)
    end,
    cancel_reason = case when transition_booking.to_status = 'cancelled' then transition_booking.note end,
    -- Giving up a booking that was never paid is no late cancelling.
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

CREATE OR REPLACE FUNCTION private.waitlist_answer(entry public.waitlist, repeated boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'state', entry.state, 'position', private.waitlist_position(entry), 'mode', entry.mode, 'date', entry.booking_date,
    'start', private.format_time(entry.booking_time), 'end', private.format_time(entry.window_end),
    'token', private.waitlist_token(entry.id, 'leave'), 'repeated', repeated
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.waitlist_position(entry public.waitlist)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from public.waitlist w
    where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (entry.booking_date, entry.mode, entry.booking_time)
      and (w.created_at, w.id) <= (entry.created_at, entry.id)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_shop_late(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.window_missed_at(booking) <= coalesce((
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  ), booking.closed_at, private.now())
  -- Or before it was moved. All windows are of the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time) + interval '60 minutes'
  );
$function$;

CREATE OR REPLACE FUNCTION private.window_missed_at(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.local_instant(booking.booking_date, booking.window_end) + interval '60 minutes'; $function$;

CREATE OR REPLACE FUNCTION private.work_price(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return coalesce(booking.final_price, private.agreed_price(booking)); end; $function$;

CREATE OR REPLACE FUNCTION private.write_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
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
$function$;

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, approve boolean, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  answer text := case when answer_extra_work.approve then 'approved' when not answer_extra_work.approve then 'declined' end;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.is_admin() and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.raise_error(422, 'approve', 'Say yes or no');
  elsif char_length(remark) > 300 then
    perform private.raise_error(422, 'note', 'Keep the note to 300 characters');
  elsif as_admin and remark is null then
    perform private.raise_error(422, 'note', 'Say how the customer answered: it stays with the booking');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.raise_error(409, 'answered', 'This was answered before. To change it, call us on '
      || private.shop_phone() || '.');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin' else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(b.id, case when as_admin then 'admin' else 'customer' end, 'inspecting', null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
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
  actor text := case when as_admin then 'admin' else 'customer' end;
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
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then cancel_booking.cause end
  );
  -- private.transition_booking notes it of a customer; through staff it is the same.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.claim_payment(reference text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  p public.payments;
begin
  b := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.reference = claim_payment.reference), claim_payment.manage_token
  );
  select * into p from public.payments x where x.reference = claim_payment.reference;
  if p.provider is distinct from 'upi' or p.status = 'failed' then
    perform private.raise_error(409, 'not_allowed', 'We could not find this payment. Pay again, or call us on '
      || private.shop_phone() || '.');
  elsif p.status = 'created' then
    update public.payments x set status = 'claimed', claimed_at = private.now() where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status,
      'Says ' || private.format_rupees(p.amount_paise / 100) || ' is paid by UPI, reference ' || p.reference
    );
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_payment(payment uuid, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(confirm_payment.note, false);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.raise_error(409, 'not_allowed', 'The gateway confirms this payment itself.');
  elsif p.captured_paise = 0 then
    perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
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

  -- The same request, twice at once or long after: the second waits here and gets the booking of the first.
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
  wanted.pay_by := coalesce(private.clean_text(request ->> 'payment'), 'after_service');
  if wanted.pay_by not in ('after_service', 'upi', 'online') then
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
    -- What depends on the number is told only to somebody who saw the quote without it: asking costs a booking.
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
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
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
  -- Somebody may have taken the places while this waited for the lock.
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

CREATE OR REPLACE FUNCTION public.finish_refund(refund uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(finish_refund.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null
  );
  r public.refunds;
  from_provider text;
begin
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.raise_error(409, 'not_allowed', 'The gateway is giving this back: paying it out too would pay it twice.');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.raise_error(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_invoice(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.is_admin()
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.raise_error(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  select i.data || jsonb_build_object('issued_at', i.issued_at) into result
  from public.invoices i where i.booking_id = b.id;
  if result is null then
    perform private.raise_error(404, 'no_invoice', 'The invoice is written when the service is completed.');
  end if;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_offer(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.claim_hash = private.hash_token(coalesce(token, ''));
  if w.id is null then
    perform private.raise_error(404, 'not_found', 'We do not know this link. It may be cut off.');
  elsif w.state = 'claimed' then
    perform private.raise_error(409, 'claimed', 'You have booked this time. The link to your booking is in the message we sent you.');
  end if;
  select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  if not private.has_open_offer(w) or held.id is null then
    perform private.raise_error(409, 'offer_over', 'This offer is over: the place was kept until '
      || to_char(w.offer_ends_at at time zone 'Asia/Kolkata', 'HH24:MI') || '.',
      (private.offer_details(w) || jsonb_build_object(
        'ended_at', w.offer_ends_at,
        'alternatives', private.nearest_free(w.mode, w.booking_date, w.booking_time, w.windows, w.next_day)
      ))::text);
  end if;
  return private.offer_details(w) || jsonb_build_object(
    'request_id', w.offer_request_id, 'name', w.customer_name, 'phone', w.phone, 'email', w.email,
    'hold', private.hold_state(held)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.give_late_credit(booking uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  remark text := private.clean_text(give_late_credit.note);
  fault text;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.lock_own_booking(booking, null);
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.raise_error(422, 'note', 'Say what happened in 3 to 300 characters: it stays with the booking');
  elsif fault is not null then
    perform private.raise_error(409, fault, case fault
      when 'credited' then 'This booking has its credit already.'
      when 'weather' then 'There is no credit for rain or a closed road: moving and cancelling are free.'
      when 'not_late' then 'The credit is due 60 minutes after the end of the window.'
      else 'This booking is ' || replace(b.status, '_', ' ') || ': it has no credit.'
    end);
  end if;
  -- An invoice that is written stays as it is.
  insert into public.booking_credits (booking_id, phone, reason, note, used_by, given_at)
  values (
    b.id, b.phone, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'We were late, ₹100 credit: ' || remark
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
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
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and choose the time once more');
  elsif hold_slot.mode is null or not exists (select from public.service_modes m where m.mode = hold_slot.mode) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, hold_slot.mode);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.raise_error(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (hold_slot.mode, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- The new place first, then the old one: when the new one is refused, the old one is still held.
  perform private.lock_days(hold_slot.mode, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(hold_slot.mode, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null then
    perform private.limit_guest_holds(hold_slot.mode, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), hold_slot.mode, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + interval '10 minutes'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Whoever writes also tidies up what nobody asks for any more, and never waits for it.
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
  select m.mode into w.mode from public.service_modes m where m.mode = request ->> 'mode';
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

  -- The same request, twice at once or long after: the second waits here and gets the answer of the first.
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

CREATE OR REPLACE FUNCTION public.leave_waitlist(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  if w.id is null then
    perform private.raise_error(404, 'not_found', 'We do not know this link. You are not in line with it.');
  end if;
  -- Also where no place is offered yet: it may be by the time the day is locked.
  perform private.lock_request(w.offer_request_id);
  perform private.lock_day(w.mode, w.booking_date);
  update public.waitlist l set state = 'left' where l.id = w.id and l.state in ('waiting', 'offered') returning * into w;
  if found then
    select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
    if held.id is not null then
      perform private.end_hold(held, 'released');
    end if;
  else
    select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  end if;
  return jsonb_build_object('state', w.state);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if list_slots.mode is null or not exists (select from public.service_modes s where s.mode = list_slots.mode) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, list_slots.mode, false) as windows, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, list_slots.mode);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(list_slots.mode, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', coalesce(
          case when list_slots.mode = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.pay_after_service(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, pay_after_service.manage_token);
begin
  if b.status = 'expired' then
    perform private.raise_error(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' then
    if not private.secure_places(b) then
      perform private.raise_error(409, 'expired', 'The time has gone to somebody else by now. Please book again.');
    end if;
    update public.service_bookings s set pay_by = 'after_service' where s.id = b.id;
    b := private.transition_booking(b.id, 'system', 'confirmed', 'Pays after the service');
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
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
      || replace(b.status, '_', ' ') || '.');
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
    -- Within the limit nobody is asked; what goes beyond it always is.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit' end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved' else 'proposed' end, line.decided_by, private.now(),
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

CREATE OR REPLACE FUNCTION public.quote(items jsonb, model text, mode text DEFAULT 'workshop'::text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, date text DEFAULT NULL::text, gstin text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.clean_text(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.raise_error(422, 'gstin', 'Check the GSTIN');
  end if;
  return private.price_cart(
    quote.items, quote.model, quote.mode, quote.coupon, nullif(quote.area, ''),
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.record_cash(booking uuid, amount integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(record_cash.note, false);
  b public.service_bookings := private.lock_own_booking(booking, null);
  due int := private.amount_due(b) - private.paid_paise(b.id) / 100;
  p public.payments;
begin
  if b.status in ('pending_payment', 'expired') then
    perform private.raise_error(409, 'not_allowed', 'This booking is not confirmed: nobody owes anything yet.');
  elsif due <= 0 then
    perform private.raise_error(409, 'paid', 'There is nothing left to pay.');
  elsif record_cash.amount is null or record_cash.amount not between 1 and due then
    perform private.raise_error(422, 'amount', 'Enter what you were given, up to ' || private.format_rupees(due));
  end if;
  insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
  values (b.id, 'cash', 'desk', private.payment_reference(b), record_cash.amount * 100, 'created', private.now())
  returning * into p;
  perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reject_claim(payment uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(reject_claim.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'UPI payment not found: ' || remark);
    perform private.notify_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.raise_error(409, 'not_allowed', 'This payment does not wait for anybody.');
  end if;
  return private.payment_answer(b.id);
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
      p.kind,
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

  -- Pruned by whoever writes, more than is written and never much at once: no timer, no growth. Rows that another
  -- call is removing already are left to it.
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

CREATE OR REPLACE FUNCTION public.request_callback(kind text, name text, phone text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.clean_text(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if request_callback.kind is null or request_callback.kind not in ('unlisted_bike', 'unserved_pin', 'message') then
    perform private.raise_error(422, 'kind', 'Tell us what it is about');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.raise_error(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  elsif caller_name is null then
    perform private.raise_error(422, 'name', 'Enter your name');
  elsif caller_phone is null then
    perform private.raise_error(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif request_callback.kind = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.raise_error(422, 'bike', 'Enter the brand and model of your bike');
  elsif request_callback.kind = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.raise_error(422, 'pin', 'Enter a 6-digit PIN');
  elsif request_callback.kind = 'message' and message is null then
    perform private.raise_error(422, 'message', 'Write what we can do for you');
  elsif char_length(message) > 500 then
    perform private.raise_error(422, 'message', 'Keep the message to 500 characters');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  select (array_agg(r.created_at order by r.created_at desc))[private.limit_value('callbacks_a_day')] + interval '1 day'
  into until from public.callback_requests r
  where r.phone = caller_phone and r.created_at > private.now() - interval '1 day';
  if until is not null then
    perform private.raise_too_many(
      'too_many', 'We have your number and will call. For anything urgent: ' || private.shop_phone() || '.', until
    );
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    request_callback.kind, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
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
  actor text := case when as_admin then 'admin' else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place text := coalesce(private.clean_text(reschedule_booking.mode), b.mode);
  remark text := private.clean_text(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Free, not counted, and at the price that was agreed.
  ours boolean := private.is_change_free(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status text := case b.status when 'on_the_way' then 'assigned' else b.status end;
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
  elsif place not in ('doorstep', 'pickup', 'workshop') then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.can_transition(actor, b, 'assigned')) then
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot be moved.');
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

  -- A coupon of certain days holds on the new day or falls away, and the customer sees that first. When it is not his
  -- wish, he keeps it.
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

CREATE OR REPLACE FUNCTION public.retry_message(message bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  m public.message_outbox;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to send messages.');
  end if;
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.raise_error(404, 'not_found', 'There is no such message.');
  elsif m.status <> 'failed' then
    perform private.raise_error(409, 'not_failed', 'This message has not failed: it is ' || m.status || '.');
  elsif not (select private.is_message_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.raise_error(409, 'not_current', 'The booking has changed since: this message would no longer be true.');
  end if;
  update public.message_outbox o
  set status = 'waiting', attempts = 0, next_try_at = private.now(), claimed_until = null
  where o.id = m.id;
  perform pg_catalog.pg_notify('message_outbox', '');
  return jsonb_build_object('id', m.id, 'status', 'waiting');
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_fee(booking uuid, fee integer, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  remark text := private.clean_text(set_booking_fee.note);
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.lock_own_booking(booking, null);
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.raise_error(422, 'fee', 'Enter the fee in whole rupees');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.raise_error(422, 'note', 'Say why: it stays with the booking');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.raise_error(409, 'invoice_issued', 'The invoice of this booking is written and cannot be changed. To charge '
      || 'less takes a credit note, to charge more another invoice: ask your accountant.');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.raise_error(409, 'invoice_issued', 'This fee stands on the invoice of a later booking, which is written.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee);
  return private.booking_state(private.recalculate_fee(b, set_booking_fee.fee));
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
  if private.needs_handover_code(b, set_booking_status.to_status)
    and private.can_transition('admin', b, set_booking_status.to_status)
  then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Answered and not raised: raising would forget the try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    remark := nullif(concat_ws('. ', remark, 'Without the code: ' || why), '');
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price,
    case set_booking_status.to_status when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_gstin(booking uuid, gstin text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, set_gstin.manage_token);
  clean text := private.clean_gstin(set_gstin.gstin);
begin
  if clean is null and private.clean_text(set_gstin.gstin) is not null then
    perform private.raise_error(422, 'gstin', 'Check the GSTIN');
  elsif clean is not distinct from b.gstin then
    return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
  elsif b.status = 'completed' then
    perform private.raise_error(409, 'invoice_issued', 'The invoice is written and cannot be changed. Call us on '
      || private.shop_phone() || '.');
  elsif b.status in ('cancelled', 'no_show', 'expired') then
    perform private.raise_error(409, 'not_allowed', 'There is no invoice for a booking that does not happen.');
  end if;
  update public.service_bookings s set gstin = clean where s.id = b.id returning * into b;
  return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
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
  told int;
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
    told := private.notify_weather(day);
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
  by_provider text := case start_payment.method
    when 'upi' then 'upi' when 'online' then (select s.payment_provider from public.shop s)
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
    -- Whoever said that he has paid is not asked again until somebody has looked.
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
      b.id, start_payment.method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
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
      || replace(b.status, '_', ' ') || '.');
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
    -- The same tick again stays that of whoever came first.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

CREATE TRIGGER forbid_event_changes BEFORE DELETE OR UPDATE ON public.booking_events FOR EACH ROW EXECUTE FUNCTION private.forbid_event_changes();

CREATE TRIGGER forbid_event_truncation BEFORE TRUNCATE ON public.booking_events FOR EACH STATEMENT EXECUTE FUNCTION private.forbid_event_changes();

CREATE TRIGGER notify_freed_place AFTER DELETE ON public.booking_places FOR EACH ROW EXECUTE FUNCTION private.notify_freed_place();

CREATE TRIGGER notify_more_places AFTER INSERT OR DELETE OR UPDATE ON public.business_hours FOR EACH STATEMENT EXECUTE FUNCTION private.notify_more_places();

CREATE TRIGGER notify_more_places AFTER INSERT OR DELETE OR UPDATE ON public.capacities FOR EACH STATEMENT EXECUTE FUNCTION private.notify_more_places();

CREATE TRIGGER skip_preview_report BEFORE INSERT ON public.client_reports FOR EACH ROW WHEN ((new.site_release ~~ 'preview-%'::text)) EXECUTE FUNCTION private.skip_preview_report();

CREATE TRIGGER notify_more_places AFTER INSERT OR DELETE OR UPDATE ON public.closures FOR EACH STATEMENT EXECUTE FUNCTION private.notify_more_places();

CREATE TRIGGER forbid_invoice_changes BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.forbid_invoice_changes();

CREATE TRIGGER notify_workers AFTER INSERT ON public.message_outbox FOR EACH STATEMENT EXECUTE FUNCTION private.notify_workers();

CREATE TRIGGER forbid_row_changes BEFORE DELETE OR UPDATE ON public.payment_events FOR EACH ROW EXECUTE FUNCTION private.forbid_row_changes();

CREATE TRIGGER create_handover_code AFTER INSERT ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.create_handover_code();

CREATE TRIGGER increment_version BEFORE UPDATE ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.increment_version();

CREATE CONSTRAINT TRIGGER record_status_event AFTER INSERT OR UPDATE OF status ON public.service_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.record_status_event();

CREATE TRIGGER refund_overpayment_on_change AFTER UPDATE OF status, fee, final_price, estimated_price ON public.service_bookings FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.fee IS DISTINCT FROM old.fee) OR (new.final_price IS DISTINCT FROM old.final_price) OR (new.estimated_price IS DISTINCT FROM old.estimated_price))) EXECUTE FUNCTION private.refund_overpayment_on_change();

CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();

CREATE TRIGGER notify_more_places AFTER INSERT ON public.waitlist FOR EACH STATEMENT EXECUTE FUNCTION private.notify_more_places();

CREATE TRIGGER notify_more_places AFTER INSERT OR DELETE OR UPDATE ON public.weather_days FOR EACH STATEMENT EXECUTE FUNCTION private.notify_more_places();

COMMENT ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) IS 'Whether a change is made by the shop: an admin speaks for it in any booking but his own, and in that too once he says whose reason it is. Raises PT403 when a customer does, PT422 cause, waiver.';

COMMENT ON FUNCTION "private"."agreed_price"(public.service_bookings) IS 'The most that the work may cost in rupees: the estimate, which has the coupon and the pickup in it, and the extra work that was approved, by the customer or by the limit chosen at booking.';

COMMENT ON FUNCTION "private"."amount_due"(public.service_bookings) IS 'What a booking costs in rupees at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it. One that does not happen costs its fee, unless that was carried to a booking that lives.';

COMMENT ON FUNCTION "private"."amount_in_words"(integer) IS 'A whole number in words as people here say it, with lakh and crore.';

COMMENT ON FUNCTION "private"."can_be_picked_up"(public.service_bookings) IS 'Whether what was booked for the gate can be done in the workshop as well, after a pickup.';

COMMENT ON FUNCTION "private"."can_transition"(text, public.service_bookings, text) IS 'Whether booking_transitions allows a step.';

COMMENT ON FUNCTION "private"."capture_payment"(uuid, integer, text, text) IS 'Money of a payment is there: confirms an unpaid booking, one that is over too if its places are still free and its first-booking coupon was not used for another, and otherwise asks for a refund of what is over. Another amount than was asked for is given back whole. The caller holds the booking.';

COMMENT ON FUNCTION "private"."check_expected_fee"(integer, integer) IS 'Nobody pays a fee that was not shown: raises PT409 fee_changed with the fee.';

COMMENT ON FUNCTION "private"."check_payment_note"(text, boolean) IS 'Lets admins pass, with the note they typed; raises PT403, PT422 note.';

COMMENT ON FUNCTION "private"."clean_text"(text) IS 'Trimmed, NFKC, single spaces; null when nothing is left.';

COMMENT ON FUNCTION "private"."count_open_lines"(uuid) IS 'How many lines of a checklist are neither done nor put aside.';

COMMENT ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text) IS 'What a code takes off in whole rupees (percentages rounded down), or the reason why nothing: a sentence that begins "This code isn''t valid for this cart because". Null without a code. The phone is asked only where a booking is made: a quote must not tell who has booked before.';

COMMENT ON FUNCTION "private"."create_handover_code"() IS 'Trigger: every booking has a code, whoever writes it.';

COMMENT ON FUNCTION "private"."credit_discount"(public.service_bookings) IS 'Rupees that credits take off the work of a booking: never more than it costs, and nothing off the fees.';

COMMENT ON FUNCTION "private"."default_weather_note"() IS 'What customers read of a day in weather mode when staff say nothing else.';

COMMENT ON FUNCTION "private"."effective_status"(public.service_bookings) IS 'The status to show: an unpaid booking whose time is over waits for nothing any more, whether or not that is written yet.';

COMMENT ON FUNCTION "private"."expire_unpaid_bookings"() IS 'Writes down which unpaid bookings are over; a worker calls it now and then. Their places were free already. Several may run at once.';

COMMENT ON FUNCTION "private"."forbid_event_changes"() IS 'Trigger: an event is never changed, taken away or truncated, whoever tries. It goes only with its booking.';

COMMENT ON FUNCTION "private"."forbid_invoice_changes"() IS 'Trigger: an invoice stays as it was issued, whoever tries; it outlives its booking.';

COMMENT ON FUNCTION "private"."forbid_row_changes"() IS 'Trigger: a row that was written is never changed or deleted, whoever tries.';

COMMENT ON FUNCTION "private"."format_rupees"(integer) IS 'An amount as people here write it: ₹1,00,000.';

COMMENT ON FUNCTION "private"."format_time"(time without time zone) IS 'A clock time as HH:MM, the form all functions answer with.';

COMMENT ON FUNCTION "private"."has_open_offer"(public.waitlist) IS 'Whether a place is held for this entry at this moment.';

COMMENT ON FUNCTION "private"."increment_version"() IS 'Trigger: a booking that is moved, cancelled or waits for an answer gets the next version; nobody else sets it.';

COMMENT ON FUNCTION "private"."is_active"(text) IS 'Booked for certain, and not over.';

COMMENT ON FUNCTION "private"."is_change_free"(public.service_bookings) IS 'Whether the weather or the shop is why a booking does not happen as agreed: changing it is free, whoever asks for it.';

COMMENT ON FUNCTION "private"."is_first_coupon_used"(public.service_bookings) IS 'Whether a booking has a coupon for the first one of a number, and another booking of the number has used such a coupon since this one was over. The caller holds the booking and not yet the lock of a day.';

COMMENT ON FUNCTION "private"."is_live_booking"(uuid) IS 'Whether there is a booking with this id that happens or has happened.';

COMMENT ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) IS 'Whether a message still tells the truth. A reminder of the day before is over when the next one is due, that one when the window begins, news of the weather when the window ends, the question how we did 48 hours after the work.';

COMMENT ON FUNCTION "private"."is_site_server"(jsonb) IS 'Whether a request comes from the server that renders the site''s pages: it carries the key in private.settings (site_key). False while there is none.';

COMMENT ON FUNCTION "private"."is_void"(public.service_bookings) IS 'Whether a booking ended without service. One that was not paid in time did, even before anybody wrote so.';

COMMENT ON FUNCTION "private"."is_window_missed"(public.service_bookings) IS 'Nobody of us has come, 60 minutes after the window: moving and cancelling are free. Whoever rides in himself is not waited for like that.';

COMMENT ON FUNCTION "private"."last_bookable_day"() IS 'The last day that can be booked.';

COMMENT ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) IS 'Why a booking gets no credit for our being late: credited (once is enough), not_allowed, weather, not_late; null when it gets one.';

COMMENT ON FUNCTION "private"."limit_value"(text) IS 'The figure of a limit.';

COMMENT ON FUNCTION "private"."local_instant"(date, time without time zone) IS 'The instant of a clock time in Pune.';

COMMENT ON FUNCTION "private"."lock_own_booking"(uuid, text) IS 'The booking, locked, for its owner, the holder of its manage token or an admin; to anybody else it does not exist. One that was not paid in time is expired first.';

COMMENT ON FUNCTION "private"."needs_handover_code"(public.service_bookings, text) IS 'Whether a step is one where the code is said: when a bike is fetched, and when any bike is handed back.';

COMMENT ON FUNCTION "private"."no_show_from"(public.service_bookings) IS 'Until when the shop waits for somebody: 15 minutes after the booked start.';

COMMENT ON FUNCTION "private"."notify_followers"(uuid) IS 'Extra work has changed: the feed carries bookings, so whoever follows this one reads it again.';

COMMENT ON FUNCTION "private"."notify_freed_place"() IS 'Trigger: a place is given back on a day for which somebody is in line.';

COMMENT ON FUNCTION "private"."notify_more_places"() IS 'Trigger: somebody has joined a line, or hours, places or the weather have changed while somebody is in one.';

COMMENT ON FUNCTION "private"."notify_weather"(date) IS 'Writes to everybody whose visit to the gate on that day is still to come that we do not work outdoors: once for a booking and its time, however often the mode is switched. Answers how many bookings that are.';

COMMENT ON FUNCTION "private"."notify_workers"() IS 'Trigger: tells listening workers at the commit that there is something to send.';

COMMENT ON FUNCTION "private"."offer_details"(public.waitlist) IS 'The window and the cart somebody is in line with, at the prices of today. Raises PT422 items when something is not sold any more.';

COMMENT ON FUNCTION "private"."parse_booking_request"(jsonb) IS 'The checked fields of a booking request; raises PT422 with the name of the first field that is wrong.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, text, text, text, text, date, text, text) IS 'A quote without refusals and what it means for the calendar. Raises PT422 items with the first refusal.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, text, text, text, text, date, text, text) IS 'The only place where a price is worked out: quote shows it, create_booking charges it.';

COMMENT ON FUNCTION "private"."raise_error"(integer, text, text, text) IS 'Raises a domain error: HTTP status, machine code (as hint), a plain sentence for people and optional JSON details.';

COMMENT ON FUNCTION "private"."raise_too_many"(text, text, timestamp with time zone) IS 'Refuses with PT429 and, in the details, the seconds until it would be granted.';

COMMENT ON FUNCTION "private"."random_handover_code"() IS 'Four random figures. Made of nothing that anybody could know of the booking.';

COMMENT ON FUNCTION "private"."recalculate_fee"(public.service_bookings, integer) IS 'Sets the fee of a booking, and what of it goes with the booking it was carried to: of that, what is paid too much is given back. Nothing changes any more on a bill that is written. The caller holds the booking.';

COMMENT ON FUNCTION "private"."record_status_event"() IS 'Trigger, at the end of a transaction: the last event of a booking says where it stands. What no function told, whoever wrote it, is told here by the actor service.';

COMMENT ON FUNCTION "private"."refund_overpayment"(public.service_bookings, text) IS 'Asks for a refund of whatever came beyond what the booking costs, the last payment first. The caller holds the booking.';

COMMENT ON FUNCTION "private"."refund_overpayment_on_change"() IS 'Trigger: whoever cancels, bills or waives a fee, in whatever function, the money that is over is asked back.';

COMMENT ON FUNCTION "private"."remove_personal_data"(text) IS 'A fault''s message on one line of at most 300 characters, without queries, fragments, mails, tokens, number plates and long runs of digits.';

COMMENT ON FUNCTION "private"."secure_places"(public.service_bookings) IS 'Keeps the places of an unpaid booking for good, or takes the same ones again when it is late and they are free. False when they are gone or the time has come. The caller holds the booking.';

COMMENT ON FUNCTION "private"."set_updated_at"() IS 'Trigger: keeps updated_at right.';

COMMENT ON FUNCTION "private"."skip_preview_report"() IS 'Trigger: a report from a preview is not stored, and not counted as kept.';

COMMENT ON FUNCTION "private"."strip_separators"(text) IS 'NFKC without spaces and hyphens.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, text, text, text, text, integer, integer, text) IS 'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, checks no work before every line is ticked, and misses nobody before 15 minutes after the booked start.';

COMMENT ON FUNCTION "private"."waitlist_position"(public.waitlist) IS 'Counted from 1; 0 for whoever is not waiting any more and had nobody before him.';

COMMENT ON FUNCTION "private"."was_shop_late"(public.service_bookings) IS 'Whether the bike was picked up or looked at 60 minutes after the end of the window or later, or not at all until now, until the end or until it was moved.';

COMMENT ON FUNCTION "private"."window_missed_at"(public.service_bookings) IS 'From when on the shop has missed its window: 60 minutes after the end.';

COMMENT ON FUNCTION "private"."work_price"(public.service_bookings) IS 'The work in rupees: the bill, or the estimate with the approved extra work; without fees and before credits.';

REVOKE ALL ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreed_price"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."amount_due"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."amount_in_words"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."can_be_picked_up"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."can_transition"(text, public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capture_payment"(uuid, integer, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_expected_fee"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_payment_note"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_open_lines"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."coupon_discount"(text, jsonb, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_handover_code"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_discount"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."default_weather_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."effective_status"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."expire_unpaid_bookings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forbid_event_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forbid_invoice_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forbid_row_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."format_rupees"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."format_time"(time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_open_offer"(public.waitlist) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."increment_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_active"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_change_free"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_first_coupon_used"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_live_booking"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_site_server"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_void"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_window_missed"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_bookable_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_value"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."local_instant"(date, time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_own_booking"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_handover_code"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."no_show_from"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_followers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_freed_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_more_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_weather"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_workers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_details"(public.waitlist) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parse_booking_request"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_job"(jsonb, text, text, text, text, text, date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb, text, text, text, text, text, date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."raise_error"(integer, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."raise_too_many"(text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."random_handover_code"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recalculate_fee"(public.service_bookings, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_status_event"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_overpayment"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_overpayment_on_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_personal_data"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."secure_places"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_updated_at"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skip_preview_report"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."strip_separators"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transition_booking"(uuid, text, text, text, text, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waitlist_position"(public.waitlist) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_shop_late"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."window_missed_at"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_price"(public.service_bookings) FROM PUBLIC;

ALTER TABLE "private"."handover_codes" ALTER COLUMN "code" SET DEFAULT private.random_handover_code();

reset check_function_bodies;

revoke all on function private.acts_for_shop(public.service_bookings,text,text) from public, anon, authenticated, service_role;

revoke all on function private.agreed_price(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.amount_due(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.amount_in_words(integer) from public, anon, authenticated, service_role;

revoke all on function private.can_be_picked_up(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.can_transition(text,public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.capture_payment(uuid,integer,text,text) from public, anon, authenticated, service_role;

revoke all on function private.check_expected_fee(integer,integer) from public, anon, authenticated, service_role;

revoke all on function private.check_payment_note(text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.clean_text(text) from public, anon, authenticated, service_role;

revoke all on function private.count_open_lines(uuid) from public, anon, authenticated, service_role;

revoke all on function private.coupon_discount(text,jsonb,date,text) from public, anon, authenticated, service_role;

revoke all on function private.create_handover_code() from public, anon, authenticated, service_role;

revoke all on function private.credit_discount(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.default_weather_note() from public, anon, authenticated, service_role;

revoke all on function private.effective_status(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.expire_unpaid_bookings() from public, anon, authenticated, service_role;

revoke all on function private.forbid_event_changes() from public, anon, authenticated, service_role;

revoke all on function private.forbid_invoice_changes() from public, anon, authenticated, service_role;

revoke all on function private.forbid_row_changes() from public, anon, authenticated, service_role;

revoke all on function private.format_rupees(integer) from public, anon, authenticated, service_role;

revoke all on function private.format_time(time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.has_open_offer(public.waitlist) from public, anon, authenticated, service_role;

revoke all on function private.increment_version() from public, anon, authenticated, service_role;

revoke all on function private.is_active(text) from public, anon, authenticated, service_role;

revoke all on function private.is_change_free(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_first_coupon_used(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_live_booking(uuid) from public, anon, authenticated, service_role;

revoke all on function private.is_message_current(public.message_outbox,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_site_server(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.is_void(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_window_missed(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.last_bookable_day() from public, anon, authenticated, service_role;

revoke all on function private.late_credit_refusal(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.limit_value(text) from public, anon, authenticated, service_role;

revoke all on function private.local_instant(date,time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.lock_own_booking(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.needs_handover_code(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.no_show_from(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.notify_followers(uuid) from public, anon, authenticated, service_role;

revoke all on function private.notify_freed_place() from public, anon, authenticated, service_role;

revoke all on function private.notify_more_places() from public, anon, authenticated, service_role;

revoke all on function private.notify_weather(date) from public, anon, authenticated, service_role;

revoke all on function private.notify_workers() from public, anon, authenticated, service_role;

revoke all on function private.offer_details(public.waitlist) from public, anon, authenticated, service_role;

revoke all on function private.parse_booking_request(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.plan_job(jsonb,text,text,text,text,text,date,text,text) from public, anon, authenticated, service_role;

revoke all on function private.price_cart(jsonb,text,text,text,text,text,date,text,text) from public, anon, authenticated, service_role;

revoke all on function private.raise_error(integer,text,text,text) from public, anon, authenticated, service_role;

revoke all on function private.raise_too_many(text,text,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.random_handover_code() from public, anon, authenticated, service_role;

revoke all on function private.recalculate_fee(public.service_bookings,integer) from public, anon, authenticated, service_role;

revoke all on function private.record_status_event() from public, anon, authenticated, service_role;

revoke all on function private.refund_overpayment(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.refund_overpayment_on_change() from public, anon, authenticated, service_role;

revoke all on function private.remove_personal_data(text) from public, anon, authenticated, service_role;

revoke all on function private.secure_places(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.set_updated_at() from public, anon, authenticated, service_role;

revoke all on function private.skip_preview_report() from public, anon, authenticated, service_role;

revoke all on function private.strip_separators(text) from public, anon, authenticated, service_role;

revoke all on function private.transition_booking(uuid,text,text,text,text,integer,integer,text) from public, anon, authenticated, service_role;

revoke all on function private.waitlist_position(public.waitlist) from public, anon, authenticated, service_role;

revoke all on function private.was_shop_late(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.window_missed_at(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.work_price(public.service_bookings) from public, anon, authenticated, service_role;
