set check_function_bodies = off;

DROP POLICY "a check-in is read with its booking" ON "public"."booking_checkins";

DROP POLICY "an inspection is read with its booking" ON "public"."booking_inspection";

DROP POLICY "staff and the account of the booking read declined work" ON "public"."declined_work";

DROP VIEW "private"."job_lines";

DROP VIEW "public"."planned_job_lines";

DROP FUNCTION "private"."is_my_job"(public.service_bookings);

DROP FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text);

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
  if not private.works_on(b.id) then
    perform private.reject(404, 'not_found');
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
  from private.job_lines p where p.booking_id = booking.id;
end;
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
  proven boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or private.sees_booking(s.id)));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  proven := case when private.sees_booking(b.id) then private.is_number_proven(b.phone) end;
  if not own then
    b := private.hide_contact(b);
  end if;
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
    'number_proven', proven,
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
  if b.id is null or not private.works_on(b.id) then
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
    where private.works_on(b.id) and (
      -- A bike of an earlier day stays on the list until it is handed over.
      (private.is_active(b.status) and (b.booking_date <= private.today() or b.status not in ('confirmed', 'assigned')))
      or (b.status = 'completed' and b.closed_at >= private.local_instant(private.today(), '00:00'))
    )
  );
end;
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

CREATE VIEW "private"."job_lines" AS  SELECT booking_id,
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

CREATE POLICY "a check-in is read with its booking" ON "public"."booking_checkins" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checkins.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_checkins.booking_id)))));

CREATE POLICY "an inspection is read with its booking" ON "public"."booking_inspection" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_inspection.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_inspection.booking_id)))));

CREATE POLICY "staff and the account of the booking read declined work" ON "public"."declined_work" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM (public.extra_work e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)))
  WHERE (e.id = declined_work.extra_work_id))) OR (EXISTS ( SELECT
   FROM (public.extra_work e
     JOIN public.service_bookings b ON ((b.id = e.booking_id)))
  WHERE ((e.id = declined_work.extra_work_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'Staff propose work found while inspecting, in service or in the quality check: [{item, name, reason, price, minutes, urgency}]. item is a package or add-on that fits the bike and gives name, price and minutes where they are left out; without it name and price are needed. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer and then returns to where it was. Approved lines join the checklist. Raises PT403, PT404, PT409 not_in_work, PT422 (work, work_item, work_name, work_reason, work_price, work_minutes, work_urgency).';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON VIEW "private"."job_lines" IS 'The job card of each booking from what is booked and approved now.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

reset check_function_bodies;

revoke all on table private.job_lines from public, anon, authenticated, service_role;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
