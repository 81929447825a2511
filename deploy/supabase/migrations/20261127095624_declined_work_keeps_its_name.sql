set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.declined_line(work public.declined_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', work.id, 'item_id', work.item_id, 'name', work.name, 'reason', work.reason,
    'price', coalesce(offer.price, work.price), 'minutes', coalesce(offer.minutes, work.minutes),
    'urgency', work.urgency, 'answer', work.answer, 'answered_on', work.answered_on,
    'decided_by', (select e.decided_by from public.extra_work e where e.id = work.extra_work_id)
  )
  from (values (1)) as one left join lateral private.priced_item(work.model_id, work.item_id) offer on true;
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

COMMENT ON FUNCTION "private"."declined_line"(public.declined_work) IS 'Declined work with its own name, which says where it was found, and today''s price.';

reset check_function_bodies;
