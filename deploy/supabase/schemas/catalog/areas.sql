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
comment on column public.areas.colour is 'Local colour: one sentence about riding in the area.';
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
comment on table public.area_pins is 'The PIN codes we come to, and the areas that use them. For any other PIN, visitors can ask for a call-back.';
