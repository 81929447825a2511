DROP VIEW "public"."planned_job_lines";

DROP VIEW "private"."job_lines";

CREATE VIEW "private"."job_lines" AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label,
    extra_work_id,
    is_concern
   FROM ( SELECT i.booking_id,
            0 AS part,
            0 AS place,
            0 AS "position",
            'Told by the customer'::text AS group_name,
            regexp_replace(b.notes, '\s+'::text, ' '::text, 'g'::text) AS label,
            NULL::uuid AS extra_work_id,
            true AS is_concern
           FROM (public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
          WHERE ((i.package_type = 'primary'::public.item_type) AND (b.notes IS NOT NULL))
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

COMMENT ON VIEW "private"."job_lines" IS 'The job card of each booking from what is booked and approved now.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

revoke all on table private.job_lines from public, anon, authenticated, service_role;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
