-- Second factors, in the tables in which hosted Supabase keeps them, and what its Auth does about them. Of the embedded
-- backend only; applied at each start.

create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null
);
create index if not exists mfa_challenges_factor_id on auth.mfa_challenges (factor_id);

-- How each session was signed in.
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  updated_at timestamptz not null,
  primary key (session_id, authentication_method)
);
revoke all on auth.mfa_factors, auth.mfa_challenges, auth.mfa_amr_claims from public, anon, authenticated, service_role;

-- The last period of 30 seconds whose code was used: a code works once.
create table if not exists backend.factor_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  last_step bigint not null
);
-- Wrong codes of an account in a row, and from when on the next one is looked at.
create table if not exists backend.factor_failures (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures int not null,
  next_at timestamptz not null
);
revoke all on backend.factor_steps, backend.factor_failures from public;

-- What the tokens and the user of an answer say about a session. lite notes neither browser nor method.
create or replace function backend.describe_session(
  p_session uuid, p_user_agent text, p_method text, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  found auth.sessions;
begin
  update auth.sessions set user_agent = p_user_agent, aal = coalesce(aal, 'aal1')
  where id = p_session returning * into found;
  if p_method is not null then
    insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
    select found.id, p_method, p_now where found.id is not null on conflict do nothing;
  end if;
  return jsonb_build_object(
    'aal', coalesce(found.aal, 'aal1'),
    'amr', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))::bigint
      ) order by c.updated_at desc), '[]')
      from auth.mfa_amr_claims c where c.session_id = p_session
    ),
    'factors', backend.factors_of(found.user_id)
  );
end
$$;
revoke all on function backend.describe_session(uuid, text, text, timestamptz) from public;

create or replace function backend.factors_of(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
    'created_at', f.created_at, 'updated_at', f.updated_at
  ) order by f.created_at, f.id), '[]')
  from auth.mfa_factors f where f.user_id = p_user
$$;
revoke all on function backend.factors_of(uuid) from public;

-- After a right code: the factor and the session are verified, lesser sessions of the account end, and a refresh token
-- is answered that the caller exchanges at once.
create or replace function backend.verify_session(p_session uuid, p_factor uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  former text;
  seed text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  update auth.mfa_factors set status = 'verified', updated_at = p_now where id = p_factor returning user_id into account;
  delete from auth.mfa_factors where user_id = account and status = 'unverified';
  delete from backend.factor_failures where user_id = account;
  update auth.sessions set aal = 'aal2', factor_id = p_factor where id = p_session;
  delete from auth.sessions where user_id = account and aal is distinct from 'aal2';
  insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at) values (p_session, 'totp', p_now)
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  select t.token into former from auth.refresh_tokens t
  where t.session_id = p_session and not t.revoked order by t.created_at desc limit 1;
  update auth.refresh_tokens set revoked = true where session_id = p_session;
  insert into auth.refresh_tokens (id, token, user_id, session_id, parent)
  values (gen_random_uuid()::text, seed, account, p_session, former);
  return seed;
end
$$;
revoke all on function backend.verify_session(uuid, uuid, timestamptz) from public;

-- A removed factor verifies nothing any more, whoever removed it.
create or replace function backend.note_removed_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.id = c.session_id and s.factor_id = old.id and c.authentication_method = 'totp';
  update auth.sessions set aal = 'aal1', factor_id = null where factor_id = old.id;
  return null;
end
$$;
revoke all on function backend.note_removed_factor() from public;
create or replace trigger backend_note_removed_factor after delete on auth.mfa_factors
  for each row execute function backend.note_removed_factor();
