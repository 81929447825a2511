-- Who is an admin: for whom /admin opens, and who gets the alert. What they may do there is their duty (staff.sql).

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated, service_role;
grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;
create policy "users read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
comment on table public.user_roles is 'Roles. The API can''t write here; make_owner does.';

create function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin') then
    return false;
  end if;
  return private.is_second_factor_verified() or not private.needs_second_factor();
end;
$$;
revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to authenticated, service_role;
comment on function public.is_admin() is 'True when the signed-in user has the role admin and, where a second factor is required or enrolled, the session was verified by one (aal2). It opens /admin and the log of alerts; everything else asks has_duty().';
