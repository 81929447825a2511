-- Free re-checks: while the warranty of a bill runs, the desk books the bike again at ₹0, for what we did.

create function private.recheck_until(booking public.service_bookings) returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select (i.data ->> 'warranty_until')::date from public.invoices i
    where i.booking_id = booking.id order by i.issued_at desc, i.serial desc limit 1
  );
end;
$$;
revoke all on function private.recheck_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.recheck_until(public.service_bookings) is
  'The last day on which a free re-check can be booked: that of the warranty on its invoice.';

create function private.can_be_rechecked(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.status = 'completed' and booking.recheck_of is null
    and coalesce(private.today() <= private.recheck_until(booking), false)
    and not exists (
      select from public.service_bookings r
      where r.recheck_of = booking.id and r.status <> 'completed' and not private.is_void(r)
    );
end;
$$;
revoke all on function private.can_be_rechecked(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.can_be_rechecked(public.service_bookings) is
  'Whether a free re-check of a booking can be booked: it is completed, its warranty runs, it is no re-check itself, and none is open.';

create function private.recheck_terms() returns jsonb
language plpgsql stable set search_path = ''
as $$ begin return jsonb_build_object('minutes', 30, 'modes', enum_range(null::public.service_mode)); end; $$;
revoke all on function private.recheck_terms() from public, anon, authenticated, service_role;
comment on function private.recheck_terms() is 'What a free re-check takes, in minutes, and in which modes it is done.';

create function private.quote_recheck(
  bike public.models, primary_slug text, entry jsonb, booking uuid
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if quote_recheck.booking is null and primary_slug = 're-check' and entry ->> 'id' = 're-check'
    and public.has_duty('owner', 'desk') and exists (
      select from public.service_bookings b
      where b.id = private.to_uuid(entry ->> 'recheck') and b.model_id = bike.id and private.can_be_rechecked(b)
    )
  then
    return jsonb_build_object(
      'item_id', 're-check', 'name', 'Free re-check', 'package_type', 'primary', 'quantity', 1, 'unit_price', 0, 'price', 0,
      'minutes', private.recheck_terms() -> 'minutes', 'two_day', false, 'recheck', entry ->> 'recheck'
    );
  end if;
  return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
end;
$$;
revoke all on function private.quote_recheck(public.models, text, jsonb, uuid)
  from public, anon, authenticated, service_role;
comment on function private.quote_recheck(public.models, text, jsonb, uuid) is
  'The line of a quote for a free re-check {id: re-check, recheck: the earlier booking}, for owners and desk alone, or a refusal: beside a package, in the change of another booking (booking), for another model.';

create function private.lock_recheck(items jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(lock_recheck.items) = 'array' then
    perform from public.service_bookings b
    where b.id in (select private.to_uuid(i.entry ->> 'recheck') from jsonb_array_elements(lock_recheck.items) as i (entry))
    for update;
  end if;
end;
$$;
revoke all on function private.lock_recheck(jsonb) from public, anon, authenticated, service_role;
comment on function private.lock_recheck(jsonb) is
  'Locks the booking that is to be re-checked before the items are priced, so that only one of several bookings at once is its re-check.';

create function private.as_recheck(wanted public.service_bookings, lines jsonb) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
declare
  w public.service_bookings := wanted;
  earlier public.service_bookings;
begin
  select b.* into earlier
  from jsonb_array_elements(as_recheck.lines) as l (entry)
  join public.service_bookings b on b.id = private.to_uuid(l.entry ->> 'recheck');
  if earlier.id is null then
    return w;
  elsif earlier.phone <> w.phone then
    perform private.reject(422, 'phone');
  end if;
  w.recheck_of := earlier.id;
  w.vehicle_number := earlier.vehicle_number;
  w.chassis_last5 := earlier.chassis_last5;
  return w;
end;
$$;
revoke all on function private.as_recheck(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.as_recheck(public.service_bookings, jsonb) is
  'A booking whose lines are those of a re-check, with the earlier booking and its bike; any other as it is. Raises PT422 phone when the earlier one is of another number.';
