-- Reports of visitors' browsers: page speed, errors and visits, each with its app and release. Anyone may send, so
-- shape, length and range are checked here, and personal data is removed. Only owners read the reports.
--
-- It uses now() and not private.now(): no rule of the shop depends on these rows.

create table public.client_reports (
  id bigint primary key generated always as identity,
  received_at timestamptz not null default now(),
  kind public.report_kind not null,
  name text not null check (char_length(name) between 1 and 60),
  value numeric check (value between 0 and 600000),
  app text not null check (char_length(app) between 1 and 30),
  version text not null check (char_length(version) between 1 and 40),
  site_release text check (char_length(site_release) <= 200),
  route text check (char_length(route) <= 80),
  canary boolean not null default false,
  message text check (char_length(message) <= 300),
  sample_rate numeric not null default 1 check (sample_rate > 0 and sample_rate <= 1),
  sender bytea,
  request_id text check (request_id ~ '^[a-z0-9]{8}$'),
  check ((kind = 'vital') = (value is not null))
);
create index client_reports_received on public.client_reports (received_at);
create index client_reports_sender on public.client_reports (sender, app, version);
alter table public.client_reports enable row level security;
revoke all on table public.client_reports from public, anon, authenticated, service_role;
revoke all on sequence public.client_reports_id_seq from public, anon, authenticated, service_role;
grant select on table public.client_reports to authenticated, service_role;
create policy "owners read client reports" on public.client_reports
  for select to authenticated using ((select public.has_duty('owner')));
comment on table public.client_reports is
  'Append-only: page speed, errors and visits as browsers reported them, without anything about a person. Written and pruned by report_client_events alone.';
comment on column public.client_reports.kind is
  'vital: a measurement of page speed. error: one that a visitor may have seen. visit: a page load in which the app took part.';
comment on column public.client_reports.name is 'LCP, INP, FCP, TTFB (milliseconds) or CLS (a score); the class of the error; ''visit''.';
comment on column public.client_reports.route is 'Id of the route, e.g. catalog:bike. Never an address: addresses hold tokens and ids.';
comment on column public.client_reports.sample_rate is
  'Share of page loads that report this, as the site asked for it: each row stands for 1 / sample_rate of its kind. No browser names it.';
comment on column public.client_reports.sender is
  'Hash of the sender''s network address under a salt of the day (private.report_sender). Null: from before it was kept.';
comment on column public.client_reports.request_id is
  'The failed call: the log of the backend and the visitor''s error panel name it too. Only of errors.';
comment on column public.client_reports.site_release is 'Which composition of releases the tab started with. What begins with preview- is not stored.';

-- Previews are opened by testers, not by visitors. Newer shells report nothing from a preview; older ones do, under a
-- release name that begins with preview-.
create function private.skip_preview_report() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return null;
end;
$$;
revoke all on function private.skip_preview_report() from public, anon, authenticated, service_role;
comment on function private.skip_preview_report() is 'Trigger: a report from a preview is not stored, and not counted as kept.';
create trigger skip_preview_report before insert on public.client_reports
  for each row when (new.site_release like 'preview-%') execute function private.skip_preview_report();

create function private.remove_personal_data(text text) returns text
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
revoke all on function private.remove_personal_data(text) from public, anon, authenticated, service_role;
comment on function private.remove_personal_data(text) is
  'An error''s message on one line of at most 300 characters, without queries, fragments, mails, tokens, number plates and long runs of digits.';
