set check_function_bodies = off;

CREATE OR REPLACE FUNCTION guard.can_add_job_photo(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booking uuid := private.booking_of_photo(can_add_job_photo.name);
  subject text := split_part(can_add_job_photo.name, '/', 2);
begin
  if not private.works_on(booking) or not exists (
    select from public.service_bookings b
    where b.id = booking and (
      b.status in (
        'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
      )
      -- A phone that had no network sends its photos after the handover.
      or (b.status = 'completed' and b.closed_at > private.now() - interval '48 hours')
    )
  ) then
    return false;
  end if;
  -- Two uploads at once are counted one after the other: volatile, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('photos of ' || booking, 0));
  return (
    select count(*) < 60 and count(*) filter (where split_part(o.name, '/', 2) = subject) < 8
    from storage.objects o
    where o.bucket_id = 'job-photos' and o.name collate "C" >= booking || '/' and o.name collate "C" < booking || '0'
  );
end;
$function$;

reset check_function_bodies;
