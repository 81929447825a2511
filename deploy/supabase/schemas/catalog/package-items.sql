-- The printed lines of a job card, by package.

create table public.package_items (
  package_slug text not null references public.packages (slug) on delete cascade,
  kind public.package_item_kind not null,
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
