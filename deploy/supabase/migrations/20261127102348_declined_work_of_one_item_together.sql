set check_function_bodies = off;

DROP POLICY "a check-in is read with its booking" ON "public"."booking_checkins";

DROP POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist";

DROP POLICY "events are read with their booking" ON "public"."booking_events";

DROP POLICY "an inspection is read with its booking" ON "public"."booking_inspection";

DROP POLICY "items are read with their booking" ON "public"."booking_items";

DROP POLICY "staff and the account of the booking read declined work" ON "public"."declined_work";

DROP POLICY "extra work is read with its booking" ON "public"."extra_work";

DROP POLICY "used parts are read with their booking" ON "public"."used_parts";

DROP VIEW "public"."planned_job_lines";

DROP VIEW "public"."staff_events";

DROP VIEW "public"."staff_bookings";

ALTER TABLE "public"."booking_items" ADD COLUMN "declined_id" uuid;

CREATE OR REPLACE FUNCTION private.item_question_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'total', q.again -> 'total', 'rise', (q.again ->> 'total')::int - booking.estimated_price, 'asked_at', q.asked_at,
    'minutes', q.again -> 'minutes',
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', l.entry -> 'name', 'quantity', l.entry -> 'quantity', 'price', l.entry -> 'price',
        'is_new', not exists (
          select from public.booking_items i
          where i.booking_id = booking.id and i.item_id = l.entry ->> 'item_id'
            and i.declined_id is not distinct from private.to_uuid(l.entry ->> 'declined')
        )
      ) order by l.place)
      from jsonb_array_elements(q.again -> 'lines') with ordinality as l (entry, place)
    ),
    'gone', (
      select coalesce(jsonb_agg(i.name order by i.position), '[]') from public.booking_items i
      where i.booking_id = booking.id and not exists (
        select from jsonb_array_elements(q.again -> 'lines') as l (entry)
        where l.entry ->> 'item_id' = i.item_id
          and private.to_uuid(l.entry ->> 'declined') is not distinct from i.declined_id
      )
    )
  )
  from private.item_questions q
  where q.booking_id = booking.id and q.edits = booking.edits
    and booking.status <> 'completed' and not private.is_void(booking)
    and not exists (
      select from jsonb_array_elements(q.again -> 'lines') as l (entry)
      join public.declined_work d on d.id = private.to_uuid(l.entry ->> 'declined')
      where d.booked_with <> booking.id and private.is_live_booking(d.booked_with)
    );
$function$;

CREATE OR REPLACE FUNCTION private.name_declined(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(items) is distinct from 'array' then
    return items;
  end if;
  return (
    with named as (
      select e, n, row_number() over (partition by e ->> 'id', e ->> 'declined' order by n) as nth
      from jsonb_array_elements(items) with ordinality as t (e, n)
    ), kept as (
      select i.item_id, i.declined_id, row_number() over (partition by i.item_id order by i.position) as nth
      from public.booking_items i
      where i.booking_id = name_declined.booking and i.declined_id is not null
        and i.declined_id::text not in (select e ->> 'declined' from named where e ? 'declined')
    )
    select coalesce(jsonb_agg(
      case when k.declined_id is null then e else e || jsonb_build_object('declined', k.declined_id) end order by n
    ), '[]')
    from named left join kept k
      on jsonb_typeof(e) = 'object' and not e ? 'declined' and k.item_id = e ->> 'id' and k.nth = named.nth
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text, bikes integer DEFAULT 1, booking uuid DEFAULT NULL::uuid)
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
    -- Declined work in words, or at another place, is other work: it may be there more than once.
    if entry ->> 'declined' = any (seen) or (entry ->> 'id' = any (seen) and not (
      entry ? 'declined' and (entry ->> 'id' = 'declined-work' or private.is_per_place(entry ->> 'id'))
    )) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'declined' then
      seen := seen || array[entry ->> 'id', entry ->> 'declined'];
      line := private.quote_declined(bike, price_cart.mode, primary_slug, entry, price_cart.booking);
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

  discount := private.coupon_discount(
    price_cart.coupon, lines, price_cart.day, price_cart.phone, price_cart.bikes
  );
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

CREATE OR REPLACE FUNCTION private.requoted(b public.service_bookings, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bikes int := greatest(1, private.bikes_of_group(b.group_id));
  quote jsonb := private.price_cart(
    private.name_declined(b.id, requoted.items), b.model_id, b.mode, null, b.area_slug, b.pin, b.booking_date, b.gstin,
    null, bikes, b.id
  );
  lines jsonb;
  coupon jsonb;
  subtotal int;
begin
  if quote -> 'refusals' -> 0 is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  -- What stays keeps the price that was agreed.
  select jsonb_agg(case
      when i.item_id is null then l
      else l || jsonb_build_object('unit_price', i.unit_price, 'price', i.unit_price * (l ->> 'quantity')::int)
    end order by n)
  into lines
  from jsonb_array_elements(quote -> 'lines') with ordinality as t (l, n)
  left join public.booking_items i
    on i.booking_id = b.id and i.item_id = l ->> 'item_id'
    and i.declined_id is not distinct from private.to_uuid(l ->> 'declined');
  select sum((l ->> 'price')::int)::int into subtotal from jsonb_array_elements(lines) l;
  coupon := private.coupon_discount(b.coupon_code, lines, b.booking_date, null, bikes);
  return jsonb_build_object(
    'lines', lines, 'minutes', (quote ->> 'minutes')::int, 'off', coalesce((coupon ->> 'off')::int, 0),
    'total', subtotal - coalesce((coupon ->> 'off')::int, 0),
    'two_day', exists (select from jsonb_array_elements(lines) l where (l ->> 'two_day')::boolean)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_items(booking uuid, lines jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_items (
    booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position, declined_id
  )
  select
    write_items.booking, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int,
    private.to_uuid(l ->> 'declined')
  from jsonb_array_elements(lines) with ordinality as t (l, n);
$function$;

CREATE VIEW "public"."staff_bookings" WITH (security_barrier=true) AS  SELECT b.id,
    b.number,
    b.user_id,
    b.customer_name,
    b.brand_slug,
    b.model_id,
    b.bike_name,
    b.vehicle_number,
    b.mode,
    b.booking_date,
    b.booking_time,
    b.window_end,
    b.starts_at,
    b.minutes,
    b.windows,
    b.ready_date,
    b.area_slug,
    b.odometer_km,
    b.notes,
    b.approval_limit,
    b.estimated_price,
    b.final_price,
    b.status,
    b.cancelled_by,
    b.cancel_reason,
    b.mechanic,
    b.assigned_to,
    b.created_at,
    b.updated_at,
    b.closed_at,
    b.coupon_code,
    b.discount,
    b.fee,
    b.moves,
    b.version,
    b.pay_by,
    b.pay_until,
    b.model_year,
    b.cancel_cause,
    b.chassis_last5,
    b.ready_time,
    c.shown AS contact_shown,
        CASE
            WHEN c.shown THEN b.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN c.shown THEN b.email
            ELSE NULL::text
        END AS email,
        CASE
            WHEN c.shown THEN b.address_line
            ELSE NULL::text
        END AS address_line,
        CASE
            WHEN c.shown THEN b.landmark
            ELSE NULL::text
        END AS landmark,
        CASE
            WHEN c.shown THEN b.pin
            ELSE NULL::text
        END AS pin,
        CASE
            WHEN c.shown THEN b.gstin
            ELSE NULL::text
        END AS gstin,
    ( SELECT jsonb_build_object('name', a.name) AS jsonb_build_object
           FROM public.areas a
          WHERE (a.slug = b.area_slug)) AS areas,
    ( SELECT jsonb_build_object('drive', m.drive, 'front_brake', m.front_brake, 'rear_brake', m.rear_brake) AS jsonb_build_object
           FROM public.models m
          WHERE (m.id = b.model_id)) AS models,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price, 'declined_id', i.declined_id) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM public.booking_items i
          WHERE (i.booking_id = b.id)) AS booking_items
   FROM (public.service_bookings b
     CROSS JOIN LATERAL ( SELECT
                CASE ( SELECT public.my_duty() AS my_duty)
                    WHEN 'owner'::public.staff_duty THEN true
                    WHEN 'desk'::public.staff_duty THEN true
                    WHEN 'foreman'::public.staff_duty THEN (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status]))
                    WHEN 'mechanic'::public.staff_duty THEN (COALESCE((b.assigned_to = ( SELECT auth.uid() AS uid)), false) AND (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'confirmed'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status])))
                    ELSE false
                END AS shown) c)
  WHERE ((( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty])) OR ((( SELECT public.my_duty() AS my_duty) = 'mechanic'::public.staff_duty) AND ((b.assigned_to = ( SELECT auth.uid() AS uid)) OR ((b.mechanic IS NULL) AND (b.assigned_to IS NULL) AND (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status]))))));

CREATE VIEW "public"."planned_job_lines" WITH (security_barrier=true) AS  SELECT booking_id,
    line,
    group_name,
    label,
    is_concern
   FROM private.job_lines l
  WHERE ((EXISTS ( SELECT
           FROM public.staff_bookings s
          WHERE (s.id = l.booking_id))) OR (EXISTS ( SELECT
           FROM public.service_bookings b
          WHERE ((b.id = l.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))));

CREATE VIEW "public"."staff_events" WITH (security_barrier=true) AS  SELECT e.id,
    e.booking_id,
    e.at,
    e.actor,
    e.actor_id,
    e.from_status,
    e.to_status,
    e.note,
    e.moved_from,
    e.fee,
    e.kind,
        CASE
            WHEN (s.contact_shown OR (NOT (e.data ? 'before'::text))) THEN e.data
            ELSE (e.data || jsonb_build_object('before', ( SELECT jsonb_object_agg(o.key,
                    CASE
                        WHEN (o.key <> ALL ('{phone,email,address_line,landmark,pin,gstin}'::text[])) THEN o.value
                        ELSE NULL::jsonb
                    END) AS jsonb_object_agg
               FROM jsonb_each((e.data -> 'before'::text)) o(key, value))))
        END AS data
   FROM (public.booking_events e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)));

CREATE POLICY "a check-in is read with its booking" ON "public"."booking_checkins" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checkins.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_checkins.booking_id)))));

CREATE POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_checklist.booking_id))) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checklist.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)) AND (b.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status])))))));

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE ((s.id = booking_events.booking_id) AND (s.contact_shown OR (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{phone,email,address_line,landmark,pin,gstin}'::text[]), false))))))));

CREATE POLICY "an inspection is read with its booking" ON "public"."booking_inspection" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_inspection.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_inspection.booking_id)))));

CREATE POLICY "items are read with their booking" ON "public"."booking_items" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_items.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_items.booking_id)))));

CREATE POLICY "staff and the account of the booking read declined work" ON "public"."declined_work" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM (public.extra_work e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)))
  WHERE (e.id = declined_work.extra_work_id))) OR (EXISTS ( SELECT
   FROM (public.extra_work e
     JOIN public.service_bookings b ON ((b.id = e.booking_id)))
  WHERE ((e.id = declined_work.extra_work_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "extra work is read with its booking" ON "public"."extra_work" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = extra_work.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = extra_work.booking_id)))));

CREATE POLICY "used parts are read with their booking" ON "public"."used_parts" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = used_parts.booking_id))) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = used_parts.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON COLUMN "public"."booking_items"."declined_id" IS 'The row of declined_work that it does: two lines of one item are told apart by it. Null for what the catalog sells.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

COMMENT ON VIEW "public"."staff_bookings" IS 'Bookings as staff may read them, with phone, e-mail, address and GSTIN where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. No row for anyone else.';

COMMENT ON VIEW "public"."staff_events" IS 'The history of bookings as staff may read it: of the bookings in staff_bookings. Where that hides contacts, a correction names the fields and has null for the contacts that it replaced. No row for anyone else.';

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_bookings" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_events" TO "authenticated";

reset check_function_bodies;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;

revoke all on table public.staff_bookings from public, anon, authenticated, service_role;
grant select on table public.staff_bookings to authenticated;

revoke all on table public.staff_events from public, anon, authenticated, service_role;
grant select on table public.staff_events to authenticated;

-- Lines that were booked before: until now there was one at most of each item.
update public.booking_items i set declined_id = d.id
from public.declined_work d
where d.booked_with = i.booking_id and coalesce(d.item_id, 'declined-work') = i.item_id and i.package_type = 'addon';
