set check_function_bodies = off;

DROP POLICY "events are read with their booking" ON "public"."booking_events";

CREATE OR REPLACE FUNCTION private.hide_contact(booking public.service_bookings)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.shows_contact(booking.id) then
    booking.phone := '';
    booking.address_line := null;
    booking.landmark := null;
    booking.pin := null;
  end if;
  if not public.has_duty('owner', 'desk') then
    booking.email := null;
    booking.gstin := null;
  end if;
  return booking;
end;
$function$;

CREATE OR REPLACE VIEW "public"."staff_bookings" WITH (security_barrier=true) AS  SELECT b.id,
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
            WHEN (c.shown AND ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)) THEN b.email
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
            WHEN (c.shown AND ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)) THEN b.gstin
            ELSE NULL::text
        END AS gstin,
    ( SELECT jsonb_build_object('name', a.name) AS jsonb_build_object
           FROM public.areas a
          WHERE (a.slug = b.area_slug)) AS areas,
    ( SELECT jsonb_build_object('drive', m.drive, 'front_brake', m.front_brake, 'rear_brake', m.rear_brake) AS jsonb_build_object
           FROM public.models m
          WHERE (m.id = b.model_id)) AS models,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
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

CREATE OR REPLACE VIEW "public"."staff_events" WITH (security_barrier=true) AS  SELECT e.id,
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
            WHEN (NOT (e.data ? 'before'::text)) THEN e.data
            ELSE (e.data || jsonb_build_object('before', ( SELECT jsonb_object_agg(o.key,
                    CASE
                        WHEN ((o.key = ANY ('{phone,address_line,landmark,pin}'::text[])) AND (NOT s.contact_shown)) THEN NULL::jsonb
                        WHEN ((o.key = ANY ('{email,gstin}'::text[])) AND (NOT ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty))) THEN NULL::jsonb
                        ELSE o.value
                    END) AS jsonb_object_agg
               FROM jsonb_each((e.data -> 'before'::text)) o(key, value))))
        END AS data
   FROM (public.booking_events e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)));

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE ((s.id = booking_events.booking_id) AND ((s.contact_shown AND (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{email,gstin}'::text[]), false))) OR (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{phone,email,address_line,landmark,pin,gstin}'::text[]), false))))))));

COMMENT ON FUNCTION "private"."hide_contact"(public.service_bookings) IS 'The booking without phone, address, e-mail and GSTIN where staff_bookings does not show them to the caller.';

COMMENT ON FUNCTION "private"."shows_contact"(uuid) IS 'Whether staff_bookings shows the caller phone and address of this booking.';

COMMENT ON VIEW "public"."staff_bookings" IS 'Bookings as staff may read them, with phone and address where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. E-mail and GSTIN are for owners and the desk. No row for anyone else.';

COMMENT ON VIEW "public"."staff_events" IS 'The history of bookings as staff may read it: of the bookings in staff_bookings. Of contacts that it hides, a correction names the fields and has null for what it replaced. No row for anyone else.';

reset check_function_bodies;
