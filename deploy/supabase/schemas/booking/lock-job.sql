-- Who works on a job: its staff, and a mechanic only on own and unassigned jobs.

create function private.works_on_jobs() returns boolean
language plpgsql stable set search_path = ''
as $$ begin return public.has_duty('owner', 'desk', 'foreman', 'mechanic'); end; $$;
revoke all on function private.works_on_jobs() from public, anon, authenticated, service_role;
comment on function private.works_on_jobs() is 'Whether the caller has a duty that works on jobs.';

create function private.works_on(booking uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return public.has_duty('owner', 'desk', 'foreman')
    or (public.has_duty('mechanic') and private.sees_booking(works_on.booking));
end;
$$;
revoke all on function private.works_on(uuid) from public, anon, authenticated, service_role;
comment on function private.works_on(uuid) is
  'Whether the caller may write into the job of this booking: owners, the desk and the foreman, and mechanics into their own and unassigned ones.';

create function private.works_on_bike(plate text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return public.has_duty('owner', 'desk', 'foreman') or (
    public.has_duty('mechanic')
    and exists (select from public.staff_bookings s where s.vehicle_number = works_on_bike.plate)
  );
end;
$$;
revoke all on function private.works_on_bike(text) from public, anon, authenticated, service_role;
comment on function private.works_on_bike(text) is
  'Whether the caller may look this plate up: owners, the desk and the foreman any, a mechanic those of own and unassigned jobs.';

create function private.lock_job(booking uuid) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  if not private.works_on_jobs() then
    perform private.reject(403, 'forbidden');
  end if;
  b := private.lock_own_booking(lock_job.booking, null);
  if not private.works_on(b.id) then
    perform private.reject(404, 'not_found');
  end if;
  return b;
end;
$$;
revoke all on function private.lock_job(uuid) from public, anon, authenticated, service_role;
comment on function private.lock_job(uuid) is
  'The booking, locked, for those who may work on it. Raises PT403 forbidden, PT404 not_found: also for the job of another mechanic.';
