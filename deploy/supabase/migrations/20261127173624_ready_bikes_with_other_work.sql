set check_function_bodies = off;

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
  made_ready public.booking_events := private.made_ready(booking.id);
  -- Other work may have been agreed while the bike was ready.
  changed_since boolean := check_transition.to_status = 'completed' and exists (
    select from public.booking_events e
    where e.booking_id = booking.id and e.kind = 'items_changed' and e.id > made_ready.id
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
  elsif private.count_unchecked(booking.id) > 0 and (
    check_transition.to_status = 'ready' and check_transition.note is null or changed_since and made_ready.note is null
  ) then
    perform private.reject(409, 'not_checked', jsonb_build_object(
      'left', private.count_unchecked(booking.id), 'to', check_transition.to_status
    ));
  elsif private.missing_oil(booking) is not null and (check_transition.to_status = 'ready' or changed_since) then
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

CREATE OR REPLACE FUNCTION private.made_ready(booking uuid)
 RETURNS public.booking_events
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.booking_events e
  where e.booking_id = made_ready.booking and e.to_status = 'ready' and e.from_status <> 'ready'
  order by e.id desc limit 1;
$function$;

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: the inspection before the check-in where that needs the odometer, before an answer, before every line of the checklist is done, ready or completed with points that were not checked and no reason or before the oil of the work is written down (all three also of work that was agreed when the bike was ready), a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "private"."made_ready"(uuid) IS 'The step that last made the bike ready; its note is the reason for points that were not checked. Null when there was none.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check, ready and completed need every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note, and the oil written down where the work includes it; so does completed, for work that was agreed when the bike was ready. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one: it needs no code and adds no line, and the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked (details.left), not_checked (details: left, to), oil_missing (details: litres, grade), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

REVOKE ALL ON FUNCTION "private"."made_ready"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.made_ready(uuid) from public, anon, authenticated, service_role;
