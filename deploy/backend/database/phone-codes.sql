-- One-time codes by SMS. Hosted Supabase has them built in, so this belongs to the embedded backend only and is
-- applied at each start. Times come from the caller, so that tests can move the clock.

create table if not exists backend.phone_codes (
  phone text primary key,
  code_hash text,
  expires_at timestamptz,
  attempts int not null default 0,
  sent_at timestamptz not null,
  -- The Indian calendar day on which sends_of_day were sent.
  day date not null,
  sends_of_day int not null,
  may_create_user boolean not null default true,
  user_data jsonb not null default '{}'
);
alter table backend.phone_codes add column if not exists sends_by_caller jsonb not null default '{}';
comment on column backend.phone_codes.sends_by_caller is
  'How many of sends_of_day each caller requested: a hash of its browser or its network address.';
revoke all on backend.phone_codes from public;
drop function if exists backend.send_phone_code(text, text, boolean, jsonb, timestamptz, interval, interval, int);

-- Notes a new code before it is sent. Answers {"send": true}, {"send": false} for an unknown phone that may not
-- sign up, or {"wait": seconds} when it is too early or the day's sends are used up: those of the caller, or, unless the
-- caller is a known browser (p_sends_of_all is null), those of all callers.
create or replace function backend.send_phone_code(
  p_phone text, p_code_hash text, p_may_create_user boolean, p_user_data jsonb, p_now timestamptz,
  p_lifetime interval, p_pause interval, p_caller text, p_sends_per_day int, p_sends_of_all int
) returns jsonb language plpgsql set search_path = '' as $$
declare
  today date := (p_now at time zone 'Asia/Kolkata')::date;
  found backend.phone_codes;
  wait int;
  of_caller int;
  -- Waits and limits are the same for a phone without an account: they must not tell which ones have one.
  gets_code boolean := p_may_create_user or exists (select from auth.users where phone = p_phone);
begin
  insert into backend.phone_codes (phone, sent_at, day, sends_of_day) values (p_phone, '-infinity', today, 0)
    on conflict (phone) do nothing;
  -- The row lock lets parallel requests for one phone pass one after the other.
  select * into found from backend.phone_codes where phone = p_phone for update;
  if found.day <> today then
    found.sends_of_day := 0;
    found.sends_by_caller := '{}';
  end if;
  if found.sent_at + p_pause > p_now then
    wait := ceil(extract(epoch from found.sent_at + p_pause - p_now));
    return jsonb_build_object('wait', wait);
  end if;
  of_caller := coalesce((found.sends_by_caller ->> p_caller)::int, 0);
  if of_caller >= p_sends_per_day or found.sends_of_day >= p_sends_of_all then
    wait := ceil(extract(epoch from ((today + 1)::timestamp at time zone 'Asia/Kolkata') - p_now));
    return jsonb_build_object('wait', wait);
  end if;
  update backend.phone_codes set
    code_hash = case when gets_code then p_code_hash end, expires_at = p_now + p_lifetime, attempts = 0, sent_at = p_now, day = today,
    sends_of_day = found.sends_of_day + 1, may_create_user = p_may_create_user, user_data = p_user_data,
    sends_by_caller = found.sends_by_caller || jsonb_build_object(p_caller, of_caller + 1)
  where phone = p_phone;
  return jsonb_build_object('send', gets_code);
end
$$;

-- Tries a code. On success it burns the code, finds or makes the account, opens a session and answers a refresh token
-- that the caller exchanges at once; otherwise it counts the attempt and answers null.
create or replace function backend.verify_phone_code(
  p_phone text, p_code_hash text, p_now timestamptz, p_attempts int
) returns text language plpgsql set search_path = '' as $$
declare
  found backend.phone_codes;
  account uuid;
  session uuid := gen_random_uuid();
  seed text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  select * into found from backend.phone_codes where phone = p_phone for update;
  if found.phone is null or found.code_hash is null or found.expires_at <= p_now or found.attempts >= p_attempts then
    return null;
  end if;
  if found.code_hash <> p_code_hash then
    update backend.phone_codes set attempts = attempts + 1 where phone = p_phone;
    return null;
  end if;
  update backend.phone_codes set code_hash = null, expires_at = null, user_data = '{}' where phone = p_phone;

  select id into account from auth.users where phone = p_phone;
  if account is null then
    if not found.may_create_user then
      return null;
    end if;
    account := gen_random_uuid();
    insert into auth.users (id, phone, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (account, p_phone, p_now, '{"provider": "phone", "providers": ["phone"]}',
      found.user_data || jsonb_build_object('sub', account, 'phone', p_phone, 'phone_verified', true));
  else
    update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, p_now) where id = account;
  end if;
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
  values (gen_random_uuid(), 'phone', account::text, account,
    jsonb_build_object('sub', account, 'phone', p_phone, 'phone_verified', true), p_now)
  on conflict (provider, provider_id) do update set last_sign_in_at = excluded.last_sign_in_at;

  insert into auth.sessions (id, user_id, aal) values (session, account, 'aal1');
  insert into auth.refresh_tokens (id, token, user_id, session_id) values (gen_random_uuid()::text, seed, account, session);
  return seed;
end
$$;

revoke all on function
  backend.send_phone_code(text, text, boolean, jsonb, timestamptz, interval, interval, text, int, int) from public;
revoke all on function backend.verify_phone_code(text, text, timestamptz, int) from public;
