-- Opening hours and arrival windows. Weekdays count from Sunday = 0; times are clock times in Pune.

create table public.business_hours (
  weekday int primary key check (weekday between 0 and 6),
  opens time not null,
  closes time not null check (closes > opens)
);
alter table public.business_hours enable row level security;
revoke all on table public.business_hours from public, anon, authenticated, service_role;
grant select on table public.business_hours to anon, authenticated;
grant select, insert, update, delete on table public.business_hours to service_role;
create policy "anyone reads business hours" on public.business_hours for select to anon, authenticated using (true);
comment on table public.business_hours is 'Opening hours. No row for a weekday: closed.';

create table public.arrival_windows (
  weekday int not null references public.business_hours (weekday),
  starts time not null,
  ends time not null check (ends > starts),
  primary key (weekday, starts)
);
alter table public.arrival_windows enable row level security;
revoke all on table public.arrival_windows from public, anon, authenticated, service_role;
grant select on table public.arrival_windows to anon, authenticated;
grant select, insert, update, delete on table public.arrival_windows to service_role;
create policy "anyone reads arrival windows" on public.arrival_windows for select to anon, authenticated using (true);
comment on table public.arrival_windows is
  'The two-hour windows a customer chooses from. A long job takes the next windows of the same day; the lunch gap does not count.';
