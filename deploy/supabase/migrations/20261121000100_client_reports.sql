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
comment on column public.client_reports.site_release is 'Which composition of releases the tab started with.';
comment on column public.client_reports.route is 'Id of the route, e.g. catalog:bike. Never an address: addresses hold tokens and ids.';
comment on column public.client_reports.sample_rate is 'Share of page loads that report this: each row stands for 1 / sample_rate of its kind.';

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
  select count(*), max(added.id) into kept, newest from added;

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

-- With the rights of the caller: row-level security decides what there is to count, and the answer to anybody else than
-- an admin is a refusal rather than an empty page.
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
