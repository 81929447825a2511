-- The token without which no report counts: an HMAC of the caller's address and versions, for one call within ten minutes.

insert into private.keys (name, secret) values ('report_token', extensions.gen_random_bytes(32));

-- Unlogged: after a crash a token of the last minutes could be used once more.
create unlogged table private.used_report_tokens (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_report_tokens_expires on private.used_report_tokens (expires_at);
alter table private.used_report_tokens enable row level security;
revoke all on table private.used_report_tokens from public, anon, authenticated, service_role;
comment on table private.used_report_tokens is 'Tokens that were used, until they expire.';

create function private.sign_report_token(body text, address text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(body || ' ' || address, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'report_token'
  );
end;
$$;
revoke all on function private.sign_report_token(text, text) from public, anon, authenticated, service_role;
comment on function private.sign_report_token(text, text) is 'Signs the body of a report token for one address; null without an address.';

create function private.make_report_token(versions text[]) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  expires_at bigint := extract(epoch from private.now() + interval '10 minutes')::bigint;
  body text := expires_at || ' ' || encode(extensions.gen_random_bytes(16), 'hex') || ' ' || array_to_string(versions, ' ');
begin
  return private.sign_report_token(body, private.caller_address(private.request_headers())) || ' ' || body;
end;
$$;
revoke all on function private.make_report_token(text[]) from public, anon, authenticated, service_role;
comment on function private.make_report_token(text[]) is
  'A token for the caller: signature, expiry, random number and the versions (app@version) that its reports may name. Null when the caller has no network address.';

create function public.request_report_token(versions jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if jsonb_typeof(versions) is distinct from 'object' then
    perform private.reject(422, 'versions');
  end if;
  return private.make_report_token(array(
    select v.app || '@' || v.version
    from jsonb_each_text(request_report_token.versions) as v (app, version)
    where v.app ~ '^[a-z][a-z0-9_]{0,29}$' and v.version ~ '^[A-Za-z0-9][A-Za-z0-9.+-]{0,39}$'
    order by v.app limit 100
  ));
end;
$$;
revoke all on function public.request_report_token(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_report_token(jsonb) to anon, authenticated, service_role;
comment on function public.request_report_token(jsonb) is
  'The token that a page needs for its first call of report_client_events. versions is what the page runs: {app: version}. It is valid for ten minutes, for one call, and from the same network address only. Null for a caller without a network address. Raises PT422 versions.';

create function private.redeem_report_token(token text) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  address text := private.caller_address(private.request_headers());
  signature text := split_part(token, ' ', 1);
  body text := substr(token, length(signature) + 2);
  parts text[] := string_to_array(body, ' ');
  expires_at timestamptz;
begin
  if not coalesce(signature = private.sign_report_token(body, address), false) then
    return null;
  end if;
  expires_at := to_timestamp(parts[1]::bigint);
  if expires_at <= private.now() then
    return null;
  end if;
  insert into private.used_report_tokens (nonce, expires_at) values (parts[2], expires_at) on conflict do nothing;
  if not found then
    return null;
  end if;
  delete from private.used_report_tokens t where t.nonce in (
    select old.nonce from private.used_report_tokens old
    where old.expires_at <= private.now() order by old.expires_at limit 100 for update skip locked
  );
  return parts[3:];
end;
$$;
revoke all on function private.redeem_report_token(text) from public, anon, authenticated, service_role;
comment on function private.redeem_report_token(text) is
  'Uses a token up and answers its versions; null when it is forged, expired, used, or of another network address.';
