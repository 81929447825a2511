set check_function_bodies = off;

DROP FUNCTION "private"."declined_of"(text, text);

DROP FUNCTION "private"."open_declined_work"(text, text);

CREATE OR REPLACE FUNCTION private.bikes_of(phone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
    'declined', case when l.vehicle_number is null then '[]' else public.list_declined_work(l.model_id, l.vehicle_number) end
  ) order by l.created_at desc), '[]')
  from latest l;
$function$;

CREATE OR REPLACE FUNCTION private.declined_line(work public.declined_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', work.id, 'item_id', work.item_id, 'name', coalesce(offer.name, work.name), 'reason', work.reason,
    'price', coalesce(offer.price, work.price), 'minutes', coalesce(offer.minutes, work.minutes),
    'urgency', work.urgency, 'answer', work.answer, 'answered_on', work.answered_on
  )
  from (values (1)) as one left join lateral private.priced_item(work.model_id, work.item_id) offer on true;
$function$;

CREATE OR REPLACE FUNCTION private.declined_with(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.name), '[]')
  from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
  where e.booking_id = booking.id and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION private.open_declined_work(model text, plate text, link text DEFAULT NULL::text)
 RETURNS SETOF public.declined_work
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.* from public.declined_work d
  join public.extra_work e on e.id = d.extra_work_id
  join public.service_bookings b on b.id = e.booking_id
  where d.model_id = open_declined_work.model
    and (d.vehicle_number is null or open_declined_work.plate is null or d.vehicle_number = open_declined_work.plate)
    and (
      (private.works_on_jobs() and d.vehicle_number = open_declined_work.plate) or b.user_id = auth.uid()
      or b.id = (select private.booking_of_token(open_declined_work.link))
    )
    and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION private.quote_declined(bike public.models, mode public.service_mode, primary_slug text, entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  d public.declined_work;
  offer record;
  shown text;
  part_of text;
begin
  select o.* into d from public.declined_work w, private.open_declined_work(bike.id, w.vehicle_number, entry ->> 'link') o
  where w.id = private.to_uuid(entry ->> 'declined') and o.id = w.id;
  if d.id is null or entry ->> 'id' is distinct from coalesce(d.item_id, 'declined-work') then
    return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
  end if;
  select * into offer from private.priced_item(bike.id, d.item_id);
  shown := coalesce(offer.name, d.name);
  select pk.short_name into part_of
  from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
  where i.addon_slug = d.item_id and i.package_slug = primary_slug;
  if part_of is not null or d.item_id = primary_slug then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'already_included',
      'data', jsonb_build_object('name', shown, 'part_of', coalesce(part_of, shown))
    );
  elsif exists (select from public.packages p where p.slug = d.item_id and mode <> all (p.modes)) then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'mode_not_offered', 'data', jsonb_build_object('name', shown, 'mode', mode)
    );
  end if;
  return jsonb_build_object(
    'item_id', entry ->> 'id', 'name', shown, 'package_type', 'addon', 'quantity', 1,
    'unit_price', coalesce(offer.price, d.price), 'price', coalesce(offer.price, d.price),
    'minutes', coalesce(offer.minutes, d.minutes), 'two_day', false, 'declined', d.id
  );
end;
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
    'declined_work', private.declined_with(b),
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

CREATE OR REPLACE FUNCTION public.list_declined_work(model text, vehicle_number text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.answered_on desc, d.name), '[]')
  from private.open_declined_work(list_declined_work.model, private.clean_plate(list_declined_work.vehicle_number)) d;
$function$;

COMMENT ON FUNCTION "private"."declined_line"(public.declined_work) IS 'Declined work with today''s name and price.';

COMMENT ON FUNCTION "private"."declined_with"(public.service_bookings) IS 'What was declined with a booking and no later booking does, for whoever may read that booking.';

COMMENT ON FUNCTION "private"."open_declined_work"(text, text, text) IS 'What was declined for a bike and is not booked since: in the caller''s own account, of the booking whose link they have, or for staff by plate.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, what was declined with it and is not booked since (declined_work), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."list_declined_work"(text, text) IS 'Work that was found on a bike and not done, with today''s price: for its account, and for staff by plate. Book one as an item {id: item_id, or declined-work without one, declined: id}; a guest adds link, the token of the booking with which it was declined.';

REVOKE ALL ON FUNCTION "private"."declined_line"(public.declined_work) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."declined_with"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_declined_work"(text, text, text) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.declined_line(public.declined_work) from public, anon, authenticated, service_role;

revoke all on function private.declined_with(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.open_declined_work(text,text,text) from public, anon, authenticated, service_role;
