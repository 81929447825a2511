-- What staff read of bookings, by duty: owners, the desk, the foreman and the accountant all of them, a mechanic own and
-- unassigned jobs. Contacts are shown to those who need them for their work; the others read null.

create view public.staff_bookings with (security_barrier = true) as
select
  b.id, b.number, b.user_id, b.customer_name, b.brand_slug, b.model_id, b.bike_name, b.vehicle_number, b.mode,
  b.booking_date, b.booking_time, b.window_end, b.starts_at, b.minutes, b.windows, b.ready_date, b.area_slug,
  b.odometer_km, b.notes, b.approval_limit, b.estimated_price, b.final_price, b.status, b.cancelled_by, b.cancel_reason,
  b.mechanic, b.assigned_to, b.created_at, b.updated_at, b.closed_at, b.coupon_code, b.discount, b.fee, b.moves,
  b.version, b.pay_by, b.pay_until, b.model_year, b.cancel_cause, b.chassis_last5, b.ready_time, c.shown as contact_shown,
  case when c.shown then b.phone end as phone,
  case when c.shown and (select public.has_duty('owner', 'desk')) then b.email end as email,
  case when c.shown then b.address_line end as address_line,
  case when c.shown then b.landmark end as landmark,
  case when c.shown then b.pin end as pin,
  case when c.shown and (select public.has_duty('owner', 'desk')) then b.gstin end as gstin,
  (select jsonb_build_object('name', a.name) from public.areas a where a.slug = b.area_slug) as areas,
  (
    select jsonb_build_object('drive', m.drive, 'front_brake', m.front_brake, 'rear_brake', m.rear_brake)
    from public.models m where m.id = b.model_id
  ) as models,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price,
      'declined_id', i.declined_id
    ) order by i.position), '[]')
    from public.booking_items i where i.booking_id = b.id
  ) as booking_items
from public.service_bookings b
cross join lateral (
  select case (select public.my_duty())
    when 'owner' then true
    when 'desk' then true
    when 'foreman' then b.status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed')
    when 'mechanic' then
      coalesce(b.assigned_to = (select auth.uid()), false)
      and b.status not in ('pending_payment', 'confirmed', 'cancelled', 'no_show', 'expired', 'completed')
    else false
  end as shown
) as c
where (select public.my_duty()) in ('owner', 'desk', 'foreman', 'accountant')
  or (
    (select public.my_duty()) = 'mechanic'
    and (
      b.assigned_to = (select auth.uid())
      or (
        b.mechanic is null and b.assigned_to is null
        and b.status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed')
      )
    )
  );
revoke all on table public.staff_bookings from public, anon, authenticated, service_role;
grant select on table public.staff_bookings to authenticated;
comment on view public.staff_bookings is
  'Bookings as staff may read them, with phone and address where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. E-mail and GSTIN are for owners and the desk. No row for anyone else.';

create policy "items are read with their booking" on public.booking_items
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
    or exists (select from public.staff_bookings s where s.id = booking_id)
  );

create function private.sees_booking(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return exists (select from public.staff_bookings s where s.id = sees_booking.booking); end; $$;
revoke all on function private.sees_booking(uuid) from public, anon, authenticated, service_role;
comment on function private.sees_booking(uuid) is 'Whether the caller is staff whose duty lets them read this booking.';

create function private.shows_contact(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.staff_bookings s where s.id = shows_contact.booking and s.contact_shown);
end;
$$;
revoke all on function private.shows_contact(uuid) from public, anon, authenticated, service_role;
comment on function private.shows_contact(uuid) is
  'Whether staff_bookings shows the caller phone and address of this booking.';

create function private.hide_contact(booking public.service_bookings) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
begin
  if not private.shows_contact(booking.id) then
    booking.phone := '';
    booking.address_line := null;
    booking.landmark := null;
    booking.pin := null;
  end if;
  if not public.has_duty('owner', 'desk') then
    booking.email := null;
    booking.gstin := null;
  end if;
  return booking;
end;
$$;
revoke all on function private.hide_contact(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.hide_contact(public.service_bookings) is
  'The booking without phone, address, e-mail and GSTIN where staff_bookings does not show them to the caller.';

create function private.check_duty_of_step(to_status public.booking_status, mechanic text, final_price int) returns text
language plpgsql stable set search_path = ''
as $$
declare
  own_name text;
begin
  if (to_status = 'cancelled' or check_duty_of_step.final_price is not null)
    and not public.has_duty('owner', 'desk')
  then
    perform private.reject(403, 'forbidden');
  elsif not public.has_duty('mechanic') then
    return check_duty_of_step.mechanic;
  end if;
  select s.name into own_name from public.staff s where s.user_id = auth.uid();
  if lower(check_duty_of_step.mechanic) <> lower(own_name) then
    perform private.reject(403, 'forbidden');
  end if;
  -- Who takes an unassigned job has it from now on.
  return own_name;
end;
$$;
revoke all on function private.check_duty_of_step(public.booking_status, text, int) from public, anon, authenticated, service_role;
comment on function private.check_duty_of_step(public.booking_status, text, int) is
  'Raises PT403 forbidden for a step that the duty of the caller does not allow: only owners and the desk cancel and set the bill, and a mechanic assigns jobs to no other person. Returns the name of the mechanic to record.';

create function private.set_assignee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.assigned_to := (
    select s.user_id from public.staff s where s.active and lower(s.name) = lower(new.mechanic)
  );
  return new;
end;
$$;
revoke all on function private.set_assignee() from public, anon, authenticated, service_role;
comment on function private.set_assignee() is
  'Trigger: finds the person of the shop for the name of the mechanic. Names of active staff are unique.';
create trigger set_assignee before insert or update of mechanic on public.service_bookings
  for each row execute function private.set_assignee();
