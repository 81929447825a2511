set check_function_bodies = off;

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
      when rule.counted_by = 'address' and coalesce(auth.uid()::text, address) is not null
        then private.count_call(rule.name, coalesce(auth.uid()::text, address), rule.max_value, rule.per_seconds)
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

COMMENT ON FUNCTION "guard"."before_request"() IS 'For pgrst.db_pre_request: counts calls by network address (of visitors) and by user, and rejects with 429, Retry-After and the same body as the gateway of the embedded backend. The site''s own server is recognised by its key; limits with counts_site = false do not count it. Does nothing unless private.settings has count_calls = on. A rejected call is rolled back together with its count.';

COMMENT ON TABLE "private"."call_limits" IS 'How often one network address, or one user, may call which functions. Limits of an address count signed-in users one by one, so that strangers behind their address never stop them. The gateway of the embedded backend reads this at its start; on Supabase guard.before_request reads it at each call.';

reset check_function_bodies;
