-- The profile of an account: one row per user, written at sign-up and kept by its owner.

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
create policy "users read their profile, owners and the desk all" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()) or (select public.has_duty('owner', 'desk')));
create policy "users add their profile" on public.profiles
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
comment on table public.profiles is 'Details that forms fill in for a signed-in user.';

insert into public.profiles (user_id) select id from auth.users on conflict (user_id) do nothing;

create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.clean_text(new.full_name) is null then
    new.full_name := null;
  elsif private.clean_name(new.full_name) is null then
    perform private.reject(422, 'full_name');
  else
    new.full_name := private.clean_name(new.full_name);
  end if;
  if private.clean_text(new.phone) is null then
    new.phone := null;
  elsif private.clean_phone(new.phone) is null then
    perform private.reject(422, 'phone');
  else
    new.phone := private.clean_phone(new.phone);
  end if;
  new.address_line := private.clean_text(new.address_line);
  if char_length(new.address_line) not between 5 and 120 then
    perform private.reject(422, 'address_line');
  end if;
  new.landmark := private.clean_text(new.landmark);
  if char_length(new.landmark) > 80 then
    perform private.reject(422, 'landmark');
  end if;
  if new.area_slug is not null and not exists (select from public.areas a where a.slug = new.area_slug) then
    perform private.reject(422, 'area_slug');
  end if;
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.check_profile() from public, anon, authenticated, service_role;
comment on function private.check_profile() is 'Trigger: cleans a profile and rejects what is wrong, with the column as its code.';
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
