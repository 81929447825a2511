-- What the floor reads: the list of jobs, and everything that a phone needs of one.

create function private.status_since(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(max(e.at), booking.created_at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status = booking.status and e.from_status is distinct from e.to_status
  );
end;
$$;
revoke all on function private.status_since(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.status_since(public.service_bookings) is 'Since when a booking has its status.';

create function private.job_head(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', booking.id, 'number', booking.number, 'status', booking.status,
      'status_since', private.status_since(booking), 'mode', booking.mode, 'booking_date', booking.booking_date,
      'booking_time', private.format_time(booking.booking_time), 'window_end', private.format_time(booking.window_end),
      'ready_date', booking.ready_date, 'ready_time', private.format_time(booking.ready_time), 'minutes', booking.minutes, 'bike_name', booking.bike_name,
      'vehicle_number', booking.vehicle_number, 'mechanic', booking.mechanic,
      'service', (
        select i.name from public.booking_items i
        where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
      ),
      'area_name', (select a.name from public.areas a where a.slug = booking.area_slug),
      'closed_at', booking.closed_at
    )
  );
end;
$$;
revoke all on function private.job_head(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.job_head(public.service_bookings) is 'A job as the list of the floor shows it.';

create function public.list_jobs() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  return (
    select coalesce(jsonb_agg(private.job_head(b) order by b.starts_at, b.number), '[]')
    from public.service_bookings b
    where private.works_on(b.id) and (
      -- A bike of an earlier day stays on the list until it is handed over.
      (private.is_active(b.status) and (b.booking_date <= private.today() or b.status not in ('confirmed', 'assigned')))
      or (b.status = 'completed' and b.closed_at >= private.local_instant(private.today(), '00:00'))
    )
  );
end;
$$;
revoke all on function public.list_jobs() from public, anon, authenticated, service_role;
grant execute on function public.list_jobs() to authenticated, service_role;
comment on function public.list_jobs() is
  'The jobs of the floor: those of today, bikes of earlier days that are still here, and what was completed today. A mechanic gets own jobs and those without a mechanic. Raises PT403.';

create function private.job_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  b public.service_bookings;
  shown boolean := private.shows_contact(job_of.booking);
  amounts record;
  paid int := private.paid_paise(job_of.booking) / 100;
begin
  select * into b from public.service_bookings s where s.id = job_of.booking;
  amounts := private.amounts_of(b);
  return private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
    'phone', case when shown then b.phone end,
    'address', case when shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
    'chassis_last5', b.chassis_last5,
    'approval_limit', b.approval_limit,
    'limit_used', private.limit_used(b.id),
    'resume_status', b.resume_status,
    'odometer_required', private.needs_odometer(b),
    'odometer_said', b.odometer_km,
    'last_reading', (
      select jsonb_build_object('odometer_km', c.odometer_km, 'date', o.booking_date)
      from public.booking_checkins c join public.service_bookings o on o.id = c.booking_id
      where o.vehicle_number = b.vehicle_number and o.id <> b.id and c.odometer_km is not null
      order by c.checked_in_at desc limit 1
    ),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price
      ) order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    -- What is not written yet is given as planned: without a network the job begins, and ends, with it.
    'inspection', coalesce(nullif(private.inspection_of(b.id), '[]'), private.inspection_ahead(b)),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'price', i.price, 'minutes', i.minutes,
        'included_in', private.included_in(b.id, i.item_id), 'per_place', private.is_per_place(i.item_id)
      ) order by i.rank, i.sort, i.item_id), '[]')
      from private.priced_items i where i.model_id = b.model_id
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
    'checklist', coalesce(nullif(private.checklist_of(b.id), '[]'), private.checklist_ahead(b)),
    'agreed', amounts.agreed,
    'bill', jsonb_build_object(
      'coupon', b.coupon_code, 'discount', b.discount, 'fee_off', amounts.fee_off,
      'changed', amounts.work - amounts.agreed, 'fee', b.fee,
      'carried', (
        select coalesce(sum(n.carried), 0) from public.service_bookings n
        where n.carried_to = b.id and not private.is_void(b)
      ),
      'credit', amounts.credit, 'paid', paid
    ),
    'due', greatest(amounts.total - paid, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  );
end;
$$;
revoke all on function private.job_of(uuid) from public, anon, authenticated, service_role;
comment on function private.job_of(uuid) is 'Everything that a phone on the floor needs of a job.';

create function public.get_job(booking uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  select * into b from public.service_bookings s where s.id = get_job.booking;
  if b.id is null or not private.works_on(b.id) then
    perform private.reject(404, 'not_found');
  end if;
  return private.job_of(b.id);
end;
$$;
revoke all on function public.get_job(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_job(uuid) to authenticated, service_role;
comment on function public.get_job(uuid) is
  'A job with all that the floor needs: bike, what the customer wrote, check-in, concern lines and checklist, inspection (each as planned until it begins) and what can be proposed with its price, extra work, next service, the steps that are possible. Phone and address are null where staff_bookings hides them. Raises PT403, PT404.';
