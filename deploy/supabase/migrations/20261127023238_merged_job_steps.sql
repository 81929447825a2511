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

CREATE OR REPLACE FUNCTION public.reprice_extra_work(line uuid, price integer, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  why text := private.clean_text(reprice_extra_work.reason);
  within boolean;
begin
  b := private.lock_job((select e.booking_id from public.extra_work e where e.id = line));
  select * into work from public.extra_work e where e.id = line;
  if reprice_extra_work.price is null or reprice_extra_work.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif why is not null and char_length(why) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif exists (
    select from public.booking_checklist c where c.extra_work_id = work.id and c.done_at is not null
  ) or exists (
    select from public.declined_work d where d.extra_work_id = work.id and private.is_live_booking(d.booked_with)
  ) then
    perform private.reject(409, 'work_done');
  elsif work.price = reprice_extra_work.price then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  end if;
  within := private.limit_used(b.id) - case work.decided_by when 'limit' then work.price else 0 end
    + reprice_extra_work.price <= b.approval_limit;
  update public.extra_work e set
    price = reprice_extra_work.price,
    reason = coalesce(why, e.reason),
    price_version = e.price_version + 1,
    status = case when within then 'approved'::public.extra_work_status else 'proposed' end,
    decided_by = case when within then 'limit'::public.extra_work_decider end,
    decided_at = case when within then private.now() end,
    answer_by = case when not within then private.answer_until() end,
    answered_by = null,
    note = null
  where e.id = work.id;
  return private.settle_extra_work(b, 'admin');
end;
$function$;

COMMENT ON FUNCTION "private"."check_transition"(public.service_bookings, public.booking_actor, public.booking_status, text, integer) IS 'Rejects a transition that booking_transitions does not allow or that comes too soon: the inspection before the check-in where that needs the odometer, before an answer, before every line of the checklist is done (also of work that was agreed when the bike was ready), ready with points that were not checked and no reason, a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text, boolean) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check, ready and completed need every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one, and adds no line: the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

reset check_function_bodies;
