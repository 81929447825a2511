-- The price of a cart for one bike. quote() and create_booking both call price_cart().

create function private.quote_item(
  bike public.models, mode public.service_mode, primary_slug text, item_id text, quantity int
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  data jsonb;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select
      case
        when p.drive::text not in ('any', bike.drive::text) then 'wrong_drive'
        when not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = p.condition)
          and p.condition is not null then 'does_not_fit'
        else 'wrong_engine_size'
      end,
      jsonb_build_object('name', p.short_name, 'drive', p.drive, 'needs', p.condition)
    into code, data
    from public.packages p where p.slug = item_id;
    return jsonb_build_object('item_id', item_id, 'code', coalesce(code, 'unknown_item'), 'data', data);
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      data := jsonb_build_object('mode', mode);
    elsif quantity <> 1 then
      code := 'quantity';
      data := '{"max": 1}';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := case item_id when 'pickup-drop' then 'pickup_by_place' else 'not_sold' end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      data := jsonb_build_object('needs', extra.condition);
    elsif included_name is not null then
      code := 'already_included';
      data := jsonb_build_object('part_of', included_name);
    elsif unit is null then
      code := 'wrong_engine_size';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      data := jsonb_build_object('max', extra.max_quantity);
    end if;
  end if;

  if code is not null then
    return jsonb_build_object(
      'item_id', item_id, 'code', code,
      'data', jsonb_build_object('name', coalesce(offer.short_name, extra.name)) || coalesce(data, '{}')
    );
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity),
    'two_day', coalesce(offer.two_day, false)
  );
end;
$$;
revoke all on function private.quote_item(public.models, public.service_mode, text, text, int)
  from public, anon, authenticated, service_role;
comment on function private.quote_item(public.models, public.service_mode, text, text, int) is
  'One line of a quote, or a refusal: an object with code and data.';

create function private.price_cart(
  items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text,
  bikes int default 1, booking uuid default null, request uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
  subtotal int;
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
  end if;

  lines := private.at_held_prices(price_cart.request, bike.id, price_cart.mode, lines);
  select coalesce(sum((l ->> 'price')::int), 0)::int, max((l ->> 'price')::int) filter (where l ->> 'package_type' = 'primary')
  into subtotal, primary_price
  from jsonb_array_elements(lines) l;
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
$$;
revoke all on function private.price_cart(
  jsonb, text, public.service_mode, text, text, text, date, text, text, int, uuid, uuid
)
  from public, anon, authenticated, service_role;
comment on function private.price_cart(
  jsonb, text, public.service_mode, text, text, text, date, text, text, int, uuid, uuid
) is
  'The only function that computes a price: quote shows it, create_booking charges it. booking is the one whose work is changed; request, whose hold keeps the prices.';
