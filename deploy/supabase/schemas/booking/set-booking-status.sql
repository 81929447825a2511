-- Status and fee, changed by staff.

create function private.was_last_step(booking public.service_bookings, from_status public.booking_status) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select e.from_status = was_last_step.from_status and e.to_status = booking.status
    from public.booking_events e
    where e.booking_id = booking.id and e.from_status is distinct from e.to_status
    order by e.id desc limit 1
  ), false);
end;
$$;
revoke all on function private.was_last_step(public.service_bookings, public.booking_status)
  from public, anon, authenticated, service_role;
comment on function private.was_last_step(public.service_bookings, public.booking_status) is
  'Whether the latest change of status brought the booking from this status to where it is now.';

create function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null,
  handover_code text default null, without_code text default null, undo boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.set_booking_status(uuid, text, text, text, int, text, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.set_booking_status(uuid, text, text, text, int, text, text, boolean)
  to authenticated, service_role;
comment on function public.set_booking_status(uuid, text, text, text, int, text, text, boolean) is
  'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). inspecting needs the check-in, unless the work needs no odometer (packages.odometer_optional). quality_check, ready and completed need every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note, and the oil written down where the work includes it; so does completed, for work that was agreed when the bike was ready. A step back in the work needs a note, which becomes a line of the job card; undo takes back a step that was pressed by mistake, as long as it is the latest one: it needs no code and adds no line, and the event has undone. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, not_checked_in, nothing_asked, not_answered, not_ticked (details.left), not_checked (details: left, to), oil_missing (details: litres, grade), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

create function public.set_booking_fee(booking uuid, fee int, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.clean_text(set_booking_fee.note);
begin
  perform private.require_duty('owner', 'accountant');
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.reject(422, 'fee');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.reject(422, 'fee_note');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.reject(409, 'fee_on_invoice');
  end if;
  -- What was paid towards a lower fee is given back.
  if set_booking_fee.fee < b.fee then
    perform private.require_fresh_sign_in();
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee, 'fee_changed'
  );
  return private.booking_state(private.recalculate_fee(b, set_booking_fee.fee));
end;
$$;
revoke all on function public.set_booking_fee(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.set_booking_fee(uuid, int, text) to authenticated, service_role;
comment on function public.set_booking_fee(uuid, int, text) is
  'An owner or accountant overrides the fee of a booking, with a note, until the invoice is issued; also a fee that was carried to a later booking. A lower one needs a sign-in of the last 15 minutes. Raises PT403 forbidden, sign_in_again, PT404, PT409 invoice_issued (its own, once it is completed), fee_on_invoice (that of the later booking), PT422 (fee, fee_note).';
