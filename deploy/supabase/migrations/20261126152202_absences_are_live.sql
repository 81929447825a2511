set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.signal_absence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.booking_signals s set changed_at = pg_catalog.now()
  where s.id = (select b.id from public.booking_signals b order by b.created_at desc limit 1);
  return null;
end;
$function$;

CREATE TRIGGER signal_absence AFTER INSERT OR DELETE ON public.staff_absences FOR EACH ROW EXECUTE FUNCTION private.signal_absence();

COMMENT ON FUNCTION "private"."signal_absence"() IS 'Trigger: touches one signal, so that every open board and week reads again who is not here. Absences are not published: Realtime sends the key of a deleted row to everybody.';

REVOKE ALL ON FUNCTION "private"."signal_absence"() FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.signal_absence() from public, anon, authenticated, service_role;
