set check_function_bodies = off;

ALTER TABLE "public"."inspection_points" ADD COLUMN "per_place" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.included_in(booking uuid, item text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.name from public.booking_items i
  where i.booking_id = included_in.booking and not private.is_per_place(included_in.item) and (
    i.item_id = included_in.item or exists (
      select from public.package_addons_included a
      where a.package_slug = i.item_id and a.addon_slug = included_in.item
    )
  )
  order by i.position limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.is_per_place(item text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select from public.inspection_points p where p.item_id = is_per_place.item and p.per_place); $function$;

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
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes,
        'included_in', private.included_in(b.id, n.item_id), 'per_place', private.is_per_place(n.item_id)
      )), '[]')
      from (select distinct i.item_id from public.booking_inspection i where i.booking_id = b.id) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
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
  from public.service_bookings b
  cross join lateral (select private.shows_contact(b.id) as shown offset 0) contact
  where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.parse_extra_work(booking public.service_bookings, entry jsonb)
 RETURNS public.extra_work
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  line public.extra_work;
  offer record;
  included_in text;
begin
  line.item_id := private.clean_text(entry ->> 'item');
  select * into offer from private.priced_item(booking.model_id, line.item_id);
  if line.item_id is not null and offer.name is null then
    perform private.reject(422, 'work_item');
  end if;
  included_in := private.included_in(booking.id, line.item_id);
  if included_in is not null then
    perform private.reject(422, 'already_included', jsonb_build_object('name', offer.name, 'part_of', included_in));
  end if;
  line.name := coalesce(private.clean_text(entry ->> 'name'), offer.name);
  line.reason := private.clean_text(entry ->> 'reason');
  line.price := case when entry ->> 'price' is null then offer.price else private.to_int(entry ->> 'price') end;
  line.minutes := case when entry ->> 'minutes' is null then coalesce(offer.minutes, 0) else private.to_int(entry ->> 'minutes') end;
  line.urgency := (
    select u from unnest(enum_range(null::public.work_urgency)) u where u::text = entry ->> 'urgency'
  );
  if line.name is null or char_length(line.name) not between 2 and 80 then
    perform private.reject(422, 'work_name');
  elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif line.price is null or line.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif line.minutes is null or line.minutes not between 0 and 960 then
    perform private.reject(422, 'work_minutes');
  elsif line.urgency is null and entry ->> 'urgency' is not null then
    perform private.reject(422, 'work_urgency');
  end if;
  return line;
end;
$function$;

COMMENT ON COLUMN "public"."inspection_points"."per_place" IS 'item_id is priced for this place alone, as front and rear pads: findings at two such points are two lines, and one that is booked leaves the other to be proposed.';

COMMENT ON FUNCTION "private"."included_in"(uuid, text) IS 'The name of the booked work that is or includes an item: it is not proposed beside it. Null where none does, and for work at one place, since the other may need it too.';

COMMENT ON FUNCTION "private"."is_per_place"(text) IS 'Whether an item is priced for one place of the bike, so that it may be done twice: pads and tyres.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'Staff propose work found while inspecting, in service or in the quality check: [{item, name, reason, price, minutes, urgency}]. item is a package or add-on that fits the bike and gives name, price and minutes where they are left out; without it name and price are needed. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer and then returns to where it was. Approved lines join the checklist. Raises PT403, PT404, PT409 not_in_work, PT422 (work, work_item, work_name, work_reason, work_price, work_minutes, work_urgency, already_included: an item that the booked work is or includes, unless it is priced for one place as pads and tyres; details: name, part_of).';

REVOKE ALL ON FUNCTION "private"."included_in"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_per_place"(text) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.included_in(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.is_per_place(text) from public, anon, authenticated, service_role;

-- The points that databases have which were filled before.
update public.inspection_points set per_place = true
where slug in ('front-pads', 'front-shoes', 'rear-pads', 'rear-shoes', 'front-tyre', 'rear-tyre');
