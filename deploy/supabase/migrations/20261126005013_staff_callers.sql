CREATE VIEW "public"."staff_callbacks" WITH (security_barrier=true) AS  SELECT id,
    kind,
    name,
    bike,
    pin,
    message,
    created_at,
    handled_at,
        CASE
            WHEN (( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN phone
            ELSE NULL::text
        END AS phone
   FROM public.callback_requests c
  WHERE (( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

CREATE VIEW "public"."staff_waitlist" WITH (security_barrier=true) AS  SELECT id,
    mode,
    booking_date,
    booking_time,
    window_end,
    starts_at,
    model_id,
    bike_name,
    items,
    windows,
    customer_name,
    state,
    created_at,
    offered_at,
    offer_ends_at,
        CASE
            WHEN (( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN (( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN email
            ELSE NULL::text
        END AS email
   FROM public.waitlist w
  WHERE (( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

COMMENT ON VIEW "public"."staff_callbacks" IS 'Call-back requests as staff but mechanics read them; with the phone for owners and the desk.';

COMMENT ON VIEW "public"."staff_waitlist" IS 'The waitlist as staff but mechanics read it; with phone and e-mail for owners and the desk.';

GRANT SELECT ON TABLE "public"."staff_callbacks" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_waitlist" TO "authenticated";

revoke all on table public.staff_callbacks from public, anon, authenticated, service_role;
grant select on table public.staff_callbacks to authenticated;

revoke all on table public.staff_waitlist from public, anon, authenticated, service_role;
grant select on table public.staff_waitlist to authenticated;
