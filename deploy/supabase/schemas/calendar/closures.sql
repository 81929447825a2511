-- Holidays and half days. Staff enter the festivals that move, once a year.

create table public.closures (
  date date primary key,
  closes_at time,
  reason text not null
    constraint closures_reason_words check (btrim(reason) <> '' and char_length(reason) <= 120)
);
alter table public.closures enable row level security;
revoke all on table public.closures from public, anon, authenticated, service_role;
grant select on table public.closures to anon, authenticated;
grant select, insert, update, delete on table public.closures to service_role;
grant insert, update, delete on table public.closures to authenticated;
create policy "anyone reads closures" on public.closures for select to anon, authenticated using (true);
create policy "owners and the desk add closures" on public.closures
  for insert to authenticated with check ((select public.has_duty('owner', 'desk')));
create policy "owners and the desk change closures" on public.closures
  for update to authenticated using ((select public.has_duty('owner', 'desk'))) with check ((select public.has_duty('owner', 'desk')));
create policy "owners and the desk delete closures" on public.closures
  for delete to authenticated using ((select public.has_duty('owner', 'desk')));
comment on table public.closures is
  'Holidays. closes_at null: closed all day; otherwise a half day that ends then. Owners and the desk write it. It stops new bookings only: existing ones stay until staff move or cancel them with the cause shop, at no cost.';
comment on column public.closures.reason is 'Customers read it where they choose a time.';

create function private.check_half_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  opens time := (select h.opens from public.business_hours h where h.weekday = extract(dow from new.date)::int);
begin
  if new.closes_at <= opens then
    perform private.reject(422, 'closes_at', jsonb_build_object('opens', to_char(opens, 'HH24:MI')));
  end if;
  return new;
end;
$$;
revoke all on function private.check_half_day() from public, anon, authenticated, service_role;
comment on function private.check_half_day() is
  'Trigger: a half day must end after the shop opens. Not a check constraint, because it reads business_hours. Raises PT422 closes_at.';
create trigger check_half_day before insert or update of date, closes_at on public.closures
  for each row execute function private.check_half_day();

create function private.add_working_days(from_date date, working_days int) returns date
language plpgsql stable set search_path = ''
as $$
declare
  result date := from_date;
  left_over int := working_days;
begin
  if not exists (select from public.business_hours) then
    return from_date + working_days;
  end if;
  while left_over > 0 loop
    result := result + 1;
    if exists (select from public.business_hours h where h.weekday = extract(dow from result)::int)
      and not exists (select from public.closures c where c.date = result and c.closes_at is null)
      or result > from_date + 60
    then
      left_over := left_over - 1;
    end if;
  end loop;
  return result;
end;
$$;
revoke all on function private.add_working_days(date, int) from public, anon, authenticated, service_role;
comment on function private.add_working_days(date, int) is 'The date a number of working days later; closed weekdays and full closures do not count.';
