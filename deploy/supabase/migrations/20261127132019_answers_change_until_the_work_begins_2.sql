set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answer_locked_at(work public.extra_work)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select least(
    (select c.done_at from public.booking_checklist c where c.extra_work_id = work.id),
    (select min(p.used_at) from public.used_parts p where p.extra_work_id = work.id),
    (
      select private.status_since(b) from public.service_bookings b
      where b.id = work.booking_id
        and b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check')
    ),
    (
      select n.created_at from public.declined_work d join public.service_bookings n on n.id = d.booked_with
      where d.extra_work_id = work.id and private.is_live_booking(n.id)
    )
  )
  where work.status <> 'proposed' and work.decided_by <> 'limit';
$function$;

CREATE OR REPLACE FUNCTION private.check_not_included(booking public.service_bookings, item text, line uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  part_of text := coalesce(private.included_in(booking.id, check_not_included.item), (
    select e.name from public.extra_work e
    where e.booking_id = booking.id and e.item_id = check_not_included.item and e.status in ('proposed', 'approved')
      and e.id is distinct from check_not_included.line and not private.is_per_place(check_not_included.item)
    order by e.position limit 1
  ));
begin
  if part_of is not null then
    perform private.reject(422, 'already_included', jsonb_build_object(
      'name', (select o.name from private.priced_item(booking.model_id, check_not_included.item) o), 'part_of', part_of
    ));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.extra_work_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(e) - '{booking_id,answered_by}'::text[] || jsonb_build_object('locked_at', private.answer_locked_at(e))
    order by e.position
  ), '[]')
  from public.extra_work e where e.booking_id = extra_work_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.item_question_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'total', q.again -> 'total', 'rise', (q.again ->> 'total')::int - booking.estimated_price, 'asked_at', q.asked_at,
    'minutes', q.again -> 'minutes',
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', l.entry -> 'name', 'quantity', l.entry -> 'quantity', 'price', l.entry -> 'price',
        'is_new', not exists (
          select from public.booking_items i
          where i.booking_id = booking.id and i.item_id = l.entry ->> 'item_id'
            and i.declined_id is not distinct from private.to_uuid(l.entry ->> 'declined')
        )
      ) order by l.place)
      from jsonb_array_elements(q.again -> 'lines') with ordinality as l (entry, place)
    ),
    'gone', (
      select coalesce(jsonb_agg(i.name order by i.position), '[]') from public.booking_items i
      where i.booking_id = booking.id and not exists (
        select from jsonb_array_elements(q.again -> 'lines') as l (entry)
        where l.entry ->> 'item_id' = i.item_id
          and private.to_uuid(l.entry ->> 'declined') is not distinct from i.declined_id
      )
    )
  )
  from private.item_questions q
  where q.booking_id = booking.id and q.edits = booking.edits
    and booking.status <> 'completed' and not private.is_void(booking)
    and not exists (
      select from jsonb_array_elements(q.again -> 'lines') as l (entry)
      left join public.declined_work d on d.id = private.to_uuid(l.entry ->> 'declined')
      where l.entry ->> 'declined' is not null
        and (d.id is null or (d.booked_with <> booking.id and private.is_live_booking(d.booked_with)))
    );
$function$;

CREATE OR REPLACE FUNCTION private.keep_declined_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status not in ('declined', 'later') then
    delete from public.declined_work d where d.extra_work_id = new.id;
    return null;
  end if;
  insert into public.declined_work (
    extra_work_id, vehicle_number, model_id, item_id, name, reason, price, minutes, urgency, answer, answered_on
  )
  select
    new.id, b.vehicle_number, b.model_id, new.item_id, new.name, new.reason, new.price, new.minutes, new.urgency,
    new.status, (new.decided_at at time zone 'Asia/Kolkata')::date
  from public.service_bookings b where b.id = new.booking_id
  on conflict (extra_work_id) do update set
    answer = excluded.answer, answered_on = excluded.answered_on, price = excluded.price, reason = excluded.reason,
    -- Answered anew, it is offered again.
    ended_at = null;
  -- What is declined again is offered once, as it was found last.
  update public.declined_work d set ended_at = private.now()
  from public.service_bookings b
  where b.id = new.booking_id and d.extra_work_id <> new.id and d.ended_at is null
    and (d.vehicle_number = b.vehicle_number or d.model_id = b.model_id) and private.is_of_bike(d, b)
    and private.is_same_work(d, new.item_id, new.name) and not private.is_live_booking(d.booked_with);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_extra_work(booking public.service_bookings, entry jsonb)
 RETURNS public.extra_work
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  line public.extra_work;
  offer record;
begin
  line.item_id := private.clean_text(entry ->> 'item');
  select * into offer from private.priced_item(booking.model_id, line.item_id);
  if line.item_id is not null and offer.name is null then
    perform private.reject(422, 'work_item');
  end if;
  perform private.check_not_included(booking, line.item_id);
  line.name := coalesce(private.clean_text(entry ->> 'name'), offer.name);
  line.reason := private.clean_text(entry ->> 'reason');
  line.price := case when entry ->> 'price' is null then offer.price else private.to_int(entry ->> 'price') end;
  line.minutes := case when entry ->> 'minutes' is null then coalesce(offer.minutes, 0) else private.to_int(entry ->> 'minutes') end;
  line.urgency := (
    select u from unnest(enum_range(null::public.work_urgency)) u where u::text = entry ->> 'urgency'
  );
  if line.name is null or char_length(line.name) not between 2 and 80 then
    perform private.reject(422, 'work_name');
  elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif line.price is null or line.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif line.minutes is null or line.minutes not between 0 and 960 then
    perform private.reject(422, 'work_minutes');
  elsif line.urgency is null and entry ->> 'urgency' is not null then
    perform private.reject(422, 'work_urgency');
  end if;
  return line;
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_extra_work(booking public.service_bookings, actor public.booking_actor)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
  );
begin
  perform private.update_checklist(b);
  if asked and b.status <> 'awaiting_approval' then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  elsif not asked and b.status = 'awaiting_approval' then
    b := private.transition_booking(b.id, settle_extra_work.actor, coalesce(b.resume_status, 'inspecting'), null);
  else
    -- A change of the status refunds by itself.
    perform private.refund_overpayment(b, 'overpaid');
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
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
  changed boolean;
  locked timestamptz;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := b.user_id is distinct from auth.uid() and private.works_on_jobs();
  select * into work from public.extra_work e where e.id = line;
  -- A booking that takes up what was declined comes first or finds it gone.
  perform from public.declined_work d where d.extra_work_id = line for update;
  changed := work.status <> 'proposed';
  locked := private.answer_locked_at(work);
  if given is null or (unanswered and not as_admin) then
    perform private.reject(422, 'answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif answer_extra_work.price_version <> work.price_version then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', work.price));
  elsif work.status = given and (unanswered or work.decided_by <> 'no_answer') then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif locked is not null then
    perform private.reject(409, 'work_begun', jsonb_build_object('since', locked));
  elsif (changed and (unanswered or work.decided_by = 'limit')) or (not changed and b.status <> 'awaiting_approval') then
    perform private.reject(409, 'answered');
  elsif unanswered and private.now() < work.answer_by then
    perform private.reject(409, 'still_asked', jsonb_build_object('until', work.answer_by));
  end if;
  if changed and given = 'approved' then
    perform private.check_not_included(b, work.item_id, work.id);
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
  if changed and work.status <> given then
    -- A battery that was taken back for it is in the new one by now.
    if private.agreed_price(b) < 0 then
      perform private.reject(409, 'work_begun', jsonb_build_object('since', (
        select max(p.used_at) from public.used_parts p where p.booking_id = b.id and p.kind = 'battery_back'
      )));
    end if;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
    values (
      b.id, private.now(), case when as_admin then 'admin'::public.booking_actor else 'customer' end, auth.uid(),
      b.status, b.status, remark, 'answer_changed',
      jsonb_build_object('work', work.name, 'price', work.price, 'from', work.status, 'to', given)
    );
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
  perform from public.declined_work d where d.extra_work_id = line for update;
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
  if work.status in ('declined', 'later') then
    perform private.check_not_included(b, work.item_id, work.id);
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

COMMENT ON FUNCTION "private"."answer_locked_at"(public.extra_work) IS 'Since when an answer stands: its line of the job card is ticked, a part of it was used, the bike is ready, or a later booking does what was declined. Null while it can be changed, and where the customer has not answered.';

COMMENT ON FUNCTION "private"."check_not_included"(public.service_bookings, text, uuid) IS 'Raises PT422 already_included (details: name, part_of) for an item that the booked work is or includes, or that another line than this one proposes or does, unless it is priced for one place.';

COMMENT ON FUNCTION "private"."extra_work_of"(uuid) IS 'The lines of extra work of a booking, with locked_at: since when an answer can be changed no more.';

COMMENT ON FUNCTION "private"."item_question_of"(public.service_bookings) IS 'The open question about other work: its lines with what is new and what is gone, the total in rupees and the rise; null without one. A correction or another change of the booking ends it, and so does another booking that takes up its declined work, or a yes to that work after all.';

COMMENT ON FUNCTION "private"."settle_extra_work"(public.service_bookings, public.booking_actor) IS 'After a change of the lines: the approved ones join the checklist, the booking waits for an answer while a line has none and returns to where it was afterwards, and what is overpaid then is refunded. Returns the state and the lines.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, text, text, text, integer) IS 'The customer answers one line with yes, no or later; staff must add a note of how the customer answered. Staff end the waiting for a line with none, from its answer_by on: it is put off. price_version is that of the price the customer saw: an answer to an older one is rejected. After the last answer the booking is back where it was. An answer can be changed until the work on its line begins (locked_at of the line): the job card, the price and what is kept with the bike follow, what is overpaid is refunded, and the history says so. Repeating an answer changes nothing. Raises PT404, PT409 answered (also for work within the limit), work_begun (details.since), work_repriced (details.price), still_asked (details.until), PT422 (answer, answer_note, note_too_long, already_included: other work does it meanwhile; details: name, part_of).';

COMMENT ON FUNCTION "public"."reprice_extra_work"(uuid, integer, text) IS 'Staff change the price of a line of extra work until its line of the checklist is done, or a later booking does it after it was declined. That takes the answer back: within the limit the line is approved, else the customer is asked again. The same price changes nothing. Raises PT403, PT404, PT409 not_in_work, work_done, PT422 (work_price, work_reason, part_price: its parts are billed at more, already_included: other work does it meanwhile).';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS. group_discount: a later bike of the group brought a discount. credit_note: one was issued for its invoice. items_asked, items_declined: other work waits for the yes of the customer, who said no. promised: for when staff promised the bike. answer_changed: to extra work (data: work, price, from, to).';

REVOKE ALL ON FUNCTION "private"."answer_locked_at"(public.extra_work) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_included"(public.service_bookings, text, uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.answer_locked_at(public.extra_work) from public, anon, authenticated, service_role;

revoke all on function private.check_not_included(public.service_bookings,text,uuid) from public, anon, authenticated, service_role;
