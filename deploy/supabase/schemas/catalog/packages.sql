-- Packages, the primary item of a cart, and their prices by class: whole rupees, GST included.

create table public.packages (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  category_slug text not null references public.categories (slug),
  name text not null,
  short_name text not null,
  summary text not null default '',
  lead text not null default '',
  hint text,
  story_md text not null default '',
  minutes int not null check (minutes > 0),
  two_day boolean not null default false,
  checks int check (checks > 0),
  modes public.service_mode[] not null check (modes <> '{}'),
  drive public.package_drive not null default 'any',
  price_is_from boolean not null default false,
  next_day_only boolean not null default false,
  fee_adjusted boolean not null default false,
  season text,
  oil_included boolean not null default false,
  sort int not null,
  odometer_optional public.service_mode[] not null default '{}',
  resets_service public.service_reset,
  condition text
);
create index packages_category on public.packages (category_slug);
alter table public.packages enable row level security;
revoke all on table public.packages from public, anon, authenticated, service_role;
grant select on table public.packages to anon, authenticated;
grant select, insert, update, delete on table public.packages to service_role;
create policy "anyone reads packages" on public.packages for select to anon, authenticated using (true);
comment on table public.packages is 'The services one can book; a cart holds exactly one. Minutes are those of a bike up to 200 cc.';
comment on column public.packages.two_day is 'Takes only its arrival window and is ready two working days later.';
comment on column public.packages.checks is 'How many tickable lines the job card has, when the package is sold by that number.';
comment on column public.packages.price_is_from is 'The final price needs an inspection; pages must say so.';
comment on column public.packages.next_day_only is 'Never on the day of booking.';
comment on column public.packages.fee_adjusted is 'The fee is taken off the bill when the repair is done with us.';
comment on column public.packages.odometer_optional is 'Modes in which a bike is checked in without its odometer.';
comment on column public.packages.resets_service is 'Which interval the package starts anew; null: none, such as a wash.';
comment on column public.packages.condition is 'A trait of public.model_traits; the package is offered only for models that have it. Null: for all of its drive.';
comment on column public.packages.season is 'Months in which it is featured, as MM-MM.';

create table public.package_prices (
  package_slug text not null references public.packages (slug) on delete cascade,
  price_class text not null references public.price_classes (id),
  price int not null check (price > 0),
  primary key (package_slug, price_class)
);
alter table public.package_prices enable row level security;
revoke all on table public.package_prices from public, anon, authenticated, service_role;
grant select on table public.package_prices to anon, authenticated;
grant select, insert, update, delete on table public.package_prices to service_role;
create policy "anyone reads package prices" on public.package_prices for select to anon, authenticated using (true);
comment on table public.package_prices is 'Rupees with GST by engine class. No row: not offered for that class.';
