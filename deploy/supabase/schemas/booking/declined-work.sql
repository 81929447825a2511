-- Extra work that was declined or put off: it stays with the bike and can be booked next time.

create table public.declined_work (
  id uuid primary key default gen_random_uuid(),
  extra_work_id uuid not null unique references public.extra_work (id) on delete cascade,
  vehicle_number text,
  model_id text not null references public.models (id),
  item_id text,
  name text not null,
  reason text not null,
  price int not null check (price > 0),
  minutes int not null check (minutes >= 0),
  answered_on date not null,
  booked_with uuid references public.service_bookings (id) on delete set null,
  answer public.extra_work_status not null check (answer in ('declined', 'later')),
  urgency public.work_urgency,
  ended_at timestamptz
);
create index declined_work_plate on public.declined_work (vehicle_number);
create index declined_work_model on public.declined_work (model_id);
create index declined_work_booked on public.declined_work (booked_with) where booked_with is not null;
alter table public.declined_work enable row level security;
revoke all on table public.declined_work from public, anon, authenticated, service_role;
grant select on table public.declined_work to authenticated;
grant select, insert, update, delete on table public.declined_work to service_role;
create policy "staff and the account of the booking read declined work" on public.declined_work
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman'))
    or exists (
      select from public.extra_work e join public.staff_bookings s on s.id = e.booking_id where e.id = extra_work_id
    )
    or exists (
      select from public.extra_work e join public.service_bookings b on b.id = e.booking_id
      where e.id = extra_work_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.declined_work is
  'Work that was found and not done: the customer said no or later. It belongs to the bike: by its plate, or by model in the account of the booking. It is offered when that bike is booked again.';
comment on column public.declined_work.price is 'What it would have cost then, in rupees. An item of the catalog is booked at its price of that day.';
comment on column public.declined_work.ended_at is 'Since when it is offered no more: the customer, or staff for them, said so, a later visit did it, or it was declined again.';
comment on column public.declined_work.booked_with is 'The later booking that does it, which counts while that booking is live.';

create function private.is_of_bike(work public.declined_work, booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when work.vehicle_number is not null and booking.vehicle_number is not null
      then work.vehicle_number = booking.vehicle_number
    else work.model_id = booking.model_id and exists (
      select from public.extra_work e join public.service_bookings b on b.id = e.booking_id
      where e.id = work.extra_work_id and (b.id = booking.id or b.user_id = booking.user_id)
    )
  end;
end;
$$;
revoke all on function private.is_of_bike(public.declined_work, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.is_of_bike(public.declined_work, public.service_bookings) is
  'Whether declined work belongs to the bike of a booking: by the plate, else by model and account.';

create function private.is_same_work(work public.declined_work, item text, name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select work.item_id is not distinct from is_same_work.item and case
      when is_same_work.item is null then lower(work.name) = lower(is_same_work.name)
      when private.is_per_place(is_same_work.item)
        then split_part(work.name, ': ', 1) = split_part(is_same_work.name, ': ', 1)
      else true
    end
  );
end;
$$;
revoke all on function private.is_same_work(public.declined_work, text, text) from public, anon, authenticated, service_role;
comment on function private.is_same_work(public.declined_work, text, text) is
  'Whether declined work is a line of that item and name: the same item, at the same place where it is priced by place; without an item, in the same words.';

create function private.end_done_work(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  with open as (
    select d.*, count(*) over (partition by d.item_id) as places from public.declined_work d
    where (d.vehicle_number = booking.vehicle_number or d.model_id = booking.model_id) and d.ended_at is null
      and private.is_of_bike(d, booking) and not private.is_live_booking(d.booked_with)
  )
  update public.declined_work d set ended_at = private.now()
  from open where open.id = d.id and (
    exists (
      select from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved' and private.is_same_work(d, e.item_id, e.name)
    )
    or exists (
      select from public.booking_items i
      where i.booking_id = booking.id and (
        private.is_same_work(d, nullif(i.item_id, 'declined-work'), i.name)
        -- A service of one place does not say which: it is that of the only finding.
        or (i.item_id = d.item_id and i.package_type = 'primary' and open.places = 1)
      )
    )
    or private.included_in(booking.id, d.item_id) is not null
  );
end;
$$;
revoke all on function private.end_done_work(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.end_done_work(public.service_bookings) is
  'Ends the declined work of a bike that a completed booking has done: booked, included in what was booked, or found again and approved.';

create function private.keep_declined_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status not in ('declined', 'later') then
    delete from public.declined_work d where d.extra_work_id = new.id;
    return null;
  end if;
  insert into public.declined_work (
    extra_work_id, vehicle_number, model_id, item_id, name, reason, price, minutes, urgency, answer, answered_on
  )
  select
    new.id, b.vehicle_number, b.model_id, new.item_id, new.name, new.reason, new.price, new.minutes, new.urgency,
    new.status, (new.decided_at at time zone 'Asia/Kolkata')::date
  from public.service_bookings b where b.id = new.booking_id
  on conflict (extra_work_id) do update set
    answer = excluded.answer, answered_on = excluded.answered_on, price = excluded.price, reason = excluded.reason,
    -- Answered anew, it is offered again.
    ended_at = null;
  -- What is declined again is offered once, as it was found last.
  update public.declined_work d set ended_at = private.now()
  from public.service_bookings b
  where b.id = new.booking_id and d.extra_work_id <> new.id and d.ended_at is null
    and (d.vehicle_number = b.vehicle_number or d.model_id = b.model_id) and private.is_of_bike(d, b)
    and private.is_same_work(d, new.item_id, new.name) and not private.is_live_booking(d.booked_with);
  return null;
end;
$$;
revoke all on function private.keep_declined_work() from public, anon, authenticated, service_role;
comment on function private.keep_declined_work() is
  'Trigger: keeps a line that was answered with no or later, in place of the same work declined earlier, and forgets it when the answer is taken back.';
create trigger keep_declined_work after insert or update of status, price on public.extra_work
  for each row execute function private.keep_declined_work();
