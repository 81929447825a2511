set check_function_bodies = off;

CREATE OR REPLACE FUNCTION guard.can_add_job_photo(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booking uuid := private.booking_of_photo(can_add_job_photo.name);
  subject text := split_part(can_add_job_photo.name, '/', 2);
begin
  return private.works_on(booking)
    and exists (
      select from public.service_bookings b
      where b.id = booking and b.status in (
        'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
      )
    )
    and (
      select count(*) < 60 and count(*) filter (where split_part(o.name, '/', 2) = subject) < 8
      from storage.objects o
      where o.bucket_id = 'job-photos' and o.name collate "C" >= booking || '/' and o.name collate "C" < booking || '0'
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'phone', case
      when public.has_duty('owner', 'desk', 'foreman') or b.status not in ('confirmed', 'completed') then b.phone
    end,
    'address', nullif(concat_ws(', ', b.address_line, b.landmark), ''),
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
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes
      )), '[]')
      from (select distinct i.item_id from public.booking_inspection i where i.booking_id = b.id) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'checklist', private.checklist_of(b.id),
    'agreed', private.agreed_price(b),
    'due', greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  )
  from public.service_bookings b where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.photos_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'path', o.name, 'subject', split_part(o.name, '/', 2), 'added_at', o.created_at
  ) order by o.created_at, o.name), '[]')
  from storage.objects o
  where o.bucket_id = 'job-photos'
    and o.name collate "C" >= photos_of.booking || '/' and o.name collate "C" < photos_of.booking || '0';
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
  proven boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or private.sees_booking(s.id)));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  proven := case when private.sees_booking(b.id) then private.is_number_proven(b.phone) end;
  if not own then
    b := private.hide_contact(b);
  end if;
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', proven,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

COMMENT ON FUNCTION "private"."photos_of"(uuid) IS 'The photos of a booking, the oldest first: {path, subject, added_at}. Who may read the booking asks Storage for their addresses.';

REVOKE ALL ON FUNCTION "private"."photos_of"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.photos_of(uuid) from public, anon, authenticated, service_role;
