-- What Storage reads for no caller in particular: the rules of a bucket, and which file an address names whose signature it
-- has verified. Applied at each start, by the owner; only the API's login (backend.api_role) runs them, no caller does.

create or replace function backend.bucket_rules(p_bucket text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types)
  from storage.buckets where id = p_bucket;
$$;
revoke all on function backend.bucket_rules(text) from public;

create or replace function backend.signed_object(p_bucket text, p_name text) returns table (id uuid, metadata jsonb)
language sql stable security definer set search_path = '' as $$
  select o.id, o.metadata from storage.objects o where o.bucket_id = p_bucket and o.name = p_name;
$$;
revoke all on function backend.signed_object(text, text) from public;

do $$
begin
  execute format(
    'grant execute on function backend.bucket_rules(text), backend.signed_object(text, text) to %I',
    current_setting('backend.api_role'));
end
$$;
