-- What Realtime sends to every person of the shop: that there is a booking, and that one has changed. The row of the
-- booking itself goes only to those who may read all of it.

create table public.booking_signals (
  id uuid primary key references public.service_bookings (id) on delete cascade,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  booking_date date not null,
  booking_time time not null,
  vehicle_number text,
  estimated_price int,
  final_price int
);
create index booking_signals_created on public.booking_signals (created_at);
alter table public.booking_signals enable row level security;
revoke all on table public.booking_signals from public, anon, authenticated, service_role;
grant select on table public.booking_signals to authenticated;
create policy "staff hear of bookings" on public.booking_signals
  for select to authenticated using ((select public.my_duty()) is not null);
comment on table public.booking_signals is
  'One row per booking with what its alert says, whatever the duty of the one who is alerted. The facts are those of the alert; changed_at tells pages to read again.';

create function private.signal_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.booking_signals (
      id, created_at, changed_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
    ) values (
      new.id, new.created_at, pg_catalog.now(), new.booking_date, new.booking_time, new.vehicle_number,
      new.estimated_price, new.final_price
    );
  else
    update public.booking_signals s set changed_at = pg_catalog.now() where s.id = new.id;
  end if;
  return null;
end;
$$;
revoke all on function private.signal_booking() from public, anon, authenticated, service_role;
comment on function private.signal_booking() is 'Trigger: keeps booking_signals.';
create trigger signal_booking after insert or update on public.service_bookings
  for each row execute function private.signal_booking();

create function private.signal_job(booking uuid) returns void
language plpgsql volatile set search_path = ''
as $$ begin update public.booking_signals s set changed_at = pg_catalog.now() where s.id = signal_job.booking; end; $$;
revoke all on function private.signal_job(uuid) from public, anon, authenticated, service_role;
comment on function private.signal_job(uuid) is
  'Tells the pages of staff that a job has changed in a table of its own, such as its inspection. Customers are not told.';

create function private.signal_absence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.booking_signals s set changed_at = pg_catalog.now()
  where s.id = (select b.id from public.booking_signals b order by b.created_at desc limit 1);
  return null;
end;
$$;
revoke all on function private.signal_absence() from public, anon, authenticated, service_role;
comment on function private.signal_absence() is
  'Trigger: touches one signal, so that every open board and week reads again who is not here. Absences are not published: Realtime sends the key of a deleted row to everybody.';
-- For each row: a statement that changes none, as a stranger may send, signals nothing.
create trigger signal_absence after insert or delete on public.staff_absences
  for each row execute function private.signal_absence();

alter publication supabase_realtime add table public.booking_signals;
