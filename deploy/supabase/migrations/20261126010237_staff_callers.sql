CREATE VIEW "public"."staff_callbacks" WITH (security_barrier=true) AS  SELECT c.id,
    c.kind,
    c.name,
    c.bike,
    c.pin,
    c.message,
    c.created_at,
    c.handled_at,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN c.phone
            ELSE NULL::text
        END AS phone
   FROM (public.callback_requests c
     CROSS JOIN ( SELECT ( SELECT public.my_duty() AS my_duty) AS duty) reader)
  WHERE (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

CREATE VIEW "public"."staff_waitlist" WITH (security_barrier=true) AS  SELECT w.id,
    w.mode,
    w.booking_date,
    w.booking_time,
    w.window_end,
    w.starts_at,
    w.model_id,
    w.bike_name,
    w.items,
    w.windows,
    w.customer_name,
    w.state,
    w.created_at,
    w.offered_at,
    w.offer_ends_at,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN w.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN w.email
            ELSE NULL::text
        END AS email
   FROM (public.waitlist w
     CROSS JOIN ( SELECT ( SELECT public.my_duty() AS my_duty) AS duty) reader)
  WHERE (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

COMMENT ON VIEW "public"."staff_callbacks" IS 'Call-back requests as staff but mechanics read them; with the phone for owners and the desk.';

COMMENT ON VIEW "public"."staff_waitlist" IS 'The waitlist as staff but mechanics read it; with phone and e-mail for owners and the desk.';

GRANT SELECT ON TABLE "public"."staff_callbacks" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_waitlist" TO "authenticated";

revoke all on table public.staff_callbacks from public, anon, authenticated, service_role;
grant select on table public.staff_callbacks to authenticated;

revoke all on table public.staff_waitlist from public, anon, authenticated, service_role;
grant select on table public.staff_waitlist to authenticated;
