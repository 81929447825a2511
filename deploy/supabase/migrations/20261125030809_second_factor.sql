set check_function_bodies = off;

CREATE TABLE "private"."recovery_codes" ("user_id" uuid NOT NULL, "code_hash" bytea NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY (user_id, code_hash));

ALTER TABLE "private"."recovery_codes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.has_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_second_factor_required()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.settings s where s.name = 'require_second_factor' and s.value = 'on');
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_second_factor_verified()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return coalesce(auth.jwt() ->> 'aal' = 'aal2', false); end; $function$;

CREATE OR REPLACE FUNCTION private.needs_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return private.is_second_factor_required() or private.has_second_factor(); end; $function$;

CREATE OR REPLACE FUNCTION public.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin') then
    return false;
  end if;
  return private.is_second_factor_verified() or not private.needs_second_factor();
end;
$function$;

CREATE OR REPLACE FUNCTION public.require_second_factor(required boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  elsif require_second_factor.required is null then
    perform private.reject(422, 'required');
  elsif not private.is_second_factor_verified() then
    -- Otherwise the admin who switches it on would be the first to lose the workshop.
    perform private.reject(409, 'second_factor_first');
  end if;
  insert into private.settings (name, value)
  values ('require_second_factor', case when require_second_factor.required then 'on' else 'off' end)
  on conflict (name) do update set value = excluded.value;
  return jsonb_build_object('required', require_second_factor.required);
end;
$function$;

CREATE OR REPLACE FUNCTION public.second_factor()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'staff', exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin'),
    'required', private.is_second_factor_required(),
    'enrolled', private.has_second_factor(),
    'verified', private.is_second_factor_verified(),
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = auth.uid())
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.use_recovery_code(code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text := lower(regexp_replace(use_recovery_code.code, '[^[:alnum:]]', '', 'g'));
begin
  delete from private.recovery_codes c
  where c.user_id = auth.uid() and c.code_hash = sha256(convert_to(typed, 'UTF8'));
  if not found then
    perform private.reject(422, 'recovery_code');
  end if;
  delete from auth.mfa_factors f where f.user_id = auth.uid();
  return jsonb_build_object(
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = auth.uid())
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.write_recovery_codes()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- 32 characters that are not mistaken for one another: five bits of each random byte are one character.
  alphabet constant text := '23456789abcdefghijkmnpqrstuvwxyz';
  codes text[];
begin
  if not (private.has_second_factor() and private.is_second_factor_verified()) then
    perform private.reject(409, 'second_factor_first');
  end if;
  codes := array(
    select string_agg(substr(alphabet, (get_byte(random.bytes, position) & 31) + 1, 1), '' order by position)
    from (select number, extensions.gen_random_bytes(16) as bytes from generate_series(1, 10) as number) as random,
      generate_series(0, 15) as position
    group by random.number
  );
  delete from private.recovery_codes c where c.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), sha256(convert_to(code, 'UTF8')) from unnest(codes) as code;
  return to_jsonb(codes);
end;
$function$;

ALTER TABLE "private"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

COMMENT ON FUNCTION "private"."has_second_factor"() IS 'Whether the caller has enrolled a second factor.';

COMMENT ON FUNCTION "private"."is_second_factor_required"() IS 'Whether every admin needs a second factor.';

COMMENT ON FUNCTION "private"."is_second_factor_verified"() IS 'Whether a second factor was verified in the session of the caller.';

COMMENT ON FUNCTION "private"."needs_second_factor"() IS 'Whether the caller acts as an admin only with a verified second factor: when it is required, and for each admin who has one.';

COMMENT ON FUNCTION "public"."is_admin"() IS 'True when the signed-in user has the role admin and, where a second factor is required or enrolled, the session was verified by one (aal2). Policies call it once per statement.';

COMMENT ON FUNCTION "public"."require_second_factor"(boolean) IS 'Sets whether admins need a second factor for everything that they do as admins. For admins whose own factor is verified (PT409 second_factor_first).';

COMMENT ON FUNCTION "public"."second_factor"() IS 'The second factor of the caller: has the role admin, is a factor required of admins, is one enrolled, was it verified in this session, and how many recovery codes are left.';

COMMENT ON FUNCTION "public"."use_recovery_code"(text) IS 'Uses up a recovery code of the caller and removes their factors, so that a new one can be enrolled. PT422 recovery_code for any other text.';

COMMENT ON FUNCTION "public"."write_recovery_codes"() IS 'Draws ten recovery codes of the caller, which replace all former ones, and returns them this once. Needs a factor that was verified in this session (PT409 second_factor_first).';

COMMENT ON TABLE "private"."recovery_codes" IS 'Unused recovery codes, as SHA-256 of 80 random bits. A used one is deleted.';

COMMENT ON TABLE "private"."settings" IS 'Switches of the database owner: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), count_calls (''on'': PostgREST counts calls by address and user), address_header and site_key (for these counts), require_second_factor (''on'' when admins need one; admins set it by a function), report_share (the share of page loads that the site asks for reports), holidays_added, seed_version.';

REVOKE ALL ON FUNCTION "private"."has_second_factor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_second_factor_required"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_second_factor_verified"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_second_factor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."require_second_factor"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."require_second_factor"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."second_factor"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."use_recovery_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_recovery_code"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."write_recovery_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."write_recovery_codes"() TO "authenticated";

reset check_function_bodies;

revoke all on function private.has_second_factor() from public, anon, authenticated, service_role;

revoke all on function private.is_second_factor_required() from public, anon, authenticated, service_role;

revoke all on function private.is_second_factor_verified() from public, anon, authenticated, service_role;

revoke all on function private.needs_second_factor() from public, anon, authenticated, service_role;

revoke all on function public.require_second_factor(boolean) from public, anon, authenticated, service_role;
grant execute on function public.require_second_factor(boolean) to authenticated;

revoke all on function public.second_factor() from public, anon, authenticated, service_role;
grant execute on function public.second_factor() to authenticated;

revoke all on function public.use_recovery_code(text) from public, anon, authenticated, service_role;
grant execute on function public.use_recovery_code(text) to authenticated;

revoke all on function public.write_recovery_codes() from public, anon, authenticated, service_role;
grant execute on function public.write_recovery_codes() to authenticated;

revoke all on table private.recovery_codes from public, anon, authenticated, service_role;

insert into private.call_limits (name, calls, counted_by, max_value, per_seconds, counts_site) values ('recovery_codes_per_user', '{use_recovery_code}', 'user', '10', '600', 'true')
  on conflict (name) do update set calls = excluded.calls, counted_by = excluded.counted_by, max_value = excluded.max_value, per_seconds = excluded.per_seconds, counts_site = excluded.counts_site;
