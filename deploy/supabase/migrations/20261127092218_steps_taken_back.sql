set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.arrived_at(booking uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select min(e.at)
    from (
      select s.at, s.to_status, lead(s.data) over (order by s.id) ? 'undone' as taken_back
      from public.booking_events s
      where s.booking_id = arrived_at.booking and s.from_status is distinct from s.to_status
    ) e
    where e.to_status in ('picked_up', 'inspecting') and e.taken_back is not true
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.here_since(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.mode = 'doorstep' or booking.status not in (
    'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    return null;
  end if;
  return coalesce(private.arrived_at(booking.id), booking.starts_at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.may_text(kind public.message_kind, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return may_text.kind = 'confirmation' or private.is_number_proven(booking.phone)
    or private.arrived_at(booking.id) is not null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_shop_late(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.window_missed_at(booking) <= coalesce(private.arrived_at(booking.id), booking.closed_at, private.now())
  -- Or it was late for a window from which the booking was moved. All windows have the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time)
        + (select s.late_minutes from public.shop s) * interval '1 minute'
  );
$function$;

CREATE OR REPLACE FUNCTION public.mark_job(booking uuid, mark jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_job(booking);
  mark_id uuid := private.to_uuid(mark ->> 'id');
  sort public.job_mark_kind := (
    select k from unnest(enum_range(null::public.job_mark_kind)) k where k::text = mark ->> 'kind'
  );
  -- A phone's clock may be ahead.
  made timestamptz := least(private.to_instant(mark ->> 'made_at'), private.now());
  outcome text := 'applied';
  replaced timestamptz := private.to_instant(mark ->> 'replaces');
  standing jsonb;
  answer jsonb;
begin
  if mark_id is null or sort is null or private.to_instant(mark ->> 'made_at') is null
    or exists (select from private.job_marks m where m.id = mark_id and m.booking_id <> b.id)
  then
    perform private.reject(422, 'mark');
  end if;
  insert into private.job_marks (id, booking_id, made_at, received_at, made_by, kind)
  values (mark_id, b.id, made, private.now(), auth.uid(), sort) on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('outcome', 'repeated', 'job', private.job_of(b.id));
  end if;
  standing := private.standing_mark(b.id, mark);
  -- Its sender has read what stood then: it counts over that, whatever the clocks of the two phones say, and over nothing newer.
  made := case
    when replaced = (standing ->> 'at')::timestamptz then greatest(made, replaced)
    else least(made, replaced)
  end;
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      outcome := private.tick_lines(
        b, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed', made
      );
    when 'concern' then
      outcome := private.answer_concern(b, mark, made);
    when 'propose' then
      perform public.propose_extra_work(b.id, mark -> 'items');
    when 'step' then
      answer := public.set_booking_status(
        b.id, mark ->> 'to_status', mark ->> 'note', mark ->> 'mechanic', null, mark ->> 'handover_code',
        mark ->> 'without_code', coalesce(mark ->> 'undo' = 'true', false)
      );
      -- A wrong code is counted, not raised. Its mark did nothing.
      if answer ? 'hint' then
        delete from private.job_marks m where m.id = mark_id;
        -- It was kept on the phone: the bike has left meanwhile.
        if made < private.now() - interval '2 minutes' then
          update private.handover_codes c set left_at = made where c.booking_id = b.id;
        end if;
        return answer;
      end if;
    when 'part' then
      perform private.mark_part(b, mark);
    when 'timer' then
      perform private.mark_timer(b, mark, made);
    when 'test_ride' then
      outcome := private.mark_test_ride(b, mark, made);
  end case;
  -- A mark that counts no more has changed nothing: sent again, it is answered in the same way.
  if outcome = 'older' then
    delete from private.job_marks m where m.id = mark_id;
    return jsonb_build_object('outcome', outcome, 'standing', standing, 'job', private.job_of(b.id));
  end if;
  perform private.signal_job(b.id);
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_status(booking uuid, to_status text, note text DEFAULT NULL::text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, handover_code text DEFAULT NULL::text, without_code text DEFAULT NULL::text, undo boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  target public.booking_status := private.to_booking_status(set_booking_status.to_status);
  remark text := private.clean_text(set_booking_status.note);
  person text := private.clean_text(set_booking_status.mechanic);
  why text := private.clean_text(set_booking_status.without_code);
  wrong jsonb;
  facts jsonb := '{}'::jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null or not private.sees_booking(b.id) then
    perform private.reject(404, 'not_found');
  end if;
  if char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.reject(422, 'mechanic');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.reject(422, 'final_price');
  end if;
  if target is null then
    perform private.reject(422, 'to_status');
  end if;
  if set_booking_status.undo then
    if not private.was_last_step(b, target) then
      perform private.reject(409, 'not_allowed', jsonb_build_object('status', b.status, 'to', target));
    end if;
    facts := '{"undone": true}';
  end if;
  person := private.check_duty_of_step(target, person, set_booking_status.final_price);
  -- Who takes back the step after the pickup has the bike.
  if private.needs_handover_code(b, target) and not set_booking_status.undo and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned instead of raised: raising would roll back the count of tries.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    facts := facts || jsonb_strip_nulls(jsonb_build_object('without_code', why));
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end, data => facts
  ));
end;
$function$;

COMMENT ON FUNCTION "private"."arrived_at"(uuid) IS 'When the bike of a booking was first with a mechanic: picked up or inspected. A step that was taken back does not count. Null before.';

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at, replaces} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code, undo}, part {part} or {off, name}, timer {running}, test_ride {running, odometer_km, checks}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older, with standing {by, at}, when a later mark is there. A mark with replaces, the time of a mark that its sender has read, counts over that one and over no newer one. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check, ready and completed need every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note, and the oil written down where the work includes it. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one: it needs no code and adds no line, and the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked and not_checked (details.left), oil_missing (details: litres, grade), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

REVOKE ALL ON FUNCTION "private"."arrived_at"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.arrived_at(uuid) from public, anon, authenticated, service_role;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'inspecting', 'assigned', '{workshop}', 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'inspecting', 'on_the_way', '{doorstep}', 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;

insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values ('admin', 'inspecting', 'picked_up', '{pickup}', 'true')
  on conflict (actor, from_status, to_status) do update set modes = excluded.modes, needs_note = excluded.needs_note;
