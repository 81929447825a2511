-- Which functions of the backend and of the shop a database user runs: those that backend.functions names, set by the file
-- with its rights, and no others. They are security definer: they hold the rules and reach what they need as their owner.

do $$
declare
  login text := current_setting('backend.login');
  -- A test's small schema lacks some.
  allowed regprocedure[] := array(
    select to_regprocedure(btrim(name)) from unnest(string_to_array(current_setting('backend.functions'), ';')) name
    where to_regprocedure(btrim(name)) is not null
  );
  called regprocedure;
begin
  -- What an earlier version called.
  for called in
    select p.oid from pg_proc p, aclexplode(p.proacl) a
    where a.grantee = (select r.oid from pg_roles r where r.rolname = login) and p.oid <> all (allowed)
  loop
    execute format('revoke all on function %s from %I', called, login);
  end loop;
  foreach called in array allowed loop
    execute format('grant usage on schema %I to %I', (
      select p.pronamespace::regnamespace::name from pg_proc p where p.oid = called
    ), login);
    execute format('grant execute on function %s to %I', called, login);
  end loop;
end
$$;
