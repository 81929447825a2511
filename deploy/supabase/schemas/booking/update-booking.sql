-- Corrections by staff until the invoice. Each names the state that it was made from, so that nobody overwrites what
-- somebody else has changed meanwhile.

create function private.lock_for_edit(booking uuid, expected_version int) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  perform private.require_duty('owner', 'desk');
  b := private.lock_own_booking(lock_for_edit.booking, null);
  if b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif private.is_void(b) then
    perform private.reject(409, 'closed', jsonb_build_object('status', b.status));
  elsif lock_for_edit.expected_version is distinct from b.edits then
    perform private.reject(409, 'stale', jsonb_build_object('version', b.edits, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'by', (select s.name from public.staff s where s.user_id = e.actor_id), 'kind', e.kind,
        'fields', coalesce((select jsonb_agg(k order by k) from jsonb_object_keys(e.data -> 'before') k), '[]')
      ) order by e.id), '[]')
      from public.booking_events e
      where e.booking_id = b.id and e.kind in ('corrected', 'items_changed')
        and (e.data ->> 'edit')::int > coalesce(lock_for_edit.expected_version, 0)
    )));
  end if;
  return b;
end;
$$;
revoke all on function private.lock_for_edit(uuid, int) from public, anon, authenticated, service_role;
comment on function private.lock_for_edit(uuid, int) is
  'The booking, locked, for a correction by owners and desk. Raises PT403, PT404, PT409 invoice_issued, closed, stale (details: the version now, and what was changed since, when and by whom).';

create function private.corrected_booking(b public.service_bookings, changes jsonb) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
declare
  -- create_booking reads these fields too; what is not named stays as it is.
  whole jsonb := jsonb_build_object(
    'request_id', b.request_id, 'model', b.model_id, 'mode', b.mode, 'date', b.booking_date,
    'time', to_char(b.booking_time, 'HH24:MI'), 'name', b.customer_name, 'phone', b.phone, 'email', b.email,
    'vehicle_number', b.vehicle_number, 'plate_not_issued', b.vehicle_number is null, 'chassis_last5', b.chassis_last5,
    'odometer_km', b.odometer_km, 'model_year', b.model_year, 'notes', b.notes, 'gstin', b.gstin, 'approval_limit', b.approval_limit,
    'address', jsonb_build_object('line', b.address_line, 'landmark', b.landmark, 'area', b.area_slug, 'pin', b.pin)
  );
  unknown text;
begin
  if changes is null or jsonb_typeof(changes) <> 'object' or changes = '{}' then
    perform private.reject(422, 'changes');
  end if;
  select k into unknown from jsonb_object_keys(changes) k
  where k <> all ('{name,phone,email,address,vehicle_number,chassis_last5,odometer_km,model_year,notes,gstin}'::text[]);
  if unknown is not null then
    perform private.reject(422, 'changes');
  end if;
  -- The limit may have been one of the shop's when it was chosen; it is not corrected here.
  whole := whole || changes || jsonb_build_object(
    'approval_limit', (select s.approval_limits[1] from public.shop s),
    'plate_not_issued', private.clean_text(coalesce(changes ->> 'vehicle_number', whole ->> 'vehicle_number')) is null
  );
  return private.parse_booking_request(whole);
end;
$$;
revoke all on function private.corrected_booking(public.service_bookings, jsonb)
  from public, anon, authenticated, service_role;
comment on function private.corrected_booking(public.service_bookings, jsonb) is
  'The checked fields of a booking after a correction. Raises PT422 changes, or the field as create_booking does.';

create function public.update_booking(booking uuid, changes jsonb, expected_version int, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_for_edit(update_booking.booking, update_booking.expected_version);
  remark text := private.clean_text(update_booking.note);
  c public.service_bookings;
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes,gstin}'::text[];
  before jsonb;
begin
  if char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  c := private.corrected_booking(b, update_booking.changes);
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into before
  from jsonb_each(to_jsonb(b)) o
  where o.key = any (fields) and o.value is distinct from to_jsonb(c) -> o.key;
  if before = '{}' then
    return private.booking_state(b) || jsonb_build_object('edits', b.edits);
  end if;
  update public.service_bookings s set
    customer_name = c.customer_name, phone = c.phone, email = c.email, address_line = c.address_line,
    landmark = c.landmark, area_slug = c.area_slug, pin = c.pin, vehicle_number = c.vehicle_number,
    chassis_last5 = c.chassis_last5, odometer_km = c.odometer_km, model_year = c.model_year, notes = c.notes,
    gstin = c.gstin,
    -- A caller's booking belongs to whoever has confirmed the number.
    user_id = case when s.origin <> 'web' and c.phone <> s.phone then private.account_of_number(c.phone) else s.user_id end,
    edits = s.edits + 1
  where s.id = b.id returning * into b;
  if before ? 'odometer_km' then
    update public.booking_checkins k set odometer_km = b.odometer_km where k.booking_id = b.id;
  end if;
  update public.declined_work d set vehicle_number = b.vehicle_number
  from public.extra_work e
  where e.id = d.extra_work_id and e.booking_id = b.id and d.vehicle_number is distinct from b.vehicle_number;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'corrected',
    jsonb_build_object('before', before, 'edit', b.edits)
  );
  update public.message_outbox m set recipient = case m.channel when 'sms' then b.phone else b.email end
  where m.booking_id = b.id and m.status = 'waiting' and (m.channel = 'sms' or b.email is not null);
  return private.booking_state(b) || jsonb_build_object('edits', b.edits);
end;
$$;
revoke all on function public.update_booking(uuid, jsonb, int, text) from public, anon, authenticated, service_role;
grant execute on function public.update_booking(uuid, jsonb, int, text) to authenticated, service_role;
comment on function public.update_booking(uuid, jsonb, int, text) is
  'Owners and desk correct a booking until its invoice: name, phone, email, address, vehicle_number, chassis_last5, odometer_km, model_year, notes, gstin. expected_version is the edits that the page has read. Messages that wait go to the new phone or address, work that was declined with it to the new plate, the odometer to the check-in. Raises PT403, PT404, PT409 invoice_issued, closed, stale, PT422 changes, note_too_long or the field.';

create function private.name_declined(booking uuid, items jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(items) is distinct from 'array' then
    return items;
  end if;
  return (
    with named as (
      select e, n, row_number() over (partition by e ->> 'id', e ->> 'declined' order by n) as nth
      from jsonb_array_elements(items) with ordinality as t (e, n)
    ), kept as (
      select i.item_id, i.declined_id, row_number() over (partition by i.item_id order by i.position) as nth
      from public.booking_items i
      where i.booking_id = name_declined.booking and i.declined_id is not null
        and i.declined_id::text not in (select e ->> 'declined' from named where e ? 'declined')
    )
    select coalesce(jsonb_agg(
      case when k.declined_id is null then e else e || jsonb_build_object('declined', k.declined_id) end order by n
    ), '[]')
    from named left join kept k
      on jsonb_typeof(e) = 'object' and not e ? 'declined' and k.item_id = e ->> 'id' and k.nth = named.nth
  );
end;
$$;
revoke all on function private.name_declined(uuid, jsonb) from public, anon, authenticated, service_role;
comment on function private.name_declined(uuid, jsonb) is
  'The items of a change with declined set on those that the booking took over from an earlier visit: the catalog has no such add-on.';

create function private.requoted(b public.service_bookings, items jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  bikes int := greatest(1, private.bikes_of_group(b.group_id));
  quote jsonb := private.price_cart(
    private.name_declined(b.id, requoted.items), b.model_id, b.mode, null, b.area_slug, b.pin, b.booking_date, b.gstin,
    null, bikes, b.id
  );
  lines jsonb;
  coupon jsonb;
  subtotal int;
begin
  if quote -> 'refusals' -> 0 is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  -- What stays keeps the price that was agreed.
  select jsonb_agg(case
      when i.item_id is null then l
      else l || jsonb_build_object('unit_price', i.unit_price, 'price', i.unit_price * (l ->> 'quantity')::int)
    end order by n)
  into lines
  from jsonb_array_elements(quote -> 'lines') with ordinality as t (l, n)
  left join public.booking_items i
    on i.booking_id = b.id and i.item_id = l ->> 'item_id'
    and i.declined_id is not distinct from private.to_uuid(l ->> 'declined');
  select sum((l ->> 'price')::int)::int into subtotal from jsonb_array_elements(lines) l;
  coupon := private.coupon_discount(b.coupon_code, lines, b.booking_date, null, bikes);
  return jsonb_build_object(
    'lines', lines, 'minutes', (quote ->> 'minutes')::int, 'off', coalesce((coupon ->> 'off')::int, 0),
    'total', subtotal - coalesce((coupon ->> 'off')::int, 0),
    'two_day', exists (select from jsonb_array_elements(lines) l where (l ->> 'two_day')::boolean)
  );
end;
$$;
revoke all on function private.requoted(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.requoted(public.service_bookings, jsonb) is
  'Other work for a booking: lines that stay keep the price agreed at booking, new ones have today''s. The coupon holds under its terms. Raises PT422 items, items_refused.';

create function public.change_items(
  booking uuid, items jsonb, expected_version int, customer_yes text default null, preview boolean default false,
  ask boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_for_edit(change_items.booking, change_items.expected_version);
  said text := private.clean_text(change_items.customer_yes);
  again jsonb;
  rise int;
  needs_yes boolean;
begin
  perform private.lock_declined(change_items.items);
  again := private.requoted(b, change_items.items);
  rise := (again ->> 'total')::int - b.estimated_price;
  needs_yes := rise > 0 and private.limit_used(b.id) + rise > b.approval_limit;
  if change_items.preview or (needs_yes and change_items.ask) then
    if not change_items.preview then
      perform private.ask_for_items(b, again);
    end if;
    return private.booking_state(b) || jsonb_build_object('edits', b.edits, 'total', again -> 'total', 'needs_yes', needs_yes);
  elsif needs_yes and coalesce(char_length(said), 0) not between 3 and 300 then
    perform private.reject(409, 'needs_yes', jsonb_build_object(
      'total', again -> 'total', 'rise', rise, 'limit', b.approval_limit
    ));
  end if;
  b := private.apply_items(b, again, said, 'admin');
  return private.booking_state(b) || jsonb_build_object('edits', b.edits, 'total', b.estimated_price, 'needs_yes', false);
end;
$$;
revoke all on function public.change_items(uuid, jsonb, int, text, boolean, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.change_items(uuid, jsonb, int, text, boolean, boolean) to authenticated, service_role;
comment on function public.change_items(uuid, jsonb, int, text, boolean, boolean) is
  'Owners and desk change the work of a booking until its invoice, as [{id, quantity}]: lines that stay keep the price agreed at booking. A rise above the approval limit needs customer_yes: how the customer agreed, who and when; with ask the customer is asked at the link instead, and nothing changes until the answer. preview: only the new total. Raises PT403, PT404, PT409 invoice_issued, closed, stale, needs_yes (details: total, rise, limit), slot_taken when it needs more windows, PT422 items, items_refused, part_price (parts are billed at more than the work that stays).';
