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
    -- Another spelling of an address would run the function and count as nothing.
    perform private.raise_error(404, 'not_found', 'There is nothing at this address.');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.raise_error(405, 'method', 'This function is asked by POST.');
  end if;
  headers := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address := private.caller_address(headers);
  from_site := private.is_site_server(headers);
  for rule in
    select l.* from private.call_limits l
    where called = any (l.calls) and (l.counts_site or not from_site) order by l.name
  loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
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

CREATE OR REPLACE FUNCTION public.list_slots(mode text, from_date date DEFAULT NULL::date, days integer DEFAULT 7, items jsonb DEFAULT '[]'::jsonb, model text DEFAULT NULL::text, near text DEFAULT NULL::text, request_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.service_mode := private.to_service_mode(list_slots.mode);
  today date := private.today();
  horizon date := private.last_bookable_day();
  first_day date := greatest(coalesce(list_slots.from_date, today), today);
  last_day date := least(first_day + least(greatest(coalesce(list_slots.days, 7), 1), 31) - 1, horizon);
  wish timestamp := first_day + coalesce(private.to_time(list_slots.near), time '00:00');
  job record;
  own_hold uuid;
  result jsonb;
begin
  if place is null or not exists (select from public.service_modes s where s.mode = place) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  end if;
  if items is null or items = '[]' then
    select 60 as minutes, private.windows_needed(60, place, false) as windows, false as next_day into job;
  else
    select * into job from private.plan_job(items, list_slots.model, place);
  end if;
  select h.id into own_hold from private.slot_holds h
  where h.request_id = private.to_uuid(list_slots.request_id) and h.ended is null;

  with slots as materialized (
    select * from private.slots(place, today, horizon, job.windows, job.next_day, own_hold)
  ),
  free as (
    select
      s.day,
      s.starts,
      jsonb_build_object(
        'date', s.day, 'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free
      ) as shown,
      row_number() over (order by abs(extract(epoch from (s.day + s.starts) - wish)), s.day, s.starts) as rank
    from slots s where s.free > 0
  )
  select jsonb_build_object(
    'today', today,
    'minutes', job.minutes,
    'windows', job.windows,
    'first_free', (select f.shown from free f where f.day >= first_day order by f.day, f.starts limit 1),
    'alternatives', coalesce((select jsonb_agg(f.shown order by f.day, f.starts) from free f where f.rank <= 4), '[]'),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', d.day::date,
        'closed', case
          when c.date is not null and c.closes_at is null then c.reason
          when not exists (select from public.business_hours h where h.weekday = extract(dow from d.day)::int)
            then 'Closed on this day'
        end,
        'note', coalesce(
          case when place = 'doorstep' then rain.note end,
          case when c.closes_at is not null then c.reason end
        ),
        'windows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'start', to_char(s.starts, 'HH24:MI'), 'end', to_char(s.ends, 'HH24:MI'), 'free', s.free, 'places', s.places, 'why', s.why
          ) order by s.starts)
          from slots s where s.day = d.day::date
        ), '[]')
      ) order by d.day)
      from generate_series(first_day, last_day, interval '1 day') as d (day)
      left join public.closures c on c.date = d.day::date
      left join public.weather_days rain on rain.date = d.day::date
    ), '[]')
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.quote(items jsonb, model text, mode text DEFAULT 'workshop'::text, coupon text DEFAULT NULL::text, area text DEFAULT NULL::text, pin text DEFAULT NULL::text, date text DEFAULT NULL::text, gstin text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.clean_text(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.raise_error(422, 'gstin', 'Check the GSTIN');
  end if;
  return private.price_cart(
    quote.items, quote.model, private.to_service_mode(quote.mode), quote.coupon, nullif(quote.area, ''),
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null
  );
end;
$function$;

COMMENT ON FUNCTION "guard"."before_request"() IS 'For pgrst.db_pre_request: counts calls by network address and by user, and refuses with 429, Retry-After and the body of the embedded front. The site''s own server is known by its key, and what it reads is not counted by address. Does nothing while private.settings lacks count_calls = on. A refused call is undone together with its count.';

COMMENT ON TABLE "private"."call_limits" IS 'How often one network address, or one user, may call which functions. The gateway of the embedded backend reads this at its start; on Supabase guard.before_request reads it at each call.';

COMMENT ON TABLE "private"."settings" IS 'Switches that only the database owner may set: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), count_calls (''on'': PostgREST counts calls by address and user), address_header and site_key (for these counts), holidays_added, seed_version.';

do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'guard.before_request';
    notify pgrst, 'reload config';
  end if;
end;
$$;

reset check_function_bodies;
