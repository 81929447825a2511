set check_function_bodies = off;

CREATE TYPE "public"."audit_action" AS ENUM ('role_granted', 'role_removed', 'setting_changed', 'refund_asked', 'refund_done', 'refund_failed', 'version_live', 'version_ended');

CREATE TABLE "public"."audit_log" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), "actor_id" uuid, "actor_role" text NOT NULL, "subject" text NOT NULL, "data" jsonb NOT NULL DEFAULT '{}'::jsonb, "request_id" text, CONSTRAINT "audit_log_pkey" PRIMARY KEY (id), CONSTRAINT "audit_log_request_id_check" CHECK ((request_id ~ '^[a-z0-9]{8}$'::text)), CONSTRAINT "audit_log_subject_check" CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200))));

ALTER TABLE "public"."audit_log" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."client_reports" ADD COLUMN "request_id" text;

ALTER TABLE "public"."audit_log" ADD COLUMN "action" public.audit_action NOT NULL;

CREATE OR REPLACE FUNCTION private.audit(action public.audit_action, subject text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  request text := private.request_headers() ->> 'x-request-id';
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
  line public.audit_log;
begin
  insert into public.audit_log (action, actor_id, actor_role, subject, data, request_id)
  values (
    audit.action, auth.uid(), coalesce(claims ->> 'role', session_user::text), left(audit.subject, 200), audit.data,
    case when request ~ '^[a-z0-9]{8}$' then request end
  )
  returning * into line;
  -- The embedded backend listens, and writes a line into its log.
  perform pg_notify('audit_log', to_jsonb(line)::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_live_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or (new.live_until is null) is distinct from (old.live_until is null) or new.canary <> old.canary then
    perform private.audit(
      case when new.live_until is null then 'version_live' else 'version_ended' end::public.audit_action,
      new.app || ' ' || new.version, jsonb_build_object('site', new.site, 'canary', new.canary)
    );
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform private.audit(
      ('refund_' || new.status)::public.audit_action,
      new.id::text, jsonb_build_object('booking', new.booking_id, 'amount_paise', new.amount_paise, 'status', new.status)
    );
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.audit('role_removed', old.user_id::text, jsonb_build_object('role', old.role));
  end if;
  if tg_op <> 'DELETE' then
    perform private.audit('role_granted', new.user_id::text, jsonb_build_object('role', new.role));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'UPDATE' or to_jsonb(old) is distinct from to_jsonb(new) then
    perform private.audit(
      'setting_changed', coalesce(to_jsonb(new), to_jsonb(old)) ->> 'name', jsonb_build_object('table', tg_table_name)
    );
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forbid_audit_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  raise exception 'audit_log is append-only';
end;
$function$;

CREATE OR REPLACE FUNCTION public.client_health(hours integer DEFAULT 24)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') and not public.is_admin() then
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
$function$;

ALTER TABLE "public"."client_reports" ADD CONSTRAINT "client_reports_request_id_check" CHECK ((request_id ~ '^[a-z0-9]{8}$'::text));

CREATE INDEX audit_log_at ON public.audit_log USING btree (at);

CREATE TRIGGER audit_limit AFTER DELETE OR UPDATE ON private.limits FOR EACH ROW EXECUTE FUNCTION private.audit_setting();

CREATE TRIGGER audit_live_version AFTER INSERT OR UPDATE ON private.live_versions FOR EACH ROW EXECUTE FUNCTION private.audit_live_version();

CREATE TRIGGER audit_setting AFTER INSERT OR DELETE OR UPDATE ON private.settings FOR EACH ROW EXECUTE FUNCTION private.audit_setting();

CREATE TRIGGER audit_log_is_kept BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.forbid_audit_changes();

CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.forbid_audit_changes();

CREATE TRIGGER audit_refund AFTER INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.audit_refund();

CREATE TRIGGER audit_role AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.audit_role();

CREATE POLICY "an admin reads the audit log" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (( SELECT public.is_admin() AS is_admin));

COMMENT ON COLUMN "public"."audit_log"."actor_id" IS 'The signed-in user; null for a rule, the service role and the owner of the database.';

COMMENT ON COLUMN "public"."audit_log"."actor_role" IS 'The role of the call: anon, authenticated or service_role, otherwise the user of the database.';

COMMENT ON COLUMN "public"."audit_log"."request_id" IS 'The call that caused it, as the log of the backend names it.';

COMMENT ON COLUMN "public"."audit_log"."subject" IS 'What was changed: the id of a user, booking or refund, the name of a setting or limit, or app and version. Never a value of a setting.';

COMMENT ON COLUMN "public"."client_reports"."request_id" IS 'The failed call: the log of the backend and the visitor''s error panel name it too. Only of errors.';

COMMENT ON FUNCTION "private"."audit"(public.audit_action, text, jsonb) IS 'Adds a line to the audit log, with the caller and the request of the API call.';

COMMENT ON FUNCTION "private"."audit_live_version"() IS 'Adds each flip, as it was announced by set_live_versions, to the audit log.';

COMMENT ON FUNCTION "private"."audit_refund"() IS 'Adds each refund, and what became of it, to the audit log.';

COMMENT ON FUNCTION "private"."audit_role"() IS 'Adds each granted and removed role to the audit log.';

COMMENT ON FUNCTION "private"."audit_setting"() IS 'Adds the name of each changed setting or limit to the audit log, not its value.';

COMMENT ON FUNCTION "private"."forbid_audit_changes"() IS 'Rejects updates, deletes and truncation of the audit log, for every role.';

COMMENT ON FUNCTION "public"."client_health"(integer) IS 'For admins and the service role: of the last hours, per app and version visits, errors, errors per visit (null without a visit), LCP and INP (milliseconds) and CLS at the 75th percentile, and the newest distinct errors with their counts and the newest failed call of each. Raises PT403, PT422 hours.';

COMMENT ON FUNCTION "public"."report_client_events"(jsonb, text) IS 'Takes up to 20 reports {kind, name, value, app, version, site_release, route, canary, message, request_id} of a browser, and the token of request_report_token or of the call before. Answers how many it kept, and the token for the next call: {kept, token}. Nothing is kept, and token is null, when the token is missing, forged, expired, used or of another address. Left out is what has the wrong shape, is there twice, names a version that is not of the token or not live, or is above the day''s cap of its network address, kind and version (reports_of_address in private.limits). Keeps 30 days. Raises PT422 events, too_many_events.';

COMMENT ON TABLE "public"."audit_log" IS 'Append-only: changes of roles, settings, limits and live versions, and refunds. Written by triggers alone, also for changes that the owner of the database makes.';

COMMENT ON TYPE "public"."audit_action" IS 'What a line of the audit log reports. refund_failed: its gateway rejected it, so staff make it.';

REVOKE ALL ON FUNCTION "private"."audit"(public.audit_action, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_live_version"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_refund"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_role"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_setting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forbid_audit_changes"() FROM PUBLIC;

GRANT SELECT ON TABLE "public"."audit_log" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.audit(public.audit_action,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.audit_live_version() from public, anon, authenticated, service_role;

revoke all on function private.audit_refund() from public, anon, authenticated, service_role;

revoke all on function private.audit_role() from public, anon, authenticated, service_role;

revoke all on function private.audit_setting() from public, anon, authenticated, service_role;

revoke all on function private.forbid_audit_changes() from public, anon, authenticated, service_role;

revoke all on sequence public.audit_log_id_seq from public, anon, authenticated, service_role;

revoke all on table public.audit_log from public, anon, authenticated, service_role;
grant select on table public.audit_log to authenticated;
grant select on table public.audit_log to service_role;

revoke all on type public.audit_action from public, anon, authenticated, service_role;
grant usage on type public.audit_action to public;
