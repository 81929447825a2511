-- The people of the shop, as owners see and change them.

create function private.to_staff_duty(value text) returns public.staff_duty
language plpgsql immutable strict set search_path = ''
as $$
begin
  return (select word from unnest(enum_range(null::public.staff_duty)) as word where word::text = to_staff_duty.value);
end;
$$;
revoke all on function private.to_staff_duty(text) from public, anon, authenticated, service_role;
comment on function private.to_staff_duty(text) is 'The duty of this name, or null.';

create function private.staff_of_shop() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'staff', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'name', s.name, 'phone', s.phone, 'email', u.email, 'duty', s.duty, 'active', s.active,
        'since', s.created_at, 'changed_at', s.updated_at,
        'you', s.user_id = auth.uid(),
        'last_owner', s.duty = 'owner' and s.active and not exists (
          select from public.staff o where o.duty = 'owner' and o.active and o.user_id <> s.user_id
        ),
        'open_jobs', (
          select count(*) from public.service_bookings b where b.assigned_to = s.user_id and b.closed_at is null
        )
      ) order by s.active desc, s.duty, lower(s.name)), '[]')
      from public.staff s join auth.users u on u.id = s.user_id
    ),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'email', i.email, 'phone', i.phone, 'duty', i.duty, 'ends_at', i.ends_at,
        'over', i.ends_at <= private.now()
      ) order by i.invited_at desc), '[]')
      from public.staff_invitations i where i.accepted_at is null and i.withdrawn_at is null
    )
  );
end;
$$;
revoke all on function private.staff_of_shop() from public, anon, authenticated, service_role;
comment on function private.staff_of_shop() is 'The people of the shop, the active first, and the open invitations.';

create function public.list_staff() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_duty('owner');
  return private.staff_of_shop();
end;
$$;
revoke all on function public.list_staff() from public, anon, authenticated, service_role;
grant execute on function public.list_staff() to authenticated;
comment on function public.list_staff() is
  'For owners: the people of the shop with contact, duty and open jobs, those who left too, and the open invitations. Raises PT403 forbidden.';

create function private.owner_changes(person uuid) returns public.staff
language plpgsql volatile set search_path = ''
as $$
declare
  s public.staff;
begin
  perform private.require_duty('owner');
  perform private.require_fresh_sign_in();
  select * into s from public.staff o where o.user_id = owner_changes.person for update;
  if s.user_id is null then
    perform private.reject(404, 'no_person');
  end if;
  return s;
end;
$$;
revoke all on function private.owner_changes(uuid) from public, anon, authenticated, service_role;
comment on function private.owner_changes(uuid) is
  'The row of a person, locked, for an owner who has just signed in. Raises PT403 forbidden, sign_in_again, PT404 no_person.';

create function public.set_duty(person uuid, duty text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  s public.staff := private.owner_changes(set_duty.person);
  job public.staff_duty := private.to_staff_duty(set_duty.duty);
begin
  if job is null then
    perform private.reject(422, 'duty');
  end if;
  update public.staff o set duty = job where o.user_id = s.user_id;
  return private.staff_of_shop();
end;
$$;
revoke all on function public.set_duty(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.set_duty(uuid, text) to authenticated;
comment on function public.set_duty(uuid, text) is
  'An owner who has just signed in gives a person another duty; it holds from their next call on. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT404 no_person, PT409 last_owner, PT422 duty.';

create function public.set_staff_active(person uuid, active boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  s public.staff := private.owner_changes(set_staff_active.person);
begin
  if set_staff_active.active is null then
    perform private.reject(422, 'active');
  end if;
  update public.staff o
  set active = set_staff_active.active,
    name = case when set_staff_active.active then private.free_staff_name(o.name, o.user_id) else o.name end
  where o.user_id = s.user_id;
  return private.staff_of_shop();
end;
$$;
revoke all on function public.set_staff_active(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_staff_active(uuid, boolean) to authenticated;
comment on function public.set_staff_active(uuid, boolean) is
  'An owner who has just signed in ends the rights of a person, from their next call on, or gives them back. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT404 no_person, PT409 last_owner, PT422 active.';
