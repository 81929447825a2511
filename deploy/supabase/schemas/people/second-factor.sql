-- The second factor of staff. Auth keeps the factors and writes into each token whether one was verified (aal2); here are
-- the recovery codes, and whether admins need a second factor.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
revoke all on table private.recovery_codes from public, anon, authenticated, service_role;
comment on table private.recovery_codes is
  'Unused recovery codes, as SHA-256 of 80 random bits. A used one is deleted.';

create function private.is_second_factor_verified() returns boolean
language plpgsql stable set search_path = ''
as $$ begin return coalesce(auth.jwt() ->> 'aal' = 'aal2', false); end; $$;
revoke all on function private.is_second_factor_verified() from public, anon, authenticated, service_role;
comment on function private.is_second_factor_verified() is 'Whether a second factor was verified in the session of the caller.';

create function private.has_second_factor() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified');
end;
$$;
revoke all on function private.has_second_factor() from public, anon, authenticated, service_role;
comment on function private.has_second_factor() is 'Whether the caller has enrolled a second factor.';

create function private.is_second_factor_required() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from private.settings s where s.name = 'require_second_factor' and s.value = 'on');
end;
$$;
revoke all on function private.is_second_factor_required() from public, anon, authenticated, service_role;
comment on function private.is_second_factor_required() is 'Whether every admin needs a second factor.';

create function private.needs_second_factor() returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.is_second_factor_required() or private.has_second_factor(); end; $$;
revoke all on function private.needs_second_factor() from public, anon, authenticated, service_role;
comment on function private.needs_second_factor() is
  'Whether the caller acts as an admin only with a verified second factor: when it is required, and for each admin who has one.';

create function public.second_factor() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'staff', exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin'),
    'required', private.is_second_factor_required(),
    'enrolled', private.has_second_factor(),
    'verified', private.is_second_factor_verified(),
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = auth.uid())
  );
end;
$$;
revoke all on function public.second_factor() from public, anon, authenticated, service_role;
grant execute on function public.second_factor() to authenticated;
comment on function public.second_factor() is
  'The second factor of the caller: has the role admin, is a factor required of admins, is one enrolled, was it verified in this session, and how many recovery codes are left.';

create function public.require_second_factor(required boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_duty('owner');
  if require_second_factor.required is null then
    perform private.reject(422, 'required');
  elsif not private.is_second_factor_verified() then
    -- Otherwise the admin who switches it on would be the first to lose the workshop.
    perform private.reject(409, 'second_factor_first');
  end if;
  insert into private.settings (name, value)
  values ('require_second_factor', case when require_second_factor.required then 'on' else 'off' end)
  on conflict (name) do update set value = excluded.value;
  return jsonb_build_object('required', require_second_factor.required);
end;
$$;
revoke all on function public.require_second_factor(boolean) from public, anon, authenticated, service_role;
grant execute on function public.require_second_factor(boolean) to authenticated;
comment on function public.require_second_factor(boolean) is
  'Sets whether admins need a second factor for everything that they do as admins. For owners whose own factor is verified (PT409 second_factor_first).';

create function public.write_recovery_codes() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- 32 characters that are not mistaken for one another: five bits of each random byte are one character.
  alphabet constant text := '23456789abcdefghijkmnpqrstuvwxyz';
  codes text[];
begin
  if not (private.has_second_factor() and private.is_second_factor_verified()) then
    perform private.reject(409, 'second_factor_first');
  end if;
  codes := array(
    select string_agg(substr(alphabet, (get_byte(random.bytes, position) & 31) + 1, 1), '' order by position)
    from (select number, extensions.gen_random_bytes(16) as bytes from generate_series(1, 10) as number) as random,
      generate_series(0, 15) as position
    group by random.number
  );
  delete from private.recovery_codes c where c.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), sha256(convert_to(code, 'UTF8')) from unnest(codes) as code;
  return to_jsonb(codes);
end;
$$;
revoke all on function public.write_recovery_codes() from public, anon, authenticated, service_role;
grant execute on function public.write_recovery_codes() to authenticated;
comment on function public.write_recovery_codes() is
  'Draws ten recovery codes of the caller, which replace all former ones, and returns them this once. Needs a factor that was verified in this session (PT409 second_factor_first).';

create function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed constant text := lower(regexp_replace(use_recovery_code.code, '[^[:alnum:]]', '', 'g'));
begin
  delete from private.recovery_codes c
  where c.user_id = auth.uid() and c.code_hash = sha256(convert_to(typed, 'UTF8'));
  if not found then
    perform private.reject(422, 'recovery_code');
  end if;
  delete from auth.mfa_factors f where f.user_id = auth.uid();
  return jsonb_build_object(
    'codes_left', (select count(*) from private.recovery_codes c where c.user_id = auth.uid())
  );
end;
$$;
revoke all on function public.use_recovery_code(text) from public, anon, authenticated, service_role;
grant execute on function public.use_recovery_code(text) to authenticated;
comment on function public.use_recovery_code(text) is
  'Uses up a recovery code of the caller and removes their factors, so that a new one can be enrolled. PT422 recovery_code for any other text.';
