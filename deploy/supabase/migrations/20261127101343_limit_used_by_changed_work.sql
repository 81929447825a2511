set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.limit_used(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.unasked_rise(limit_used.booking) + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = limit_used.booking and e.decided_by = 'limit'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.unasked_rise(booking uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with totals as (
    select e.id, sum((e.data ->> 'to')::int - (e.data ->> 'from')::int) over (order by e.id) as level
    from public.booking_events e
    where e.booking_id = unasked_rise.booking and e.kind = 'items_changed' and e.actor = 'admin'
      and coalesce(char_length(e.note), 0) < 3
  )
  -- Less work gives back what rises have used, and nothing beyond.
  select coalesce((
    select t.level - least(0, (select min(level) from totals)) from totals t order by t.id desc limit 1
  ), 0)::int;
$function$;

COMMENT ON FUNCTION "private"."limit_used"(uuid) IS 'Rupees of the approval limit that are used: by extra work that was done within it, and by changes of the booked work without a yes.';

COMMENT ON FUNCTION "private"."unasked_rise"(uuid) IS 'Rupees by which staff have changed the booked work without a yes of the customer, less what later changes took off.';

REVOKE ALL ON FUNCTION "private"."unasked_rise"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.unasked_rise(uuid) from public, anon, authenticated, service_role;
