-- The inspection of one booking: the points of its package, and what the mechanic found at each.

create table public.booking_inspection (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  point text not null,
  position int not null,
  group_name text not null,
  label text not null,
  hint text,
  unit text,
  low_limit numeric,
  high_limit numeric,
  item_id text,
  value numeric check (value between -1000 and 1000000),
  note text check (char_length(note) between 1 and 300),
  marked_at timestamptz,
  marked_by uuid,
  state public.point_state not null default 'not_checked',
  primary key (booking_id, point),
  check (state = 'not_checked' or marked_at is not null)
);
alter table public.booking_inspection enable row level security;
revoke all on table public.booking_inspection from public, anon, authenticated, service_role;
grant select on table public.booking_inspection to authenticated;
grant select, insert, update, delete on table public.booking_inspection to service_role;
create policy "an inspection is read with its booking" on public.booking_inspection
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
    or exists (select from public.staff_bookings s where s.id = booking_id)
  );
comment on table public.booking_inspection is
  'The points of the inspection of one booking, as the catalog had them when it began, with what was found. not_checked never counts as ok.';
comment on column public.booking_inspection.marked_at is 'When the mechanic marked it, also without a network: of two marks the later one counts.';
comment on column public.booking_inspection.value is 'What was measured, in unit.';

create view private.planned_points as
select
  i.booking_id, p.point, p.position, p.group_name, p.label, p.hint, p.unit, p.low_limit, p.high_limit, p.item_id
from public.booking_items i
join public.service_bookings b on b.id = i.booking_id
join public.model_inspections p on p.package_slug = i.item_id and p.model_id = b.model_id
where i.package_type = 'primary';
revoke all on table private.planned_points from public, anon, authenticated, service_role;
comment on view private.planned_points is 'The points of the package of each booking, as it is booked now.';

create function private.write_inspection(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.booking_inspection (
    booking_id, point, position, group_name, label, hint, unit, low_limit, high_limit, item_id
  )
  select
    p.booking_id, p.point, p.position, p.group_name, p.label, p.hint, p.unit, p.low_limit, p.high_limit, p.item_id
  from private.planned_points p where p.booking_id = booking.id
  on conflict (booking_id, point) do nothing;
end;
$$;
revoke all on function private.write_inspection(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.write_inspection(public.service_bookings) is
  'Writes the points of the booked package when the inspection begins. Points that are there stay.';

create function private.replan_inspection(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Before the bike is with the mechanic there is no inspection yet.
  if booking.status in ('pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up') then
    return;
  end if;
  delete from public.booking_inspection i
  where i.booking_id = booking.id and i.marked_at is null and not exists (
    select from public.booking_items b
    join public.model_inspections p on p.package_slug = b.item_id and p.model_id = booking.model_id
    where b.booking_id = i.booking_id and b.package_type = 'primary' and p.point = i.point
  );
  perform private.write_inspection(booking);
end;
$$;
revoke all on function private.replan_inspection(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.replan_inspection(public.service_bookings) is
  'After other work was agreed while the shop has the bike: its points join the inspection, and points of work that is gone leave it unless they were marked.';

create function private.count_unchecked(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.booking_inspection i
    where i.booking_id = count_unchecked.booking and i.state = 'not_checked'
  );
end;
$$;
revoke all on function private.count_unchecked(uuid) from public, anon, authenticated, service_role;
comment on function private.count_unchecked(uuid) is 'How many points of an inspection were not looked at.';

create function private.inspection_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'point', i.point, 'group_name', i.group_name, 'label', i.label, 'hint', i.hint, 'unit', i.unit,
      'low_limit', i.low_limit, 'high_limit', i.high_limit, 'item_id', i.item_id, 'state', i.state, 'value', i.value,
      'note', i.note, 'marked_at', i.marked_at
    ) order by i.position), '[]')
    from public.booking_inspection i where i.booking_id = inspection_of.booking
  );
end;
$$;
revoke all on function private.inspection_of(uuid) from public, anon, authenticated, service_role;
comment on function private.inspection_of(uuid) is 'The points of the inspection of a booking and what was found.';

create function private.inspection_ahead(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) - '{booking_id,position}'::text[] || jsonb_build_object(
      'state', 'not_checked', 'value', null, 'note', null, 'marked_at', null
    ) order by p.position), '[]')
    from private.planned_points p
    where p.booking_id = booking.id and booking.status in ('confirmed', 'assigned', 'on_the_way', 'picked_up')
  );
end;
$$;
revoke all on function private.inspection_ahead(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.inspection_ahead(public.service_bookings) is
  'The points that write_inspection will write, as inspection_of has them: a phone without a network begins with them. Empty once the inspection has begun.';

create function private.mark_point(booking public.service_bookings, mark jsonb, made_at timestamptz) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_state public.point_state := (
    select s from unnest(enum_range(null::public.point_state)) s where s::text = mark ->> 'state'
  );
  remark text := private.clean_text(mark ->> 'note');
  measured numeric := case when mark ->> 'value' ~ '^-?[0-9]{1,6}(\.[0-9]{1,2})?$' then (mark ->> 'value')::numeric end;
begin
  if booking.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', booking.status));
  elsif found_state is null then
    perform private.reject(422, 'point_state');
  elsif measured is null and mark ->> 'value' is not null then
    perform private.reject(422, 'point_value');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'point_note');
  elsif not exists (
    select from public.booking_inspection i where i.booking_id = booking.id and i.point = mark ->> 'point'
  ) then
    perform private.reject(422, 'point');
  end if;
  update public.booking_inspection i set
    state = found_state, value = measured, note = remark, marked_at = mark_point.made_at, marked_by = auth.uid()
  where i.booking_id = booking.id and i.point = mark ->> 'point'
    and (i.marked_at is null or i.marked_at <= mark_point.made_at);
  if not found then
    return 'older';
  end if;
  perform private.notify_followers(booking.id);
  return 'applied';
end;
$$;
revoke all on function private.mark_point(public.service_bookings, jsonb, timestamptz) from public, anon, authenticated, service_role;
comment on function private.mark_point(public.service_bookings, jsonb, timestamptz) is
  'Marks {point, state, value, note}. Returns older, and changes nothing, when a later mark is there. Raises PT409 not_in_work, PT422 (point, point_state, point_value, point_note).';
