set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_items(booking public.service_bookings, again jsonb, said text, actor public.booking_actor)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  before int := booking.estimated_price;
  needed int := private.windows_needed((again ->> 'minutes')::int, booking.mode, (again ->> 'two_day')::boolean);
begin
  if needed <> b.windows and b.status in ('confirmed', 'assigned') then
    perform private.lock_day(b.mode, b.booking_date);
    perform private.check_slot(
      b.mode, b.booking_date, b.booking_time, needed, false, b.id, private.local_instant(private.today(), '00:00')
    );
    delete from public.booking_places p where p.booking_id = b.id;
    perform private.take_places(b.id, null, null, b.mode, b.booking_date, b.booking_time, needed);
    update public.service_bookings s set windows = needed where s.id = b.id;
  end if;
  delete from public.booking_items i where i.booking_id = b.id;
  perform private.write_items(b.id, again -> 'lines');
  perform private.check_billed_parts(b.id);
  perform private.book_declined(b.id, again -> 'lines');
  delete from private.item_questions q where q.booking_id = b.id;
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  perform private.replan_checklist(b);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), apply_items.actor, auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, answer text, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text, price_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  given public.extra_work_status := case answer_extra_work.answer
    when 'yes' then 'approved'::public.extra_work_status when 'no' then 'declined' when 'later' then 'later'
    when 'none' then 'later'
  end;
  unanswered boolean := answer_extra_work.answer = 'none';
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := b.user_id is distinct from auth.uid() and private.works_on_jobs();
  select * into work from public.extra_work e where e.id = line;
  if given is null or (unanswered and not as_admin) then
    perform private.reject(422, 'answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif answer_extra_work.price_version <> work.price_version then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', work.price));
  elsif work.status = given then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  elsif unanswered and private.now() < work.answer_by then
    perform private.reject(409, 'still_asked', jsonb_build_object('until', work.answer_by));
  end if;
  update public.extra_work e set
    status = given,
    decided_by = case
      when unanswered then 'no_answer'::public.extra_work_decider when as_admin then 'admin' else 'customer'
    end,
    decided_at = private.now(),
    answered_by = auth.uid(),
    note = remark
  where e.id = line;
  -- What was used before the price changed is the shop's own: nothing is billed that was not agreed.
  if given <> 'approved' then
    update public.used_parts p set price = 0, extra_work_id = null where p.extra_work_id = line;
  end if;
  return private.settle_extra_work(b, case when as_admin then 'admin'::public.booking_actor else 'customer' end);
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
  perform private.check_billed_parts(b.id);
  return private.settle_extra_work(b, 'admin');
end;
$function$;

COMMENT ON FUNCTION "private"."apply_items"(public.service_bookings, jsonb, text, public.booking_actor) IS 'Writes the work and its price as requoted found them, with the event. Raises PT409 slot_taken when it needs more windows, PT422 part_price when parts are billed at more.';

COMMENT ON FUNCTION "public"."answer_items"(uuid, text, integer, text) IS 'The customer answers with yes or no whether other work is done for that total: with yes it replaces what was booked. Staff note a yes with change_items. Raises PT404, PT409 answered, work_repriced (details.price: the total that is asked now), slot_taken, PT422 yes_or_no, part_price (parts of the work that goes were used meanwhile).';

COMMENT ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean, boolean) IS 'Owners and desk change the work of a booking until its invoice, as [{id, quantity}]: lines that stay keep the price agreed at booking. A rise above the approval limit needs customer_yes: how the customer agreed, who and when; with ask the customer is asked at the link instead, and nothing changes until the answer. preview: only the new total. Raises PT403, PT404, PT409 invoice_issued, closed, stale, needs_yes (details: total, rise, limit), slot_taken when it needs more windows, PT422 items, items_refused, part_price (parts are billed at more than the work that stays).';

COMMENT ON FUNCTION "public"."reprice_extra_work"(uuid, integer, text) IS 'Staff change the price of a line of extra work until its line of the checklist is done, or a later booking does it after it was declined. That takes the answer back: within the limit the line is approved, else the customer is asked again. The same price changes nothing. Raises PT403, PT404, PT409 not_in_work, work_done, PT422 (work_price, work_reason, part_price: its parts are billed at more).';

reset check_function_bodies;
