-- The only function that changes a booking's status: it checks booking_transitions and writes the event. It frees the
-- places of an unpaid booking under the lock of their day. Without that lock it could deadlock with take_places, which
-- deletes the expired places of the day.

create function private.made_ready(booking uuid) returns public.booking_events
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select e from public.booking_events e
    where e.booking_id = made_ready.booking and e.to_status = 'ready' and e.from_status <> 'ready'
    order by e.id desc limit 1
  );
end;
$$;
revoke all on function private.made_ready(uuid) from public, anon, authenticated, service_role;
comment on function private.made_ready(uuid) is
  'The step that last made the bike ready; its note is the reason for points that were not checked. Null when there was none.';

create function private.check_transition(
  booking public.service_bookings, actor public.booking_actor, to_status public.booking_status, note text, final_price int
) returns void
language plpgsql stable set search_path = ''
as $$
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
$$;
revoke all on function private.check_transition(public.service_bookings, public.booking_actor, public.booking_status, text, int)
  from public, anon, authenticated, service_role;
comment on function private.check_transition(public.service_bookings, public.booking_actor, public.booking_status, text, int) is
  'Rejects a transition that booking_transitions does not allow or that comes too soon: the inspection before the check-in where that needs the odometer, before an answer, before every line of the checklist is done, ready or completed with points that were not checked and no reason or before the oil of the work is written down (all three also of work that was agreed when the bike was ready), a completion before the day of the booking, a no-show before private.no_show_from. Rejects a bill above the agreed price, and a step back without a note.';

create function private.transition_booking(
  booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text default null,
  final_price int default null, fee int default 0, cause public.change_cause default null,
  kind public.booking_event_kind default 'status', data jsonb default '{}'
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.transition_booking(uuid, public.booking_actor, public.booking_status, text, text, int, int, public.change_cause, public.booking_event_kind, jsonb)
  from public, anon, authenticated, service_role;
comment on function private.transition_booking(uuid, public.booking_actor, public.booking_status, text, text, int, int, public.change_cause, public.booking_event_kind, jsonb) is
  'The only function that changes the status of a booking: checks the transition (private.check_transition), writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the inspection and the checklist when they begin, and on completion sets the bill (the agreed price by default) and ends declined work that was done. A quality check that failed adds its reason to the checklist; one that was begun by mistake (data.undone) does not.';
