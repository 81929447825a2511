set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
    'phone', case when contact.shown then b.phone end,
    'address', case when contact.shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
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
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes
      )), '[]')
      from (
        select i.item_id from public.booking_inspection i where i.booking_id = b.id
        union
        select p.item_id from private.planned_points p where p.booking_id = b.id
      ) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
    'checklist', coalesce(nullif(private.checklist_of(b.id), '[]'), private.checklist_ahead(b)),
    'agreed', private.agreed_price(b),
    'bill', jsonb_build_object(
      'coupon', b.coupon_code, 'discount', b.discount, 'fee_off', private.fee_off(b),
      'changed', private.work_price(b) - private.agreed_price(b), 'fee', b.fee,
      'carried', (
        select coalesce(sum(n.carried), 0) from public.service_bookings n
        where n.carried_to = b.id and not private.is_void(b)
      ),
      'credit', private.credit_discount(b), 'paid', private.paid_paise(b.id) / 100
    ),
    'due', greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  )
  from public.service_bookings b
  cross join lateral (select private.shows_contact(b.id) as shown offset 0) contact
  where b.id = job_of.booking;
$function$;

reset check_function_bodies;
