set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.parse_extra_work(booking public.service_bookings, entry jsonb)
 RETURNS public.extra_work
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  line public.extra_work;
  offer record;
begin
  line.item_id := private.clean_text(entry ->> 'item');
  select * into offer from private.priced_item(booking.model_id, line.item_id);
  if line.item_id is not null and offer.name is null then
    perform private.reject(422, 'work_item');
  end if;
  perform private.check_not_included(booking, line.item_id);
  line.name := coalesce(private.clean_text(entry ->> 'name'), offer.name);
  line.reason := private.clean_text(entry ->> 'reason');
  line.price := case when entry ->> 'price' is null then offer.price else private.to_int(entry ->> 'price') end;
  line.minutes := case when entry ->> 'minutes' is null then coalesce(offer.minutes, 0) else private.to_int(entry ->> 'minutes') end;
  line.urgency := (
    select u from unnest(enum_range(null::public.work_urgency)) u where u::text = entry ->> 'urgency'
  );
  if line.name is null or char_length(line.name) not between 2 and 80 then
    perform private.reject(422, 'work_name');
  elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif line.price is null or line.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif line.minutes is null or line.minutes not between 0 and 1440 then
    perform private.reject(422, 'work_minutes');
  elsif line.urgency is null and entry ->> 'urgency' is not null then
    perform private.reject(422, 'work_urgency');
  end if;
  return line;
end;
$function$;

reset check_function_bodies;
