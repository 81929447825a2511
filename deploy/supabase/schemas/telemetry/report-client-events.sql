-- Takes reports of browsers, checks and prunes them.

create function public.report_client_events(events jsonb, token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  versions text[];
  own_sender bytea;
  most int := private.limit_value('reports_of_address');
  share numeric := private.report_share();
  kept int;
begin
  if jsonb_typeof(events) is distinct from 'array' then
    perform private.reject(422, 'events');
  elsif jsonb_array_length(events) > 20 then
    perform private.reject(422, 'too_many_events');
  end if;
  versions := private.redeem_report_token(token);
  if versions is null then
    return jsonb_build_object('kept', 0, 'token', null);
  end if;
  own_sender := private.report_sender(private.caller_address(private.request_headers()));
  -- Concurrent calls of one sender wait here, so that each counts the rows of the ones before it.
  perform pg_advisory_xact_lock(hashtextextended('reports of ' || encode(own_sender, 'hex'), 0));

  with parsed as (
    select
      ordinal,
      event ->> 'kind' as kind,
      case event ->> 'kind'
        when 'vital' then event ->> 'name'
        when 'visit' then 'visit'
        else case when event ->> 'name' ~ '^[A-Za-z][A-Za-z0-9_.$]{0,59}$' then event ->> 'name' else 'Error' end
      end as name,
      case
        when event ->> 'kind' = 'vital' and jsonb_typeof(event -> 'value') = 'number' then round((event ->> 'value')::numeric, 4)
      end as value,
      event ->> 'app' as app,
      event ->> 'version' as version,
      event ->> 'site_release' as site_release,
      event ->> 'route' as route,
      event -> 'canary' = 'true'::jsonb as canary,
      case event ->> 'kind' when 'error' then private.remove_personal_data(event ->> 'message') end as message,
      case event ->> 'kind' when 'error' then event ->> 'request_id' end as request_id
    from jsonb_array_elements(events) with ordinality as sent (event, ordinal)
    where jsonb_typeof(event) = 'object'
  ), counted_once as (
    select distinct on (p.kind, p.app, p.version, p.name, p.message) p.*
    from parsed p
    where p.kind in ('vital', 'error', 'visit')
      and p.app || '@' || p.version = any (versions)
      and private.is_known_version(p.app, p.version)
      and (
        p.kind <> 'vital'
        or (p.name in ('LCP', 'INP', 'FCP', 'TTFB') and p.value between 0 and 600000)
        or (p.name = 'CLS' and p.value between 0 and 100)
      )
    order by p.kind, p.app, p.version, p.name, p.message, p.ordinal
  ), placed as (
    select o.*, row_number() over (
      partition by o.kind, o.app, o.version, case o.kind when 'vital' then o.name end order by o.ordinal
    ) + (
      select count(*) from public.client_reports r
      where r.sender = own_sender and r.app = o.app and r.version = o.version
        and r.kind = o.kind::public.report_kind and (o.kind <> 'vital' or r.name = o.name)
    ) as place
    from counted_once o
  ), added as (
    insert into public.client_reports
      (kind, name, value, app, version, site_release, route, canary, message, sample_rate, sender, request_id)
    select
      p.kind::public.report_kind, p.name, p.value, p.app, p.version,
      case when p.site_release ~ '^[A-Za-z0-9@_.+ -]{1,200}$' then p.site_release end,
      case when p.route ~ '^[a-z0-9:_-]{1,80}$' then p.route end,
      coalesce(p.canary, false),
      p.message,
      case p.kind when 'error' then 1 else share end,
      own_sender,
      case when p.request_id ~ '^[a-z0-9]{8}$' then p.request_id end
    from placed p
    where p.place <= most
      -- Where every version counts, made-up versions are no way around the cap.
      and (select count(*) from public.client_reports r where r.sender = own_sender) < 40 * most
    order by p.ordinal
    returning 1
  )
  select count(*)::int into kept from added;

  -- Each call prunes more rows than it writes, so the table needs no timer. Rows go by their age alone: no flood pushes
  -- out what others reported. Rows that another call is deleting are skipped.
  delete from public.client_reports r where r.id in (
    select old.id from public.client_reports old
    where old.received_at < now() - interval '30 days'
    order by old.received_at limit 100 for update skip locked
  );
  return jsonb_build_object('kept', kept, 'token', private.make_report_token(versions));
end;
$$;
revoke all on function public.report_client_events(jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.report_client_events(jsonb, text) to anon, authenticated, service_role;
comment on function public.report_client_events(jsonb, text) is
  'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, request_id} of a browser, and the token of request_report_token or of the call before. Answers how many it kept, and the token for the next call: {kept, token}. Nothing is kept, and token is null, when the token is missing, forged, expired, used or of another address. Left out is what has the wrong shape, is there twice, names a version that is not of the token or not live, or is above the day''s cap of its network address, kind and version (reports_of_address in private.limits). Keeps 30 days. Raises PT422 events, too_many_events.';
