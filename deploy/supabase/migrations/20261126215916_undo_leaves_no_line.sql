set check_function_bodies = off;

DROP FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text);

CREATE OR REPLACE FUNCTION private.mark_point(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_state public.point_state := (
    select s from unnest(enum_range(null::public.point_state)) s where s::text = mark ->> 'state'
  );
  remark text := private.clean_text(mark ->> 'note');
  measured numeric := case when mark ->> 'value' ~ '^-?[0-9]{1,6}(\.[0-9]{1,2})?$' then (mark ->> 'value')::numeric end;
begin
  if booking.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif found_state is null then
    perform private.reject(422, 'point_state');
  elsif measured is null and mark ->> 'value' is not null then
    perform private.reject(422, 'point_value');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'point_note');
  elsif not exists (
    select from public.booking_inspection i where i.booking_id = booking.id and i.point = mark ->> 'point'
  ) then
    perform private.reject(422, 'point');
  end if;
  update public.booking_inspection i set
    state = found_state, value = measured, note = remark, marked_at = mark_point.made_at, marked_by = auth.uid()
  where i.booking_id = booking.id and i.point = mark ->> 'point'
    and (i.marked_at is null or i.marked_at <= mark_point.made_at);
  if not found then
    return 'older';
  end if;
  perform private.notify_followers(booking.id);
  return 'applied';
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause, kind public.booking_event_kind DEFAULT 'status'::public.booking_event_kind, data jsonb DEFAULT '{}'::jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  was public.booking_status;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  was := b.status;
  perform private.check_transition(b, transition_booking.actor, transition_booking.to_status, note, final_price);
  -- take_places deletes the expired places of the day under the same lock.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind, data)
  values (
    b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status,
    transition_booking.note, transition_booking.fee, transition_booking.kind, transition_booking.data
  );
  if transition_booking.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = transition_booking.to_status,
    resume_status = case when transition_booking.to_status = 'awaiting_approval' then b.status end,
    mechanic = coalesce(transition_booking.mechanic, s.mechanic),
    final_price = case
      when transition_booking.to_status = 'completed' then coalesce(transition_booking.final_price, s.final_price, private.agreed_price(s))
      else coalesce(transition_booking.final_price, s.final_price)
    end,
    fee = s.fee + transition_booking.fee,
    cancelled_by = case
      when transition_booking.to_status = 'cancelled' then case
        when transition_booking.actor = 'customer' or transition_booking.cause = 'customer'
          then 'customer'::public.cancelling_party
        else 'shop'
      end
    end,
    cancel_cause = case
      when transition_booking.to_status <> 'cancelled' then null
      when transition_booking.actor = 'customer' then 'customer'
      else coalesce(transition_booking.cause, case when private.is_rained_off(s) then 'weather'::public.change_cause else 'shop' end)
    end,
    cancel_reason = case when transition_booking.to_status = 'cancelled' then transition_booking.note end,
    -- Cancelling an unpaid booking is never late.
    late_cancelled = transition_booking.to_status = 'cancelled' and transition_booking.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_window_missed(s),
    closed_at = case when transition_booking.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'inspecting' then
    perform private.write_inspection(b);
  elsif b.status = 'in_service' then
    perform private.write_checklist(b);
    -- A step that was pressed by mistake found nothing to put right.
    if was in ('quality_check', 'ready') and not transition_booking.data ? 'undone' then
      perform private.add_correction(b, transition_booking.note);
    end if;
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_last_step(booking public.service_bookings, from_status public.booking_status)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select e.from_status = was_last_step.from_status and e.to_status = booking.status
    from public.booking_events e
    where e.booking_id = booking.id and e.from_status is distinct from e.to_status
    order by e.id desc limit 1
  ), false);
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
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
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

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause, public.booking_event_kind, jsonb) IS 'The only function that changes the status of a booking: checks the transition (private.check_transition), writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the inspection and the checklist when they begin, and sets the bill on completion (the agreed price by default). A quality check that failed adds its reason to the checklist; one that was begun by mistake (data.undone) does not.';

COMMENT ON FUNCTION "private"."was_last_step"(public.service_bookings, public.booking_status) IS 'Whether the latest change of status brought the booking from this status to where it is now.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one, and adds no line: the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

REVOKE ALL ON FUNCTION "private"."was_last_step"(public.service_bookings, public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.was_last_step(public.service_bookings,public.booking_status) from public, anon, authenticated, service_role;

revoke all on function public.set_booking_status(uuid,text,text,text,integer,text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_booking_status(uuid,text,text,text,integer,text,text,boolean) to authenticated;
grant execute on function public.set_booking_status(uuid,text,text,text,integer,text,text,boolean) to service_role;
