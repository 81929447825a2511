set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.read_call_limits()
 RETURNS SETOF private.call_limits
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.call_limits order by name;
$function$;

CREATE OR REPLACE FUNCTION private.take_payments(provider public.payment_provider)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.shop s set payment_provider = take_payments.provider
  where s.payment_provider is distinct from take_payments.provider;
$function$;

COMMENT ON FUNCTION "private"."read_call_limits"() IS 'The limits for a process that counts calls itself and connects as a login without a right to tables.';

COMMENT ON FUNCTION "private"."take_payments"(public.payment_provider) IS 'States through which gateway the shop is paid online; null: not online. A process of payments calls it when it starts.';

REVOKE ALL ON FUNCTION "private"."read_call_limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_payments"(public.payment_provider) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.read_call_limits() from public, anon, authenticated, service_role;

revoke all on function private.take_payments(public.payment_provider) from public, anon, authenticated, service_role;
