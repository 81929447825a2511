-- The figures by which a canary is judged.

create function public.version_reports(app text, versions text[], since timestamptz) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return (
    with senders as (
      select
        r.version,
        (r.received_at at time zone 'UTC')::date as day,
        count(*) filter (where r.kind = 'visit')::numeric as visits,
        count(*) filter (where r.kind = 'error')::numeric as errors
      from public.client_reports r
      where r.app = version_reports.app and r.version = any (versions) and r.received_at >= since
        and r.kind in ('visit', 'error') and r.sender is not null
      group by r.version, day, r.sender
    ), weighed as (
      -- One sender weighs 20 reports at most, in the proportion of its own visits and errors.
      select s.version, s.day, s.visits * w.weight as visits, s.errors * w.weight as errors
      from senders s cross join lateral (select least(1, 20 / greatest(s.visits, s.errors)) as weight) w
    ), ranked as (
      select w.*, row_number() over (partition by w.version, w.day order by w.errors desc, w.visits desc) as place
      from weighed w
    ), days as (
      select
        k.version,
        sum(k.visits) filter (where k.place > 1) as visits,
        sum(k.errors) filter (where k.place > 1) as errors,
        count(*) filter (where k.errors > 0 and k.place > 1) as failing_addresses
      from ranked k group by k.version, k.day
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'version', asked.version,
      'visits', coalesce(figures.visits, 0),
      'errors', coalesce(figures.errors, 0),
      'failing_addresses', coalesce(figures.failing_addresses, 0)
    )), '[]')
    from unnest(versions) as asked (version)
    left join (
      select d.version, round(sum(d.visits)) as visits, round(sum(d.errors)) as errors,
        max(d.failing_addresses) as failing_addresses
      from days d group by d.version
    ) figures on figures.version = asked.version
  );
end;
$$;
revoke all on function public.version_reports(text, text[], timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.version_reports(text, text[], timestamptz) to service_role;
comment on function public.version_reports(text, text[], timestamptz) is
  'For the service role: visits and errors of an app''s versions since an instant, such that no single network address decides: one weighs 20 reports a day at most, and of each day the address with the most errors (then visits) is left out. failing_addresses: how many others reported errors, on the day that had most.';
