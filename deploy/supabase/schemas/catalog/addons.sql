-- Add-ons, their prices by class, and the packages that include them.

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
comment on column public.addons.sellable is 'False: never put in a cart. The mode pickup adds pickup-drop; express is not sold yet.';
comment on column public.addons.min_odometer_km is 'Not worth doing below this reading; create_booking rejects it when the reading is known.';

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

create view private.included_items as
select i.package_slug, i.addon_slug as item_id from public.package_addons_included i
union all
select service.slug, oil.slug
from public.packages service
join public.packages oil on oil.resets_service = 'oil'
where service.oil_included and service.resets_service = 'service';
revoke all on table private.included_items from public, anon, authenticated, service_role;
comment on view private.included_items is
  'What a package includes: its add-ons, and every oil change where new oil is part of the service. It is neither proposed nor booked beside that package.';
