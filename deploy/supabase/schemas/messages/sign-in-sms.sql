-- The budget of sign-in codes by SMS. Auth of the embedded backend counts here before it sends one; hosted Supabase has a
-- limit of its own (config.toml).

create table private.sign_in_sms (
  day date primary key,
  sent int not null
);
alter table private.sign_in_sms enable row level security;
revoke all on table private.sign_in_sms from public, anon, authenticated, service_role;
comment on table private.sign_in_sms is 'How many sign-in codes were sent by SMS on each day in Pune.';

create function private.take_sign_in_sms(phone text, moment timestamptz) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  today date := (moment at time zone 'Asia/Kolkata')::date;
  is_known boolean := private.is_number_proven(take_sign_in_sms.phone)
    or exists (select from auth.users u where u.phone = ltrim(take_sign_in_sms.phone, '+'));
begin
  insert into private.sign_in_sms (day, sent) values (today, 0) on conflict do nothing;
  update private.sign_in_sms s set sent = s.sent + 1
  where s.day = today and (is_known or 100 * s.sent < private.limit_value('budget_wait_percent') * (
    select b.sms_a_day from private.message_budgets b where b.kind = 'sign_in_code'
  ));
  return case when found then 0 else ceil(extract(epoch from private.local_instant(today + 1, '00:00') - moment))::int end;
end;
$$;
revoke all on function private.take_sign_in_sms(text, timestamptz) from public, anon, authenticated, service_role;
comment on function private.take_sign_in_sms(text, timestamptz) is
  'Counts a sign-in code before it is sent, and answers 0. When the budget is nearly used (budget_wait_percent), numbers that have no account and are not proven wait: it answers for how many seconds.';

create function private.give_back_sign_in_sms(moment timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.sign_in_sms s set sent = s.sent - 1
  where s.day = (moment at time zone 'Asia/Kolkata')::date and s.sent > 0;
end;
$$;
revoke all on function private.give_back_sign_in_sms(timestamptz) from public, anon, authenticated, service_role;
comment on function private.give_back_sign_in_sms(timestamptz) is 'Uncounts a sign-in code that the provider did not take.';
