-- The places of an unpaid booking are given back under the lock of their day. Without it somebody who takes places, and
-- first removes all that have run out, could wait for somebody who gives one of them back and waits for him.

create or replace function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0
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
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, s.estimated_price + (
        select coalesce(sum(e.price), 0)::int from public.extra_work e
        where e.booking_id = s.id and e.status = 'approved'
      ))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case go.actor when 'customer' then 'customer' else 'shop' end
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;

create or replace function private.expire_unpaid() returns int
language plpgsql set search_path = ''
as $$
declare
  -- In the order in which days are locked everywhere.
  late record;
  done int := 0;
begin
  for late in
    select b.id from public.service_bookings b
    where b.status = 'pending_payment' and b.pay_until <= private.now()
    order by b.booking_date, b.mode limit 100 for update skip locked
  loop
    perform private.go(late.id, 'system', 'expired', 'Not paid in time');
    done := done + 1;
  end loop;
  return done;
end;
$$;
