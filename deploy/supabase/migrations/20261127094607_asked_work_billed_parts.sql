set check_function_bodies = off;

DROP FUNCTION "private"."check_billed_parts"(uuid);

CREATE OR REPLACE FUNCTION private.ask_for_items(booking public.service_bookings, again jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_billed_parts(booking.id, ask_for_items.again -> 'lines');
  insert into private.item_questions as q (booking_id, asked_at, asked_by, edits, again)
  values (booking.id, private.now(), auth.uid(), booking.edits, ask_for_items.again)
  on conflict (booking_id) do update set
    asked_at = excluded.asked_at, asked_by = excluded.asked_by, edits = excluded.edits, again = excluded.again;
  insert into public.message_outbox as m (booking_id, version, kind, channel, recipient, due_at, next_try_at)
  select booking.id, booking.version, 'extra_work', way.channel, way.recipient, private.now(), private.now()
  from (values ('mail'::public.message_channel, booking.email), ('sms', booking.phone)) as way (channel, recipient)
  where way.recipient is not null
  on conflict on constraint message_outbox_once do update
  set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, 'items_asked',
    jsonb_build_object('from', booking.estimated_price, 'to', ask_for_items.again -> 'total')
  );
  perform private.notify_followers(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_billed_parts(booking uuid, asked jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  over record;
begin
  select w.left_over into over
  from (
    select e.price - sum(p.price) as left_over
    from public.used_parts p join public.extra_work e on e.id = p.extra_work_id
    where p.booking_id = check_billed_parts.booking and p.kind <> 'battery_back' group by e.id
    union all
    select (
        select coalesce(sum(i.price), 0) from public.booking_items i
        where check_billed_parts.asked is null and i.booking_id = check_billed_parts.booking and i.package_type = 'primary'
      ) + (
        select coalesce(sum((l.entry ->> 'price')::int), 0)
        from jsonb_array_elements(check_billed_parts.asked) as l (entry) where l.entry ->> 'package_type' = 'primary'
      ) - sum(p.price)
    from public.used_parts p
    where p.booking_id = check_billed_parts.booking and p.extra_work_id is null and p.kind <> 'battery_back'
  ) w
  where w.left_over < 0 limit 1;
  if over is not null then
    perform private.reject(422, 'part_price', jsonb_build_object('left', over.left_over));
  end if;
end;
$function$;

COMMENT ON FUNCTION "private"."ask_for_items"(public.service_bookings, jsonb) IS 'Asks the customer for a yes to other work, in place of an earlier question: it stands at the link, and a message says so. Raises PT422 part_price when parts are billed at more than that work.';

COMMENT ON FUNCTION "private"."check_billed_parts"(uuid, jsonb) IS 'Raises PT422 part_price when parts are billed at more than the agreed price of their work: nothing is billed that was not agreed. asked: the lines of other work that would take the place of the booked work.';

REVOKE ALL ON FUNCTION "private"."check_billed_parts"(uuid, jsonb) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.check_billed_parts(uuid,jsonb) from public, anon, authenticated, service_role;
