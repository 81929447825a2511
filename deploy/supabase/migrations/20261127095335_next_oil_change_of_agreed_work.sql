set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.next_service(booking public.service_bookings, from_day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'date', (from_day + make_interval(months => m.interval_months))::date,
    'odometer_km', (select c.odometer_km + m.interval_km from public.booking_checkins c where c.booking_id = booking.id),
    'resets', max(p.resets_service)
  )
  from public.packages p
  join public.models m on m.id = booking.model_id
  where p.resets_service is not null and (
    p.slug in (select i.item_id from public.booking_items i where i.booking_id = booking.id)
    or p.slug in (select e.item_id from public.extra_work e where e.booking_id = booking.id and e.status = 'approved')
  )
  group by m.interval_months, m.interval_km;
$function$;

COMMENT ON FUNCTION "private"."next_service"(public.service_bookings, date) IS 'When the bike is due next, from the odometer of its check-in (null without one): by packages with resets_service alone, booked or agreed as extra work, so null after a wash. resets: service, or oil for the oil alone.';

reset check_function_bodies;
