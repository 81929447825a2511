-- Photos of a job: at check-in, of a finding, of a line of extra work. Supabase Storage keeps them in the bucket
-- job-photos, under <booking>/<subject>/<photo>.webp (or .jpg), where photo is a UUID that the phone draws: sent again, it
-- is the same photo. Photos are added and removed, never replaced.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('job-photos', 'job-photos', false, 1048576, '{image/webp,image/jpeg}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.booking_of_photo(name text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return (pg_catalog.regexp_match(booking_of_photo.name,
    '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:check-in|point-[a-z0-9]+(?:-[a-z0-9]+)*|concern-[1-9][0-9]?|card-[1-9][0-9]{0,2}|line-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](?:webp|jpg)$'
  ))[1]::uuid;
end;
$$;
revoke all on function private.booking_of_photo(text) from public, anon, authenticated, service_role;
comment on function private.booking_of_photo(text) is
  'The booking of a photo, from its name <booking>/<subject>/<photo>.<webp|jpg>; null for any other name. Subjects: check-in, point-<point of the inspection>, concern-<number of the line>, card-<number of the line of the job card>, line-<id of the extra work>.';

create function private.photos_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'path', o.name, 'subject', split_part(o.name, '/', 2), 'added_at', o.created_at
    ) order by o.created_at, o.name), '[]')
    from storage.objects o
    where o.bucket_id = 'job-photos'
      and o.name collate "C" >= photos_of.booking || '/' and o.name collate "C" < photos_of.booking || '0'
  );
end;
$$;
revoke all on function private.photos_of(uuid) from public, anon, authenticated, service_role;
comment on function private.photos_of(uuid) is
  'The photos of a booking, the oldest first: {path, subject, added_at}. Who may read the booking asks Storage for their addresses.';

create function guard.can_add_job_photo(name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function guard.can_add_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_add_job_photo(text) to authenticated;
comment on function guard.can_add_job_photo(text) is
  'Whether the caller may add this photo: who works on the job, until 48 hours after its handover, at most 8 of one subject and 60 of one booking.';

create function guard.can_see_job_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking uuid := private.booking_of_photo(can_see_job_photo.name);
begin
  return booking is not null and (
    private.sees_booking(booking)
    or exists (select from public.service_bookings b where b.id = booking and b.user_id = auth.uid())
    or coalesce(private.booking_of_token(private.request_headers() ->> 'x-booking-key') = booking, false)
  );
end;
$$;
revoke all on function guard.can_see_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_see_job_photo(text) to anon, authenticated;
comment on function guard.can_see_job_photo(text) is
  'Whether the caller may see this photo: staff, the customer of its booking, and who sends the manage token of that booking in the header x-booking-key.';

create function guard.can_remove_job_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.works_on(private.booking_of_photo(can_remove_job_photo.name)) and exists (
    select from public.service_bookings b
    where b.id = private.booking_of_photo(can_remove_job_photo.name) and b.closed_at is null
  );
end;
$$;
revoke all on function guard.can_remove_job_photo(text) from public, anon, authenticated, service_role;
grant execute on function guard.can_remove_job_photo(text) to authenticated;
comment on function guard.can_remove_job_photo(text) is
  'Whether the caller may remove this photo: staff, until the booking is closed.';

create policy "staff add photos of a job" on storage.objects
  for insert to authenticated with check (bucket_id = 'job-photos' and guard.can_add_job_photo(name));
create policy "staff and the customer see photos of a job" on storage.objects
  for select to anon, authenticated using (bucket_id = 'job-photos' and guard.can_see_job_photo(name));
create policy "staff remove photos of a job" on storage.objects
  for delete to authenticated using (bucket_id = 'job-photos' and guard.can_remove_job_photo(name));

create function private.signal_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  booking uuid := private.booking_of_photo(coalesce(new.name, old.name));
begin
  if booking is not null then
    perform private.notify_followers(booking);
  end if;
  return null;
end;
$$;
revoke all on function private.signal_photo() from public, anon, authenticated, service_role;
comment on function private.signal_photo() is
  'Trigger: open pages of staff and of the customer read a booking again when a photo of it is added or removed.';
create trigger signal_photo after insert or delete on storage.objects
  for each row execute function private.signal_photo();
