set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.declined_line(work public.declined_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', work.id, 'item_id', work.item_id, 'name', coalesce(offer.name, work.name), 'reason', work.reason,
    'price', coalesce(offer.price, work.price), 'minutes', coalesce(offer.minutes, work.minutes),
    'urgency', work.urgency, 'answer', work.answer, 'answered_on', work.answered_on,
    'decided_by', (select e.decided_by from public.extra_work e where e.id = work.extra_work_id)
  )
  from (values (1)) as one left join lateral private.priced_item(work.model_id, work.item_id) offer on true;
$function$;

reset check_function_bodies;
