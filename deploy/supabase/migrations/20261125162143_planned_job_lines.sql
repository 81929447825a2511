set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.write_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select p.booking_id, p.line, p.group_name, p.label
  from public.planned_job_lines p where p.booking_id = booking.id
  on conflict (booking_id, line) do nothing;
$function$;

CREATE VIEW "public"."planned_job_lines" WITH (security_invoker=true) AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label
   FROM ( SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label
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
                END AS label
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking from what is booked and approved now: what is printed before the work begins, and what the checklist is written from. The rows of its tables decide who reads it.';

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
grant select on table public.planned_job_lines to service_role;
