-- What the desk sees of a caller, by the number: who that is, where, which bikes, what is open and what was declined.

create function private.last_work(booking public.service_bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select i.name from public.booking_items i
    where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
  );
end;
$$;
revoke all on function private.last_work(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.last_work(public.service_bookings) is 'The name of the main work of a booking.';

create function private.bike_key(booking public.service_bookings) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(booking.vehicle_number, booking.model_id || ' ' || coalesce(booking.chassis_last5, ''));
end;
$$;
revoke all on function private.bike_key(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.bike_key(public.service_bookings) is
  'What makes two bookings of one customer the same bike: the plate, else the model and the end of the chassis number.';

create function private.open_recheck(phone text, bike text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.recheck_terms()
      || jsonb_build_object('id', b.id, 'work', private.last_work(b), 'until', private.recheck_until(b))
    from public.service_bookings b
    where b.phone = open_recheck.phone and private.bike_key(b) = open_recheck.bike and private.can_be_rechecked(b)
    order by b.closed_at desc limit 1
  );
end;
$$;
revoke all on function private.open_recheck(text, text) from public, anon, authenticated, service_role;
comment on function private.open_recheck(text, text) is
  'The latest work on a bike of a number that may be re-checked for free: its booking, its name, until when, and the terms of a re-check; null for none.';

create function private.declined_without_plate(phone text, bike text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.answered_on desc, d.name), '[]')
    from public.service_bookings b
    join public.extra_work e on e.booking_id = b.id
    join public.declined_work d on d.extra_work_id = e.id
    where b.phone = declined_without_plate.phone and private.bike_key(b) = declined_without_plate.bike
      and d.vehicle_number is null and private.is_open_declined(d)
  );
end;
$$;
revoke all on function private.declined_without_plate(text, text) from public, anon, authenticated, service_role;
comment on function private.declined_without_plate(text, text) is
  'What was declined for a bike that has no plate yet, by the number it was booked with and its bike_key.';

create function private.bikes_of(phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with latest as (
      select distinct on (private.bike_key(b)) b.* from public.service_bookings b
      where b.phone = bikes_of.phone and b.status <> 'expired' order by private.bike_key(b), b.created_at desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'model_id', l.model_id, 'bike_name', l.bike_name, 'vehicle_number', l.vehicle_number,
      'chassis_last5', l.chassis_last5, 'model_year', l.model_year,
      'odometer_km', (
        select max(b.odometer_km) from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l)
      ),
      'last_visit', (
        select jsonb_build_object('date', b.booking_date, 'work', private.last_work(b))
        from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and b.status = 'completed'
        order by b.starts_at desc limit 1
      ),
      'open', (
        select jsonb_build_object('id', b.id, 'date', b.booking_date, 'work', private.last_work(b))
        from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and private.is_active(b.status)
        order by b.starts_at limit 1
      ),
      'recheck', private.open_recheck(l.phone, private.bike_key(l)),
      'declined', case
        when l.vehicle_number is null then private.declined_without_plate(l.phone, private.bike_key(l))
        else public.list_declined_work(l.model_id, l.vehicle_number)
      end
    ) order by l.created_at desc), '[]')
    from latest l
  );
end;
$$;
revoke all on function private.bikes_of(text) from public, anon, authenticated, service_role;
comment on function private.bikes_of(text) is
  'The bikes that were booked with a number, the latest first: last visit, open booking, the work that may be re-checked for free, declined work.';

create function private.owed_by(phone text) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0)), 0)::int
    from public.service_bookings b
    where b.phone = owed_by.phone and b.status in ('completed', 'cancelled', 'no_show')
  );
end;
$$;
revoke all on function private.owed_by(text) from public, anon, authenticated, service_role;
comment on function private.owed_by(text) is 'Rupees that closed bookings of a number still owe.';

create function private.free_credit_of(phone text) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c
    where c.phone = free_credit_of.phone and not private.is_live_booking(c.used_by)
  );
end;
$$;
revoke all on function private.free_credit_of(text) from public, anon, authenticated, service_role;
comment on function private.free_credit_of(text) is 'Rupees of credit of a number that no booking uses yet.';

create function public.get_caller(phone text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  dialled text := private.clean_phone(get_caller.phone);
begin
  perform private.require_duty('owner', 'desk');
  if dialled is null then
    perform private.reject(422, 'phone');
  end if;
  return jsonb_build_object(
    'phone', dialled,
    'number_proven', private.is_number_proven(dialled),
    'has_account', private.account_of_number(dialled) is not null,
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('name', n.customer_name, 'email', n.email) order by n.created_at desc), '[]')
      from (
        select distinct on (lower(b.customer_name)) b.customer_name, b.email, b.created_at
        from public.service_bookings b where b.phone = dialled and b.status <> 'expired'
        order by lower(b.customer_name), b.created_at desc
      ) n
    ),
    'since', (select min(b.booking_date) from public.service_bookings b where b.phone = dialled and b.status <> 'expired'),
    'visits', (select count(*) from public.service_bookings b where b.phone = dialled and b.status = 'completed'),
    'owes', private.owed_by(dialled),
    'credit', private.free_credit_of(dialled),
    'address', (
      select jsonb_build_object(
        'line', b.address_line, 'landmark', b.landmark, 'area', b.area_slug, 'area_name', a.name, 'pin', b.pin
      )
      from public.service_bookings b join public.areas a on a.slug = b.area_slug
      where b.phone = dialled and b.address_line is not null and b.status <> 'expired'
      order by b.created_at desc limit 1
    ),
    'bikes', private.bikes_of(dialled)
  );
end;
$$;
revoke all on function public.get_caller(text) from public, anon, authenticated, service_role;
grant execute on function public.get_caller(text) to authenticated, service_role;
comment on function public.get_caller(text) is
  'For owners and desk: the customer of a number, with names, latest address, bikes, what is owed and credited. A number we do not know gives empty lists. Raises PT403, PT422 phone.';
