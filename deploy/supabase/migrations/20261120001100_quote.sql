-- Prices. quote() is the only place where a price is worked out; create_booking asks it again.

create function private.quote_item(
  bike public.models, mode text, primary_slug text, item_id text, quantity int
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  reason text;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select 'not_offered',
      case
        when p.drive = 'belt_cvt' and bike.drive = 'chain'
          then p.short_name || ' is for scooters; this bike has a chain.'
        when p.drive = 'chain' and bike.drive = 'belt_cvt'
          then p.short_name || ' is for bikes with a chain; this one has a belt drive.'
        else p.short_name || ' is not offered for this engine size.'
      end
    into code, reason
    from public.packages p where p.slug = item_id;
    return jsonb_build_object(
      'item_id', item_id,
      'code', coalesce(code, 'unknown_item'),
      'reason', coalesce(reason, 'We do not offer this any more.')
    );
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
      reason := 'One main service per booking. Book ' || offer.short_name || ' for another time.';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      reason := offer.short_name || case mode
        when 'doorstep' then ' needs the workshop. Choose pickup or ride in.'
        when 'pickup' then ' is not done with pickup. Choose another place.'
        else ' is not done in the workshop. Choose another place.'
      end;
    elsif quantity <> 1 then
      code := 'quantity';
      reason := offer.short_name || ' is booked once.';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := 'not_sold';
      reason := case item_id
        when 'pickup-drop' then 'Pickup comes with the place you choose, not as an item.'
        else extra.name || ' is not on sale at the moment.'
      end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      reason := extra.name || case extra.condition
        when 'chain' then ' is for bikes with a chain; this one has a belt drive.'
        when 'disc' then ' needs a disc brake; this bike has drums.'
        when 'liquid' then ' is for liquid-cooled engines; this one is cooled by air.'
        when 'fi' then ' is for fuel-injected engines; this one has a carburettor.'
        when 'oil_filter' then ' does not apply: this engine has no cartridge filter.'
        else ' does not fit this bike.'
      end;
    elsif included_name is not null then
      code := 'already_included';
      reason := extra.name || ' is already part of ' || included_name || '.';
    elsif unit is null then
      code := 'not_offered';
      reason := extra.name || ' is not offered for this engine size.';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      reason := case extra.max_quantity
        when 1 then extra.name || ' is booked once.'
        else extra.name || ' can be booked 1 to ' || extra.max_quantity || ' times.'
      end;
    end if;
  end if;

  if code is not null then
    return jsonb_build_object('item_id', item_id, 'code', code, 'reason', reason);
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity)
  );
end;
$$;
revoke all on function private.quote_item(public.models, text, text, text, int)
  from public, anon, authenticated, service_role;
comment on function private.quote_item(public.models, text, text, text, int) is
  'One line of a quote, or a refusal: an object with code and reason.';

create function private.tax(total int) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'taxable_paise', taxable,
    'tax_paise', tax,
    'cgst_paise', tax - tax / 2,
    'sgst_paise', tax / 2
  )
  from (select round(total::numeric * 10000 / 118)::int) as a (taxable)
  cross join lateral (select total * 100 - taxable) as b (tax);
$$;
revoke all on function private.tax(int) from public, anon, authenticated, service_role;
comment on function private.tax(int) is
  'The 18 % GST inside a total of whole rupees, in paise; CGST gets the odd paisa.';

create function public.quote(items jsonb, model text, mode text default 'workshop') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}';
  line jsonb;
  lines jsonb := '[]';
  refusals jsonb := '[]';
  free_from int := (select s.free_pickup_from from public.shop s);
  total int := 0;
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = quote.model;
  if bike.id is null then
    perform private.fail(422, 'model', 'Choose your bike from the list');
  end if;
  if quote.mode is null or not exists (select from public.service_modes s where s.mode = quote.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.fail(422, 'items', 'Choose a service first');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'reason', 'This is in the cart twice.');
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, quote.mode, primary_slug, entry ->> 'id',
        case when entry ? 'quantity' then coalesce(private.to_int(entry ->> 'quantity'), 0) else 1 end
      );
    end if;
    if line ? 'code' then
      refusals := refusals || line;
    else
      lines := lines || line;
      total := total + (line ->> 'price')::int;
      minutes := minutes + (line ->> 'minutes')::int;
      if line ->> 'package_type' = 'primary' then
        primary_price := (line ->> 'price')::int;
      end if;
    end if;
  end loop;

  if primary_slug is null then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'primary_missing', 'reason', 'Choose one main service; the add-ons go with it.'
    );
  end if;

  if quote.mode = 'pickup' and primary_price is not null then
    select case when primary_price >= free_from then 0 else p.price end into class_pickup
    from public.addon_prices p where p.addon_slug = 'pickup-drop' and p.price_class = bike.price_class;
    lines := lines || jsonb_build_object(
      'item_id', 'pickup-drop',
      'name', (select a.name from public.addons a where a.slug = 'pickup-drop'),
      'package_type', 'pickup',
      'quantity', 1,
      'unit_price', class_pickup,
      'price', class_pickup,
      'minutes', 0
    );
    total := total + class_pickup;
  end if;

  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false)
  ) || private.tax(total);
end;
$$;
revoke all on function public.quote(jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb, text, text) to anon, authenticated, service_role;
comment on function public.quote(jsonb, text, text) is
  'Prices a cart [{id, quantity}] for a model and a mode: lines, refusals with reasons, total in rupees, minutes, tax in paise. free_pickup tells whether this package is fetched free of charge. Raises PT422 (model, mode, items).';
