-- Workers call these with a login that reaches nothing else: deploy/backend/database/worker-login.sql.
alter function private.claim_messages(int) security definer;
alter function private.message_to_send(bigint, int) security definer;
alter function private.message_sent(bigint) security definer;
alter function private.message_failed(bigint, int, text, boolean) security definer;
alter function private.seconds_to_next_message() security definer;
alter function private.offer_waitlist_places() security definer;

drop function private.alert_budgets();
create function private.alert_budgets() returns table (kind text, sent_percent int, sms_a_day int, shop_email text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  update private.message_budgets b set alerted_on = private.today()
  where b.alerted_on is distinct from private.today()
    and private.budget_used(b.kind) >= private.limit_value('budget_alert_percent')
  returning b.kind, private.budget_used(b.kind), b.sms_a_day, (select s.email from public.shop s);
end;
$$;
revoke all on function private.alert_budgets() from public, anon, authenticated, service_role;
comment on function private.alert_budgets() is
  'Budgets that staff are to be alerted of, with the address of the shop: each at most once a day, by whichever worker asks first.';
