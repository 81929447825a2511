set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.cancel_notice()
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (select s.cancel_free_hours * interval '1 hour' from public.shop s); end; $function$;

CREATE OR REPLACE FUNCTION private.cancel_until(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return booking.starts_at - private.cancel_notice(); end; $function$;

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- On the way or there: from then on only staff cancel.
      private.visit_fee(booking.mode) is not null
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_change_free(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.can_transition('customer', booking, 'cancelled') as can_cancel,
      private.can_transition('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.can_transition('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then private.visit_fee(booking.mode)
      when late and waived_before then shop.late_fee
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then shop.late_fee else 0 end,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  )
  from facts, public.shop;
$function$;

CREATE OR REPLACE FUNCTION private.gst_rate()
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$ begin return 18; end; $function$;

CREATE OR REPLACE FUNCTION private.hold_state(hold private.slot_holds)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'date', hold.booking_date,
    'start', private.format_time(hold.booking_time),
    'end', private.format_time(hold.window_end),
    'free_until', private.local_instant(hold.booking_date, hold.booking_time) - private.cancel_notice(),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    select 1 as part, i.position as n, i.name as description, i.quantity, i.price as gross, i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, 1, e.price, true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking) as off,
      -- What goes beyond the services comes off the rest of the bill too, never off the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking)
        > (select coalesce(sum(p.gross), 0) from priced p where p.cut) as everywhere
    from bill
  ),
  weighed as (
    select p.*, cuts.off, case when p.part >= 4 then 0 when p.cut or cuts.everywhere then p.gross else 0 end as weight
    from priced p cross join cuts
  ),
  running as (
    select w.*,
      sum(w.weight) over line as upto, sum(w.weight) over line - w.weight as before,
      greatest(sum(w.weight) over (), 1) as whole
    from weighed w window line as (order by w.part, w.n)
  ),
  net as (
    select r.*, (r.off * r.upto / r.whole - r.off * r.before / r.whole)::int as discount from running r
  ),
  summed as (
    select n.*, n.gross - n.discount as total, sum(n.gross - n.discount) over line as upto_total
    from net n window line as (order by n.part, n.n)
  ),
  taxed as (
    -- Each sum up to a line is rounded as the whole is, so that the lines add up to it exactly.
    select s.*,
      (
        round(s.upto_total * 10000.0 / (100 + private.gst_rate()))
        - round((s.upto_total - s.total) * 10000.0 / (100 + private.gst_rate()))
      )::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / (100 + private.gst_rate())))::int as upto_tax
    from summed s
  ),
  halved as (
    select t.*, t.total * 100 - t.taxable_paise as tax_paise,
      private.is_maharashtra(booking.pin, booking.gstin) as own_state
    from taxed t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.taxable_paise, 'rate', private.gst_rate(),
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from halved h;
$function$;

CREATE OR REPLACE FUNCTION private.nearest_free(mode public.service_mode, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free,
    'free_until', private.local_instant(near.day, near.starts) - private.cancel_notice()
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.last_bookable_day(), windows, next_day, own) s
    where s.free > 0
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_details(entry public.waitlist)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.format_time(entry.booking_time),
      'end', private.format_time(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int, 'two_day', l -> 'two_day'
        ) order by n)
        from jsonb_array_elements((select j.quote -> 'lines' from private.plan_job(entry.items, m.id, entry.mode) j))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.price_cart(items jsonb, model text, mode public.service_mode, coupon text, area text, pin text, day date, gstin text, phone text)
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
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'data', null);
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
    select case when primary_price >= free_from then 0 else p.price end into class_pickup
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

  discount := private.coupon_discount(price_cart.coupon, lines, price_cart.day, price_cart.phone);
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false),
    'late_fee', (select s.late_fee from public.shop s),
    'visit_fee', private.visit_fee(price_cart.mode)
  ) || private.tax(total, own_state) || private.tax_rates(own_state);
end;
$function$;

CREATE OR REPLACE FUNCTION private.quote_item(bike public.models, mode public.service_mode, primary_slug text, item_id text, quantity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      case when p.drive in ('any', bike.drive) then 'wrong_engine_size' else 'wrong_drive' end,
      jsonb_build_object('name', p.short_name, 'drive', p.drive)
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
      data := '{"most": 1}';
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
      data := jsonb_build_object('most', extra.max_quantity);
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
$function$;

CREATE OR REPLACE FUNCTION private.tax(total integer, own_state boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  taxable int := round(total::numeric * 10000 / (100 + private.gst_rate()))::int;
  tax int := total * 100 - taxable;
begin
  return jsonb_build_object(
    'taxable_paise', taxable,
    'tax_paise', tax,
    'cgst_paise', case when own_state then tax - tax / 2 else 0 end,
    'sgst_paise', case when own_state then tax / 2 else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.tax_rates(own_state boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  rate int := private.gst_rate();
begin
  return jsonb_build_object(
    'cgst_rate', case when own_state then rate / 2 else 0 end,
    'sgst_rate', case when own_state then rate / 2 else 0 end,
    'igst_rate', case when own_state then 0 else rate end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.visit_fee(mode public.service_mode)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (select s.visit_fee from public.shop s where visit_fee.mode <> 'workshop'); end; $function$;

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.service_mode := private.to_service_mode(list_slots.mode);
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  notice interval := private.cancel_notice();
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if place is null or not exists (select from public.service_modes s where s.mode = place) then
    perform private.reject(422, 'mode');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, place, false) as windows, false as two_day, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, place);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(place, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free,
        'free_until', private.local_instant(s.day, s.starts) - notice
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'two_day', job.two_day,
    'last_day', horizon,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then ''
        end,
        'note', coalesce(
          case when place = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why,
            'free_until', private.local_instant(s.day, s.starts) - notice
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$function$;

COMMENT ON FUNCTION "private"."cancel_notice"() IS 'How long before the window a customer cancels free: shop.cancel_free_hours.';

COMMENT ON FUNCTION "private"."cancel_until"(public.service_bookings) IS 'Until when a customer cancels free: private.cancel_notice before the window.';

COMMENT ON FUNCTION "private"."gst_rate"() IS 'The GST on our services, per cent.';

COMMENT ON FUNCTION "private"."hold_state"(private.slot_holds) IS 'What hold_slot and extend_hold answer. free_until: until when the booking is cancelled free. seconds_left serves phones whose clock is wrong.';

COMMENT ON FUNCTION "private"."tax"(integer, boolean) IS 'The GST inside a total of whole rupees, in paise: CGST (with the odd paisa) and SGST in the shop''s own state, else IGST.';

COMMENT ON FUNCTION "private"."tax_rates"(boolean) IS 'The rates in per cent: half CGST and half SGST in the shop''s own state, else all IGST.';

COMMENT ON FUNCTION "private"."visit_fee"(public.service_mode) IS 'The fee for cancelling when the mechanic is on the way or there: shop.visit_fee, null where nobody travels.';

COMMENT ON FUNCTION "public"."list_slots"(text, date, integer, jsonb, text, text, text) IS 'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). closed is the reason for a closed day, empty for a day of the week without hours. Never more than 31 days, never past last_day. two_day: the bike is ready two working days later. free_until: until when a booking of that window is cancelled free. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. What is held under request_id counts as free for its owner. Raises PT422 (mode, model, items, items_refused).';

COMMENT ON FUNCTION "public"."quote"(jsonb, text, text, text, text, text, text, text) IS 'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals {item_id, code, data}, subtotal, coupon {code, off, refusal}, total in rupees, minutes, tax in paise and its rates in per cent (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. late_fee: for cancelling late, free the first time for a number; visit_fee: for cancelling when the mechanic is on the way or there, null where nobody travels. A coupon for first bookings is applied here and checked against the phone number at booking. Raises PT422 (model, mode, items, gstin).';

REVOKE ALL ON FUNCTION "private"."cancel_notice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gst_rate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_rates"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visit_fee"(public.service_mode) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.cancel_notice() from public, anon, authenticated, service_role;

revoke all on function private.gst_rate() from public, anon, authenticated, service_role;

revoke all on function private.tax_rates(boolean) from public, anon, authenticated, service_role;

revoke all on function private.visit_fee(public.service_mode) from public, anon, authenticated, service_role;
