set check_function_bodies = off;

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
    'recheck', private.open_recheck(l.phone, private.bike_key(l)),
    'declined', case
      when l.vehicle_number is null then private.declined_without_plate(l.phone, private.bike_key(l))
      else public.list_declined_work(l.model_id, l.vehicle_number)
    end
  ) order by l.created_at desc), '[]')
  from latest l;
$function$;

CREATE OR REPLACE FUNCTION private.declined_with(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.name), '[]')
  from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
  where e.booking_id = booking.id and private.is_open_declined(d);
$function$;

CREATE OR REPLACE FUNCTION private.declined_without_plate(phone text, bike text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.answered_on desc, d.name), '[]')
  from public.service_bookings b
  join public.extra_work e on e.booking_id = b.id
  join public.declined_work d on d.extra_work_id = e.id
  where b.phone = declined_without_plate.phone and private.bike_key(b) = declined_without_plate.bike
    and d.vehicle_number is null and private.is_open_declined(d);
$function$;

CREATE OR REPLACE FUNCTION private.is_open_declined(work public.declined_work)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select work.ended_at is null and not private.is_live_booking(work.booked_with);
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
      (d.vehicle_number = open_declined_work.plate and private.works_on_bike(d.vehicle_number))
      or b.user_id = auth.uid()
      or b.id = (select private.booking_of_token(open_declined_work.link))
    )
    and private.is_open_declined(d);
$function$;

CREATE OR REPLACE FUNCTION private.quote_declined(bike public.models, mode public.service_mode, primary_slug text, entry jsonb, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  d public.declined_work;
  offer record;
  part_of text;
begin
  select o.* into d from public.declined_work w, private.open_declined_work(bike.id, w.vehicle_number, entry ->> 'link') o
  where w.id = private.to_uuid(entry ->> 'declined') and o.id = w.id;
  if d.id is null and public.has_duty('owner', 'desk') then
    -- Of a bike without a plate, which get_caller shows them by the caller's number.
    select * into d from public.declined_work w
    where w.id = private.to_uuid(entry ->> 'declined') and w.model_id = bike.id and w.vehicle_number is null
      and private.is_open_declined(w);
  end if;
  if d.id is null then
    -- What this booking does already is not open any more, but may stay in it.
    select * into d from public.declined_work w
    where w.id = private.to_uuid(entry ->> 'declined') and w.booked_with = quote_declined.booking;
  end if;
  if d.id is null or entry ->> 'id' is distinct from coalesce(d.item_id, 'declined-work') then
    return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
  end if;
  select * into offer from private.priced_item(bike.id, d.item_id);
  select pk.short_name into part_of
  from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
  where i.addon_slug = d.item_id and i.package_slug = primary_slug;
  if part_of is not null or d.item_id = primary_slug then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'already_included',
      'data', jsonb_build_object('name', d.name, 'part_of', coalesce(part_of, d.name))
    );
  elsif exists (select from public.packages p where p.slug = d.item_id and mode <> all (p.modes)) then
    return jsonb_build_object(
      'item_id', d.item_id, 'code', 'mode_not_offered', 'data', jsonb_build_object('name', d.name, 'mode', mode)
    );
  end if;
  return jsonb_build_object(
    'item_id', entry ->> 'id', 'name', d.name, 'package_type', 'addon', 'quantity', 1,
    'unit_price', coalesce(offer.price, d.price), 'price', coalesce(offer.price, d.price),
    'minutes', coalesce(offer.minutes, d.minutes), 'two_day', false, 'declined', d.id
  );
end;
$function$;

COMMENT ON FUNCTION "private"."declined_without_plate"(text, text) IS 'What was declined for a bike that has no plate yet, by the number it was booked with and its bike_key.';

COMMENT ON FUNCTION "private"."is_open_declined"(public.declined_work) IS 'Whether declined work may still be offered: nobody ended it and no booking does it.';

REVOKE ALL ON FUNCTION "private"."declined_without_plate"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open_declined"(public.declined_work) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.declined_without_plate(text,text) from public, anon, authenticated, service_role;

revoke all on function private.is_open_declined(public.declined_work) from public, anon, authenticated, service_role;
