-- Price classes, by engine size.

create table public.price_classes (
  id text primary key check (id ~ '^C[1-5]$'),
  label text not null,
  min_cc int not null,
  max_cc int,
  extra_minutes int not null check (extra_minutes >= 0)
);
alter table public.price_classes enable row level security;
revoke all on table public.price_classes from public, anon, authenticated, service_role;
grant select on table public.price_classes to anon, authenticated;
grant select, insert, update, delete on table public.price_classes to service_role;
create policy "anyone reads price classes" on public.price_classes for select to anon, authenticated using (true);
comment on table public.price_classes is 'Prices follow engine size: C1 up to 125 cc … C5 above 500 cc. Bigger engines take extra_minutes more.';
