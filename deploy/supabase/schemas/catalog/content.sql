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
comment on table public.reviews is 'What customers said. is_sample marks invented reviews: pages label them and leave them out of structured data.';
