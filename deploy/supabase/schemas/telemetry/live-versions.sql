-- The versions that visitors can have, as announced by the server or the release tool. Reports of other versions do not
-- count.

create table private.live_versions (
  site text not null,
  app text not null,
  version text not null,
  canary boolean not null,
  live_until timestamptz,
  primary key (site, app, version)
);
alter table private.live_versions enable row level security;
revoke all on table private.live_versions from public, anon, authenticated, service_role;
comment on table private.live_versions is
  'What is live, for everyone or as a canary, and what was live lately: open tabs still report it. Written by set_live_versions alone.';
comment on column private.live_versions.site is
  'Where it is served, e.g. https://twostroke.example: several places may use one database, and each says what is live there.';
comment on column private.live_versions.live_until is 'When it stopped being live; null while it is.';

create function public.set_live_versions(site text, versions jsonb) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live int;
begin
  if char_length(set_live_versions.site) not between 1 and 200 or set_live_versions.site is null then
    perform private.reject(422, 'site');
  elsif jsonb_typeof(versions) is distinct from 'array' or jsonb_array_length(versions) = 0 then
    perform private.reject(422, 'versions');
  end if;
  with named as (
    select distinct on (v.app, v.version) v.app, v.version, coalesce(v.canary, false) as canary
    from jsonb_to_recordset(versions) as v (app text, version text, canary boolean)
    where v.app is not null and v.version is not null
    order by v.app, v.version, v.canary
  ), ended as (
    update private.live_versions l set live_until = now()
    where l.site = set_live_versions.site and l.live_until is null
      and not exists (select from named n where n.app = l.app and n.version = l.version)
  ), written as (
    insert into private.live_versions (site, app, version, canary)
    select set_live_versions.site, n.app, n.version, n.canary from named n
    on conflict on constraint live_versions_pkey do update set canary = excluded.canary, live_until = null
    returning 1
  )
  select count(*)::int into live from written;
  delete from private.live_versions l where l.live_until < now() - interval '30 days';
  return live;
end;
$$;
revoke all on function public.set_live_versions(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.set_live_versions(text, jsonb) to service_role;
comment on function public.set_live_versions(text, jsonb) is
  'For the service role: what is live now at a site, as [{app, version, canary}]. Every other version stops being live there; its reports count for seven more days, from tabs that are still open. Answers how many are live. Raises PT422 site, versions.';

create function private.is_known_version(app text, version text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from private.live_versions l
    where l.app = is_known_version.app and l.version = is_known_version.version
      and (l.live_until is null or l.live_until > now() - interval '7 days')
  ) or not exists (select from private.live_versions);
end;
$$;
revoke all on function private.is_known_version(text, text) from public, anon, authenticated, service_role;
comment on function private.is_known_version(text, text) is
  'Whether visitors can have a version: it is live or was within seven days. Before the first announcement (on a CDN without the service key) every version counts, and no canary is judged.';

create function private.report_share() returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when exists (select from private.live_versions l where l.canary and l.live_until is null) then 1
    else coalesce((select s.value::numeric from private.settings s where s.name = 'report_share'), 1)
  end;
end;
$$;
revoke all on function private.report_share() from public, anon, authenticated, service_role;
comment on function private.report_share() is
  'The share of page loads that the site asks for their visit and vitals: all while a canary runs, else as the site publishes it (report_share in private.settings), 1 without it.';
