-- What we sell: categories, packages (the primary item of a cart), their prices by engine class, and add-ons.
-- Money is whole rupees, GST included.

create table public.categories (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  title text not null,
  summary text not null default '',
  intro_md text not null default '',
  fixed_page text check (fixed_page ~ '^/services/[a-z-]+$'),
  sort int not null
);
alter table public.categories enable row level security;
revoke all on table public.categories from public, anon, authenticated, service_role;
grant select on table public.categories to anon, authenticated;
grant select, insert, update, delete on table public.categories to service_role;
create policy "anyone reads categories" on public.categories for select to anon, authenticated using (true);
comment on table public.categories is 'Groups of packages; fixed_page is the page that fronts the group, when it has one.';

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
  modes text[] not null check (modes <@ array['doorstep', 'pickup', 'workshop'] and modes <> '{}'),
  drive text not null default 'any' check (drive in ('any', 'chain', 'belt_cvt')),
  price_is_from boolean not null default false,
  next_day_only boolean not null default false,
  fee_adjusted boolean not null default false,
  season text,
  oil_included boolean not null default false,
  sort int not null
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

create table public.addons (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  summary text not null default '',
  minutes int not null check (minutes >= 0),
  condition text,
  max_quantity int not null default 1 check (max_quantity >= 1),
  sellable boolean not null default true,
  min_odometer_km int,
  sort int not null
);
alter table public.addons enable row level security;
revoke all on table public.addons from public, anon, authenticated, service_role;
grant select on table public.addons to anon, authenticated;
grant select, insert, update, delete on table public.addons to service_role;
create policy "anyone reads add-ons" on public.addons for select to anon, authenticated using (true);
comment on table public.addons is 'Small extras beside the package.';
comment on column public.addons.condition is 'A trait of public.model_traits that the bike must have; null: fits every bike.';
comment on column public.addons.sellable is 'False: never put in a cart. Pickup & drop is a line the mode brings; express is not sold yet.';
comment on column public.addons.min_odometer_km is 'Not worth doing below this reading; create_booking refuses it when the reading is known.';

create table public.addon_prices (
  addon_slug text not null references public.addons (slug) on delete cascade,
  price_class text not null references public.price_classes (id),
  price int not null check (price >= 0),
  primary key (addon_slug, price_class)
);
alter table public.addon_prices enable row level security;
revoke all on table public.addon_prices from public, anon, authenticated, service_role;
grant select on table public.addon_prices to anon, authenticated;
grant select, insert, update, delete on table public.addon_prices to service_role;
create policy "anyone reads add-on prices" on public.addon_prices for select to anon, authenticated using (true);
comment on table public.addon_prices is 'Rupees with GST by engine class. No row: not offered for that class.';

create table public.package_addons_included (
  package_slug text not null references public.packages (slug) on delete cascade,
  addon_slug text not null references public.addons (slug) on delete cascade,
  primary key (package_slug, addon_slug)
);
create index package_addons_included_addon on public.package_addons_included (addon_slug);
alter table public.package_addons_included enable row level security;
revoke all on table public.package_addons_included from public, anon, authenticated, service_role;
grant select on table public.package_addons_included to anon, authenticated;
grant select, insert, update, delete on table public.package_addons_included to service_role;
create policy "anyone reads included add-ons" on public.package_addons_included
  for select to anon, authenticated using (true);
comment on table public.package_addons_included is 'Work a package already contains, so we never sell it twice.';

create table public.package_items (
  package_slug text not null references public.packages (slug) on delete cascade,
  kind text not null check (kind in ('included', 'excluded')),
  group_name text not null default '',
  label text not null,
  hint text,
  applies text,
  addon_slug text references public.addons (slug),
  see_package text,
  position int not null,
  primary key (package_slug, kind, position)
);
create index package_items_addon on public.package_items (addon_slug);
alter table public.package_items enable row level security;
revoke all on table public.package_items from public, anon, authenticated, service_role;
grant select on table public.package_items to anon, authenticated;
grant select, insert, update, delete on table public.package_items to service_role;
create policy "anyone reads job-card lines" on public.package_items for select to anon, authenticated using (true);
comment on table public.package_items is 'The printed job card: one tickable line a row, and what the price does not cover.';
comment on column public.package_items.applies is 'A trait of public.model_traits; the line is printed only for bikes that have it. Null: for all.';
comment on column public.package_items.addon_slug is 'An excluded part that can be added, with its price.';
comment on column public.package_items.see_package is
  'The slug of a package that does the excluded job. No foreign key: a second one to packages would make embedding ambiguous.';
