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
  WHERE ((s.id = booking_events.booking_id) AND ((s.contact_shown AND (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{email,gstin}'::text[]), false))) OR (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{phone,email,address_line,landmark,pin,gstin}'::text[]), false))))))));

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

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

COMMENT ON VIEW "public"."staff_bookings" IS 'Bookings as staff may read them, with phone and address where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. E-mail and GSTIN are for owners and the desk. No row for anyone else.';

COMMENT ON VIEW "public"."staff_events" IS 'The history of bookings as staff may read it: of the bookings in staff_bookings. Of contacts that it hides, a correction names the fields and has null for what it replaced. No row for anyone else.';

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_bookings" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_events" TO "authenticated";

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;

revoke all on table public.staff_bookings from public, anon, authenticated, service_role;
grant select on table public.staff_bookings to authenticated;

revoke all on table public.staff_events from public, anon, authenticated, service_role;
grant select on table public.staff_events to authenticated;
