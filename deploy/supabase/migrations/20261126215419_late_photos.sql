set check_function_bodies = off;

CREATE OR REPLACE FUNCTION guard.can_add_job_photo(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booking uuid := private.booking_of_photo(can_add_job_photo.name);
  subject text := split_part(can_add_job_photo.name, '/', 2);
begin
  return private.works_on(booking)
    and exists (
      select from public.service_bookings b
      where b.id = booking and (
        b.status in (
          'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
        )
        -- A phone that had no network sends its photos after the handover.
        or (b.status = 'completed' and b.closed_at > private.now() - interval '48 hours')
      )
    )
    and (
      select count(*) < 60 and count(*) filter (where split_part(o.name, '/', 2) = subject) < 8
      from storage.objects o
      where o.bucket_id = 'job-photos' and o.name collate "C" >= booking || '/' and o.name collate "C" < booking || '0'
    );
end;
$function$;

COMMENT ON FUNCTION "guard"."can_add_job_photo"(text) IS 'Whether the caller may add this photo: who works on the job, until 48 hours after its handover, at most 8 of one subject and 60 of one booking.';

reset check_function_bodies;
