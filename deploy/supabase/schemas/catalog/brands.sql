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
