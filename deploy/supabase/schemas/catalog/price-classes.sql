-- Price classes, by engine size.

create table public.price_classes (
  id text primary key check (id ~ '^C[1-5]$'),
  min_cc int not null default 0,
  max_cc int unique nulls not distinct,
  extra_minutes int not null check (extra_minutes >= 0)
);
alter table public.price_classes enable row level security;
revoke all on table public.price_classes from public, anon, authenticated, service_role;
grant select on table public.price_classes to anon, authenticated;
grant select, insert, update, delete on table public.price_classes to service_role;
create policy "anyone reads price classes" on public.price_classes for select to anon, authenticated using (true);
comment on table public.price_classes is
  'Prices follow engine size: C1 is for the smallest engines, C5 for the biggest. Bigger engines take extra_minutes more.';
comment on column public.price_classes.max_cc is
  'The biggest engine of the class; null: no limit. Models change their class with it.';
comment on column public.price_classes.min_cc is 'Follows from max_cc of the class below.';
