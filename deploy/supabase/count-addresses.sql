-- On Supabase: PostgREST counts calls by network address and by user from now on, as private.call_limits says. Run it
-- once as the owner, and again after a migration that defines quote or list_slots anew:
--
--   psql "$DATABASE_URL" -f deploy/supabase/count-addresses.sql
--
-- Off again: alter role authenticator reset pgrst.db_pre_request; notify pgrst, 'reload config';

-- A stable function runs in a transaction that may not write, not even a count.
alter function public.quote(jsonb, text, text, text, text, text, text, text) volatile;
alter function public.list_slots(text, date, int, jsonb, text, text, text) volatile;

alter role authenticator set pgrst.db_pre_request = 'guard.before_request';
notify pgrst, 'reload config';
notify pgrst, 'reload schema';
