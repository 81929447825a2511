-- Rejections. The database answers with a code and data; the sentences are in the messages.ts of the apps.

create function private.reject(status int, code text, data jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if reject.data is null then
    raise exception using errcode = 'PT' || status, message = reject.code, hint = reject.code;
  end if;
  raise exception using errcode = 'PT' || status, message = reject.code, hint = reject.code, detail = reject.data::text;
end;
$$;
revoke all on function private.reject(int, text, jsonb) from public, anon, authenticated, service_role;
comment on function private.reject(int, text, jsonb) is 'Rejects a call: HTTP status, code (as hint) and the data that its sentence needs (as details).';

create function private.reject_until(code text, until timestamptz, data jsonb default '{}') returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.reject(429, reject_until.code, reject_until.data || jsonb_build_object(
    'retry_after', greatest(1, ceil(extract(epoch from reject_until.until - private.now())))::int
  ));
end;
$$;
revoke all on function private.reject_until(text, timestamptz, jsonb) from public, anon, authenticated, service_role;
comment on function private.reject_until(text, timestamptz, jsonb) is 'Rejects a call with 429 and the seconds until a retry can succeed in its data.';
