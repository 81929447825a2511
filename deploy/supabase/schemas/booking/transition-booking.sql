-- The only function that changes a booking's status: it checks booking_transitions and writes the event. It frees the
-- places of an unpaid booking under the lock of their day. Without that lock it could deadlock with take_places, which
-- deletes the expired places of the day.

create function private.transition_booking(
  booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text default null,
  final_price int default null, fee int default 0, cause public.change_cause default null,
  kind public.booking_event_kind default 'status', data jsonb default '{}'
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = transition_booking.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.can_transition(transition_booking.actor, b, transition_booking.to_status) then
    perform private.reject(409, 'not_allowed', jsonb_build_object('status', b.status, 'to', transition_booking.to_status));
  elsif transition_booking.to_status = 'awaiting_approval' and not asked then
    perform private.reject(409, 'nothing_asked');
  elsif b.status = 'awaiting_approval' and transition_booking.to_status = 'inspecting' and asked then
    perform private.reject(409, 'not_answered');
  elsif transition_booking.to_status = 'quality_check' and private.count_open_lines(b.id) > 0 then
    left_over := private.count_open_lines(b.id);
    perform private.reject(409, 'not_ticked', jsonb_build_object('left', left_over));
  elsif transition_booking.to_status = 'no_show' and private.now() < private.no_show_from(b) then
    perform private.reject(409, 'too_early', jsonb_build_object(
      'from', private.no_show_from(b), 'minutes', (select s.no_show_minutes from public.shop s)
    ));
  -- On completion, a final_price that was set earlier is checked again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(b)));
  end if;
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
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
end;
$$;
revoke all on function private.transition_booking(uuid, public.booking_actor, public.booking_status, text, text, int, int, public.change_cause, public.booking_event_kind, jsonb)
  from public, anon, authenticated, service_role;
comment on function private.transition_booking(uuid, public.booking_actor, public.booking_status, text, text, int, int, public.change_cause, public.booking_event_kind, jsonb) is
  'The only function that changes the status of a booking: checks booking_transitions, writes the event, adds the fee, frees the places of a booking that ends without service, records the cause of a cancellation, writes the checklist when the service starts, and sets the bill on completion (the agreed price by default). Rejects a bill above the agreed price, the quality check while a line of the checklist is open, and a no-show before private.no_show_from.';
