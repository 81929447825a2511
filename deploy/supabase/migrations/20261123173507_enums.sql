set check_function_bodies = off;

CREATE TYPE "public"."booking_actor" AS ENUM ('customer', 'admin', 'system', 'service');

CREATE TYPE "public"."booking_payment_state" AS ENUM ('unpaid', 'claimed', 'part_paid', 'paid', 'refund_due', 'refunded', 'nothing_due');

CREATE TYPE "public"."booking_status" AS ENUM ('pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready', 'completed', 'cancelled', 'no_show', 'expired');

CREATE TYPE "public"."callback_kind" AS ENUM ('unlisted_bike', 'unserved_pin', 'message');

CREATE TYPE "public"."cancelling_party" AS ENUM ('customer', 'shop');

CREATE TYPE "public"."change_cause" AS ENUM ('shop', 'weather', 'customer');

CREATE TYPE "public"."credit_reason" AS ENUM ('we_cancelled', 'late');

CREATE TYPE "public"."extra_work_decider" AS ENUM ('customer', 'admin', 'limit');

CREATE TYPE "public"."extra_work_status" AS ENUM ('proposed', 'approved', 'declined');

CREATE TYPE "public"."item_type" AS ENUM ('primary', 'addon', 'pickup');

CREATE TYPE "public"."message_channel" AS ENUM ('mail', 'sms');

CREATE TYPE "public"."message_kind" AS ENUM ('confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work', 'weather', 'review', 'place_free');

CREATE TYPE "public"."message_status" AS ENUM ('waiting', 'sent', 'dropped', 'failed');

CREATE TYPE "public"."pay_by" AS ENUM ('after_service', 'upi', 'online');

CREATE TYPE "public"."payment_method" AS ENUM ('upi', 'card', 'netbanking', 'wallet', 'cash', 'online');

CREATE TYPE "public"."payment_provider" AS ENUM ('upi', 'local', 'razorpay', 'desk');

CREATE TYPE "public"."payment_status" AS ENUM ('created', 'claimed', 'authorized', 'captured', 'failed', 'partially_refunded', 'refunded');

CREATE TYPE "public"."refund_reason" AS ENUM ('cancelled', 'no_show', 'paid_late', 'overpaid', 'wrong_amount');

CREATE TYPE "public"."refund_status" AS ENUM ('asked', 'done', 'failed');

CREATE TYPE "public"."report_kind" AS ENUM ('vital', 'error', 'visit');

CREATE TYPE "public"."service_mode" AS ENUM ('doorstep', 'pickup', 'workshop');

CREATE TYPE "public"."waitlist_state" AS ENUM ('waiting', 'offered', 'claimed', 'lapsed', 'left');

DROP POLICY "staff read checklists, a customer his own when it is finished" ON "public"."booking_checklist";

DROP TRIGGER "invoice_completed" ON "public"."service_bookings";

DROP INDEX "public"."message_outbox_waiting";

DROP INDEX "public"."payments_open";

DROP INDEX "public"."refunds_asked";

DROP INDEX "public"."service_bookings_unpaid";

DROP INDEX "public"."waitlist_line";

DROP INDEX "public"."waitlist_offers";

DROP INDEX "public"."waitlist_once";

DROP VIEW "public"."model_offers";

ALTER TABLE "public"."booking_credits" DROP CONSTRAINT "booking_credits_reason_check";

ALTER TABLE "public"."booking_events" DROP CONSTRAINT "booking_events_actor_check";

ALTER TABLE "public"."booking_items" DROP CONSTRAINT "booking_items_package_type_check";

ALTER TABLE "public"."booking_transitions" DROP CONSTRAINT "booking_transitions_actor_check";

ALTER TABLE "public"."booking_transitions" DROP CONSTRAINT "booking_transitions_modes_check";

ALTER TABLE "public"."callback_requests" DROP CONSTRAINT "callback_requests_kind_check";

ALTER TABLE "public"."client_reports" DROP CONSTRAINT "client_reports_check";

ALTER TABLE "public"."client_reports" DROP CONSTRAINT "client_reports_kind_check";

ALTER TABLE "public"."extra_work" DROP CONSTRAINT "extra_work_check1";

ALTER TABLE "public"."extra_work" DROP CONSTRAINT "extra_work_check2";

ALTER TABLE "public"."extra_work" DROP CONSTRAINT "extra_work_check";

ALTER TABLE "public"."extra_work" DROP CONSTRAINT "extra_work_decided_by_check";

ALTER TABLE "public"."extra_work" DROP CONSTRAINT "extra_work_status_check";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_channel_check";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_check2";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_check";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_kind_check";

ALTER TABLE "public"."message_outbox" DROP CONSTRAINT "message_outbox_status_check";

ALTER TABLE "public"."packages" DROP CONSTRAINT "packages_modes_check";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_check2";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_check";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_method_check";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_provider_check";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_status_check";

ALTER TABLE "public"."refunds" DROP CONSTRAINT "refunds_check";

ALTER TABLE "public"."refunds" DROP CONSTRAINT "refunds_reason_check";

ALTER TABLE "public"."refunds" DROP CONSTRAINT "refunds_status_check";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_cancel_cause_check";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_cancelled_by_check";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_check2";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_pay_by_check";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_status_check";

ALTER TABLE "public"."service_modes" DROP CONSTRAINT "service_modes_mode_check";

ALTER TABLE "public"."shop" DROP CONSTRAINT "shop_payment_provider_check";

ALTER TABLE "public"."waitlist" DROP CONSTRAINT "waitlist_check1";

ALTER TABLE "public"."waitlist" DROP CONSTRAINT "waitlist_state_check";

DROP FUNCTION "private"."apply_payment_event"(text, text, text, text, text, integer, text);

DROP FUNCTION "private"."apply_refund_event"(text, text, text, uuid, text, text);

DROP FUNCTION "private"."can_transition"(text, public.service_bookings, text);

DROP FUNCTION "private"."capacity"(text, integer, time without time zone);

DROP FUNCTION "private"."capture_payment"(uuid, integer, text, text);

DROP FUNCTION "private"."check_slot"(text, date, time without time zone, integer, boolean, uuid, timestamp with time zone);

DROP FUNCTION "private"."claim_messages"(integer);

DROP FUNCTION "private"."effective_status"(public.service_bookings);

DROP FUNCTION "private"."end_refund"(uuid, text, text, text);

DROP FUNCTION "private"."is_active"(text);

DROP FUNCTION "private"."limit_guest_holds"(text, date, time without time zone, integer, uuid);

DROP FUNCTION "private"."limit_waiting"(text, text, date, time without time zone);

DROP FUNCTION "private"."lock_day"(text, date);

DROP FUNCTION "private"."lock_days"(text, date, text, date);

DROP FUNCTION "private"."message_failed"(bigint, integer, text, boolean);

DROP FUNCTION "private"."nearest_free"(text, date, time without time zone, integer, boolean, uuid);

DROP FUNCTION "private"."needs_handover_code"(public.service_bookings, text);

DROP FUNCTION "private"."offer_places_of"(text, date);

DROP FUNCTION "private"."payment_rank"(text);

DROP FUNCTION "private"."plan_job"(jsonb, text, text, text, text, text, date, text, text);

DROP FUNCTION "private"."price_cart"(jsonb, text, text, text, text, text, date, text, text);

DROP FUNCTION "private"."quote_item"(public.models, text, text, text, integer);

DROP FUNCTION "private"."refund_overpayment"(public.service_bookings, text);

DROP FUNCTION "private"."slots"(text, date, date, integer, boolean, uuid, timestamp with time zone);

DROP FUNCTION "private"."take_places"(uuid, uuid, timestamp with time zone, text, date, time without time zone, integer);

DROP FUNCTION "private"."transition_booking"(uuid, text, text, text, text, integer, integer, text);

DROP FUNCTION "private"."windows_needed"(integer, text, boolean);

ALTER TABLE "public"."message_outbox" ALTER COLUMN "status" DROP DEFAULT;

ALTER TABLE "public"."refunds" ALTER COLUMN "status" DROP DEFAULT;

ALTER TABLE "public"."service_bookings" ALTER COLUMN "pay_by" DROP DEFAULT;

ALTER TABLE "public"."waitlist" ALTER COLUMN "state" DROP DEFAULT;

DROP TRIGGER "carry_dues" ON "public"."service_bookings";

DROP TRIGGER "record_status_event" ON "public"."service_bookings";

DROP TRIGGER "refund_overpayment_on_change" ON "public"."service_bookings";

ALTER TABLE "private"."slot_holds" DROP CONSTRAINT "slot_holds_mode_fkey";

ALTER TABLE "public"."booking_places" DROP CONSTRAINT "booking_places_mode_fkey";

ALTER TABLE "public"."capacities" DROP CONSTRAINT "capacities_mode_fkey";

ALTER TABLE "public"."service_bookings" DROP CONSTRAINT "service_bookings_mode_fkey";

ALTER TABLE "public"."waitlist" DROP CONSTRAINT "waitlist_mode_fkey";

ALTER TABLE "public"."booking_events" ALTER COLUMN "actor" TYPE public.booking_actor USING "actor"::public.booking_actor;

ALTER TABLE "public"."booking_transitions" ALTER COLUMN "actor" TYPE public.booking_actor USING "actor"::public.booking_actor;

ALTER TABLE "public"."booking_events" ALTER COLUMN "from_status" TYPE public.booking_status USING "from_status"::public.booking_status;

ALTER TABLE "public"."booking_events" ALTER COLUMN "to_status" TYPE public.booking_status USING "to_status"::public.booking_status;

ALTER TABLE "public"."booking_transitions" ALTER COLUMN "from_status" TYPE public.booking_status USING "from_status"::public.booking_status;

ALTER TABLE "public"."booking_transitions" ALTER COLUMN "to_status" TYPE public.booking_status USING "to_status"::public.booking_status;

ALTER TABLE "public"."service_bookings" ALTER COLUMN "status" TYPE public.booking_status USING "status"::public.booking_status;

ALTER TABLE "public"."callback_requests" ALTER COLUMN "kind" TYPE public.callback_kind USING "kind"::public.callback_kind;

ALTER TABLE "public"."service_bookings" ALTER COLUMN "cancelled_by" TYPE public.cancelling_party USING "cancelled_by"::public.cancelling_party;

ALTER TABLE "public"."service_bookings" ALTER COLUMN "cancel_cause" TYPE public.change_cause USING "cancel_cause"::public.change_cause;

ALTER TABLE "public"."booking_credits" ALTER COLUMN "reason" TYPE public.credit_reason USING "reason"::public.credit_reason;

ALTER TABLE "public"."extra_work" ALTER COLUMN "decided_by" TYPE public.extra_work_decider USING "decided_by"::public.extra_work_decider;

ALTER TABLE "public"."extra_work" ALTER COLUMN "status" TYPE public.extra_work_status USING "status"::public.extra_work_status;

ALTER TABLE "public"."booking_items" ALTER COLUMN "package_type" TYPE public.item_type USING "package_type"::public.item_type;

ALTER TABLE "public"."message_outbox" ALTER COLUMN "channel" TYPE public.message_channel USING "channel"::public.message_channel;

ALTER TABLE "public"."message_outbox" ALTER COLUMN "kind" TYPE public.message_kind USING "kind"::public.message_kind;

ALTER TABLE "public"."message_outbox" ALTER COLUMN "status" TYPE public.message_status USING "status"::public.message_status;

ALTER TABLE "public"."service_bookings" ALTER COLUMN "pay_by" TYPE public.pay_by USING "pay_by"::public.pay_by;

ALTER TABLE "public"."payments" ALTER COLUMN "method" TYPE public.payment_method USING "method"::public.payment_method;

ALTER TABLE "public"."payment_events" ALTER COLUMN "provider" TYPE public.payment_provider USING "provider"::public.payment_provider;

ALTER TABLE "public"."payments" ALTER COLUMN "provider" TYPE public.payment_provider USING "provider"::public.payment_provider;

ALTER TABLE "public"."shop" ALTER COLUMN "payment_provider" TYPE public.payment_provider USING "payment_provider"::public.payment_provider;

ALTER TABLE "public"."payments" ALTER COLUMN "status" TYPE public.payment_status USING "status"::public.payment_status;

ALTER TABLE "public"."refunds" ALTER COLUMN "reason" TYPE public.refund_reason USING "reason"::public.refund_reason;

ALTER TABLE "public"."refunds" ALTER COLUMN "status" TYPE public.refund_status USING "status"::public.refund_status;

ALTER TABLE "public"."client_reports" ALTER COLUMN "kind" TYPE public.report_kind USING "kind"::public.report_kind;

ALTER TABLE "private"."slot_holds" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."booking_places" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."booking_transitions" ALTER COLUMN "modes" TYPE public.service_mode[] USING "modes"::public.service_mode[];

ALTER TABLE "public"."capacities" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."packages" ALTER COLUMN "modes" TYPE public.service_mode[] USING "modes"::public.service_mode[];

ALTER TABLE "public"."service_bookings" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."service_modes" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."waitlist" ALTER COLUMN "mode" TYPE public.service_mode USING "mode"::public.service_mode;

ALTER TABLE "public"."waitlist" ALTER COLUMN "state" TYPE public.waitlist_state USING "state"::public.waitlist_state;

ALTER TABLE "public"."message_outbox" ALTER COLUMN "status" SET DEFAULT 'waiting'::public.message_status;
ALTER TABLE "public"."refunds" ALTER COLUMN "status" SET DEFAULT 'asked'::public.refund_status;
ALTER TABLE "public"."service_bookings" ALTER COLUMN "pay_by" SET DEFAULT 'after_service'::public.pay_by;
ALTER TABLE "public"."waitlist" ALTER COLUMN "state" SET DEFAULT 'waiting'::public.waitlist_state;

ALTER TABLE "private"."slot_holds" ADD CONSTRAINT "slot_holds_mode_fkey" FOREIGN KEY (mode) REFERENCES public.service_modes(mode);

ALTER TABLE "public"."booking_places" ADD CONSTRAINT "booking_places_mode_fkey" FOREIGN KEY (mode) REFERENCES public.service_modes(mode);

ALTER TABLE "public"."capacities" ADD CONSTRAINT "capacities_mode_fkey" FOREIGN KEY (mode) REFERENCES public.service_modes(mode);

ALTER TABLE "public"."service_bookings" ADD CONSTRAINT "service_bookings_mode_fkey" FOREIGN KEY (mode) REFERENCES public.service_modes(mode);

ALTER TABLE "public"."waitlist" ADD CONSTRAINT "waitlist_mode_fkey" FOREIGN KEY (mode) REFERENCES public.service_modes(mode);

CREATE OR REPLACE FUNCTION private.apply_payment_event(provider public.payment_provider, event_id text, kind text, order_id text, payment_id text, amount_paise integer DEFAULT NULL::integer, method text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target public.payment_status := case apply_payment_event.kind
    when 'payment.captured' then 'captured'::public.payment_status
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how public.payment_method := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method::public.payment_method else 'online' end;
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
  -- Done is the end: a failure that is told afterwards is older.
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

CREATE OR REPLACE FUNCTION private.can_transition(actor public.booking_actor, booking public.service_bookings, to_status public.booking_status)
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

CREATE OR REPLACE FUNCTION private.capacity(mode public.service_mode, weekday integer, window_start time without time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select c.places from public.capacities c
    where c.mode = capacity.mode
      and (c.weekday is null or c.weekday = capacity.weekday)
      and (c.window_start is null or c.window_start = capacity.window_start)
    order by c.weekday is null, c.window_start is null
    limit 1
  ), 0);
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
  perform private.refund_overpayment(b, private.refund_reason_of(b.status));
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), capture_payment.actor, auth.uid(), b.status, b.status, words);
  perform private.notify_followers(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_slot(mode public.service_mode, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
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

CREATE OR REPLACE FUNCTION private.claim_messages(most integer)
 RETURNS TABLE(message bigint, attempt integer, kind public.message_kind, channel public.message_channel)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.effective_status(booking public.service_bookings)
 RETURNS public.booking_status
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

CREATE OR REPLACE FUNCTION private.end_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.waitlist w set state = case new.ended when 'booked' then 'claimed'::public.waitlist_state else 'lapsed' end
  where w.id = new.waitlist_id and w.state in ('offered', 'lapsed');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_refund(refund uuid, to_status public.refund_status, actor public.booking_actor, note text)
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
    when x.captured_paise <= sums.done then 'refunded'::public.payment_status when sums.done > 0 then 'partially_refunded' else 'captured'
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

CREATE OR REPLACE FUNCTION private.is_active(status public.booking_status)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed');
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

CREATE OR REPLACE FUNCTION private.limit_waiting(phone text, mode public.service_mode, day date, start time without time zone)
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

CREATE OR REPLACE FUNCTION private.lock_day(mode public.service_mode, day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('places ' || mode), day - date '2000-01-01');
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_days(first_mode public.service_mode, first_day date, second_mode public.service_mode, second_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if second_day is null or (first_day, first_mode) = (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
  elsif (first_day, first_mode) < (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
    perform private.lock_day(second_mode, second_day);
  else
    perform private.lock_day(second_mode, second_day);
    perform private.lock_day(first_mode, first_day);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.message_failed(message bigint, attempt integer, error text, for_good boolean DEFAULT false)
 RETURNS public.message_status
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.nearest_free(mode public.service_mode, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid)
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

CREATE OR REPLACE FUNCTION private.needs_handover_code(booking public.service_bookings, to_status public.booking_status)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$ begin return to_status = 'completed' or (to_status = 'picked_up' and booking.mode = 'pickup'); end; $function$;

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
    from affected a, lateral (values ('mail'::public.message_channel, a.email), ('sms', a.phone)) as way (channel, recipient)
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

CREATE OR REPLACE FUNCTION private.offer_places_of(mode public.service_mode, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Kinds of jobs for which there is no place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, moment + interval '20 minutes', entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail'::public.message_channel, entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
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
      when exists (select from public.refunds r where r.booking_id = booking.id and r.status <> 'done')
        then 'refund_due'::public.booking_payment_state
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

CREATE OR REPLACE FUNCTION private.payment_rank(status public.payment_status)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case payment_rank.status
    when 'created' then 0 when 'claimed' then 0 when 'failed' then 1 when 'authorized' then 2 else 3
  end;
$function$;

CREATE OR REPLACE FUNCTION private.plan_job(items jsonb, model text, mode public.service_mode, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, day date DEFAULT NULL::date, gstin text DEFAULT NULL::text, phone text DEFAULT NULL::text)
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

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text)
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

CREATE OR REPLACE FUNCTION private.quote_item(bike public.models, mode public.service_mode, primary_slug text, item_id text, quantity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  reason text;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select 'not_offered',
      case
        when p.drive = 'belt_cvt' and bike.drive = 'chain'
          then p.short_name || ' is for scooters; this bike has a chain.'
        when p.drive = 'chain' and bike.drive = 'belt_cvt'
          then p.short_name || ' is for bikes with a chain; this one has a belt drive.'
        else p.short_name || ' is not offered for this engine size.'
      end
    into code, reason
    from public.packages p where p.slug = item_id;
    return jsonb_build_object(
      'item_id', item_id,
      'code', coalesce(code, 'unknown_item'),
      'reason', coalesce(reason, 'We do not offer this any more.')
    );
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
      reason := 'One main service per booking. Book ' || offer.short_name || ' for another time.';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      reason := offer.short_name || case mode
        when 'doorstep' then ' needs the workshop. Choose pickup or ride in.'
        when 'pickup' then ' is not done with pickup. Choose another place.'
        else ' is not done in the workshop. Choose another place.'
      end;
    elsif quantity <> 1 then
      code := 'quantity';
      reason := offer.short_name || ' is booked once.';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := 'not_sold';
      reason := case item_id
        when 'pickup-drop' then 'Pickup comes with the place you choose, not as an item.'
        else extra.name || ' is not on sale at the moment.'
      end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      reason := extra.name || case extra.condition
        when 'chain' then ' is for bikes with a chain; this one has a belt drive.'
        when 'disc' then ' needs a disc brake; this bike has drums.'
        when 'liquid' then ' is for liquid-cooled engines; this one is cooled by air.'
        when 'fi' then ' is for fuel-injected engines; this one has a carburettor.'
        when 'oil_filter' then ' does not apply: this engine has no cartridge filter.'
        else ' does not fit this bike.'
      end;
    elsif included_name is not null then
      code := 'already_included';
      reason := extra.name || ' is already part of ' || included_name || '.';
    elsif unit is null then
      code := 'not_offered';
      reason := extra.name || ' is not offered for this engine size.';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      reason := case extra.max_quantity
        when 1 then extra.name || ' is booked once.'
        else extra.name || ' can be booked 1 to ' || extra.max_quantity || ' times.'
      end;
    end if;
  end if;

  if code is not null then
    return jsonb_build_object('item_id', item_id, 'code', code, 'reason', reason);
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_status_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stands public.booking_status;
  told public.booking_status;
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

CREATE OR REPLACE FUNCTION private.refund_overpayment(booking public.service_bookings, reason public.refund_reason)
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
  perform private.refund_overpayment(new, private.refund_reason_of(new.status));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refund_reason_of(status public.booking_status)
 RETURNS public.refund_reason
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case refund_reason_of.status
    when 'cancelled' then 'cancelled'::public.refund_reason when 'no_show' then 'no_show'
    when 'expired' then 'paid_late' else 'overpaid'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.slots(mode public.service_mode, from_date date, to_date date, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(day date, starts time without time zone, ends time without time zone, places integer, free integer, why text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with clock as materialized (
    select
      wall.at as wall,
      now.at,
      (now.at at time zone 'Asia/Kolkata')::date as today,
      m.lead_minutes * interval '1 minute' as lead,
      (now.at at time zone 'Asia/Kolkata')::time >= m.same_day_until as too_late_today
    from public.service_modes m, private.now() as wall (at), coalesce(slots.as_of, wall.at) as now (at)
    where m.mode = slots.mode
  ),
  week as materialized (
    select w.weekday, w.starts, w.ends, h.closes, private.capacity(slots.mode, w.weekday, w.starts) as places
    from public.arrival_windows w
    join public.business_hours h on h.weekday = w.weekday and w.starts >= h.opens
    -- A single day, as in create_booking, needs its own windows only.
    where slots.to_date > slots.from_date or w.weekday = extract(dow from slots.from_date)::int
  ),
  -- Materialized: what is taken is asked for in two columns, and would be counted for each.
  arrivals as materialized (
    select
      d.day::date as day,
      w.starts,
      w.ends,
      w.places,
      case
        when c.date is null then w.closes
        when c.closes_at is not null then least(w.closes, c.closes_at)
      end as closing,
      slots.mode = 'doorstep' and rain.date is not null as rained_off,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
          and (p.held_until is null or p.held_until > clock.wall)
          and coalesce(p.hold_id, p.booking_id) is distinct from slots.own
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
    cross join clock
    join week w on w.weekday = extract(dow from d.day)::int
    left join public.closures c on c.date = d.day::date
    left join public.weather_days rain on rain.date = d.day::date
  ),
  runs as (
    select
      a.*,
      count(*) over run as run_length,
      max(a.ends) over run as run_end,
      min(a.places) over run as run_places,
      min(greatest(a.places - a.taken, 0)) over run as run_free
    from arrivals a
    window run as (partition by a.day order by a.starts rows between current row and slots.windows - 1 following)
  ),
  judged as (
    select
      r.day, r.starts, r.ends,
      case when slots.mode = 'pickup' then r.places else r.run_places end as places,
      case when slots.mode = 'pickup' then greatest(r.places - r.taken, 0) else r.run_free end as free,
      case
        when r.closing is null or r.ends > r.closing then 'closed'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' <= clock.at then 'past'
        when r.rained_off then 'weather'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' < clock.at + clock.lead then 'too_soon'
        when r.day = clock.today and (slots.next_day or clock.too_late_today) then 'too_soon'
        when r.run_length < slots.windows or r.run_end > r.closing then 'too_long'
      end as why
    from runs r cross join clock
  )
  select
    j.day, j.starts, j.ends, j.places,
    case when j.why is null then j.free else 0 end,
    coalesce(j.why, case when j.free = 0 then 'full' end)
  from judged j
  order by j.day, j.starts;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_places(booking uuid, hold uuid, held_until timestamp with time zone, mode public.service_mode, day date, first_start time without time zone, windows integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  arrival time;
  moment timestamptz := private.now();
begin
  delete from public.booking_places p
  where p.booking_date = day and p.mode = take_places.mode and p.held_until <= moment;
  for arrival in
    select w.starts from public.arrival_windows w
    where w.weekday = extract(dow from day)::int and w.starts >= first_start
    order by w.starts limit case when take_places.mode = 'pickup' then 1 else windows end
  loop
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id, hold_id, held_until)
    select day, arrival, take_places.mode, min(seat), booking, hold, take_places.held_until
    from generate_series(1, private.capacity(take_places.mode, extract(dow from day)::int, arrival)) as seats (seat)
    where not exists (
      select from public.booking_places p
      where p.booking_date = day and p.window_start = arrival and p.mode = take_places.mode and p.seat = seats.seat
    );
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.to_booking_status(value text)
 RETURNS public.booking_status
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.booking_status)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.to_callback_kind(value text)
 RETURNS public.callback_kind
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.callback_kind)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.to_change_cause(value text)
 RETURNS public.change_cause
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.change_cause)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.to_pay_by(value text)
 RETURNS public.pay_by
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.pay_by)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.to_service_mode(value text)
 RETURNS public.service_mode
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.service_mode)) w where w::text = value); end; $function$;

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

CREATE OR REPLACE FUNCTION private.windows_needed(minutes integer, mode public.service_mode, two_day boolean)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if two_day then
    return (select 1 from public.service_modes m where m.mode = windows_needed.mode);
  end if;
  return (
    select ceil((windows_needed.minutes + m.buffer_minutes) / 120.0)::int
    from public.service_modes m where m.mode = windows_needed.mode
  );
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
  answer public.extra_work_status := case
    when answer_extra_work.approve then 'approved'::public.extra_work_status when not answer_extra_work.approve then 'declined'
  end;
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
    status = answer, decided_by = case when as_admin then 'admin'::public.extra_work_decider else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(
      b.id, case when as_admin then 'admin'::public.booking_actor else 'customer' end, 'inspecting', null
    );
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
  -- private.transition_booking notes it of a customer; through staff it is the same.
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
  from_provider public.payment_provider;
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
      else 'This booking is ' || replace(b.status::text, '_', ' ') || ': it has no credit.'
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

  -- The new place first, then the old one: when the new one is refused, the old one is still held.
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

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.service_mode := private.to_service_mode(list_slots.mode);
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if place is null or not exists (select from public.service_modes s where s.mode = place) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, place, false) as windows, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, place);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(place, today, horizon, job.windows, job.next_day, own_hold)
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
          case when place = 'doorstep' then rain.note end,
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
    -- Within the limit nobody is asked; what goes beyond it always is.
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
    quote.items, quote.model, private.to_service_mode(quote.mode), quote.coupon, nullif(quote.area, ''),
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
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
  about public.callback_kind := private.to_callback_kind(request_callback.kind);
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.clean_text(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if about is null then
    perform private.raise_error(422, 'kind', 'Tell us what it is about');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.raise_error(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  elsif caller_name is null then
    perform private.raise_error(422, 'name', 'Enter your name');
  elsif caller_phone is null then
    perform private.raise_error(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif about = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.raise_error(422, 'bike', 'Enter the brand and model of your bike');
  elsif about = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.raise_error(422, 'pin', 'Enter a 6-digit PIN');
  elsif about = 'message' and message is null then
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
    about, caller_name, caller_phone, left(bike, 80),
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
    perform private.raise_error(409, 'not_failed', 'This message has not failed: it is ' || m.status::text || '.');
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
      -- Answered and not raised: raising would forget the try.
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
    -- The same tick again stays that of whoever came first.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

ALTER TABLE "public"."booking_transitions" ADD CONSTRAINT "booking_transitions_actor_check" CHECK ((actor <> 'service'::public.booking_actor));

ALTER TABLE "public"."booking_transitions" ADD CONSTRAINT "booking_transitions_modes_check" CHECK ((modes <> '{}'::public.service_mode[]));

ALTER TABLE "public"."client_reports" ADD CONSTRAINT "client_reports_check" CHECK (((kind = 'vital'::public.report_kind) = (value IS NOT NULL)));

ALTER TABLE "public"."extra_work" ADD CONSTRAINT "extra_work_check1" CHECK (((status = 'proposed'::public.extra_work_status) = (decided_at IS NULL)));

ALTER TABLE "public"."extra_work" ADD CONSTRAINT "extra_work_check2" CHECK (((decided_by <> 'limit'::public.extra_work_decider) OR (status = 'approved'::public.extra_work_status)));

ALTER TABLE "public"."extra_work" ADD CONSTRAINT "extra_work_check" CHECK (((status = 'proposed'::public.extra_work_status) = (decided_by IS NULL)));

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_check2" CHECK (((kind = 'place_free'::public.message_kind) = (waitlist_id IS NOT NULL)));

ALTER TABLE "public"."message_outbox" ADD CONSTRAINT "message_outbox_check" CHECK (((status = 'sent'::public.message_status) = (sent_at IS NOT NULL)));

ALTER TABLE "public"."packages" ADD CONSTRAINT "packages_modes_check" CHECK ((modes <> '{}'::public.service_mode[]));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_check2" CHECK (((status <> 'claimed'::public.payment_status) OR (provider = 'upi'::public.payment_provider)));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_check" CHECK (((captured_paise > 0) = (status = ANY (ARRAY['captured'::public.payment_status, 'partially_refunded'::public.payment_status, 'refunded'::public.payment_status]))));

ALTER TABLE "public"."refunds" ADD CONSTRAINT "refunds_check" CHECK (((status = 'done'::public.refund_status) = (done_at IS NOT NULL)));

ALTER TABLE "public"."service_bookings" ADD CONSTRAINT "service_bookings_check2" CHECK (((status <> 'pending_payment'::public.booking_status) OR (pay_until IS NOT NULL)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_payment_provider_check" CHECK ((payment_provider = ANY (ARRAY['local'::public.payment_provider, 'razorpay'::public.payment_provider])));

ALTER TABLE "public"."waitlist" ADD CONSTRAINT "waitlist_check1" CHECK (((state <> ALL (ARRAY['offered'::public.waitlist_state, 'claimed'::public.waitlist_state])) OR (offered_at IS NOT NULL)));

CREATE VIEW "public"."model_offers" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    m.brand_slug,
    m.slug AS model_slug,
    p.slug AS package_slug,
    p.category_slug,
    p.name,
    p.short_name,
    p.summary,
    price.price,
    (p.minutes + class.extra_minutes) AS minutes,
    p.modes,
    p.price_is_from,
    p.two_day,
    p.next_day_only,
    p.fee_adjusted,
    p.oil_included,
    p.checks,
    p.sort
   FROM (((public.models m
     JOIN public.price_classes class ON ((class.id = m.price_class)))
     JOIN public.packages p ON (((p.drive = 'any'::text) OR (p.drive = m.drive))))
     JOIN public.package_prices price ON (((price.package_slug = p.slug) AND (price.price_class = m.price_class))));

CREATE INDEX message_outbox_waiting ON public.message_outbox USING btree (next_try_at, id) WHERE (status = 'waiting'::public.message_status);

CREATE INDEX payments_open ON public.payments USING btree (created_at) WHERE (status = ANY (ARRAY['created'::public.payment_status, 'failed'::public.payment_status, 'authorized'::public.payment_status]));

CREATE INDEX refunds_asked ON public.refunds USING btree (next_try_at) WHERE (status = 'asked'::public.refund_status);

CREATE INDEX service_bookings_unpaid ON public.service_bookings USING btree (pay_until) WHERE (status = 'pending_payment'::public.booking_status);

CREATE INDEX waitlist_line ON public.waitlist USING btree (booking_date, mode, booking_time, created_at) WHERE (state = 'waiting'::public.waitlist_state);

CREATE INDEX waitlist_offers ON public.waitlist USING btree (offer_ends_at) WHERE (state = 'offered'::public.waitlist_state);

CREATE UNIQUE INDEX waitlist_once ON public.waitlist USING btree (phone, booking_date, booking_time) WHERE (state = ANY (ARRAY['waiting'::public.waitlist_state, 'offered'::public.waitlist_state]));

CREATE TRIGGER invoice_completed AFTER UPDATE OF status ON public.service_bookings FOR EACH ROW WHEN (((new.status = 'completed'::public.booking_status) AND (old.status <> 'completed'::public.booking_status))) EXECUTE FUNCTION private.invoice_completed();

CREATE POLICY "staff read checklists, a customer his own when it is finished" ON "public"."booking_checklist" FOR SELECT TO "authenticated" USING ((( SELECT public.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checklist.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)) AND (b.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status])))))));

COMMENT ON FUNCTION "private"."apply_payment_event"(public.payment_provider, text, text, text, text, integer, text) IS 'What a gateway says about a payment, after its signature was checked: payment.authorized, payment.captured, order.paid, payment.failed, checkout.verified; other kinds are only kept. Once per event id, in any order: the same events end in the same state. Answers outcome applied, ignored, repeated or unknown (no such order).';

COMMENT ON FUNCTION "private"."apply_refund_event"(public.payment_provider, text, text, uuid, text, text) IS 'What a gateway says about a refund: refund.processed, refund.failed; other kinds are only kept. Once per event id. Outcomes as in apply_payment_event.';

COMMENT ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) IS 'Whether booking_transitions allows a step.';

COMMENT ON FUNCTION "private"."capacity"(public.service_mode, integer, time without time zone) IS 'Places of a window: the most particular row of capacities.';

COMMENT ON FUNCTION "private"."capture_payment"(uuid, integer, public.booking_actor, text) IS 'Money of a payment is there: confirms an unpaid booking, one that is over too if its places are still free and its first-booking coupon was not used for another, and otherwise asks for a refund of what is over. Another amount than was asked for is given back whole. The caller holds the booking.';

COMMENT ON FUNCTION "private"."check_slot"(public.service_mode, date, time without time zone, integer, boolean, uuid, timestamp with time zone) IS 'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times. as_of judges lead times as at that instant; what has begun is over for everybody.';

COMMENT ON FUNCTION "private"."claim_messages"(integer) IS 'Takes due messages for a worker, for 2 minutes. Workers may ask at the same time: each message goes to one of them.';

COMMENT ON FUNCTION "private"."effective_status"(public.service_bookings) IS 'The status to show: an unpaid booking whose time is over waits for nothing any more, whether or not that is written yet.';

COMMENT ON FUNCTION "private"."end_refund"(uuid, public.refund_status, public.booking_actor, text) IS 'A refund is done or has failed: its payment follows, and what is done stands in the history. The caller holds the booking.';

COMMENT ON FUNCTION "private"."is_active"(public.booking_status) IS 'Booked for certain, and not over.';

COMMENT ON FUNCTION "private"."limit_guest_holds"(public.service_mode, date, time without time zone, integer, uuid) IS 'PT429 held_by_many when guests hold their share of a window already (half of its places, rounded up): a browser token costs nothing, and neither does a number that is only typed. The caller holds the lock of the day; own is the hold that is being replaced.';

COMMENT ON FUNCTION "private"."limit_waiting"(text, public.service_mode, date, time without time zone) IS 'PT409 in_line for a number that waits for this time already, PT429 too_many_waits, too_many_in_line when one more would be more than private.limits allows. The caller holds the locks of the phone and of the day.';

COMMENT ON FUNCTION "private"."lock_day"(public.service_mode, date) IS 'Bookings of one mode on one day queue here, so two never see the same free place. Lock earlier days first.';

COMMENT ON FUNCTION "private"."lock_days"(public.service_mode, date, public.service_mode, date) IS 'Locks the days a change leaves and enters, always in the same order, so two changes never wait for each other. The second may be null.';

COMMENT ON FUNCTION "private"."message_failed"(bigint, integer, text, boolean) IS 'It could not be sent: tried again after 30 seconds, then after twice as long each time, at most an hour. After 12 tries (5 hours), or at once when no try can help (for_good), it has failed and waits for an admin.';

COMMENT ON FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid) IS 'Up to four free times nearest to a wish, in the order of the calendar.';

COMMENT ON FUNCTION "private"."needs_handover_code"(public.service_bookings, public.booking_status) IS 'Whether a step is one where the code is said: when a bike is fetched, and when any bike is handed back.';

COMMENT ON FUNCTION "private"."offer_places_of"(public.service_mode, date) IS 'Ends what is over in the lines of a mode''s day and offers its free places, first come first served: whoever''s job does not fit lets the next one pass. Answers how many entries changed. The caller holds the lock of the day.';

COMMENT ON FUNCTION "private"."payment_rank"(public.payment_status) IS 'A payment only ever climbs: created or claimed, failed (another try may follow), authorized, captured. So the order of events does not matter.';

COMMENT ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text) IS 'A quote without refusals and what it means for the calendar. Raises PT422 items with the first refusal.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text) IS 'The only place where a price is worked out: quote shows it, create_booking charges it.';

COMMENT ON FUNCTION "private"."quote_item"(public.models, public.service_mode, text, text, integer) IS 'One line of a quote, or a refusal: an object with code and reason.';

COMMENT ON FUNCTION "private"."refund_overpayment"(public.service_bookings, public.refund_reason) IS 'Asks for a refund of whatever came beyond what the booking costs, the last payment first. The caller holds the booking.';

COMMENT ON FUNCTION "private"."refund_reason_of"(public.booking_status) IS 'Why a booking of this status is refunded.';

COMMENT ON FUNCTION "private"."slots"(public.service_mode, date, date, integer, boolean, uuid, timestamp with time zone) IS 'Arrival windows between two dates with their free places for a job that needs so many windows; why says why there is none: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first. own is the id of a hold or booking whose places count as free; as_of judges lead times as at that instant.';

COMMENT ON FUNCTION "private"."take_places"(uuid, uuid, timestamp with time zone, public.service_mode, date, time without time zone, integer) IS 'Takes the lowest free seat in each window of a job, for a booking or for a hold. The caller holds the lock of that day and mode and has seen free places.';

COMMENT ON FUNCTION "private"."to_booking_status"(text) IS 'A booking status, or null.';

COMMENT ON FUNCTION "private"."to_callback_kind"(text) IS 'The reason for a call-back, or null.';

COMMENT ON FUNCTION "private"."to_change_cause"(text) IS 'The cause of a change, or null.';

COMMENT ON FUNCTION "private"."to_pay_by"(text) IS 'A choice of how to pay, or null.';

COMMENT ON FUNCTION "private"."to_service_mode"(text) IS 'A service mode, or null.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause) IS 'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, checks no work before every line is ticked, and misses nobody before 15 minutes after the booked start.';

COMMENT ON FUNCTION "private"."windows_needed"(integer, public.service_mode, boolean) IS 'How many consecutive two-hour windows a job needs with its buffer. A two-day job takes only its arrival window.';

COMMENT ON TYPE "public"."booking_actor" IS 'Who acts on a booking. customer, admin: a person, through a function. system: a rule. service: the service role or the owner of the database, who wrote the status directly.';

COMMENT ON TYPE "public"."booking_payment_state" IS 'How far a booking is paid, over all its payments and refunds.';

COMMENT ON TYPE "public"."booking_status" IS 'The status of a booking. public.booking_transitions lists which may follow which.';

COMMENT ON TYPE "public"."callback_kind" IS 'Why a visitor asks for a call: a bike we do not list, a PIN we do not serve, or a message.';

COMMENT ON TYPE "public"."cancelling_party" IS 'For whom a booking was cancelled.';

COMMENT ON TYPE "public"."change_cause" IS 'Who or what caused a change of a booking; it decides the fee.';

COMMENT ON TYPE "public"."credit_reason" IS 'Why the shop gave a credit.';

COMMENT ON TYPE "public"."extra_work_decider" IS 'Who answered a line of extra work: the customer, an admin after a call, or the approval limit chosen at booking.';

COMMENT ON TYPE "public"."extra_work_status" IS 'The answer to one line of extra work.';

COMMENT ON TYPE "public"."item_type" IS 'What a line of a booking is: its package, an add-on, or the pickup.';

COMMENT ON TYPE "public"."message_channel" IS 'How a message is sent. Mail sorts first: it is claimed first.';

COMMENT ON TYPE "public"."message_kind" IS 'What a message to a customer is about.';

COMMENT ON TYPE "public"."message_status" IS 'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may retry it.';

COMMENT ON TYPE "public"."pay_by" IS 'How the customer chose to pay at booking.';

COMMENT ON TYPE "public"."payment_method" IS 'How a payment is made.';

COMMENT ON TYPE "public"."payment_provider" IS 'Who reports that a payment arrived: a gateway (local is a demonstration), or staff for upi and desk.';

COMMENT ON TYPE "public"."payment_status" IS 'The status of one attempt to pay.';

COMMENT ON TYPE "public"."refund_reason" IS 'Why a payment, or a part of it, is refunded.';

COMMENT ON TYPE "public"."refund_status" IS 'The status of a refund.';

COMMENT ON TYPE "public"."report_kind" IS 'What a browser reports. vital: a measurement of page speed. error: an error that a visitor may have seen. visit: a page load in which the app took part.';

COMMENT ON TYPE "public"."service_mode" IS 'Where the work is done: at the customer''s gate, in the workshop after a pickup, or in the workshop where the customer rides in.';

COMMENT ON TYPE "public"."waitlist_state" IS 'The state of an entry of the waitlist.';

COMMENT ON VIEW "public"."model_offers" IS 'One row per package that is offered for a model: rupees with GST, minutes including the extra of its engine class.';

REVOKE ALL ON FUNCTION "private"."apply_payment_event"(public.payment_provider, text, text, text, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_refund_event"(public.payment_provider, text, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capacity"(public.service_mode, integer, time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."capture_payment"(uuid, integer, public.booking_actor, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_slot"(public.service_mode, date, time without time zone, integer, boolean, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_messages"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."effective_status"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_refund"(uuid, public.refund_status, public.booking_actor, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_active"(public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_guest_holds"(public.service_mode, date, time without time zone, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_waiting"(text, public.service_mode, date, time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_day"(public.service_mode, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_days"(public.service_mode, date, public.service_mode, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_failed"(bigint, integer, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_handover_code"(public.service_bookings, public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_places_of"(public.service_mode, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_rank"(public.payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_job"(jsonb, text, public.service_mode, text, text, text, date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb, text, public.service_mode, text, text, text, date, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_item"(public.models, public.service_mode, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_overpayment"(public.service_bookings, public.refund_reason) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_reason_of"(public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."slots"(public.service_mode, date, date, integer, boolean, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_places"(uuid, uuid, timestamp with time zone, public.service_mode, date, time without time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_booking_status"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_callback_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_change_cause"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_pay_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_service_mode"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."windows_needed"(integer, public.service_mode, boolean) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."model_offers" TO "anon", "authenticated", "service_role";

CREATE TRIGGER carry_dues AFTER INSERT OR UPDATE OF status ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.carry_dues();

CREATE CONSTRAINT TRIGGER record_status_event AFTER INSERT OR UPDATE OF status ON public.service_bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.record_status_event();

CREATE TRIGGER refund_overpayment_on_change AFTER UPDATE OF status, fee, final_price, estimated_price ON public.service_bookings FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.fee IS DISTINCT FROM old.fee) OR (new.final_price IS DISTINCT FROM old.final_price) OR (new.estimated_price IS DISTINCT FROM old.estimated_price))) EXECUTE FUNCTION private.refund_overpayment_on_change();

reset check_function_bodies;

revoke all on function private.apply_payment_event(public.payment_provider,text,text,text,text,integer,text) from public, anon, authenticated, service_role;

revoke all on function private.apply_refund_event(public.payment_provider,text,text,uuid,text,text) from public, anon, authenticated, service_role;

revoke all on function private.can_transition(public.booking_actor,public.service_bookings,public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.capacity(public.service_mode,integer,time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.capture_payment(uuid,integer,public.booking_actor,text) from public, anon, authenticated, service_role;

revoke all on function private.check_slot(public.service_mode,date,time without time zone,integer,boolean,uuid,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.claim_messages(integer) from public, anon, authenticated, service_role;

revoke all on function private.effective_status(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.end_refund(uuid,public.refund_status,public.booking_actor,text) from public, anon, authenticated, service_role;

revoke all on function private.is_active(public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.limit_guest_holds(public.service_mode,date,time without time zone,integer,uuid) from public, anon, authenticated, service_role;

revoke all on function private.limit_waiting(text,public.service_mode,date,time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.lock_day(public.service_mode,date) from public, anon, authenticated, service_role;

revoke all on function private.lock_days(public.service_mode,date,public.service_mode,date) from public, anon, authenticated, service_role;

revoke all on function private.message_failed(bigint,integer,text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.nearest_free(public.service_mode,date,time without time zone,integer,boolean,uuid) from public, anon, authenticated, service_role;

revoke all on function private.needs_handover_code(public.service_bookings,public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.offer_places_of(public.service_mode,date) from public, anon, authenticated, service_role;

revoke all on function private.payment_rank(public.payment_status) from public, anon, authenticated, service_role;

revoke all on function private.plan_job(jsonb,text,public.service_mode,text,text,text,date,text,text) from public, anon, authenticated, service_role;

revoke all on function private.price_cart(jsonb,text,public.service_mode,text,text,text,date,text,text) from public, anon, authenticated, service_role;

revoke all on function private.quote_item(public.models,public.service_mode,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.refund_overpayment(public.service_bookings,public.refund_reason) from public, anon, authenticated, service_role;

revoke all on function private.refund_reason_of(public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.slots(public.service_mode,date,date,integer,boolean,uuid,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.take_places(uuid,uuid,timestamp with time zone,public.service_mode,date,time without time zone,integer) from public, anon, authenticated, service_role;

revoke all on function private.to_booking_status(text) from public, anon, authenticated, service_role;

revoke all on function private.to_callback_kind(text) from public, anon, authenticated, service_role;

revoke all on function private.to_change_cause(text) from public, anon, authenticated, service_role;

revoke all on function private.to_pay_by(text) from public, anon, authenticated, service_role;

revoke all on function private.to_service_mode(text) from public, anon, authenticated, service_role;

revoke all on function private.transition_booking(uuid,public.booking_actor,public.booking_status,text,text,integer,integer,public.change_cause) from public, anon, authenticated, service_role;

revoke all on function private.windows_needed(integer,public.service_mode,boolean) from public, anon, authenticated, service_role;

revoke all on table public.model_offers from public, anon, authenticated, service_role;
grant select on table public.model_offers to anon;
grant select on table public.model_offers to authenticated;
grant select on table public.model_offers to service_role;

revoke all on type public.booking_actor from public, anon, authenticated, service_role;
grant usage on type public.booking_actor to public;

revoke all on type public.booking_payment_state from public, anon, authenticated, service_role;
grant usage on type public.booking_payment_state to public;

revoke all on type public.booking_status from public, anon, authenticated, service_role;
grant usage on type public.booking_status to public;

revoke all on type public.callback_kind from public, anon, authenticated, service_role;
grant usage on type public.callback_kind to public;

revoke all on type public.cancelling_party from public, anon, authenticated, service_role;
grant usage on type public.cancelling_party to public;

revoke all on type public.change_cause from public, anon, authenticated, service_role;
grant usage on type public.change_cause to public;

revoke all on type public.credit_reason from public, anon, authenticated, service_role;
grant usage on type public.credit_reason to public;

revoke all on type public.extra_work_decider from public, anon, authenticated, service_role;
grant usage on type public.extra_work_decider to public;

revoke all on type public.extra_work_status from public, anon, authenticated, service_role;
grant usage on type public.extra_work_status to public;

revoke all on type public.item_type from public, anon, authenticated, service_role;
grant usage on type public.item_type to public;

revoke all on type public.message_channel from public, anon, authenticated, service_role;
grant usage on type public.message_channel to public;

revoke all on type public.message_kind from public, anon, authenticated, service_role;
grant usage on type public.message_kind to public;

revoke all on type public.message_status from public, anon, authenticated, service_role;
grant usage on type public.message_status to public;

revoke all on type public.pay_by from public, anon, authenticated, service_role;
grant usage on type public.pay_by to public;

revoke all on type public.payment_method from public, anon, authenticated, service_role;
grant usage on type public.payment_method to public;

revoke all on type public.payment_provider from public, anon, authenticated, service_role;
grant usage on type public.payment_provider to public;

revoke all on type public.payment_status from public, anon, authenticated, service_role;
grant usage on type public.payment_status to public;

revoke all on type public.refund_reason from public, anon, authenticated, service_role;
grant usage on type public.refund_reason to public;

revoke all on type public.refund_status from public, anon, authenticated, service_role;
grant usage on type public.refund_status to public;

revoke all on type public.report_kind from public, anon, authenticated, service_role;
grant usage on type public.report_kind to public;

revoke all on type public.service_mode from public, anon, authenticated, service_role;
grant usage on type public.service_mode to public;

revoke all on type public.waitlist_state from public, anon, authenticated, service_role;
grant usage on type public.waitlist_state to public;
