-- Check-in: the state of the bike when the shop takes it over.

create table public.booking_checkins (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  odometer_km int check (odometer_km between 0 and 300000),
  fuel int check (fuel between 0 and 4),
  accessories text[] not null default '{}',
  other_items text check (char_length(other_items) between 1 and 200),
  damage text check (char_length(damage) between 1 and 300),
  checked_in_at timestamptz not null,
  checked_in_by uuid
);
alter table public.booking_checkins enable row level security;
revoke all on table public.booking_checkins from public, anon, authenticated, service_role;
grant select on table public.booking_checkins to authenticated;
grant select, insert, update, delete on table public.booking_checkins to service_role;
create policy "a check-in is read with its booking" on public.booking_checkins
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
    or exists (select from public.staff_bookings s where s.id = booking_id)
  );
comment on table public.booking_checkins is
  'How a bike was when the shop took it over. Warranty kilometres and the next service count from its odometer.';
comment on column public.booking_checkins.fuel is 'Quarters of the tank.';
comment on column public.booking_checkins.accessories is 'What was left with the bike, from the list of the page; other_items in words.';

create function private.needs_odometer(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and booking.mode = any (p.odometer_optional)
  );
end;
$$;
revoke all on function private.needs_odometer(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.needs_odometer(public.service_bookings) is 'Whether the check-in of a booking needs the odometer: packages.odometer_optional.';

create function private.check_in(booking public.service_bookings, mark jsonb, made_at timestamptz) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  reading int := private.to_int(mark ->> 'odometer_km');
  quarters int := private.to_int(mark ->> 'fuel');
  items text[];
  rest text := private.clean_text(mark ->> 'other_items');
  harm text := private.clean_text(mark ->> 'damage');
  outcome text;
begin
  if booking.status not in (
    'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif (reading is null and (mark ->> 'odometer_km' is not null or private.needs_odometer(booking)))
    or reading not between 0 and 300000
  then
    perform private.reject(422, 'odometer_km');
  elsif (quarters is null and mark ->> 'fuel' is not null) or quarters not between 0 and 4 then
    perform private.reject(422, 'fuel');
  elsif mark ? 'accessories' and jsonb_typeof(mark -> 'accessories') <> 'array' then
    perform private.reject(422, 'accessories');
  elsif char_length(rest) > 200 then
    perform private.reject(422, 'other_items');
  elsif char_length(harm) > 300 then
    perform private.reject(422, 'damage');
  end if;
  select coalesce(array_agg(private.clean_text(a)), '{}') into items
  from jsonb_array_elements_text(coalesce(mark -> 'accessories', '[]')) a;
  if cardinality(items) > 12 or exists (select from unnest(items) i where i is null or char_length(i) > 40) then
    perform private.reject(422, 'accessories');
  end if;
  insert into public.booking_checkins as c (
    booking_id, odometer_km, fuel, accessories, other_items, damage, checked_in_at, checked_in_by
  ) values (booking.id, reading, quarters, items, rest, harm, check_in.made_at, auth.uid())
  on conflict (booking_id) do update set
    odometer_km = excluded.odometer_km, fuel = excluded.fuel, accessories = excluded.accessories,
    other_items = excluded.other_items, damage = excluded.damage, checked_in_at = excluded.checked_in_at,
    checked_in_by = excluded.checked_in_by
  where c.checked_in_at <= excluded.checked_in_at;
  outcome := case when found then 'applied' else 'older' end;
  -- The shop has read it by now: what the customer said counts no more.
  if outcome = 'applied' and reading is not null then
    update public.service_bookings s set odometer_km = reading where s.id = booking.id;
  end if;
  if private.can_transition('admin', booking, 'inspecting') and booking.status in ('assigned', 'on_the_way', 'picked_up') then
    perform private.transition_booking(booking.id, 'admin', 'inspecting', null);
  end if;
  return outcome;
end;
$$;
revoke all on function private.check_in(public.service_bookings, jsonb, timestamptz) from public, anon, authenticated, service_role;
comment on function private.check_in(public.service_bookings, jsonb, timestamptz) is
  'Writes a check-in {odometer_km, fuel, accessories, other_items, damage} and begins the inspection where the bike is with the mechanic. Its odometer becomes that of the booking. Of two check-ins the later one counts. Raises PT409 not_in_work, PT422 (odometer_km, fuel, accessories, other_items, damage).';

create function private.next_service(booking public.service_bookings, from_day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'date', (from_day + make_interval(months => m.interval_months))::date,
      'odometer_km', (select c.odometer_km + m.interval_km from public.booking_checkins c where c.booking_id = booking.id),
      'resets', max(p.resets_service)
    )
    from public.packages p
    join public.models m on m.id = booking.model_id
    where p.resets_service is not null and (
      p.slug in (select i.item_id from public.booking_items i where i.booking_id = booking.id)
      or p.slug in (select e.item_id from public.extra_work e where e.booking_id = booking.id and e.status = 'approved')
    )
    group by m.interval_months, m.interval_km
  );
end;
$$;
revoke all on function private.next_service(public.service_bookings, date) from public, anon, authenticated, service_role;
comment on function private.next_service(public.service_bookings, date) is
  'When the bike is due next, from the odometer of its check-in (null without one): by packages with resets_service alone, booked or agreed as extra work, so null after a wash. resets: service, or oil for the oil alone.';
