-- What was used on a job: parts, oil, consumables, and a battery taken back. It stands on the job card and the invoice.

create table public.used_parts (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  position int not null check (position between 1 and 40),
  name text not null check (char_length(name) between 2 and 80),
  make text check (char_length(make) <= 40),
  part_number text check (char_length(part_number) <= 40),
  grade text check (char_length(grade) <= 20),
  hsn text not null check (hsn ~ '^[0-9]{4,8}$'),
  quantity numeric(7, 2) not null check (quantity > 0),
  price int not null default 0 check (price between 0 and 100000),
  extra_work_id uuid references public.extra_work (id) on delete set null,
  used_at timestamptz not null,
  used_by uuid,
  unit public.part_unit not null,
  kind public.used_part_kind not null,
  primary key (booking_id, position),
  constraint used_parts_battery check (kind <> 'battery_back' or (price > 0 and extra_work_id is null)),
  constraint used_parts_grade check (grade is null or kind = 'oil')
);
create index used_parts_work on public.used_parts (extra_work_id) where extra_work_id is not null;
alter table public.used_parts enable row level security;
revoke all on table public.used_parts from public, anon, authenticated, service_role;
grant select on table public.used_parts to authenticated;
grant select, insert, update, delete on table public.used_parts to service_role;
create policy "used parts are read with their booking" on public.used_parts
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman', 'accountant'))
    or exists (select from public.staff_bookings s where s.id = booking_id)
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.used_parts is 'Parts, oil and consumables of a job, and a battery taken back, until the invoice.';
comment on column public.used_parts.price is
  'Whole rupees with GST for the whole quantity. 0: included in the price of the work. More: it is billed as a line of its own, out of the agreed price of its extra work, else of the booked work. Of a battery taken back: what is taken off the bill.';
comment on column public.used_parts.extra_work_id is 'The approved extra work out of whose price it is billed; null: the booked work.';

create function private.battery_credit(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(p.price), 0)::int from public.used_parts p
    where p.booking_id = battery_credit.booking and p.kind = 'battery_back'
  );
end;
$$;
revoke all on function private.battery_credit(uuid) from public, anon, authenticated, service_role;
comment on function private.battery_credit(uuid) is 'Rupees that a battery taken back takes off the bill.';

create function private.billed_parts(booking uuid, work uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(p.price), 0)::int from public.used_parts p
    where p.booking_id = billed_parts.booking and p.extra_work_id is not distinct from billed_parts.work
      and p.kind <> 'battery_back'
  );
end;
$$;
revoke all on function private.billed_parts(uuid, uuid) from public, anon, authenticated, service_role;
comment on function private.billed_parts(uuid, uuid) is
  'Rupees that parts are billed with out of the price of extra work, or of the booked work (null).';

create function private.part_words(part public.used_parts) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return concat_ws(', ', part.name, nullif(concat_ws(' ', part.make, part.grade), ''), part.part_number, case part.kind
    when 'battery_back' then 'taken back, Rs ' || part.price || ' off'
    else case when part.price = 0 then 'included' end
  end);
end;
$$;
revoke all on function private.part_words(public.used_parts) from public, anon, authenticated, service_role;
comment on function private.part_words(public.used_parts) is 'A used part as the invoice names it: name, make and grade, number.';

create function private.used_parts_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) - '{booking_id,used_by}'::text[] order by p.position), '[]')
    from public.used_parts p where p.booking_id = used_parts_of.booking
  );
end;
$$;
revoke all on function private.used_parts_of(uuid) from public, anon, authenticated, service_role;
comment on function private.used_parts_of(uuid) is 'What was used on a job, in the order in which it was written down.';

create function private.parse_used_part(entry jsonb, booking uuid) returns public.used_parts
language plpgsql stable set search_path = ''
as $$
declare
  p public.used_parts;
begin
  p.booking_id := parse_used_part.booking;
  p.kind := private.to_used_part_kind(entry ->> 'kind');
  p.name := private.clean_text(entry ->> 'name');
  p.make := private.clean_text(entry ->> 'make');
  p.part_number := upper(private.clean_text(entry ->> 'part_number'));
  p.grade := upper(private.clean_text(entry ->> 'grade'));
  p.hsn := private.strip_separators(entry ->> 'hsn');
  p.unit := private.to_part_unit(coalesce(entry ->> 'unit', 'piece'));
  p.quantity := case when entry ->> 'quantity' ~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' then (entry ->> 'quantity')::numeric end;
  p.price := private.to_int(coalesce(entry ->> 'price', '0'));
  p.extra_work_id := private.to_uuid(entry ->> 'extra_work_id');
  if p.kind is null then
    perform private.reject(422, 'part_kind');
  elsif p.name is null or char_length(p.name) not between 2 and 80 or char_length(p.make) > 40
    or char_length(p.part_number) > 40 or char_length(p.grade) > 20 or (p.grade is not null and p.kind <> 'oil')
  then
    perform private.reject(422, 'part_name');
  elsif p.make is null and p.kind in ('part', 'oil') then
    perform private.reject(422, 'part_make');
  elsif p.grade is null and p.kind = 'oil' then
    perform private.reject(422, 'part_grade');
  elsif p.hsn is null or p.hsn !~ '^[0-9]{4,8}$' or p.hsn ~ '^8708' then
    -- 8708 is for four-wheelers; parts of two-wheelers are 8714 10.
    perform private.reject(422, 'part_hsn');
  elsif p.quantity is null or p.quantity <= 0 or p.unit is null then
    perform private.reject(422, 'part_quantity');
  elsif p.price is null or p.price not between 0 and 100000 or (p.kind = 'battery_back' and p.price = 0) then
    perform private.reject(422, 'part_price', '{"left": null}');
  elsif (entry ->> 'extra_work_id' is not null or p.extra_work_id is not null) and (p.kind = 'battery_back' or not exists (
    select from public.extra_work e
    where e.id = p.extra_work_id and e.booking_id = p.booking_id and e.status = 'approved'
  )) then
    perform private.reject(422, 'part_work');
  end if;
  return p;
end;
$$;
revoke all on function private.parse_used_part(jsonb, uuid) from public, anon, authenticated, service_role;
comment on function private.parse_used_part(jsonb, uuid) is
  'One checked line of used_parts. Raises PT422 part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';

create function private.check_billed_parts(booking uuid, asked jsonb default null) returns void
language plpgsql stable set search_path = ''
as $$
declare
  over record;
begin
  select w.left_over into over
  from (
    select e.price - sum(p.price) as left_over
    from public.used_parts p join public.extra_work e on e.id = p.extra_work_id
    where p.booking_id = check_billed_parts.booking and p.kind <> 'battery_back' group by e.id
    union all
    select (
        select coalesce(sum(i.price), 0) from public.booking_items i
        where check_billed_parts.asked is null and i.booking_id = check_billed_parts.booking and i.package_type = 'primary'
      ) + (
        select coalesce(sum((l.entry ->> 'price')::int), 0)
        from jsonb_array_elements(check_billed_parts.asked) as l (entry) where l.entry ->> 'package_type' = 'primary'
      ) - sum(p.price)
    from public.used_parts p
    where p.booking_id = check_billed_parts.booking and p.extra_work_id is null and p.kind <> 'battery_back'
  ) w
  where w.left_over < 0 limit 1;
  if over is not null then
    perform private.reject(422, 'part_price', jsonb_build_object('left', over.left_over));
  end if;
end;
$$;
revoke all on function private.check_billed_parts(uuid, jsonb) from public, anon, authenticated, service_role;
comment on function private.check_billed_parts(uuid, jsonb) is
  'Raises PT422 part_price when parts are billed at more than the agreed price of their work: nothing is billed that was not agreed. asked: the lines of other work that would take the place of the booked work.';

create function private.write_used_part(part public.used_parts) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  last_position int := (
    select coalesce(max(p.position), 0) from public.used_parts p where p.booking_id = part.booking_id
  );
begin
  if last_position >= 40 then
    perform private.reject(422, 'parts');
  end if;
  insert into public.used_parts (
    booking_id, position, kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id, used_at, used_by
  ) values (
    part.booking_id, last_position + 1, part.kind, part.name, part.make, part.part_number, part.grade, part.hsn,
    part.quantity, part.unit, part.price, part.extra_work_id, private.now(), auth.uid()
  );
end;
$$;
revoke all on function private.write_used_part(public.used_parts) from public, anon, authenticated, service_role;
comment on function private.write_used_part(public.used_parts) is
  'Adds a checked part to the end of the list. Raises PT422 parts when the list is full.';

create function private.check_at_work(booking public.service_bookings) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready') then
    perform private.reject(409, 'not_at_work', jsonb_build_object('status', booking.status));
  end if;
end;
$$;
revoke all on function private.check_at_work(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.check_at_work(public.service_bookings) is
  'Raises PT409 not_at_work unless the bike is with the shop to be worked on.';

create function private.settle_used_parts(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.check_billed_parts(booking.id);
  if private.agreed_price(booking) < 0 then
    perform private.reject(422, 'part_price', '{"left": null}');
  elsif booking.status = 'ready' then
    perform private.check_oil(booking);
  end if;
  perform private.refund_overpayment(booking, 'overpaid');
  perform private.notify_followers(booking.id);
end;
$$;
revoke all on function private.settle_used_parts(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.settle_used_parts(public.service_bookings) is
  'After a change of the list: it is within what was agreed, the oil of a bike that is ready stays on it, and what is overpaid then is refunded. Raises PT409 oil_missing, PT422 part_price.';

create function private.mark_part(booking public.service_bookings, mark jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.check_at_work(booking);
  if mark -> 'off' is null then
    perform private.write_used_part(private.parse_used_part(mark -> 'part', booking.id));
  else
    -- The name too: another list may have been saved since, with another part in this place.
    delete from public.used_parts p
    where p.booking_id = booking.id and p.position = private.to_int(mark ->> 'off') and p.name = mark ->> 'name';
  end if;
  perform private.settle_used_parts(booking);
end;
$$;
revoke all on function private.mark_part(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.mark_part(public.service_bookings, jsonb) is
  'One part more ({part}), or one less ({off, name}: its position and name); nothing happens when it is off already. Raises PT409 not_at_work, oil_missing, PT422 parts, part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';

create function public.save_used_parts(booking uuid, parts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  entry jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(save_used_parts.booking, null);
  perform private.check_at_work(b);
  if parts is null or jsonb_typeof(parts) <> 'array' or jsonb_array_length(parts) > 40 then
    perform private.reject(422, 'parts');
  end if;
  delete from public.used_parts p where p.booking_id = b.id;
  for entry in select e from jsonb_array_elements(parts) as t (e) loop
    perform private.write_used_part(private.parse_used_part(entry, b.id));
  end loop;
  perform private.settle_used_parts(b);
  return private.booking_state(b) || jsonb_build_object('used_parts', private.used_parts_of(b.id));
end;
$$;
revoke all on function public.save_used_parts(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_used_parts(uuid, jsonb) to authenticated, service_role;
comment on function public.save_used_parts(uuid, jsonb) is
  'Staff of the floor and the desk write down what was used on a job, the whole list at once: [{kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id}]. Raises PT403, PT404, PT409 not_at_work, oil_missing, PT422 parts, part_kind, part_name, part_make, part_grade, part_hsn, part_quantity, part_price, part_work.';
