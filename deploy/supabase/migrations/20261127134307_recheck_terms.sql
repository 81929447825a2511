set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.open_recheck(phone text, bike text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.recheck_terms()
    || jsonb_build_object('id', b.id, 'work', private.last_work(b), 'until', private.recheck_until(b))
  from public.service_bookings b
  where b.phone = open_recheck.phone and private.bike_key(b) = open_recheck.bike and private.can_be_rechecked(b)
  order by b.closed_at desc limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.quote_recheck(bike public.models, primary_slug text, entry jsonb, booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if quote_recheck.booking is null and primary_slug = 're-check' and entry ->> 'id' = 're-check'
    and public.has_duty('owner', 'desk') and exists (
      select from public.service_bookings b
      where b.id = private.to_uuid(entry ->> 'recheck') and b.model_id = bike.id and private.can_be_rechecked(b)
    )
  then
    return jsonb_build_object(
      'item_id', 're-check', 'name', 'Free re-check', 'package_type', 'primary', 'quantity', 1, 'unit_price', 0, 'price', 0,
      'minutes', private.recheck_terms() -> 'minutes', 'two_day', false, 'recheck', entry ->> 'recheck'
    );
  end if;
  return jsonb_build_object('item_id', entry ->> 'id', 'code', 'unknown_item', 'data', null);
end;
$function$;

CREATE OR REPLACE FUNCTION private.recheck_terms()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select jsonb_build_object('minutes', 30, 'modes', enum_range(null::public.service_mode)); $function$;

COMMENT ON FUNCTION "private"."open_recheck"(text, text) IS 'The latest work on a bike of a number that may be re-checked for free: its booking, its name, until when, and the terms of a re-check; null for none.';

COMMENT ON FUNCTION "private"."recheck_terms"() IS 'What a free re-check takes, in minutes, and in which modes it is done.';

REVOKE ALL ON FUNCTION "private"."recheck_terms"() FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.recheck_terms() from public, anon, authenticated, service_role;
