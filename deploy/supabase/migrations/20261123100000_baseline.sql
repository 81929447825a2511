-- Generated from the schema files of deploy/supabase/schemas; read and edit those. A database with the migrations that
-- this file replaces, and with a schema of this hash (schemaHash of read-schema.ts), adopts it without running it.
-- replaces 20261120000100 20261120000200 20261120000300 20261120000400 20261120000500 20261120000600
-- replaces 20261120000700 20261120000800 20261120000900 20261120001000 20261120001100 20261120001200
-- replaces 20261120001300 20261120001400 20261120001500 20261120001600 20261121000050 20261121000100
-- replaces 20261122000100 20261122000200 20261122000300 20261122000400 20261122000500 20261122000600
-- replaces 20261122000700 20261122000800 20261122000900 20261122000910 20261122001000 20261122001100
-- replaces 20261122001150 20261122001200 20261122001300 20261122001400 20261122001500 20261122001600
-- replaces 20261122001700 20261122001800 20261122001810 20261122001900 20261122002000 20261122002100
-- replaces 20261122002200 20261122002300 20261123000100
-- schema 00f6a58320c81cc7a7efdd941d5e9c1b51a0fe859ccf0b8f0924ef8e2b96e098

-- A function may call one that is created further below.
set check_function_bodies = off;

-- schemas/foundation/schemas.sql

-- The schemas and the extension that every later file needs. The API exposes only public.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
grant usage on schema public to anon, authenticated, service_role;
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
comment on schema private is 'Helpers and secrets of the booking functions. Not exposed by the API; no API role may use it.';
create schema guard;
revoke all on schema guard from public;
grant usage on schema guard to anon, authenticated, service_role;
comment on schema guard is 'What PostgREST calls by itself before each request. No request can name it: only public is exposed.';

-- schemas/foundation/settings.sql

-- Settings and keys of one database. No API role reads them.

create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
revoke all on table private.settings from public, anon, authenticated, service_role;
comment on table private.settings is
  'Switches that only the database owner may set: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), address_header and site_key (where calls are counted by address), holidays_added, seed_version.';

create table private.keys (
  name text primary key,
  secret bytea not null
);
alter table private.keys enable row level security;
revoke all on table private.keys from public, anon, authenticated, service_role;
comment on table private.keys is 'Random keys drawn once per database; manage_token signs the guests'' manage tokens.';

insert into private.keys (name, secret) values ('manage_token', extensions.gen_random_bytes(32));

-- schemas/foundation/clock.sql

-- The clock of the shop. Almost every rule asks it, some of them a dozen times in one call, so it is PL/pgSQL: a
-- function in SQL with a search_path of its own is planned again in each query that calls it, a function in PL/pgSQL
-- once for each connection. The same reason holds for most small functions of these files.

create function private.now() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(pg_catalog.current_setting('twostroke.now', true), '') <> ''
    and exists (select from private.settings where name = 'clock_override' and value = 'on')
  then
    return pg_catalog.current_setting('twostroke.now')::timestamptz;
  end if;
  return pg_catalog.now();
end;
$$;
revoke all on function private.now() from public, anon, authenticated, service_role;
comment on function private.now() is
  'The instant every rule reckons with. Tests may set twostroke.now, but it counts only while the owner of the database keeps private.settings.clock_override on, so no API role can move the clock.';

create function private.today() returns date
language plpgsql stable set search_path = ''
as $$ begin return (private.now() at time zone 'Asia/Kolkata')::date; end; $$;
revoke all on function private.today() from public, anon, authenticated, service_role;
comment on function private.today() is 'The date in Pune at private.now().';

create function private.instant(day date, local_time time) returns timestamptz
language sql immutable set search_path = ''
as $$ select (day + local_time) at time zone 'Asia/Kolkata'; $$;
revoke all on function private.instant(date, time) from public, anon, authenticated, service_role;
comment on function private.instant(date, time) is 'The instant of a clock time in Pune.';

create function private.hhmm(local_time time) returns text
language sql stable set search_path = ''
as $$ select pg_catalog.to_char(local_time, 'HH24:MI'); $$;
revoke all on function private.hhmm(time) from public, anon, authenticated, service_role;
comment on function private.hhmm(time) is 'A clock time as HH:MM, the form all functions answer with.';

-- schemas/foundation/errors.sql

-- Domain errors.

create function private.fail(status int, code text, message text, details text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if fail.details is null then
    raise exception using errcode = 'PT' || status, message = fail.message, hint = fail.code;
  end if;
  raise exception using errcode = 'PT' || status, message = fail.message, hint = fail.code, detail = fail.details;
end;
$$;
revoke all on function private.fail(int, text, text, text) from public, anon, authenticated, service_role;
comment on function private.fail(int, text, text, text) is
  'Raises a domain error: HTTP status, machine code (as hint), a plain sentence for people and optional JSON details.';

create function private.too_many(code text, message text, until timestamptz) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.fail(429, code, message, jsonb_build_object(
    'retry_after', greatest(1, ceil(extract(epoch from until - private.now())))::int
  )::text);
end;
$$;
revoke all on function private.too_many(text, text, timestamptz) from public, anon, authenticated, service_role;
comment on function private.too_many(text, text, timestamptz) is
  'Refuses with PT429 and, in the details, the seconds until it would be granted.';

-- schemas/foundation/read-input.sql

-- Conversions of typed input. Each function returns the value, or null when the input is wrong; the caller words the
-- error. The browser runs the same checks as a courtesy.

create function private.squeeze(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return nullif(btrim(regexp_replace(normalize(value, nfkc), '\s+', ' ', 'g')), ''); end; $$;
revoke all on function private.squeeze(text) from public, anon, authenticated, service_role;
comment on function private.squeeze(text) is 'Trimmed, NFKC, single spaces; null when nothing is left.';

create function private.bare(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g'); end; $$;
revoke all on function private.bare(text) from public, anon, authenticated, service_role;
comment on function private.bare(text) is 'NFKC without spaces and hyphens.';

create function private.to_int(value text) returns int
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~ '^-?[0-9]{1,9}$' then value::int end;
end;
$$;
revoke all on function private.to_int(text) from public, anon, authenticated, service_role;
comment on function private.to_int(text) is 'A whole number of at most nine figures, or null.';

create function private.to_uuid(value text) returns uuid
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then value::uuid end;
end;
$$;
revoke all on function private.to_uuid(text) from public, anon, authenticated, service_role;
comment on function private.to_uuid(text) is 'A UUID, or null.';

create function private.to_date(value text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if value ~ '^\d{4}-\d{2}-\d{2}$' then
    return value::date;
  end if;
  return null;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end;
$$;
revoke all on function private.to_date(text) from public, anon, authenticated, service_role;
comment on function private.to_date(text) is 'A date written YYYY-MM-DD, or null.';

create function private.to_time(value text) returns time
language plpgsql immutable set search_path = ''
as $$
begin
  return case when value ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$' then value::time end;
end;
$$;
revoke all on function private.to_time(text) from public, anon, authenticated, service_role;
comment on function private.to_time(text) is 'A clock time written HH:MM, or null.';

-- schemas/people/user-roles.sql

-- Who is an admin. Policies and functions ask is_admin().

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated, service_role;
grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;
create policy "a user reads his own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
comment on table public.user_roles is 'Roles. Nobody writes here through the API; make-admin does it as the owner of the database.';

create function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin');
end;
$$;
revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to authenticated, service_role;
comment on function public.is_admin() is 'True when the signed-in user has the role admin. Policies call it once per statement.';

-- schemas/people/clean-contacts.sql

-- Phone numbers, names and e-mail addresses in one form, or null when they are wrong.

create function private.clean_phone(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return '+91' || (regexp_match(
    regexp_replace(normalize(value, nfkc), '[\s().-]', '', 'g'), '^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$'
  ))[1];
end;
$$;
revoke all on function private.clean_phone(text) from public, anon, authenticated, service_role;
comment on function private.clean_phone(text) is 'An Indian mobile number as +91XXXXXXXXXX, or null.';

-- ICU knows letters, digits and signs of every script, whatever the locale of the database, but has no class of marks:
-- the ranges are those of \p{M}, joined over letters, digits and signs.
create function private.clean_name(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name text collate "und-x-icu" := private.squeeze(value);
  letters text := '[:alpha:]\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3'
    '\u07fd\u0816-\u085b\u0897-\u09e3\u09fe-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0d4d\u0d57\u0d62\u0d63'
    '\u0d81-\u0e3a\u0e47-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39-\u0fbc\u0fc6\u102b-\u109d\u135d-\u135f\u1712-\u17d3\u17dd'
    '\u180b-\u193b\u1a17-\u1b44\u1b6b-\u1b73\u1b80-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099\u309a'
    '\ua66f-\ua69f\ua6f0\ua6f1\ua802-\ua827\ua82c\ua880-\uaa4d\uaa7b-\uaaf6\uabe3-\uabed\ufb1e\ufe00-\ufe2f'
    '\U00011000-\U00011f5a\U0001e000-\U0001e94a';
begin
  return case
    when char_length(name) between 2 and 60
      and name ~ ('^[' || letters || '][' || letters || ' .''’\u200c\u200d-]*$')
      and translate(name, ' .''’-' || U&'\200c\200d', '') !~ '[[:digit:][:punct:]]|[^[:graph:]]'
    then name
  end;
end;
$$;
revoke all on function private.clean_name(text) from public, anon, authenticated, service_role;
comment on function private.clean_name(text) is
  'A person''s name of 2 to 60 characters in any script, or null: a letter or mark, then letters, marks, spaces and . '' ’ -, and the joiners of Indian scripts. The same rule as shared/domain/person-name.ts.';

create function private.clean_email(value text) returns text
language sql immutable strict set search_path = ''
as $$
  select email
  from (select btrim(value)) as trimmed (email)
  where char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$';
$$;
revoke all on function private.clean_email(text) from public, anon, authenticated, service_role;
comment on function private.clean_email(text) is 'An e-mail address with one @ and a dot in its domain, or null.';

-- schemas/catalog/brands.sql

-- Bike brands. Everyone reads the catalog; the seed and the owner of the database write it.

create table public.brands (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  positioning text not null default '',
  owners text not null default '',
  story_md text not null default '',
  sort int not null
);
alter table public.brands enable row level security;
revoke all on table public.brands from public, anon, authenticated, service_role;
grant select on table public.brands to anon, authenticated;
grant select, insert, update, delete on table public.brands to service_role;
create policy "anyone reads brands" on public.brands for select to anon, authenticated using (true);
comment on table public.brands is 'The makes we service: one page each at /brands/<slug>.';
comment on column public.brands.owners is 'Who rides them here, as a short phrase.';

-- schemas/catalog/price-classes.sql

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

-- schemas/catalog/models.sql

-- Bike models, with the facts that decide prices, add-ons and job cards.

create table public.models (
  id text primary key generated always as (brand_slug || '/' || slug) stored,
  brand_slug text not null references public.brands (slug),
  slug text not null check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  engine_cc numeric(6, 1) not null check (engine_cc between 50 and 3000),
  price_class text not null references public.price_classes (id) generated always as (
    case
      when engine_cc <= 125 then 'C1'
      when engine_cc <= 200 then 'C2'
      when engine_cc <= 350 then 'C3'
      when engine_cc <= 500 then 'C4'
      else 'C5'
    end
  ) stored not null,
  body text not null
    check (body in ('scooter', 'commuter', 'naked', 'sport', 'cruiser', 'adventure', 'roadster', 'moped')),
  drive text not null check (drive in ('chain', 'belt_cvt')),
  fuel text not null check (fuel in ('fi', 'carburettor')),
  cooling text not null check (cooling in ('air', 'oil', 'liquid')),
  front_brake text not null check (front_brake in ('disc', 'drum')),
  rear_brake text not null check (rear_brake in ('disc', 'drum')),
  oil_filter boolean not null,
  oil_litres numeric(3, 2) not null check (oil_litres > 0),
  interval_km int not null check (interval_km > 0),
  interval_months int not null check (interval_months > 0),
  note text,
  search_names text not null default '',
  sort int not null,
  unique (brand_slug, slug)
);
create index models_price_class on public.models (price_class);
alter table public.models enable row level security;
revoke all on table public.models from public, anon, authenticated, service_role;
grant select on table public.models to anon, authenticated;
grant select, insert, update, delete on table public.models to service_role;
create policy "anyone reads models" on public.models for select to anon, authenticated using (true);
comment on table public.models is 'The bikes we know. The id is the path of the page: royal-enfield/classic-350.';
comment on column public.models.price_class is 'Comes from the engine size, never from the brand.';
comment on column public.models.oil_filter is 'True when the engine takes a cartridge filter.';
comment on column public.models.search_names is 'Other spellings riders type, separated by commas.';
comment on column public.models.note is 'What differs by model year, as a sentence.';

create view public.model_traits with (security_invoker = true) as
select m.id as model_id, trait.name as trait
from public.models m
cross join lateral (
  values
    (m.drive),
    (m.fuel),
    (case when m.cooling = 'liquid' then 'liquid' else 'not_liquid' end),
    ('front_' || m.front_brake),
    ('rear_' || m.rear_brake),
    (case when 'disc' in (m.front_brake, m.rear_brake) then 'disc' else 'drum_only' end),
    (case when m.front_brake <> m.rear_brake then 'disc_and_drum' when m.front_brake = 'disc' then 'both_discs' end),
    (case when m.oil_filter then 'oil_filter' else 'no_oil_filter' end)
) as trait (name)
where trait.name is not null;
revoke all on table public.model_traits from public, anon, authenticated, service_role;
grant select on table public.model_traits to anon, authenticated, service_role;
comment on view public.model_traits is
  'The condition keys that hold for a model: chain | belt_cvt, fi | carburettor, liquid | not_liquid, front_disc | front_drum, rear_disc | rear_drum, disc | drum_only, both_discs | disc_and_drum | drum_only, oil_filter | no_oil_filter. Add-ons and job-card lines name one of them, or none.';

-- schemas/catalog/categories.sql

-- Categories of packages.

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

-- schemas/catalog/packages.sql

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

-- schemas/catalog/addons.sql

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

-- schemas/catalog/package-items.sql

-- The printed lines of a job card, by package.

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

-- schemas/catalog/model-offers.sql

-- The catalog for one bike: what is offered, at which price, for how long. Pages read these three views.

create view public.model_offers with (security_invoker = true) as
select
  m.id as model_id,
  m.brand_slug,
  m.slug as model_slug,
  p.slug as package_slug,
  p.category_slug,
  p.name,
  p.short_name,
  p.summary,
  price.price,
  p.minutes + class.extra_minutes as minutes,
  p.modes,
  p.price_is_from,
  p.two_day,
  p.next_day_only,
  p.fee_adjusted,
  p.oil_included,
  p.checks,
  p.sort
from public.models m
join public.price_classes class on class.id = m.price_class
join public.packages p on p.drive in ('any', m.drive)
join public.package_prices price on price.package_slug = p.slug and price.price_class = m.price_class;
revoke all on table public.model_offers from public, anon, authenticated, service_role;
grant select on table public.model_offers to anon, authenticated, service_role;
comment on view public.model_offers is
  'One row per package that is offered for a model: rupees with GST, minutes including the extra of its engine class.';

create view public.model_addons with (security_invoker = true) as
select
  m.id as model_id,
  a.slug as addon_slug,
  a.name,
  a.summary,
  price.price,
  a.minutes,
  a.max_quantity,
  array(
    select i.package_slug
    from public.package_addons_included i
    where i.addon_slug = a.slug
    order by i.package_slug
  ) as included_in,
  a.min_odometer_km,
  a.sort
from public.models m
join public.addon_prices price on price.price_class = m.price_class
join public.addons a on a.slug = price.addon_slug and a.sellable
where
  a.condition is null
  or exists (select from public.model_traits t where t.model_id = m.id and t.trait = a.condition);
revoke all on table public.model_addons from public, anon, authenticated, service_role;
grant select on table public.model_addons to anon, authenticated, service_role;
comment on view public.model_addons is
  'One row per add-on that fits a model. Do not offer it beside a package listed in included_in: it is part of that one.';

create view public.model_job_cards with (security_invoker = true) as
select
  m.id as model_id,
  i.package_slug,
  i.kind,
  i.group_name,
  i.label,
  i.hint,
  i.addon_slug,
  i.see_package,
  coalesce(addon_price.price, package_price.price) as price,
  i.position
from public.models m
join public.package_items i
  on i.applies is null
  or exists (select from public.model_traits t where t.model_id = m.id and t.trait = i.applies)
left join public.addon_prices addon_price
  on addon_price.addon_slug = i.addon_slug and addon_price.price_class = m.price_class
left join public.package_prices package_price
  on package_price.package_slug = i.see_package and package_price.price_class = m.price_class;
revoke all on table public.model_job_cards from public, anon, authenticated, service_role;
grant select on table public.model_job_cards to anon, authenticated, service_role;
comment on view public.model_job_cards is
  'The job card of a package with only the lines that fit the model; price is that of the add-on or package an excluded line points to. Filter by model_id and package_slug, order by position.';

-- schemas/catalog/areas.sql

-- Areas and the PIN codes they serve.

create table public.areas (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  also_known_as text,
  pin text not null check (pin ~ '^[1-9][0-9]{5}$'),
  lat numeric(6, 3) not null,
  lng numeric(6, 3) not null,
  colour text not null default '',
  story_md text not null default '',
  minutes_from_workshop int not null check (minutes_from_workshop >= 0),
  map_x int not null,
  map_y int not null,
  sort int not null
);
alter table public.areas enable row level security;
revoke all on table public.areas from public, anon, authenticated, service_role;
grant select on table public.areas to anon, authenticated;
grant select, insert, update, delete on table public.areas to service_role;
create policy "anyone reads areas" on public.areas for select to anon, authenticated using (true);
comment on table public.areas is 'The twelve areas we serve: one page each at /location/<slug>.';
comment on column public.areas.colour is 'One sentence about riding there.';
comment on column public.areas.map_x is 'Position on the sketch map, whose view box is 400 by 345.';
comment on column public.areas.lat is 'Approximate; for sorting by distance only.';

create table public.area_pins (
  pin text primary key check (pin ~ '^[1-9][0-9]{5}$'),
  area_slugs text[] not null check (area_slugs <> '{}')
);
alter table public.area_pins enable row level security;
revoke all on table public.area_pins from public, anon, authenticated, service_role;
grant select on table public.area_pins to anon, authenticated;
grant select, insert, update, delete on table public.area_pins to service_role;
create policy "anyone reads served PINs" on public.area_pins for select to anon, authenticated using (true);
comment on table public.area_pins is 'The PIN codes we come to, and the areas that use them. Any other PIN: leave a number.';

-- schemas/catalog/shop.sql

-- The shop: name, contacts, registration and settings, in one row.

create table public.shop (
  id int primary key default 1 check (id = 1),
  name text not null,
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  whatsapp text not null check (whatsapp ~ '^\+91[6-9][0-9]{9}$'),
  email text not null,
  address text not null,
  hours_text text not null,
  gstin text not null,
  workshop_area text not null references public.areas (slug),
  free_pickup_from int not null check (free_pickup_from >= 0),
  horizon_days int not null check (horizon_days between 1 and 90),
  is_demo boolean not null default true,
  -- The name before the @ may have 256 characters, one more than a regular expression counts to.
  upi_vpa text not null default 'demo@example' check (
    upi_vpa ~ '^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9]{1,63}$' and strpos(upi_vpa, '@') <= 257
  ),
  upi_name text not null default 'Twostroke' check (char_length(upi_name) between 2 and 50),
  payment_provider text check (payment_provider in ('local', 'razorpay')),
  legal_name text not null default 'Twostroke'
);
alter table public.shop enable row level security;
revoke all on table public.shop from public, anon, authenticated, service_role;
grant select on table public.shop to anon, authenticated;
grant select, insert, update, delete on table public.shop to service_role;
create policy "anyone reads the shop" on public.shop for select to anon, authenticated using (true);
comment on table public.shop is 'The shop itself, one row: what header, footer, invoices and rules read.';
comment on column public.shop.free_pickup_from is 'Pickup costs nothing when the package costs at least this many rupees.';
comment on column public.shop.horizon_days is 'Bookings reach from today to this many days ahead, both included.';
comment on column public.shop.is_demo is 'True while phone, address and GSTIN are invented.';
comment on column public.shop.payment_provider is
  'The gateway of online payments, which the backend writes down at its start; local is a demonstration. Null: nobody can pay online.';
comment on column public.shop.upi_vpa is 'Where UPI payments go, and upi_name whom the payer sees.';
comment on column public.shop.legal_name is 'The name under which the shop is registered for GST: the supplier on invoices.';

create function private.shop_phone() returns text
language sql stable set search_path = ''
as $$ select substr(phone, 4, 5) || ' ' || substr(phone, 9) from public.shop; $$;
revoke all on function private.shop_phone() from public, anon, authenticated, service_role;
comment on function private.shop_phone() is 'The shop''s number as people say it: 90000 00010.';

-- schemas/catalog/content.sql

-- Texts: questions and answers, blog posts, reviews.

create table public.faqs (
  id int primary key,
  topic text not null,
  question text not null,
  answer_md text not null,
  sort int not null,
  on_home boolean not null default false
);
alter table public.faqs enable row level security;
revoke all on table public.faqs from public, anon, authenticated, service_role;
grant select on table public.faqs to anon, authenticated;
grant select, insert, update, delete on table public.faqs to service_role;
create policy "anyone reads questions" on public.faqs for select to anon, authenticated using (true);
comment on table public.faqs is 'Questions and answers (Markdown), grouped by topic.';

create table public.posts (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,60}$'),
  title text not null,
  lead text not null,
  body_md text not null,
  author text not null,
  reading_minutes int not null check (reading_minutes > 0),
  updated_date date not null,
  package_slug text references public.packages (slug),
  sort int not null
);
create index posts_package on public.posts (package_slug);
alter table public.posts enable row level security;
revoke all on table public.posts from public, anon, authenticated, service_role;
grant select on table public.posts to anon, authenticated;
grant select, insert, update, delete on table public.posts to service_role;
create policy "anyone reads articles" on public.posts for select to anon, authenticated using (true);
comment on table public.posts is 'Blog articles (Markdown); package_slug is the one service an article leads to.';

create table public.reviews (
  id int primary key,
  name text not null,
  area_slug text not null references public.areas (slug),
  model_id text not null references public.models (id),
  stars int not null check (stars between 1 and 5),
  body text not null,
  is_sample boolean not null default true,
  created_date date not null
);
create index reviews_area on public.reviews (area_slug);
create index reviews_model on public.reviews (model_id);
alter table public.reviews enable row level security;
revoke all on table public.reviews from public, anon, authenticated, service_role;
grant select on table public.reviews to anon, authenticated;
grant select, insert, update, delete on table public.reviews to service_role;
create policy "anyone reads reviews" on public.reviews for select to anon, authenticated using (true);
comment on table public.reviews is 'What customers said. is_sample marks invented ones: pages label them, and they are never structured data.';

-- schemas/catalog/content-version.sql

-- Pages are rendered ahead of requests. content_version() tells when they must be rendered again: arrival windows are
-- shown on the contact and area pages, service modes in the booking form.

create function public.content_version() returns text
language sql stable set search_path = ''
as $$
  select md5(string_agg(part.hash, ' ' order by part.name))
  from (
    select 'brands' as name, md5(string_agg(t::text, '|' order by t.slug)) as hash from public.brands t
    union all select 'price_classes', md5(string_agg(t::text, '|' order by t::text)) from public.price_classes t
    union all select 'models', md5(string_agg(t::text, '|' order by t.id)) from public.models t
    union all select 'categories', md5(string_agg(t::text, '|' order by t.slug)) from public.categories t
    union all select 'packages', md5(string_agg(t::text, '|' order by t.slug)) from public.packages t
    union all select 'package_prices', md5(string_agg(t::text, '|' order by t::text)) from public.package_prices t
    union all select 'addons', md5(string_agg(t::text, '|' order by t.slug)) from public.addons t
    union all select 'addon_prices', md5(string_agg(t::text, '|' order by t::text)) from public.addon_prices t
    union all select 'package_addons_included', md5(string_agg(t::text, '|' order by t::text))
      from public.package_addons_included t
    union all select 'package_items', md5(string_agg(t::text, '|' order by t::text)) from public.package_items t
    union all select 'areas', md5(string_agg(t::text, '|' order by t.slug)) from public.areas t
    union all select 'area_pins', md5(string_agg(t::text, '|' order by t::text)) from public.area_pins t
    union all select 'shop', md5(string_agg(t::text, '|' order by t::text)) from public.shop t
    union all select 'business_hours', md5(string_agg(t::text, '|' order by t::text)) from public.business_hours t
    union all select 'arrival_windows', md5(string_agg(t::text, '|' order by t::text)) from public.arrival_windows t
    union all select 'service_modes', md5(string_agg(t::text, '|' order by t.mode)) from public.service_modes t
    union all select 'closures', md5(string_agg(t::text, '|' order by t::text)) from public.closures t
    union all select 'faqs', md5(string_agg(t::text, '|' order by t.id)) from public.faqs t
    union all select 'posts', md5(string_agg(t::text, '|' order by t.slug)) from public.posts t
    union all select 'reviews', md5(string_agg(t::text, '|' order by t.id)) from public.reviews t
  ) as part;
$$;
revoke all on function public.content_version() from public, anon, authenticated, service_role;
grant execute on function public.content_version() to anon, authenticated, service_role;
comment on function public.content_version() is
  'A name for the state of everything that public pages show (32 hex digits). Another name: render the pages anew. Reads as the caller.';

-- schemas/people/profiles.sql

-- The profile of an account: one row per user, written at sign-up and kept by its owner.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  phone text,
  area_slug text references public.areas (slug),
  address_line text,
  landmark text,
  haptics boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_area on public.profiles (area_slug);
alter table public.profiles enable row level security;
revoke all on table public.profiles from public, anon, authenticated, service_role;
grant select on table public.profiles to authenticated;
grant insert (user_id, full_name, phone, area_slug, address_line, landmark, haptics) on table public.profiles to authenticated;
grant update (user_id, full_name, phone, area_slug, address_line, landmark, haptics) on table public.profiles to authenticated;
grant select, insert, update, delete on table public.profiles to service_role;
create policy "a user reads his profile, an admin every one" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "a user adds his profile" on public.profiles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "a user changes his profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
comment on table public.profiles is 'What a signed-in user wants filled in next time.';

insert into public.profiles (user_id) select id from auth.users on conflict (user_id) do nothing;

create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.squeeze(new.full_name) is null then
    new.full_name := null;
  elsif private.clean_name(new.full_name) is null then
    perform private.fail(422, 'full_name', 'Enter your name');
  else
    new.full_name := private.clean_name(new.full_name);
  end if;
  if private.squeeze(new.phone) is null then
    new.phone := null;
  elsif private.clean_phone(new.phone) is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  else
    new.phone := private.clean_phone(new.phone);
  end if;
  new.address_line := private.squeeze(new.address_line);
  if char_length(new.address_line) not between 5 and 120 then
    perform private.fail(422, 'address_line', 'Enter house/flat and street');
  end if;
  new.landmark := private.squeeze(new.landmark);
  if char_length(new.landmark) > 80 then
    perform private.fail(422, 'landmark', 'Keep the landmark under 80 characters');
  end if;
  if new.area_slug is not null and not exists (select from public.areas a where a.slug = new.area_slug) then
    perform private.fail(422, 'area_slug', 'Choose your area');
  end if;
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.check_profile() from public, anon, authenticated, service_role;
comment on function private.check_profile() is 'Trigger: cleans a profile and refuses what is wrong with a plain sentence.';
create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

create function private.add_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, full_name, phone)
  values (
    new.id,
    private.clean_name(new.raw_user_meta_data ->> 'full_name'),
    coalesce(private.clean_phone(new.phone), private.clean_phone(new.raw_user_meta_data ->> 'phone'))
  )
  on conflict (user_id) do nothing;
  return new;
exception when others then
  raise warning 'no profile for the new user: %', sqlerrm;
  return new;
end;
$$;
revoke all on function private.add_profile() from public, anon, authenticated, service_role;
comment on function private.add_profile() is
  'Trigger on sign-up: copies full_name and phone into the profile. A wrong value is left out, an error is only a warning, so sign-up never fails here.';
create trigger add_profile after insert on auth.users
  for each row execute function private.add_profile();

-- schemas/people/callback-requests.sql

-- Call-back requests of visitors, for the staff to call.

create table public.callback_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('unlisted_bike', 'unserved_pin', 'message')),
  name text not null,
  phone text not null,
  bike text,
  pin text,
  message text,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index callback_requests_phone on public.callback_requests (phone, created_at);
create index callback_requests_open on public.callback_requests (created_at) where handled_at is null;
alter table public.callback_requests enable row level security;
revoke all on table public.callback_requests from public, anon, authenticated, service_role;
grant select on table public.callback_requests to authenticated;
grant update (handled_at) on table public.callback_requests to authenticated;
grant select, insert, update, delete on table public.callback_requests to service_role;
create policy "an admin reads call-back requests" on public.callback_requests
  for select to authenticated using ((select public.is_admin()));
create policy "an admin ticks off call-back requests" on public.callback_requests
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
comment on table public.callback_requests is
  'People to call: a bike we do not list, a PIN we do not serve yet, or a message. Written by request_callback.';

create function public.request_callback(kind text, name text, phone text, details jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.squeeze(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if request_callback.kind is null or request_callback.kind not in ('unlisted_bike', 'unserved_pin', 'message') then
    perform private.fail(422, 'kind', 'Tell us what it is about');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  elsif caller_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  elsif caller_phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif request_callback.kind = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.fail(422, 'bike', 'Enter the brand and model of your bike');
  elsif request_callback.kind = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.fail(422, 'pin', 'Enter a 6-digit PIN');
  elsif request_callback.kind = 'message' and message is null then
    perform private.fail(422, 'message', 'Write what we can do for you');
  elsif char_length(message) > 500 then
    perform private.fail(422, 'message', 'Keep the message to 500 characters');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  select (array_agg(r.created_at order by r.created_at desc))[private.most('callbacks_a_day')] + interval '1 day'
  into until from public.callback_requests r
  where r.phone = caller_phone and r.created_at > private.now() - interval '1 day';
  if until is not null then
    perform private.too_many(
      'too_many', 'We have your number and will call. For anything urgent: ' || private.shop_phone() || '.', until
    );
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    request_callback.kind, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
end;
$$;
revoke all on function public.request_callback(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_callback(text, text, text, jsonb) to anon, authenticated, service_role;
comment on function public.request_callback(text, text, text, jsonb) is
  'Leaves a number: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many, details.retry_after). Raises PT422 with the field.';

-- schemas/calendar/business-hours.sql

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

-- schemas/calendar/closures.sql

-- Holidays and half days. Admins enter the festivals that move, once a year.

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
create policy "an admin adds closures" on public.closures
  for insert to authenticated with check ((select public.is_admin()));
create policy "an admin changes closures" on public.closures
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin deletes closures" on public.closures
  for delete to authenticated using ((select public.is_admin()));
comment on table public.closures is
  'Holidays. closes_at null: closed all day; otherwise a half day that ends then. Admins keep it. It stops new bookings only: those that exist stay as they are until staff move or cancel them with the cause shop, at no cost.';
comment on column public.closures.reason is 'Customers read it where they choose a time.';

create function private.check_half_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  opens time := (select h.opens from public.business_hours h where h.weekday = extract(dow from new.date)::int);
begin
  if new.closes_at <= opens then
    perform private.fail(422, 'closes_at', 'We open at ' || to_char(opens, 'HH24:MI')
      || ' on this day: close later, or leave closes_at out to close all day.');
  end if;
  return new;
end;
$$;
revoke all on function private.check_half_day() from public, anon, authenticated, service_role;
comment on function private.check_half_day() is
  'Trigger: a half day begins before it ends. No check constraint, for it asks the hours of its weekday. Raises PT422 closes_at.';
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
comment on function private.add_working_days(date, int) is
  'The date a number of working days later; closed weekdays and full closures do not count.';

-- schemas/calendar/capacities.sql

-- Service modes, and how many bookings each arrival window takes in each of them.

create table public.service_modes (
  mode text primary key check (mode in ('doorstep', 'pickup', 'workshop')),
  label text not null,
  lead_minutes int not null check (lead_minutes >= 0),
  buffer_minutes int not null check (buffer_minutes >= 0),
  same_day_until time not null,
  sort int not null
);
alter table public.service_modes enable row level security;
revoke all on table public.service_modes from public, anon, authenticated, service_role;
grant select on table public.service_modes to anon, authenticated;
grant select, insert, update, delete on table public.service_modes to service_role;
create policy "anyone reads service modes" on public.service_modes for select to anon, authenticated using (true);
comment on table public.service_modes is 'Where the work is done, how early one must book, and what each visit costs in minutes beside the work.';
comment on column public.service_modes.same_day_until is 'From this clock time on nothing more is taken for the same day.';

create table public.capacities (
  id int generated by default as identity primary key,
  mode text not null references public.service_modes (mode),
  weekday int check (weekday between 0 and 6),
  window_start time,
  -- Each booking goes through the seats of its window one by one.
  places int not null check (places >= 0) constraint capacities_places_most check (places <= 1000),
  unique nulls not distinct (mode, weekday, window_start)
);
alter table public.capacities enable row level security;
revoke all on table public.capacities from public, anon, authenticated, service_role;
revoke all on sequence public.capacities_id_seq from public, anon, authenticated, service_role;
grant select on table public.capacities to anon, authenticated;
grant select, insert, update, delete on table public.capacities to service_role;
grant usage, select on sequence public.capacities_id_seq to service_role;
-- Only the number: a row that changes its mode, weekday or window would leave others without places.
grant update (places) on table public.capacities to authenticated;
create policy "anyone reads capacities" on public.capacities for select to anon, authenticated using (true);
create policy "an admin changes places" on public.capacities
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
comment on table public.capacities is
  'Places per window. A row with weekday or window_start is an exception and wins over the general row of its mode; both beats weekday, weekday beats window.';
comment on column public.capacities.places is
  'Admins change it. Fewer than are taken: nobody loses a place, and none is free until enough are given back.';

create function private.capacity(mode text, weekday int, window_start time) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select c.places from public.capacities c
    where c.mode = capacity.mode
      and (c.weekday is null or c.weekday = capacity.weekday)
      and (c.window_start is null or c.window_start = capacity.window_start)
    order by c.weekday is null, c.window_start is null
    limit 1
  ), 0);
end;
$$;
revoke all on function private.capacity(text, int, time) from public, anon, authenticated, service_role;
comment on function private.capacity(text, int, time) is 'Places of a window: the most particular row of capacities.';

-- schemas/calendar/weather-days.sql

-- Weather mode: on such a day no doorstep visit is offered; pickup and workshop go on.

create table public.weather_days (
  date date primary key,
  note text not null check (char_length(note) between 3 and 120),
  set_by uuid references auth.users (id) on delete set null,
  set_at timestamptz not null default now()
);
create index weather_days_set_by on public.weather_days (set_by);
alter table public.weather_days enable row level security;
revoke all on table public.weather_days from public, anon, authenticated, service_role;
grant select (date, note) on table public.weather_days to anon, authenticated;
grant select, insert, update, delete on table public.weather_days to service_role;
create policy "anyone reads weather days" on public.weather_days for select to anon, authenticated using (true);
comment on table public.weather_days is
  'Days in weather mode: nobody works at the gate. Who has booked that moves to pickup or another day, or cancels, free of charge. Written by set_weather_mode.';

create function private.weather_words() returns text
language sql immutable set search_path = ''
as $$ select 'Heavy rain: no work at the gate'; $$;
revoke all on function private.weather_words() from public, anon, authenticated, service_role;
comment on function private.weather_words() is 'What customers read of a day in weather mode when staff say nothing else.';

create function public.set_weather_mode(day date, enabled boolean, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words text := coalesce(private.squeeze(set_weather_mode.note), private.weather_words());
  told int;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change the calendar.');
  elsif day is null or day < private.today() then
    perform private.fail(422, 'day', 'Choose today or a day to come');
  elsif char_length(words) not between 3 and 120 then
    perform private.fail(422, 'note', 'Say it in 3 to 120 characters: customers read it');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    told := private.tell_of_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into told
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', told
  );
end;
$$;
revoke all on function public.set_weather_mode(date, boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.set_weather_mode(date, boolean, text) to authenticated, service_role;
comment on function public.set_weather_mode(date, boolean, text) is
  'Admins switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners may move or cancel them free of charge, and are told so. told: how many bookings get a message now; switched off, how many that still stand had got it, for nobody tells them that we come after all. Raises PT403 forbidden, PT422 (day, note).';

-- schemas/calendar/slots.sql

-- Free times. slots() holds every rule about when a job can start: list_slots shows it, check_slot enforces it.
-- list_slots and create_booking call these functions often, so they are PL/pgSQL (see foundation/clock.sql).

create function private.windows_needed(minutes int, mode text, two_day boolean) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if two_day then
    return (select 1 from public.service_modes m where m.mode = windows_needed.mode);
  end if;
  return (
    select ceil((windows_needed.minutes + m.buffer_minutes) / 120.0)::int
    from public.service_modes m where m.mode = windows_needed.mode
  );
end;
$$;
revoke all on function private.windows_needed(int, text, boolean) from public, anon, authenticated, service_role;
comment on function private.windows_needed(int, text, boolean) is
  'How many consecutive two-hour windows a job needs with its buffer. A two-day job takes only its arrival window.';

create function private.horizon() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (select private.today() + s.horizon_days from public.shop s);
end;
$$;
revoke all on function private.horizon() from public, anon, authenticated, service_role;
comment on function private.horizon() is 'The last day that can be booked.';

create function private.slots(
  mode text, from_date date, to_date date, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
)
returns table (day date, starts time, ends time, places int, free int, why text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with clock as materialized (
    select
      wall.at as wall,
      now.at,
      (now.at at time zone 'Asia/Kolkata')::date as today,
      m.lead_minutes * interval '1 minute' as lead,
      (now.at at time zone 'Asia/Kolkata')::time >= m.same_day_until as too_late_today
    from public.service_modes m, private.now() as wall (at), coalesce(slots.as_of, wall.at) as now (at)
    where m.mode = slots.mode
  ),
  week as materialized (
    select w.weekday, w.starts, w.ends, h.closes, private.capacity(slots.mode, w.weekday, w.starts) as places
    from public.arrival_windows w
    join public.business_hours h on h.weekday = w.weekday and w.starts >= h.opens
    -- A single day, as in create_booking, needs its own windows only.
    where slots.to_date > slots.from_date or w.weekday = extract(dow from slots.from_date)::int
  ),
  -- Materialized: what is taken is asked for in two columns, and would be counted for each.
  arrivals as materialized (
    select
      d.day::date as day,
      w.starts,
      w.ends,
      w.places,
      case
        when c.date is null then w.closes
        when c.closes_at is not null then least(w.closes, c.closes_at)
      end as closing,
      slots.mode = 'doorstep' and rain.date is not null as rained_off,
      (
        select count(*)::int from public.booking_places p
        where p.booking_date = d.day::date and p.window_start = w.starts and p.mode = slots.mode
          and (p.held_until is null or p.held_until > clock.wall)
          and coalesce(p.hold_id, p.booking_id) is distinct from slots.own
      ) as taken
    from generate_series(slots.from_date, slots.to_date, interval '1 day') as d (day)
    cross join clock
    join week w on w.weekday = extract(dow from d.day)::int
    left join public.closures c on c.date = d.day::date
    left join public.weather_days rain on rain.date = d.day::date
  ),
  runs as (
    select
      a.*,
      count(*) over run as run_length,
      max(a.ends) over run as run_end,
      min(a.places) over run as run_places,
      min(greatest(a.places - a.taken, 0)) over run as run_free
    from arrivals a
    window run as (partition by a.day order by a.starts rows between current row and slots.windows - 1 following)
  ),
  judged as (
    select
      r.day, r.starts, r.ends,
      case when slots.mode = 'pickup' then r.places else r.run_places end as places,
      case when slots.mode = 'pickup' then greatest(r.places - r.taken, 0) else r.run_free end as free,
      case
        when r.closing is null or r.ends > r.closing then 'closed'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' <= clock.at then 'past'
        when r.rained_off then 'weather'
        when (r.day + r.starts) at time zone 'Asia/Kolkata' < clock.at + clock.lead then 'too_soon'
        when r.day = clock.today and (slots.next_day or clock.too_late_today) then 'too_soon'
        when r.run_length < slots.windows or r.run_end > r.closing then 'too_long'
      end as why
    from runs r cross join clock
  )
  select
    j.day, j.starts, j.ends, j.places,
    case when j.why is null then j.free else 0 end,
    coalesce(j.why, case when j.free = 0 then 'full' end)
  from judged j
  order by j.day, j.starts;
end;
$$;
revoke all on function private.slots(text, date, date, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.slots(text, date, date, int, boolean, uuid, timestamptz) is
  'Arrival windows between two dates with their free places for a job that needs so many windows; why says why there is none: closed, past, weather, too_soon, too_long, full. A pickup job needs its windows before closing but takes a place only in the first. own is the id of a hold or booking whose places count as free; as_of judges lead times as at that instant.';

create function private.nearest_free(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.horizon(), windows, next_day, own) s
    where s.free > 0
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$$;
revoke all on function private.nearest_free(text, date, time, int, boolean, uuid)
  from public, anon, authenticated, service_role;
comment on function private.nearest_free(text, date, time, int, boolean, uuid) is
  'Up to four free times nearest to a wish, in the order of the calendar.';

-- schemas/calendar/list-slots.sql

-- The free times of some days, for one cart and one bike.

create function private.job(
  items jsonb, model text, mode text, coupon text default null, area text default null, pin text default null,
  day date default null, gstin text default null, phone text default null
) returns table (quote jsonb, minutes int, windows int, two_day boolean, next_day boolean)
language plpgsql stable set search_path = ''
as $$
declare
  refusal jsonb;
begin
  quote := private.price(items, model, job.mode, coupon, area, pin, day, gstin, phone);
  refusal := quote -> 'refusals' -> 0;
  if refusal is not null then
    perform private.fail(422, 'items', refusal ->> 'reason', quote::text);
  end if;
  select coalesce(bool_or(p.two_day), false), coalesce(bool_or(p.next_day_only), false)
  into two_day, next_day
  from jsonb_array_elements(quote -> 'lines') l
  join public.packages p on p.slug = l ->> 'item_id';
  minutes := (quote ->> 'minutes')::int;
  windows := private.windows_needed(minutes, job.mode, two_day);
  return next;
end;
$$;
revoke all on function private.job(jsonb, text, text, text, text, text, date, text, text)
  from public, anon, authenticated, service_role;
comment on function private.job(jsonb, text, text, text, text, text, date, text, text) is
  'A quote without refusals and what it means for the calendar. Raises PT422 items with the first refusal.';

create function public.list_slots(
  mode text,
  from_date date default null,
  days int default 7,
  items jsonb default '[]',
  model text default null,
  near text default null,
  request_id text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today date := private.today();
  horizon date := private.horizon();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if list_slots.mode is null or not exists (select from public.service_modes s where s.mode = list_slots.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, list_slots.mode, false) as windows, false as next_day into job;
  else
    select * into job from private.job(items, list_slots.model, list_slots.mode);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(list_slots.mode, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', coalesce(
          case when list_slots.mode = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$$;
revoke all on function public.list_slots(text, date, int, jsonb, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.list_slots(text, date, int, jsonb, text, text, text)
  to anon, authenticated, service_role;
comment on function public.list_slots(text, date, int, jsonb, text, text, text) is
  'Days and arrival windows with free places for a mode and, when items and model are given, for that job (else for an hour''s work). Never more than 31 days, never past the horizon. first_free is the first from from_date on, alternatives up to four nearest to from_date at the clock time near. What is held under request_id counts as free for its owner. Raises PT422 (mode, model, items).';

-- schemas/pricing/tax.sql

-- GST: the number of a business, and which tax a place of supply leads to.

create function private.clean_gstin(value text) returns text
language sql immutable strict set search_path = ''
as $$
  with typed as (
    select upper(regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g')) as gstin
  ),
  digits as (
    select
      n,
      (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, n, 1)) - 1) * (2 - n % 2) as product
    from typed, generate_series(1, 14) as n
    where gstin ~ '^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
  )
  select gstin from typed
  where (select count(*) from digits) = 14
    and substr(gstin, 15, 1) = substr(
      '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      (36 - (select sum(product / 36 + product % 36) from digits)::int % 36) % 36 + 1, 1
    );
$$;
revoke all on function private.clean_gstin(text) from public, anon, authenticated, service_role;
comment on function private.clean_gstin(text) is 'A GSTIN whose form and check digit are right, without spaces, or null.';

create function private.is_maharashtra(pin text, gstin text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when gstin is not null then left(gstin, 2) = '27'
    when pin ~ '^[1-9][0-9]{5}$' then pin ~ '^4[0-4]' and left(pin, 3) <> '403'
    else true
  end;
end;
$$;
revoke all on function private.is_maharashtra(text, text) from public, anon, authenticated, service_role;
comment on function private.is_maharashtra(text, text) is
  'Whether the place of supply is the shop''s own state: by the business''s GSTIN, else by the PIN (403 is Goa), else yes.';

create function private.tax(total int, own_state boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  taxable int := round(total::numeric * 10000 / 118)::int;
  tax int := total * 100 - taxable;
begin
  return jsonb_build_object(
    'taxable_paise', taxable,
    'tax_paise', tax,
    'cgst_paise', case when own_state then tax - tax / 2 else 0 end,
    'sgst_paise', case when own_state then tax / 2 else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  );
end;
$$;
revoke all on function private.tax(int, boolean) from public, anon, authenticated, service_role;
comment on function private.tax(int, boolean) is
  'The 18 % GST inside a total of whole rupees, in paise: CGST (with the odd paisa) and SGST in the shop''s own state, else IGST.';

-- schemas/pricing/coupons.sql

-- Coupons and what they take off.

create table public.coupons (
  code text primary key check (code ~ '^[A-Z0-9]{4,16}$'),
  kind text not null check (kind in ('rupees', 'percent')),
  amount int not null check (amount > 0 and (kind = 'rupees' or amount <= 100)),
  max_off int check (max_off > 0),
  min_total int not null default 0 check (min_total >= 0),
  package_slug text references public.packages (slug),
  weekdays int[] check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]),
  from_day text check (from_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  until_day text check (until_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  first_booking boolean not null default false,
  min_bikes int not null default 1 check (min_bikes > 0),
  check ((from_day is null) = (until_day is null))
);
create index coupons_package on public.coupons (package_slug);
alter table public.coupons enable row level security;
revoke all on table public.coupons from public, anon, authenticated, service_role;
grant select on table public.coupons to authenticated;
grant select, insert, update, delete on table public.coupons to service_role;
create policy "an admin reads coupons" on public.coupons
  for select to authenticated using ((select public.is_admin()));
comment on table public.coupons is
  'What a code takes off the services (never off the pickup). Not readable by customers: a code is something one has been given.';
comment on column public.coupons.from_day is 'First and last day of the season as MM-DD, both counted.';
comment on column public.coupons.first_booking is 'Only for a phone number that has no booking yet; cancelled ones do not count.';
comment on column public.coupons.min_bikes is 'Bikes at one address; more than one is booked by phone.';

create function private.rupees(amount int) returns text
language sql immutable set search_path = ''
as $$ select '₹' || btrim(to_char(amount, 'FM99,99,99,999')); $$;
revoke all on function private.rupees(int) from public, anon, authenticated, service_role;
comment on function private.rupees(int) is 'An amount as people here write it: ₹1,00,000.';

create function private.weekday_names(weekdays int[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when count(*) = 1 then min(name)
    else string_agg(name, ', ' order by n) filter (where n < last) || ' and ' || max(name) filter (where n = last)
  end
  from (
    select (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[d + 1] as name,
      row_number() over (order by d) as n, count(*) over () as last
    from unnest(weekdays) as d
  ) as named;
$$;
revoke all on function private.weekday_names(int[]) from public, anon, authenticated, service_role;
comment on function private.weekday_names(int[]) is 'Days of the week in a sentence: Tuesday, Wednesday and Thursday.';

create function private.coupon_off(code text, lines jsonb, day date, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  typed text := upper(private.bare(coupon_off.code));
  c public.coupons;
  services int;
  base int;
  off int := 0;
  reason text;
begin
  if coalesce(typed, '') = '' then
    return null;
  end if;
  select * into c from public.coupons k where k.code = typed;
  select
    coalesce(sum((l ->> 'price')::int), 0)::int,
    coalesce(sum((l ->> 'price')::int) filter (where c.package_slug is null or l ->> 'item_id' = c.package_slug), 0)::int
  into services, base
  from jsonb_array_elements(lines) l where l ->> 'package_type' <> 'pickup';

  if c.code is null then
    reason := 'it is not one of ours. Check its letters.';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    reason := 'it is for ' || (select p.short_name from public.packages p where p.slug = c.package_slug) || ' only.';
  elsif services < c.min_total then
    reason := 'it starts at ' || private.rupees(c.min_total) || ', and your services come to '
      || private.rupees(services) || '.';
  elsif c.min_bikes > 1 then
    reason := 'it is for ' || c.min_bikes || ' bikes or more at one address. Call us on '
      || private.shop_phone() || ', and we book them together.';
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    reason := 'it depends on the day. Choose the day first.';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    reason := 'it counts on ' || private.weekday_names(c.weekdays) || ', and your day is a '
      || to_char(day, 'FMDay') || '.';
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    reason := 'it counts from ' || to_char(to_date('2000-' || c.from_day, 'YYYY-MM-DD'), 'FMDD FMMonth')
      || ' to ' || to_char(to_date('2000-' || c.until_day, 'YYYY-MM-DD'), 'FMDD FMMonth') || '.';
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_off.phone and b.status not in ('cancelled', 'expired')
  ) then
    reason := 'it is for the first booking of a number, and yours has been here before.';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object('code', typed, 'off', off, 'reason', 'This code isn''t valid for this cart because ' || reason);
end;
$$;
revoke all on function private.coupon_off(text, jsonb, date, text) from public, anon, authenticated, service_role;
comment on function private.coupon_off(text, jsonb, date, text) is
  'What a code takes off in whole rupees (percentages rounded down), or the reason why nothing: a sentence that begins "This code isn''t valid for this cart because". Null without a code. The phone is asked only where a booking is made: a quote must not tell who has booked before.';

-- schemas/pricing/price.sql

-- The price of a cart for one bike. quote() and create_booking both ask price(), the only place where a price is worked
-- out.

create function private.quote_item(
  bike public.models, mode text, primary_slug text, item_id text, quantity int
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  reason text;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select 'not_offered',
      case
        when p.drive = 'belt_cvt' and bike.drive = 'chain'
          then p.short_name || ' is for scooters; this bike has a chain.'
        when p.drive = 'chain' and bike.drive = 'belt_cvt'
          then p.short_name || ' is for bikes with a chain; this one has a belt drive.'
        else p.short_name || ' is not offered for this engine size.'
      end
    into code, reason
    from public.packages p where p.slug = item_id;
    return jsonb_build_object(
      'item_id', item_id,
      'code', coalesce(code, 'unknown_item'),
      'reason', coalesce(reason, 'We do not offer this any more.')
    );
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
      reason := 'One main service per booking. Book ' || offer.short_name || ' for another time.';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      reason := offer.short_name || case mode
        when 'doorstep' then ' needs the workshop. Choose pickup or ride in.'
        when 'pickup' then ' is not done with pickup. Choose another place.'
        else ' is not done in the workshop. Choose another place.'
      end;
    elsif quantity <> 1 then
      code := 'quantity';
      reason := offer.short_name || ' is booked once.';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := 'not_sold';
      reason := case item_id
        when 'pickup-drop' then 'Pickup comes with the place you choose, not as an item.'
        else extra.name || ' is not on sale at the moment.'
      end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      reason := extra.name || case extra.condition
        when 'chain' then ' is for bikes with a chain; this one has a belt drive.'
        when 'disc' then ' needs a disc brake; this bike has drums.'
        when 'liquid' then ' is for liquid-cooled engines; this one is cooled by air.'
        when 'fi' then ' is for fuel-injected engines; this one has a carburettor.'
        when 'oil_filter' then ' does not apply: this engine has no cartridge filter.'
        else ' does not fit this bike.'
      end;
    elsif included_name is not null then
      code := 'already_included';
      reason := extra.name || ' is already part of ' || included_name || '.';
    elsif unit is null then
      code := 'not_offered';
      reason := extra.name || ' is not offered for this engine size.';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      reason := case extra.max_quantity
        when 1 then extra.name || ' is booked once.'
        else extra.name || ' can be booked 1 to ' || extra.max_quantity || ' times.'
      end;
    end if;
  end if;

  if code is not null then
    return jsonb_build_object('item_id', item_id, 'code', code, 'reason', reason);
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity)
  );
end;
$$;
revoke all on function private.quote_item(public.models, text, text, text, int)
  from public, anon, authenticated, service_role;
comment on function private.quote_item(public.models, text, text, text, int) is
  'One line of a quote, or a refusal: an object with code and reason.';

create function private.price(
  items jsonb, model text, mode text, coupon text, area text, pin text, day date, gstin text, phone text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  bike public.models;
  class_pickup int;
  primary_slug text;
  primary_price int;
  entry jsonb;
  seen text[] := '{}'::text[];
  line jsonb;
  lines jsonb := '[]'::jsonb;
  refusals jsonb := '[]'::jsonb;
  discount jsonb;
  free_from int := (select s.free_pickup_from from public.shop s);
  subtotal int := 0;
  total int;
  minutes int := 0;
begin
  select * into bike from public.models m where m.id = price.model;
  if bike.id is null then
    perform private.fail(422, 'model', 'Choose your bike from the list');
  end if;
  if price.mode is null or not exists (select from public.service_modes s where s.mode = price.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 20
    or exists (
      select from jsonb_array_elements(items) e
      where jsonb_typeof(e) <> 'object' or jsonb_typeof(e -> 'id') is distinct from 'string'
    )
  then
    perform private.fail(422, 'items', 'Choose a service first');
  end if;

  select e ->> 'id' into primary_slug
  from jsonb_array_elements(items) with ordinality as t (e, n)
  join public.packages p on p.slug = e ->> 'id'
  order by n limit 1;

  for entry in
    select e from jsonb_array_elements(items) with ordinality as t (e, n) order by e ->> 'id' <> primary_slug, n
  loop
    if entry ->> 'id' = any (seen) then
      line := jsonb_build_object('item_id', entry ->> 'id', 'code', 'duplicate', 'reason', 'This is in the cart twice.');
    else
      seen := seen || (entry ->> 'id');
      line := private.quote_item(
        bike, price.mode, primary_slug, entry ->> 'id',
        case when entry ? 'quantity' then coalesce(private.to_int(entry ->> 'quantity'), 0) else 1 end
      );
    end if;
    if line ? 'code' then
      refusals := refusals || line;
    else
      lines := lines || line;
      subtotal := subtotal + (line ->> 'price')::int;
      minutes := minutes + (line ->> 'minutes')::int;
      if line ->> 'package_type' = 'primary' then
        primary_price := (line ->> 'price')::int;
      end if;
    end if;
  end loop;

  if primary_slug is null then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'primary_missing', 'reason', 'Choose one main service; the add-ons go with it.'
    );
  end if;
  if price.mode <> 'workshop' and price.area is not null
    and not exists (select from public.areas a where a.slug = price.area)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'area_not_served', 'reason', 'We don''t come to this area yet. Choose one of ours.'
    );
  end if;
  if price.mode <> 'workshop' and price.pin is not null
    and not exists (select from public.area_pins p where p.pin = price.pin)
  then
    refusals := refusals || jsonb_build_object(
      'item_id', null, 'code', 'pin_not_served',
      'reason', 'We don''t serve this PIN yet. Leave your number and we''ll tell you.'
    );
  end if;

  if price.mode = 'pickup' and primary_price is not null then
    select case when primary_price >= free_from then 0 else p.price end into class_pickup
    from public.addon_prices p where p.addon_slug = 'pickup-drop' and p.price_class = bike.price_class;
    lines := lines || jsonb_build_object(
      'item_id', 'pickup-drop',
      'name', (select a.name from public.addons a where a.slug = 'pickup-drop'),
      'package_type', 'pickup',
      'quantity', 1,
      'unit_price', class_pickup,
      'price', class_pickup,
      'minutes', 0
    );
    subtotal := subtotal + class_pickup;
  end if;

  discount := private.coupon_off(price.coupon, lines, price.day, price.phone);
  total := subtotal - coalesce((discount ->> 'off')::int, 0);
  return jsonb_build_object(
    'lines', lines,
    'refusals', refusals,
    'subtotal', subtotal,
    'coupon', discount,
    'total', total,
    'minutes', minutes,
    'free_pickup', coalesce(primary_price >= free_from, false)
  ) || private.tax(total, private.is_maharashtra(price.pin, price.gstin));
end;
$$;
revoke all on function private.price(jsonb, text, text, text, text, text, date, text, text)
  from public, anon, authenticated, service_role;
comment on function private.price(jsonb, text, text, text, text, text, date, text, text) is
  'The only place where a price is worked out: quote shows it, create_booking charges it.';

-- schemas/pricing/quote.sql

-- The quote that pages show.

create function public.quote(
  items jsonb,
  model text,
  mode text default 'workshop',
  coupon text default null,
  area text default null,
  pin text default null,
  date text default null,
  gstin text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.squeeze(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  end if;
  return private.price(
    quote.items, quote.model, quote.mode, quote.coupon, nullif(quote.area, ''),
    nullif(private.bare(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$$;
revoke all on function public.quote(jsonb, text, text, text, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb, text, text, text, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.quote(jsonb, text, text, text, text, text, text, text) is
  'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals with reasons, subtotal, coupon {code, off, reason}, total in rupees, minutes, tax in paise (CGST and SGST, or IGST for another state by gstin or pin). free_pickup tells whether this package is fetched free of charge. A coupon for first bookings is counted here and judged with the number when it is booked. Raises PT422 (model, mode, items, gstin).';

-- schemas/booking/vehicle.sql

-- What identifies a bike: plate, last five characters of the chassis number, odometer.

create function private.clean_plate(value text) returns text
language plpgsql stable strict set search_path = ''
as $$
declare
  plate text := upper(regexp_replace(normalize(value, nfkc), '[\s.-]', '', 'g'));
  parts text[];
begin
  if plate ~ '^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$' then
    if left(plate, 2)::int between 21 and extract(year from private.today())::int - 2000 then
      return plate;
    end if;
    return null;
  end if;
  parts := regexp_match(plate, '^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$');
  if parts is null or parts[4]::int = 0 or not parts[1] = any (
    '{AN,AP,AR,AS,BR,CG,CH,DD,DL,DN,GA,GJ,HP,HR,JH,JK,KA,KL,LA,LD,MH,ML,MN,MP,MZ,NL,OD,OR,PB,PY,RJ,SK,TG,TN,TR,TS,UA,UK,UP,WB}'::text[]
  ) then
    return null;
  end if;
  return parts[1] || parts[2] || parts[3] || lpad(parts[4], 4, '0');
end;
$$;
revoke all on function private.clean_plate(text) from public, anon, authenticated, service_role;
comment on function private.clean_plate(text) is
  'A number plate, state or BH series, without spaces and with its number padded to four figures (MH14D0077), or null.';

create function private.clean_chassis(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return (regexp_match(upper(private.bare(value)), '^[A-HJ-NPR-Z0-9]{5}$'))[1]; end; $$;
revoke all on function private.clean_chassis(text) from public, anon, authenticated, service_role;
comment on function private.clean_chassis(text) is
  'Five characters of a chassis number, which has no I, O and Q, in capitals, or null.';

create function private.check_odometer(items jsonb, odometer_km int) returns void
language plpgsql stable set search_path = ''
as $$
declare
  extra record;
begin
  select a.name, a.min_odometer_km into extra
  from public.addons a
  where a.min_odometer_km > check_odometer.odometer_km
    and a.slug in (select e ->> 'id' from jsonb_array_elements(check_odometer.items) e);
  if extra.name is not null then
    perform private.fail(422, 'items', extra.name || ' is not worth doing before '
      || btrim(to_char(extra.min_odometer_km, 'FM99,99,999')) || ' km, so we leave it out.');
  end if;
end;
$$;
revoke all on function private.check_odometer(jsonb, int) from public, anon, authenticated, service_role;
comment on function private.check_odometer(jsonb, int) is 'Refuses add-ons that a bike with so few kilometres does not need.';

-- schemas/booking/waitlist.sql

-- The waitlist: who wants a window that is full leaves a number and stands in line for it. A place that frees is held for
-- the first in line whose job fits, for 20 minutes, and a message with a link says so; then it is the next one's.
--
-- An offer is a hold like any other (slot_holds, booking_places), so it can neither be booked over nor exceed the
-- capacity, and create_booking honours it without being told. Entries are changed under the lock of their day only, which
-- is taken after those of requests and phones, as everywhere: so nobody who is waited for waits in turn.

create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  user_id uuid references auth.users (id) on delete set null,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  starts_at timestamptz not null
    generated always as ((booking_date + booking_time) at time zone 'Asia/Kolkata') stored,
  model_id text not null,
  bike_name text not null,
  items jsonb not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  customer_name text not null,
  phone text not null,
  email text,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'claimed', 'lapsed', 'left')),
  created_at timestamptz not null,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  offer_request_id uuid not null unique default gen_random_uuid(),
  leave_hash bytea not null unique,
  claim_hash bytea unique,
  check ((offered_at is null) = (offer_ends_at is null) and (offered_at is null) = (claim_hash is null)),
  check (state not in ('offered', 'claimed') or offered_at is not null)
);
create unique index waitlist_once on public.waitlist (phone, booking_date, booking_time) where state in ('waiting', 'offered');
create index waitlist_line on public.waitlist (booking_date, mode, booking_time, created_at) where state = 'waiting';
create index waitlist_offers on public.waitlist (offer_ends_at) where state = 'offered';
create index waitlist_day on public.waitlist (booking_date);
create index waitlist_user on public.waitlist (user_id);
alter table public.waitlist enable row level security;
revoke all on table public.waitlist from public, anon, authenticated, service_role;
grant select (
  id, user_id, mode, booking_date, booking_time, window_end, starts_at, model_id, bike_name, items, windows,
  customer_name, phone, email, state, created_at, offered_at, offer_ends_at
) on table public.waitlist to authenticated, service_role;
create policy "an admin reads the waitlist" on public.waitlist
  for select to authenticated using ((select public.is_admin()));
comment on table public.waitlist is
  'Who waits for a place in a window, first come first served. Written by join_waitlist, leave_waitlist and private.offer_waitlist_places; deleted a week after the day.';
comment on column public.waitlist.state is
  'waiting; offered: a place is held and the link is sent; claimed: booked with it; lapsed: the offer or the time is over; left: does not want it any more.';
comment on column public.waitlist.offer_request_id is
  'The request id under which the place is held: whoever opens the link books with it. Read by nobody through the API, like the hashes.';

create function private.waitlist_token(entry uuid, purpose text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(purpose || ' ' || entry, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;
revoke all on function private.waitlist_token(uuid, text) from public, anon, authenticated, service_role;
comment on function private.waitlist_token(uuid, text) is
  'What opens an entry of the waitlist: purpose leave, given to who joined, or claim, sent with the offer. 64 hex figures, nowhere stored.';

create function private.is_offered(entry public.waitlist) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return entry.state = 'offered' and private.now() < entry.offer_ends_at; end; $$;
revoke all on function private.is_offered(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.is_offered(public.waitlist) is 'Whether a place is held for this entry at this moment.';

create function private.place_in_line(entry public.waitlist) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.waitlist w
    where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (entry.booking_date, entry.mode, entry.booking_time)
      and (w.created_at, w.id) <= (entry.created_at, entry.id)
  );
end;
$$;
revoke all on function private.place_in_line(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.place_in_line(public.waitlist) is 'Counted from 1; 0 for whoever is not waiting any more and had nobody before him.';

create function private.waitlist_answer(entry public.waitlist, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'state', entry.state, 'position', private.place_in_line(entry), 'mode', entry.mode, 'date', entry.booking_date,
    'start', private.hhmm(entry.booking_time), 'end', private.hhmm(entry.window_end),
    'token', private.waitlist_token(entry.id, 'leave'), 'repeated', repeated
  );
end;
$$;
revoke all on function private.waitlist_answer(public.waitlist, boolean) from public, anon, authenticated, service_role;
comment on function private.waitlist_answer(public.waitlist, boolean) is 'What join_waitlist answers.';

-- schemas/booking/slot-holds.sql

-- Holds: a place kept for somebody who is still typing. A hold stands in booking_places beside the bookings, under the
-- same key and the same lock, so it can neither be booked over nor exceed the capacity. Nothing has to clean up: a place
-- whose time has run out counts as free, and whoever takes places on that day next removes it.

create table private.slot_holds (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  phone text,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  extended boolean not null default false,
  held_at timestamptz not null,
  expires_at timestamptz not null,
  ended text check (ended in ('booked', 'replaced', 'released')),
  user_id uuid,
  waitlist_id uuid references public.waitlist (id) on delete set null
);
create unique index slot_holds_open on private.slot_holds (request_id) where ended is null;
create index slot_holds_request on private.slot_holds (request_id, held_at);
create index slot_holds_phone on private.slot_holds (phone, expires_at) where ended is null;
create index slot_holds_held on private.slot_holds (held_at);
create index slot_holds_user on private.slot_holds (user_id, held_at) where user_id is not null;
create index slot_holds_waitlist on private.slot_holds (waitlist_id) where waitlist_id is not null;
alter table private.slot_holds enable row level security;
revoke all on table private.slot_holds from public, anon, authenticated, service_role;
comment on table private.slot_holds is
  'Who keeps which window until when, by the request id that the browser drew for its next booking. Rows live for a day, to count tries.';
comment on column private.slot_holds.user_id is 'Who was signed in when it was held; counted, nothing else.';
comment on column private.slot_holds.waitlist_id is
  'Held for somebody in line, for 20 minutes and not longer. It has neither phone nor account, so no limit counts it.';

create function private.lock_request(request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('request ' || request_id, 0));
end;
$$;
revoke all on function private.lock_request(uuid) from public, anon, authenticated, service_role;
comment on function private.lock_request(uuid) is
  'Everything that is asked under one request id happens one after the other. Taken before the locks of phones and days.';

create function private.hold_state(hold private.slot_holds) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'date', hold.booking_date,
    'start', private.hhmm(hold.booking_time),
    'end', private.hhmm(hold.window_end),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
$$;
revoke all on function private.hold_state(private.slot_holds) from public, anon, authenticated, service_role;
comment on function private.hold_state(private.slot_holds) is
  'What hold_slot and extend_hold answer. seconds_left serves phones whose clock is wrong.';

create function private.end_hold(hold private.slot_holds, how text) returns void
language sql set search_path = ''
as $$
  delete from public.booking_places p where p.hold_id = hold.id;
  update private.slot_holds h set ended = how where h.id = hold.id;
$$;
revoke all on function private.end_hold(private.slot_holds, text) from public, anon, authenticated, service_role;
comment on function private.end_hold(private.slot_holds, text) is
  'Frees the places of a hold. The caller holds the locks of its request and its day.';

-- schemas/booking/service-bookings.sql

-- Bookings. A row enters service_bookings once, when the booking exists: its insert is the shop's alert.
-- All writing is done by functions; through the API the tables of bookings can only be read.

create table public.service_bookings (
  id uuid primary key default gen_random_uuid(),
  number text not null generated always as (left(id::text, 8)) stored unique,
  request_id uuid not null unique,
  user_id uuid references auth.users (id) on delete set null,
  customer_name text not null,
  phone text not null,
  email text,
  brand_slug text not null references public.brands (slug),
  model_id text not null references public.models (id),
  bike_name text not null,
  vehicle_number text,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  starts_at timestamptz not null
    generated always as ((booking_date + booking_time) at time zone 'Asia/Kolkata') stored,
  minutes int not null check (minutes > 0),
  windows int not null check (windows > 0),
  ready_date date not null,
  address_line text,
  landmark text,
  area_slug text references public.areas (slug),
  pin text,
  odometer_km int check (odometer_km between 0 and 300000),
  notes text check (char_length(notes) <= 500),
  approval_limit int not null default 0 check (approval_limit in (0, 300, 500, 1000)),
  estimated_price int not null check (estimated_price >= 0),
  final_price int check (final_price >= 0),
  status text not null check (status in (
    'pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval',
    'in_service', 'quality_check', 'ready', 'completed', 'cancelled', 'no_show', 'expired'
  )),
  cancelled_by text check (cancelled_by in ('customer', 'shop')),
  cancel_reason text,
  mechanic text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  coupon_code text,
  discount int not null default 0 check (discount >= 0),
  gstin text,
  fee int not null default 0 check (fee >= 0),
  moves int not null default 0 check (moves >= 0),
  late_moves int not null default 0,
  late_cancelled boolean not null default false,
  version int not null default 0,
  pay_by text not null default 'after_service' check (pay_by in ('after_service', 'upi', 'online')),
  pay_until timestamptz,
  model_year int,
  cancel_cause text check (cancel_cause in ('shop', 'weather', 'customer')),
  carried_to uuid references public.service_bookings (id) on delete set null,
  carried int not null default 0 check (carried >= 0),
  chassis_last5 text,
  constraint service_bookings_check check ((coupon_code is null) = (discount = 0)),
  constraint service_bookings_check1 check (late_moves between 0 and moves),
  constraint service_bookings_check2 check (status <> 'pending_payment' or pay_until is not null),
  constraint service_bookings_model_year check (model_year between 1990 and extract(year from booking_date) + 1),
  constraint service_bookings_chassis check (chassis_last5 ~ '^[A-HJ-NPR-Z0-9]{5}$')
);
create index service_bookings_user on public.service_bookings (user_id, starts_at desc);
create index service_bookings_day on public.service_bookings (booking_date, booking_time);
create index service_bookings_status on public.service_bookings (status, starts_at);
create index service_bookings_created on public.service_bookings (created_at);
create index service_bookings_phone on public.service_bookings (phone);
create index service_bookings_model on public.service_bookings (model_id);
create index service_bookings_brand on public.service_bookings (brand_slug);
create index service_bookings_area on public.service_bookings (area_slug);
create index service_bookings_mode on public.service_bookings (mode);
create index service_bookings_guest_email on public.service_bookings (lower(email)) where user_id is null;
create index service_bookings_unpaid on public.service_bookings (pay_until) where status = 'pending_payment';
create index service_bookings_carried on public.service_bookings (carried_to) where carried_to is not null;
alter table public.service_bookings enable row level security;
revoke all on table public.service_bookings from public, anon, authenticated, service_role;
grant select on table public.service_bookings to authenticated;
grant select, insert, update, delete on table public.service_bookings to service_role;
create policy "a user reads his bookings, an admin every one" on public.service_bookings
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));
comment on table public.service_bookings is
  'One row per booking, from the moment it exists. Prices are whole rupees with GST; times are clock times in Pune.';
comment on column public.service_bookings.number is 'What people read out: the first eight characters of the id.';
comment on column public.service_bookings.request_id is 'Drawn by the browser; the same request never books twice.';
comment on column public.service_bookings.vehicle_number is 'Canonical plate (MH14D0077); null while the plate is not issued.';
comment on column public.service_bookings.window_end is 'End of the arrival window that starts at booking_time.';
comment on column public.service_bookings.windows is 'Consecutive windows the job needs, buffer included.';
comment on column public.service_bookings.ready_date is 'The day the bike is ready; differs from booking_date for two-day jobs.';
comment on column public.service_bookings.approval_limit is 'Rupees of extra work the customer allows without being asked.';
comment on column public.service_bookings.estimated_price is 'The quote at booking; final_price is the bill.';
comment on column public.service_bookings.discount is
  'Rupees that coupon_code took off; estimated_price is what is left to pay.';
comment on column public.service_bookings.gstin is 'For the invoice of a business; its state decides between CGST with SGST and IGST.';
comment on column public.service_bookings.fee is 'Rupees for cancelling or moving late and for not being there, beside the bill.';
comment on column public.service_bookings.closed_at is
  'When it was completed, cancelled, missed or expired; the manage link lives 30 days more.';
comment on column public.service_bookings.version is
  'Rises with each change the customer is told of: moved, extra work to answer, cancelled. SEQUENCE of the calendar entry.';
comment on column public.service_bookings.pay_by is 'How the customer chose to pay when he booked.';
comment on column public.service_bookings.pay_until is
  'Until when a booking to be paid online keeps its place. A pending_payment past it is over, even before anybody wrote so.';
comment on column public.service_bookings.model_year is
  'From 1990 to next year, reckoned when it is booked; null when the customer does not say.';
comment on column public.service_bookings.cancel_cause is
  'Why it was cancelled: by the shop for its own reasons, which gives a credit; for rain or a closed road; by the customer, also through staff.';
comment on column public.service_bookings.carried_to is
  'The later booking with which the fee of this missed one is paid, as long as that one lives.';
comment on column public.service_bookings.carried is 'Rupees of the fee that go with carried_to: what was not paid of it.';
comment on column public.service_bookings.moves is
  'How often the customer moved it, by himself or through staff; late_moves of them inside 2 hours. What the weather or the shop causes does not count.';
comment on column public.service_bookings.late_cancelled is
  'Cancelled for the customer inside 2 hours, by himself or through staff: the first time of a number is free. A waived fee forgives the money, not the lateness: that was the first time all the same.';
comment on column public.service_bookings.chassis_last5 is
  'The last five characters of the chassis number, by which a bike without a plate is told; null when the customer does not say.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.touch_updated_at() from public, anon, authenticated, service_role;
comment on function private.touch_updated_at() is 'Trigger: keeps updated_at right.';
create trigger touch_updated_at before update on public.service_bookings
  for each row execute function private.touch_updated_at();

-- Realtime carries inserts and updates to the admins: a new booking is an alert.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'service_bookings'
  ) then
    alter publication supabase_realtime add table public.service_bookings;
  end if;
end;
$$;

-- schemas/booking/booking-items.sql

-- The lines of a booking with their prices.

create table public.booking_items (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  item_id text not null,
  name text not null,
  package_type text not null check (package_type in ('primary', 'addon', 'pickup')),
  quantity int not null check (quantity > 0),
  unit_price int not null check (unit_price >= 0),
  price int not null check (price >= 0),
  minutes int not null check (minutes >= 0),
  position int not null,
  primary key (booking_id, position)
);
alter table public.booking_items enable row level security;
revoke all on table public.booking_items from public, anon, authenticated, service_role;
grant select on table public.booking_items to authenticated;
grant select, insert, update, delete on table public.booking_items to service_role;
create policy "items are read with their booking" on public.booking_items
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.booking_items is 'What was booked, with the price at that time.';

-- schemas/booking/booking-places.sql

-- Places: which booking or hold has which seat of which window, and the locks that let no two callers take one place.

create table public.booking_places (
  booking_date date not null,
  window_start time not null,
  mode text not null references public.service_modes (mode),
  seat int not null check (seat > 0),
  booking_id uuid references public.service_bookings (id) on delete cascade,
  hold_id uuid references private.slot_holds (id) on delete cascade,
  held_until timestamptz,
  primary key (booking_date, window_start, mode, seat),
  constraint booking_places_check check ((booking_id is null) <> (hold_id is null)),
  -- The places of an unpaid booking run out like those of a hold.
  constraint booking_places_hold_ends check (hold_id is null or held_until is not null)
);
create index booking_places_booking on public.booking_places (booking_id);
create index booking_places_hold on public.booking_places (hold_id);
create index booking_places_held_until on public.booking_places (held_until) where held_until is not null;
alter table public.booking_places enable row level security;
revoke all on table public.booking_places from public, anon, authenticated, service_role;
grant select on table public.booking_places to authenticated;
grant select, insert, update, delete on table public.booking_places to service_role;
create policy "an admin reads places" on public.booking_places
  for select to authenticated using ((select public.is_admin()));
comment on table public.booking_places is
  'The places taken: by a booking, or until held_until by a hold or an unpaid booking. The key makes double booking impossible: one taker per date, window, mode and seat.';

create function private.lock_day(mode text, day date) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('places ' || mode), day - date '2000-01-01');
end;
$$;
revoke all on function private.lock_day(text, date) from public, anon, authenticated, service_role;
comment on function private.lock_day(text, date) is
  'Bookings of one mode on one day queue here, so two never see the same free place. Lock earlier days first.';

create function private.lock_days(first_mode text, first_day date, second_mode text, second_day date) returns void
language plpgsql set search_path = ''
as $$
begin
  if second_day is null or (first_day, first_mode) = (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
  elsif (first_day, first_mode) < (second_day, second_mode) then
    perform private.lock_day(first_mode, first_day);
    perform private.lock_day(second_mode, second_day);
  else
    perform private.lock_day(second_mode, second_day);
    perform private.lock_day(first_mode, first_day);
  end if;
end;
$$;
revoke all on function private.lock_days(text, date, text, date) from public, anon, authenticated, service_role;
comment on function private.lock_days(text, date, text, date) is
  'Locks the days a change leaves and enters, always in the same order, so two changes never wait for each other. The second may be null.';

create function private.check_slot(
  mode text, day date, start time, windows int, next_day boolean, own uuid default null,
  as_of timestamptz default null
) returns time
language plpgsql stable set search_path = ''
as $$
declare
  slot record;
begin
  if day < private.today() then
    perform private.fail(422, 'time_past', 'This day is over. Choose another.');
  elsif day > private.horizon() then
    perform private.fail(422, 'time_too_far', 'We take bookings up to ' || to_char(private.horizon(), 'FMDD FMMonth') || '.');
  end if;
  select * into slot
  from private.slots(check_slot.mode, day, day, windows, next_day, own, as_of) s where s.starts = start;
  if slot.day is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif slot.why = 'past' or private.instant(check_slot.day, check_slot.start) <= private.now() then
    perform private.fail(422, 'time_past', 'This time is over. Choose another.');
  elsif slot.why = 'weather' then
    perform private.fail(422, 'time_weather', (
      select w.note || '. Choose pickup, or another day.' from public.weather_days w where w.date = check_slot.day
    ));
  elsif slot.why = 'too_soon' then
    perform private.fail(422, 'time_too_soon', 'This time is too soon for us to be ready. Choose a later one.');
  elsif slot.why = 'too_long' then
    perform private.fail(422, 'time_too_long', 'The work would not be done before we close. Choose an earlier time.');
  elsif slot.why = 'closed' then
    perform private.fail(422, 'time_closed', 'We are closed then. Choose another time.');
  elsif slot.why = 'full' then
    perform private.fail(409, 'slot_taken', 'That time has just gone.', jsonb_build_object(
      'alternatives', private.nearest_free(check_slot.mode, check_slot.day, start, windows, next_day, own)
    )::text);
  end if;
  return slot.ends;
end;
$$;
revoke all on function private.check_slot(text, date, time, int, boolean, uuid, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.check_slot(text, date, time, int, boolean, uuid, timestamptz) is
  'The end of the arrival window when the job can start there; otherwise raises PT422 time_… or PT409 slot_taken with up to four of the nearest free times. as_of judges lead times as at that instant; what has begun is over for everybody.';

create function private.take_places(
  booking uuid, hold uuid, held_until timestamptz, mode text, day date, first_start time, windows int
)
returns void
language plpgsql set search_path = ''
as $$
declare
  arrival time;
  moment timestamptz := private.now();
begin
  delete from public.booking_places p
  where p.booking_date = day and p.mode = take_places.mode and p.held_until <= moment;
  for arrival in
    select w.starts from public.arrival_windows w
    where w.weekday = extract(dow from day)::int and w.starts >= first_start
    order by w.starts limit case when take_places.mode = 'pickup' then 1 else windows end
  loop
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id, hold_id, held_until)
    select day, arrival, take_places.mode, min(seat), booking, hold, take_places.held_until
    from generate_series(1, private.capacity(take_places.mode, extract(dow from day)::int, arrival)) as seats (seat)
    where not exists (
      select from public.booking_places p
      where p.booking_date = day and p.window_start = arrival and p.mode = take_places.mode and p.seat = seats.seat
    );
  end loop;
end;
$$;
revoke all on function private.take_places(uuid, uuid, timestamptz, text, date, time, int)
  from public, anon, authenticated, service_role;
comment on function private.take_places(uuid, uuid, timestamptz, text, date, time, int) is
  'Takes the lowest free seat in each window of a job, for a booking or for a hold. The caller holds the lock of that day and mode and has seen free places.';

-- schemas/booking/booking-events.sql

-- The history of a booking. It is append-only: triggers reject updates, deletes and truncation for every role.

create table public.booking_events (
  id bigint primary key generated always as identity,
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('customer', 'admin', 'system', 'service')),
  actor_id uuid,
  from_status text,
  to_status text not null,
  note text,
  moved_from timestamptz,
  fee int not null default 0
);
create index booking_events_booking on public.booking_events (booking_id, id);
alter table public.booking_events enable row level security;
revoke all on table public.booking_events from public, anon, authenticated, service_role;
revoke all on sequence public.booking_events_id_seq from public, anon, authenticated, service_role;
-- Only the functions and the trigger below add events.
grant select on table public.booking_events to authenticated, service_role;
create policy "events are read with their booking" on public.booking_events
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.booking_events is 'Append-only history: who moved a booking from which status to which, when, and why.';
comment on column public.booking_events.moved_from is 'Set when this event moved the booking: when it was to start before.';
comment on column public.booking_events.fee is 'Rupees that this event added to the booking''s fee, or took off.';
comment on column public.booking_events.actor is
  'customer and admin: a person, by a function; system: a rule, such as an unpaid booking that ran out; service: somebody with the service role or the owner of the database wrote the status itself.';

create function private.keep_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- With its booking, which is gone by the time its events follow.
    if not exists (select from public.service_bookings b where b.id = old.booking_id) then
      return old;
    end if;
  end if;
  raise exception 'booking_events is append-only';
end;
$$;
revoke all on function private.keep_event() from public, anon, authenticated, service_role;
comment on function private.keep_event() is
  'Trigger: an event is never changed, taken away or truncated, whoever tries. It goes only with its booking.';
create trigger keep_event before update or delete on public.booking_events
  for each row execute function private.keep_event();
create trigger keep_events before truncate on public.booking_events
  for each statement execute function private.keep_event();

create function private.tell_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stands text;
  told text;
begin
  select b.status into stands from public.service_bookings b where b.id = new.id;
  select e.to_status into told from public.booking_events e where e.booking_id = new.id order by e.id desc limit 1;
  if stands is distinct from told and stands is not null then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status)
    values (new.id, private.now(), 'service', auth.uid(), told, stands);
  end if;
  return null;
end;
$$;
revoke all on function private.tell_status() from public, anon, authenticated, service_role;
comment on function private.tell_status() is
  'Trigger, at the end of a transaction: the last event of a booking says where it stands. What no function told, whoever wrote it, is told here by the actor service.';
create constraint trigger tell_status after insert or update of status on public.service_bookings
  deferrable initially deferred
  for each row execute function private.tell_status();

-- schemas/booking/booking-transitions.sql

-- The life of a booking as one table: which actor may move it from which status to which.

create table public.booking_transitions (
  actor text not null check (actor in ('customer', 'admin', 'system')),
  from_status text not null,
  to_status text not null,
  modes text[] check (modes <@ array['doorstep', 'pickup', 'workshop'] and modes <> '{}'),
  primary key (actor, from_status, to_status)
);
alter table public.booking_transitions enable row level security;
revoke all on table public.booking_transitions from public, anon, authenticated, service_role;
grant select on table public.booking_transitions to authenticated;
grant select, insert, update, delete on table public.booking_transitions to service_role;
create policy "signed-in users read transitions" on public.booking_transitions
  for select to authenticated using (true);
comment on table public.booking_transitions is 'Which status may follow which, by actor. Anything not listed is refused.';
comment on column public.booking_transitions.modes is 'Only for bookings of these modes; null: for all.';

insert into public.booking_transitions (actor, from_status, to_status, modes) values
  ('system', 'pending_payment', 'confirmed', null),
  ('system', 'pending_payment', 'expired', null),
  ('system', 'expired', 'confirmed', null),
  ('customer', 'pending_payment', 'cancelled', null),
  ('admin', 'pending_payment', 'cancelled', null),
  ('customer', 'confirmed', 'cancelled', null),
  ('admin', 'confirmed', 'assigned', null),
  ('admin', 'confirmed', 'cancelled', null),
  ('customer', 'assigned', 'cancelled', null),
  ('admin', 'assigned', 'on_the_way', '{doorstep}'),
  ('admin', 'assigned', 'picked_up', '{pickup}'),
  ('admin', 'assigned', 'inspecting', '{workshop}'),
  ('admin', 'assigned', 'no_show', null),
  ('admin', 'assigned', 'cancelled', null),
  ('customer', 'on_the_way', 'assigned', '{doorstep}'),
  ('customer', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'on_the_way', 'inspecting', '{doorstep}'),
  ('admin', 'on_the_way', 'assigned', '{doorstep}'),
  ('admin', 'on_the_way', 'no_show', '{doorstep}'),
  ('admin', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'picked_up', 'inspecting', '{pickup}'),
  ('admin', 'picked_up', 'cancelled', '{pickup}'),
  ('admin', 'inspecting', 'awaiting_approval', null),
  ('admin', 'inspecting', 'in_service', null),
  ('admin', 'inspecting', 'cancelled', null),
  ('customer', 'awaiting_approval', 'inspecting', null),
  ('admin', 'awaiting_approval', 'inspecting', null),
  ('admin', 'awaiting_approval', 'cancelled', null),
  ('admin', 'in_service', 'quality_check', null),
  ('admin', 'quality_check', 'ready', null),
  ('admin', 'ready', 'completed', null);

create function private.may_go(actor text, booking public.service_bookings, to_status text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.booking_transitions t
    where t.actor = may_go.actor and t.from_status = booking.status and t.to_status = may_go.to_status
      and (t.modes is null or booking.mode = any (t.modes))
  );
$$;
revoke all on function private.may_go(text, public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.may_go(text, public.service_bookings, text) is 'Whether booking_transitions allows a step.';

create function private.is_off(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.shown_status(booking) in ('cancelled', 'no_show', 'expired'); end; $$;
revoke all on function private.is_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_off(public.service_bookings) is
  'Whether a booking ended without service. One that was not paid in time did, even before anybody wrote so.';

create function private.is_going_on(status text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed');
end;
$$;
revoke all on function private.is_going_on(text) from public, anon, authenticated, service_role;
comment on function private.is_going_on(text) is 'Booked for certain, and not over.';

-- schemas/booking/manage-tokens.sql

-- The manage token: it opens one booking to a guest. Only its hash is stored.

create table private.manage_tokens (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  token_hash bytea not null unique
);
alter table private.manage_tokens enable row level security;
revoke all on table private.manage_tokens from public, anon, authenticated, service_role;
comment on table private.manage_tokens is 'sha256 of each manage token. Here and not in the booking, so that no select and no feed can carry it.';

create function private.manage_token(request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(manage_token.request_id::text, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;
revoke all on function private.manage_token(uuid) from public, anon, authenticated, service_role;
comment on function private.manage_token(uuid) is
  'The manage token of a request: 64 hex figures, the same on every repeat, and nowhere stored.';

create function private.hash_token(token text) returns bytea
language plpgsql immutable set search_path = ''
as $$
begin
  return pg_catalog.sha256(convert_to(token, 'UTF8'));
end;
$$;
revoke all on function private.hash_token(text) from public, anon, authenticated, service_role;
comment on function private.hash_token(text) is 'What is stored of a manage token.';

create function private.booking_of_token(token text) returns uuid
language sql stable set search_path = ''
as $$
  select t.booking_id
  from private.manage_tokens t
  join public.service_bookings b on b.id = t.booking_id
  where t.token_hash = private.hash_token(token)
    and (b.closed_at is null or b.closed_at + interval '30 days' > private.now());
$$;
revoke all on function private.booking_of_token(text) from public, anon, authenticated, service_role;
comment on function private.booking_of_token(text) is
  'The booking a manage token opens, until 30 days after it was completed or cancelled.';

create function private.own_booking(booking uuid, manage_token text) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = own_booking.booking for update;
  if b.id is null or not (
    public.is_admin()
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(own_booking.manage_token) = b.id, false)
  ) then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  if private.shown_status(b) <> b.status then
    b := private.go(b.id, 'system', 'expired', 'Not paid in time');
  end if;
  return b;
end;
$$;
revoke all on function private.own_booking(uuid, text) from public, anon, authenticated, service_role;
comment on function private.own_booking(uuid, text) is
  'The booking, locked, for its owner, the holder of its manage token or an admin; to anybody else it does not exist. One that was not paid in time is expired first.';

-- schemas/booking/hold-slot.sql

-- Hold a window while a customer types, extend the hold once, release it.

create function public.hold_slot(
  request_id text, mode text, date text, start text, items jsonb, model text, phone text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.fail(422, 'request_id', 'Load the page again and choose the time once more');
  elsif hold_slot.mode is null or not exists (select from public.service_modes m where m.mode = hold_slot.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.job(hold_slot.items, hold_slot.model, hold_slot.mode);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.fail(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (hold_slot.mode, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- The new place first, then the old one: when the new one is refused, the old one is still held.
  perform private.lock_days(hold_slot.mode, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(hold_slot.mode, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null then
    perform private.limit_guest_holds(hold_slot.mode, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), hold_slot.mode, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + interval '10 minutes'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Whoever writes also tidies up what nobody asks for any more, and never waits for it.
  delete from public.booking_places p where (p.booking_date, p.window_start, p.mode, p.seat) in (
    select old.booking_date, old.window_start, old.mode, old.seat from public.booking_places old
    where old.held_until < private.now() - interval '1 day' limit 50 for update skip locked
  );
  delete from private.slot_holds h where h.id in (
    select old.id from private.slot_holds old
    where old.held_at < private.now() - interval '1 day'
      and not exists (select from public.booking_places p where p.hold_id = old.id)
    order by old.held_at limit 50 for update skip locked
  );
  return private.hold_state(taken);
end;
$$;
revoke all on function public.hold_slot(text, text, text, text, jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_slot(text, text, text, text, jsonb, text, text)
  to anon, authenticated, service_role;
comment on function public.hold_slot(text, text, text, text, jsonb, text, text) is
  'Keeps a window for 10 minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window), all with details.retry_after.';

create function public.extend_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.fail(422, 'request_id', 'Load the page again and choose the time once more');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.fail(409, 'hold_over', 'No time is held. Choose one again.');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Somebody may have taken the places while this waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.fail(409, 'hold_over', 'This time is no longer held. Choose one again.', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    )::text);
  elsif own.extended then
    perform private.fail(409, 'extended', 'A time is held longer only once. Book now to keep it.');
  end if;
  update private.slot_holds h set expires_at = h.expires_at + interval '5 minutes', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
end;
$$;
revoke all on function public.extend_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.extend_hold(text) to anon, authenticated, service_role;
comment on function public.extend_hold(text) is
  'Keeps the held window 5 minutes longer, once. Raises PT409 hold_over (details.alternatives), PT409 extended.';

create function public.release_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(release_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    return jsonb_build_object('released', false);
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is not null then
    perform private.lock_day(own.mode, own.booking_date);
    perform private.end_hold(own, 'released');
  end if;
  return jsonb_build_object('released', own.expires_at > private.now() is true);
end;
$$;
revoke all on function public.release_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.release_hold(text) to anon, authenticated, service_role;
comment on function public.release_hold(text) is
  'Gives a held window back at once. released: whether one was held. Never fails for want of a hold.';

-- schemas/booking/read-booking.sql

-- Reads and checks the request of create_booking.

create function private.read_booking(request jsonb) returns public.service_bookings
language plpgsql stable set search_path = ''
as $$
declare
  b public.service_bookings;
  bike record;
  address jsonb := request -> 'address';
  -- A model year begins before its calendar year does.
  newest_year int := extract(year from private.today())::int + 1;
begin
  b.request_id := private.to_uuid(request ->> 'request_id');
  if b.request_id is null then
    perform private.fail(422, 'request_id', 'Load the page again and send the booking once more');
  end if;

  select m.id, m.brand_slug, brand.name || ' ' || m.name as name into bike
  from public.models m join public.brands brand on brand.slug = m.brand_slug where m.id = request ->> 'model';
  if bike.id is null then
    perform private.fail(422, 'model', 'Choose your bike from the list');
  end if;
  b.model_id := bike.id;
  b.brand_slug := bike.brand_slug;
  b.bike_name := bike.name;

  select m.mode into b.mode from public.service_modes m where m.mode = request ->> 'mode';
  if b.mode is null then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  end if;
  b.booking_date := private.to_date(request ->> 'date');
  if b.booking_date is null then
    perform private.fail(422, 'date', 'Choose a day');
  end if;
  b.booking_time := private.to_time(request ->> 'time');
  if b.booking_time is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  end if;

  b.customer_name := private.clean_name(request ->> 'name');
  if b.customer_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  end if;
  b.phone := private.clean_phone(request ->> 'phone');
  if b.phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  end if;
  if private.squeeze(request ->> 'email') is not null then
    b.email := private.clean_email(request ->> 'email');
    if b.email is null then
      perform private.fail(422, 'email', 'Enter an email address like name@example.com');
    end if;
  end if;
  if private.squeeze(request ->> 'vehicle_number') is not null then
    b.vehicle_number := private.clean_plate(request ->> 'vehicle_number');
  end if;
  if b.vehicle_number is null
    and (private.squeeze(request ->> 'vehicle_number') is not null or (request -> 'plate_not_issued') is distinct from 'true')
  then
    perform private.fail(422, 'vehicle_number', 'Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA');
  end if;
  -- With a plate nobody needs it.
  if b.vehicle_number is null and private.squeeze(request ->> 'chassis_last5') is not null then
    b.chassis_last5 := private.clean_chassis(request ->> 'chassis_last5');
    if b.chassis_last5 is null then
      perform private.fail(422, 'chassis_last5', 'Enter the last 5 characters of the chassis number, or leave it empty');
    end if;
  end if;

  if b.mode in ('doorstep', 'pickup') then
    b.address_line := private.squeeze(address ->> 'line');
    if b.address_line is null or char_length(b.address_line) not between 5 and 120 then
      perform private.fail(422, 'address', 'Enter house/flat and street');
    end if;
    b.landmark := private.squeeze(address ->> 'landmark');
    if char_length(b.landmark) > 80 then
      perform private.fail(422, 'landmark', 'Keep the landmark under 80 characters');
    end if;
    select a.slug into b.area_slug from public.areas a where a.slug = address ->> 'area';
    if b.area_slug is null then
      perform private.fail(422, 'area', 'Choose your area');
    end if;
    select p.pin into b.pin from public.area_pins p where p.pin = private.bare(address ->> 'pin');
    if b.pin is null then
      perform private.fail(422, 'pin', 'We don''t serve this PIN yet. Leave your number and we''ll tell you');
    end if;
  end if;

  if private.squeeze(request ->> 'odometer_km') is not null then
    b.odometer_km := private.to_int(regexp_replace(normalize(request ->> 'odometer_km', nfkc), '[\s,]', '', 'g'));
    if b.odometer_km is null or b.odometer_km not between 0 and 300000 then
      perform private.fail(422, 'odometer_km', 'Enter kilometres as a number');
    end if;
  end if;
  if private.squeeze(request ->> 'model_year') is not null then
    b.model_year := private.to_int(btrim(request ->> 'model_year'));
    if b.model_year is null or b.model_year not between 1990 and newest_year then
      perform private.fail(422, 'model_year', 'Enter a year from 1990 to ' || newest_year);
    end if;
  end if;
  b.notes := nullif(btrim(request ->> 'notes'), '');
  if char_length(b.notes) > 500 then
    perform private.fail(422, 'notes', 'Keep the note to 500 characters');
  end if;
  b.approval_limit := case when request ? 'approval_limit' then private.to_int(request ->> 'approval_limit') else 0 end;
  if b.approval_limit is null or b.approval_limit not in (0, 300, 500, 1000) then
    perform private.fail(422, 'approval_limit', 'Choose ₹0, ₹300, ₹500 or ₹1,000');
  end if;
  return b;
end;
$$;
revoke all on function private.read_booking(jsonb) from public, anon, authenticated, service_role;
comment on function private.read_booking(jsonb) is
  'The checked fields of a booking request; raises PT422 with the name of the first field that is wrong.';

-- schemas/booking/create-booking.sql

-- Booking: checked, priced, placed and written in one transaction, once per request_id.

create function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the booking of the first.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.fail(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.read_booking(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.squeeze(request ->> 'gstin') is not null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  end if;
  wanted.pay_by := coalesce(private.squeeze(request ->> 'payment'), 'after_service');
  if wanted.pay_by not in ('after_service', 'upi', 'online') then
    perform private.fail(422, 'payment', 'Choose how you want to pay');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.fail(422, 'payment', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.squeeze(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- What depends on the number is told only to somebody who saw the quote without it: asking costs a booking.
    shown := private.price(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.fail(409, 'price_changed', 'The price has changed. Please look at it again.', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end::text);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- What is paid online is confirmed by the payment; until then its places run out like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + interval '15 minutes';
  end if;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', l ->> 'package_type', (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$$;
revoke all on function public.create_booking(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.create_booking(jsonb) to anon, authenticated, service_role;
comment on function public.create_booking(jsonb) is
  'Books: checks every field, prices the cart again, takes the places (those held under the same request id first of all) and writes the booking, or raises PT422 (hint = field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). payment is after_service (also when left out) or upi, confirmed at once, or online: then the booking is pending_payment and keeps its place until pay_until, 15 minutes. The same request_id returns the same booking with repeated = true.';

create function private.booking_receipt(booking public.service_bookings, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.shown_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', private.manage_token(booking.request_id),
    'repeated', repeated
  );
end;
$$;
revoke all on function private.booking_receipt(public.service_bookings, boolean)
  from public, anon, authenticated, service_role;
comment on function private.booking_receipt(public.service_bookings, boolean) is 'What create_booking answers.';

-- schemas/booking/get-booking.sql

-- A booking as its customer or an admin sees it.

create function private.booking_state(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'booking_date', booking.booking_date, 'booking_time', private.hhmm(booking.booking_time),
    'window_end', private.hhmm(booking.window_end), 'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price, 'final_price', booking.final_price, 'fee', booking.fee,
    'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
$$;
revoke all on function private.booking_state(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.booking_state(public.service_bookings) is 'What the functions that change a status answer.';

create function private.shown_status(booking public.service_bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when booking.status = 'pending_payment' and booking.pay_until <= private.now() then 'expired' else booking.status
  end;
end;
$$;
revoke all on function private.shown_status(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.shown_status(public.service_bookings) is
  'The status to show: an unpaid booking whose time is over waits for nothing any more, whether or not that is written yet.';

create function public.get_booking(manage_token text default null, booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  payment := private.payment_of(b);
  b.status := private.shown_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.hhmm(b.booking_time),
    'window_end', private.hhmm(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$$;
revoke all on function public.get_booking(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_booking(text, uuid) to anon, authenticated, service_role;
comment on function public.get_booking(text, uuid) is
  'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), the finished job card (checklist, empty until the bike is ready), and how to reach the shop. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. Raises PT404 not_found.';

-- schemas/booking/change-terms.sql

-- What a change costs, by the clock at the moment of the change, and who pays for it.

create function private.cancel_until(booking public.service_bookings) returns timestamptz
language sql immutable set search_path = ''
as $$ select booking.starts_at - interval '2 hours'; $$;
revoke all on function private.cancel_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.cancel_until(public.service_bookings) is 'Until when a customer may cancel without calling.';

create function private.is_rained_off(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.mode = 'doorstep'
    and exists (select from public.weather_days w where w.date = booking.booking_date);
$$;
revoke all on function private.is_rained_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_rained_off(public.service_bookings) is 'Weather mode on the day of a visit to the gate: everything is free.';

create function private.missed_at(booking public.service_bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select private.instant(booking.booking_date, booking.window_end) + interval '60 minutes'; $$;
revoke all on function private.missed_at(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.missed_at(public.service_bookings) is 'From when on the shop has missed its window: 60 minutes after the end.';

create function private.is_missed(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.mode <> 'workshop' and booking.status in ('confirmed', 'assigned', 'on_the_way')
    and private.now() >= private.missed_at(booking);
$$;
revoke all on function private.is_missed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_missed(public.service_bookings) is
  'Nobody of us has come, 60 minutes after the window: moving and cancelling are free. Whoever rides in himself is not waited for like that.';

create function private.was_late(booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select private.missed_at(booking) <= coalesce((
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  ), booking.closed_at, private.now())
  -- Or before it was moved. All windows are of the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time) + interval '60 minutes'
  );
$$;
revoke all on function private.was_late(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.was_late(public.service_bookings) is
  'Whether the bike was picked up or looked at 60 minutes after the end of the window or later, or not at all until now, until the end or until it was moved.';

create function private.no_show_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return case when private.is_rained_off(booking) or private.is_missed(booking) then 0 else 200 end; end; $$;
revoke all on function private.no_show_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_show_fee(public.service_bookings) is
  'What it costs in rupees that nobody was there: nothing in weather mode, and nothing when it is us who missed the window.';

create function private.waited_until(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$ begin return booking.starts_at + interval '15 minutes'; end; $$;
revoke all on function private.waited_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.waited_until(public.service_bookings) is
  'Until when the shop waits for somebody: 15 minutes after the booked start.';

create function private.change_terms(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- On the way or there: from then on only staff cancel.
      booking.mode <> 'workshop'
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_ours(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.may_go('customer', booking, 'cancelled') as can_cancel,
      private.may_go('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.may_go('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then 200
      when late and waived_before then 100
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then 100 else 0 end,
    'can_pick_up', movable and rain and private.can_be_fetched(booking),
    'weather', rain
  )
  from facts;
$$;
revoke all on function private.change_terms(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.change_terms(public.service_bookings) is
  'What cancelling and moving cost a customer at this moment, by himself or through staff: free until 2 hours before (moving: twice); later cancelling is 100 rupees (a number''s first time free) and moving free once; 200 and 100 with the mechanic on the way, 200 also when he is there, where only staff cancel; nothing in weather mode, nothing when we have missed the window, and nothing for a booking that is not paid yet and so not confirmed. can_pick_up: in weather mode a visit to the gate can become a pickup, if the work can be done in the workshop.';

create function private.check_fee(fee int, expected_fee int) returns void
language plpgsql set search_path = ''
as $$
begin
  if fee is distinct from coalesce(expected_fee, 0) then
    perform private.fail(409, 'fee_changed', 'This costs ' || private.rupees(fee) || ' by now. Please look at it again.',
      jsonb_build_object('fee', fee)::text);
  end if;
end;
$$;
revoke all on function private.check_fee(int, int) from public, anon, authenticated, service_role;
comment on function private.check_fee(int, int) is 'Nobody pays a fee that was not shown: raises PT409 fee_changed with the fee.';

create function private.speaks_for_shop(booking public.service_bookings, cause text, waiver text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  said boolean := speaks_for_shop.cause is not null or speaks_for_shop.waiver is not null;
begin
  if said and not public.is_admin() then
    perform private.fail(403, 'forbidden', 'Only the shop says whose reason a change has. Call us on '
      || private.shop_phone() || '.');
  elsif speaks_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.fail(422, 'cause', 'Choose whose reason it is');
  elsif speaks_for_shop.waiver is not null
    and coalesce(char_length(private.squeeze(speaks_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.fail(422, 'waiver', 'Say in 3 to 300 characters why the fee is waived: it stays with the booking');
  end if;
  return public.is_admin() and (said or booking.user_id is distinct from auth.uid());
end;
$$;
revoke all on function private.speaks_for_shop(public.service_bookings, text, text)
  from public, anon, authenticated, service_role;
comment on function private.speaks_for_shop(public.service_bookings, text, text) is
  'Whether a change is made by the shop: an admin speaks for it in any booking but his own, and in that too once he says whose reason it is. Raises PT403 when a customer does, PT422 cause, waiver.';

create function private.is_ours(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.is_rained_off(booking) or private.is_missed(booking); end; $$;
revoke all on function private.is_ours(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_ours(public.service_bookings) is
  'Whether the weather or the shop is why a booking does not happen as agreed: changing it is free, whoever asks for it.';

create function private.charge_fee(booking public.service_bookings, fee int, expected_fee int, waiver text) returns int
language plpgsql set search_path = ''
as $$
declare
  why text := private.squeeze(charge_fee.waiver);
begin
  perform private.check_fee(charge_fee.fee, charge_fee.expected_fee);
  if why is null then
    return charge_fee.fee;
  elsif charge_fee.fee = 0 then
    perform private.fail(422, 'waiver', 'There is no fee to waive.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status,
    'Fee of ' || private.rupees(charge_fee.fee) || ' waived: ' || why
  );
  return 0;
end;
$$;
revoke all on function private.charge_fee(public.service_bookings, int, int, text)
  from public, anon, authenticated, service_role;
comment on function private.charge_fee(public.service_bookings, int, int, text) is
  'What a change costs in the end: the fee that was shown, or nothing when it is waived, which an event of its own keeps with the reason. Raises PT409 fee_changed, PT422 waiver.';

-- schemas/booking/transition.sql

-- The one function that changes the status of a booking: it asks booking_transitions and writes the event. It gives the
-- places of an unpaid booking back under the lock of their day: without that lock, a caller who takes places and first
-- removes those that have run out could deadlock with a caller who gives one of them back.

create function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0, cause text default null
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = go.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.may_go(go.actor, b, go.to_status) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(go.to_status, 'nothing'), '_', ' ') || '.');
  elsif go.to_status = 'awaiting_approval' and not asked then
    perform private.fail(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and go.to_status = 'inspecting' and asked then
    perform private.fail(409, 'not_answered', 'The customer has not answered every line yet.');
  elsif go.to_status = 'quality_check' and private.unticked(b.id) > 0 then
    left_over := private.unticked(b.id);
    perform private.fail(409, 'not_ticked', case left_over
      when 1 then '1 line of the job card is not ticked yet. Tick it, or say why it is not needed.'
      else left_over || ' lines of the job card are not ticked yet. Tick them, or say why one is not needed.'
    end, jsonb_build_object('left', left_over)::text);
  elsif go.to_status = 'no_show' and private.now() < private.waited_until(b) then
    perform private.fail(409, 'too_early', 'Wait until '
      || to_char(private.waited_until(b) at time zone 'Asia/Kolkata', 'HH24:MI "on" FMDD FMMonth')
      || ', 15 minutes after the booked time. Until then nobody is missed.');
  -- A bill that was named at an earlier step is the bill at the end, so it is looked at again.
  elsif coalesce(go.final_price, case when go.to_status = 'completed' then b.final_price end) > private.agreed(b) then
    perform private.fail(409, 'not_agreed', 'The customer has agreed to ' || private.rupees(private.agreed(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed(b))::text);
  end if;
  -- Whoever takes places removes those of unpaid bookings, many at once: both under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), go.actor, auth.uid(), b.status, go.to_status, go.note, go.fee);
  if go.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = go.to_status,
    mechanic = coalesce(go.mechanic, s.mechanic),
    final_price = case
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, private.agreed(s))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case 'customer' when go.actor then 'customer' when go.cause then 'customer'
        else 'shop' end
    end,
    cancel_cause = case
      when go.to_status <> 'cancelled' then null
      when go.actor = 'customer' then 'customer'
      else coalesce(go.cause, case when private.is_rained_off(s) then 'weather' else 'shop' end)
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_missed(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
end;
$$;
revoke all on function private.go(uuid, text, text, text, text, int, int, text)
  from public, anon, authenticated, service_role;
comment on function private.go(uuid, text, text, text, text, int, int, text) is
  'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, checks no work before every line is ticked, and misses nobody before 15 minutes after the booked start.';

-- schemas/booking/cancel-booking.sql

-- Cancel a booking, by the customer or by staff.

create function public.cancel_booking(
  booking uuid, manage_token text default null, reason text default null, expected_fee int default 0,
  cause text default null, waiver text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, cancel_booking.manage_token);
  as_admin boolean := private.speaks_for_shop(b, cancel_booking.cause, cancel_booking.waiver);
  actor text := case when as_admin then 'admin' else 'customer' end;
  asked_for boolean := not as_admin or coalesce(cancel_booking.cause = 'customer', false);
  late boolean := asked_for and b.status <> 'pending_payment' and private.now() > private.cancel_until(b)
    and not private.is_ours(b);
  why text := private.squeeze(cancel_booking.reason);
  cost int := 0;
begin
  if char_length(why) > 200 then
    perform private.fail(422, 'reason', 'Keep the reason under 200 characters');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.may_go(actor, b, 'cancelled') then
    cost := private.charge_fee(
      b, case when asked_for then (private.change_terms(b) ->> 'cancel_fee')::int else 0 end,
      cancel_booking.expected_fee, cancel_booking.waiver
    );
  end if;
  b := private.go(
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then cancel_booking.cause end
  );
  -- private.go notes it of a customer; through staff it is the same.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$$;
revoke all on function public.cancel_booking(uuid, text, text, int, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text, int, text, text) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text, int, text, text) is
  'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if it is what he saw (else PT409 fee_changed with details.fee). An admin says whose reason it is: cause customer (he asked us to) costs the same, by the same clock, unless a waiver of 3 to 300 characters says why not; shop (also when left out; gives 100 rupees credit) and weather (rain or a closed road; also when left out in weather mode) cost nothing. Cancelling twice changes nothing. Raises PT404 not_found, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver.';

-- schemas/booking/reschedule-booking.sql

-- Move a booking to another time: take the new place, free the old one, in one transaction.

create function private.can_be_fetched(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.mode = 'doorstep' and exists (
    select from public.booking_items i join public.packages p on p.slug = i.item_id
    where i.booking_id = booking.id and i.package_type = 'primary' and 'pickup' = any (p.modes)
  );
end;
$$;
revoke all on function private.can_be_fetched(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.can_be_fetched(public.service_bookings) is
  'Whether what was booked for the gate can be done in the workshop as well, after a pickup.';

create function public.reschedule_booking(
  booking uuid, date text, start text, manage_token text default null, expected_fee int default 0,
  expected_total int default null, note text default null, cause text default null, waiver text default null,
  mode text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, reschedule_booking.manage_token);
  as_admin boolean := private.speaks_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor text := case when as_admin then 'admin' else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place text := coalesce(private.squeeze(reschedule_booking.mode), b.mode);
  remark text := private.squeeze(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Free, not counted, and at the price that was agreed.
  ours boolean := private.is_ours(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status text := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  elsif place not in ('doorstep', 'pickup', 'workshop') then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.may_go(actor, b, 'assigned')) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot be moved.');
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
  ) then
    perform private.fail(409, 'not_allowed',
      'Only a visit to your gate that the weather stops can become a pickup. Call us on ' || private.shop_phone() || '.');
  elsif place <> b.mode and not private.can_be_fetched(b) then
    perform private.fail(422, 'mode', 'This work is not done with pickup. Choose another day at your gate.');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.fail(409, 'moved_often', 'You have moved this booking before. To move it again, call us on '
      || private.shop_phone() || '.');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days holds on the new day or falls away, and the customer sees that first. When it is not his
  -- wish, he keeps it.
  if not ours then
    discount := private.coupon_off(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null);
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.fail(409, 'price_changed', 'On that day it costs '
      || private.rupees(b.estimated_price + b.discount - off) || '. ' || coalesce(discount ->> 'reason', ''),
      jsonb_build_object('total', b.estimated_price + b.discount - off, 'coupon', discount)::text);
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- The new place first, then the old one: both days are locked, and a refusal leaves everything as it was. The shop
  -- may squeeze somebody in earlier than its own lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.instant(private.today(), '00:00') end
  );
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status,
    nullif(concat_ws('. ',
      case when as_admin then case coalesce(reschedule_booking.cause, 'customer')
        when 'shop' then 'For our own reasons'
        when 'weather' then 'Rain or a closed road'
        else 'The customer asked for it'
      end end,
      case when place <> b.mode then 'Pickup instead of a visit to the gate' end,
      remark
    ), ''),
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$$;
revoke all on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.reschedule_booking(uuid, text, text, text, int, int, text, text, text, text) is
  'Moves a booking to another free time: the owner, the holder of the manage token (fees and how often: change_terms) or an admin (as often as needed, also at short notice). An admin says whose reason it is: cause customer (also when left out) costs and counts as if the customer did it, unless a waiver of 3 to 300 characters says why it costs nothing; shop and weather cost nothing, count for nothing and leave the price, as do weather mode and a window that we have missed. mode pickup turns a visit to the gate into a pickup, also at the same time: only in weather mode of its day, or by an admin with cause weather, and only for work that is done with pickup; the price stays as agreed. The same time changes nothing. Raises PT404, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, moved_often, fee_changed (details.fee), price_changed (details.total: a coupon that does not hold on that day; send it as expected_total), slot_taken (details.alternatives), PT422 date, time, time_…, mode, note, cause, waiver.';

-- schemas/booking/set-booking-status.sql

-- Status and fee, changed by admins.

create function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null,
  handover_code text default null, without_code text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_status.note);
  person text := private.squeeze(set_booking_status.mechanic);
  why text := private.squeeze(set_booking_status.without_code);
  wrong jsonb;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.fail(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.fail(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.fail(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  if private.changes_hands(b, set_booking_status.to_status)
    and private.may_go('admin', b, set_booking_status.to_status)
  then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Answered and not raised: raising would forget the try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    remark := nullif(concat_ws('. ', remark, 'Without the code: ' || why), '');
  end if;
  return private.booking_state(private.go(
    b.id, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price,
    case set_booking_status.to_status when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$$;
revoke all on function public.set_booking_status(uuid, text, text, text, int, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.set_booking_status(uuid, text, text, text, int, text, text)
  to authenticated, service_role;
comment on function public.set_booking_status(uuid, text, text, text, int, text, text) is
  'Admins move a booking along booking_transitions. A bike that is fetched or handed back changes hands with the code that the customer says, or without_code: why there is none, which the event keeps. A wrong code is answered with status 422 and hint handover_code (details.tries_left of 5), and remembered. The work is checked once every line of the job card is ticked. Nobody there, from 15 minutes after the booked start on, costs 200 rupees (nothing in weather mode, nothing when we missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

create function public.set_booking_fee(booking uuid, fee int, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_fee.note);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.fail(422, 'fee', 'Enter the fee in whole rupees');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.fail(422, 'note', 'Say why: it stays with the booking');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.fail(409, 'invoice_issued', 'The invoice of this booking is written and cannot be changed. To charge '
      || 'less takes a credit note, to charge more another invoice: ask your accountant.');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.fail(409, 'invoice_issued', 'This fee stands on the invoice of a later booking, which is written.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee);
  return private.booking_state(private.reckon_fee(b, set_booking_fee.fee));
end;
$$;
revoke all on function public.set_booking_fee(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.set_booking_fee(uuid, int, text) to authenticated, service_role;
comment on function public.set_booking_fee(uuid, int, text) is
  'An admin overrides the fee of a booking and says why, until the invoice; also one that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (it stands on an invoice by now: its own, once it is completed, or that of the later booking), PT422 (fee, note).';

-- schemas/booking/extra-work.sql

-- Extra work: lines that staff propose after the inspection and the customer approves or declines.

create table public.extra_work (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  reason text not null check (char_length(reason) between 3 and 300),
  price int not null check (price between 1 and 100000),
  minutes int not null check (minutes between 0 and 960),
  status text not null check (status in ('proposed', 'approved', 'declined')),
  decided_by text check (decided_by in ('customer', 'admin', 'limit')),
  note text,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  position int not null,
  unique (booking_id, position),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check (decided_by <> 'limit' or status = 'approved')
);
alter table public.extra_work enable row level security;
revoke all on table public.extra_work from public, anon, authenticated, service_role;
grant select on table public.extra_work to authenticated;
grant select, insert, update, delete on table public.extra_work to service_role;
create policy "extra work is read with its booking" on public.extra_work
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.extra_work is
  'What the shop found beside the booked work, line by line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking.';

create function private.tell_followers(booking uuid) returns void
language sql set search_path = ''
as $$ update public.service_bookings s set updated_at = pg_catalog.now() where s.id = tell_followers.booking; $$;
revoke all on function private.tell_followers(uuid) from public, anon, authenticated, service_role;
comment on function private.tell_followers(uuid) is
  'Extra work has changed: the feed carries bookings, so whoever follows this one reads it again.';

create function private.extra_work_of(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) - 'booking_id' order by e.position), '[]')
  from public.extra_work e where e.booking_id = extra_work_of.booking;
$$;
revoke all on function private.extra_work_of(uuid) from public, anon, authenticated, service_role;
comment on function private.extra_work_of(uuid) is 'The lines of extra work of a booking.';

create function public.propose_extra_work(booking uuid, items jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.fail(409, 'not_allowed', 'Extra work is proposed while the bike is inspected; this booking is '
      || replace(b.status, '_', ' ') || '.');
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.fail(422, 'items', 'Name 1 to 20 pieces of work');
  end if;
  select coalesce(sum(e.price), 0)::int into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.squeeze(entry ->> 'name');
    line.reason := private.squeeze(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.fail(422, 'name', 'Name the work in 2 to 80 characters');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.fail(422, 'reason', 'Say why in 3 to 300 characters: the customer decides by it');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.fail(422, 'price', 'Enter the price in whole rupees');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.fail(422, 'minutes', 'Enter the minutes it takes');
    end if;
    -- Within the limit nobody is asked; what goes beyond it always is.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit' end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved' else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.go(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.propose_extra_work(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.propose_extra_work(uuid, jsonb) to authenticated, service_role;
comment on function public.propose_extra_work(uuid, jsonb) is
  'An admin names work found while inspecting: [{name, reason, price, minutes}]. Lines within the limit of the booking are approved at once; any other waits for the customer, and the booking with it. Raises PT403, PT404, PT409 not_allowed, PT422 (items, name, reason, price, minutes).';

create function public.answer_extra_work(
  line uuid, approve boolean, manage_token text default null, note text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.squeeze(answer_extra_work.note);
  answer text := case when answer_extra_work.approve then 'approved' when not answer_extra_work.approve then 'declined' end;
begin
  b := private.own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.is_admin() and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.fail(422, 'approve', 'Say yes or no');
  elsif char_length(remark) > 300 then
    perform private.fail(422, 'note', 'Keep the note to 300 characters');
  elsif as_admin and remark is null then
    perform private.fail(422, 'note', 'Say how the customer answered: it stays with the booking');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.fail(409, 'answered', 'This was answered before. To change it, call us on '
      || private.shop_phone() || '.');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin' else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.go(b.id, case when as_admin then 'admin' else 'customer' end, 'inspecting', null);
  else
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.answer_extra_work(uuid, boolean, text, text) from public, anon, authenticated, service_role;
grant execute on function public.answer_extra_work(uuid, boolean, text, text) to anon, authenticated, service_role;
comment on function public.answer_extra_work(uuid, boolean, text, text) is
  'The customer says yes or no to one line; an admin only with a note of how he was told. After the last line the inspection goes on. The same answer twice changes nothing. Raises PT404, PT409 answered, PT422 (approve, note).';

-- schemas/booking/handover-codes.sql

-- The handover code: a bike changes hands only with the code that its customer knows.

create function private.new_handover_code() returns text
language sql volatile set search_path = ''
as $$
  select lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0');
$$;
revoke all on function private.new_handover_code() from public, anon, authenticated, service_role;
comment on function private.new_handover_code() is 'Four random figures. Made of nothing that anybody could know of the booking.';

create table private.handover_codes (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  code text not null default private.new_handover_code() check (code ~ '^[0-9]{4}$'),
  wrong_tries int not null default 0 check (wrong_tries between 0 and 5)
);
alter table private.handover_codes enable row level security;
revoke all on table private.handover_codes from public, anon, authenticated, service_role;
comment on table private.handover_codes is
  'What the customer says when the bike changes hands. Here and not in the booking, so that no select and no feed can carry it; get_booking shows it to the owner and the holder of the link, never to the shop, which types what it hears.';
comment on column private.handover_codes.wrong_tries is 'Since the bike last changed hands; after five it goes only with a note.';

create function private.give_handover_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.handover_codes (booking_id) values (new.id);
  return null;
end;
$$;
revoke all on function private.give_handover_code() from public, anon, authenticated, service_role;
comment on function private.give_handover_code() is 'Trigger: every booking has a code, whoever writes it.';
create trigger give_handover_code after insert on public.service_bookings
  for each row execute function private.give_handover_code();

create function private.changes_hands(booking public.service_bookings, to_status text) returns boolean
language plpgsql immutable set search_path = ''
as $$ begin return to_status = 'completed' or (to_status = 'picked_up' and booking.mode = 'pickup'); end; $$;
revoke all on function private.changes_hands(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.changes_hands(public.service_bookings, text) is
  'Whether a step is one where the code is said: when a bike is fetched, and when any bike is handed back.';

create function private.check_handover(booking uuid, code text, why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.fail(422, 'without_code', 'Say in 3 to 300 characters why it goes without the code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.fail(422, 'handover_code', 'Enter the code that the customer says, or say why it goes without one');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.fail(409, 'no_more_tries', 'The code can''t be tried any more. Say why it goes without the code.');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.fail(422, 'handover_code', 'Enter the 4 figures of the code');
    elsif typed <> h.code then
      update private.handover_codes c set wrong_tries = c.wrong_tries + 1 where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'This is not the code of this booking. ' || case tries_left
          when 0 then 'It can''t be tried any more: say why it goes without the code.'
          when 1 then '1 try is left.'
          else tries_left || ' tries are left.'
        end,
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'handover_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0 where c.booking_id = h.booking_id and c.wrong_tries > 0;
  return null;
end;
$$;
revoke all on function private.check_handover(uuid, text, text) from public, anon, authenticated, service_role;
comment on function private.check_handover(uuid, text, text) is
  'Null when the code is right or somebody says why there is none; for a wrong code the refusal to answer with, in the form of an error, and one try of five is used. Raises PT422 handover_code, without_code, PT409 no_more_tries.';

-- schemas/booking/booking-checklist.sql

-- The job card: written when the service starts; every line is ticked before the quality check.

create table public.booking_checklist (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  line int not null check (line > 0),
  group_name text not null,
  label text not null,
  done_at timestamptz,
  done_by uuid,
  not_needed text check (char_length(not_needed) between 3 and 200),
  primary key (booking_id, line),
  check (not_needed is null or done_at is not null)
);
alter table public.booking_checklist enable row level security;
revoke all on table public.booking_checklist from public, anon, authenticated, service_role;
grant select on table public.booking_checklist to authenticated;
grant select, insert, update, delete on table public.booking_checklist to service_role;
create policy "staff read checklists, a customer his own when it is finished" on public.booking_checklist
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b
      where b.id = booking_id and b.user_id = (select auth.uid()) and b.status in ('ready', 'completed')
    )
  );
comment on table public.booking_checklist is
  'The job card of one booking, as it was when the work began: what is printed for the package and the model, the add-ons and the approved extra work. Later changes of the catalog don''t reach it.';
comment on column public.booking_checklist.done_at is 'When it was ticked, or found not to be needed.';
comment on column public.booking_checklist.not_needed is 'Why this line does not apply to this bike; null: it was done.';

create function private.write_checklist(booking public.service_bookings) returns void
language sql volatile set search_path = ''
as $$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select
    booking.id, row_number() over (order by todo.part, todo.place, todo.position), todo.group_name, todo.label
  from (
    select 1 as part, i.position as place, c.position, coalesce(nullif(c.group_name, ''), i.name) as group_name, c.label
    from public.booking_items i
    join public.model_job_cards c
      on c.package_slug = i.item_id and c.model_id = booking.model_id and c.kind = 'included'
    where i.booking_id = booking.id and i.package_type = 'primary'
    union all
    -- An add-on that takes no time, such as a longer warranty, is nothing to do.
    select 2, i.position, 0, 'Add-ons', case when i.quantity > 1 then i.quantity || ' × ' || i.name else i.name end
    from public.booking_items i
    where i.booking_id = booking.id and i.package_type = 'addon' and i.minutes > 0
    union all
    select 3, e.position, 0, 'Extra work', e.name
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ) as todo
  on conflict (booking_id, line) do nothing;
$$;
revoke all on function private.write_checklist(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.write_checklist(public.service_bookings) is
  'Writes the checklist of a booking from what was booked and approved. What is written already stays.';

create function private.unticked(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.booking_checklist c where c.booking_id = unticked.booking and c.done_at is null
  );
end;
$$;
revoke all on function private.unticked(uuid) from public, anon, authenticated, service_role;
comment on function private.unticked(uuid) is 'How many lines of a checklist are neither done nor put aside.';

create function private.checklist_of(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'line', c.line, 'group_name', c.group_name, 'label', c.label, 'done_at', c.done_at, 'not_needed', c.not_needed
  ) order by c.line), '[]')
  from public.booking_checklist c where c.booking_id = checklist_of.booking;
$$;
revoke all on function private.checklist_of(uuid) from public, anon, authenticated, service_role;
comment on function private.checklist_of(uuid) is 'The lines of the checklist of a booking.';

create function public.tick_checklist(booking uuid, lines int[], done boolean, not_needed text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  why text := private.squeeze(tick_checklist.not_needed);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(tick_checklist.booking, null);
  if b.status <> 'in_service' then
    perform private.fail(409, 'not_allowed', 'Lines are ticked while the bike is worked on; this booking is '
      || replace(b.status, '_', ' ') || '.');
  elsif tick_checklist.done is null then
    perform private.fail(422, 'done', 'Say whether it is done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.fail(422, 'not_needed', 'Say in 3 to 200 characters why it is not needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.fail(422, 'lines', 'There is no such line on this job card. Load the booking again.');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- The same tick again stays that of whoever came first.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.unticked(b.id), 'checklist', private.checklist_of(b.id));
end;
$$;
revoke all on function public.tick_checklist(uuid, int[], boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.tick_checklist(uuid, int[], boolean, text) to authenticated, service_role;
comment on function public.tick_checklist(uuid, int[], boolean, text) is
  'An admin ticks lines of a job card while the bike is in service, takes ticks back (done false), or says why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. The same twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 (lines, done, not_needed).';

-- schemas/booking/claims.sql

-- Claims: a sign-in with a phone number or e-mail address that Auth has verified brings the guest bookings made with it
-- into the account.

create function private.claim_bookings(account uuid, phone text, email text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  claimed int;
begin
  with mine as (
    update public.service_bookings b set user_id = claim_bookings.account
    where b.user_id is null
      and (b.phone = claim_bookings.phone or lower(b.email) = lower(claim_bookings.email))
    returning b.id, b.status, b.phone
  )
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  select
    m.id, private.now(), 'customer', claim_bookings.account, m.status, m.status,
    'Added to the account with this ' || case when m.phone = claim_bookings.phone then 'phone' else 'e-mail address' end
  from mine m;
  get diagnostics claimed = row_count;
  return claimed;
end;
$$;
revoke all on function private.claim_bookings(uuid, text, text) from public, anon, authenticated, service_role;
comment on function private.claim_bookings(uuid, text, text) is
  'Gives an account the bookings of guests with this phone or e-mail address (null: none), each with an event. A booking that has an owner keeps him, so a second call changes nothing. The caller vouches that both are verified.';

create function private.claim_at_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.claim_bookings(
    new.id,
    case when new.phone_confirmed_at is not null then '+' || ltrim(new.phone, '+') end,
    case
      when new.email_confirmed_at is not null
        and exists (select from private.settings s where s.name = 'emails_are_confirmed' and s.value = 'on')
      then new.email
    end
  );
  return null;
exception when others then
  raise warning 'no bookings claimed: %', sqlerrm;
  return null;
end;
$$;
revoke all on function private.claim_at_sign_in() from public, anon, authenticated, service_role;
comment on function private.claim_at_sign_in() is
  'Trigger on accounts, which Auth writes at every sign-in: claims by the confirmed phone, and by the e-mail address only while the owner of the database keeps emails_are_confirmed in private.settings at on. An Auth that does not ask for confirmation stamps every address as confirmed. An error is only a warning: nobody is kept from signing in.';
-- Runs for metadata and passwords too: the columns that a sign-in writes differ between versions of Auth.
create trigger claim_at_sign_in after insert or update on auth.users
  for each row execute function private.claim_at_sign_in();

-- schemas/booking/join-waitlist.sql

-- Join the waitlist, and leave it.

create function private.limit_waiting(phone text, mode text, day date, start time) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
begin
  if exists (
    select from public.waitlist w
    where (w.phone, w.booking_date, w.booking_time) = (limit_waiting.phone, day, start) and w.state in ('waiting', 'offered')
  ) then
    perform private.fail(409, 'in_line', 'This number is in line for that time already. We send a link when a place frees up.');
  elsif public.is_admin() then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.most('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.too_many(
      'too_many_waits', 'This number is in line for ' || private.most('open_waits')
        || ' times already. Leave one of them, or call us on ' || private.shop_phone() || '.', until
    );
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.most('waits_of_a_window');
  if until is not null then
    perform private.too_many('too_many_in_line', 'Many are in line for that time. Choose another one.', until);
  end if;
end;
$$;
revoke all on function private.limit_waiting(text, text, date, time) from public, anon, authenticated, service_role;
comment on function private.limit_waiting(text, text, date, time) is
  'PT409 in_line for a number that waits for this time already, PT429 too_many_waits, too_many_in_line when one more would be more than private.limits allows. The caller holds the locks of the phone and of the day.';

create function public.join_waitlist(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w public.waitlist;
  known public.waitlist;
  job record;
  why text;
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and try once more');
  elsif coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  end if;
  w.request_id := private.to_uuid(request ->> 'request_id');
  w.booking_date := private.to_date(request ->> 'date');
  w.booking_time := private.to_time(request ->> 'time');
  w.customer_name := private.clean_name(request ->> 'name');
  w.phone := private.clean_phone(request ->> 'phone');
  w.email := private.clean_email(request ->> 'email');
  select m.mode into w.mode from public.service_modes m where m.mode = request ->> 'mode';
  if w.request_id is null then
    perform private.fail(422, 'request_id', 'Load the page again and try once more');
  elsif w.mode is null then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif w.booking_date is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif w.booking_time is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif w.customer_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  elsif w.phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif w.email is null and private.squeeze(request ->> 'email') is not null then
    perform private.fail(422, 'email', 'Enter an email address like name@example.com');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the answer of the first.
  perform private.lock_request(w.request_id);
  select * into known from public.waitlist l where l.request_id = w.request_id;
  if known.id is not null then
    return private.waitlist_answer(known, true);
  end if;
  select * into job from private.job(request -> 'items', request ->> 'model', w.mode);

  perform pg_advisory_xact_lock(hashtextextended('waitlist ' || w.phone, 0));
  perform private.lock_day(w.mode, w.booking_date);
  if w.booking_date between private.today() and private.horizon() then
    select s.why, s.ends into why, w.window_end
    from private.slots(w.mode, w.booking_date, w.booking_date, job.windows, job.next_day) s where s.starts = w.booking_time;
  end if;
  if why is distinct from 'full' then
    -- Says what is wrong with the time, if anything is.
    perform private.check_slot(w.mode, w.booking_date, w.booking_time, job.windows, job.next_day);
    perform private.fail(409, 'free', 'That time is free now. Choose it and book.');
  end if;
  perform private.limit_waiting(w.phone, w.mode, w.booking_date, w.booking_time);

  w.id := gen_random_uuid();
  insert into public.waitlist (
    id, request_id, user_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
    customer_name, phone, email, created_at, leave_hash
  )
  select
    w.id, w.request_id, auth.uid(), w.mode, w.booking_date, w.booking_time, w.window_end, m.id, b.name || ' ' || m.name, (
      select jsonb_agg(jsonb_build_object('id', l ->> 'item_id', 'quantity', (l ->> 'quantity')::int) order by n)
      from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n) where l ->> 'package_type' <> 'pickup'
    ), job.windows, job.next_day, w.customer_name, w.phone, w.email, private.now(),
    private.hash_token(private.waitlist_token(w.id, 'leave'))
  from public.models m join public.brands b on b.slug = m.brand_slug where m.id = request ->> 'model'
  returning * into w;
  return private.waitlist_answer(w, false);
end;
$$;
revoke all on function public.join_waitlist(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.join_waitlist(jsonb) to anon, authenticated, service_role;
comment on function public.join_waitlist(jsonb) is
  'Stands in line for a window that is full: {request_id, mode, date, time, items, model, name, phone, email}. Answers state, position (1 is first), the window, and a token to leave with; the same request_id answers the same. Raises PT422 with the field or time_…, PT409 free (just book it), in_line, PT429 too_many_waits (3 of a number), too_many_in_line (10 of a window), both with details.retry_after.';

create function public.leave_waitlist(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  if w.id is null then
    perform private.fail(404, 'not_found', 'We do not know this link. You are not in line with it.');
  end if;
  -- Also where no place is offered yet: it may be by the time the day is locked.
  perform private.lock_request(w.offer_request_id);
  perform private.lock_day(w.mode, w.booking_date);
  update public.waitlist l set state = 'left' where l.id = w.id and l.state in ('waiting', 'offered') returning * into w;
  if found then
    select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
    if held.id is not null then
      perform private.end_hold(held, 'released');
    end if;
  else
    select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  end if;
  return jsonb_build_object('state', w.state);
end;
$$;
revoke all on function public.leave_waitlist(text) from public, anon, authenticated, service_role;
grant execute on function public.leave_waitlist(text) to anon, authenticated, service_role;
comment on function public.leave_waitlist(text) is
  'Leaves the line with the token of join_waitlist, or gives an offered place back with that of the link; the next one gets it. Answers the state: left, or claimed or lapsed when it was too late to leave. Raises PT404 not_found.';

-- schemas/booking/offer-places.sql

-- Offers to the waitlist: a freed place is held for the first in line whose job fits. Workers call
-- offer_waitlist_places; the triggers below wake them.

create function private.offer_places_of(mode text, day date) returns int
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Kinds of jobs for which there is no place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, moment + interval '20 minutes', entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail', entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
end;
$$;
revoke all on function private.offer_places_of(text, date) from public, anon, authenticated, service_role;
comment on function private.offer_places_of(text, date) is
  'Ends what is over in the lines of a mode''s day and offers its free places, first come first served: whoever''s job does not fit lets the next one pass. Answers how many entries changed. The caller holds the lock of the day.';

create function private.offer_waitlist_places() returns int
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  line record;
  done int := 0;
begin
  -- Names and numbers are of no use any more. Of several workers none waits for another.
  delete from public.waitlist w where w.id in (
    select o.id from public.waitlist o where o.booking_date < private.today() - 7
    order by o.booking_date limit 100 for update skip locked
  );
  -- Without a lock first: most of the time there is nothing to do. In the order in which days are locked everywhere.
  for line in
    select w.booking_date as day, w.mode from public.waitlist w
    where w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment
    union
    select w.booking_date, w.mode
    from (
      select distinct l.booking_date, l.mode, l.booking_time, l.windows, l.next_day
      from public.waitlist l where l.state = 'waiting' and l.starts_at > moment
    ) w,
      lateral private.slots(w.mode, w.booking_date, w.booking_date, w.windows, w.next_day) s
    where s.starts = w.booking_time and s.free > 0
    order by 1, 2
  loop
    perform private.lock_day(line.mode, line.day);
    done := private.offer_places_of(line.mode, line.day);
    -- One day in a transaction: nobody's booking waits for the lines of other days.
    exit when done > 0;
  end loop;
  return done;
end;
$$;
revoke all on function private.offer_waitlist_places() from public, anon, authenticated, service_role;
comment on function private.offer_waitlist_places() is
  'Workers call it until it answers 0: offers that were not taken are over, free places go to the first in line, and what is a week past is deleted. One day at a time; several may run at once.';

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.waitlist w set state = case new.ended when 'booked' then 'claimed' else 'lapsed' end
  where w.id = new.waitlist_id and w.state in ('offered', 'lapsed');
  return null;
end;
$$;
revoke all on function private.end_offer() from public, anon, authenticated, service_role;
comment on function private.end_offer() is
  'Trigger on holds: an offered place was booked, or given up for another time. Whoever ends a hold has the lock of its day.';
create trigger end_offer after update of ended on private.slot_holds
  for each row when (new.waitlist_id is not null and old.ended is null and new.ended is not null)
  execute function private.end_offer();

create function private.tell_of_free_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.waitlist w
    where w.booking_date = old.booking_date and w.mode = old.mode and w.state = 'waiting'
  ) then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$$;
revoke all on function private.tell_of_free_place() from public, anon, authenticated, service_role;
comment on function private.tell_of_free_place() is 'Trigger: a place is given back on a day for which somebody is in line.';
create trigger tell_of_free_place after delete on public.booking_places
  for each row execute function private.tell_of_free_place();

create function private.tell_of_more_places() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.waitlist w where w.state = 'waiting') then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$$;
revoke all on function private.tell_of_more_places() from public, anon, authenticated, service_role;
comment on function private.tell_of_more_places() is
  'Trigger: somebody has joined a line, or hours, places or the weather have changed while somebody is in one.';
create trigger tell_of_more_places after insert or update or delete on public.business_hours
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.capacities
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.closures
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.weather_days
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert on public.waitlist
  for each statement execute function private.tell_of_more_places();

-- schemas/booking/get-offer.sql

-- The page behind the link of an offer.

create function private.offered_job(entry public.waitlist) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.hhmm(entry.booking_time),
      'end', private.hhmm(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int
        ) order by n)
        from jsonb_array_elements((select j.quote -> 'lines' from private.job(entry.items, m.id, entry.mode) j))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
end;
$$;
revoke all on function private.offered_job(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.offered_job(public.waitlist) is
  'The window and the cart somebody is in line with, at the prices of today. Raises PT422 items when something is not sold any more.';

create function public.get_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.claim_hash = private.hash_token(coalesce(token, ''));
  if w.id is null then
    perform private.fail(404, 'not_found', 'We do not know this link. It may be cut off.');
  elsif w.state = 'claimed' then
    perform private.fail(409, 'claimed', 'You have booked this time. The link to your booking is in the message we sent you.');
  end if;
  select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  if not private.is_offered(w) or held.id is null then
    perform private.fail(409, 'offer_over', 'This offer is over: the place was kept until '
      || to_char(w.offer_ends_at at time zone 'Asia/Kolkata', 'HH24:MI') || '.',
      (private.offered_job(w) || jsonb_build_object(
        'ended_at', w.offer_ends_at,
        'alternatives', private.nearest_free(w.mode, w.booking_date, w.booking_time, w.windows, w.next_day)
      ))::text);
  end if;
  return private.offered_job(w) || jsonb_build_object(
    'request_id', w.offer_request_id, 'name', w.customer_name, 'phone', w.phone, 'email', w.email,
    'hold', private.hold_state(held)
  );
end;
$$;
revoke all on function public.get_offer(text) from public, anon, authenticated, service_role;
grant execute on function public.get_offer(text) to anon, authenticated, service_role;
comment on function public.get_offer(text) is
  'The place that a claim link offers: mode, window, cart with the bike, name and number, how long it is kept (hold), and the request_id with which create_booking books it. Raises PT404 not_found, PT409 claimed, PT409 offer_over (details: the same window and cart, and the nearest free times).';

-- schemas/payments/booking-credits.sql

-- Credits: when the shop cancels or comes more than 60 minutes late, 100 rupees are taken off.

create table public.booking_credits (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.service_bookings (id) on delete cascade,
  phone text not null,
  amount int not null default 100 check (amount > 0),
  reason text not null check (reason in ('we_cancelled', 'late')),
  note text check (char_length(note) <= 300),
  -- No foreign key: a second one to bookings would make every embed ambiguous. A booking that is gone uses nothing.
  used_by uuid,
  given_at timestamptz not null
);
create index booking_credits_phone on public.booking_credits (phone);
create index booking_credits_used on public.booking_credits (used_by) where used_by is not null;
alter table public.booking_credits enable row level security;
revoke all on table public.booking_credits from public, anon, authenticated, service_role;
grant select on table public.booking_credits to authenticated, service_role;
create policy "an admin reads credits" on public.booking_credits
  for select to authenticated using ((select public.is_admin()));
comment on table public.booking_credits is
  'What the shop owes a number for having cancelled or come late: at most one for each booking. Nobody writes through the API.';
comment on column public.booking_credits.used_by is
  'The booking whose bill it is taken off, as long as that one lives. Null: the next one of the number.';

create function private.credit_off(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case when private.is_off(booking) then 0 else least(private.bill(booking), (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c where c.used_by = booking.id
  )) end;
end;
$$;
revoke all on function private.credit_off(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.credit_off(public.service_bookings) is
  'Rupees that credits take off the work of a booking: never more than it costs, and nothing off the fees.';

create function private.no_late_credit(booking public.service_bookings) returns text
language sql stable set search_path = ''
as $$
  select case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.shown_status(booking) in ('pending_payment', 'expired', 'no_show') then 'not_allowed'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'weather'
    when not private.was_late(booking) then 'not_late'
  end;
$$;
revoke all on function private.no_late_credit(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.no_late_credit(public.service_bookings) is
  'Why a booking gets no credit for our being late: credited (once is enough), not_allowed, weather, not_late; null when it gets one.';

create function public.give_late_credit(booking uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(give_late_credit.note);
  fault text;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(booking, null);
  fault := private.no_late_credit(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.fail(422, 'note', 'Say what happened in 3 to 300 characters: it stays with the booking');
  elsif fault is not null then
    perform private.fail(409, fault, case fault
      when 'credited' then 'This booking has its credit already.'
      when 'weather' then 'There is no credit for rain or a closed road: moving and cancelling are free.'
      when 'not_late' then 'The credit is due 60 minutes after the end of the window.'
      else 'This booking is ' || replace(b.status, '_', ' ') || ': it has no credit.'
    end);
  end if;
  -- An invoice that is written stays as it is.
  insert into public.booking_credits (booking_id, phone, reason, note, used_by, given_at)
  values (
    b.id, b.phone, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'We were late, ₹100 credit: ' || remark
  );
  perform private.settle(b, 'overpaid');
  perform private.tell_followers(b.id);
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.give_late_credit(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.give_late_credit(uuid, text) to authenticated, service_role;
comment on function public.give_late_credit(uuid, text) is
  'An admin credits 100 rupees for a window that was missed by 60 minutes: off this bill, or off the next one when this booking is over. Once for a booking. Raises PT403, PT404, PT409 credited, not_allowed, weather, not_late, PT422 note.';

-- schemas/payments/dues.sql

-- What a booking owes at any moment. The quote stays as it is; a bill is at most the estimate with the approved extra
-- work; the fee of a missed booking is paid with the next one. A fee and a credit belong to a booking only while it
-- lives: when it is cancelled, missed or not paid in time, they are free again without a write.

create function private.lives(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.service_bookings b where b.id = lives.booking and not private.is_off(b));
end;
$$;
revoke all on function private.lives(uuid) from public, anon, authenticated, service_role;
comment on function private.lives(uuid) is 'Whether there is a booking with this id that happens or has happened.';

create function private.agreed(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return booking.estimated_price + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  );
end;
$$;
revoke all on function private.agreed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.agreed(public.service_bookings) is
  'The most that the work may cost in rupees: the estimate, which has the coupon and the pickup in it, and the extra work that was approved, by the customer or by the limit chosen at booking.';

create function private.bill(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return coalesce(booking.final_price, private.agreed(booking)); end; $$;
revoke all on function private.bill(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.bill(public.service_bookings) is
  'The work in rupees: the bill, or the estimate with the approved extra work; without fees and before credits.';

create function private.owed(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if booking.status in ('cancelled', 'no_show', 'expired') then
    return greatest(booking.fee - case when private.lives(booking.carried_to) then booking.carried else 0 end, 0);
  end if;
  return booking.fee + private.bill(booking) - private.credit_off(booking) + (
    select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id
  );
end;
$$;
revoke all on function private.owed(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.owed(public.service_bookings) is
  'What a booking costs in rupees at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it. One that does not happen costs its fee, unless that was carried to a booking that lives.';

create function private.unpaid_fee(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$ begin return greatest(booking.fee - private.paid_paise(booking.id) / 100, 0); end; $$;
revoke all on function private.unpaid_fee(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.unpaid_fee(public.service_bookings) is 'Rupees of the fee of a missed booking that were not paid with it.';

create function private.carry_dues() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, reason, given_at)
      values (new.id, new.phone, 'we_cancelled', private.now())
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Paid late: what was paid of a fee while this booking was over is not paid again.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  if private.is_off(new) then
    return null;
  end if;
  -- Two at once of one number: the second waits here and finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.lives(n.carried_to)
    -- Staff look for this money already.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.lives(o.used_by)
  ) free
  where free.id = c.id
    -- One that finds nothing left to take off is kept; a payment that is to confirm a booking has to be one.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$$;
revoke all on function private.carry_dues() from public, anon, authenticated, service_role;
comment on function private.carry_dues() is
  'Trigger on bookings: a new one takes over the unpaid fees of missed bookings of its number, and its credits; one that the shop cancels for its own reasons gives a credit.';
-- Before settle_booking by its name: what is owed is known when money is given back.
create trigger carry_dues after insert or update of status on public.service_bookings
  for each row execute function private.carry_dues();

create function private.reckon_fee(booking public.service_bookings, fee int) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  target public.service_bookings;
begin
  select * into target from public.service_bookings s
  where s.id = booking.carried_to and s.status <> 'completed' and not private.is_off(s) for update;
  update public.service_bookings s set
    fee = reckon_fee.fee,
    carried = case
      when target.id is null then s.carried else greatest(reckon_fee.fee - private.paid_paise(s.id) / 100, 0)
    end
  where s.id = booking.id and (s.fee <> reckon_fee.fee or target.id is not null) returning * into b;
  if target.id is not null then
    perform private.settle(target, 'overpaid');
    perform private.tell_followers(target.id);
  end if;
  if b.id is null then
    return booking;
  end if;
  return b;
end;
$$;
revoke all on function private.reckon_fee(public.service_bookings, int) from public, anon, authenticated, service_role;
comment on function private.reckon_fee(public.service_bookings, int) is
  'Sets the fee of a booking, and what of it goes with the booking it was carried to: of that, what is paid too much is given back. Nothing changes any more on a bill that is written. The caller holds the booking.';

-- schemas/payments/payments.sql

-- Payments: after the service, by UPI, or online before the booking is confirmed.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  method text not null check (method in ('upi', 'card', 'netbanking', 'wallet', 'cash', 'online')),
  provider text not null check (provider in ('upi', 'local', 'razorpay', 'desk')),
  provider_order_id text,
  provider_payment_id text,
  reference text not null unique check (reference ~ '^[A-Z0-9]{8,35}$'),
  amount_paise int not null check (amount_paise > 0),
  captured_paise int not null default 0 check (captured_paise >= 0),
  status text not null check (status in (
    'created', 'claimed', 'authorized', 'captured', 'failed', 'partially_refunded', 'refunded'
  )),
  note text check (char_length(note) <= 300),
  created_at timestamptz not null,
  claimed_at timestamptz,
  captured_at timestamptz,
  checked_at timestamptz,
  check ((captured_paise > 0) = (status in ('captured', 'partially_refunded', 'refunded'))),
  check ((captured_paise > 0) = (captured_at is not null)),
  check (status <> 'claimed' or provider = 'upi'),
  check (provider_payment_id is null or provider_order_id is not null)
);
create index payments_booking on public.payments (booking_id);
create index payments_order on public.payments (provider, provider_order_id) where provider_order_id is not null;
create unique index payments_provider_payment on public.payments (provider, provider_payment_id)
  where provider_payment_id is not null;
create index payments_open on public.payments (created_at) where status in ('created', 'failed', 'authorized');
alter table public.payments enable row level security;
revoke all on table public.payments from public, anon, authenticated, service_role;
grant select on table public.payments to authenticated, service_role;
create policy "payments are read with their booking" on public.payments
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.payments is
  'One row per attempt to pay. Paying after the service is no row until the money is there. Nobody writes through the API.';
comment on column public.payments.provider is 'Who tells us that money came: a gateway, or staff for upi and desk.';
comment on column public.payments.reference is 'Ours: the receipt of a gateway''s order and the tr of a UPI link.';
comment on column public.payments.captured_paise is 'What really came. Another amount than amount_paise is given back whole.';
comment on column public.payments.checked_at is 'When the provider was last asked about this order.';

create function private.paid_paise(booking uuid) returns int
language sql stable set search_path = ''
as $$
  select coalesce((select sum(p.captured_paise) from public.payments p where p.booking_id = paid_paise.booking), 0)::int
    - coalesce((select sum(r.amount_paise) from public.refunds r where r.booking_id = paid_paise.booking), 0)::int;
$$;
revoke all on function private.paid_paise(uuid) from public, anon, authenticated, service_role;
comment on function private.paid_paise(uuid) is 'What came and is not to be given back.';

create function private.payment_of(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with sums as (
    select
      private.paid_paise(booking.id) / 100 as paid,
      greatest(private.owed(booking) - private.paid_paise(booking.id) / 100, 0) as due,
      private.shown_status(booking) as shown
  )
  select jsonb_build_object(
    'status', case
      when exists (select from public.refunds r where r.booking_id = booking.id and r.status <> 'done') then 'refund_due'
      when shown <> 'expired' and due > 0
        and exists (select from public.payments p where p.booking_id = booking.id and p.status = 'claimed') then 'claimed'
      when shown <> 'expired' and due > 0 and paid > 0 then 'part_paid'
      when shown <> 'expired' and due > 0 then 'unpaid'
      when paid > 0 then 'paid'
      when exists (select from public.refunds r where r.booking_id = booking.id) then 'refunded'
      else 'nothing_due'
    end,
    'paid', paid,
    'due', case when shown = 'expired' then 0 else due end,
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_off(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_off(c)
    ),
    'credit', private.credit_off(booking),
    'credit_given', (
      select jsonb_build_object('amount', c.amount, 'reason', c.reason, 'used_by', (
        select u.number from public.service_bookings u where u.id = c.used_by and not private.is_off(u)
      ))
      from public.booking_credits c where c.booking_id = booking.id
    ),
    'late_credit', private.no_late_credit(booking) is null,
    'method', booking.pay_by,
    'online', exists (select from public.shop s where s.payment_provider is not null),
    'pay_until', case when shown = 'pending_payment' then booking.pay_until end,
    'seconds_left', case when shown = 'pending_payment'
      then greatest(0, floor(extract(epoch from booking.pay_until - private.now())))::int end,
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - '{booking_id,provider_order_id,provider_payment_id,checked_at}'::text[] order by p.created_at, p.id
      ), '[]')
      from public.payments p where p.booking_id = booking.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - '{booking_id,provider_refund_id,tries,next_try_at}'::text[] order by r.asked_at, r.id
      ), '[]')
      from public.refunds r where r.booking_id = booking.id
    ),
    'refund_time', '5–7 working days'
  )
  from sums;
$$;
revoke all on function private.payment_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_of(public.service_bookings) is
  'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the fees of missed bookings in it (carried) and what credits take off (credit), where its own fee is paid (carried_to) and the credit given for it, or whether one for our being late can be (late_credit), how it is to be paid, whether there is a gateway, until when, all attempts and refunds.';

create function private.payment_rank(status text) returns int
language sql immutable set search_path = ''
as $$
  select case payment_rank.status
    when 'created' then 0 when 'claimed' then 0 when 'failed' then 1 when 'authorized' then 2 else 3
  end;
$$;
revoke all on function private.payment_rank(text) from public, anon, authenticated, service_role;
comment on function private.payment_rank(text) is
  'A payment only ever climbs: created or claimed, failed (another try may follow), authorized, captured. So the order of events does not matter.';

-- schemas/payments/payment-events.sql

-- What a payment provider reports: late, twice or in another order. The same events always end in the same state.

create table public.payment_events (
  id bigint primary key generated always as identity,
  provider text not null,
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null,
  payment_id uuid not null references public.payments (id),
  provider_payment_id text,
  amount_paise int,
  outcome text not null check (outcome in ('applied', 'ignored')),
  at timestamptz not null,
  unique (provider, event_id)
);
create index payment_events_payment on public.payment_events (payment_id);
alter table public.payment_events enable row level security;
revoke all on table public.payment_events from public, anon, authenticated, service_role;
revoke all on sequence public.payment_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.payment_events to authenticated, service_role;
create policy "an admin reads payment events" on public.payment_events
  for select to authenticated using ((select public.is_admin()));
comment on table public.payment_events is
  'Append-only: what a provider told us about a payment. Its event id counts once, however often it is sent.';

create function private.keep_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name;
end;
$$;
revoke all on function private.keep_row() from public, anon, authenticated, service_role;
comment on function private.keep_row() is 'Trigger: a row that was written is never changed or deleted, whoever tries.';
create trigger keep_row before update or delete on public.payment_events
  for each row execute function private.keep_row();

create function private.apply_payment_event(
  provider text, event_id text, kind text, order_id text, payment_id text, amount_paise int default null,
  method text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  first_id uuid;
  target text := case apply_payment_event.kind
    when 'payment.captured' then 'captured'
    when 'order.paid' then 'captured'
    when 'payment.authorized' then 'authorized'
    when 'checkout.verified' then 'authorized'
    when 'payment.failed' then 'failed'
  end;
  how text := case when apply_payment_event.method in ('upi', 'card', 'netbanking', 'wallet')
    then apply_payment_event.method else 'online' end;
  applied boolean := false;
begin
  if target is not null and apply_payment_event.payment_id is null
    or target = 'captured' and (apply_payment_event.amount_paise is null or apply_payment_event.amount_paise <= 0)
  then
    raise exception 'a payment event without payment or amount';
  end if;
  select x.id, x.booking_id into first_id, p.booking_id from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by x.created_at, x.id limit 1;
  if first_id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- All events of a booking queue here; what this one finds below is what the one before has left.
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  select * into p from public.payments x
  where x.provider = apply_payment_event.provider and x.provider_order_id = order_id
  order by (x.provider_payment_id is not distinct from apply_payment_event.payment_id) desc, x.created_at, x.id limit 1;
  if exists (
    select from public.payment_events e
    where e.provider = apply_payment_event.provider and e.event_id = apply_payment_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'payment', p.id);
  end if;

  -- An order paid by two payments is paid twice: the second gets a row of its own, and is given back.
  if target = 'captured' and private.payment_rank(p.status) = 3
    and p.provider_payment_id is distinct from apply_payment_event.payment_id
  then
    insert into public.payments (
      booking_id, method, provider, provider_order_id, reference, amount_paise, status, created_at
    ) values (
      b.id, p.method, p.provider, p.provider_order_id, private.payment_reference(b), p.amount_paise, 'created',
      private.now()
    ) returning * into p;
  end if;
  -- Of two tries that stand equal the smaller id is kept, so that their order does not matter either.
  applied := target is not null and (
    private.payment_rank(target) > private.payment_rank(p.status)
    or private.payment_rank(target) = private.payment_rank(p.status) and target <> 'captured'
      and coalesce(apply_payment_event.payment_id < p.provider_payment_id, false)
  );
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_payment_event.provider, apply_payment_event.event_id, apply_payment_event.kind, p.id,
    apply_payment_event.payment_id, apply_payment_event.amount_paise,
    case when applied then 'applied' else 'ignored' end, private.now()
  );
  if applied then
    update public.payments x set
      provider_payment_id = apply_payment_event.payment_id,
      method = case when apply_payment_event.method is null then x.method else how end,
      status = case when target = 'captured' then x.status else target end
    where x.id = p.id;
    if target = 'captured' then
      perform private.receive(p.id, apply_payment_event.amount_paise, 'system');
    else
      perform private.tell_followers(b.id);
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'payment', p.id
  );
end;
$$;
revoke all on function private.apply_payment_event(text, text, text, text, text, int, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_payment_event(text, text, text, text, text, int, text) is
  'What a gateway says about a payment, after its signature was checked: payment.authorized, payment.captured, order.paid, payment.failed, checkout.verified; other kinds are only kept. Once per event id, in any order: the same events end in the same state. Answers outcome applied, ignored, repeated or unknown (no such order).';

create function private.apply_refund_event(
  provider text, event_id text, kind text, refund uuid, provider_refund_id text, note text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  r public.refunds;
  p public.payments;
  b public.service_bookings;
  target text := case apply_refund_event.kind when 'refund.processed' then 'done' when 'refund.failed' then 'failed' end;
  applied boolean;
begin
  select x.* into r from public.refunds x join public.payments y on y.id = x.payment_id
  where y.provider = apply_refund_event.provider
    and (x.id = apply_refund_event.refund or x.provider_refund_id = apply_refund_event.provider_refund_id)
  limit 1;
  if r.id is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into b from public.service_bookings s where s.id = r.booking_id for update;
  select * into r from public.refunds x where x.id = r.id;
  select * into p from public.payments x where x.id = r.payment_id;
  if exists (
    select from public.payment_events e
    where e.provider = apply_refund_event.provider and e.event_id = apply_refund_event.event_id
  ) then
    return jsonb_build_object('outcome', 'repeated', 'booking', b.id, 'refund', r.id);
  end if;
  -- Done is the end: a failure that is told afterwards is older.
  applied := target is not null and r.status <> 'done' and r.status <> target;
  insert into public.payment_events (
    provider, event_id, kind, payment_id, provider_payment_id, amount_paise, outcome, at
  ) values (
    apply_refund_event.provider, apply_refund_event.event_id, apply_refund_event.kind, p.id, p.provider_payment_id,
    r.amount_paise, case when applied then 'applied' else 'ignored' end, private.now()
  );
  update public.refunds x set
    provider_refund_id = coalesce(x.provider_refund_id, apply_refund_event.provider_refund_id)
  where x.id = r.id;
  if applied then
    perform private.end_refund(r.id, target, 'system', apply_refund_event.note);
  end if;
  return jsonb_build_object(
    'outcome', case when applied then 'applied' else 'ignored' end, 'booking', b.id, 'refund', r.id
  );
end;
$$;
revoke all on function private.apply_refund_event(text, text, text, uuid, text, text)
  from public, anon, authenticated, service_role;
comment on function private.apply_refund_event(text, text, text, uuid, text, text) is
  'What a gateway says about a refund: refund.processed, refund.failed; other kinds are only kept. Once per event id. Outcomes as in apply_payment_event.';

-- schemas/payments/refunds.sql

-- Refunds. Every captured payment ends in a booking or in a refund written in the same transaction.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id),
  payment_id uuid not null references public.payments (id),
  amount_paise int not null check (amount_paise > 0),
  reason text not null check (reason in ('cancelled', 'no_show', 'paid_late', 'overpaid', 'wrong_amount')),
  status text not null default 'asked' check (status in ('asked', 'done', 'failed')),
  provider_refund_id text,
  note text check (char_length(note) <= 300),
  asked_at timestamptz not null,
  done_at timestamptz,
  tries int not null default 0,
  next_try_at timestamptz not null,
  check ((status = 'done') = (done_at is not null))
);
create index refunds_booking on public.refunds (booking_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_asked on public.refunds (next_try_at) where status = 'asked';
create unique index refunds_provider_refund on public.refunds (provider_refund_id) where provider_refund_id is not null;
alter table public.refunds enable row level security;
revoke all on table public.refunds from public, anon, authenticated, service_role;
grant select on table public.refunds to authenticated, service_role;
create policy "refunds are read with their booking" on public.refunds
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.refunds is
  'Money to be given back. The gateway''s are carried out by the backend, which repeats them under the id of the row; those of UPI, cash and whatever the gateway refused by staff, who say so.';

create function private.settle(booking public.service_bookings, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  too_much int := private.paid_paise(booking.id) - private.owed(booking) * 100;
  p record;
begin
  for p in
    select a.id, a.left_paise
    from (
      select x.id, x.captured_at, x.captured_paise - coalesce((
        select sum(r.amount_paise)::int from public.refunds r where r.payment_id = x.id
      ), 0) as left_paise
      from public.payments x where x.booking_id = booking.id and x.captured_paise > 0
    ) a
    where a.left_paise > 0
    order by a.captured_at desc, a.id desc
  loop
    exit when too_much <= 0;
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (booking.id, p.id, least(too_much, p.left_paise), settle.reason, private.now(), private.now());
    too_much := too_much - p.left_paise;
  end loop;
end;
$$;
revoke all on function private.settle(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.settle(public.service_bookings, text) is
  'Asks for a refund of whatever came beyond what the booking costs, the last payment first. The caller holds the booking.';

create function private.settle_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle(new, case new.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  return null;
end;
$$;
revoke all on function private.settle_booking() from public, anon, authenticated, service_role;
comment on function private.settle_booking() is
  'Trigger: whoever cancels, bills or waives a fee, in whatever function, the money that is over is asked back.';
create trigger settle_booking after update of status, fee, final_price, estimated_price on public.service_bookings
  for each row when (
    (new.status, new.fee, new.final_price, new.estimated_price)
      is distinct from (old.status, old.fee, old.final_price, old.estimated_price)
  )
  execute function private.settle_booking();

create function private.end_refund(refund uuid, to_status text, actor text, note text) returns void
language plpgsql set search_path = ''
as $$
declare
  r public.refunds;
  b public.service_bookings;
begin
  update public.refunds x set
    status = end_refund.to_status, note = coalesce(end_refund.note, x.note),
    done_at = case end_refund.to_status when 'done' then private.now() end
  where x.id = end_refund.refund returning * into r;
  update public.payments x set status = case
    when x.captured_paise <= sums.done then 'refunded' when sums.done > 0 then 'partially_refunded' else 'captured'
  end
  from (
    select coalesce(sum(o.amount_paise), 0) as done from public.refunds o
    where o.payment_id = r.payment_id and o.status = 'done'
  ) sums
  where x.id = r.payment_id;
  select * into b from public.service_bookings s where s.id = r.booking_id;
  if r.status = 'done' then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), end_refund.actor, auth.uid(), b.status, b.status,
      private.rupees(r.amount_paise / 100) || ' given back'
    );
  end if;
  perform private.tell_followers(b.id);
end;
$$;
revoke all on function private.end_refund(uuid, text, text, text) from public, anon, authenticated, service_role;
comment on function private.end_refund(uuid, text, text, text) is
  'A refund is done or has failed: its payment follows, and what is done stands in the history. The caller holds the booking.';

-- schemas/payments/receive.sql

-- Capture of a payment, and the end of bookings that were not paid in time.

create function private.is_first_elsewhere(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.coupons c where c.code = booking.coupon_code and c.first_booking) then
    return false;
  end if;
  -- As in create_booking, and like there before the lock of the day: neither gives what the other is giving.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || booking.phone, 0));
  return exists (
    select from public.service_bookings b join public.coupons c on c.code = b.coupon_code and c.first_booking
    where b.phone = booking.phone and b.id <> booking.id and private.shown_status(b) not in ('cancelled', 'expired')
  );
end;
$$;
revoke all on function private.is_first_elsewhere(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_first_elsewhere(public.service_bookings) is
  'Whether a booking has a coupon for the first one of a number, and another booking of the number has used such a coupon since this one was over. The caller holds the booking and not yet the lock of a day.';

create function private.keep_places(booking public.service_bookings) returns boolean
language plpgsql set search_path = ''
as $$
declare
  free int;
begin
  if booking.starts_at <= private.now() then
    return false;
  end if;
  perform private.lock_day(booking.mode, booking.booking_date);
  -- By their rows and not by the clock: they may have gone to somebody while this waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Judged as when it was booked: whoever paid a minute late is not told that it is too soon by now.
  select s.free into free
  from private.slots(
    booking.mode, booking.booking_date, booking.booking_date, booking.windows,
    exists (
      select from public.booking_items i join public.packages k on k.slug = i.item_id
      where i.booking_id = booking.id and k.next_day_only
    ),
    booking.id, booking.pay_until - interval '15 minutes'
  ) s
  where s.starts = booking.booking_time;
  if coalesce(free, 0) = 0 then
    return false;
  end if;
  perform private.take_places(
    booking.id, null, null, booking.mode, booking.booking_date, booking.booking_time, booking.windows
  );
  return true;
end;
$$;
revoke all on function private.keep_places(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.keep_places(public.service_bookings) is
  'Keeps the places of an unpaid booking for good, or takes the same ones again when it is late and they are free. False when they are gone or the time has come. The caller holds the booking.';

create function private.receive(payment uuid, amount_paise int, actor text, note text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  p public.payments;
  b public.service_bookings;
  words text;
  gone text;
begin
  update public.payments x set
    status = 'captured', captured_paise = receive.amount_paise, captured_at = private.now(),
    note = coalesce(receive.note, x.note)
  where x.id = receive.payment returning * into p;
  select * into b from public.service_bookings s where s.id = p.booking_id for update;
  words := 'Paid ' || private.rupees(p.captured_paise / 100) || case p.method
    when 'upi' then ' by UPI' when 'card' then ' by card' when 'netbanking' then ' by net banking'
    when 'wallet' then ' by wallet' when 'cash' then ' in cash' else ' online'
  end;
  if p.captured_paise <> p.amount_paise then
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (b.id, p.id, p.captured_paise, 'wrong_amount', private.now(), private.now());
  elsif b.status in ('pending_payment', 'expired') and private.paid_paise(b.id) >= p.amount_paise then
    -- How many bookings the number has to come is not asked again: that limit keeps places for others, who have left
    -- this one free, and whoever has paid is no flood.
    if private.is_first_elsewhere(b) then
      gone := b.coupon_code || ' was used for another booking of this number by then';
    elsif not private.keep_places(b) then
      gone := 'the time was taken by then';
    else
      perform private.go(b.id, receive.actor, 'confirmed', words);
      return;
    end if;
    if b.status = 'pending_payment' then
      perform private.go(b.id, 'system', 'expired', 'Paid too late: ' || gone);
    else
      words := words || ', too late: ' || gone;
    end if;
  end if;
  select * into b from public.service_bookings s where s.id = p.booking_id;
  b := private.reckon_fee(b, b.fee);
  perform private.settle(b, case b.status
    when 'cancelled' then 'cancelled' when 'no_show' then 'no_show' when 'expired' then 'paid_late' else 'overpaid'
  end);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), receive.actor, auth.uid(), b.status, b.status, words);
  perform private.tell_followers(b.id);
end;
$$;
revoke all on function private.receive(uuid, int, text, text) from public, anon, authenticated, service_role;
comment on function private.receive(uuid, int, text, text) is
  'Money of a payment is there: confirms an unpaid booking, one that is over too if its places are still free and its first-booking coupon was not used for another, and otherwise asks for a refund of what is over. Another amount than was asked for is given back whole. The caller holds the booking.';

create function private.expire_unpaid() returns int
language plpgsql set search_path = ''
as $$
declare
  -- In the order in which days are locked everywhere.
  late record;
  done int := 0;
begin
  for late in
    select b.id from public.service_bookings b
    where b.status = 'pending_payment' and b.pay_until <= private.now()
    order by b.booking_date, b.mode limit 100 for update skip locked
  loop
    perform private.go(late.id, 'system', 'expired', 'Not paid in time');
    done := done + 1;
  end loop;
  return done;
end;
$$;
revoke all on function private.expire_unpaid() from public, anon, authenticated, service_role;
comment on function private.expire_unpaid() is
  'Writes down which unpaid bookings are over; a worker calls it now and then. Their places were free already. Several may run at once.';

-- schemas/payments/payment-request.sql

-- How to pay: UPI link, QR code and our reference.

create function private.payment_reference(booking public.service_bookings) returns text
language sql volatile set search_path = ''
as $$ select upper('TS' || booking.number || encode(extensions.gen_random_bytes(5), 'hex')); $$;
revoke all on function private.payment_reference(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_reference(public.service_bookings) is
  'Twenty letters and figures that begin with the booking''s number and cannot be guessed.';

create function private.percent_encode(value text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(case
    when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or byte in (45, 46, 95, 126)
      then chr(byte)
    else '%' || upper(lpad(to_hex(byte), 2, '0'))
  end, '' order by n), '')
  from (
    select n, get_byte(convert_to(percent_encode.value, 'UTF8'), n) as byte
    from generate_series(0, octet_length(convert_to(percent_encode.value, 'UTF8')) - 1) as n
  ) bytes;
$$;
revoke all on function private.percent_encode(text) from public, anon, authenticated, service_role;
comment on function private.percent_encode(text) is 'A value for a query: everything but letters, figures and -._~ as %XX of its UTF-8.';

create function private.upi_link(vpa text, name text, amount_paise int, note text, reference text) returns text
language sql immutable set search_path = ''
as $$
  select 'upi://pay?pa=' || replace(private.percent_encode(upi_link.vpa), '%40', '@')
    || '&pn=' || private.percent_encode(upi_link.name)
    || '&am=' || to_char(upi_link.amount_paise / 100.0, 'FM9999999990.00')
    || '&cu=INR&tn=' || private.percent_encode(left(upi_link.note, 50))
    || '&tr=' || upi_link.reference;
$$;
revoke all on function private.upi_link(text, text, int, text, text) from public, anon, authenticated, service_role;
comment on function private.upi_link(text, text, int, text, text) is
  'The link that opens a UPI app, and the text of the QR. The @ of an address stays as it is, as apps expect it.';

create function private.payment_request(payment public.payments, booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'payment', payment.id, 'reference', payment.reference, 'method', payment.method, 'status', payment.status,
    'amount', payment.amount_paise / 100, 'amount_paise', payment.amount_paise, 'booking', booking.id,
    'pay_until', case when booking.status = 'pending_payment' then booking.pay_until end
  ) || case when payment.provider = 'upi' then jsonb_build_object(
    'upi_link', private.upi_link(
      s.upi_vpa, s.upi_name, payment.amount_paise, s.upi_name || ' booking ' || booking.number, payment.reference
    ),
    'vpa', s.upi_vpa, 'name', s.upi_name
  ) else '{}' end
  from public.shop s;
$$;
revoke all on function private.payment_request(public.payments, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.payment_request(public.payments, public.service_bookings) is
  'What a page needs to ask for the money.';

-- schemas/payments/start-payment.sql

-- What customers do to pay.

create function public.start_payment(booking uuid, method text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, start_payment.manage_token);
  p public.payments;
  due_paise int := private.owed(b) * 100 - private.paid_paise(b.id);
  by_provider text := case start_payment.method
    when 'upi' then 'upi' when 'online' then (select s.payment_provider from public.shop s)
  end;
begin
  if start_payment.method is null or start_payment.method not in ('upi', 'online') then
    perform private.fail(422, 'method', 'Choose how you want to pay');
  elsif b.status = 'expired' then
    perform private.fail(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' and start_payment.method = 'upi' then
    perform private.fail(409, 'not_allowed', 'This booking is paid online before it is confirmed. Pay online, or pay after the service.');
  elsif due_paise <= 0 then
    perform private.fail(409, 'paid', 'There is nothing left to pay.');
  elsif by_provider is null then
    perform private.fail(409, 'not_offered', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  if start_payment.method = 'upi' then
    -- Whoever said that he has paid is not asked again until somebody has looked.
    select * into p from public.payments x where x.booking_id = b.id and x.status = 'claimed'
    order by x.claimed_at limit 1;
  end if;
  if p.id is null then
    -- The same order serves every try at the same amount: two of them could both be paid.
    select * into p from public.payments x
    where x.booking_id = b.id and x.amount_paise = due_paise and x.provider = by_provider
      and (x.status = 'created' or by_provider <> 'upi' and x.status in ('failed', 'authorized'))
    order by x.created_at desc, x.id limit 1;
  end if;
  if p.id is null then
    insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
    values (
      b.id, start_payment.method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
    ) returning * into p;
  end if;
  return private.payment_request(p, b);
end;
$$;
revoke all on function public.start_payment(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.start_payment(uuid, text, text) to anon, authenticated, service_role;
comment on function public.start_payment(uuid, text, text) is
  'Begins to pay what is due, by its owner, the holder of the manage token or an admin: method upi answers reference, amount, upi_link (also the text of the QR), vpa and name; online is for the backend, which makes the gateway''s order of it. Asked again it is the same payment. Raises PT404, PT409 paid, expired, not_offered, not_allowed, PT422 method.';

create function public.claim_payment(reference text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  p public.payments;
begin
  b := private.own_booking(
    (select x.booking_id from public.payments x where x.reference = claim_payment.reference), claim_payment.manage_token
  );
  select * into p from public.payments x where x.reference = claim_payment.reference;
  if p.provider is distinct from 'upi' or p.status = 'failed' then
    perform private.fail(409, 'not_allowed', 'We could not find this payment. Pay again, or call us on '
      || private.shop_phone() || '.');
  elsif p.status = 'created' then
    update public.payments x set status = 'claimed', claimed_at = private.now() where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status,
      'Says ' || private.rupees(p.amount_paise / 100) || ' is paid by UPI, reference ' || p.reference
    );
    perform private.tell_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$$;
revoke all on function public.claim_payment(text, text) from public, anon, authenticated, service_role;
grant execute on function public.claim_payment(text, text) to anon, authenticated, service_role;
comment on function public.claim_payment(text, text) is
  'The customer says that he has paid by UPI. A link into an app tells a page nothing reliable, so the payment waits until staff have seen the money. Twice changes nothing. Raises PT404, PT409 not_allowed.';

create function public.pay_after_service(booking uuid, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, pay_after_service.manage_token);
begin
  if b.status = 'expired' then
    perform private.fail(409, 'expired', 'This booking was not paid in time, and its place is given back. Please book again.');
  elsif b.status = 'pending_payment' then
    if not private.keep_places(b) then
      perform private.fail(409, 'expired', 'The time has gone to somebody else by now. Please book again.');
    end if;
    update public.service_bookings s set pay_by = 'after_service' where s.id = b.id;
    b := private.go(b.id, 'system', 'confirmed', 'Pays after the service');
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$$;
revoke all on function public.pay_after_service(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.pay_after_service(uuid, text) to anon, authenticated, service_role;
comment on function public.pay_after_service(uuid, text) is
  'For a card that does not work: confirms an unpaid booking, which is then paid after the service. Twice changes nothing. Raises PT404, PT409 expired.';

-- schemas/payments/office.sql

-- What admins record: payments seen in the bank, cash, refunds made by hand.

create function private.payment_remark(note text, needed boolean) returns text
language plpgsql set search_path = ''
as $$
declare
  remark text := private.squeeze(payment_remark.note);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this payment.');
  elsif payment_remark.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.fail(422, 'note', 'Say why: it stays with the payment');
  elsif char_length(remark) > 300 then
    perform private.fail(422, 'note', 'Keep the note to 300 characters');
  end if;
  return remark;
end;
$$;
revoke all on function private.payment_remark(text, boolean) from public, anon, authenticated, service_role;
comment on function private.payment_remark(text, boolean) is 'Lets admins pass, with the note they typed; raises PT403, PT422 note.';

create function private.payment_answer(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b))
  from public.service_bookings b where b.id = payment_answer.booking;
$$;
revoke all on function private.payment_answer(uuid) from public, anon, authenticated, service_role;
comment on function private.payment_answer(uuid) is 'What the functions about payments answer: the state of the booking and of its money.';

create function public.confirm_payment(payment uuid, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(confirm_payment.note, false);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.fail(409, 'not_allowed', 'The gateway confirms this payment itself.');
  elsif p.captured_paise = 0 then
    perform private.receive(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.confirm_payment(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_payment(uuid, text) to authenticated, service_role;
comment on function public.confirm_payment(uuid, text) is
  'An admin has seen the money of a UPI payment, also one that nobody claimed or that was turned down before. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

create function public.reject_claim(payment uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(reject_claim.note, true);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'UPI payment not found: ' || remark);
    perform private.tell_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.fail(409, 'not_allowed', 'This payment does not wait for anybody.');
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.reject_claim(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.reject_claim(uuid, text) to authenticated, service_role;
comment on function public.reject_claim(uuid, text) is
  'An admin did not find the money of a claimed UPI payment and says so; the customer reads the note. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

create function public.record_cash(booking uuid, amount int, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(record_cash.note, false);
  b public.service_bookings := private.own_booking(booking, null);
  due int := private.owed(b) - private.paid_paise(b.id) / 100;
  p public.payments;
begin
  if b.status in ('pending_payment', 'expired') then
    perform private.fail(409, 'not_allowed', 'This booking is not confirmed: nobody owes anything yet.');
  elsif due <= 0 then
    perform private.fail(409, 'paid', 'There is nothing left to pay.');
  elsif record_cash.amount is null or record_cash.amount not between 1 and due then
    perform private.fail(422, 'amount', 'Enter what you were given, up to ' || private.rupees(due));
  end if;
  insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
  values (b.id, 'cash', 'desk', private.payment_reference(b), record_cash.amount * 100, 'created', private.now())
  returning * into p;
  perform private.receive(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.record_cash(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.record_cash(uuid, int, text) to authenticated, service_role;
comment on function public.record_cash(uuid, int, text) is
  'An admin was given cash, at most what is due. Raises PT403, PT404, PT409 paid, not_allowed, PT422 amount, note.';

create function public.finish_refund(refund uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.payment_remark(finish_refund.note, true);
  b public.service_bookings := private.own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null
  );
  r public.refunds;
  from_provider text;
begin
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.fail(409, 'not_allowed', 'The gateway is giving this back: paying it out too would pay it twice.');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.finish_refund(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.finish_refund(uuid, text) to authenticated, service_role;
comment on function public.finish_refund(uuid, text) is
  'An admin has given money back by hand and says how: UPI, cash, and what the gateway could not. Twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 note.';

-- schemas/payments/invoices.sql

-- GST invoices: one per completed booking, numbered without a gap in a financial year, never changed afterwards.

create table private.invoice_counters (
  financial_year text primary key check (financial_year ~ '^[0-9]{2}-[0-9]{2}$'),
  last_serial int not null check (last_serial between 1 and 9999999)
);
alter table private.invoice_counters enable row level security;
revoke all on table private.invoice_counters from public, anon, authenticated, service_role;
comment on table private.invoice_counters is
  'The last number given in a financial year. Whoever completes a booking locks its row until the transaction ends: one that is rolled back leaves no gap.';

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.service_bookings (id) on delete set null,
  number text not null unique check (char_length(number) <= 16),
  financial_year text not null,
  serial int not null,
  issued_at timestamptz not null,
  total int not null check (total >= 0),
  data jsonb not null,
  unique (financial_year, serial)
);
alter table public.invoices enable row level security;
revoke all on table public.invoices from public, anon, authenticated, service_role;
grant select on table public.invoices to authenticated, service_role;
create policy "an invoice is read with its booking" on public.invoices
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.invoices is
  'GST invoices as issued: data is all that rule 46 asks for, as it was at that moment. total in rupees.';

create function private.keep_invoice() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.booking_id is null and to_jsonb(new) - 'booking_id' = to_jsonb(old) - 'booking_id' then
    return new;
  end if;
  raise exception 'an invoice is never changed or deleted';
end;
$$;
revoke all on function private.keep_invoice() from public, anon, authenticated, service_role;
comment on function private.keep_invoice() is 'Trigger: an invoice stays as it was issued, whoever tries; it outlives its booking.';
create trigger keep_invoice before update or delete on public.invoices
  for each row execute function private.keep_invoice();

-- schemas/payments/issue-invoice.sql

-- Writes the invoice in the transaction that completes a booking.

create function private.financial_year(day date) returns text
language sql immutable set search_path = ''
as $$
  select to_char(y, 'FM00') || '-' || to_char((y + 1) % 100, 'FM00')
  from (select (extract(year from day)::int - case when extract(month from day) < 4 then 1 else 0 end) % 100) as start (y);
$$;
revoke all on function private.financial_year(date) from public, anon, authenticated, service_role;
comment on function private.financial_year(date) is 'The Indian financial year of a day, April to March: 26-27.';

create function private.number_words(value int) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  small text[] := array[
    'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve', 'Thirteen',
    'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'
  ];
  tens text[] := array['Ten', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
begin
  return case
    when value = 0 then 'Zero'
    when value < 20 then small[value]
    when value < 100 then tens[value / 10] || coalesce('-' || small[nullif(value % 10, 0)], '')
    when value < 1000 then small[value / 100] || ' Hundred'
      || case when value % 100 > 0 then ' and ' || private.number_words(value % 100) else '' end
    when value < 100000 then private.number_words(value / 1000) || ' Thousand'
      || case when value % 1000 > 0 then ' ' || private.number_words(value % 1000) else '' end
    when value < 10000000 then private.number_words(value / 100000) || ' Lakh'
      || case when value % 100000 > 0 then ' ' || private.number_words(value % 100000) else '' end
    else private.number_words(value / 10000000) || ' Crore'
      || case when value % 10000000 > 0 then ' ' || private.number_words(value % 10000000) else '' end
  end;
end;
$$;
revoke all on function private.number_words(int) from public, anon, authenticated, service_role;
comment on function private.number_words(int) is 'A whole number in words as people here say it, with lakh and crore.';

create function private.place_of_supply(pin text, gstin text) returns text
language sql immutable set search_path = ''
as $$
  with code as (
    select case
      when private.is_maharashtra(place_of_supply.pin, place_of_supply.gstin) then '27'
      when place_of_supply.gstin is not null then left(place_of_supply.gstin, 2)
      when left(place_of_supply.pin, 3) = '403' then '30'
      else (
        select p.state from (values
          ('11', '07'), ('12', '06'), ('13', '06'), ('14', '03'), ('15', '03'), ('16', '04'), ('17', '02'), ('18', '01'),
          ('19', '01'), ('20', '09'), ('21', '09'), ('22', '09'), ('23', '09'), ('24', '05'), ('25', '09'), ('26', '05'),
          ('27', '09'), ('28', '09'), ('30', '08'), ('31', '08'), ('32', '08'), ('33', '08'), ('34', '08'), ('36', '24'),
          ('37', '24'), ('38', '24'), ('39', '24'), ('45', '23'), ('46', '23'), ('47', '23'), ('48', '23'), ('49', '22'),
          ('50', '36'), ('51', '37'), ('52', '37'), ('53', '37'), ('56', '29'), ('57', '29'), ('58', '29'), ('59', '29'),
          ('60', '33'), ('61', '33'), ('62', '33'), ('63', '33'), ('64', '33'), ('67', '32'), ('68', '32'), ('69', '32'),
          ('70', '19'), ('71', '19'), ('72', '19'), ('73', '19'), ('74', '19'), ('75', '21'), ('76', '21'), ('77', '21'),
          ('78', '18'), ('80', '10'), ('81', '10'), ('82', '20'), ('83', '20'), ('84', '10'), ('85', '10')
        ) as p (prefix, state)
        where p.prefix = left(place_of_supply.pin, 2)
      )
    end as state
  )
  select coalesce(code.state, '97') || '-' || coalesce(s.name, 'Other Territory')
  from code left join (values
    ('01', 'Jammu and Kashmir'), ('02', 'Himachal Pradesh'), ('03', 'Punjab'), ('04', 'Chandigarh'),
    ('05', 'Uttarakhand'), ('06', 'Haryana'), ('07', 'Delhi'), ('08', 'Rajasthan'), ('09', 'Uttar Pradesh'),
    ('10', 'Bihar'), ('11', 'Sikkim'), ('12', 'Arunachal Pradesh'), ('13', 'Nagaland'), ('14', 'Manipur'),
    ('15', 'Mizoram'), ('16', 'Tripura'), ('17', 'Meghalaya'), ('18', 'Assam'), ('19', 'West Bengal'),
    ('20', 'Jharkhand'), ('21', 'Odisha'), ('22', 'Chhattisgarh'), ('23', 'Madhya Pradesh'), ('24', 'Gujarat'),
    ('26', 'Dadra and Nagar Haveli and Daman and Diu'), ('27', 'Maharashtra'), ('29', 'Karnataka'), ('30', 'Goa'),
    ('31', 'Lakshadweep'), ('32', 'Kerala'), ('33', 'Tamil Nadu'), ('34', 'Puducherry'),
    ('35', 'Andaman and Nicobar Islands'), ('36', 'Telangana'), ('37', 'Andhra Pradesh'), ('38', 'Ladakh')
  ) as s (state, name) on s.state = code.state;
$$;
revoke all on function private.place_of_supply(text, text) from public, anon, authenticated, service_role;
comment on function private.place_of_supply(text, text) is
  'Code and name of the state as an invoice names it, 27-Maharashtra: by the GSTIN, else by the PIN, else the shop''s own. It and is_maharashtra never differ.';

create function private.invoice_lines(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  with work as (
    select 1 as part, i.position as n, i.name as description, i.quantity, i.price as gross, i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, 1, e.price, true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.bill(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_off(booking) as off,
      -- What goes beyond the services comes off the rest of the bill too, never off the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_off(booking)
        > (select coalesce(sum(p.gross), 0) from priced p where p.cut) as everywhere
    from bill
  ),
  weighed as (
    select p.*, cuts.off, case when p.part >= 4 then 0 when p.cut or cuts.everywhere then p.gross else 0 end as weight
    from priced p cross join cuts
  ),
  running as (
    select w.*,
      sum(w.weight) over line as upto, sum(w.weight) over line - w.weight as before,
      greatest(sum(w.weight) over (), 1) as whole
    from weighed w window line as (order by w.part, w.n)
  ),
  net as (
    select r.*, (r.off * r.upto / r.whole - r.off * r.before / r.whole)::int as discount from running r
  ),
  summed as (
    select n.*, n.gross - n.discount as total, sum(n.gross - n.discount) over line as upto_total
    from net n window line as (order by n.part, n.n)
  ),
  taxed as (
    -- Each sum up to a line is rounded as the whole is, so that the lines add up to it exactly.
    select s.*,
      (round(s.upto_total * 10000.0 / 118) - round((s.upto_total - s.total) * 10000.0 / 118))::int as taxable_paise,
      (s.upto_total * 100 - round(s.upto_total * 10000.0 / 118))::int as upto_tax
    from summed s
  ),
  halved as (
    select t.*, t.total * 100 - t.taxable_paise as tax_paise,
      private.is_maharashtra(booking.pin, booking.gstin) as own_state
    from taxed t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'description', h.description, 'sac', '998714', 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.taxable_paise, 'rate', 18,
    'cgst_rate', case when h.own_state then 9 else 0 end,
    'cgst_paise', case when h.own_state
      then (h.upto_tax - h.upto_tax / 2) - (h.upto_tax - h.tax_paise - (h.upto_tax - h.tax_paise) / 2) else 0 end,
    'sgst_rate', case when h.own_state then 9 else 0 end,
    'sgst_paise', case when h.own_state then h.upto_tax / 2 - (h.upto_tax - h.tax_paise) / 2 else 0 end,
    'igst_rate', case when h.own_state then 0 else 18 end,
    'igst_paise', case when h.own_state then 0 else h.tax_paise end
  ) order by h.part, h.n), '[]')
  from halved h;
$$;
revoke all on function private.invoice_lines(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.invoice_lines(public.service_bookings) is
  'The lines of an invoice in paise: what was booked, the approved extra work, what the bill went beyond both, the fee, and fees of missed bookings. The discount, with the credit in it, lies on the services. Their sums are the tax of the whole bill, to the paisa.';

create function private.issue_invoice(booking public.service_bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  total int := private.owed(booking);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  bike public.models;
  warranty_days int := 30;
  serial int;
  number text;
begin
  select * into bike from public.models m where m.id = booking.model_id;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
  ) then
    warranty_days := 90;
  end if;
  -- Last of all: everybody else who completes a booking waits from here to the end of this transaction.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
  select booking.id, number, year, serial, private.now(), total, jsonb_build_object(
    'number', number,
    'date', issued,
    'supplier', jsonb_build_object(
      'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
      'email', s.email
    ),
    'customer', jsonb_build_object(
      'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
      'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
        select a.name from public.areas a where a.slug = booking.area_slug
      ), 'Pune ' || booking.pin), '')
    ),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'credit_paise', private.credit_off(booking) * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.number_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', booking.odometer_km,
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', jsonb_build_object(
      'date', (issued + make_interval(months => bike.interval_months))::date,
      'odometer_km', booking.odometer_km + bike.interval_km
    ),
    'is_demo', s.is_demo
  ) || tax
  from public.shop s;
end;
$$;
revoke all on function private.issue_invoice(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.issue_invoice(public.service_bookings) is
  'Gives the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that credits are.';

create function private.invoice_completed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.issue_invoice(new);
  return null;
end;
$$;
revoke all on function private.invoice_completed() from public, anon, authenticated, service_role;
comment on function private.invoice_completed() is 'Trigger: a completed booking has its invoice, or is not completed.';
create trigger invoice_completed after update of status on public.service_bookings
  for each row when (new.status = 'completed' and old.status <> 'completed')
  execute function private.invoice_completed();

-- schemas/payments/get-invoice.sql

-- The invoice for the customer, and the GSTIN to print on it.

create function public.get_invoice(booking uuid, manage_token text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.is_admin()
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  select i.data || jsonb_build_object('issued_at', i.issued_at) into result
  from public.invoices i where i.booking_id = b.id;
  if result is null then
    perform private.fail(404, 'no_invoice', 'The invoice is written when the service is completed.');
  end if;
  return result;
end;
$$;
revoke all on function public.get_invoice(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.get_invoice(uuid, text) to anon, authenticated, service_role;
comment on function public.get_invoice(uuid, text) is
  'The invoice of a booking as it was issued, for its owner, the holder of the manage token or an admin. Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

create function public.set_gstin(booking uuid, gstin text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.own_booking(booking, set_gstin.manage_token);
  clean text := private.clean_gstin(set_gstin.gstin);
begin
  if clean is null and private.squeeze(set_gstin.gstin) is not null then
    perform private.fail(422, 'gstin', 'Check the GSTIN');
  elsif clean is not distinct from b.gstin then
    return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
  elsif b.status = 'completed' then
    perform private.fail(409, 'invoice_issued', 'The invoice is written and cannot be changed. Call us on '
      || private.shop_phone() || '.');
  elsif b.status in ('cancelled', 'no_show', 'expired') then
    perform private.fail(409, 'not_allowed', 'There is no invoice for a booking that does not happen.');
  end if;
  update public.service_bookings s set gstin = clean where s.id = b.id returning * into b;
  return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
end;
$$;
revoke all on function public.set_gstin(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.set_gstin(uuid, text, text) to anon, authenticated, service_role;
comment on function public.set_gstin(uuid, text, text) is
  'Sets or, when empty, takes off the GSTIN for the invoice, until the service is completed. Raises PT404, PT409 invoice_issued, not_allowed, PT422 gstin.';

-- schemas/messages/message-outbox.sql

-- The outbox: what customers are told. Triggers write its rows in the transaction of the change itself, so no function
-- can forget a message and no message reports a change that did not happen. Workers send them.

create table public.message_outbox (
  id bigint primary key generated always as identity,
  booking_id uuid references public.service_bookings (id) on delete cascade,
  version int not null check (version >= 0),
  kind text not null check (kind in (
    'confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work', 'weather',
    'review', 'place_free'
  )),
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  due_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dropped', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  claimed_until timestamptz,
  last_error text,
  sent_at timestamptz,
  waitlist_id uuid references public.waitlist (id) on delete cascade,
  unique (booking_id, version, kind, channel),
  constraint message_outbox_check check ((status = 'sent') = (sent_at is not null)),
  constraint message_outbox_check1 check ((booking_id is null) <> (waitlist_id is null)),
  constraint message_outbox_check2 check ((kind = 'place_free') = (waitlist_id is not null))
);
create index message_outbox_waiting on public.message_outbox (next_try_at, id) where status = 'waiting';
create unique index message_outbox_waitlist on public.message_outbox (waitlist_id, channel) where waitlist_id is not null;
alter table public.message_outbox enable row level security;
revoke all on table public.message_outbox from public, anon, authenticated, service_role;
revoke all on sequence public.message_outbox_id_seq from public, anon, authenticated, service_role;
grant select on table public.message_outbox to authenticated;
grant select, insert, update, delete on table public.message_outbox to service_role;
grant usage, select on sequence public.message_outbox_id_seq to service_role;
create policy "an admin reads messages" on public.message_outbox
  for select to authenticated using ((select public.is_admin()));
comment on table public.message_outbox is
  'Messages to customers, one row per booking, version, kind and channel, or per entry of the waitlist and channel: none is sent twice. The text is made when it is sent.';
comment on column public.message_outbox.status is
  'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may have it tried again.';
comment on column public.message_outbox.attempts is 'How often a worker took it. Names the claim: what an older claim reports is not heard.';
comment on column public.message_outbox.next_try_at is 'Not before: due_at at first, later by the pause after a failed try.';
comment on column public.message_outbox.claimed_until is 'A worker has it; when this passes, another one takes it.';

create function private.wake_workers() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('message_outbox', '');
  return null;
end;
$$;
revoke all on function private.wake_workers() from public, anon, authenticated, service_role;
comment on function private.wake_workers() is 'Trigger: tells listening workers at the commit that there is something to send.';
create trigger wake_workers after insert on public.message_outbox
  for each statement execute function private.wake_workers();

-- schemas/messages/write-messages.sql

-- Writes messages when a booking changes, and drops those that are no longer true.

create function private.count_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + case
    when (new.mode, new.booking_date, new.booking_time) is distinct from (old.mode, old.booking_date, old.booking_time)
      then 1
    when new.status <> old.status and new.status in ('cancelled', 'awaiting_approval') then 1
    else 0
  end;
  return new;
end;
$$;
revoke all on function private.count_version() from public, anon, authenticated, service_role;
comment on function private.count_version() is
  'Trigger: a booking that is moved, cancelled or waits for an answer gets the next version; nobody else sets it.';
create trigger count_version before update on public.service_bookings
  for each row execute function private.count_version();

create function private.is_current(message public.message_outbox, booking public.service_bookings) returns boolean
language sql stable set search_path = ''
as $$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then booking.status = 'awaiting_approval'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.instant(booking.booking_date, booking.window_end)
    -- What it offers, a free second look, is over then.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_going_on(booking.status)
  end;
$$;
revoke all on function private.is_current(public.message_outbox, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.is_current(public.message_outbox, public.service_bookings) is
  'Whether a message still tells the truth. A reminder of the day before is over when the next one is due, that one when the window begins, news of the weather when the window ends, the question how we did 48 hours after the work.';

create function private.write_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when new.status = 'completed' and old.status <> 'completed' then 'review'
    when not private.is_going_on(new.status) then null
    when old.status is null or old.status in ('pending_payment', 'expired') then 'confirmation'
    when new.version > old.version and new.status = 'awaiting_approval' then 'extra_work'
    when new.version > old.version then 'change'
  end;
begin
  if tg_op = 'UPDATE' and (new.version, new.status) is distinct from (old.version, old.status) then
    update public.message_outbox m set status = 'dropped'
    where m.booking_id = new.id and m.status = 'waiting' and not private.is_current(m, new);
  end if;
  if news is not null then
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select new.id, new.version, message.kind, way.channel, way.recipient, message.due_at, message.due_at
    from (
      values
        (news, case news
          when 'review' then coalesce(new.closed_at, private.now()) + interval '24 hours' else private.now()
        end),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail', new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and (message.kind = news or (news in ('confirmation', 'change') and message.due_at > private.now()))
    order by message.due_at, way.channel
    -- Completed again after that was taken back: asked once, a day after the last time.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.kind = 'review' and message_outbox.status = 'dropped';
  end if;
  return null;
end;
$$;
revoke all on function private.write_messages() from public, anon, authenticated, service_role;
comment on function private.write_messages() is
  'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, nobody there, and 24 hours after the work the question how we did; reminders 24 and 2 hours before, unless that is past. Drops what waits and is no longer true. Who gave an e-mail address gets a mail beside the SMS.';
create trigger write_messages after insert or update on public.service_bookings
  for each row execute function private.write_messages();

-- schemas/messages/send-messages.sql

-- What workers call: claim messages, read what to send, report the result.

create function private.claim_messages(most int) returns table (message bigint, attempt int, kind text, channel text)
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  where m.id in (
    select w.id from public.message_outbox w
    where w.status = 'waiting' and w.next_try_at <= private.now()
      and (w.claimed_until is null or w.claimed_until <= private.now())
      -- One at a time for each booking and channel: a cancellation never overtakes what is being sent before it.
      and not exists (
        select from public.message_outbox o
        where o.booking_id = w.booking_id and o.channel = w.channel and o.claimed_until > private.now()
      )
    order by w.next_try_at, w.id
    limit claim_messages.most
    for update skip locked
  )
  returning m.id, m.attempts, m.kind, m.channel;
$$;
revoke all on function private.claim_messages(int) from public, anon, authenticated, service_role;
comment on function private.claim_messages(int) is
  'Takes due messages for a worker, for 2 minutes. Workers may ask at the same time: each message goes to one of them.';

create function private.message_to_send(message bigint, attempt int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  m public.message_outbox;
  b public.service_bookings;
  w public.waitlist;
  token text;
begin
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  select * into w from public.waitlist l where l.id = m.waitlist_id;
  if m.status <> 'waiting' or not (
    case when w.id is null then private.is_current(m, b) else private.is_offered(w) end
  ) then
    update public.message_outbox o
    set status = case o.status when 'waiting' then 'dropped' else o.status end, claimed_until = null
    where o.id = m.id;
    return null;
  end if;
  update public.message_outbox o set claimed_until = private.now() + interval '2 minutes' where o.id = m.id;
  if w.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'claim_token', private.waitlist_token(w.id, 'claim'),
      'offer', jsonb_build_object(
        'id', w.id, 'customer_name', w.customer_name, 'bike_name', w.bike_name, 'mode', w.mode, 'date', w.booking_date,
        'start', private.hhmm(w.booking_time), 'end', private.hhmm(w.window_end), 'ends_at', w.offer_ends_at
      ),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(d.note, private.weather_words()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$$;
revoke all on function private.message_to_send(bigint, int) from public, anon, authenticated, service_role;
comment on function private.message_to_send(bigint, int) is
  'Asked right before sending: the booking as its customer sees it now, what staff say of the weather of its day (null for the usual rain), or the offered place; and the claim anew for 2 minutes. Null when the message is not to be sent any more (it is dropped then) or another claim has taken it.';

create function private.message_sent(message bigint) returns void
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set status = 'sent', sent_at = private.now(), claimed_until = null, last_error = null
  where m.id = message_sent.message and m.status <> 'sent';
$$;
revoke all on function private.message_sent(bigint) from public, anon, authenticated, service_role;
comment on function private.message_sent(bigint) is
  'The provider has taken it. Whoever says so is believed, a worker whose claim ran out too: it is not sent again.';

create function private.message_failed(message bigint, attempt int, error text, for_good boolean default false)
returns text
language sql volatile set search_path = ''
as $$
  update public.message_outbox m
  set
    status = case
      when m.status = 'waiting' and (message_failed.for_good or m.attempts >= 12) then 'failed'
      else m.status
    end,
    last_error = left(message_failed.error, 300),
    claimed_until = null,
    next_try_at = private.now() + least(interval '30 seconds' * power(2, m.attempts - 1), interval '1 hour')
  where m.id = message_failed.message and m.attempts = message_failed.attempt and m.status in ('waiting', 'dropped')
  returning m.status;
$$;
revoke all on function private.message_failed(bigint, int, text, boolean) from public, anon, authenticated, service_role;
comment on function private.message_failed(bigint, int, text, boolean) is
  'It could not be sent: tried again after 30 seconds, then after twice as long each time, at most an hour. After 12 tries (5 hours), or at once when no try can help (for_good), it has failed and waits for an admin.';

create function private.seconds_to_next_message() returns double precision
language sql stable set search_path = ''
as $$
  select extract(epoch from least(
    (select min(greatest(m.next_try_at, m.claimed_until)) from public.message_outbox m where m.status = 'waiting'),
    (select min(w.offer_ends_at) from public.waitlist w where w.state = 'offered'),
    -- What is held or not paid yet for a day with a line runs out then.
    (
      select min(p.held_until) from public.booking_places p
      where p.held_until > private.now() and exists (
        select from public.waitlist w
        where w.booking_date = p.booking_date and w.mode = p.mode and w.state = 'waiting'
      )
    )
  ) - private.now())::double precision;
$$;
revoke all on function private.seconds_to_next_message() from public, anon, authenticated, service_role;
comment on function private.seconds_to_next_message() is
  'How long a worker may sleep: until a message is due, an offer of the waitlist ends, or a place that somebody waits for runs out. Null when nothing waits.';

create function public.retry_message(message bigint) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.message_outbox;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to send messages.');
  end if;
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.fail(404, 'not_found', 'There is no such message.');
  elsif m.status <> 'failed' then
    perform private.fail(409, 'not_failed', 'This message has not failed: it is ' || m.status || '.');
  elsif not (select private.is_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.fail(409, 'not_current', 'The booking has changed since: this message would no longer be true.');
  end if;
  update public.message_outbox o
  set status = 'waiting', attempts = 0, next_try_at = private.now(), claimed_until = null
  where o.id = m.id;
  perform pg_catalog.pg_notify('message_outbox', '');
  return jsonb_build_object('id', m.id, 'status', 'waiting');
end;
$$;
revoke all on function public.retry_message(bigint) from public, anon, authenticated, service_role;
grant execute on function public.retry_message(bigint) to authenticated, service_role;
comment on function public.retry_message(bigint) is
  'An admin has a failed message tried again, at once. Raises PT403 forbidden, PT404 not_found, PT409 not_failed, not_current (the booking has changed since).';

-- schemas/messages/weather-messages.sql

-- One message to each customer whose doorstep visit the weather stops.

create function private.tell_of_weather(day date) returns int
language plpgsql set search_path = ''
as $$
declare
  told int;
begin
  with affected as (
    -- Bookings first and messages then, as everywhere.
    select b.* from public.service_bookings b
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and private.instant(b.booking_date, b.window_end) > private.now()
    order by b.id for key share
  ),
  news as (
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select a.id, a.version, 'weather', way.channel, way.recipient, private.now(), private.now()
    from affected a, lateral (values ('mail', a.email), ('sms', a.phone)) as way (channel, recipient)
    where way.recipient is not null
    -- Not sent when the weather changed its mind the first time; whoever was told is not told again.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.status = 'dropped'
    returning booking_id
  )
  select count(distinct n.booking_id)::int into told from news n;
  -- The trigger of the table wakes for new rows only.
  perform pg_catalog.pg_notify('message_outbox', '');
  return told;
end;
$$;
revoke all on function private.tell_of_weather(date) from public, anon, authenticated, service_role;
comment on function private.tell_of_weather(date) is
  'Writes to everybody whose visit to the gate on that day is still to come that we do not work outdoors: once for a booking and its time, however often the mode is switched. Answers how many bookings that are.';

-- schemas/messages/notification-logs.sql

-- The log of new-booking alerts, written by the admin's own client.

create table public.notification_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  order_id uuid not null references public.service_bookings (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 40),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 500),
  data jsonb not null default '{}' check (pg_column_size(data) < 4000),
  created_at timestamptz not null default now(),
  unique (user_id, order_id, type)
);
create index notification_logs_order on public.notification_logs (order_id);
alter table public.notification_logs enable row level security;
revoke all on table public.notification_logs from public, anon, authenticated, service_role;
grant select on table public.notification_logs to authenticated;
grant insert (id, user_id, order_id, type, title, body, data) on table public.notification_logs to authenticated;
grant select, insert, update, delete on table public.notification_logs to service_role;
create policy "an admin reads his alerts" on public.notification_logs
  for select to authenticated using (user_id = (select auth.uid()) and (select public.is_admin()));
create policy "an admin logs his alerts" on public.notification_logs
  for insert to authenticated with check (user_id = (select auth.uid()) and (select public.is_admin()));
comment on table public.notification_logs is 'Which admin was alerted of which booking, once per kind of alert.';

-- schemas/limits/limits.sql

-- How much one number or one account may ask for. Whoever is refused is told how long: every 429 carries
-- {"retry_after": seconds} in its details. Limits of network addresses are the front's.

create table private.limits (
  name text primary key,
  most int not null check (most > 0)
);
alter table private.limits enable row level security;
revoke all on table private.limits from public, anon, authenticated, service_role;
comment on table private.limits is
  'Figures that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, callbacks_a_day of a number, open_waits of a number, waits_of_a_window. Admins are exempt.';

insert into private.limits (name, most) values
  ('open_bookings', 5),
  ('bookings_a_day', 10),
  ('open_holds', 2),
  ('holds_an_hour', 30),
  ('holds_of_a_request', 12),
  ('guest_holds_percent', 50),
  ('open_waits', 3),
  ('waits_of_a_window', 10),
  ('callbacks_a_day', 5);

create function private.most(name text) returns int
language plpgsql stable set search_path = ''
as $$ begin return (select l.most from private.limits l where l.name = most.name); end; $$;
revoke all on function private.most(text) from public, anon, authenticated, service_role;
comment on function private.most(text) is 'The figure of a limit.';

-- schemas/limits/limit-bookings.sql

-- Limits of bookings by number and by account.

create function private.limit_bookings_of(phone text, account uuid, at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Two at once of one number or account: the second waits here and counts the first.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The one of the allowed number that makes room last: when there is one, there is no room.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.most('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.most('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- One of the two is null.
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.too_many(
      'too_many_open',
      private.most('open_bookings') || ' bookings are still to come '
        || case when account is null then 'for this number' else 'in this account' end
        || '. For more bikes, call us on ' || private.shop_phone() || '.',
      open_until
    );
  elsif day_until is not null then
    perform private.too_many(
      'too_many_bookings',
      private.most('bookings_a_day') || ' bookings have been made '
        || case when account is null then 'for this number' else 'in this account' end
        || ' since yesterday. For more, call us on ' || private.shop_phone() || '.',
      day_until
    );
  end if;
end;
$$;
revoke all on function private.limit_bookings_of(text, uuid, timestamptz) from public, anon, authenticated, service_role;
comment on function private.limit_bookings_of(text, uuid, timestamptz) is
  'Of a number or else of an account: PT429 too_many_open or too_many_bookings when one more would be more than private.limits allows.';

create function private.limit_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What the shop enters, or a script with the service role, is nobody's flood.
  if coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin() then
    return new;
  end if;
  -- Counted by the clock that all rules reckon with.
  new.created_at := private.now();
  perform private.limit_bookings_of(new.phone, null, new.created_at);
  if new.user_id is not null then
    perform private.limit_bookings_of(null, new.user_id, new.created_at);
  end if;
  return new;
end;
$$;
revoke all on function private.limit_bookings() from public, anon, authenticated, service_role;
comment on function private.limit_bookings() is
  'Trigger: limits what customers book by number and by account. It comes after the lock of the day, so whoever is waited for never waits for this lock in turn.';
create trigger limit_bookings before insert on public.service_bookings
  for each row execute function private.limit_bookings();

-- schemas/limits/limit-holds.sql

-- Limits of holds by request, number and account, and the share of a window that guests may hold.

create function private.limit_holds(request uuid, phone text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.is_admin() then
    return;
  end if;
  select (array_agg(h.held_at order by h.held_at desc))[private.most('holds_of_a_request')] + interval '1 hour'
  into until from private.slot_holds h where h.request_id = request and h.held_at > at - interval '1 hour';
  if until is null and account is not null then
    perform pg_advisory_xact_lock(hashtextextended('holds of ' || account, 0));
    select (array_agg(h.held_at order by h.held_at desc))[private.most('holds_an_hour')] + interval '1 hour'
    into until from private.slot_holds h where h.user_id = account and h.held_at > at - interval '1 hour';
  end if;
  if until is not null then
    perform private.too_many('too_many', 'You have tried many times. Book without holding the time, or call us on '
      || private.shop_phone() || '.', until);
  end if;

  if limit_holds.phone is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || limit_holds.phone, 0));
    select (array_agg(h.expires_at order by h.expires_at desc))[private.most('open_holds')]
    into until from private.slot_holds h
    where h.phone = limit_holds.phone and h.ended is null and h.expires_at > at and h.request_id <> request;
  end if;
  if until is null and account is not null then
    select (array_agg(h.expires_at order by h.expires_at desc))[private.most('open_holds')]
    into until from private.slot_holds h
    where h.user_id = account and h.held_at > at - interval '1 hour' and h.ended is null and h.expires_at > at
      and h.request_id <> request;
  end if;
  if until is not null then
    perform private.too_many(
      'too_many_holds', private.most('open_holds') || ' times are held for you already. Book one of them first.', until
    );
  end if;
end;
$$;
revoke all on function private.limit_holds(uuid, text, uuid) from public, anon, authenticated, service_role;
comment on function private.limit_holds(uuid, text, uuid) is
  'PT429 too_many or too_many_holds when one more hold of a request, a number or an account would be more than private.limits allows. The caller holds the lock of the request and not yet that of a day.';

create function private.limit_guest_holds(mode text, day date, first_start time, windows int, own uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- The one of the allowed number that ends last: when there is one, there is no room.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.most('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  if until is not null then
    perform private.too_many(
      'held_by_many', 'Many are choosing this time. You can book it without having it kept, or take another.', until
    );
  end if;
end;
$$;
revoke all on function private.limit_guest_holds(text, date, time, int, uuid)
  from public, anon, authenticated, service_role;
comment on function private.limit_guest_holds(text, date, time, int, uuid) is
  'PT429 held_by_many when guests hold their share of a window already (half of its places, rounded up): a browser token costs nothing, and neither does a number that is only typed. The caller holds the lock of the day; own is the hold that is being replaced.';

-- schemas/limits/call-limits.sql

-- Limits of calls by network address and by user, where PostgREST counts. The embedded backend counts in its front.

create table private.call_limits (
  name text primary key,
  calls text[] not null,
  counted_by text not null check (counted_by in ('address', 'user')),
  most int not null check (most > 0),
  per_seconds int not null check (per_seconds > 0),
  counts_site boolean not null default true
);
alter table private.call_limits enable row level security;
revoke all on table private.call_limits from public, anon, authenticated, service_role;
comment on table private.call_limits is
  'How often one network address, or one user, may call which functions, where PostgREST counts (guard.before_request). The same figures as deploy/backend/backend-limits.ts, which counts for the embedded backend.';
comment on column private.call_limits.counts_site is
  'Whether the calls of the site''s own server are counted too. It only reads, so only what is read is free for it.';

insert into private.call_limits (name, calls, counted_by, most, per_seconds, counts_site) values
  (
    'visitor_writes_per_address', '{create_booking,hold_slot,join_waitlist,request_callback,start_payment}', 'address',
    120, 600, true
  ),
  ('prices_per_address', '{quote,list_slots}', 'address', 600, 60, false),
  ('prices_per_user', '{quote,list_slots}', 'user', 240, 60, true),
  ('client_reports_per_address', '{report_client_events}', 'address', 1200, 600, true);

-- Written with each counted call and worth nothing after a crash: no log of it is kept.
create unlogged table private.call_counts (
  name text not null references private.call_limits (name) on delete cascade,
  caller text not null,
  made int not null,
  ends_at timestamptz not null,
  primary key (name, caller)
);
create index call_counts_ends on private.call_counts (ends_at);
alter table private.call_counts enable row level security;
revoke all on table private.call_counts from public, anon, authenticated, service_role;
comment on table private.call_counts is
  'How often who has called what until when. Addresses stay here for as long as they are counted, and an hour.';

create function private.caller_address(headers jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  header text := coalesce((select s.value from private.settings s where s.name = 'address_header'), 'cf-connecting-ip');
  -- Each proxy appends what it saw: only the last one of ours can be believed.
  entry text := btrim(regexp_replace(headers ->> header, '^.*,', ''));
  address inet;
begin
  entry := regexp_replace(entry, '^\[(.*)\](:\d+)?$', '\1');
  entry := regexp_replace(entry, '^([\d.]+):\d+$', '\1');
  entry := regexp_replace(entry, '%.*$', '');
  entry := regexp_replace(entry, '^::ffff:(?=[\d.]+$)', '', 'i');
  if entry !~ '^[0-9a-fA-F.:]+$' then
    return null;
  end if;
  address := entry::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
end;
$$;
revoke all on function private.caller_address(jsonb) from public, anon, authenticated, service_role;
comment on function private.caller_address(jsonb) is
  'The network address that a request is counted by: the last entry of the header that private.settings names (address_header), on Supabase cf-connecting-ip; an IPv6 address by its /64. Null when there is none.';

create function private.is_site(headers jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.settings s where s.name = 'site_key' and s.value = headers ->> 'x-twostroke-site-key'
  )
$$;
revoke all on function private.is_site(jsonb) from public, anon, authenticated, service_role;
comment on function private.is_site(jsonb) is
  'Whether a request comes from the server that renders the site''s pages: it carries the key in private.settings (site_key). False while there is none.';

create function private.count_call(name text, caller text, most int, per_seconds int) returns int
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  counted private.call_counts;
begin
  insert into private.call_counts as c (name, caller, made, ends_at)
  values (count_call.name, count_call.caller, 1, at + make_interval(secs => per_seconds))
  on conflict on constraint call_counts_pkey do update set
    made = case when c.ends_at <= at then 1 else c.made + 1 end,
    ends_at = case when c.ends_at <= at then excluded.ends_at else c.ends_at end
  returning c.* into counted;
  if counted.made = 1 then
    -- Whoever begins anew also tidies up, and never waits for it.
    delete from private.call_counts c where (c.name, c.caller) in (
      select old.name, old.caller from private.call_counts old
      where old.ends_at < at - interval '1 hour' order by old.ends_at limit 50 for update skip locked
    );
  end if;
  return case when counted.made > most then greatest(1, ceil(extract(epoch from counted.ends_at - at)))::int else 0 end;
end;
$$;
revoke all on function private.count_call(text, text, int, int) from public, anon, authenticated, service_role;
comment on function private.count_call(text, text, int, int) is
  'Counts a call in a fixed window. Answers 0 when it is within the limit, else the seconds to wait.';

create function guard.before_request() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  headers jsonb;
  address text;
  from_site boolean;
  rule private.call_limits;
  wait int := 0;
begin
  if auth.jwt() ->> 'role' = 'service_role' then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.fail(404, 'not_found', 'There is nothing at this address.');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.fail(405, 'method', 'This function is asked by POST.');
  elsif current_setting('transaction_read_only')::boolean then
    -- A stable function: PostgREST lets nothing be written, so it cannot be counted here.
    return;
  end if;
  headers := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address := private.caller_address(headers);
  from_site := private.is_site(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$$;
revoke all on function guard.before_request() from public, anon, authenticated, service_role;
grant execute on function guard.before_request() to anon, authenticated, service_role;
comment on function guard.before_request() is
  'For pgrst.db_pre_request: counts calls by network address and by user, and refuses with 429, Retry-After and the body of the embedded front. The site''s own server is known by its key, and what it reads is not counted by address. Does nothing until deploy/supabase/count-addresses.sql has been run. A refused call is undone together with its count.';

-- schemas/telemetry/client-reports.sql

-- What visitors' browsers report of themselves: page speed, faults and visits, each with the app and the release it
-- came from. Anybody may send, so nothing that is sent is believed: shape, length and range are checked here, and what
-- could identify a person is cut out. Admins alone read it.
--
-- The clock is now() and not private.now(): this is about machines, and no rule of the shop depends on it.

create table public.client_reports (
  id bigint primary key generated always as identity,
  received_at timestamptz not null default now(),
  kind text not null check (kind in ('vital', 'error', 'visit')),
  name text not null check (char_length(name) between 1 and 60),
  value numeric check (value between 0 and 600000),
  app text not null check (char_length(app) between 1 and 30),
  version text not null check (char_length(version) between 1 and 40),
  site_release text check (char_length(site_release) <= 200),
  route text check (char_length(route) <= 80),
  canary boolean not null default false,
  message text check (char_length(message) <= 300),
  sample_rate numeric not null default 1 check (sample_rate > 0 and sample_rate <= 1),
  check ((kind = 'vital') = (value is not null))
);
create index client_reports_received on public.client_reports (received_at);
alter table public.client_reports enable row level security;
revoke all on table public.client_reports from public, anon, authenticated, service_role;
revoke all on sequence public.client_reports_id_seq from public, anon, authenticated, service_role;
grant select on table public.client_reports to authenticated, service_role;
create policy "an admin reads client reports" on public.client_reports
  for select to authenticated using ((select public.is_admin()));
comment on table public.client_reports is
  'Append-only: page speed, faults and visits as browsers reported them, without anything about a person. Written and pruned by report_client_events alone.';
comment on column public.client_reports.kind is
  'vital: a measurement of page speed. error: a fault a visitor may have seen. visit: a page load in which the app took part.';
comment on column public.client_reports.name is
  'LCP, INP, FCP, TTFB (milliseconds) or CLS (a score); the class of the error; ''visit''.';
comment on column public.client_reports.route is 'Id of the route, e.g. catalog:bike. Never an address: addresses hold tokens and ids.';
comment on column public.client_reports.sample_rate is 'Share of page loads that report this: each row stands for 1 / sample_rate of its kind.';
comment on column public.client_reports.site_release is
  'Which composition of releases the tab started with. What begins with preview- is not stored.';

-- A tester is no visitor. Shells that know of previews report nothing there; one from before does, and names the release
-- that the document gave it. That name says what it is, so that no version of the shell has to know.
create function private.leave_out_previewed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return null;
end;
$$;
revoke all on function private.leave_out_previewed() from public, anon, authenticated, service_role;
comment on function private.leave_out_previewed() is 'Trigger: a report from a preview is not stored, and not counted as kept.';
create trigger leave_out_previewed before insert on public.client_reports
  for each row when (new.site_release like 'preview-%') execute function private.leave_out_previewed();

create function private.without_personal_data(text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(left(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      left(text, 2000),
      '[[:space:][:cntrl:]]+', ' ', 'g'),
      '([^ ?#"''()]*/[^ ?#"''()]*)[?#][^ "''()]*', '\1', 'g'), -- the query and the fragment of an address
      '\?[^ =?]+=[^ ]*', '', 'g'), -- a query alone
      '[^ @<>"''(),;:]+@[^ @<>"''(),;:]+\.[A-Za-z]{2,}', '[mail]', 'g'),
      '(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}', '[token]', 'g'), -- long and with a digit in it
      '\m[A-Za-z]{2}[ -]?[0-9]{1,2}[ -]?[A-Za-z]{1,3}[ -]?[0-9]{4}\M', '[number]', 'g'), -- a number plate
      '\+?[0-9]([ .()-]{0,2}[0-9]){6,}', '[number]', 'g'), -- a phone, an account, a card
    300)), '');
$$;
revoke all on function private.without_personal_data(text) from public, anon, authenticated, service_role;
comment on function private.without_personal_data(text) is
  'A fault''s message on one line of at most 300 characters, without queries, fragments, mails, tokens, number plates and long runs of digits.';

-- schemas/telemetry/report-client-events.sql

-- Takes reports of browsers, checks and prunes them.

create function public.report_client_events(events jsonb) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept int;
  newest bigint;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.fail(422, 'events', 'Send a list of events.');
  elsif jsonb_array_length(events) > 20 then
    perform private.fail(422, 'too_many', 'Send at most 20 events at once.');
  end if;

  with parsed as (
    select
      event ->> 'kind' as kind,
      event ->> 'name' as name,
      case when jsonb_typeof(event -> 'value') = 'number' then (event ->> 'value')::numeric end as value,
      event ->> 'app' as app,
      event ->> 'version' as version,
      event ->> 'site_release' as site_release,
      event ->> 'route' as route,
      event -> 'canary' = 'true'::jsonb as canary,
      event ->> 'message' as message,
      case when jsonb_typeof(event -> 'sample_rate') = 'number' then (event ->> 'sample_rate')::numeric else 1 end as sample_rate
    from jsonb_array_elements(events) as sent(event)
    where jsonb_typeof(event) = 'object'
  ), added as (
    insert into public.client_reports (kind, name, value, app, version, site_release, route, canary, message, sample_rate)
    select
      p.kind,
      case p.kind
        when 'vital' then p.name
        when 'visit' then 'visit'
        else case when p.name ~ '^[A-Za-z][A-Za-z0-9_.$]{0,59}$' then p.name else 'Error' end
      end,
      case p.kind when 'vital' then round(p.value, 4) end,
      p.app,
      p.version,
      case when p.site_release ~ '^[A-Za-z0-9@_.+ -]{1,200}$' then p.site_release end,
      case when p.route ~ '^[a-z0-9:_-]{1,80}$' then p.route end,
      coalesce(p.canary, false),
      case p.kind when 'error' then private.without_personal_data(p.message) end,
      p.sample_rate
    from parsed p
    where p.kind in ('vital', 'error', 'visit')
      and p.app ~ '^[a-z][a-z0-9_]{0,29}$'
      and p.version ~ '^[A-Za-z0-9][A-Za-z0-9.+-]{0,39}$'
      and p.sample_rate between 0.0001 and 1
      and (
        p.kind <> 'vital'
        or (p.name in ('LCP', 'INP', 'FCP', 'TTFB') and p.value between 0 and 600000)
        or (p.name = 'CLS' and p.value between 0 and 100)
      )
    returning id
  )
  select count(*)::int, max(added.id) into kept, newest from added;

  -- Pruned by whoever writes, more than is written and never much at once: no timer, no growth. Rows that another
  -- call is removing already are left to it.
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.received_at < now() - interval '30 days'
    order by old.received_at limit 100 for update skip locked
  );
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.id <= newest - 200000
    order by old.id limit 100 for update skip locked
  );
  return kept;
end;
$$;
revoke all on function public.report_client_events(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.report_client_events(jsonb) to anon, authenticated, service_role;
comment on function public.report_client_events(jsonb) is
  'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, sample_rate} of a browser and answers how many it kept: what has the wrong shape is left out. Keeps 30 days and the newest 200,000 rows. Raises PT422 events, too_many.';

-- schemas/telemetry/client-health.sql

-- The health figures of the last hours. It runs with the rights of the caller: row-level security decides which rows
-- count, and any caller other than an admin gets an error rather than an empty page.

create function public.client_health(hours int default 24) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
    raise exception using errcode = 'PT403', message = 'You don''t have permission to see this.', hint = 'forbidden';
  elsif hours is null or hours not between 1 and 720 then
    raise exception using errcode = 'PT422', message = 'Ask for 1 to 720 hours.', hint = 'hours';
  end if;
  return (
    with recent as (
      select r.* from public.client_reports r where r.received_at > now() - make_interval(hours => client_health.hours)
    ), counted as (
      select
        app,
        version,
        bool_or(canary) as canary,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'visit')), 0) as visits,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'error')), 0) as errors,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'LCP') as lcp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'INP') as inp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'CLS') as cls,
        max(received_at) as last_seen
      from recent group by app, version order by max(received_at) desc limit 100
    ), faults as (
      select
        app, version, name, message,
        count(*) as count,
        (array_agg(route order by id desc))[1] as route,
        max(received_at) as last_seen
      from recent where kind = 'error' group by app, version, name, message order by max(received_at) desc limit 30
    )
    select jsonb_build_object(
      'hours', client_health.hours,
      'apps', coalesce((
        select jsonb_agg(jsonb_build_object(
          'app', c.app, 'version', c.version, 'canary', c.canary, 'visits', c.visits, 'errors', c.errors,
          'error_rate', case when c.visits > 0 then round(c.errors / c.visits, 4) end,
          'lcp_p75', round(c.lcp::numeric), 'inp_p75', round(c.inp::numeric), 'cls_p75', round(c.cls::numeric, 3),
          'last_seen', c.last_seen
        ) order by c.app, c.last_seen desc) from counted c
      ), '[]'),
      'errors', coalesce((
        select jsonb_agg(to_jsonb(f) order by f.last_seen desc) from faults f
      ), '[]')
    )
  );
end;
$$;
revoke all on function public.client_health(int) from public, anon, authenticated, service_role;
grant execute on function public.client_health(int) to authenticated, service_role;
comment on function public.client_health(int) is
  'For admins and the service role: of the last hours, per app and version visits, errors, errors per visit (null without a visit), LCP and INP (milliseconds) and CLS at the 75th percentile, and the newest distinct errors with their counts. Raises PT403, PT422 hours.';

reset check_function_bodies;
