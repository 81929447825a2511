-- The schemas and the extension that every later file needs. The API exposes only public.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
grant usage on schema public to anon, authenticated, service_role;
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
comment on schema private is 'Helpers and secrets of the booking functions. Not exposed by the API; no API role may use it.';
create schema guard;
revoke all on schema guard from public;
grant usage on schema guard to anon, authenticated, service_role;
comment on schema guard is 'Functions that PostgREST calls before each request, and that policies of Storage ask. Clients cannot call them: the API exposes only public.';
