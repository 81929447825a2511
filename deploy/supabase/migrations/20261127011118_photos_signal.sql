set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.booking_of_photo(name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (pg_catalog.regexp_match(booking_of_photo.name,
    '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:check-in|point-[a-z0-9]+(?:-[a-z0-9]+)*|concern-[1-9][0-9]?|card-[1-9][0-9]{0,2}|line-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](?:webp|jpg)$'
  ))[1]::uuid;
$function$;

CREATE OR REPLACE FUNCTION private.signal_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booking uuid := private.booking_of_photo(coalesce(new.name, old.name));
begin
  if booking is not null then
    perform private.notify_followers(booking);
  end if;
  return null;
end;
$function$;

CREATE TRIGGER signal_photo AFTER INSERT OR DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.signal_photo();

COMMENT ON FUNCTION "private"."booking_of_photo"(text) IS 'The booking of a photo, from its name <booking>/<subject>/<photo>.<webp|jpg>; null for any other name. Subjects: check-in, point-<point of the inspection>, concern-<number of the line>, card-<number of the line of the job card>, line-<id of the extra work>.';

COMMENT ON FUNCTION "private"."signal_photo"() IS 'Trigger: open pages of staff and of the customer read a booking again when a photo of it is added or removed.';

REVOKE ALL ON FUNCTION "private"."signal_photo"() FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.signal_photo() from public, anon, authenticated, service_role;
