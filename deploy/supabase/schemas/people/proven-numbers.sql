-- Proven numbers: a code that was sent to the number has been entered, or exchanged by the link that carries it. The key of a booking proves nothing: everyone who
-- books with a number gets it.

create table private.proven_numbers (
  phone text primary key,
  proven_at timestamptz not null
);
alter table private.proven_numbers enable row level security;
revoke all on table private.proven_numbers from public, anon, authenticated, service_role;
comment on table private.proven_numbers is
  'Numbers that were proven by a code, and when. Counts for proven_days of private.limits; messages other than the first of a booking go to these numbers only.';

insert into private.proven_numbers (phone, proven_at)
select '+' || ltrim(phone, '+'), phone_confirmed_at from auth.users where phone_confirmed_at is not null and phone <> ''
on conflict (phone) do nothing;

create table private.number_proofs (
  secret_hash bytea not null,
  phone text not null references private.proven_numbers (phone) on delete cascade,
  expires_at timestamptz not null,
  primary key (secret_hash, phone)
);
create index number_proofs_phone on private.number_proofs (phone);
create index number_proofs_expires on private.number_proofs (expires_at);
alter table private.number_proofs enable row level security;
revoke all on table private.number_proofs from public, anon, authenticated, service_role;
comment on table private.number_proofs is
  'sha256 of the random secrets with which browsers show that a number was proven in them, for proof_days of private.limits.';

create function private.is_number_proven(phone text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from private.proven_numbers n
    where n.phone = is_number_proven.phone
      and n.proven_at > private.now() - private.limit_value('proven_days') * interval '1 day'
  );
end;
$$;
revoke all on function private.is_number_proven(text) from public, anon, authenticated, service_role;
comment on function private.is_number_proven(text) is 'Whether a number was proven within proven_days. Decides about messages.';

create function private.prove_number(phone text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.proven_numbers as n (phone, proven_at) values (prove_number.phone, private.now())
  on conflict on constraint proven_numbers_pkey do update set proven_at = greatest(n.proven_at, excluded.proven_at);
end;
$$;
revoke all on function private.prove_number(text) from public, anon, authenticated, service_role;
comment on function private.prove_number(text) is 'Records that a number is proven now.';

create function private.session_proves(phone text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from auth.users u
    where u.id = auth.uid() and u.phone_confirmed_at is not null and '+' || ltrim(u.phone, '+') = session_proves.phone
  );
end;
$$;
revoke all on function private.session_proves(text) from public, anon, authenticated, service_role;
comment on function private.session_proves(text) is
  'Whether the caller is signed in to an account with this confirmed phone number.';

create function private.is_caller_proven(phone text, proof text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.session_proves(is_caller_proven.phone) or exists (
    select from private.number_proofs p
    where p.secret_hash = private.hash_token(is_caller_proven.proof) and p.phone = is_caller_proven.phone
      and p.expires_at > private.now()
  );
end;
$$;
revoke all on function private.is_caller_proven(text, text) from public, anon, authenticated, service_role;
comment on function private.is_caller_proven(text, text) is
  'Whether the caller''s session, or the secret of their browser, proves this number. That others have proven it does not count.';

create function private.accept_proof(phone text, proof text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if accept_proof.proof ~ '^[0-9a-f]{32,64}$' then
    delete from private.number_proofs p where p.expires_at <= private.now();
    insert into private.number_proofs (secret_hash, phone, expires_at) values (
      private.hash_token(accept_proof.proof), accept_proof.phone,
      private.now() + private.limit_value('proof_days') * interval '1 day'
    )
    on conflict on constraint number_proofs_pkey do update set expires_at = excluded.expires_at;
  end if;
end;
$$;
revoke all on function private.accept_proof(text, text) from public, anon, authenticated, service_role;
comment on function private.accept_proof(text, text) is
  'Accepts the secret of a browser, 128 bits or more in hex, for a number that was proven in it just now; ignores anything else.';

create function private.keep_proof(phone text, proof text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.session_proves(keep_proof.phone) then
    return;
  end if;
  perform private.prove_number(keep_proof.phone);
  perform private.accept_proof(keep_proof.phone, keep_proof.proof);
end;
$$;
revoke all on function private.keep_proof(text, text) from public, anon, authenticated, service_role;
comment on function private.keep_proof(text, text) is
  'When the caller''s session proves the number: renews it, and from now on accepts the secret that the browser has drawn (128 bits or more in hex) without a session. Does nothing for other callers, so a secret alone never renews itself.';

create function private.prove_at_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.prove_number('+' || ltrim(new.phone, '+'));
  return null;
exception when others then
  raise warning 'no number proven: %', sqlerrm;
  return null;
end;
$$;
revoke all on function private.prove_at_sign_in() from public, anon, authenticated, service_role;
comment on function private.prove_at_sign_in() is
  'Trigger on accounts: a number that Auth has just confirmed is proven. An error becomes a warning, so it never blocks a sign-in.';
create trigger prove_new_account after insert on auth.users
  for each row when (new.phone_confirmed_at is not null and new.phone <> '') execute function private.prove_at_sign_in();
create trigger prove_at_sign_in after update on auth.users
  for each row when (
    new.phone_confirmed_at is not null and new.phone <> ''
    and (new.phone, new.phone_confirmed_at) is distinct from (old.phone, old.phone_confirmed_at)
  )
  execute function private.prove_at_sign_in();
