-- What staff book for a caller or for a customer at the counter. The booking is the customer's: its link and its
-- handover code go to the customer's number only.

create function public.hold_for_caller(
  request_id text, mode text, date text, start text, items jsonb, model text, waiting text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.slot_holds;
  job record;
  own private.slot_holds;
  offer private.slot_holds;
begin
  perform private.require_duty('owner', 'desk');
  wanted := private.parse_hold(
    hold_for_caller.request_id, hold_for_caller.mode, hold_for_caller.date, hold_for_caller.start
  );
  select * into job from private.plan_job(hold_for_caller.items, hold_for_caller.model, wanted.mode);
  wanted.staff_id := auth.uid();
  wanted.proven := true;
  wanted.model_id := hold_for_caller.model;
  wanted.lines := job.quote -> 'lines';
  wanted.windows := job.windows;
  wanted.next_day := job.next_day;
  wanted.expires_at := private.now() + interval '30 minutes';

  offer := private.lock_offer(hold_for_caller.waiting);
  perform private.lock_request(wanted.request_id);
  perform pg_advisory_xact_lock(hashtextextended('caller hold of ' || wanted.staff_id, 0));
  if exists (select from public.service_bookings b where b.request_id = private.kept_request(wanted.request_id)) then
    perform private.reject(409, 'booked');
  elsif exists (
    select from private.slot_holds h
    where h.request_id = wanted.request_id and h.ended is null and h.staff_id is distinct from wanted.staff_id
  ) then
    perform private.reject(422, 'request');
  end if;
  select * into own from private.slot_holds h where h.staff_id = wanted.staff_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, own.mode, own.booking_date);
  if private.is_offered(offer, wanted) then
    offer := private.hold_offer(offer, wanted);
    if own.id is not null then
      perform private.end_hold(own, 'replaced');
    end if;
    return private.hold_state(offer);
  end if;
  if own.request_id = wanted.request_id and private.is_same_window(own, wanted) and own.expires_at > private.now()
    and exists (select from public.booking_places p where p.hold_id = own.id)
  then
    perform private.hold_other_work(own, wanted);
    update private.slot_holds h set expires_at = wanted.expires_at where h.id = own.id returning * into own;
    update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
    return private.hold_state(own);
  end if;
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, own.id
  );
  return private.hold_state(private.write_hold(wanted, own));
end;
$$;
revoke all on function public.hold_for_caller(text, text, text, text, jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_for_caller(text, text, text, text, jsonb, text, text) to authenticated, service_role;
comment on function public.hold_for_caller(text, text, text, text, jsonb, text, text) is
  'Owners and desk hold a window while they talk: one per staff member, for 30 minutes from the last call, in no limit of customers. The same window again starts the 30 minutes anew, another window replaces it; release_hold releases it. waiting: an entry of the waitlist; the place that is offered to it is kept for 30 minutes instead, and the customer''s link still books it. Raises PT403, PT422 with the field or time_…, PT409 slot_taken (details.alternatives), booked.';

create function private.read_origin(request jsonb) returns public.booking_origin
language plpgsql stable set search_path = ''
as $$
declare
  origin public.booking_origin := private.to_booking_origin(request ->> 'on_behalf');
begin
  if not (request ? 'on_behalf') then
    return 'web'::public.booking_origin;
  end if;
  perform private.require_duty('owner', 'desk');
  if origin is null or origin = 'web' then
    perform private.reject(422, 'on_behalf');
  end if;
  return origin;
end;
$$;
revoke all on function private.read_origin(jsonb) from public, anon, authenticated, service_role;
comment on function private.read_origin(jsonb) is
  'How the booking of a request comes in: web, or what owners and desk say in on_behalf. Raises PT403, PT422 on_behalf.';

create function private.account_of_number(phone text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select u.id from auth.users u
    where u.phone_confirmed_at is not null and '+' || ltrim(u.phone, '+') = account_of_number.phone
      and u.id is distinct from auth.uid()
    limit 1
  );
end;
$$;
revoke all on function private.account_of_number(text) from public, anon, authenticated, service_role;
comment on function private.account_of_number(text) is
  'The account that has confirmed this number, unless it is the caller''s own: staff never own what they book for others.';

create function private.bikes_of_group(group_id uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.service_bookings b
    where b.group_id = bikes_of_group.group_id and not private.is_void(b)
  );
end;
$$;
revoke all on function private.bikes_of_group(uuid) from public, anon, authenticated, service_role;
comment on function private.bikes_of_group(uuid) is 'How many live bookings a group has; 0 without a group.';

create function private.check_group(booking public.service_bookings) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from public.service_bookings b
    where b.group_id = booking.group_id
      and (b.phone, b.mode, b.booking_date, b.area_slug, b.pin, lower(b.address_line))
        is distinct from (
          booking.phone, booking.mode, booking.booking_date, booking.area_slug, booking.pin, lower(booking.address_line)
        )
      and not private.is_void(b)
  ) then
    perform private.reject(422, 'group_id');
  end if;
end;
$$;
revoke all on function private.check_group(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.check_group(public.service_bookings) is
  'Raises PT422 group_id unless the bikes of a group have one customer, place and day.';

create function private.discount_group(latest public.service_bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  off int;
begin
  for b in
    select * from public.service_bookings s
    where s.group_id = latest.group_id and s.id <> latest.id and s.coupon_code is null and s.status <> 'completed'
      and not private.is_void(s)
    order by s.id for update
  loop
    off := (private.coupon_discount(latest.coupon_code, (
      select jsonb_agg(to_jsonb(i)) from public.booking_items i where i.booking_id = b.id
    ), b.booking_date, null, private.bikes_of_group(b.group_id)) ->> 'off')::int;
    continue when off = 0;
    update public.service_bookings s
    set coupon_code = latest.coupon_code, discount = off, estimated_price = s.estimated_price - off
    where s.id = b.id returning * into b;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'group_discount',
      jsonb_build_object('rupees', off, 'coupon', latest.coupon_code)
    );
    perform private.refund_overpayment(b, 'overpaid');
  end loop;
end;
$$;
revoke all on function private.discount_group(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.discount_group(public.service_bookings) is
  'Once a group has enough bikes for its coupon, those that were booked before get the discount too.';
