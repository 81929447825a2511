set check_function_bodies = off;

CREATE TYPE "public"."work_urgency" AS ENUM ('due_now', 'due_later');

DROP VIEW "public"."planned_job_lines";

DROP FUNCTION "private"."write_checklist"(public.service_bookings);

DROP FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text);

CREATE TABLE "public"."declined_work" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "extra_work_id" uuid NOT NULL, "vehicle_number" text, "model_id" text NOT NULL, "item_id" text, "name" text NOT NULL, "reason" text NOT NULL, "price" integer NOT NULL, "minutes" integer NOT NULL, "answered_on" date NOT NULL, "booked_with" uuid, CONSTRAINT "declined_work_extra_work_id_key" UNIQUE (extra_work_id), CONSTRAINT "declined_work_minutes_check" CHECK ((minutes >= 0)), CONSTRAINT "declined_work_pkey" PRIMARY KEY (id), CONSTRAINT "declined_work_price_check" CHECK ((price > 0)));

ALTER TABLE "public"."declined_work" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."booking_checklist" ADD COLUMN "extra_work_id" uuid;

ALTER TABLE "public"."booking_transitions" ADD COLUMN "needs_note" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."extra_work" ADD COLUMN "item_id" text;

ALTER TABLE "public"."extra_work" ADD COLUMN "answered_by" uuid;

ALTER TABLE "public"."extra_work" ADD COLUMN "price_version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."service_bookings" ADD COLUMN "resume_status" public.booking_status;

ALTER TABLE "public"."declined_work" ADD COLUMN "answer" public.extra_work_status NOT NULL;

ALTER TABLE "public"."declined_work" ADD COLUMN "urgency" public.work_urgency;

ALTER TABLE "public"."extra_work" ADD COLUMN "urgency" public.work_urgency;

CREATE OR REPLACE FUNCTION private.add_correction(booking public.service_bookings, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select booking.id, coalesce(max(c.line), 0) + 1, 'To put right', add_correction.reason
  from public.booking_checklist c where c.booking_id = booking.id;
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
      -- Staff cancel only before the work has begun, also while an answer is awaited.
      and (
        booking.status <> 'awaiting_approval'
        or can_transition.to_status in (
          coalesce(booking.resume_status, 'inspecting'),
          case when coalesce(booking.resume_status, 'inspecting') = 'inspecting' then 'cancelled'::public.booking_status end
        )
      )
  );
$function$;

CREATE OR REPLACE FUNCTION private.check_transition(booking public.service_bookings, actor public.booking_actor, to_status public.booking_status, note text, final_price integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
  );
begin
  if not private.can_transition(check_transition.actor, booking, check_transition.to_status) then
    perform private.reject(409, 'not_allowed', jsonb_build_object('status', booking.status, 'to', check_transition.to_status));
  elsif check_transition.to_status = 'awaiting_approval' and not asked then
    perform private.reject(409, 'nothing_asked');
  elsif booking.status = 'awaiting_approval' and check_transition.to_status <> 'cancelled' and asked then
    perform private.reject(409, 'not_answered');
  elsif check_transition.to_status in ('quality_check', 'ready') and booking.status <> 'awaiting_approval'
    and private.count_open_lines(booking.id) > 0
  then
    perform private.reject(409, 'not_ticked', jsonb_build_object('left', private.count_open_lines(booking.id)));
  elsif check_transition.to_status = 'no_show' and private.now() < private.no_show_from(booking) then
    perform private.reject(409, 'too_early', jsonb_build_object(
      'from', private.no_show_from(booking), 'minutes', (select s.no_show_minutes from public.shop s)
    ));
  elsif check_transition.to_status = 'completed' and private.today() < booking.booking_date then
    perform private.reject(409, 'too_early', jsonb_build_object(
      'from', private.local_instant(booking.booking_date, '00:00'), 'minutes', null
    ));
  elsif coalesce(char_length(check_transition.note), 0) < 3 and exists (
    select from public.booking_transitions t
    where t.actor = check_transition.actor and t.from_status = booking.status and t.to_status = check_transition.to_status
      and t.needs_note
  ) then
    perform private.reject(422, 'step_note');
  -- On completion, a final_price that was set earlier is checked again.
  elsif coalesce(check_transition.final_price, case when check_transition.to_status = 'completed' then booking.final_price end)
    > private.agreed_price(booking)
  then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(booking)));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.extra_work_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(e) - '{booking_id,answered_by}'::text[] order by e.position), '[]')
  from public.extra_work e where e.booking_id = extra_work_of.booking;
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
    union all
    select 6, e.position, e.name || ' (declined)', 1, 0, false
    from public.extra_work e where e.booking_id = booking.id and e.status in ('declined', 'later')
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking) as off,
      -- A discount above the price of the services also reduces the other lines, but never the fees.
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
    -- Running totals are rounded like the total, so that the lines add up to it exactly.
    select s.*,
      (
        round(s.upto_total * 10000.0 / (100 + private.gst_rate()))
        - round((s.upto_total - s.total) * 10000.0 / (100 + private.gst_rate()))
      )::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / (100 + private.gst_rate())))::int as upto_tax
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
    'taxable_paise', h.taxable_paise, 'rate', private.gst_rate(),
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from halved h;
$function$;

CREATE OR REPLACE FUNCTION private.is_my_job(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return public.has_duty('owner', 'desk', 'foreman') or (
    public.has_duty('mechanic') and (
      booking.mechanic is null
      or booking.mechanic = (select s.name from public.staff s where s.user_id = auth.uid())
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_declined_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status not in ('declined', 'later') then
    delete from public.declined_work d where d.extra_work_id = new.id;
    return null;
  end if;
  insert into public.declined_work (
    extra_work_id, vehicle_number, model_id, item_id, name, reason, price, minutes, urgency, answer, answered_on
  )
  select
    new.id, b.vehicle_number, b.model_id, new.item_id, new.name, new.reason, new.price, new.minutes, new.urgency,
    new.status, (new.decided_at at time zone 'Asia/Kolkata')::date
  from public.service_bookings b where b.id = new.booking_id
  on conflict (extra_work_id) do update set
    answer = excluded.answer, answered_on = excluded.answered_on, price = excluded.price, reason = excluded.reason;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_used(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = limit_used.booking and e.decided_by = 'limit'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_job(booking uuid)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(lock_job.booking, null);
  if not private.is_my_job(b) then
    perform private.reject(404, 'not_found');
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_declined_work(model text, plate text)
 RETURNS SETOF public.declined_work
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.* from public.declined_work d
  join public.extra_work e on e.id = d.extra_work_id
  join public.service_bookings b on b.id = e.booking_id
  where d.model_id = open_declined_work.model
    and (d.vehicle_number is null or open_declined_work.plate is null or d.vehicle_number = open_declined_work.plate)
    and ((private.works_on_jobs() and d.vehicle_number = open_declined_work.plate) or b.user_id = auth.uid())
    and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION private.parse_extra_work(booking public.service_bookings, entry jsonb)
 RETURNS public.extra_work
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  line public.extra_work;
  offer record;
begin
  line.item_id := private.clean_text(entry ->> 'item');
  select * into offer from private.priced_item(booking.model_id, line.item_id);
  if line.item_id is not null and offer.name is null then
    perform private.reject(422, 'work_item');
  end if;
  line.name := coalesce(private.clean_text(entry ->> 'name'), offer.name);
  line.reason := private.clean_text(entry ->> 'reason');
  line.price := case when entry ->> 'price' is null then offer.price else private.to_int(entry ->> 'price') end;
  line.minutes := case when entry ->> 'minutes' is null then coalesce(offer.minutes, 0) else private.to_int(entry ->> 'minutes') end;
  line.urgency := (
    select u from unnest(enum_range(null::public.work_urgency)) u where u::text = entry ->> 'urgency'
  );
  if line.name is null or char_length(line.name) not between 2 and 80 then
    perform private.reject(422, 'work_name');
  elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif line.price is null or line.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif line.minutes is null or line.minutes not between 0 and 960 then
    perform private.reject(422, 'work_minutes');
  elsif line.urgency is null and entry ->> 'urgency' is not null then
    perform private.reject(422, 'work_urgency');
  end if;
  return line;
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
  own_state boolean := private.is_maharashtra(price_cart.pin, price_cart.gstin);
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price_cart.model;
  if bike.id is null then
    perform private.reject(422, 'model');
  end if;
  if price_cart.mode is null or not exists (select from public.service_modes s where s.mode = price_cart.mode) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.reject(422, 'items');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  where not e ? 'declined'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'declined' then
      seen := seen || (entry ->> 'id');
      line := private.quote_declined(bike, price_cart.mode, primary_slug, entry);
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
    refusals := refusals || '{"item_id": null, "code": "primary_missing", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.area is not null
    and not exists (select from public.areas a where a.slug = price_cart.area)
  then
    refusals := refusals || '{"item_id": null, "code": "area_not_served", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.pin is not null
    and not exists (select from public.area_pins p where p.pin = price_cart.pin)
  then
    refusals := refusals || '{"item_id": null, "code": "pin_not_served", "data": null}'::jsonb;
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
      'minutes', 0,
      'two_day', false
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
    'free_pickup', coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

CREATE OR REPLACE FUNCTION private.priced_item(model text, item text)
 RETURNS TABLE(name text, price integer, minutes integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.name, o.price, o.minutes from public.model_offers o
  where o.model_id = priced_item.model and o.package_slug = priced_item.item
  union all
  select a.name, a.price, a.minutes from public.model_addons a
  where a.model_id = priced_item.model and a.addon_slug = priced_item.item;
$function$;

CREATE OR REPLACE FUNCTION private.quote_declined(bike public.models, mode public.service_mode, primary_slug text, entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  d public.declined_work;
  offer record;
  shown text;
  part_of text;
begin
  select o.* into d from public.declined_work w, private.open_declined_work(bike.id, w.vehicle_number) o
  where w.id = private.to_uuid(entry ->> 'declined') and o.id = w.id;
  if d.id is null or entry ->> 'id' is distinct from coalesce(d.item_id, 'declined-work') then
    return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
  end if;
  select * into offer from private.priced_item(bike.id, d.item_id);
  shown := coalesce(offer.name, d.name);
  select pk.short_name into part_of
  from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
  where i.addon_slug = d.item_id and i.package_slug = primary_slug;
  if part_of is not null or d.item_id = primary_slug then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'already_included',
      'data', jsonb_build_object('name', shown, 'part_of', coalesce(part_of, shown))
    );
  elsif exists (select from public.packages p where p.slug = d.item_id and mode <> all (p.modes)) then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'mode_not_offered', 'data', jsonb_build_object('name', shown, 'mode', mode)
    );
  end if;
  return jsonb_build_object(
    'item_id', entry ->> 'id', 'name', shown, 'package_type', 'addon', 'quantity', 1,
    'unit_price', coalesce(offer.price, d.price), 'price', coalesce(offer.price, d.price),
    'minutes', coalesce(offer.minutes, d.minutes), 'two_day', false, 'declined', d.id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_extra_work(booking public.service_bookings, actor public.booking_actor)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
  );
begin
  perform private.update_checklist(b);
  if asked and b.status <> 'awaiting_approval' then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  elsif not asked and b.status = 'awaiting_approval' then
    b := private.transition_booking(b.id, settle_extra_work.actor, coalesce(b.resume_status, 'inspecting'), null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause, kind public.booking_event_kind DEFAULT 'status'::public.booking_event_kind, data jsonb DEFAULT '{}'::jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  was public.booking_status;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  was := b.status;
  perform private.check_transition(b, transition_booking.actor, transition_booking.to_status, note, final_price);
  -- take_places deletes the expired places of the day under the same lock.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind, data)
  values (
    b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status,
    transition_booking.note, transition_booking.fee, transition_booking.kind, transition_booking.data
  );
  if transition_booking.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = transition_booking.to_status,
    resume_status = case when transition_booking.to_status = 'awaiting_approval' then b.status end,
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
    if was in ('quality_check', 'ready') then
      perform private.add_correction(b, transition_booking.note);
    end if;
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.update_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last_line int := (select max(c.line) from public.booking_checklist c where c.booking_id = booking.id);
begin
  -- Before the work begins there is no checklist yet.
  if last_line is null then
    return;
  end if;
  delete from public.booking_checklist c using public.extra_work e
  where c.booking_id = booking.id and e.id = c.extra_work_id and e.status <> 'approved' and c.done_at is null;
  insert into public.booking_checklist (booking_id, line, group_name, label, extra_work_id)
  select booking.id, last_line + row_number() over (order by e.position), 'Extra work', e.name, e.id
  from public.extra_work e
  where e.booking_id = booking.id and e.status = 'approved'
    and not exists (select from public.booking_checklist c where c.extra_work_id = e.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.works_on_jobs()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return public.has_duty('owner', 'desk', 'foreman', 'mechanic'); end; $function$;

CREATE OR REPLACE FUNCTION private.write_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.booking_checklist c where c.booking_id = booking.id) then
    perform private.update_checklist(booking);
    return;
  end if;
  insert into public.booking_checklist (booking_id, line, group_name, label, extra_work_id)
  select p.booking_id, p.line, p.group_name, p.label, p.extra_work_id
  from public.planned_job_lines p where p.booking_id = booking.id;
end;
$function$;

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, answer text, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text, price_version integer DEFAULT NULL::integer)
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
  given public.extra_work_status := case answer_extra_work.answer
    when 'yes' then 'approved'::public.extra_work_status when 'no' then 'declined' when 'later' then 'later'
  end;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := b.user_id is distinct from auth.uid() and private.works_on_jobs();
  select * into work from public.extra_work e where e.id = line;
  if given is null then
    perform private.reject(422, 'answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif answer_extra_work.price_version <> work.price_version then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', work.price));
  elsif work.status = given then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  end if;
  update public.extra_work e set
    status = given,
    decided_by = case when as_admin then 'admin'::public.extra_work_decider else 'customer' end,
    decided_at = private.now(),
    answered_by = auth.uid(),
    note = remark
  where e.id = line;
  return private.settle_extra_work(b, case when as_admin then 'admin'::public.booking_actor else 'customer' end);
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
  proven boolean;
  address text := private.request_address();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  proven := private.is_exempt() or private.is_caller_proven(wanted.phone, request ->> 'proof');
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end
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
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  if not proven and wanted.discount > 0 and exists (
    select from public.coupons c where c.code = job.quote -> 'coupon' ->> 'code' and c.first_booking
  ) then
    perform private.reject(409, 'verify_phone', '{"reason": "coupon", "alternatives": []}');
  end if;

  -- For a held window, lead times count from the start of the hold.
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
  if not proven then
    perform private.limit_unproven(wanted, job.windows, job.next_day, held, address);
  end if;
  perform private.limit_bookings(wanted.phone, caller, proven);
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- The payment confirms a booking to be paid online; until then its places expire like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  -- The number is the start of the random id: when it is taken, retry with a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status, created_at
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status, private.now()
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);
  update public.declined_work d set booked_with = done.id
  from jsonb_array_elements(job.quote -> 'lines') l where d.id = private.to_uuid(l ->> 'declined');

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  perform private.keep_proof(done.phone, request ->> 'proof');
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_declined_work(model text, vehicle_number text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', d.id, 'item_id', d.item_id, 'name', coalesce(offer.name, d.name), 'reason', d.reason,
    'price', coalesce(offer.price, d.price), 'minutes', coalesce(offer.minutes, d.minutes), 'urgency', d.urgency,
    'answer', d.answer, 'answered_on', d.answered_on
  ) order by d.urgency, d.answered_on desc, d.name), '[]')
  from private.open_declined_work(list_declined_work.model, private.clean_plate(list_declined_work.vehicle_number)) d
  left join lateral private.priced_item(d.model_id, d.item_id) offer on true;
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
begin
  b := private.lock_job(booking);
  if b.status not in ('inspecting', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.reject(422, 'work');
  end if;
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line := private.parse_extra_work(b, entry);
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case
      when private.limit_used(b.id) + line.price <= b.approval_limit then 'limit'::public.extra_work_decider
    end;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, item_id, urgency, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes, line.item_id, line.urgency,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by,
      private.now(), case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  return private.settle_extra_work(b, 'admin');
end;
$function$;

CREATE OR REPLACE FUNCTION public.reprice_extra_work(line uuid, price integer, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  why text := private.clean_text(reprice_extra_work.reason);
  within boolean;
begin
  b := private.lock_job((select e.booking_id from public.extra_work e where e.id = line));
  select * into work from public.extra_work e where e.id = line;
  if reprice_extra_work.price is null or reprice_extra_work.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif why is not null and char_length(why) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif exists (
    select from public.booking_checklist c where c.extra_work_id = work.id and c.done_at is not null
  ) then
    perform private.reject(409, 'work_done');
  elsif work.price = reprice_extra_work.price then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  end if;
  within := private.limit_used(b.id) - case work.decided_by when 'limit' then work.price else 0 end
    + reprice_extra_work.price <= b.approval_limit;
  update public.extra_work e set
    price = reprice_extra_work.price,
    reason = coalesce(why, e.reason),
    price_version = e.price_version + 1,
    status = case when within then 'approved'::public.extra_work_status else 'proposed' end,
    decided_by = case when within then 'limit'::public.extra_work_decider end,
    decided_at = case when within then private.now() end,
    answered_by = null,
    note = null
  where e.id = work.id;
  return private.settle_extra_work(b, 'admin');
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
  b := private.lock_job(tick_checklist.booking);
  if b.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_checklist.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
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

ALTER TABLE "public"."booking_checklist" ADD CONSTRAINT "booking_checklist_extra_work_id_fkey" FOREIGN KEY (extra_work_id) REFERENCES public.extra_work(id) ON DELETE CASCADE;

ALTER TABLE "public"."booking_checklist" ADD CONSTRAINT "booking_checklist_extra_work_id_key" UNIQUE (extra_work_id);

ALTER TABLE "public"."declined_work" ADD CONSTRAINT "declined_work_answer_check" CHECK ((answer = ANY (ARRAY['declined'::public.extra_work_status, 'later'::public.extra_work_status])));

ALTER TABLE "public"."declined_work" ADD CONSTRAINT "declined_work_booked_with_fkey" FOREIGN KEY (booked_with) REFERENCES public.service_bookings(id) ON DELETE SET NULL;

ALTER TABLE "public"."declined_work" ADD CONSTRAINT "declined_work_extra_work_id_fkey" FOREIGN KEY (extra_work_id) REFERENCES public.extra_work(id) ON DELETE CASCADE;

ALTER TABLE "public"."declined_work" ADD CONSTRAINT "declined_work_model_id_fkey" FOREIGN KEY (model_id) REFERENCES public.models(id);

ALTER TABLE "public"."extra_work" ADD CONSTRAINT "extra_work_price_version_check" CHECK ((price_version > 0));

CREATE VIEW "public"."planned_job_lines" WITH (security_invoker=true) AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label,
    extra_work_id
   FROM ( SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label,
            NULL::uuid AS extra_work_id
           FROM ((public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
             JOIN public.model_job_cards c ON (((c.package_slug = i.item_id) AND (c.model_id = b.model_id) AND (c.kind = 'included'::public.package_item_kind))))
          WHERE (i.package_type = 'primary'::public.item_type)
        UNION ALL
         SELECT i.booking_id,
            2 AS part,
            i."position" AS place,
            0 AS "position",
            'Add-ons'::text AS group_name,
                CASE
                    WHEN (i.quantity > 1) THEN ((i.quantity || ' × '::text) || i.name)
                    ELSE i.name
                END AS label,
            NULL::uuid AS extra_work_id
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label,
            e.id AS extra_work_id
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

CREATE INDEX declined_work_booked ON public.declined_work USING btree (booked_with) WHERE (booked_with IS NOT NULL);

CREATE INDEX declined_work_model ON public.declined_work USING btree (model_id);

CREATE INDEX declined_work_plate ON public.declined_work USING btree (vehicle_number);

CREATE TRIGGER keep_declined_work AFTER INSERT OR UPDATE OF status, price ON public.extra_work FOR EACH ROW EXECUTE FUNCTION private.keep_declined_work();

CREATE POLICY "staff and the account of the booking read declined work" ON "public"."declined_work" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'mechanic'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM (public.extra_work e
     JOIN public.service_bookings b ON ((b.id = e.booking_id)))
  WHERE ((e.id = declined_work.extra_work_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON COLUMN "public"."booking_checklist"."extra_work_id" IS 'The approved extra work that the line is about.';

COMMENT ON COLUMN "public"."booking_transitions"."needs_note" IS 'Whether the step goes back in the work, so that staff must say why.';

COMMENT ON COLUMN "public"."declined_work"."booked_with" IS 'The later booking that does it, which counts while that booking is live.';

COMMENT ON COLUMN "public"."declined_work"."price" IS 'What it would have cost then, in rupees. An item of the catalog is booked at its price of that day.';

COMMENT ON COLUMN "public"."extra_work"."answered_by" IS 'The member of staff who noted an answer, or the account of the customer; null: the limit, or a guest.';

COMMENT ON COLUMN "public"."extra_work"."item_id" IS 'The package or add-on of the catalog that it is; null: described in words.';

COMMENT ON COLUMN "public"."extra_work"."price_version" IS 'Rises with each change of the price, which takes the answer back. An answer to an older price is rejected.';

COMMENT ON COLUMN "public"."service_bookings"."resume_status" IS 'While it waits for an answer to extra work: the status to which it returns after the last answer.';

COMMENT ON FUNCTION "private"."add_correction"(public.service_bookings, text) IS 'Adds why a bike went back into the work as a line that must be done.';

COMMENT ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) IS 'Whether booking_transitions allows a transition. A booking that waits for an answer returns only to the status that it came from.';

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: before an answer, before every line of the checklist is done, a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, the approved extra work, the part of the bill above both, the fee, fees of missed bookings, and what the customer declined, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "private"."is_my_job"(public.service_bookings) IS 'Whether the caller may work on a job: any job for owner, desk and foreman; for a mechanic those with their name and those without a mechanic.';

COMMENT ON FUNCTION "private"."keep_declined_work"() IS 'Trigger: keeps a line that was answered with no or later, and forgets it when the answer is taken back.';

COMMENT ON FUNCTION "private"."limit_used"(uuid) IS 'Rupees of the approval limit that extra work has used.';

COMMENT ON FUNCTION "private"."lock_job"(uuid) IS 'The booking, locked, for those who may work on it. Raises PT403 forbidden, PT404 not_found: also for the job of another mechanic.';

COMMENT ON FUNCTION "private"."open_declined_work"(text, text) IS 'What was declined for a bike and is not booked since: in the caller''s own account, or for staff by plate.';

COMMENT ON FUNCTION "private"."parse_extra_work"(public.service_bookings, jsonb) IS 'One checked line of a proposal. What is left out comes from the catalog, for the model of the booking. Raises PT422.';

COMMENT ON FUNCTION "private"."priced_item"(text, text) IS 'A package or add-on with its price for a model; no row when it does not fit the model or is not sold for it.';

COMMENT ON FUNCTION "private"."quote_declined"(public.models, public.service_mode, text, jsonb) IS 'The line of a quote for declined work, always an add-on, also when the catalog sells it as a package; or a refusal.';

COMMENT ON FUNCTION "private"."settle_extra_work"(public.service_bookings, public.booking_actor) IS 'After a change of the lines: the approved ones join the checklist, and the booking waits for an answer while a line has none and returns to where it was afterwards. Returns the state and the lines.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause, public.booking_event_kind, jsonb) IS 'The only function that changes the status of a booking: checks the transition (private.check_transition), writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the checklist when the service starts, and sets the bill on completion (the agreed price by default). A quality check that failed adds its reason to the checklist.';

COMMENT ON FUNCTION "private"."update_checklist"(public.service_bookings) IS 'Adds extra work that was approved after the work began to the end of the checklist, and takes off a line whose answer was taken back.';

COMMENT ON FUNCTION "private"."works_on_jobs"() IS 'Whether the caller has a duty that works on jobs.';

COMMENT ON FUNCTION "private"."write_checklist"(public.service_bookings) IS 'Writes the checklist of a booking from what was booked and approved, when the work begins for the first time.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, text, text, text, integer) IS 'The customer answers one line with yes, no or later; staff must add a note of how the customer answered. price_version is that of the price the customer saw: an answer to an older one is rejected. After the last answer the booking is back where it was. Repeating an answer changes nothing. Raises PT404, PT409 answered, work_repriced (details.price), PT422 (answer, answer_note, note_too_long).';

COMMENT ON FUNCTION "public"."list_declined_work"(text, text) IS 'Work that was found on a bike and not done, with today''s price: for its account, and for staff by plate. Book one as an item {id: item_id, or declined-work without one, declined: id}.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'Staff propose work found while inspecting, in service or in the quality check: [{item, name, reason, price, minutes, urgency}]. item is a package or add-on that fits the bike and gives name, price and minutes where they are left out; without it name and price are needed. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer and then returns to where it was. Approved lines join the checklist. Raises PT403, PT404, PT409 not_in_work, PT422 (work, work_item, work_name, work_reason, work_price, work_minutes, work_urgency).';

COMMENT ON FUNCTION "public"."reprice_extra_work"(uuid, integer, text) IS 'Staff change the price of a line of extra work until its line of the checklist is done. That takes the answer back: within the limit the line is approved, else the customer is asked again. The same price changes nothing. Raises PT403, PT404, PT409 not_in_work, work_done, PT422 (work_price, work_reason).';

COMMENT ON FUNCTION "public"."tick_checklist"(uuid, integer[], boolean, text) IS 'Staff tick lines of a job card while the bike is in service or in the quality check, take ticks back (done false), or say why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';

COMMENT ON TABLE "public"."declined_work" IS 'Work that was found and not done: the customer said no or later. It belongs to the bike: by its plate, or by model in the account of the booking. It is offered when that bike is booked again.';

COMMENT ON TYPE "public"."extra_work_status" IS 'The answer to one line of extra work. declined and later: not done now; it is kept with the bike in declined_work.';

COMMENT ON TYPE "public"."work_urgency" IS 'How urgent work is that staff propose: due_now before the next ride, due_later by the next service.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking from what is booked and approved now: what is printed before the work begins, and what the checklist is written from. The rows of its tables decide who reads it.';

REVOKE ALL ON FUNCTION "private"."add_correction"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_my_job"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_declined_work"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_used"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_job"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_declined_work"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parse_extra_work"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."priced_item"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_declined"(public.models, public.service_mode, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_extra_work"(public.service_bookings, public.booking_actor) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_checklist"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."works_on_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_checklist"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_extra_work"(uuid, text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_extra_work"(uuid, text, text, text, integer) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."list_declined_work"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_declined_work"(text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."reprice_extra_work"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reprice_extra_work"(uuid, integer, text) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."declined_work" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."declined_work" TO "service_role";

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.add_correction(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.check_transition(public.service_bookings,public.booking_actor,public.booking_status,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.is_my_job(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.keep_declined_work() from public, anon, authenticated, service_role;

revoke all on function private.limit_used(uuid) from public, anon, authenticated, service_role;

revoke all on function private.lock_job(uuid) from public, anon, authenticated, service_role;

revoke all on function private.open_declined_work(text,text) from public, anon, authenticated, service_role;

revoke all on function private.parse_extra_work(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.priced_item(text,text) from public, anon, authenticated, service_role;

revoke all on function private.quote_declined(public.models,public.service_mode,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.settle_extra_work(public.service_bookings,public.booking_actor) from public, anon, authenticated, service_role;

revoke all on function private.update_checklist(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.works_on_jobs() from public, anon, authenticated, service_role;

revoke all on function private.write_checklist(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function public.answer_extra_work(uuid,text,text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.answer_extra_work(uuid,text,text,text,integer) to anon;
grant execute on function public.answer_extra_work(uuid,text,text,text,integer) to authenticated;
grant execute on function public.answer_extra_work(uuid,text,text,text,integer) to service_role;

revoke all on function public.list_declined_work(text,text) from public, anon, authenticated, service_role;
grant execute on function public.list_declined_work(text,text) to authenticated;
grant execute on function public.list_declined_work(text,text) to service_role;

revoke all on function public.reprice_extra_work(uuid,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.reprice_extra_work(uuid,integer,text) to authenticated;
grant execute on function public.reprice_extra_work(uuid,integer,text) to service_role;

revoke all on table public.declined_work from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.declined_work to service_role;
grant select on table public.declined_work to authenticated;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
grant select on table public.planned_job_lines to service_role;

revoke all on type public.work_urgency from public, anon, authenticated, service_role;
grant usage on type public.work_urgency to public;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'awaiting_approval', 'in_service', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'awaiting_approval', 'quality_check', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'in_service', 'awaiting_approval', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'in_service', 'inspecting', null, 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'quality_check', 'awaiting_approval', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'quality_check', 'in_service', null, 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'ready', 'in_service', null, 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('customer', 'awaiting_approval', 'in_service', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('customer', 'awaiting_approval', 'quality_check', null, 'false')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

-- Lines of a checklist that is in use belong to the extra work they were written from.
update public.booking_checklist c set extra_work_id = e.id
from public.extra_work e
where e.booking_id = c.booking_id and e.status = 'approved' and c.group_name = 'Extra work' and c.label = e.name
  and e.position = (
    select min(o.position) from public.extra_work o
    where o.booking_id = e.booking_id and o.status = 'approved' and o.name = e.name
  )
  and c.line = (
    select min(o.line) from public.booking_checklist o
    where o.booking_id = c.booking_id and o.group_name = 'Extra work' and o.label = c.label
  );

-- What was declined before stays with its bike too.
insert into public.declined_work (
  extra_work_id, vehicle_number, model_id, name, reason, price, minutes, answer, answered_on
)
select e.id, b.vehicle_number, b.model_id, e.name, e.reason, e.price, e.minutes, e.status,
  (e.decided_at at time zone 'Asia/Kolkata')::date
from public.extra_work e join public.service_bookings b on b.id = e.booking_id
where e.status = 'declined';
