set check_function_bodies = off;

DROP FUNCTION "private"."alert_budgets"();

DROP FUNCTION "private"."budget_used"(public.message_kind);

CREATE TABLE "private"."sign_in_sms" ("day" date NOT NULL, "sent" integer NOT NULL, CONSTRAINT "sign_in_sms_pkey" PRIMARY KEY (day));

ALTER TABLE "private"."sign_in_sms" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."message_budgets" ALTER COLUMN "kind" DROP DEFAULT;

ALTER TABLE "private"."message_budgets" ALTER COLUMN "kind" TYPE text USING "kind"::text;

CREATE OR REPLACE FUNCTION private.alert_budgets()
 RETURNS TABLE(kind text, sent_percent integer, sms_a_day integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  update private.message_budgets b set alerted_on = private.today()
  where b.alerted_on is distinct from private.today()
    and private.budget_used(b.kind) >= private.limit_value('budget_alert_percent')
  returning b.kind, private.budget_used(b.kind), b.sms_a_day;
end;
$function$;

CREATE OR REPLACE FUNCTION private.budget_used(kind text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.give_back_sign_in_sms(moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.sign_in_sms s set sent = s.sent - 1
  where s.day = (moment at time zone 'Asia/Kolkata')::date and s.sent > 0
$function$;

CREATE OR REPLACE FUNCTION private.kinds_that_wait()
 RETURNS public.message_kind[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select b.kind::public.message_kind from private.message_budgets b
    where b.kind <> 'sign_in_code' and private.budget_used(b.kind) >= private.limit_value('budget_wait_percent')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_sign_in_sms(phone text, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."alert_budgets"() IS 'Budgets that staff are to be alerted of: each at most once a day, by whichever worker asks first.';

COMMENT ON FUNCTION "private"."budget_used"(text) IS 'How much of the day''s SMS of a kind is sent, in per cent.';

COMMENT ON FUNCTION "private"."give_back_sign_in_sms"(timestamp with time zone) IS 'Uncounts a sign-in code that the provider did not take.';

COMMENT ON FUNCTION "private"."take_sign_in_sms"(text, timestamp with time zone) IS 'Counts a sign-in code before it is sent, and answers 0. When the budget is nearly used (budget_wait_percent), numbers that have no account and are not proven wait: it answers for how many seconds.';

COMMENT ON TABLE "private"."message_budgets" IS 'SMS in a day in Pune of a kind (public.message_kind, or sign_in_code), which the owner of the database may change. At budget_alert_percent of private.limits staff are alerted, at budget_wait_percent unproven numbers wait.';

COMMENT ON TABLE "private"."sign_in_sms" IS 'How many sign-in codes were sent by SMS on each day in Pune.';

REVOKE ALL ON FUNCTION "private"."alert_budgets"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."budget_used"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_back_sign_in_sms"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_sign_in_sms"(text, timestamp with time zone) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.alert_budgets() from public, anon, authenticated, service_role;

revoke all on function private.budget_used(text) from public, anon, authenticated, service_role;

revoke all on function private.give_back_sign_in_sms(timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.take_sign_in_sms(text,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on table private.sign_in_sms from public, anon, authenticated, service_role;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('sign_in_code', '500', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;
