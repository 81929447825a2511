set check_function_bodies = off;

CREATE TYPE "public"."concern_answer" AS ENUM ('found_and_fixed', 'found_see_line', 'not_found');
CREATE TYPE "public"."job_mark_kind" AS ENUM ('check_in', 'point', 'tick', 'concern', 'propose', 'step');
CREATE TYPE "public"."point_state" AS ENUM ('ok', 'due_later', 'due_now', 'not_checked');
CREATE TYPE "public"."service_reset" AS ENUM ('oil', 'service');

DROP VIEW "public"."planned_job_lines";

CREATE TABLE "private"."job_marks" ("id" uuid NOT NULL, "booking_id" uuid NOT NULL, "made_at" timestamp with time zone NOT NULL, "received_at" timestamp with time zone NOT NULL, "made_by" uuid, CONSTRAINT "job_marks_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."job_marks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."booking_checkins" ("booking_id" uuid NOT NULL, "odometer_km" integer, "fuel" integer, "accessories" text[] NOT NULL DEFAULT '{}'::text[], "other_items" text, "damage" text, "checked_in_at" timestamp with time zone NOT NULL, "checked_in_by" uuid, CONSTRAINT "booking_checkins_damage_check" CHECK (((char_length(damage) >= 1) AND (char_length(damage) <= 300))), CONSTRAINT "booking_checkins_fuel_check" CHECK (((fuel >= 0) AND (fuel <= 4))), CONSTRAINT "booking_checkins_odometer_km_check" CHECK (((odometer_km >= 0) AND (odometer_km <= 300000))), CONSTRAINT "booking_checkins_other_items_check" CHECK (((char_length(other_items) >= 1) AND (char_length(other_items) <= 200))), CONSTRAINT "booking_checkins_pkey" PRIMARY KEY (booking_id));

ALTER TABLE "public"."booking_checkins" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."booking_inspection" ("booking_id" uuid NOT NULL, "point" text NOT NULL, "position" integer NOT NULL, "group_name" text NOT NULL, "label" text NOT NULL, "hint" text, "unit" text, "low_limit" numeric, "high_limit" numeric, "item_id" text, "value" numeric, "note" text, "marked_at" timestamp with time zone, "marked_by" uuid, CONSTRAINT "booking_inspection_note_check" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 300))), CONSTRAINT "booking_inspection_pkey" PRIMARY KEY (booking_id, point), CONSTRAINT "booking_inspection_value_check" CHECK (((value >= ('-1000'::integer)::numeric) AND (value <= (1000000)::numeric))));

ALTER TABLE "public"."booking_inspection" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."inspection_points" ("slug" text NOT NULL, "group_name" text NOT NULL, "label" text NOT NULL, "hint" text, "applies" text, "unit" text, "low_limit" numeric, "high_limit" numeric, "item_id" text, "sort" integer NOT NULL, CONSTRAINT "inspection_points_check" CHECK (((unit IS NOT NULL) OR ((low_limit IS NULL) AND (high_limit IS NULL)))), CONSTRAINT "inspection_points_pkey" PRIMARY KEY (slug), CONSTRAINT "inspection_points_slug_check" CHECK ((slug ~ '^[a-z0-9-]{2,40}$'::text)));

ALTER TABLE "public"."inspection_points" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."package_points" ("package_slug" text NOT NULL, "point_slug" text NOT NULL, "position" integer NOT NULL, CONSTRAINT "package_points_pkey" PRIMARY KEY (package_slug, point_slug));

ALTER TABLE "public"."package_points" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."booking_checklist" ADD COLUMN "is_concern" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."booking_checklist" ADD COLUMN "answer_note" text;

ALTER TABLE "public"."packages" ADD COLUMN "odometer_optional" public.service_mode[] NOT NULL DEFAULT '{}'::public.service_mode[];

ALTER TABLE "public"."booking_checklist" ADD COLUMN "answer" public.concern_answer;

ALTER TABLE "private"."job_marks" ADD COLUMN "kind" public.job_mark_kind NOT NULL;

ALTER TABLE "public"."booking_inspection" ADD COLUMN "state" public.point_state NOT NULL DEFAULT 'not_checked'::public.point_state;

ALTER TABLE "public"."packages" ADD COLUMN "resets_service" public.service_reset;

CREATE OR REPLACE FUNCTION private.answer_concern(booking public.service_bookings, mark jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given public.concern_answer := (
    select a from unnest(enum_range(null::public.concern_answer)) a where a::text = mark ->> 'answer'
  );
  remark text := private.clean_text(mark ->> 'note');
begin
  if booking.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', booking.status));
  elsif given is null then
    perform private.reject(422, 'concern_answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  update public.booking_checklist c set
    done_at = private.now(), done_by = auth.uid(), not_needed = null, answer = given, answer_note = remark
  where c.booking_id = booking.id and c.line = private.to_int(mark ->> 'line') and c.is_concern;
  if not found then
    perform private.reject(422, 'lines');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_in(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reading int := private.to_int(mark ->> 'odometer_km');
  quarters int := private.to_int(mark ->> 'fuel');
  items text[];
  rest text := private.clean_text(mark ->> 'other_items');
  harm text := private.clean_text(mark ->> 'damage');
  outcome text;
begin
  if booking.status not in (
    'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif (reading is null and (mark ->> 'odometer_km' is not null or private.needs_odometer(booking)))
    or reading not between 0 and 300000
  then
    perform private.reject(422, 'odometer_km');
  elsif (quarters is null and mark ->> 'fuel' is not null) or quarters not between 0 and 4 then
    perform private.reject(422, 'fuel');
  elsif mark ? 'accessories' and jsonb_typeof(mark -> 'accessories') <> 'array' then
    perform private.reject(422, 'accessories');
  elsif char_length(rest) > 200 then
    perform private.reject(422, 'other_items');
  elsif char_length(harm) > 300 then
    perform private.reject(422, 'damage');
  end if;
  select coalesce(array_agg(private.clean_text(a)), '{}') into items
  from jsonb_array_elements_text(coalesce(mark -> 'accessories', '[]')) a;
  if cardinality(items) > 12 or exists (select from unnest(items) i where i is null or char_length(i) > 40) then
    perform private.reject(422, 'accessories');
  end if;
  insert into public.booking_checkins as c (
    booking_id, odometer_km, fuel, accessories, other_items, damage, checked_in_at, checked_in_by
  ) values (booking.id, reading, quarters, items, rest, harm, check_in.made_at, auth.uid())
  on conflict (booking_id) do update set
    odometer_km = excluded.odometer_km, fuel = excluded.fuel, accessories = excluded.accessories,
    other_items = excluded.other_items, damage = excluded.damage, checked_in_at = excluded.checked_in_at,
    checked_in_by = excluded.checked_in_by
  where c.checked_in_at <= excluded.checked_in_at;
  outcome := case when found then 'applied' else 'older' end;
  if private.can_transition('admin', booking, 'inspecting') and booking.status in ('assigned', 'on_the_way', 'picked_up') then
    perform private.transition_booking(booking.id, 'admin', 'inspecting', null);
  end if;
  return outcome;
end;
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
  elsif check_transition.to_status = 'ready' and check_transition.note is null and private.count_unchecked(booking.id) > 0 then
    perform private.reject(409, 'not_checked', jsonb_build_object('left', private.count_unchecked(booking.id)));
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

CREATE OR REPLACE FUNCTION private.checklist_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'line', c.line, 'group_name', c.group_name, 'label', c.label, 'done_at', c.done_at, 'not_needed', c.not_needed,
    'is_concern', c.is_concern, 'answer', c.answer, 'answer_note', c.answer_note
  ) order by c.line), '[]')
  from public.booking_checklist c where c.booking_id = checklist_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.count_unchecked(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*)::int from public.booking_inspection i
    where i.booking_id = count_unchecked.booking and i.state = 'not_checked'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.inspection_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'point', i.point, 'group_name', i.group_name, 'label', i.label, 'hint', i.hint, 'unit', i.unit,
    'low_limit', i.low_limit, 'high_limit', i.high_limit, 'item_id', i.item_id, 'state', i.state, 'value', i.value,
    'note', i.note, 'marked_at', i.marked_at
  ) order by i.position), '[]')
  from public.booking_inspection i where i.booking_id = inspection_of.booking;
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
  warranty_days int := 30;
  reading int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  due jsonb := private.next_service(booking, issued);
  serial int;
  number text;
begin
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- As late as possible: from here to the end of this transaction, every other completion waits.
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
    'odometer_km', coalesce(reading, booking.odometer_km),
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', case due ->> 'resets' when 'service' then due - 'resets' end,
    'next_oil_change', case due ->> 'resets' when 'oil' then due - 'resets' end,
    'is_demo', s.is_demo
  ) || tax
  from public.shop s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.job_head(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status,
    'status_since', private.status_since(booking), 'mode', booking.mode, 'booking_date', booking.booking_date,
    'booking_time', private.format_time(booking.booking_time), 'window_end', private.format_time(booking.window_end),
    'ready_date', booking.ready_date, 'minutes', booking.minutes, 'bike_name', booking.bike_name,
    'vehicle_number', booking.vehicle_number, 'mechanic', booking.mechanic,
    'service', (
      select i.name from public.booking_items i
      where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
    ),
    'area_name', (select a.name from public.areas a where a.slug = booking.area_slug),
    'closed_at', booking.closed_at
  );
$function$;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'phone', case
      when public.has_duty('owner', 'desk', 'foreman') or b.status not in ('confirmed', 'completed') then b.phone
    end,
    'address', nullif(concat_ws(', ', b.address_line, b.landmark), ''),
    'chassis_last5', b.chassis_last5,
    'approval_limit', b.approval_limit,
    'limit_used', private.limit_used(b.id),
    'resume_status', b.resume_status,
    'odometer_required', private.needs_odometer(b),
    'odometer_said', b.odometer_km,
    'last_reading', (
      select jsonb_build_object('odometer_km', c.odometer_km, 'date', o.booking_date)
      from public.booking_checkins c join public.service_bookings o on o.id = c.booking_id
      where o.vehicle_number = b.vehicle_number and o.id <> b.id and c.odometer_km is not null
      order by c.checked_in_at desc limit 1
    ),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price
      ) order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes
      )), '[]')
      from (select distinct i.item_id from public.booking_inspection i where i.booking_id = b.id) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'checklist', private.checklist_of(b.id),
    'agreed', private.agreed_price(b),
    'due', greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  )
  from public.service_bookings b where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.mark_point(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_state public.point_state := (
    select s from unnest(enum_range(null::public.point_state)) s where s::text = mark ->> 'state'
  );
  remark text := private.clean_text(mark ->> 'note');
  measured numeric := case when mark ->> 'value' ~ '^-?[0-9]{1,6}(\.[0-9]{1,2})?$' then (mark ->> 'value')::numeric end;
begin
  if booking.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif found_state is null then
    perform private.reject(422, 'point_state');
  elsif measured is null and mark ->> 'value' is not null then
    perform private.reject(422, 'point_value');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'point_note');
  elsif not exists (
    select from public.booking_inspection i where i.booking_id = booking.id and i.point = mark ->> 'point'
  ) then
    perform private.reject(422, 'point');
  end if;
  update public.booking_inspection i set
    state = found_state, value = measured, note = remark, marked_at = mark_point.made_at, marked_by = auth.uid()
  where i.booking_id = booking.id and i.point = mark ->> 'point'
    and (i.marked_at is null or i.marked_at <= mark_point.made_at);
  return case when found then 'applied' else 'older' end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.needs_odometer(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and booking.mode = any (p.odometer_optional)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.next_service(booking public.service_bookings, from_day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'date', (from_day + make_interval(months => m.interval_months))::date,
    'odometer_km', (select c.odometer_km + m.interval_km from public.booking_checkins c where c.booking_id = booking.id),
    'resets', max(p.resets_service)
  )
  from public.booking_items i
  join public.packages p on p.slug = i.item_id and p.resets_service is not null
  join public.models m on m.id = booking.model_id
  where i.booking_id = booking.id
  group by m.interval_months, m.interval_km;
$function$;

CREATE OR REPLACE FUNCTION private.status_since(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(e.at), booking.created_at) from public.booking_events e
  where e.booking_id = booking.id and e.to_status = booking.status and e.from_status is distinct from e.to_status;
$function$;

CREATE OR REPLACE FUNCTION private.to_instant(value text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if value ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$' then
    return value::timestamptz;
  end if;
  return null;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
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
  if b.status = 'inspecting' then
    perform private.write_inspection(b);
  elsif b.status = 'in_service' then
    perform private.write_checklist(b);
    if was in ('quality_check', 'ready') then
      perform private.add_correction(b, transition_booking.note);
    end if;
  end if;
  return b;
end;
$function$;

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
  insert into public.booking_checklist (booking_id, line, group_name, label, extra_work_id, is_concern)
  select p.booking_id, p.line, p.group_name, p.label, p.extra_work_id, p.is_concern
  from public.planned_job_lines p where p.booking_id = booking.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_inspection(booking public.service_bookings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_inspection (
    booking_id, point, position, group_name, label, hint, unit, low_limit, high_limit, item_id
  )
  select booking.id, p.point, p.position, p.group_name, p.label, p.hint, p.unit, p.low_limit, p.high_limit, p.item_id
  from public.booking_items i
  join public.model_inspections p on p.package_slug = i.item_id and p.model_id = booking.model_id
  where i.booking_id = booking.id and i.package_type = 'primary'
  on conflict (booking_id, point) do nothing;
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
    perform private.reject(404, 'not_found');
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
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', case when public.is_admin() then private.is_number_proven(b.phone) end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_job(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  select * into b from public.service_bookings s where s.id = get_job.booking;
  if b.id is null or not private.is_my_job(b) then
    perform private.reject(404, 'not_found');
  end if;
  return private.job_of(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  return (
    select coalesce(jsonb_agg(private.job_head(b) order by b.starts_at, b.number), '[]')
    from public.service_bookings b
    where private.is_my_job(b) and (
      -- A bike of an earlier day stays on the list until it is handed over.
      (private.is_active(b.status) and (b.booking_date <= private.today() or b.status not in ('confirmed', 'assigned')))
      or (b.status = 'completed' and b.closed_at >= private.local_instant(private.today(), '00:00'))
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.mark_job(booking uuid, mark jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_job(booking);
  mark_id uuid := private.to_uuid(mark ->> 'id');
  sort public.job_mark_kind := (
    select k from unnest(enum_range(null::public.job_mark_kind)) k where k::text = mark ->> 'kind'
  );
  -- A phone's clock may be ahead.
  made timestamptz := least(private.to_instant(mark ->> 'made_at'), private.now());
  outcome text := 'applied';
  answer jsonb;
begin
  if mark_id is null or sort is null or private.to_instant(mark ->> 'made_at') is null
    or exists (select from private.job_marks m where m.id = mark_id and m.booking_id <> b.id)
  then
    perform private.reject(422, 'mark');
  end if;
  insert into private.job_marks (id, booking_id, made_at, received_at, made_by, kind)
  values (mark_id, b.id, made, private.now(), auth.uid(), sort) on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('outcome', 'repeated', 'job', private.job_of(b.id));
  end if;
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      perform public.tick_checklist(
        b.id, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed'
      );
    when 'concern' then
      perform private.answer_concern(b, mark);
    when 'propose' then
      perform public.propose_extra_work(b.id, mark -> 'items');
    when 'step' then
      answer := public.set_booking_status(
        b.id, mark ->> 'to_status', mark ->> 'note', mark ->> 'mechanic', null, mark ->> 'handover_code',
        mark ->> 'without_code'
      );
      -- A wrong code is counted, not raised. Its mark did nothing.
      if answer ? 'hint' then
        delete from private.job_marks m where m.id = mark_id;
        return answer;
      end if;
  end case;
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
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
    not_needed = why,
    answer = case
      when not c.is_concern or not tick_checklist.done then null
      when why is null then 'found_and_fixed'::public.concern_answer
      else 'not_found'
    end,
    answer_note = case when c.is_concern then why end
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

ALTER TABLE "private"."job_marks" ADD CONSTRAINT "job_marks_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."booking_checkins" ADD CONSTRAINT "booking_checkins_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."booking_checklist" ADD CONSTRAINT "booking_checklist_answer_note_check" CHECK (((char_length(answer_note) >= 1) AND (char_length(answer_note) <= 300)));

ALTER TABLE "public"."booking_checklist" ADD CONSTRAINT "booking_checklist_check1" CHECK (((answer IS NOT NULL) = (is_concern AND (done_at IS NOT NULL))));

ALTER TABLE "public"."booking_inspection" ADD CONSTRAINT "booking_inspection_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."booking_inspection" ADD CONSTRAINT "booking_inspection_check" CHECK (((state = 'not_checked'::public.point_state) OR (marked_at IS NOT NULL)));

ALTER TABLE "public"."package_points" ADD CONSTRAINT "package_points_package_slug_fkey" FOREIGN KEY (package_slug) REFERENCES public.packages(slug) ON DELETE CASCADE;

ALTER TABLE "public"."package_points" ADD CONSTRAINT "package_points_point_slug_fkey" FOREIGN KEY (point_slug) REFERENCES public.inspection_points(slug) ON DELETE CASCADE;

CREATE VIEW "public"."model_inspections" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    i.package_slug,
    i."position",
    p.slug AS point,
    p.group_name,
    p.label,
    p.hint,
    p.unit,
    p.low_limit,
    p.high_limit,
    p.item_id
   FROM ((public.models m
     JOIN public.inspection_points p ON (((p.applies IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = p.applies)))))))
     JOIN public.package_points i ON ((i.point_slug = p.slug)));

CREATE VIEW "public"."planned_job_lines" WITH (security_invoker=true) AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label,
    extra_work_id,
    is_concern
   FROM ( SELECT b.id AS booking_id,
            0 AS part,
            0 AS place,
            0 AS "position",
            'Told by the customer'::text AS group_name,
            regexp_replace(b.notes, '\s+'::text, ' '::text, 'g'::text) AS label,
            NULL::uuid AS extra_work_id,
            true AS is_concern
           FROM public.service_bookings b
          WHERE (b.notes IS NOT NULL)
        UNION ALL
         SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
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
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label,
            e.id AS extra_work_id,
            false AS is_concern
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

CREATE INDEX job_marks_booking ON private.job_marks USING btree (booking_id);

CREATE INDEX package_points_point ON public.package_points USING btree (point_slug);

CREATE POLICY "a check-in is read with its booking" ON "public"."booking_checkins" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'mechanic'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checkins.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "an inspection is read with its booking" ON "public"."booking_inspection" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'mechanic'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_inspection.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "anyone reads inspection points" ON "public"."inspection_points" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "anyone reads the points of a package" ON "public"."package_points" FOR SELECT TO "anon", "authenticated" USING (true);

COMMENT ON COLUMN "public"."booking_checkins"."accessories" IS 'What was left with the bike, from the list of the page; other_items in words.';

COMMENT ON COLUMN "public"."booking_checkins"."fuel" IS 'Quarters of the tank.';

COMMENT ON COLUMN "public"."booking_checklist"."is_concern" IS 'Whether the line is what the customer wrote. It is done when it has its answer.';

COMMENT ON COLUMN "public"."booking_inspection"."marked_at" IS 'When the mechanic marked it, also without a network: of two marks the later one counts.';

COMMENT ON COLUMN "public"."booking_inspection"."value" IS 'What was measured, in unit.';

COMMENT ON COLUMN "public"."inspection_points"."applies" IS 'A trait of public.model_traits; the point exists only on bikes that have it. Null: on all.';

COMMENT ON COLUMN "public"."inspection_points"."high_limit" IS 'Above it the part is due. In unit.';

COMMENT ON COLUMN "public"."inspection_points"."item_id" IS 'The package or add-on that puts it right, which a finding proposes where it fits the bike. Null: described in words.';

COMMENT ON COLUMN "public"."inspection_points"."low_limit" IS 'Below it the part is due. In unit.';

COMMENT ON COLUMN "public"."packages"."odometer_optional" IS 'Modes in which a bike is checked in without its odometer.';

COMMENT ON COLUMN "public"."packages"."resets_service" IS 'Which interval the package starts anew; null: none, such as a wash.';

COMMENT ON FUNCTION "private"."answer_concern"(public.service_bookings, jsonb) IS 'Answers the line with the customer''s own words: {line, answer, note}. Raises PT409 not_in_service, PT422 (concern_answer, lines, note_too_long).';

COMMENT ON FUNCTION "private"."check_in"(public.service_bookings, jsonb, timestamp with time zone) IS 'Writes a check-in {odometer_km, fuel, accessories, other_items, damage} and begins the inspection where the bike is with the mechanic. Of two check-ins the later one counts. Raises PT409 not_in_work, PT422 (odometer_km, fuel, accessories, other_items, damage).';

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: before an answer, before every line of the checklist is done, ready with points that were not checked and no reason, a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "private"."count_unchecked"(uuid) IS 'How many points of an inspection were not looked at.';

COMMENT ON FUNCTION "private"."inspection_of"(uuid) IS 'The points of the inspection of a booking and what was found.';

COMMENT ON FUNCTION "private"."job_head"(public.service_bookings) IS 'A job as the list of the floor shows it.';

COMMENT ON FUNCTION "private"."job_of"(uuid) IS 'Everything that a phone on the floor needs of a job.';

COMMENT ON FUNCTION "private"."mark_point"(public.service_bookings, jsonb, timestamp with time zone) IS 'Marks {point, state, value, note}. Returns older, and changes nothing, when a later mark is there. Raises PT409 not_in_work, PT422 (point, point_state, point_value, point_note).';

COMMENT ON FUNCTION "private"."needs_odometer"(public.service_bookings) IS 'Whether the check-in of a booking needs the odometer: packages.odometer_optional.';

COMMENT ON FUNCTION "private"."next_service"(public.service_bookings, date) IS 'When the bike is due next, from the odometer of its check-in (null without one): by packages with resets_service alone, so null after a wash. resets: service, or oil for the oil alone.';

COMMENT ON FUNCTION "private"."status_since"(public.service_bookings) IS 'Since when a booking has its status.';

COMMENT ON FUNCTION "private"."to_instant"(text) IS 'An instant in ISO 8601 with its zone, or null.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause, public.booking_event_kind, jsonb) IS 'The only function that changes the status of a booking: checks the transition (private.check_transition), writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the inspection and the checklist when they begin, and sets the bill on completion (the agreed price by default). A quality check that failed adds its reason to the checklist.';

COMMENT ON FUNCTION "private"."write_inspection"(public.service_bookings) IS 'Writes the points of the booked package when the inspection begins. Points that are there stay.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for admins alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."get_job"(uuid) IS 'A job with all that the floor needs: bike, check-in, concern lines and checklist, inspection and what can be proposed for a finding, extra work, next service, the steps that are possible. A mechanic reads the phone number from assigned to ready. Raises PT403, PT404.';

COMMENT ON FUNCTION "public"."list_jobs"() IS 'The jobs of the floor: those of today, bikes of earlier days that are still here, and what was completed today. A mechanic gets own jobs and those without a mechanic. Raises PT403.';

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older when a later mark is there. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'An admin changes the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."tick_checklist"(uuid, integer[], boolean, text) IS 'Staff tick lines of a job card while the bike is in service or in the quality check, take ticks back (done false), or say why a line is not needed. A tick of the customer''s own words answers them with found and fixed, not needed with not found. Answers {left, checklist: [{line, group_name, label, done_at, not_needed, is_concern, answer, answer_note}]}. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';

COMMENT ON TABLE "private"."job_marks" IS 'The marks that were received from phones, so that one that is sent again changes nothing. Who made it, when it was made and when it arrived.';

COMMENT ON TABLE "public"."booking_checkins" IS 'How a bike was when the shop took it over. Warranty kilometres and the next service count from its odometer.';

COMMENT ON TABLE "public"."booking_inspection" IS 'The points of the inspection of one booking, as the catalog had them when it began, with what was found. not_checked never counts as ok.';

COMMENT ON TABLE "public"."inspection_points" IS 'What a mechanic looks at, each once, whatever package it is looked at for.';

COMMENT ON TABLE "public"."package_points" IS 'Which points a package looks at: 6 with the basic service, 12 with the general, 20 with the comprehensive, 60 for a used bike, the points of their own part with the others, none with a wash.';

COMMENT ON TYPE "public"."concern_answer" IS 'What became of the customer''s own words: found and put right, found and proposed as extra work, or not found.';

COMMENT ON TYPE "public"."job_mark_kind" IS 'What a member of staff entered on the floor.';

COMMENT ON TYPE "public"."point_state" IS 'What the mechanic found at a point of the inspection.';

COMMENT ON TYPE "public"."service_reset" IS 'Which interval a package starts anew. service includes the oil.';

COMMENT ON VIEW "public"."model_inspections" IS 'The inspection of a package with only the points that the model has. Filter by model_id and package_slug, order by position.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking from what is booked and approved now: what is printed before the work begins, and what the checklist is written from. The rows of its tables decide who reads it.';

REVOKE ALL ON FUNCTION "private"."answer_concern"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_in"(public.service_bookings, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_unchecked"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inspection_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_head"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_point"(public.service_bookings, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_odometer"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_service"(public.service_bookings, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."status_since"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_instant"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_inspection"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_job"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_job"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."list_jobs"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_jobs"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."mark_job"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_job"(uuid, jsonb) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."booking_checkins" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."booking_checkins" TO "service_role";

GRANT SELECT ON TABLE "public"."booking_inspection" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."booking_inspection" TO "service_role";

GRANT SELECT ON TABLE "public"."inspection_points" TO "anon", "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."inspection_points" TO "service_role";

GRANT SELECT ON TABLE "public"."package_points" TO "anon", "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."package_points" TO "service_role";

GRANT SELECT ON TABLE "public"."model_inspections" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.answer_concern(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.check_in(public.service_bookings,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.count_unchecked(uuid) from public, anon, authenticated, service_role;

revoke all on function private.inspection_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.job_head(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.job_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.mark_point(public.service_bookings,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.needs_odometer(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.next_service(public.service_bookings,date) from public, anon, authenticated, service_role;

revoke all on function private.status_since(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.to_instant(text) from public, anon, authenticated, service_role;

revoke all on function private.write_inspection(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function public.get_job(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_job(uuid) to authenticated;
grant execute on function public.get_job(uuid) to service_role;

revoke all on function public.list_jobs() from public, anon, authenticated, service_role;
grant execute on function public.list_jobs() to authenticated;
grant execute on function public.list_jobs() to service_role;

revoke all on function public.mark_job(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.mark_job(uuid,jsonb) to authenticated;
grant execute on function public.mark_job(uuid,jsonb) to service_role;

revoke all on table private.job_marks from public, anon, authenticated, service_role;

revoke all on table public.booking_checkins from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.booking_checkins to service_role;
grant select on table public.booking_checkins to authenticated;

revoke all on table public.booking_inspection from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.booking_inspection to service_role;
grant select on table public.booking_inspection to authenticated;

revoke all on table public.inspection_points from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.inspection_points to service_role;
grant select on table public.inspection_points to anon;
grant select on table public.inspection_points to authenticated;

revoke all on table public.model_inspections from public, anon, authenticated, service_role;
grant select on table public.model_inspections to anon;
grant select on table public.model_inspections to authenticated;
grant select on table public.model_inspections to service_role;

revoke all on table public.package_points from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.package_points to service_role;
grant select on table public.package_points to anon;
grant select on table public.package_points to authenticated;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
grant select on table public.planned_job_lines to service_role;

revoke all on type public.concern_answer from public, anon, authenticated, service_role;
grant usage on type public.concern_answer to public;

revoke all on type public.job_mark_kind from public, anon, authenticated, service_role;
grant usage on type public.job_mark_kind to public;

revoke all on type public.point_state from public, anon, authenticated, service_role;
grant usage on type public.point_state to public;

revoke all on type public.service_reset from public, anon, authenticated, service_role;
grant usage on type public.service_reset to public;

-- A shop that is at work gets the inspection too; an empty database gets it from the files.
insert into public.inspection_points (
  slug, group_name, label, hint, applies, unit, low_limit, high_limit, item_id, sort
)
select v.slug, v.group_name, v.label, v.hint, v.applies, v.unit, v.low_limit::numeric, v.high_limit::numeric, v.item_id, v.sort
from (values
  ('front-pads', 'Brakes', 'Front pads', 'new 4.5, change at 2.0', 'front_disc', 'mm', '2', null, 'brake-pad-replacement', 1),
  ('front-shoes', 'Brakes', 'Front shoes', 'new 4.0, change at 2.0', 'front_drum', 'mm', '2', null, 'brake-pad-replacement', 2),
  ('rear-pads', 'Brakes', 'Rear pads', 'new 4.5, change at 2.0', 'rear_disc', 'mm', '2', null, 'brake-pad-replacement', 3),
  ('rear-shoes', 'Brakes', 'Rear shoes', 'new 4.0, change at 2.0', 'rear_drum', 'mm', '2', null, 'brake-pad-replacement', 4),
  ('brake-fluid', 'Brakes', 'Brake fluid', 'level, colour', 'disc', null, null, null, 'brake-fluid', 5),
  ('brake-cables', 'Brakes', 'Brake rods and cables', 'fraying, play', 'drum_only', null, null, null, 'brake-service', 6),
  ('front-tyre', 'Wheels', 'Tyre front', 'tread, change at 1.0', null, 'mm', '1', null, 'tyre-replacement', 7),
  ('rear-tyre', 'Wheels', 'Tyre rear', 'tread, change at 1.0', null, 'mm', '1', null, 'tyre-replacement', 8),
  ('wheel-bearings', 'Wheels', 'Wheels and bearings', 'play, rims', null, null, null, null, null, 9),
  ('chain', 'Drive', 'Chain', 'slack, stretch', 'chain', 'mm', '20', '40', 'chain-sprocket-replacement', 10),
  ('belt', 'Drive', 'Drive belt', 'cracks, width', 'belt_cvt', 'mm', '17', null, 'cvt-service', 11),
  ('sprockets', 'Drive', 'Sprockets', 'hooked teeth', 'chain', null, null, null, 'chain-sprocket-replacement', 12),
  ('rollers', 'Drive', 'Rollers and clutch shoes', 'flat spots', 'belt_cvt', null, null, null, 'cvt-service', 13),
  ('clutch-throttle', 'Drive', 'Clutch and throttle', 'play', 'chain', null, null, null, 'clutch-plate-replacement', 14),
  ('throttle-cable', 'Drive', 'Throttle and brake cables', 'play', 'belt_cvt', null, null, null, null, 15),
  ('air-filter', 'Engine', 'Air filter', 'dust', null, null, null, null, 'air-filter', 16),
  ('spark-plug', 'Engine', 'Spark plug', 'colour, gap', null, 'mm', '0.6', '1.1', 'spark-plug', 17),
  ('oil-leaks', 'Engine', 'Oil leaks', 'head, sump, gasket', null, null, null, null, 'engine-repair', 18),
  ('oil-level', 'Engine', 'Engine oil', 'level, colour', null, null, null, null, 'oil-change', 19),
  ('coolant', 'Engine', 'Coolant', 'level, hoses', 'liquid', null, null, null, 'coolant-topup', 20),
  ('cooling-fins', 'Engine', 'Cooling fins', 'mud', 'not_liquid', null, null, null, null, 21),
  ('exhaust', 'Engine', 'Exhaust', 'mounts, smoke', null, null, null, null, null, 22),
  ('fuel-lines', 'Engine', 'Fuel lines', 'leaks', null, null, null, null, null, 23),
  ('compression', 'Engine', 'Compression', 'by gauge', null, 'bar', '8', null, 'engine-top-end', 24),
  ('battery', 'Electrical', 'Battery', 'volts, resting', null, 'V', '12.4', null, 'battery-replacement', 25),
  ('charging', 'Electrical', 'Charging voltage', 'at 3000 rpm', null, 'V', '13.5', '14.8', 'electrical-diagnosis', 26),
  ('lights', 'Electrical', 'Lights and horn', 'every lamp', null, null, null, null, 'electrical-diagnosis', 27),
  ('wiring', 'Electrical', 'Wiring and switches', 'chafing, water', null, null, null, null, 'electrical-diagnosis', 28),
  ('steering', 'Frame', 'Steering and fork', 'play, leaks', null, null, null, null, 'suspension-service', 29),
  ('rear-shock', 'Frame', 'Rear suspension', 'leaks, bushes', null, null, null, null, null, 30),
  ('fork-seals', 'Frame', 'Fork seals and stanchions', 'leaks, pitting', null, null, null, null, 'suspension-service', 31),
  ('stands', 'Frame', 'Stands and foot pegs', 'springs, play', null, null, null, null, null, 32),
  ('fasteners', 'Frame', 'Bolts and fasteners', 'torque round', null, null, null, null, null, 33),
  ('used-bike-1', 'Papers and price', 'Registration certificate matches the plate', null, null, null, null, null, null, 34),
  ('used-bike-2', 'Papers and price', 'Chassis number matches the papers', null, null, null, null, null, null, 35),
  ('used-bike-3', 'Papers and price', 'Engine number matches the papers', null, null, null, null, null, null, 36),
  ('used-bike-4', 'Papers and price', 'Insurance: dates and claims', null, null, null, null, null, null, 37),
  ('used-bike-5', 'Papers and price', 'PUC', null, null, null, null, null, null, 38),
  ('used-bike-6', 'Papers and price', 'Loan entry on the papers', null, null, null, null, null, null, 39),
  ('used-bike-7', 'Papers and price', 'Owners so far and state of transfer', null, null, null, null, null, null, 40),
  ('used-bike-8', 'Papers and price', 'Service book and bills', null, null, null, null, null, null, 41),
  ('used-bike-9', 'Papers and price', 'Fair-price note in the PDF report', null, null, null, null, null, null, 42),
  ('used-bike-10', 'Frame and body', 'Frame straight at the steering head', null, null, null, null, null, null, 43),
  ('used-bike-11', 'Frame and body', 'Weld seams and repainted spots', null, null, null, null, null, null, 44),
  ('used-bike-12', 'Frame and body', 'Fork legs straight', null, null, null, null, null, null, 45),
  ('used-bike-13', 'Frame and body', 'Swing arm straight', null, 'chain', null, null, null, null, 46),
  ('used-bike-14', 'Frame and body', 'Engine hanger straight', null, 'belt_cvt', null, null, null, null, 47),
  ('used-bike-15', 'Frame and body', 'Handlebar and steering stops', null, null, null, null, null, null, 48),
  ('used-bike-16', 'Frame and body', 'Paint thickness look', null, null, null, null, null, null, 49),
  ('used-bike-17', 'Frame and body', 'Tank, dents and rust inside', null, null, null, null, null, null, 50),
  ('used-bike-18', 'Frame and body', 'Panels and their mounts', null, null, null, null, null, null, 51),
  ('used-bike-19', 'Frame and body', 'Seat and seat lock', null, null, null, null, null, null, 52),
  ('used-bike-20', 'Frame and body', 'Rust under the body', null, null, null, null, null, null, 53),
  ('used-bike-21', 'Frame and body', 'Stands and foot pegs', null, null, null, null, null, null, 54),
  ('used-bike-22', 'Engine and oil', 'Cold start', null, null, null, null, null, null, 55),
  ('used-bike-23', 'Engine and oil', 'Idle, cold and hot', null, null, null, null, null, null, 56),
  ('used-bike-24', 'Engine and oil', 'Compression measured', null, null, null, null, null, null, 57),
  ('used-bike-25', 'Engine and oil', 'Exhaust smoke', null, null, null, null, null, null, 58),
  ('used-bike-26', 'Engine and oil', 'Oil level and colour', null, null, null, null, null, null, 59),
  ('used-bike-27', 'Engine and oil', 'Oil leaks', null, null, null, null, null, null, 60),
  ('used-bike-28', 'Engine and oil', 'Coolant and radiator', null, 'liquid', null, null, null, null, 61),
  ('used-bike-29', 'Engine and oil', 'Cooling fins and oil lines', null, 'not_liquid', null, null, null, null, 62),
  ('used-bike-30', 'Engine and oil', 'Valve and cam chain noise', null, null, null, null, null, null, 63),
  ('used-bike-31', 'Engine and oil', 'Clutch bite and slip', null, 'chain', null, null, null, null, 64),
  ('used-bike-32', 'Engine and oil', 'Clutch judder from standstill', null, 'belt_cvt', null, null, null, null, 65),
  ('used-bike-33', 'Engine and oil', 'All gears, up and down', null, 'chain', null, null, null, null, 66),
  ('used-bike-34', 'Engine and oil', 'Belt and roller noise', null, 'belt_cvt', null, null, null, null, 67),
  ('used-bike-35', 'Engine and oil', 'Fault scan', null, 'fi', null, null, null, null, 68),
  ('used-bike-36', 'Engine and oil', 'Carburettor and choke', null, 'carburettor', null, null, null, null, 69),
  ('used-bike-37', 'Engine and oil', 'Air filter', null, null, null, null, null, null, 70),
  ('used-bike-38', 'Engine and oil', 'Exhaust pipe and mounts', null, null, null, null, null, null, 71),
  ('used-bike-39', 'Engine and oil', 'Fuel lines and tap', null, null, null, null, null, null, 72),
  ('used-bike-40', 'Brakes and wheels', 'Front pads or shoes measured', null, null, null, null, null, null, 73),
  ('used-bike-41', 'Brakes and wheels', 'Rear pads or shoes measured', null, null, null, null, null, null, 74),
  ('used-bike-42', 'Brakes and wheels', 'Disc and drum wear', null, null, null, null, null, null, 75),
  ('used-bike-43', 'Brakes and wheels', 'Brake fluid colour', null, 'disc', null, null, null, null, 76),
  ('used-bike-44', 'Brakes and wheels', 'Brake rods and cables', null, 'drum_only', null, null, null, null, 77),
  ('used-bike-45', 'Brakes and wheels', 'Lever and pedal feel', null, null, null, null, null, null, 78),
  ('used-bike-46', 'Brakes and wheels', 'Front tyre: tread and age', null, null, null, null, null, null, 79),
  ('used-bike-47', 'Brakes and wheels', 'Rear tyre: tread and age', null, null, null, null, null, null, 80),
  ('used-bike-48', 'Brakes and wheels', 'Rims and run-out', null, null, null, null, null, null, 81),
  ('used-bike-49', 'Brakes and wheels', 'Wheel bearings', null, null, null, null, null, null, 82),
  ('used-bike-50', 'Drive and controls', 'Chain wear and slack', null, 'chain', null, null, null, null, 83),
  ('used-bike-51', 'Drive and controls', 'Belt wear', null, 'belt_cvt', null, null, null, null, 84),
  ('used-bike-52', 'Drive and controls', 'Sprocket teeth', null, 'chain', null, null, null, null, 85),
  ('used-bike-53', 'Drive and controls', 'Final drive oil', null, 'belt_cvt', null, null, null, null, 86),
  ('used-bike-54', 'Drive and controls', 'Fork seals', null, null, null, null, null, null, 87),
  ('used-bike-55', 'Drive and controls', 'Rear shock', null, null, null, null, null, null, 88),
  ('used-bike-56', 'Drive and controls', 'Steering bearings', null, null, null, null, null, null, 89),
  ('used-bike-57', 'Drive and controls', 'Swing arm play', null, 'chain', null, null, null, null, 90),
  ('used-bike-58', 'Drive and controls', 'Engine hanger play', null, 'belt_cvt', null, null, null, null, 91),
  ('used-bike-59', 'Drive and controls', 'Cables and their routing', null, null, null, null, null, null, 92),
  ('used-bike-60', 'Electrical and finish', 'Battery: voltage and age', null, null, null, null, null, null, 93),
  ('used-bike-61', 'Electrical and finish', 'Charging voltage', null, null, null, null, null, null, 94),
  ('used-bike-62', 'Electrical and finish', 'Starter motor', null, null, null, null, null, null, 95),
  ('used-bike-63', 'Electrical and finish', 'Headlamp, low and high', null, null, null, null, null, null, 96),
  ('used-bike-64', 'Electrical and finish', 'Indicators and brake lamp', null, null, null, null, null, null, 97),
  ('used-bike-65', 'Electrical and finish', 'Horn and switches', null, null, null, null, null, null, 98),
  ('used-bike-66', 'Electrical and finish', 'Odometer against wear', null, null, null, null, null, null, 99),
  ('used-bike-67', 'Electrical and finish', 'Wiring cut or joined', null, null, null, null, null, null, 100),
  ('used-bike-68', 'Electrical and finish', 'Keys and locks', null, null, null, null, null, null, 101),
  ('used-bike-69', 'Electrical and finish', 'Test ride through all speeds', null, null, null, null, null, null, 102)
) as v (slug, group_name, label, hint, applies, unit, low_limit, high_limit, item_id, sort)
where exists (select from public.packages);

insert into public.package_points (package_slug, point_slug, position)
select l.package_slug, p.point, p.position
from (values
  ('basic-service', 'front-pads front-shoes rear-pads rear-shoes front-tyre rear-tyre chain belt battery'),
  ('general-service', 'front-pads front-shoes rear-pads rear-shoes brake-fluid brake-cables front-tyre rear-tyre chain belt clutch-throttle throttle-cable air-filter oil-leaks battery lights steering'),
  ('comprehensive-service', 'front-pads front-shoes rear-pads rear-shoes brake-fluid brake-cables front-tyre rear-tyre wheel-bearings chain belt sprockets rollers clutch-throttle throttle-cable air-filter spark-plug oil-leaks coolant cooling-fins exhaust fuel-lines battery charging lights steering rear-shock'),
  ('oil-change', 'oil-level oil-leaks air-filter'),
  ('synthetic-oil-change', 'oil-level oil-leaks air-filter'),
  ('brake-service', 'front-pads front-shoes rear-pads rear-shoes brake-fluid brake-cables'),
  ('brake-pad-replacement', 'front-pads front-shoes rear-pads rear-shoes brake-fluid brake-cables'),
  ('chain-cleaning', 'chain sprockets'),
  ('chain-sprocket-replacement', 'chain sprockets'),
  ('cvt-service', 'belt rollers throttle-cable'),
  ('engine-repair', 'compression oil-level oil-leaks spark-plug air-filter exhaust'),
  ('engine-top-end', 'compression oil-leaks spark-plug coolant cooling-fins exhaust'),
  ('clutch-plate-replacement', 'clutch-throttle oil-level oil-leaks'),
  ('electrical-diagnosis', 'battery charging lights wiring'),
  ('battery-replacement', 'battery charging'),
  ('tyre-replacement', 'front-tyre rear-tyre wheel-bearings'),
  ('suspension-service', 'fork-seals steering rear-shock'),
  ('monsoon-checkup', 'front-pads front-shoes rear-pads rear-shoes front-tyre rear-tyre battery lights'),
  ('long-ride-prep', 'front-pads front-shoes rear-pads rear-shoes brake-fluid brake-cables front-tyre rear-tyre chain belt clutch-throttle throttle-cable coolant cooling-fins battery lights fasteners'),
  ('pre-purchase-inspection', 'used-bike-1 used-bike-2 used-bike-3 used-bike-4 used-bike-5 used-bike-6 used-bike-7 used-bike-8 used-bike-9 used-bike-10 used-bike-11 used-bike-12 used-bike-13 used-bike-14 used-bike-15 used-bike-16 used-bike-17 used-bike-18 used-bike-19 used-bike-20 used-bike-21 used-bike-22 used-bike-23 used-bike-24 used-bike-25 used-bike-26 used-bike-27 used-bike-28 used-bike-29 used-bike-30 used-bike-31 used-bike-32 used-bike-33 used-bike-34 used-bike-35 used-bike-36 used-bike-37 used-bike-38 used-bike-39 used-bike-40 used-bike-41 used-bike-42 used-bike-43 used-bike-44 used-bike-45 used-bike-46 used-bike-47 used-bike-48 used-bike-49 used-bike-50 used-bike-51 used-bike-52 used-bike-53 used-bike-54 used-bike-55 used-bike-56 used-bike-57 used-bike-58 used-bike-59 used-bike-60 used-bike-61 used-bike-62 used-bike-63 used-bike-64 used-bike-65 used-bike-66 used-bike-67 used-bike-68 used-bike-69')
) as l (package_slug, points)
cross join lateral unnest(string_to_array(l.points, ' ')) with ordinality as p (point, position)
where exists (select from public.packages k where k.slug = l.package_slug);

update public.packages set resets_service = 'service'
where slug in ('basic-service', 'general-service', 'comprehensive-service');
update public.packages set resets_service = 'oil' where slug in ('oil-change', 'synthetic-oil-change');
update public.packages set odometer_optional = '{doorstep,pickup,workshop}' where slug in ('foam-wash-polish', 'teflon-coating');
update public.packages set odometer_optional = '{doorstep}' where slug = 'battery-replacement';
