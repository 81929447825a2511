set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_items(booking public.service_bookings, again jsonb, said text, actor public.booking_actor)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  before int := booking.estimated_price;
  needed int := private.windows_needed((again ->> 'minutes')::int, booking.mode, (again ->> 'two_day')::boolean);
begin
  if needed <> b.windows and b.status in ('confirmed', 'assigned') then
    perform private.lock_day(b.mode, b.booking_date);
    perform private.check_slot(
      b.mode, b.booking_date, b.booking_time, needed, false, b.id, private.local_instant(private.today(), '00:00')
    );
    delete from public.booking_places p where p.booking_id = b.id;
    perform private.take_places(b.id, null, null, b.mode, b.booking_date, b.booking_time, needed);
    update public.service_bookings s set windows = needed where s.id = b.id;
  end if;
  delete from public.booking_items i where i.booking_id = b.id;
  perform private.write_items(b.id, again -> 'lines');
  perform private.check_billed_parts(b.id);
  perform private.book_declined(b.id, again -> 'lines');
  delete from private.item_questions q where q.booking_id = b.id;
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  perform private.replan_checklist(b);
  perform private.replan_inspection(b);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), apply_items.actor, auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.replan_inspection(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Before the bike is with the mechanic there is no inspection yet.
  if booking.status in ('pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up') then
    return;
  end if;
  delete from public.booking_inspection i
  where i.booking_id = booking.id and i.marked_at is null and not exists (
    select from public.booking_items b
    join public.model_inspections p on p.package_slug = b.item_id and p.model_id = booking.model_id
    where b.booking_id = i.booking_id and b.package_type = 'primary' and p.point = i.point
  );
  perform private.write_inspection(booking);
end;
$function$;

COMMENT ON FUNCTION "private"."replan_inspection"(public.service_bookings) IS 'After other work was agreed while the shop has the bike: its points join the inspection, and points of work that is gone leave it unless they were marked.';

REVOKE ALL ON FUNCTION "private"."replan_inspection"(public.service_bookings) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.replan_inspection(public.service_bookings) from public, anon, authenticated, service_role;
