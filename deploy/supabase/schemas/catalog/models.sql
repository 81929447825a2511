-- Bike models, with the facts that decide prices, add-ons and job cards.

create table public.models (
  id text primary key generated always as (brand_slug || '/' || slug) stored,
  brand_slug text not null references public.brands (slug),
  slug text not null check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  engine_cc numeric(6, 1) not null check (engine_cc between 50 and 3000),
  price_class text not null references public.price_classes (id),
  body public.bike_body not null,
  drive public.bike_drive not null,
  fuel public.bike_fuel not null,
  cooling public.bike_cooling not null,
  front_brake public.bike_brake not null,
  rear_brake public.bike_brake not null,
  oil_filter boolean not null,
  oil_litres numeric(3, 2) not null check (oil_litres > 0),
  interval_km int not null check (interval_km > 0),
  interval_months int not null check (interval_months > 0),
  note text,
  search_names text not null default '',
  sort int not null,
  popular_rank smallint unique check (popular_rank > 0),
  oil_grade text check (oil_grade ~ '^[0-9]{1,2}W-[0-9]{2}$'),
  jaso text check (jaso in ('MA', 'MA2', 'MB')),
  clutch public.bike_clutch not null default 'manual',
  tyres public.bike_tyres not null default 'mixed',
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
comment on column public.models.oil_grade is 'The house default, such as 15W-50. The maker''s handbook holds where it differs; null: we ask the handbook.';
comment on column public.models.jaso is 'The class of the oil: MA or MA2 for a wet clutch, MB for scooters; null: the handbook says it.';
comment on column public.models.popular_rank is
  'Place among the models offered as shortcuts where a bike is chosen, the commonest first; null: none.';
comment on column public.models.search_names is 'Other spellings riders type, separated by commas.';
comment on column public.models.note is 'What differs by model year, as a sentence.';

create function private.set_price_class() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select class.id into strict new.price_class
  from public.price_classes class
  where class.max_cc is null or ceil(new.engine_cc)::int <= class.max_cc
  order by class.max_cc nulls last
  limit 1;
  return new;
end;
$$;
revoke all on function private.set_price_class() from public, anon, authenticated, service_role;
comment on function private.set_price_class() is 'Trigger on models: the first price class whose limit the engine does not exceed.';
create trigger set_price_class before insert or update of engine_cc, price_class on public.models
  for each row execute function private.set_price_class();

create function private.apply_class_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.price_classes class set min_cc = coalesce(
    (select max(lower.max_cc) + 1 from public.price_classes lower
     where class.max_cc is null or lower.max_cc < class.max_cc), 0);
  update public.models set engine_cc = engine_cc;
  return null;
end;
$$;
revoke all on function private.apply_class_limits() from public, anon, authenticated, service_role;
comment on function private.apply_class_limits() is
  'Trigger on price classes: another limit moves the beginning of the next class, and the models between.';
create trigger apply_class_limits after insert or update of max_cc on public.price_classes
  for each statement execute function private.apply_class_limits();

create view public.model_traits with (security_invoker = true) as
select m.id as model_id, trait.name as trait
from public.models m
cross join lateral (
  values
    (m.drive::text),
    (m.fuel::text),
    (case when m.cooling = 'liquid' then 'liquid' else 'not_liquid' end),
    ('front_' || m.front_brake::text),
    ('rear_' || m.rear_brake::text),
    (case when 'disc' in (m.front_brake, m.rear_brake) then 'disc' else 'drum_only' end),
    (case when m.front_brake <> m.rear_brake then 'disc_and_drum' when m.front_brake = 'disc' then 'both_discs' end),
    (case when m.tyres <> 'tube' then 'tubeless' end),
    (case when m.tyres <> 'tubeless' then 'tube' end),
    (case m.clutch when 'manual' then 'clutch' else 'no_clutch' end),
    (case when m.oil_filter then 'oil_filter' else 'no_oil_filter' end)
) as trait (name)
where trait.name is not null;
revoke all on table public.model_traits from public, anon, authenticated, service_role;
grant select on table public.model_traits to anon, authenticated, service_role;
comment on view public.model_traits is
  'The condition keys that hold for a model: chain | belt_cvt, fi | carburettor, liquid | not_liquid, front_disc | front_drum, rear_disc | rear_drum, disc | drum_only, both_discs | disc_and_drum | drum_only, oil_filter | no_oil_filter, tubeless, tube (a model of mixed tyres has both), clutch | no_clutch. Packages, add-ons and job-card lines name one of them, or none.';
