-- What is looked at on a bike, by package: the inspection finds, the job card does.

create table public.inspection_points (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  group_name text not null,
  label text not null,
  hint text,
  applies text,
  unit text,
  low_limit numeric,
  high_limit numeric,
  item_id text,
  sort int not null,
  per_place boolean not null default false,
  check (unit is not null or (low_limit is null and high_limit is null))
);
alter table public.inspection_points enable row level security;
revoke all on table public.inspection_points from public, anon, authenticated, service_role;
grant select on table public.inspection_points to anon, authenticated;
grant select, insert, update, delete on table public.inspection_points to service_role;
create policy "anyone reads inspection points" on public.inspection_points for select to anon, authenticated using (true);
comment on table public.inspection_points is 'What a mechanic looks at, each once, whatever package it is looked at for.';
comment on column public.inspection_points.applies is 'A trait of public.model_traits; the point exists only on bikes that have it. Null: on all.';
comment on column public.inspection_points.low_limit is 'Below it the part is due. In unit.';
comment on column public.inspection_points.high_limit is 'Above it the part is due. In unit.';
comment on column public.inspection_points.item_id is
  'The package or add-on that puts it right, which a finding proposes where it fits the bike. Null: described in words.';
comment on column public.inspection_points.per_place is
  'item_id is priced for this place alone, as front and rear pads: findings at two such points are two lines, and one that is booked leaves the other to be proposed.';

create table public.package_points (
  package_slug text not null references public.packages (slug) on delete cascade,
  point_slug text not null references public.inspection_points (slug) on delete cascade,
  position int not null,
  primary key (package_slug, point_slug)
);
create index package_points_point on public.package_points (point_slug);
alter table public.package_points enable row level security;
revoke all on table public.package_points from public, anon, authenticated, service_role;
grant select on table public.package_points to anon, authenticated;
grant select, insert, update, delete on table public.package_points to service_role;
create policy "anyone reads the points of a package" on public.package_points for select to anon, authenticated using (true);
comment on table public.package_points is
  'Which points a package looks at: 6 with the basic service, 12 with the general, 20 with the comprehensive, 60 for a used bike, the points of their own part with the others, none with a wash.';

create view public.model_inspections with (security_invoker = true) as
select
  m.id as model_id, i.package_slug, i.position, p.slug as point, p.group_name, p.label, p.hint, p.unit, p.low_limit,
  p.high_limit, p.item_id
from public.models m
join public.inspection_points p
  on p.applies is null
  or exists (select from public.model_traits t where t.model_id = m.id and t.trait = p.applies)
join public.package_points i on i.point_slug = p.slug;
revoke all on table public.model_inspections from public, anon, authenticated, service_role;
grant select on table public.model_inspections to anon, authenticated, service_role;
comment on view public.model_inspections is
  'The inspection of a package with only the points that the model has. Filter by model_id and package_slug, order by position.';
