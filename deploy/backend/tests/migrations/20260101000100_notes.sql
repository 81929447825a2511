-- A small schema with each kind of thing the cures are about.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid references auth.users (id) on delete cascade,
  body text not null,
  amount int not null default 0 constraint amount_not_negative check (amount >= 0),
  price numeric(10, 2) not null default 0,
  secret_note text,
  noted_at timestamptz not null default now()
);
alter table public.notes enable row level security;
revoke all on public.notes from public, anon, authenticated;
grant select (id, owner, body, amount, price, noted_at) on public.notes to anon, authenticated;
grant insert (owner, body, amount), update (body, amount), delete on public.notes to authenticated;
grant all on public.notes to service_role;
create policy "owners read" on public.notes for select to authenticated using (owner = (select auth.uid()));
create policy "owners insert" on public.notes for insert to authenticated with check (owner = (select auth.uid()));
create policy "owners update" on public.notes for update to authenticated using (owner = (select auth.uid()));
create policy "owners delete" on public.notes for delete to authenticated using (owner = (select auth.uid()));
create policy "all read public notes" on public.notes for select to anon using (owner is null);

-- Nobody has a grant on it.
create table public.closed (id int primary key);
alter table public.closed enable row level security;
revoke all on public.closed from public, anon, authenticated;
insert into public.closed values (1);

create table public.shop (name text);
alter table public.shop enable row level security;
revoke all on public.shop from public, anon, authenticated;
insert into public.shop values ('Hind Wheels');

create table public.brands (name text);
create table public.models (name text);
alter table public.brands enable row level security;
alter table public.models enable row level security;
revoke all on public.brands, public.models from public, anon, authenticated;
insert into public.brands values ('Royal Enfield');
insert into public.models values ('Classic 350');

create table public.user_roles (user_id uuid references auth.users (id) on delete cascade, role text, primary key (user_id, role));
alter table public.user_roles enable row level security;
revoke all on public.user_roles from public, anon, authenticated;
grant select on public.user_roles to authenticated;
create policy "own roles" on public.user_roles for select to authenticated using (user_id = (select auth.uid()));
create function public.make_owner(account uuid) returns text language sql as $$
  insert into public.user_roles values (account, 'admin') on conflict do nothing;
  select 'owner';
$$;

create table public.profiles (user_id uuid primary key references auth.users (id) on delete cascade, full_name text, phone text);
alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
create policy "own profile" on public.profiles for select to authenticated using (user_id = (select auth.uid()));
create function public.make_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (user_id, full_name, phone)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.phone);
  return new;
end
$$;
revoke all on function public.make_profile() from public, anon, authenticated;
create trigger make_profile after insert on auth.users for each row execute function public.make_profile();

alter publication supabase_realtime add table public.notes;
