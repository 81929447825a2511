-- Who may do what: roles and profiles.

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated, service_role;
grant select on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;
create policy "a user reads his own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
comment on table public.user_roles is 'Roles. Nobody writes here through the API; make-admin does it as the owner of the database.';

create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin');
$$;
revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to authenticated, service_role;
comment on function public.is_admin() is 'True when the signed-in user has the role admin. Policies call it once per statement.';

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  phone text,
  area_slug text references public.areas (slug),
  address_line text,
  landmark text,
  haptics boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_area on public.profiles (area_slug);
alter table public.profiles enable row level security;
revoke all on table public.profiles from public, anon, authenticated, service_role;
grant select on table public.profiles to authenticated;
grant insert (user_id, full_name, phone, area_slug, address_line, landmark, haptics) on table public.profiles to authenticated;
grant update (user_id, full_name, phone, area_slug, address_line, landmark, haptics) on table public.profiles to authenticated;
grant select, insert, update, delete on table public.profiles to service_role;
create policy "a user reads his profile, an admin every one" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "a user adds his profile" on public.profiles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "a user changes his profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
comment on table public.profiles is 'What a signed-in user wants filled in next time.';

create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.squeeze(new.full_name) is null then
    new.full_name := null;
  elsif private.clean_name(new.full_name) is null then
    perform private.fail(422, 'full_name', 'Enter your name');
  else
    new.full_name := private.clean_name(new.full_name);
  end if;
  if private.squeeze(new.phone) is null then
    new.phone := null;
  elsif private.clean_phone(new.phone) is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  else
    new.phone := private.clean_phone(new.phone);
  end if;
  new.address_line := private.squeeze(new.address_line);
  if char_length(new.address_line) not between 5 and 120 then
    perform private.fail(422, 'address_line', 'Enter house/flat and street');
  end if;
  new.landmark := private.squeeze(new.landmark);
  if char_length(new.landmark) > 80 then
    perform private.fail(422, 'landmark', 'Keep the landmark under 80 characters');
  end if;
  if new.area_slug is not null and not exists (select from public.areas a where a.slug = new.area_slug) then
    perform private.fail(422, 'area_slug', 'Choose your area');
  end if;
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.check_profile() from public, anon, authenticated, service_role;
comment on function private.check_profile() is 'Trigger: cleans a profile and refuses what is wrong with a plain sentence.';
create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

create function private.add_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, full_name, phone)
  values (
    new.id,
    private.clean_name(new.raw_user_meta_data ->> 'full_name'),
    coalesce(private.clean_phone(new.phone), private.clean_phone(new.raw_user_meta_data ->> 'phone'))
  )
  on conflict (user_id) do nothing;
  return new;
exception when others then
  raise warning 'no profile for the new user: %', sqlerrm;
  return new;
end;
$$;
revoke all on function private.add_profile() from public, anon, authenticated, service_role;
comment on function private.add_profile() is
  'Trigger on sign-up: copies full_name and phone into the profile. A wrong value is left out, an error is only a warning, so sign-up never fails here.';
create trigger add_profile after insert on auth.users
  for each row execute function private.add_profile();

insert into public.profiles (user_id) select id from auth.users on conflict (user_id) do nothing;
