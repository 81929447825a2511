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
  return public.is_admin()
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
  return public.is_admin() and exists (
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
    public.is_admin()
    or exists (select from public.service_bookings b where b.id = booking and b.user_id = auth.uid())
    or coalesce(private.booking_of_token(private.request_headers() ->> 'x-booking-key') = booking, false)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_of_photo(name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (pg_catalog.regexp_match(booking_of_photo.name,
    '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:check-in|(?:point|concern)-[1-9][0-9]?|line-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](?:webp|jpg)$'
  ))[1]::uuid;
$function$;

CREATE POLICY "staff add photos of a job" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = 'job-photos'::text) AND guard.can_add_job_photo(name)));

CREATE POLICY "staff and the customer see photos of a job" ON "storage"."objects" FOR SELECT TO "anon", "authenticated" USING (((bucket_id = 'job-photos'::text) AND guard.can_see_job_photo(name)));

CREATE POLICY "staff remove photos of a job" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = 'job-photos'::text) AND guard.can_remove_job_photo(name)));

COMMENT ON FUNCTION "guard"."can_add_job_photo"(text) IS 'Whether the caller may add this photo: staff, to a job that is going on, at most 8 of one subject and 60 of one booking.';

COMMENT ON FUNCTION "guard"."can_remove_job_photo"(text) IS 'Whether the caller may remove this photo: staff, until the booking is closed.';

COMMENT ON FUNCTION "guard"."can_see_job_photo"(text) IS 'Whether the caller may see this photo: staff, the customer of its booking, and who sends the manage token of that booking in the header x-booking-key.';

COMMENT ON FUNCTION "private"."booking_of_photo"(text) IS 'The booking of a photo, from its name <booking>/<subject>/<photo>.<webp|jpg>; null for any other name. Subjects: check-in, point-<number of the inspection point>, concern-<number of the line>, line-<id of the extra work>.';

COMMENT ON SCHEMA "guard" IS 'Functions that PostgREST calls before each request, and that policies of Storage ask. Clients cannot call them: the API exposes only public.';

REVOKE ALL ON FUNCTION "guard"."can_add_job_photo"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "guard"."can_add_job_photo"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "guard"."can_remove_job_photo"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "guard"."can_remove_job_photo"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "guard"."can_see_job_photo"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "guard"."can_see_job_photo"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."booking_of_photo"(text) FROM PUBLIC;

reset check_function_bodies;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('job-photos', 'job-photos', false, 1048576, '{image/webp,image/jpeg}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

revoke all on function guard.can_add_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_add_job_photo(text) to authenticated;

revoke all on function guard.can_remove_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_remove_job_photo(text) to authenticated;

revoke all on function guard.can_see_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_see_job_photo(text) to anon;
grant execute on function guard.can_see_job_photo(text) to authenticated;

revoke all on function private.booking_of_photo(text) from public, anon, authenticated, service_role;
