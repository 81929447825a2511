-- Nobody pays what he has not agreed to: a bill is at most the estimate with the approved extra work. And nobody is
-- missed before he was waited for.

-- What was agreed ----------------------------------------------------------------------------------------------------

create function private.agreed(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return booking.estimated_price + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  );
end;
$$;
revoke all on function private.agreed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.agreed(public.service_bookings) is
  'The most that the work may cost in rupees: the estimate, which has the coupon and the pickup in it, and the extra work that was approved, by the customer or by the limit chosen at booking.';

create or replace function private.bill(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return coalesce(booking.final_price, private.agreed(booking)); end; $$;

-- Nobody there -------------------------------------------------------------------------------------------------------

create function private.waited_until(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$ begin return booking.starts_at + interval '15 minutes'; end; $$;
revoke all on function private.waited_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.waited_until(public.service_bookings) is
  'Until when the shop waits for somebody: 15 minutes after the booked start.';

create function private.no_show_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return case when private.is_rained_off(booking) or private.is_missed(booking) then 0 else 200 end; end; $$;
revoke all on function private.no_show_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_show_fee(public.service_bookings) is
  'What it costs in rupees that nobody was there: nothing in weather mode, and nothing when it is us who missed the window.';

-- Status changes -----------------------------------------------------------------------------------------------------

create or replace function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0, cause text default null
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = go.booking and e.status = 'proposed'
  );
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.may_go(go.actor, b, go.to_status) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(go.to_status, 'nothing'), '_', ' ') || '.');
  elsif go.to_status = 'awaiting_approval' and not asked then
    perform private.fail(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and go.to_status = 'inspecting' and asked then
    perform private.fail(409, 'not_answered', 'The customer has not answered every line yet.');
  elsif go.to_status = 'no_show' and private.now() < private.waited_until(b) then
    perform private.fail(409, 'too_early', 'Wait until '
      || to_char(private.waited_until(b) at time zone 'Asia/Kolkata', 'HH24:MI "on" FMDD FMMonth')
      || ', 15 minutes after the booked time. Until then nobody is missed.');
  -- A bill that was named at an earlier step is the bill at the end, so it is looked at again.
  elsif coalesce(go.final_price, case when go.to_status = 'completed' then b.final_price end) > private.agreed(b) then
    perform private.fail(409, 'not_agreed', 'The customer has agreed to ' || private.rupees(private.agreed(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed(b))::text);
  end if;
  -- Whoever takes places removes those of unpaid bookings, many at once: both under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), go.actor, auth.uid(), b.status, go.to_status, go.note, go.fee);
  if go.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = go.to_status,
    mechanic = coalesce(go.mechanic, s.mechanic),
    final_price = case
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, private.agreed(s))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case 'customer' when go.actor then 'customer' when go.cause then 'customer'
        else 'shop' end
    end,
    cancel_cause = case
      when go.to_status <> 'cancelled' then null
      when go.actor = 'customer' then 'customer'
      else coalesce(go.cause, case when private.is_rained_off(s) then 'weather' else 'shop' end)
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_missed(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;
comment on function private.go(uuid, text, text, text, text, int, int, text) is
  'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, and misses nobody before 15 minutes after the booked start.';

create or replace function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_status.note);
  person text := private.squeeze(set_booking_status.mechanic);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.fail(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.fail(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.fail(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  return private.booking_state(private.go(
    b.id, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price,
    case set_booking_status.to_status when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$$;
comment on function public.set_booking_status(uuid, text, text, text, int) is
  'Admins move a booking along booking_transitions. Nobody there, from 15 minutes after the booked start on, costs 200 rupees (nothing in weather mode, nothing when we missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, too_early, not_agreed (details.agreed), PT422.';
