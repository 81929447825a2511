-- Sign-ups that wait for the confirmation of their address, each with its own password: anybody may have entered the address.
-- Until then the account has none. Hosted Supabase keeps the first one.

create table if not exists backend.sign_ups (
  user_id uuid not null,
  browser text not null,
  password_hash text not null,
  made_at timestamptz not null default now(),
  primary key (user_id, browser)
);
create index if not exists sign_ups_made_at on backend.sign_ups (made_at);
alter table backend.sign_ups add column if not exists user_data jsonb not null default '{}';
drop function if exists backend.settle_sign_up(uuid, text);
revoke all on backend.sign_ups from public;
comment on table backend.sign_ups is
  'Passwords and data of sign-ups that were not confirmed yet, by the browser that sent them; those older than a day are deleted.';

-- Moves the password of a new account here, next to those of the account that it replaces.
create or replace function backend.note_sign_up(p_email text, p_replaced uuid, p_browser text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made auth.users;
begin
  delete from backend.sign_ups where made_at < now() - interval '1 day';
  select * into made from auth.users u
  where u.email = p_email and u.email_confirmed_at is null and u.encrypted_password is not null for update;
  if made.id is null then
    return;
  end if;
  update backend.sign_ups s set user_id = made.id where s.user_id = p_replaced;
  insert into backend.sign_ups (user_id, browser, password_hash, user_data)
  values (made.id, p_browser, made.encrypted_password, made.raw_user_meta_data)
  on conflict (user_id, browser) do update set
    password_hash = excluded.password_hash, user_data = excluded.user_data, made_at = now();
  update auth.users u set encrypted_password = null where u.id = made.id;
end
$$;

-- Gives an account that is about to be confirmed the password of the browser that confirms it or, there being one sign-up
-- only, of that one. Otherwise it has none: whoever reads the mails of others' sign-ups must not take their password over, and
-- the owner chooses a new one. The account is made anew with the data of that sign-up, so its profile has no stranger's name.
create or replace function backend.settle_sign_up(p_email text, p_browser text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
  own backend.sign_ups;
  waiting int;
  own_identities auth.identities[];
begin
  select * into account from auth.users u where u.email = p_email and u.email_confirmed_at is null for update;
  select count(*) into waiting from backend.sign_ups s where s.user_id = account.id;
  select * into own from backend.sign_ups s where s.user_id = account.id and (s.browser = p_browser or waiting = 1);
  delete from backend.sign_ups s where s.user_id = account.id;
  if own.user_id is null then
    return;
  end if;
  account.encrypted_password := own.password_hash;
  account.raw_user_meta_data := own.user_data || jsonb_build_object('sub', account.id);
  select array_agg(i) into own_identities from auth.identities i where i.user_id = account.id;
  delete from auth.users u where u.id = account.id;
  insert into auth.users (
    id, aud, role, email, encrypted_password, confirmation_token, confirmation_sent_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at
  ) values (
    account.id, account.aud, account.role, account.email, account.encrypted_password, account.confirmation_token,
    account.confirmation_sent_at, account.raw_app_meta_data, account.raw_user_meta_data, account.created_at, account.updated_at
  );
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
  select i.id, i.provider, i.provider_id, i.user_id, account.raw_user_meta_data, i.created_at, i.updated_at
  from unnest(own_identities) i;
end
$$;

-- Deletes what somebody entered for an address that nobody has confirmed.
create or replace function backend.forget_unconfirmed(p_user uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.users where id = p_user and email_confirmed_at is null and phone is null;
$$;

revoke all on function
  backend.note_sign_up(text, uuid, text), backend.settle_sign_up(text, text), backend.forget_unconfirmed(uuid) from public;
