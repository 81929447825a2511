set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_oil(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  oil jsonb := private.missing_oil(booking);
begin
  if oil is not null then
    perform private.reject(409, 'oil_missing', oil);
  end if;
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
  elsif check_transition.to_status = 'inspecting' and booking.status in ('assigned', 'on_the_way', 'picked_up')
    and private.needs_odometer(booking)
    and not exists (select from public.booking_checkins c where c.booking_id = booking.id)
  then
    perform private.reject(409, 'not_checked_in');
  -- Other work may have been agreed while the bike was ready.
  elsif check_transition.to_status in ('quality_check', 'ready', 'completed') and booking.status <> 'awaiting_approval'
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
  elsif check_transition.to_status = 'ready' and private.missing_oil(booking) is not null then
    perform private.check_oil(booking);
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

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
    'phone', case when contact.shown then b.phone end,
    'address', case when contact.shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
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
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes
      )), '[]')
      from (select distinct i.item_id from public.booking_inspection i where i.booking_id = b.id) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
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
  from public.service_bookings b
  cross join lateral (select private.shows_contact(b.id) as shown offset 0) contact
  where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.missing_oil(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('litres', m.oil_litres, 'grade', nullif(concat_ws(' ', m.oil_grade, m.jaso), ''))
    from public.models m
    where m.id = booking.model_id
      and exists (
        select from public.packages p
        where p.oil_included and (
          p.slug in (select i.item_id from public.booking_items i where i.booking_id = booking.id)
          or p.slug in (
            select e.item_id from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
          )
        )
      )
      and not exists (select from public.used_parts p where p.booking_id = booking.id and p.kind = 'oil')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_used_part(entry jsonb, booking uuid)
 RETURNS public.used_parts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p public.used_parts;
begin
  p.booking_id := parse_used_part.booking;
  p.kind := private.to_used_part_kind(entry ->> 'kind');
  p.name := private.clean_text(entry ->> 'name');
  p.make := private.clean_text(entry ->> 'make');
  p.part_number := upper(private.clean_text(entry ->> 'part_number'));
  p.grade := upper(private.clean_text(entry ->> 'grade'));
  p.hsn := private.strip_separators(entry ->> 'hsn');
  p.unit := private.to_part_unit(coalesce(entry ->> 'unit', 'piece'));
  p.quantity := case when entry ->> 'quantity' ~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' then (entry ->> 'quantity')::numeric end;
  p.price := private.to_int(coalesce(entry ->> 'price', '0'));
  p.extra_work_id := private.to_uuid(entry ->> 'extra_work_id');
  if p.kind is null then
    perform private.reject(422, 'part_kind');
  elsif p.name is null or char_length(p.name) not between 2 and 80 or char_length(p.make) > 40
    or char_length(p.part_number) > 40 or char_length(p.grade) > 20 or (p.grade is not null and p.kind <> 'oil')
  then
    perform private.reject(422, 'part_name');
  elsif p.make is null and p.kind in ('part', 'oil') then
    perform private.reject(422, 'part_make');
  elsif p.grade is null and p.kind = 'oil' then
    perform private.reject(422, 'part_grade');
  elsif p.hsn is null or p.hsn !~ '^[0-9]{4,8}$' or p.hsn ~ '^8708' then
    -- 8708 is for four-wheelers; parts of two-wheelers are 8714 10.
    perform private.reject(422, 'part_hsn');
  elsif p.quantity is null or p.quantity <= 0 or p.unit is null then
    perform private.reject(422, 'part_quantity');
  elsif p.price is null or p.price not between 0 and 100000 or (p.kind = 'battery_back' and p.price = 0) then
    perform private.reject(422, 'part_price', '{"left": null}');
  elsif (entry ->> 'extra_work_id' is not null or p.extra_work_id is not null) and (p.kind = 'battery_back' or not exists (
    select from public.extra_work e
    where e.id = p.extra_work_id and e.booking_id = p.booking_id and e.status = 'approved'
  )) then
    perform private.reject(422, 'part_work');
  end if;
  return p;
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_used_parts(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_billed_parts(booking.id);
  if private.agreed_price(booking) < 0 then
    perform private.reject(422, 'part_price', '{"left": null}');
  elsif booking.status = 'ready' then
    perform private.check_oil(booking);
  end if;
  perform private.refund_overpayment(booking, 'overpaid');
  perform private.notify_followers(booking.id);
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
    'missing_oil', case when not own then private.missing_oil(b) end,
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
      from (
        select o.id, o.at, o.actor, o.from_status, o.to_status, o.note, o.moved_from, o.fee, o.kind, o.data
        from public.booking_events o where own and o.booking_id = b.id
        union all
        select s.id, s.at, s.actor, s.from_status, s.to_status, s.note, s.moved_from, s.fee, s.kind, s.data
        from public.staff_events s where not own and s.booking_id = b.id
      ) e
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

COMMENT ON FUNCTION "private"."check_oil"(public.service_bookings) IS 'Raises PT409 oil_missing (details: litres, grade) while oil that the work includes is not written down.';

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: the inspection before the check-in where that needs the odometer, before an answer, before every line of the checklist is done (also of work that was agreed when the bike was ready), ready with points that were not checked and no reason or before the oil of the work is written down, a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "private"."mark_part"(public.service_bookings, jsonb) IS 'One part more ({part}), or one less ({off, name}: its position and name); nothing happens when it is off already. Raises PT409 not_at_work, oil_missing, PT422 parts, part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "private"."missing_oil"(public.service_bookings) IS 'The oil that still has to be written down, because the work includes it and the bill names brand, grade and litres: what the model takes {litres, grade}. Null: none is missing.';

COMMENT ON FUNCTION "private"."parse_used_part"(jsonb, uuid) IS 'One checked line of used_parts. Raises PT422 part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "private"."settle_used_parts"(public.service_bookings) IS 'After a change of the list: it is within what was agreed, the oil of a bike that is ready stays on it, and what is overpaid then is refunded. Raises PT409 oil_missing, PT422 part_price.';

COMMENT ON FUNCTION "public"."save_used_parts"(uuid, jsonb) IS 'Staff of the floor and the desk write down what was used on a job, the whole list at once: [{kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id}]. Raises PT403, PT404, PT409 not_at_work, oil_missing, PT422 parts, part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check, ready and completed need every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note, and the oil written down where the work includes it. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one, and adds no line: the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked and not_checked (details.left), oil_missing (details: litres, grade), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

REVOKE ALL ON FUNCTION "private"."check_oil"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_oil"(public.service_bookings) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.check_oil(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.missing_oil(public.service_bookings) from public, anon, authenticated, service_role;
