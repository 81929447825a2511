set check_function_bodies = off;

DROP FUNCTION "public"."report_client_events"(jsonb);

CREATE TABLE "private"."live_versions" ("site" text NOT NULL, "app" text NOT NULL, "version" text NOT NULL, "canary" boolean NOT NULL, "live_until" timestamp with time zone, CONSTRAINT "live_versions_pkey" PRIMARY KEY (site, app, version));

ALTER TABLE "private"."live_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."report_salts" ("day" date NOT NULL, "salt" bytea NOT NULL, CONSTRAINT "report_salts_pkey" PRIMARY KEY (day));

ALTER TABLE "private"."report_salts" ENABLE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE "private"."used_report_tokens" ("nonce" text NOT NULL, "expires_at" timestamp with time zone NOT NULL, CONSTRAINT "used_report_tokens_pkey" PRIMARY KEY (nonce));

ALTER TABLE "private"."used_report_tokens" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_reports" ADD COLUMN "sender" bytea;

CREATE OR REPLACE FUNCTION guard.before_request()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  headers jsonb;
  address text;
  from_site boolean;
  rule private.call_limits;
  wait int := 0;
begin
  if not exists (select from private.settings s where s.name = 'count_calls' and s.value = 'on')
    or auth.jwt() ->> 'role' = 'service_role'
  then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of the path would call the function without being counted.
    perform private.reject(404, 'unknown_address');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.reject(405, 'method_not_allowed');
  end if;
  headers := private.request_headers();
  address := private.caller_address(headers);
  from_site := private.is_site_server(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.max_value, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.max_value, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_known_version(app text, version text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.live_versions l
    where l.app = is_known_version.app and l.version = is_known_version.version
      and (l.live_until is null or l.live_until > now() - interval '7 days')
  ) or not exists (select from private.live_versions);
end;
$function$;

CREATE OR REPLACE FUNCTION private.make_report_token(versions text[])
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  expires_at bigint := extract(epoch from private.now() + interval '10 minutes')::bigint;
  body text := expires_at || ' ' || encode(extensions.gen_random_bytes(16), 'hex') || ' ' || array_to_string(versions, ' ');
begin
  return private.sign_report_token(body, private.caller_address(private.request_headers())) || ' ' || body;
end;
$function$;

CREATE OR REPLACE FUNCTION private.redeem_report_token(token text)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.caller_address(private.request_headers());
  signature text := split_part(token, ' ', 1);
  body text := substr(token, length(signature) + 2);
  parts text[] := string_to_array(body, ' ');
  expires_at timestamptz;
begin
  if not coalesce(signature = private.sign_report_token(body, address), false) then
    return null;
  end if;
  expires_at := to_timestamp(parts[1]::bigint);
  if expires_at <= private.now() then
    return null;
  end if;
  insert into private.used_report_tokens (nonce, expires_at) values (parts[2], expires_at) on conflict do nothing;
  if not found then
    return null;
  end if;
  delete from private.used_report_tokens t where t.nonce in (
    select old.nonce from private.used_report_tokens old
    where old.expires_at <= private.now() order by old.expires_at limit 100 for update skip locked
  );
  return parts[3:];
end;
$function$;

CREATE OR REPLACE FUNCTION private.report_sender(address text)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  salt_of_day bytea := (select s.salt from private.report_salts s where s.day = today);
begin
  if salt_of_day is null then
    insert into private.report_salts (day, salt) values (today, extensions.gen_random_bytes(16)) on conflict do nothing;
    delete from private.report_salts s where s.day < today - 1;
    select s.salt into salt_of_day from private.report_salts s where s.day = today;
  end if;
  return substr(extensions.hmac(convert_to(address, 'UTF8'), salt_of_day, 'sha256'), 1, 16);
end;
$function$;

CREATE OR REPLACE FUNCTION private.report_share()
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when exists (select from private.live_versions l where l.canary and l.live_until is null) then 1
    else coalesce((select s.value::numeric from private.settings s where s.name = 'report_share'), 1)
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.request_headers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb; end; $function$;

CREATE OR REPLACE FUNCTION private.sign_report_token(body text, address text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select encode(extensions.hmac(convert_to(body || ' ' || address, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'report_token'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.report_client_events(events jsonb, token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      case event ->> 'kind' when 'error' then private.remove_personal_data(event ->> 'message') end as message
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
      (kind, name, value, app, version, site_release, route, canary, message, sample_rate, sender)
    select
      p.kind::public.report_kind, p.name, p.value, p.app, p.version,
      case when p.site_release ~ '^[A-Za-z0-9@_.+ -]{1,200}$' then p.site_release end,
      case when p.route ~ '^[a-z0-9:_-]{1,80}$' then p.route end,
      coalesce(p.canary, false),
      p.message,
      case p.kind when 'error' then 1 else share end,
      own_sender
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
$function$;

CREATE OR REPLACE FUNCTION public.request_report_token(versions jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(versions) is distinct from 'object' then
    perform private.reject(422, 'versions');
  end if;
  return private.make_report_token(array(
    select v.app || '@' || v.version
    from jsonb_each_text(request_report_token.versions) as v (app, version)
    where v.app ~ '^[a-z][a-z0-9_]{0,29}$' and v.version ~ '^[A-Za-z0-9][A-Za-z0-9.+-]{0,39}$'
    order by v.app limit 100
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_live_versions(site text, versions jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.version_reports(app text, versions text[], since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE INDEX used_report_tokens_expires ON private.used_report_tokens USING btree (expires_at);

CREATE INDEX client_reports_sender ON public.client_reports USING btree (sender, app, version);

COMMENT ON COLUMN "private"."live_versions"."live_until" IS 'When it stopped being live; null while it is.';

COMMENT ON COLUMN "private"."live_versions"."site" IS 'Where it is served, e.g. https://twostroke.example: several places may use one database, and each says what is live there.';

COMMENT ON COLUMN "public"."client_reports"."sample_rate" IS 'Share of page loads that report this, as the site asked for it: each row stands for 1 / sample_rate of its kind. No browser names it.';

COMMENT ON COLUMN "public"."client_reports"."sender" IS 'Hash of the sender''s network address under a salt of the day (private.report_sender). Null: from before it was kept.';

COMMENT ON FUNCTION "private"."is_known_version"(text, text) IS 'Whether visitors can have a version: it is live or was within seven days. Before the first announcement (on a CDN without the service key) every version counts, and no canary is judged.';

COMMENT ON FUNCTION "private"."make_report_token"(text[]) IS 'A token for the caller: signature, expiry, random number and the versions (app@version) that its reports may name. Null when the caller has no network address.';

COMMENT ON FUNCTION "private"."redeem_report_token"(text) IS 'Uses a token up and answers its versions; null when it is forged, expired, used, or of another network address.';

COMMENT ON FUNCTION "private"."report_sender"(text) IS 'The hash of a network address under the salt of the day: it tells the senders of one day apart, and nothing else.';

COMMENT ON FUNCTION "private"."report_share"() IS 'The share of page loads that the site asks for their visit and vitals: all while a canary runs, else as the site publishes it (report_share in private.settings), 1 without it.';

COMMENT ON FUNCTION "private"."request_headers"() IS 'The headers of the API call, empty outside of one.';

COMMENT ON FUNCTION "private"."sign_report_token"(text, text) IS 'Signs the body of a report token for one address; null without an address.';

COMMENT ON FUNCTION "public"."report_client_events"(jsonb, text) IS 'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message} of a browser, and the token of request_report_token or of the call before. Answers how many it kept, and the token for the next call: {kept, token}. Nothing is kept, and token is null, when the token is missing, forged, expired, used or of another address. Left out is what has the wrong shape, is there twice, names a version that is not of the token or not live, or is above the day''s cap of its network address, kind and version (reports_of_address in private.limits). Keeps 30 days. Raises PT422 events, too_many_events.';

COMMENT ON FUNCTION "public"."request_report_token"(jsonb) IS 'The token that a page needs for its first call of report_client_events. versions is what the page runs: {app: version}. It is valid for ten minutes, for one call, and from the same network address only. Null for a caller without a network address. Raises PT422 versions.';

COMMENT ON FUNCTION "public"."set_live_versions"(text, jsonb) IS 'For the service role: what is live now at a site, as [{app, version, canary}]. Every other version stops being live there; its reports count for seven more days, from tabs that are still open. Answers how many are live. Raises PT422 site, versions.';

COMMENT ON FUNCTION "public"."version_reports"(text, text[], timestamp with time zone) IS 'For the service role: visits and errors of an app''s versions since an instant, such that no single network address decides: one weighs 20 reports a day at most, and of each day the address with the most errors (then visits) is left out. failing_addresses: how many others reported errors, on the day that had most.';

COMMENT ON TABLE "private"."keys" IS 'Random keys drawn once per database; manage_token signs the guests'' manage tokens, report_token the tokens of browsers'' reports.';

COMMENT ON TABLE "private"."limits" IS 'Limits that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, callbacks_a_day of a number, open_waits of a number, waits_of_a_window, reports_of_address (of one kind about one version, from one network address in a day). Admins are exempt.';

COMMENT ON TABLE "private"."live_versions" IS 'What is live, for everyone or as a canary, and what was live lately: open tabs still report it. Written by set_live_versions alone.';

COMMENT ON TABLE "private"."report_salts" IS 'The random salt of each day (UTC). Kept for the present day and the one before.';

COMMENT ON TABLE "private"."used_report_tokens" IS 'Tokens that were used, until they expire.';

REVOKE ALL ON FUNCTION "private"."is_known_version"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_report_token"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redeem_report_token"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_sender"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_share"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_headers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sign_report_token"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."report_client_events"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_client_events"(jsonb, text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."request_report_token"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_report_token"(jsonb) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."set_live_versions"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_live_versions"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."version_reports"(text, text[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."version_reports"(text, text[], timestamp with time zone) TO "service_role";

reset check_function_bodies;

revoke all on function private.is_known_version(text,text) from public, anon, authenticated, service_role;

revoke all on function private.make_report_token(text[]) from public, anon, authenticated, service_role;

revoke all on function private.redeem_report_token(text) from public, anon, authenticated, service_role;

revoke all on function private.report_sender(text) from public, anon, authenticated, service_role;

revoke all on function private.report_share() from public, anon, authenticated, service_role;

revoke all on function private.request_headers() from public, anon, authenticated, service_role;

revoke all on function private.sign_report_token(text,text) from public, anon, authenticated, service_role;

revoke all on function public.report_client_events(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.report_client_events(jsonb,text) to anon;
grant execute on function public.report_client_events(jsonb,text) to authenticated;
grant execute on function public.report_client_events(jsonb,text) to service_role;

revoke all on function public.request_report_token(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_report_token(jsonb) to anon;
grant execute on function public.request_report_token(jsonb) to authenticated;
grant execute on function public.request_report_token(jsonb) to service_role;

revoke all on function public.set_live_versions(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.set_live_versions(text,jsonb) to service_role;

revoke all on function public.version_reports(text,text[],timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.version_reports(text,text[],timestamp with time zone) to service_role;

revoke all on table private.live_versions from public, anon, authenticated, service_role;

revoke all on table private.report_salts from public, anon, authenticated, service_role;

revoke all on table private.used_report_tokens from public, anon, authenticated, service_role;

update private.call_limits set calls = '{report_client_events,request_report_token}' where name = 'client_reports_per_address';

insert into private.limits (name, max_value) values ('reports_of_address', '60')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.keys (name, secret) values ('report_token', extensions.gen_random_bytes(32));
