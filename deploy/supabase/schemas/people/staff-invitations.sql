-- Invitations of staff. Whoever signs in with the invited e-mail address or number, and has proven it, gets the duty.

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  email text check (char_length(email) <= 254),
  phone text check (phone ~ '^\+91[6-9]\d{9}$'),
  invited_by uuid references public.staff (user_id),
  invited_at timestamptz not null,
  ends_at timestamptz not null,
  accepted_at timestamptz,
  -- No foreign key: a second one to staff would make every embed ambiguous.
  accepted_by uuid,
  withdrawn_at timestamptz,
  duty public.staff_duty not null,
  constraint staff_invitations_contact check ((email is null) <> (phone is null)),
  constraint staff_invitations_end check (accepted_at is null or withdrawn_at is null),
  constraint staff_invitations_accepted check ((accepted_at is null) = (accepted_by is null))
);
create unique index staff_invitations_email on public.staff_invitations (lower(email))
  where accepted_at is null and withdrawn_at is null;
create unique index staff_invitations_phone on public.staff_invitations (phone)
  where accepted_at is null and withdrawn_at is null;
create index staff_invitations_by on public.staff_invitations (invited_by);
alter table public.staff_invitations enable row level security;
revoke all on table public.staff_invitations from public, anon, authenticated, service_role;
grant select on table public.staff_invitations to authenticated, service_role;
create policy "owners read invitations" on public.staff_invitations
  for select to authenticated using ((select public.has_duty('owner')));
comment on table public.staff_invitations is
  'Who was invited to work here, by e-mail address or by phone number, and what became of it. Written by invite_staff, withdraw_invitation and by the sign-in that accepts it.';

create function public.invite_staff(name text, duty text, email text default null, phone text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person text := private.clean_name(invite_staff.name);
  job public.staff_duty := private.to_staff_duty(invite_staff.duty);
  mail text := private.clean_email(invite_staff.email);
  mobile text := private.clean_phone(invite_staff.phone);
begin
  perform private.require_duty('owner');
  perform private.require_fresh_sign_in();
  if person is null then
    perform private.reject(422, 'name');
  elsif job is null then
    perform private.reject(422, 'duty');
  elsif (private.clean_text(invite_staff.email) is null) = (private.clean_text(invite_staff.phone) is null) then
    perform private.reject(422, 'contact');
  elsif private.clean_text(invite_staff.email) is not null and mail is null then
    perform private.reject(422, 'email');
  elsif private.clean_text(invite_staff.phone) is not null and mobile is null then
    perform private.reject(422, 'phone');
  elsif exists (
    select from public.staff s join auth.users u on u.id = s.user_id
    where s.active and (lower(u.email) = lower(mail) or '+' || ltrim(u.phone, '+') = mobile)
  ) then
    perform private.reject(409, 'already_staff');
  end if;
  -- A second invitation of one address or number replaces the first.
  update public.staff_invitations i set withdrawn_at = private.now()
  where i.accepted_at is null and i.withdrawn_at is null and (lower(i.email) = lower(mail) or i.phone = mobile);
  insert into public.staff_invitations (name, email, phone, duty, invited_by, invited_at, ends_at)
  values (person, mail, mobile, job, auth.uid(), private.now(), private.now() + interval '14 days');
  return private.staff_of_shop();
end;
$$;
revoke all on function public.invite_staff(text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_staff(text, text, text, text) to authenticated;
comment on function public.invite_staff(text, text, text, text) is
  'An owner who has just signed in invites a person by e-mail address or by number, with a duty. Their next sign-in with it, proven, within 14 days makes them staff. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT409 already_staff, PT422 (name, duty, contact, email, phone).';

create function public.withdraw_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_duty('owner');
  update public.staff_invitations i set withdrawn_at = private.now()
  where i.id = withdraw_invitation.invitation and i.accepted_at is null and i.withdrawn_at is null;
  if not found then
    perform private.reject(404, 'no_invitation');
  end if;
  return private.staff_of_shop();
end;
$$;
revoke all on function public.withdraw_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_invitation(uuid) to authenticated;
comment on function public.withdraw_invitation(uuid) is
  'An owner takes an open invitation back. Answers as list_staff. Raises PT403 forbidden, PT404 no_invitation.';

create function private.accept_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.staff_invitations;
begin
  select * into invitation from public.staff_invitations i
  where i.accepted_at is null and i.withdrawn_at is null and i.ends_at > private.now()
    and (
      (new.phone_confirmed_at is not null and i.phone = '+' || ltrim(new.phone, '+'))
      or (
        new.email_confirmed_at is not null and lower(i.email) = lower(new.email)
        and exists (select from private.settings s where s.name = 'emails_are_confirmed' and s.value = 'on')
      )
    )
  order by i.invited_at desc limit 1 for update;
  if invitation.id is null then
    return null;
  end if;
  insert into public.user_roles (user_id, role) values (new.id, 'admin') on conflict do nothing;
  insert into public.staff (user_id, name, phone, duty)
  values (new.id, private.free_staff_name(invitation.name, new.id), invitation.phone, invitation.duty)
  on conflict (user_id) do update set
    name = excluded.name, phone = coalesce(excluded.phone, staff.phone), duty = excluded.duty, active = true;
  update public.staff_invitations i set accepted_at = private.now(), accepted_by = new.id where i.id = invitation.id;
  -- Jobs that were assigned by this name before its owner had an account.
  update public.service_bookings b set mechanic = b.mechanic
  where b.closed_at is null and b.assigned_to is null and lower(b.mechanic) = lower(invitation.name);
  return null;
exception when others then
  raise warning 'no invitation accepted: %', sqlerrm;
  return null;
end;
$$;
revoke all on function private.accept_invitation() from public, anon, authenticated, service_role;
comment on function private.accept_invitation() is
  'Trigger on accounts, which Auth writes at every sign-in: an open invitation of the confirmed number, or of the confirmed address (claim_at_sign_in tells when it is), makes the account staff. An error becomes a warning, so it never blocks a sign-in.';
create trigger accept_invitation after insert or update on auth.users
  for each row execute function private.accept_invitation();
