set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_done_work(booking public.service_bookings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with open as (
    select d.*, count(*) over (partition by d.item_id) as places from public.declined_work d
    where (d.vehicle_number = booking.vehicle_number or d.model_id = booking.model_id) and d.ended_at is null
      and private.is_of_bike(d, booking) and not private.is_live_booking(d.booked_with)
  )
  update public.declined_work d set ended_at = private.now()
  from open where open.id = d.id and (
    exists (
      select from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved' and private.is_same_work(d, e.item_id, e.name)
    )
    or exists (
      select from public.booking_items i
      where i.booking_id = booking.id and (
        private.is_same_work(d, nullif(i.item_id, 'declined-work'), i.name)
        -- A service of one place does not say which: it is that of the only finding.
        or (i.item_id = d.item_id and i.package_type = 'primary' and open.places = 1)
      )
    )
    or private.included_in(booking.id, d.item_id) is not null
  );
$function$;

CREATE OR REPLACE FUNCTION private.is_of_bike(work public.declined_work, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when work.vehicle_number is not null and booking.vehicle_number is not null
      then work.vehicle_number = booking.vehicle_number
    else work.model_id = booking.model_id and exists (
      select from public.extra_work e join public.service_bookings b on b.id = e.booking_id
      where e.id = work.extra_work_id and (b.id = booking.id or b.user_id = booking.user_id)
    )
  end;
$function$;

CREATE OR REPLACE FUNCTION private.is_same_work(work public.declined_work, item text, name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select work.item_id is not distinct from is_same_work.item and case
    when is_same_work.item is null then lower(work.name) = lower(is_same_work.name)
    when private.is_per_place(is_same_work.item)
      then split_part(work.name, ': ', 1) = split_part(is_same_work.name, ': ', 1)
    else true
  end;
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
    answer = excluded.answer, answered_on = excluded.answered_on, price = excluded.price, reason = excluded.reason;
  -- What is declined again is offered once, as it was found last.
  update public.declined_work d set ended_at = private.now()
  from public.service_bookings b
  where b.id = new.booking_id and d.extra_work_id <> new.id and d.ended_at is null
    and (d.vehicle_number = b.vehicle_number or d.model_id = b.model_id) and private.is_of_bike(d, b)
    and private.is_same_work(d, new.item_id, new.name) and not private.is_live_booking(d.booked_with);
  return null;
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
  elsif b.status = 'completed' then
    perform private.end_done_work(b);
  end if;
  return b;
end;
$function$;

COMMENT ON COLUMN "public"."declined_work"."ended_at" IS 'Since when it is offered no more: the customer, or staff for them, said so, a later visit did it, or it was declined again.';

COMMENT ON FUNCTION "private"."end_done_work"(public.service_bookings) IS 'Ends the declined work of a bike that a completed booking has done: booked, included in what was booked, or found again and approved.';

COMMENT ON FUNCTION "private"."is_of_bike"(public.declined_work, public.service_bookings) IS 'Whether declined work belongs to the bike of a booking: by the plate, else by model and account.';

COMMENT ON FUNCTION "private"."is_same_work"(public.declined_work, text, text) IS 'Whether declined work is a line of that item and name: the same item, at the same place where it is priced by place; without an item, in the same words.';

COMMENT ON FUNCTION "private"."keep_declined_work"() IS 'Trigger: keeps a line that was answered with no or later, in place of the same work declined earlier, and forgets it when the answer is taken back.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause, public.booking_event_kind, jsonb) IS 'The only function that changes the status of a booking: checks the transition (private.check_transition), writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the inspection and the checklist when they begin, and on completion sets the bill (the agreed price by default) and ends declined work that was done. A quality check that failed adds its reason to the checklist; one that was begun by mistake (data.undone) does not.';

REVOKE ALL ON FUNCTION "private"."end_done_work"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_bike"(public.declined_work, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_work"(public.declined_work, text, text) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.end_done_work(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_of_bike(public.declined_work,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_same_work(public.declined_work,text,text) from public, anon, authenticated, service_role;
