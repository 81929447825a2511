set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.included_in(booking uuid, item text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.name from public.booking_items i
  where i.booking_id = included_in.booking and not private.is_per_place(included_in.item) and (
    i.item_id = included_in.item or exists (
      select from private.included_items n where n.package_slug = i.item_id and n.item_id = included_in.item
    )
  )
  order by i.position limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.is_advance(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return booking.status not in ('ready', 'completed', 'cancelled', 'no_show');
end;
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
  from private.included_items i join public.packages pk on pk.slug = i.package_slug
  where i.item_id = d.item_id and i.package_slug = primary_slug;
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

CREATE VIEW "private"."included_items" AS  SELECT i.package_slug,
    i.addon_slug AS item_id
   FROM public.package_addons_included i
UNION ALL
 SELECT service.slug AS package_slug,
    oil.slug AS item_id
   FROM (public.packages service
     JOIN public.packages oil ON ((oil.resets_service = 'oil'::public.service_reset)))
  WHERE (service.oil_included AND (service.resets_service = 'service'::public.service_reset));

COMMENT ON VIEW "private"."included_items" IS 'What a package includes: its add-ons, and every oil change where new oil is part of the service. It is neither proposed nor booked beside that package.';

reset check_function_bodies;

revoke all on table private.included_items from public, anon, authenticated, service_role;
