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
      where b.id = booking and b.status in (
        'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
      )
    )
    and (
      select count(*) < 60 and count(*) filter (where split_part(o.name, '/', 2) = subject) < 8
      from storage.objects o where o.bucket_id = 'job-photos' and o.name like booking::text || '/%'
    );
end;
$function$;

CREATE OR REPLACE FUNCTION guard.can_remove_job_photo(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.works_on(private.booking_of_photo(can_remove_job_photo.name)) and exists (
    select from public.service_bookings b
    where b.id = private.booking_of_photo(can_remove_job_photo.name) and b.closed_at is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION guard.can_see_job_photo(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booking uuid := private.booking_of_photo(can_see_job_photo.name);
begin
  return booking is not null and (
    private.sees_booking(booking)
    or exists (select from public.service_bookings b where b.id = booking and b.user_id = auth.uid())
    or coalesce(private.booking_of_token(private.request_headers() ->> 'x-booking-key') = booking, false)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.works_on(booking uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return public.has_duty('owner', 'desk', 'foreman')
    or (public.has_duty('mechanic') and private.sees_booking(works_on.booking));
end;
$function$;

COMMENT ON FUNCTION "private"."works_on"(uuid) IS 'Whether the caller may write into the job of this booking: owners, the desk and the foreman, and mechanics into their own and unassigned ones.';

REVOKE ALL ON FUNCTION "private"."works_on"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.works_on(uuid) from public, anon, authenticated, service_role;
