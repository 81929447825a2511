-- Takes reports of browsers, checks and prunes them.

create function public.report_client_events(events jsonb) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- A report may not stand for more visits than the site asks for: anyone can send one.
  published_share numeric := coalesce((select s.value::numeric from private.settings s where s.name = 'report_share'), 1);
  kept int;
  newest bigint;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.reject(422, 'events');
  elsif jsonb_array_length(events) > 20 then
    perform private.reject(422, 'too_many_events');
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
      p.kind::public.report_kind,
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
      case p.kind when 'error' then private.remove_personal_data(p.message) end,
      greatest(p.sample_rate, published_share)
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

  -- Each call prunes more rows than it writes, and at most 100 per rule, so the table needs no timer. Rows that
  -- another call is deleting are skipped.
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
  'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, sample_rate} of a browser and answers how many it kept: what has the wrong shape is left out. A sample_rate below the share that the site publishes (report_share in private.settings, 1 without it) is raised to it. Keeps 30 days and the newest 200,000 rows. Raises PT422 events, too_many_events.';
