-- The health figures of the last hours. It runs with the rights of the caller: row-level security decides which rows
-- count. A caller who is no owner gets an error, not an empty page; such callers may not run private.reject.

create function public.client_health(hours int default 24) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not public.has_duty('owner') then
    raise exception using errcode = 'PT403', message = 'forbidden', hint = 'forbidden';
  elsif hours is null or hours not between 1 and 720 then
    raise exception using errcode = 'PT422', message = 'hours', hint = 'hours';
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
    ), distinct_errors as (
      select
        app, version, name, message,
        count(*) as count,
        (array_agg(route order by id desc))[1] as route,
        (array_agg(request_id order by id desc) filter (where request_id is not null))[1] as request_id,
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
        select jsonb_agg(to_jsonb(e) order by e.last_seen desc) from distinct_errors e
      ), '[]')
    )
  );
end;
$$;
revoke all on function public.client_health(int) from public, anon, authenticated, service_role;
grant execute on function public.client_health(int) to authenticated, service_role;
comment on function public.client_health(int) is
  'For owners and the service role: of the last hours, per app and version visits, errors, errors per visit (null without a visit), LCP and INP (milliseconds) and CLS at the 75th percentile, and the newest distinct errors with their counts and the newest failed call of each. Raises PT403, PT422 hours.';
