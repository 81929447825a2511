-- Days on which a person of the shop is not here. No job is given to them for such a day; places stay as they are.

create table public.staff_absences (
  user_id uuid not null references public.staff (user_id),
  day date not null,
  primary key (user_id, day)
);
create index staff_absences_day on public.staff_absences (day);
alter table public.staff_absences enable row level security;
revoke all on table public.staff_absences from public, anon, authenticated, service_role;
grant select, insert, delete on table public.staff_absences to authenticated;
grant select, insert, update, delete on table public.staff_absences to service_role;
create policy "staff read who is not here" on public.staff_absences
  for select to authenticated using ((select public.my_duty()) is not null);
create policy "owners and the desk say who is not here" on public.staff_absences
  for insert to authenticated with check ((select public.has_duty('owner', 'desk')));
create policy "owners and the desk say who is here after all" on public.staff_absences
  for delete to authenticated using ((select public.has_duty('owner', 'desk')));
comment on table public.staff_absences is
  'Days on which a person of the shop is not here. Jobs that they have stay theirs until somebody else gets them. How many bookings a window takes is in capacities.';

create function private.away_on(day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(s.name order by s.name), '[]')
    from public.staff_absences a join public.staff s on s.user_id = a.user_id
    where a.day = away_on.day and s.active
  );
end;
$$;
revoke all on function private.away_on(date) from public, anon, authenticated, service_role;
comment on function private.away_on(date) is 'The names of the people who are not here on a day.';

create function private.keep_jobs_from_absent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A bike of an earlier day is worked on today.
  work_day date := greatest(new.booking_date, private.today());
begin
  if new.assigned_to is not null and exists (
    select from public.staff_absences a where a.user_id = new.assigned_to and a.day = work_day
  ) then
    perform private.reject(409, 'not_here', jsonb_build_object('mechanic', new.mechanic, 'day', work_day));
  end if;
  return new;
end;
$$;
revoke all on function private.keep_jobs_from_absent() from public, anon, authenticated, service_role;
comment on function private.keep_jobs_from_absent() is
  'Trigger: rejects a job that is given to a person who is not here on its day (PT409 not_here, details: mechanic, day).';
-- After set_assignee, by its name: triggers fire in the order of their names.
create trigger set_assignee_who_is_here before update of mechanic on public.service_bookings
  for each row when (new.mechanic is distinct from old.mechanic) execute function private.keep_jobs_from_absent();
