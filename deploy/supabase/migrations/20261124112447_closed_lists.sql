set check_function_bodies = off;

CREATE TYPE "public"."bike_body" AS ENUM ('scooter', 'moped', 'commuter', 'naked', 'sport', 'roadster', 'cruiser', 'adventure');
CREATE TYPE "public"."bike_brake" AS ENUM ('disc', 'drum');
CREATE TYPE "public"."bike_cooling" AS ENUM ('air', 'oil', 'liquid');
CREATE TYPE "public"."bike_drive" AS ENUM ('chain', 'belt_cvt');
CREATE TYPE "public"."bike_fuel" AS ENUM ('fi', 'carburettor');
CREATE TYPE "public"."call_limit_subject" AS ENUM ('address', 'user');
CREATE TYPE "public"."coupon_kind" AS ENUM ('rupees', 'percent');
CREATE TYPE "public"."package_drive" AS ENUM ('any', 'chain', 'belt_cvt');
CREATE TYPE "public"."package_item_kind" AS ENUM ('included', 'excluded');
CREATE TYPE "public"."payment_event_outcome" AS ENUM ('applied', 'ignored');

DROP VIEW "public"."model_addons";

DROP VIEW "public"."model_job_cards";

DROP VIEW "public"."model_offers";

DROP VIEW "public"."model_traits";

ALTER TABLE "private"."call_limits" DROP CONSTRAINT "call_limits_counted_by_check";

ALTER TABLE "private"."call_limits" DROP CONSTRAINT "call_limits_most_check";

ALTER TABLE "private"."limits" DROP CONSTRAINT "limits_most_check";

ALTER TABLE "public"."coupons" DROP CONSTRAINT "coupons_check";

ALTER TABLE "public"."coupons" DROP CONSTRAINT "coupons_kind_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_body_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_cooling_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_drive_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_front_brake_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_fuel_check";

ALTER TABLE "public"."models" DROP CONSTRAINT "models_rear_brake_check";

ALTER TABLE "public"."package_items" DROP CONSTRAINT "package_items_kind_check";

ALTER TABLE "public"."packages" DROP CONSTRAINT "packages_drive_check";

ALTER TABLE "public"."payment_events" DROP CONSTRAINT "payment_events_outcome_check";

DROP FUNCTION "private"."claim_messages"(integer);

DROP FUNCTION "private"."count_call"(text, text, integer, integer);

ALTER TABLE "private"."call_limits" ALTER COLUMN "counted_by" DROP DEFAULT;

ALTER TABLE "private"."call_limits" RENAME COLUMN "most" TO "max_value";

ALTER TABLE "private"."limits" RENAME COLUMN "most" TO "max_value";

ALTER TABLE "public"."coupons" ALTER COLUMN "kind" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "body" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "cooling" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "drive" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "front_brake" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "fuel" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "rear_brake" DROP DEFAULT;

ALTER TABLE "public"."package_items" ALTER COLUMN "kind" DROP DEFAULT;

ALTER TABLE "public"."packages" ALTER COLUMN "drive" DROP DEFAULT;

ALTER TABLE "public"."payment_events" ALTER COLUMN "outcome" DROP DEFAULT;

ALTER TABLE "public"."models" ALTER COLUMN "body" TYPE public.bike_body USING "body"::public.bike_body;

ALTER TABLE "public"."models" ALTER COLUMN "front_brake" TYPE public.bike_brake USING "front_brake"::public.bike_brake;

ALTER TABLE "public"."models" ALTER COLUMN "rear_brake" TYPE public.bike_brake USING "rear_brake"::public.bike_brake;

ALTER TABLE "public"."models" ALTER COLUMN "cooling" TYPE public.bike_cooling USING "cooling"::public.bike_cooling;

ALTER TABLE "public"."models" ALTER COLUMN "drive" TYPE public.bike_drive USING "drive"::public.bike_drive;

ALTER TABLE "public"."models" ALTER COLUMN "fuel" TYPE public.bike_fuel USING "fuel"::public.bike_fuel;

ALTER TABLE "private"."call_limits" ALTER COLUMN "counted_by" TYPE public.call_limit_subject USING "counted_by"::public.call_limit_subject;

ALTER TABLE "public"."coupons" ALTER COLUMN "kind" TYPE public.coupon_kind USING "kind"::public.coupon_kind;

ALTER TABLE "public"."packages" ALTER COLUMN "drive" TYPE public.package_drive USING "drive"::public.package_drive;

ALTER TABLE "public"."packages" ALTER COLUMN "drive" SET DEFAULT 'any'::public.package_drive;

ALTER TABLE "public"."package_items" ALTER COLUMN "kind" TYPE public.package_item_kind USING "kind"::public.package_item_kind;

ALTER TABLE "public"."payment_events" ALTER COLUMN "outcome" TYPE public.payment_event_outcome USING "outcome"::public.payment_event_outcome;

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
  if not exists (select from private.settings s where s.name = 'count_calls' and s.value = 'on')
    or auth.jwt() ->> 'role' = 'service_role'
  then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.reject(404, 'unknown_address');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.reject(405, 'method_not_allowed');
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
        then private.count_call(rule.name, address, rule.max_value, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.max_value, rule.per_seconds)
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
  outcome public.payment_event_outcome;
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
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    outcome, private.now()
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
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'payment', p.id);
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
  outcome public.payment_event_outcome;
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
  outcome := case when applied then 'applied'::public.payment_event_outcome else 'ignored' end;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, outcome, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object('outcome', outcome, 'booking', b.id, 'refund', r.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_messages(max_messages integer)
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
    limit claim_messages.max_messages
    for update skip locked
  )
  returning m.id, m.attempts, m.kind, m.channel;
$function$;

CREATE OR REPLACE FUNCTION private.count_call(name text, caller text, max_value integer, per_seconds integer)
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
  return case when counted.made > max_value then greatest(1, ceil(extract(epoch from counted.ends_at - at)))::int else 0 end;
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
    perform private.reject_until('too_many_open', open_until, jsonb_build_object(
      'max', private.limit_value('open_bookings'), 'of', case when account is null then 'number' else 'account' end
    ));
  elsif day_until is not null then
    perform private.reject_until('too_many_bookings', day_until, jsonb_build_object(
      'max', private.limit_value('bookings_a_day'), 'of', case when account is null then 'number' else 'account' end
    ));
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
    perform private.reject_until('too_many_tries', until);
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
    perform private.reject_until('too_many_holds', until, jsonb_build_object('max', private.limit_value('open_holds')));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_value(name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (select l.max_value from private.limits l where l.name = limit_value.name); end; $function$;

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
    perform private.reject(409, 'in_line');
  elsif public.is_admin() then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.limit_value('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.reject_until('too_many_waits', until, jsonb_build_object('max', private.limit_value('open_waits')));
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.limit_value('waits_of_a_window');
  if until is not null then
    perform private.reject_until('too_many_in_line', until);
  end if;
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
  data jsonb;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select
      case when p.drive::text in ('any', bike.drive::text) then 'wrong_engine_size' else 'wrong_drive' end,
      jsonb_build_object('name', p.short_name, 'drive', p.drive)
    into code, data
    from public.packages p where p.slug = item_id;
    return jsonb_build_object('item_id', item_id, 'code', coalesce(code, 'unknown_item'), 'data', data);
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      data := jsonb_build_object('mode', mode);
    elsif quantity <> 1 then
      code := 'quantity';
      data := '{"max": 1}';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := case item_id when 'pickup-drop' then 'pickup_by_place' else 'not_sold' end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      data := jsonb_build_object('needs', extra.condition);
    elsif included_name is not null then
      code := 'already_included';
      data := jsonb_build_object('part_of', included_name);
    elsif unit is null then
      code := 'wrong_engine_size';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      data := jsonb_build_object('max', extra.max_quantity);
    end if;
  end if;

  if code is not null then
    return jsonb_build_object(
      'item_id', item_id, 'code', code,
      'data', jsonb_build_object('name', coalesce(offer.short_name, extra.name)) || coalesce(data, '{}')
    );
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity),
    'two_day', coalesce(offer.two_day, false)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.client_health(hours integer DEFAULT 24)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise exception using errcode = 'PT403', message = 'forbidden', hint = 'forbidden';
  elsif hours is null or hours not between 1 and 720 then
    raise exception using errcode = 'PT422', message = 'hours', hint = 'hours';
  end if;
  return (
    with recent as (
      select r.* from public.client_reports r where r.received_at > now() - make_interval(hours => client_health.hours)
    ), counted as (
      select
        app,
        version,
        bool_or(canary) as canary,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'visit')), 0) as visits,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'error')), 0) as errors,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'LCP') as lcp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'INP') as inp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'CLS') as cls,
        max(received_at) as last_seen
      from recent group by app, version order by max(received_at) desc limit 100
    ), distinct_errors as (
      select
        app, version, name, message,
        count(*) as count,
        (array_agg(route order by id desc))[1] as route,
        max(received_at) as last_seen
      from recent where kind = 'error' group by app, version, name, message order by max(received_at) desc limit 30
    )
    select jsonb_build_object(
      'hours', client_health.hours,
      'apps', coalesce((
        select jsonb_agg(jsonb_build_object(
          'app', c.app, 'version', c.version, 'canary', c.canary, 'visits', c.visits, 'errors', c.errors,
          'error_rate', case when c.visits > 0 then round(c.errors / c.visits, 4) end,
          'lcp_p75', round(c.lcp::numeric), 'inp_p75', round(c.inp::numeric), 'cls_p75', round(c.cls::numeric, 3),
          'last_seen', c.last_seen
        ) order by c.app, c.last_seen desc) from counted c
      ), '[]'),
      'errors', coalesce((
        select jsonb_agg(to_jsonb(e) order by e.last_seen desc) from distinct_errors e
      ), '[]')
    )
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
  -- A report may not stand for more visits than the site asks for: anyone can send one.
  published_share numeric := coalesce((select s.value::numeric from private.settings s where s.name = 'report_share'), 1);
  kept int;
  newest bigint;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.reject(422, 'events');
  elsif jsonb_array_length(events) > 20 then
    perform private.reject(422, 'too_many_events');
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
      greatest(p.sample_rate, published_share)
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
  facts jsonb := '{}'::jsonb;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  if char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.reject(422, 'mechanic');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.reject(422, 'final_price');
  end if;
  if target is null then
    perform private.reject(422, 'to_status');
  end if;
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned and not raised: raising would roll back the counted try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    facts := jsonb_strip_nulls(jsonb_build_object('without_code', why));
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end, data => facts
  ));
end;
$function$;

ALTER TABLE "private"."call_limits" ADD CONSTRAINT "call_limits_max_value_check" CHECK ((max_value > 0));

ALTER TABLE "private"."limits" ADD CONSTRAINT "limits_max_value_check" CHECK ((max_value > 0));

ALTER TABLE "public"."coupons" ADD CONSTRAINT "coupons_check" CHECK (((amount > 0) AND ((kind = 'rupees'::public.coupon_kind) OR (amount <= 100))));

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
     JOIN public.packages p ON ((((p.drive)::text = 'any'::text) OR ((p.drive)::text = (m.drive)::text))))
     JOIN public.package_prices price ON (((price.package_slug = p.slug) AND (price.price_class = m.price_class))));

CREATE VIEW "public"."model_traits" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    trait.name AS trait
   FROM (public.models m
     CROSS JOIN LATERAL ( VALUES ((m.drive)::text), ((m.fuel)::text), (
                CASE
                    WHEN (m.cooling = 'liquid'::public.bike_cooling) THEN 'liquid'::text
                    ELSE 'not_liquid'::text
                END), (('front_'::text || (m.front_brake)::text)), (('rear_'::text || (m.rear_brake)::text)), (
                CASE
                    WHEN ('disc'::public.bike_brake = ANY (ARRAY[m.front_brake, m.rear_brake])) THEN 'disc'::text
                    ELSE 'drum_only'::text
                END), (
                CASE
                    WHEN (m.front_brake <> m.rear_brake) THEN 'disc_and_drum'::text
                    WHEN (m.front_brake = 'disc'::public.bike_brake) THEN 'both_discs'::text
                    ELSE NULL::text
                END), (
                CASE
                    WHEN m.oil_filter THEN 'oil_filter'::text
                    ELSE 'no_oil_filter'::text
                END)) trait(name))
  WHERE (trait.name IS NOT NULL);

CREATE VIEW "public"."model_addons" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    a.slug AS addon_slug,
    a.name,
    a.summary,
    price.price,
    a.minutes,
    a.max_quantity,
    ARRAY( SELECT i.package_slug
           FROM public.package_addons_included i
          WHERE (i.addon_slug = a.slug)
          ORDER BY i.package_slug) AS included_in,
    a.min_odometer_km,
    a.sort
   FROM ((public.models m
     JOIN public.addon_prices price ON ((price.price_class = m.price_class)))
     JOIN public.addons a ON (((a.slug = price.addon_slug) AND a.sellable)))
  WHERE ((a.condition IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = a.condition)))));

CREATE VIEW "public"."model_job_cards" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    i.package_slug,
    i.kind,
    i.group_name,
    i.label,
    i.hint,
    i.addon_slug,
    i.see_package,
    COALESCE(addon_price.price, package_price.price) AS price,
    i."position"
   FROM (((public.models m
     JOIN public.package_items i ON (((i.applies IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = i.applies)))))))
     LEFT JOIN public.addon_prices addon_price ON (((addon_price.addon_slug = i.addon_slug) AND (addon_price.price_class = m.price_class))))
     LEFT JOIN public.package_prices package_price ON (((package_price.package_slug = i.see_package) AND (package_price.price_class = m.price_class))));

COMMENT ON COLUMN "public"."client_reports"."kind" IS 'vital: a measurement of page speed. error: one that a visitor may have seen. visit: a page load in which the app took part.';

COMMENT ON FUNCTION "private"."claim_messages"(integer) IS 'Takes due messages for a worker, for 2 minutes. Workers may ask at the same time: each message goes to one of them.';

COMMENT ON FUNCTION "private"."count_call"(text, text, integer, integer) IS 'Counts a call in a fixed window. Answers 0 when it is within the limit, else the seconds to wait.';

COMMENT ON FUNCTION "private"."remove_personal_data"(text) IS 'An error''s message on one line of at most 300 characters, without queries, fragments, mails, tokens, number plates and long runs of digits.';

COMMENT ON FUNCTION "public"."report_client_events"(jsonb) IS 'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, sample_rate} of a browser and answers how many it kept: what has the wrong shape is left out. A sample_rate below the share that the site publishes (report_share in private.settings, 1 without it) is raised to it. Keeps 30 days and the newest 200,000 rows. Raises PT422 events, too_many_events.';

COMMENT ON TABLE "private"."settings" IS 'Switches that only the database owner may set: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), count_calls (''on'': PostgREST counts calls by address and user), address_header and site_key (for these counts), report_share (the share of page loads that the site asks for reports), holidays_added, seed_version.';

COMMENT ON TABLE "public"."client_reports" IS 'Append-only: page speed, errors and visits as browsers reported them, without anything about a person. Written and pruned by report_client_events alone.';

COMMENT ON TYPE "public"."bike_body" IS 'The build of a bike. Pages draw its silhouette.';

COMMENT ON TYPE "public"."bike_brake" IS 'The brake of one wheel.';

COMMENT ON TYPE "public"."bike_cooling" IS 'What cools the engine.';

COMMENT ON TYPE "public"."bike_drive" IS 'What turns the rear wheel: a chain, or the belt and CVT of a scooter.';

COMMENT ON TYPE "public"."bike_fuel" IS 'How fuel reaches the engine. fi: fuel injection.';

COMMENT ON TYPE "public"."call_limit_subject" IS 'Whose calls a limit counts: those of a network address, or of a user.';

COMMENT ON TYPE "public"."coupon_kind" IS 'What the amount of a coupon counts.';

COMMENT ON TYPE "public"."package_drive" IS 'The drive that a package is for: any, or one of public.bike_drive.';

COMMENT ON TYPE "public"."package_item_kind" IS 'Whether the price of a package covers a printed line of its job card.';

COMMENT ON TYPE "public"."payment_event_outcome" IS 'Whether an event of a payment provider changed anything.';

COMMENT ON VIEW "public"."model_addons" IS 'One row per add-on that fits a model. Do not offer it beside a package listed in included_in: it is part of that one.';

COMMENT ON VIEW "public"."model_job_cards" IS 'The job card of a package with only the lines that fit the model; price is that of the add-on or package an excluded line points to. Filter by model_id and package_slug, order by position.';

COMMENT ON VIEW "public"."model_offers" IS 'One row per package that is offered for a model: rupees with GST, minutes including the extra of its engine class.';

COMMENT ON VIEW "public"."model_traits" IS 'The condition keys that hold for a model: chain | belt_cvt, fi | carburettor, liquid | not_liquid, front_disc | front_drum, rear_disc | rear_drum, disc | drum_only, both_discs | disc_and_drum | drum_only, oil_filter | no_oil_filter. Add-ons and job-card lines name one of them, or none.';

REVOKE ALL ON FUNCTION "private"."claim_messages"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_call"(text, text, integer, integer) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."model_addons" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_job_cards" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_offers" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_traits" TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.claim_messages(integer) from public, anon, authenticated, service_role;

revoke all on function private.count_call(text,text,integer,integer) from public, anon, authenticated, service_role;

revoke all on table public.model_addons from public, anon, authenticated, service_role;
grant select on table public.model_addons to anon;
grant select on table public.model_addons to authenticated;
grant select on table public.model_addons to service_role;

revoke all on table public.model_job_cards from public, anon, authenticated, service_role;
grant select on table public.model_job_cards to anon;
grant select on table public.model_job_cards to authenticated;
grant select on table public.model_job_cards to service_role;

revoke all on table public.model_offers from public, anon, authenticated, service_role;
grant select on table public.model_offers to anon;
grant select on table public.model_offers to authenticated;
grant select on table public.model_offers to service_role;

revoke all on table public.model_traits from public, anon, authenticated, service_role;
grant select on table public.model_traits to anon;
grant select on table public.model_traits to authenticated;
grant select on table public.model_traits to service_role;

revoke all on type public.bike_body from public, anon, authenticated, service_role;
grant usage on type public.bike_body to public;

revoke all on type public.bike_brake from public, anon, authenticated, service_role;
grant usage on type public.bike_brake to public;

revoke all on type public.bike_cooling from public, anon, authenticated, service_role;
grant usage on type public.bike_cooling to public;

revoke all on type public.bike_drive from public, anon, authenticated, service_role;
grant usage on type public.bike_drive to public;

revoke all on type public.bike_fuel from public, anon, authenticated, service_role;
grant usage on type public.bike_fuel to public;

revoke all on type public.call_limit_subject from public, anon, authenticated, service_role;
grant usage on type public.call_limit_subject to public;

revoke all on type public.coupon_kind from public, anon, authenticated, service_role;
grant usage on type public.coupon_kind to public;

revoke all on type public.package_drive from public, anon, authenticated, service_role;
grant usage on type public.package_drive to public;

revoke all on type public.package_item_kind from public, anon, authenticated, service_role;
grant usage on type public.package_item_kind to public;

revoke all on type public.payment_event_outcome from public, anon, authenticated, service_role;
grant usage on type public.payment_event_outcome to public;
