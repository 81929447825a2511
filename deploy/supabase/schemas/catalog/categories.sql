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
