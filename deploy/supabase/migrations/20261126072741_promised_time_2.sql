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

DROP VIEW "public"."staff_bookings";

ALTER TABLE "public"."service_bookings" ADD COLUMN "ready_time" time without time zone;

CREATE OR REPLACE FUNCTION private.booking_state(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'booking_date', booking.booking_date, 'booking_time', private.format_time(booking.booking_time),
    'window_end', private.format_time(booking.window_end), 'ready_date', booking.ready_date,
    'ready_time', private.format_time(booking.ready_time),
    'estimated_price', booking.estimated_price, 'final_price', booking.final_price, 'fee', booking.fee,
    'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
$function$;

CREATE OR REPLACE FUNCTION private.job_head(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'id', booking.id, 'number', booking.number, 'status', booking.status,
      'status_since', private.status_since(booking), 'mode', booking.mode, 'booking_date', booking.booking_date,
      'booking_time', private.format_time(booking.booking_time), 'window_end', private.format_time(booking.window_end),
      'ready_date', booking.ready_date, 'ready_time', private.format_time(booking.ready_time), 'minutes', booking.minutes, 'bike_name', booking.bike_name,
      'vehicle_number', booking.vehicle_number, 'mechanic', booking.mechanic,
      'service', (
        select i.name from public.booking_items i
        where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
      ),
      'area_name', (select a.name from public.areas a where a.slug = booking.area_slug),
      'closed_at', booking.closed_at
    )
  );
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
    'ready_time', private.format_time(b.ready_time),
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
    'photos', private.photos_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'declined_work', private.declined_with(b),
    'item_question', private.item_question_of(b),
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

CREATE OR REPLACE FUNCTION public.promise_ready(booking uuid, day text, clock text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  promised_day date := private.to_date(promise_ready.day);
  promised_time time := private.to_time(private.clean_text(promise_ready.clock));
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  b := private.lock_own_booking(promise_ready.booking, null, '{owner,desk,foreman}');
  if not private.is_active(b.status) or b.status = 'ready' then
    perform private.reject(409, 'cannot_promise', jsonb_build_object('status', b.status));
  elsif promised_day is null or promised_day > private.today() + 90 then
    perform private.reject(422, 'date');
  elsif promised_time is null and private.clean_text(promise_ready.clock) is not null then
    perform private.reject(422, 'promise_time');
  elsif promised_day < greatest(private.today(), b.booking_date)
    or (promised_time is not null and private.local_instant(promised_day, promised_time) <= private.now())
  then
    perform private.reject(422, 'promise_past');
  elsif (promised_day, promised_time) is distinct from (b.ready_date, b.ready_time) then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'promised',
      jsonb_strip_nulls(jsonb_build_object('date', promised_day, 'time', private.format_time(promised_time)))
    );
    update public.service_bookings s set ready_date = promised_day, ready_time = promised_time
    where s.id = b.id returning * into b;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token, '{owner,desk}');
  as_admin boolean := private.acts_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place public.service_mode := private.to_service_mode(coalesce(private.clean_text(reschedule_booking.mode), b.mode::text));
  remark text := private.clean_text(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Caused by the shop or the weather: free, not counted, and at the agreed price.
  ours boolean := private.is_change_free(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status public.booking_status := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.reject(422, 'date');
  elsif arrival is null then
    perform private.reject(422, 'time');
  elsif char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  elsif place is null then
    perform private.reject(422, 'mode');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.can_transition(actor, b, 'assigned')) then
    perform private.reject(409, 'cannot_move', jsonb_build_object('status', b.status));
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
  ) then
    perform private.reject(409, 'pickup_needs_rain');
  elsif place <> b.mode and not private.can_be_picked_up(b) then
    perform private.reject(422, 'no_pickup');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.reject(409, 'moved_often');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days must hold on the new day, or the customer confirms the new price. When the shop or the
  -- weather causes the move, the coupon stays.
  if not ours then
    discount := private.coupon_discount(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null, greatest(1, private.bikes_of_group(b.group_id)));
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.reject(409, 'day_price_changed', jsonb_build_object(
      'total', b.estimated_price + b.discount - off, 'coupon', discount
    ));
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- With both days locked, check the new place before freeing the old one. Admins need not keep the lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
  );
  -- A booking of an unproven number can't leave its share by moving.
  if not as_admin and exists (select from private.unproven_bookings u where u.booking_id = b.id)
    and private.unproven_until(place, day, arrival, needed, b.id) is not null
  then
    perform private.reject(409, 'slot_taken', jsonb_build_object(
      'alternatives', private.nearest_free(place, day, arrival, needed, coalesce(package.next_day_only, false), b.id, true)
    ));
  end if;
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee, kind, data)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status, remark,
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost, 'moved',
    jsonb_strip_nulls(jsonb_build_object(
      'cause', case when as_admin then coalesce(reschedule_booking.cause, 'customer') end,
      'to_pickup', case when place <> b.mode then true end
    ))
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    ready_time = null,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
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

CREATE POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_checklist.booking_id))) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checklist.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)) AND (b.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status])))))));

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_events.booking_id)))));

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

COMMENT ON COLUMN "public"."booking_events"."data" IS 'Facts of the kind. status: without_code (why a bike changed hands without the code). moved: cause (when staff moved it), to_pickup. claimed: by (phone, email). number_proven: by (link, staff). fee_waived, refunded, credit_given: rupees. payment_reported: rupees, reference. payment_received: rupees, method. payment_received and paid_late: late (coupon_used, time_taken), coupon. promised: date, time.';

COMMENT ON COLUMN "public"."service_bookings"."ready_time" IS 'The clock time for which staff promised the bike on ready_date; null: the day alone.';

COMMENT ON FUNCTION "public"."promise_ready"(uuid, text, text) IS 'Owners, the desk and the foreman promise the bike for a day, and with clock for a time of it, until it is ready. The customer reads it in the booking. The same promise again changes nothing; moving the booking ends it. Raises PT403, PT404, PT409 cannot_promise (details.status), PT422 date, promise_time, promise_past.';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS. group_discount: a later bike of the group brought a discount. credit_note: one was issued for its invoice. items_asked, items_declined: other work waits for the yes of the customer, who said no. promised: for when staff promised the bike.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

COMMENT ON VIEW "public"."staff_bookings" IS 'Bookings as staff may read them, with phone, e-mail, address and GSTIN where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. No row for anyone else.';

REVOKE ALL ON FUNCTION "public"."promise_ready"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."promise_ready"(uuid, text, text) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_bookings" TO "authenticated";

reset check_function_bodies;

revoke all on function public.promise_ready(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.promise_ready(uuid,text,text) to authenticated;
grant execute on function public.promise_ready(uuid,text,text) to service_role;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;

revoke all on table public.staff_bookings from public, anon, authenticated, service_role;
grant select on table public.staff_bookings to authenticated;
