-- Claims: a sign-in with a phone number or e-mail address that Auth has verified brings the guest bookings made with it
-- into the account.

create function private.claim_bookings(account uuid, phone text, email text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  claimed int;
begin
  with mine as (
    update public.service_bookings b set user_id = claim_bookings.account
    where b.user_id is null
      and (b.phone = claim_bookings.phone or lower(b.email) = lower(claim_bookings.email))
    returning b.id, b.status, b.phone
  )
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  select
    m.id, private.now(), 'customer', claim_bookings.account, m.status, m.status, 'claimed',
    jsonb_build_object('by', case when m.phone = claim_bookings.phone then 'phone' else 'email' end)
  from mine m;
  get diagnostics claimed = row_count;
  return claimed;
end;
$$;
revoke all on function private.claim_bookings(uuid, text, text) from public, anon, authenticated, service_role;
comment on function private.claim_bookings(uuid, text, text) is
  'Gives an account the bookings of guests with this phone or e-mail address (null: none), each with an event. A booking that has an owner keeps that owner, so a second call changes nothing. The caller must pass verified values only.';

create function private.claim_at_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.claim_bookings(
    new.id,
    case when new.phone_confirmed_at is not null then '+' || ltrim(new.phone, '+') end,
    case
      when new.email_confirmed_at is not null
        and exists (select from private.settings s where s.name = 'emails_are_confirmed' and s.value = 'on')
      then new.email
    end
  );
  return null;
exception when others then
  raise warning 'no bookings claimed: %', sqlerrm;
  return null;
end;
$$;
revoke all on function private.claim_at_sign_in() from public, anon, authenticated, service_role;
comment on function private.claim_at_sign_in() is
  'Trigger on accounts, which Auth writes at every sign-in: claims by the confirmed phone, and by the e-mail address only while emails_are_confirmed in private.settings is on. Without that setting Auth marks every address as confirmed. An error becomes a warning, so it never blocks a sign-in.';
-- Fires on every update: which columns a sign-in writes differs between versions of Auth.
create trigger claim_at_sign_in after insert or update on auth.users
  for each row execute function private.claim_at_sign_in();
