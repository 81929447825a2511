set check_function_bodies = off;

DROP TRIGGER "stop_timers" ON "public"."service_bookings";

CREATE OR REPLACE FUNCTION private.check_in(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reading int := private.to_int(mark ->> 'odometer_km');
  quarters int := private.to_int(mark ->> 'fuel');
  items text[];
  rest text := private.clean_text(mark ->> 'other_items');
  harm text := private.clean_text(mark ->> 'damage');
  outcome text;
begin
  if booking.status not in (
    'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif (reading is null and (mark ->> 'odometer_km' is not null or private.needs_odometer(booking)))
    or reading not between 0 and 300000
  then
    perform private.reject(422, 'odometer_km');
  elsif (quarters is null and mark ->> 'fuel' is not null) or quarters not between 0 and 4 then
    perform private.reject(422, 'fuel');
  elsif mark ? 'accessories' and jsonb_typeof(mark -> 'accessories') <> 'array' then
    perform private.reject(422, 'accessories');
  elsif char_length(rest) > 200 then
    perform private.reject(422, 'other_items');
  elsif char_length(harm) > 300 then
    perform private.reject(422, 'damage');
  end if;
  select coalesce(array_agg(private.clean_text(a)), '{}') into items
  from jsonb_array_elements_text(coalesce(mark -> 'accessories', '[]')) a;
  if cardinality(items) > 12 or exists (select from unnest(items) i where i is null or char_length(i) > 40) then
    perform private.reject(422, 'accessories');
  end if;
  insert into public.booking_checkins as c (
    booking_id, odometer_km, fuel, accessories, other_items, damage, checked_in_at, checked_in_by
  ) values (booking.id, reading, quarters, items, rest, harm, check_in.made_at, auth.uid())
  on conflict (booking_id) do update set
    odometer_km = excluded.odometer_km, fuel = excluded.fuel, accessories = excluded.accessories,
    other_items = excluded.other_items, damage = excluded.damage, checked_in_at = excluded.checked_in_at,
    checked_in_by = excluded.checked_in_by
  where c.checked_in_at <= excluded.checked_in_at;
  outcome := case when found then 'applied' else 'older' end;
  -- The shop has read it by now: what the customer said counts no more.
  if outcome = 'applied' and reading is not null then
    update public.service_bookings s set odometer_km = reading where s.id = booking.id;
  end if;
  if private.can_transition('admin', booking, 'inspecting') and booking.status in ('assigned', 'on_the_way', 'picked_up') then
    perform private.transition_booking(booking.id, 'admin', 'inspecting', null);
  end if;
  return outcome;
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
  elsif check_transition.to_status in ('quality_check', 'ready') and booking.status <> 'awaiting_approval'
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

CREATE OR REPLACE FUNCTION private.stop_timers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.work_timers t set stopped_at = greatest(t.started_at, private.now())
  where t.booking_id = new.id and t.stopped_at is null and (
    new.status in ('ready', 'completed', 'cancelled')
    -- The job is no longer shown to the mechanic who had it: nobody could pause this timer.
    or (t.user_id = old.assigned_to and new.assigned_to is distinct from old.assigned_to)
  );
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION public.update_booking(booking uuid, changes jsonb, expected_version integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(update_booking.booking, update_booking.expected_version);
  remark text := private.clean_text(update_booking.note);
  c public.service_bookings;
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes}'::text[];
  before jsonb;
begin
  if char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  c := private.corrected_booking(b, update_booking.changes);
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into before
  from jsonb_each(to_jsonb(b)) o
  where o.key = any (fields) and o.value is distinct from to_jsonb(c) -> o.key;
  if before = '{}' then
    return private.booking_state(b) || jsonb_build_object('edits', b.edits);
  end if;
  update public.service_bookings s set
    customer_name = c.customer_name, phone = c.phone, email = c.email, address_line = c.address_line,
    landmark = c.landmark, area_slug = c.area_slug, pin = c.pin, vehicle_number = c.vehicle_number,
    chassis_last5 = c.chassis_last5, odometer_km = c.odometer_km, model_year = c.model_year, notes = c.notes,
    -- A caller's booking belongs to whoever has confirmed the number.
    user_id = case when s.origin <> 'web' and c.phone <> s.phone then private.account_of_number(c.phone) else s.user_id end,
    edits = s.edits + 1
  where s.id = b.id returning * into b;
  if before ? 'odometer_km' then
    update public.booking_checkins k set odometer_km = b.odometer_km where k.booking_id = b.id;
  end if;
  update public.declined_work d set vehicle_number = b.vehicle_number
  from public.extra_work e
  where e.id = d.extra_work_id and e.booking_id = b.id and d.vehicle_number is distinct from b.vehicle_number;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'corrected',
    jsonb_build_object('before', before, 'edit', b.edits)
  );
  update public.message_outbox m set recipient = case m.channel when 'sms' then b.phone else b.email end
  where m.booking_id = b.id and m.status = 'waiting' and (m.channel = 'sms' or b.email is not null);
  return private.booking_state(b) || jsonb_build_object('edits', b.edits);
end;
$function$;

CREATE TRIGGER stop_timers AFTER UPDATE OF status, mechanic ON public.service_bookings FOR EACH ROW WHEN ((((new.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status, 'cancelled'::public.booking_status])) AND (old.status <> new.status)) OR (new.assigned_to IS DISTINCT FROM old.assigned_to))) EXECUTE FUNCTION private.stop_timers();

COMMENT ON FUNCTION "private"."check_in"(public.service_bookings, jsonb, timestamp with time zone) IS 'Writes a check-in {odometer_km, fuel, accessories, other_items, damage} and begins the inspection where the bike is with the mechanic. Its odometer becomes that of the booking. Of two check-ins the later one counts. Raises PT409 not_in_work, PT422 (odometer_km, fuel, accessories, other_items, damage).';

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: the inspection before the check-in where that needs the odometer, before an answer, before every line of the checklist is done, ready with points that were not checked and no reason, a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "private"."stop_timers"() IS 'Trigger: stops the timers of a bike that is ready, handed over or cancelled, and the one of a mechanic whose job was given to somebody else.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one, and adds no line: the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) IS 'Owners and desk correct a booking until its invoice: name, phone, email, address, vehicle_number, chassis_last5, odometer_km, model_year, notes. expected_version is the edits that the page has read. Messages that wait go to the new phone or address, work that was declined with it to the new plate, the odometer to the check-in. Raises PT403, PT404, PT409 invoice_issued, closed, stale, PT422 changes, note_too_long or the field.';

reset check_function_bodies;
