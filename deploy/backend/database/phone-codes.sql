-- One-time codes by SMS. Hosted Supabase has them built in, so this belongs to the embedded backend only and is
-- applied at each start. Times come from the caller, so that tests can move the clock.

-- Before each browser had its own code, a number had one.
drop table if exists backend.phone_codes;
drop function if exists backend.send_phone_code(text, text, boolean, jsonb, timestamptz, interval, interval, text, int, int);
drop function if exists backend.verify_phone_code(text, text, timestamptz, int);

create table if not exists backend.sign_in_codes (
  phone text not null,
  asker text not null,
  address text not null,
  is_known boolean not null,
  code_hash text,
  expires_at timestamptz,
  attempts int not null default 0,
  attempts_without_cookie int not null default 0,
  sent_at timestamptz not null,
  -- The Indian calendar day on which sends_of_day were sent.
  day date not null,
  sends_of_day int not null,
  may_create_user boolean not null,
  user_data jsonb not null,
  primary key (phone, asker)
);
create index if not exists sign_in_codes_sent on backend.sign_in_codes (sent_at);
revoke all on backend.sign_in_codes from public;
comment on table backend.sign_in_codes is
  'The newest code that a browser has requested for a number. asker and address are hashes; rows of yesterday are deleted by later requests.';
comment on column backend.sign_in_codes.is_known is 'The person with this number has signed in in that browser before.';
comment on column backend.sign_in_codes.attempts_without_cookie is
  'Wrong codes that came from the same address without the cookie of the browser.';

-- Notes a new code before it is sent. Each browser has its own code and pause. After p_sends_per_day of a browser, or of the
-- unknown browsers of its address, and after p_sends_of_all of all unknown ones, p_slow_pause is between two of them.
-- Answers {"send": true}, {"send": false} for an unknown phone that may not sign up, or {"wait": seconds}, also when the
-- budget of the site is used up for unknown numbers.
create or replace function backend.note_sign_in_code(
  p_phone text, p_asker text, p_address text, p_is_known boolean, p_code_hash text, p_may_create_user boolean,
  p_user_data jsonb, p_now timestamptz, p_lifetime interval, p_pause interval, p_slow_pause interval,
  p_sends_per_day int, p_sends_of_all int
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  today date := (p_now at time zone 'Asia/Kolkata')::date;
  next_at timestamptz;
  wait int := 0;
  -- A phone without an account waits as long: the wait must not show which phones have one.
  gets_code boolean := p_may_create_user or exists (select from auth.users where phone = p_phone);
begin
  -- Parallel requests for one phone pass one after the other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in code ' || p_phone, 0));
  select greatest(
    max(c.sent_at) filter (where c.is_own) + p_pause,
    case when sum(c.sends_of_day) filter (where c.is_own and c.day = today) >= p_sends_per_day
      then max(c.sent_at) filter (where c.is_own) + p_slow_pause end,
    case when not p_is_known and sum(c.sends_of_day) filter (where not c.is_known and c.day = today) >= p_sends_of_all
      then max(c.sent_at) filter (where not c.is_known) + p_slow_pause end
  ) into next_at
  from (
    select k.*, k.asker = p_asker or not (p_is_known or k.is_known) and k.address = p_address as is_own
    from backend.sign_in_codes k where k.phone = p_phone
  ) c;
  if next_at > p_now then
    wait := ceil(extract(epoch from next_at - p_now));
  elsif gets_code then
    wait := private.take_sign_in_sms('+' || p_phone, p_now);
  end if;
  if wait > 0 then
    return jsonb_build_object('wait', wait);
  end if;
  insert into backend.sign_in_codes as c (
    phone, asker, address, is_known, code_hash, expires_at, sent_at, day, sends_of_day, may_create_user, user_data
  ) values (
    p_phone, p_asker, p_address, p_is_known, case when gets_code then p_code_hash end, p_now + p_lifetime, p_now, today, 1,
    p_may_create_user, p_user_data
  )
  on conflict (phone, asker) do update set
    address = excluded.address, is_known = excluded.is_known, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
    attempts = 0, attempts_without_cookie = 0, sent_at = p_now, day = today,
    sends_of_day = case when c.day = today then c.sends_of_day + 1 else 1 end,
    may_create_user = excluded.may_create_user, user_data = excluded.user_data;
  delete from backend.sign_in_codes c where (c.phone, c.asker) in (
    select o.phone, o.asker from backend.sign_in_codes o
    where o.sent_at < p_now - interval '1 day' order by o.sent_at limit 50 for update skip locked
  );
  return jsonb_build_object('send', gets_code);
end
$$;

-- A code that the provider did not take does not count for the day; its pause stays.
create or replace function backend.give_back_sign_in_code(p_phone text, p_asker text, p_now timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_back_sign_in_sms(p_now);
  update backend.sign_in_codes set sends_of_day = sends_of_day - 1
  where phone = p_phone and asker = p_asker and sends_of_day > 0;
end
$$;

-- Tries a code that this browser has requested or, without the cookie of one (p_asker is null), one that was requested from
-- the same address. On success it burns the code, finds or makes the account, opens a session and answers a refresh token
-- that the caller exchanges at once; otherwise it counts the attempt and answers null.
create or replace function backend.try_sign_in_code(
  p_phone text, p_asker text, p_address text, p_code_hash text, p_now timestamptz, p_attempts int
) returns text language plpgsql security definer set search_path = '' as $$
declare
  found backend.sign_in_codes;
  account uuid;
  session uuid := gen_random_uuid();
  seed text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  perform pg_advisory_xact_lock(hashtextextended('sign-in code ' || p_phone, 0));
  select * into found from backend.sign_in_codes c
  where c.phone = p_phone and c.code_hash = p_code_hash and c.expires_at > p_now and (
    c.asker = p_asker and c.attempts < p_attempts
    or p_asker is null and c.address = p_address and c.attempts_without_cookie < p_attempts
  );
  if found.phone is null then
    update backend.sign_in_codes c set
      attempts = c.attempts + (p_asker is not null)::int,
      attempts_without_cookie = c.attempts_without_cookie + (p_asker is null)::int
    where c.phone = p_phone and (
      c.asker = p_asker and c.attempts < p_attempts
      or p_asker is null and c.address = p_address and c.attempts_without_cookie < p_attempts
    );
    return null;
  end if;
  update backend.sign_in_codes c set code_hash = null, user_data = '{}' where c.phone = p_phone and c.asker = found.asker;

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

revoke all on function backend.note_sign_in_code(
  text, text, text, boolean, text, boolean, jsonb, timestamptz, interval, interval, interval, int, int
) from public;
revoke all on function backend.give_back_sign_in_code(text, text, timestamptz) from public;
revoke all on function backend.try_sign_in_code(text, text, text, text, timestamptz, int) from public;
