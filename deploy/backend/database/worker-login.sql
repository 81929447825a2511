-- The rights of the workers' database user: it runs these functions, which hold the rules and reach what they need as
-- their owner, and reads and writes no table itself. Run after the migrations.

do $$
declare
  login text := current_setting('backend.login');
  -- A test's small schema has none of them.
  allowed regprocedure[] := array(
    select to_regprocedure(name) from unnest(array[
      'private.claim_messages(int)',
      'private.message_to_send(bigint, int)',
      'private.message_sent(bigint)',
      'private.message_failed(bigint, int, text, boolean)',
      'private.seconds_to_next_message()',
      'private.offer_waitlist_places()',
      'private.alert_budgets()',
      'private.payment_for_gateway(text)',
      'private.keep_order(uuid, public.payment_provider, text)',
      'private.claim_orders(public.payment_provider, double precision)',
      'private.claim_refunds(public.payment_provider)',
      'private.apply_payment_event(public.payment_provider, text, text, text, text, int, text)',
      'private.apply_refund_event(public.payment_provider, text, text, uuid, text, text)',
      'private.expire_unpaid_bookings()',
      'private.to_uuid(text)'
    ]) name where to_regprocedure(name) is not null
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
    execute format('grant usage on schema private to %I', login);
    execute format('grant execute on function %s to %I', called, login);
  end loop;
end
$$;
