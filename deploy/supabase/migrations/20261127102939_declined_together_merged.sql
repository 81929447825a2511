set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text, bikes integer DEFAULT 1, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}'::text[];
  line jsonb;
  lines jsonb := '[]'::jsonb;
  is_recheck boolean;
  refusals jsonb := '[]'::jsonb;
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int := 0;
  total int;
  own_state boolean := private.is_maharashtra(price_cart.pin, price_cart.gstin);
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price_cart.model;
  if bike.id is null then
    perform private.reject(422, 'model');
  end if;
  if price_cart.mode is null or not exists (select from public.service_modes s where s.mode = price_cart.mode) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.reject(422, 'items');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  where not e ? 'declined'
  order by n limit 1;
  is_recheck := primary_slug is null and exists (select from jsonb_array_elements(items) e where e ? 'recheck');
  if is_recheck then
    primary_slug := 're-check';
  end if;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ? 'declined', e ->> 'id' <> primary_slug, n
  loop
    -- Declined work in words, or at another place, is other work: it may be there more than once.
    if entry ->> 'declined' = any (seen) or (entry ->> 'id' = any (seen) and not (
      entry ? 'declined' and (entry ->> 'id' = 'declined-work' or private.is_per_place(entry ->> 'id'))
    )) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
    elsif entry ? 'recheck' then
      seen := seen || (entry ->> 'id');
      line := private.quote_recheck(bike, primary_slug, entry, price_cart.booking);
    elsif entry ? 'declined' then
      seen := seen || array[entry ->> 'id', entry ->> 'declined'];
      line := private.quote_declined(bike, price_cart.mode, primary_slug, entry, price_cart.booking);
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, price_cart.mode, primary_slug, entry ->> 'id',
        case when entry ? 'quantity' then coalesce(private.to_int(entry ->> 'quantity'), 0) else 1 end
      );
    end if;
    if line ? 'code' then
      refusals := refusals || line;
    else
      lines := lines || line;
      subtotal := subtotal + (line ->> 'price')::int;
      minutes := minutes + (line ->> 'minutes')::int;
      if line ->> 'package_type' = 'primary' then
        primary_price := (line ->> 'price')::int;
      end if;
    end if;
  end loop;

  if primary_slug is null then
    refusals := refusals || '{"item_id": null, "code": "primary_missing", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.area is not null
    and not exists (select from public.areas a where a.slug = price_cart.area)
  then
    refusals := refusals || '{"item_id": null, "code": "area_not_served", "data": null}'::jsonb;
  end if;
  if price_cart.mode <> 'workshop' and price_cart.pin is not null
    and not exists (select from public.area_pins p where p.pin = price_cart.pin)
  then
    refusals := refusals || '{"item_id": null, "code": "pin_not_served", "data": null}'::jsonb;
  end if;

  if price_cart.mode = 'pickup' and primary_price is not null then
    select case when is_recheck or primary_price >= free_from then 0 else p.price end into class_pickup
    from public.addon_prices p where p.addon_slug = 'pickup-drop' and p.price_class = bike.price_class;
    lines := lines || jsonb_build_object(
      'item_id', 'pickup-drop',
      'name', (select a.name from public.addons a where a.slug = 'pickup-drop'),
      'package_type', 'pickup',
      'quantity', 1,
      'unit_price', class_pickup,
      'price', class_pickup,
      'minutes', 0,
      'two_day', false
    );
    subtotal := subtotal + class_pickup;
  end if;

  discount := private.coupon_discount(
    price_cart.coupon, lines, price_cart.day, price_cart.phone, price_cart.bikes
  );
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', is_recheck or coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

reset check_function_bodies;
