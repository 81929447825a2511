-- How many SMS of a kind are sent in a day. Numbers that are not proven wait when a budget is nearly used; proven ones
-- and accounts never do.

create table private.message_budgets (
  kind text primary key,
  sms_a_day int not null check (sms_a_day > 0),
  alerted_on date
);
alter table private.message_budgets enable row level security;
revoke all on table private.message_budgets from public, anon, authenticated, service_role;
comment on table private.message_budgets is
  'SMS in a day in Pune of a kind (public.message_kind, or sign_in_code), which the owner of the database may change. At budget_alert_percent of private.limits staff are alerted, at budget_wait_percent unproven numbers wait.';
comment on column private.message_budgets.alerted_on is 'The day of the last alert: there is one a day.';

insert into private.message_budgets (kind, sms_a_day) values
  ('confirmation', 300),
  ('change', 200),
  ('cancellation', 100),
  ('no_show', 50),
  ('reminder_24h', 300),
  ('reminder_2h', 300),
  ('extra_work', 200),
  ('weather', 100),
  ('review', 200),
  ('place_free', 100),
  ('on_the_way', 200),
  ('picked_up', 200),
  ('inspection_ready', 200),
  ('ready', 300),
  ('invoice', 300),
  ('payment_received', 300),
  ('callback_received', 50),
  ('sign_in_code', 500);

create function private.budget_used(kind text) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select 100 * (case b.kind
      when 'sign_in_code' then coalesce((select s.sent from private.sign_in_sms s where s.day = private.today()), 0)
      else (
        select count(*)::int from public.message_outbox m
        where m.kind = b.kind::public.message_kind and m.channel = 'sms' and m.status = 'sent'
          and m.sent_at >= private.local_instant(private.today(), '00:00')
      )
    end) / b.sms_a_day
    from private.message_budgets b where b.kind = budget_used.kind
  );
end;
$$;
revoke all on function private.budget_used(text) from public, anon, authenticated, service_role;
comment on function private.budget_used(text) is 'How much of the day''s SMS of a kind is sent, in per cent.';

create function private.kinds_that_wait() returns public.message_kind[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select b.kind::public.message_kind from private.message_budgets b
    where b.kind <> 'sign_in_code' and private.budget_used(b.kind) >= private.limit_value('budget_wait_percent')
  );
end;
$$;
revoke all on function private.kinds_that_wait() from public, anon, authenticated, service_role;
comment on function private.kinds_that_wait() is 'Kinds whose SMS to unproven numbers wait until tomorrow.';

create function private.waits_for_budget(message public.message_outbox, kinds public.message_kind[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return message.channel = 'sms' and message.kind = any (kinds)
    and not private.is_number_proven(message.recipient)
    and not exists (select from public.service_bookings b where b.id = message.booking_id and b.user_id is not null);
end;
$$;
revoke all on function private.waits_for_budget(public.message_outbox, public.message_kind[])
  from public, anon, authenticated, service_role;
comment on function private.waits_for_budget(public.message_outbox, public.message_kind[]) is
  'Whether a message waits because its kind is one of kinds, and neither its number is proven nor has its customer an account.';

create function private.may_text(kind public.message_kind, booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return may_text.kind = 'confirmation' or private.is_number_proven(booking.phone)
    or private.arrived_at(booking.id) is not null;
end;
$$;
revoke all on function private.may_text(public.message_kind, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.may_text(public.message_kind, public.service_bookings) is
  'Whether an SMS about a booking may be sent: to an unproven number only the confirmation, and everything once the bike was fetched or checked in.';

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
