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
revoke all on backend.sign_ups from public;
comment on table backend.sign_ups is
  'Passwords of sign-ups that were not confirmed yet, by the browser that sent them; those older than a day are deleted.';

-- Moves the password of a new account here, next to those of the account that it replaces.
create or replace function backend.note_sign_up(p_email text, p_replaced uuid, p_browser text) returns void
language plpgsql set search_path = '' as $$
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
  insert into backend.sign_ups (user_id, browser, password_hash) values (made.id, p_browser, made.encrypted_password)
  on conflict (user_id, browser) do update set password_hash = excluded.password_hash, made_at = now();
  update auth.users u set encrypted_password = null where u.id = made.id;
end
$$;

-- Gives an account whose address was just confirmed the password of the browser that confirms it or, there being one
-- sign-up only, of that one. Otherwise it has none: the link does not show which sign-up it belongs to, and the owner chooses a new password.
create or replace function backend.settle_sign_up(p_user uuid, p_browser text) returns void
language sql set search_path = '' as $$
  with waiting as (delete from backend.sign_ups s where s.user_id = p_user returning s.browser, s.password_hash)
  update auth.users u set encrypted_password = w.password_hash
  from waiting w
  where u.id = p_user and u.encrypted_password is null
    and (w.browser = p_browser or (select count(*) from waiting) = 1)
$$;

revoke all on function backend.note_sign_up(text, uuid, text), backend.settle_sign_up(uuid, text) from public;
