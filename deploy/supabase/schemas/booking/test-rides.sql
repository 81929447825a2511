-- The test ride at the end of the work: when, how far, and what was tried. The last ride of a job counts.

create table private.test_rides (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  started_at timestamptz,
  ended_at timestamptz,
  odometer_km int check (odometer_km between 0 and 300000),
  checks text[] not null default '{}',
  marked_at timestamptz not null,
  ridden_by uuid,
  check (ended_at >= started_at)
);
alter table private.test_rides enable row level security;
revoke all on table private.test_rides from public, anon, authenticated, service_role;
comment on table private.test_rides is
  'The last test ride of a job. odometer_km is read after it, so the ride is as long as its difference to the check-in. Without an end the bike is on the road; without a start nobody pressed start. Earlier rides stand in the audit log.';
comment on column private.test_rides.marked_at is
  'When the mechanic entered it, also without a network: of two marks the later one counts.';

create function private.mark_test_ride(booking public.service_bookings, mark jsonb, made_at timestamptz) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  reading int := private.to_int(mark ->> 'odometer_km');
  left_with int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  tried text[];
begin
  if booking.status not in ('in_service', 'quality_check', 'ready') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', booking.status));
  elsif jsonb_typeof(mark -> 'running') is distinct from 'boolean' then
    perform private.reject(422, 'test_ride');
  elsif (mark ->> 'running')::boolean then
    -- Riding again begins anew: what was tried before does not count for it.
    insert into private.test_rides as t (booking_id, started_at, marked_at, ridden_by)
    values (booking.id, mark_test_ride.made_at, mark_test_ride.made_at, auth.uid())
    on conflict (booking_id) do update set
      started_at = excluded.started_at, ended_at = null, odometer_km = null, checks = '{}',
      marked_at = excluded.marked_at, ridden_by = excluded.ridden_by
    where t.marked_at <= excluded.marked_at;
    return case when found then 'applied' else 'older' end;
  elsif mark ? 'checks' and jsonb_typeof(mark -> 'checks') <> 'array' then
    perform private.reject(422, 'test_ride');
  elsif (reading is null and (mark ->> 'odometer_km' is not null or private.needs_odometer(booking)))
    or reading not between 0 and 300000
  then
    perform private.reject(422, 'odometer_km');
  elsif reading not between left_with and left_with + 100 then
    perform private.reject(422, 'test_ride_km', jsonb_build_object('from', left_with));
  end if;
  select coalesce(array_agg(private.clean_text(c)), '{}') into tried
  from jsonb_array_elements_text(coalesce(mark -> 'checks', '[]')) c;
  if cardinality(tried) > 12 or exists (select from unnest(tried) c where c is null or char_length(c) > 40) then
    perform private.reject(422, 'test_ride');
  end if;
  insert into private.test_rides as t (booking_id, ended_at, odometer_km, checks, marked_at, ridden_by)
  values (booking.id, mark_test_ride.made_at, reading, tried, mark_test_ride.made_at, auth.uid())
  on conflict (booking_id) do update set
    -- Saved a second time, with one more tick: the ride ended before.
    ended_at = coalesce(t.ended_at, excluded.ended_at), odometer_km = excluded.odometer_km, checks = excluded.checks,
    marked_at = excluded.marked_at, ridden_by = excluded.ridden_by
  where t.marked_at <= excluded.marked_at;
  return case when found then 'applied' else 'older' end;
end;
$$;
revoke all on function private.mark_test_ride(public.service_bookings, jsonb, timestamptz)
  from public, anon, authenticated, service_role;
comment on function private.mark_test_ride(public.service_bookings, jsonb, timestamptz) is
  'Starts a test ride ({running: true}) or writes down how it was ({running: false, odometer_km, checks}); a ride that nobody started has no start. Returns older, and changes nothing, when a later mark is there. Raises PT409 not_in_service, PT422 (test_ride, odometer_km, test_ride_km: less than at check-in or 100 km more).';

create function private.test_ride_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'started_at', t.started_at, 'ended_at', t.ended_at, 'odometer_km', t.odometer_km, 'checks', t.checks,
      'by', coalesce(s.name, 'A colleague')
    )
    from private.test_rides t left join public.staff s on s.user_id = t.ridden_by
    where t.booking_id = test_ride_of.booking
  );
end;
$$;
revoke all on function private.test_ride_of(uuid) from public, anon, authenticated, service_role;
comment on function private.test_ride_of(uuid) is 'The last test ride of a job, and who rode; null before it.';
