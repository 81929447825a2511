-- The people of the shop and their duties. Policies and functions ask has_duty() on each call, never the token: a duty
-- that is changed or ended holds from the next call on.

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete restrict,
  name text not null check (char_length(name) between 1 and 80),
  phone text check (phone ~ '^\+91[6-9]\d{9}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  duty public.staff_duty not null
);
-- The board assigns by name.
create unique index staff_names on public.staff (lower(name)) where active;
create index staff_owners on public.staff (user_id) where duty = 'owner' and active;
alter table public.staff enable row level security;
revoke all on table public.staff from public, anon, authenticated, service_role;
grant select on table public.staff to authenticated;
grant select on table public.staff to service_role;
comment on table public.staff is
  'The people of the shop: one duty each. Without an active row an admin may do nothing inside /admin. Rows are switched off, never deleted.';
comment on column public.staff.active is 'False: the person left. The row stays, for the names in the audit log.';

create function public.my_duty() returns public.staff_duty
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    return null;
  end if;
  return (select s.duty from public.staff s where s.user_id = auth.uid() and s.active);
end;
$$;
revoke all on function public.my_duty() from public, anon, authenticated, service_role;
grant execute on function public.my_duty() to authenticated;
comment on function public.my_duty() is
  'The duty of the caller; null for everyone who is no admin (is_admin) or has no active row in staff.';

create function public.has_duty(variadic duties public.staff_duty[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(public.my_duty() = any (has_duty.duties), false);
end;
$$;
revoke all on function public.has_duty(public.staff_duty[]) from public, anon, authenticated, service_role;
grant execute on function public.has_duty(public.staff_duty[]) to authenticated, service_role;
comment on function public.has_duty(public.staff_duty[]) is
  'Whether the caller is an admin with an active row in staff and one of these duties. Policies call it once per statement: (select public.has_duty(''owner'', ''desk'')).';

create policy "staff read their own row, owners read all" on public.staff
  for select to authenticated using (user_id = (select auth.uid()) or (select public.has_duty('owner')));

create function private.require_duty(variadic duties public.staff_duty[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.has_duty(variadic require_duty.duties) then
    perform private.reject(403, 'forbidden');
  end if;
end;
$$;
revoke all on function private.require_duty(public.staff_duty[]) from public, anon, authenticated, service_role;
comment on function private.require_duty(public.staff_duty[]) is
  'Rejects the call (PT403 forbidden) unless the caller has one of these duties.';

create view public.colleagues with (security_barrier = true) as
select s.user_id, s.name, s.duty, s.active from public.staff s where (select public.my_duty()) is not null;
revoke all on table public.colleagues from public, anon, authenticated, service_role;
grant select on table public.colleagues to authenticated;
comment on view public.colleagues is
  'Names and duties of the people of the shop, also of those who left, for active staff: to assign jobs, and for the names in the history.';

create function private.require_fresh_sign_in() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) as way
    where way ->> 'method' <> 'token_refresh'
      and (way ->> 'timestamp')::numeric > extract(epoch from pg_catalog.now()) - 15 * 60
  ) then
    perform private.reject(403, 'sign_in_again');
  end if;
end;
$$;
revoke all on function private.require_fresh_sign_in() from public, anon, authenticated, service_role;
comment on function private.require_fresh_sign_in() is
  'Rejects the call (PT403 sign_in_again) unless the caller entered a password or a code in the last 15 minutes, by the claim amr of the token: for money back (refunds, credit notes, credits, and fees that are waived or lowered), changes of duties, and exports.';

create function private.free_staff_name(name text, person uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select candidate
    from (
      select free_staff_name.name as candidate, 1 as number
      union all
      select left(free_staff_name.name, 76) || ' ' || n, n from generate_series(2, 999) as n
    ) as candidates
    where not exists (
      select from public.staff s
      where s.active and lower(s.name) = lower(candidate) and s.user_id is distinct from free_staff_name.person
    )
    order by number limit 1
  );
end;
$$;
revoke all on function private.free_staff_name(text, uuid) from public, anon, authenticated, service_role;
comment on function private.free_staff_name(text, uuid) is
  'The name, with a number when an active person has it already: names of active staff are unique.';

create function private.keep_staff() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'staff rows are switched off, never deleted';
  end if;
  if old.duty = 'owner' and old.active and not (new.duty = 'owner' and new.active) then
    -- Two owners who switch each other off at once would leave none.
    perform pg_advisory_xact_lock(hashtextextended('owners', 0));
    if not exists (
      select from public.staff s where s.duty = 'owner' and s.active and s.user_id <> old.user_id
    ) then
      perform private.reject(409, 'last_owner');
    end if;
  end if;
  new.updated_at := private.now();
  return new;
end;
$$;
revoke all on function private.keep_staff() from public, anon, authenticated, service_role;
comment on function private.keep_staff() is
  'Trigger: no row of staff is deleted, and the last active owner stays one (PT409 last_owner).';
create trigger keep_staff before update or delete on public.staff
  for each row execute function private.keep_staff();

create function public.make_owner(account uuid) returns public.staff_duty
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.user_roles (user_id, role) values (make_owner.account, 'admin') on conflict do nothing;
  insert into public.staff as s (user_id, name, phone, duty)
  select
    u.id,
    private.free_staff_name(
      coalesce(p.full_name, nullif(left(split_part(u.email, '@', 1), 76), ''), 'Owner'), u.id
    ),
    p.phone, 'owner'
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.id = make_owner.account
  on conflict (user_id) do update set duty = 'owner', active = true;
  return 'owner'::public.staff_duty;
end;
$$;
revoke all on function public.make_owner(uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_owner(uuid) to service_role;
comment on function public.make_owner(uuid) is
  'Gives an account the role admin and the duty owner, also when its row was switched off. For npm run make-admin.';
