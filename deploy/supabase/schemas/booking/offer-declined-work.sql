-- Declined work is offered when its bike is booked again.

create function private.is_open_declined(work public.declined_work) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return work.ended_at is null and not private.is_live_booking(work.booked_with); end; $$;
revoke all on function private.is_open_declined(public.declined_work) from public, anon, authenticated, service_role;
comment on function private.is_open_declined(public.declined_work) is 'Whether declined work may still be offered: nobody ended it and no booking does it.';

create function private.open_declined_work(model text, plate text, link text default null) returns setof public.declined_work
language sql stable set search_path = ''
as $$
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
$$;
revoke all on function private.open_declined_work(text, text, text) from public, anon, authenticated, service_role;
comment on function private.open_declined_work(text, text, text) is
  'What was declined for a bike, is not booked since and may still be offered: in the caller''s own account, of the booking whose link they have, or by a plate that works_on_bike allows.';

create function private.declined_line(work public.declined_work) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', work.id, 'item_id', work.item_id, 'name', work.name, 'reason', work.reason,
      'price', coalesce(offer.price, work.price), 'minutes', coalesce(offer.minutes, work.minutes),
      'urgency', work.urgency, 'answer', work.answer, 'answered_on', work.answered_on,
      'decided_by', (select e.decided_by from public.extra_work e where e.id = work.extra_work_id)
    )
    from (values (1)) as one left join lateral private.priced_item(work.model_id, work.item_id) offer on true
  );
end;
$$;
revoke all on function private.declined_line(public.declined_work) from public, anon, authenticated, service_role;
comment on function private.declined_line(public.declined_work) is 'Declined work with its own name, which says where it was found, and today''s price.';

create function private.declined_with(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.name), '[]')
    from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
    where e.booking_id = booking.id and private.is_open_declined(d)
  );
end;
$$;
revoke all on function private.declined_with(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.declined_with(public.service_bookings) is
  'What was declined with a booking and no later booking does, for those who may read that booking.';

create function public.list_declined_work(model text, vehicle_number text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.answered_on desc, d.name), '[]')
  from private.open_declined_work(list_declined_work.model, private.clean_plate(list_declined_work.vehicle_number)) d;
$$;
revoke all on function public.list_declined_work(text, text) from public, anon, authenticated, service_role;
grant execute on function public.list_declined_work(text, text) to authenticated, service_role;
comment on function public.list_declined_work(text, text) is
  'Work that was found on a bike and not done, with today''s price: for its account, and by plate for owners, desk, foreman, and mechanics with a job of that bike. Book one as an item {id: item_id, or declined-work without one, declined: id}; a guest adds link, the token of the booking with which it was declined.';

create function private.quote_declined(
  bike public.models, mode public.service_mode, primary_slug text, entry jsonb, booking uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
$$;
revoke all on function private.quote_declined(public.models, public.service_mode, text, jsonb, uuid) from public, anon, authenticated, service_role;
comment on function private.quote_declined(public.models, public.service_mode, text, jsonb, uuid) is
  'The line of a quote for declined work, always an add-on, also when the catalog sells it as a package; or a refusal. booking is the one whose work is changed.';

create function private.lock_declined(lines jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(lock_declined.lines) = 'array' then
    perform from public.declined_work d
    where d.id in (select private.to_uuid(l.entry ->> 'declined') from jsonb_array_elements(lock_declined.lines) as l (entry))
    order by d.id for update;
  end if;
end;
$$;
revoke all on function private.lock_declined(jsonb) from public, anon, authenticated, service_role;
comment on function private.lock_declined(jsonb) is
  'Locks the declined work of items or lines before they are priced, so that only one of several bookings at once takes it up.';

create function private.book_declined(booking uuid, lines jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.declined_work d set booked_with = null
  where d.booked_with = book_declined.booking and not exists (
    select from jsonb_array_elements(lines) as l (entry) where private.to_uuid(l.entry ->> 'declined') = d.id
  );
  update public.declined_work d set booked_with = book_declined.booking
  from jsonb_array_elements(lines) as l (entry) where d.id = private.to_uuid(l.entry ->> 'declined');
end;
$$;
revoke all on function private.book_declined(uuid, jsonb) from public, anon, authenticated, service_role;
comment on function private.book_declined(uuid, jsonb) is
  'Notes which declined work a booking does by its lines; what it does no longer is offered again.';

create function public.end_declined_work(work uuid, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  b := private.lock_own_booking((
    select e.booking_id from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
    where d.id = end_declined_work.work
  ), end_declined_work.manage_token, '{owner,desk,foreman}');
  update public.declined_work d set ended_at = coalesce(d.ended_at, private.now()) where d.id = end_declined_work.work;
  return jsonb_build_object('id', end_declined_work.work, 'booking', b.number);
end;
$$;
revoke all on function public.end_declined_work(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.end_declined_work(uuid, text) to anon, authenticated, service_role;
comment on function public.end_declined_work(uuid, text) is
  'Don''t ask again: work that was declined is offered no more, by the customer with whose booking it was declined, or by owners, desk and foreman for them. Doing it again changes nothing. Raises PT404 not_found.';
