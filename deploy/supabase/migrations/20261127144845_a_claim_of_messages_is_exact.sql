set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.claim_messages(max_messages integer)
 RETURNS TABLE(message bigint, attempt integer, kind public.message_kind, channel public.message_channel)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Materialized: as a subquery it may run once for each message, and claim one more each time.
  with due as materialized (
    select w.id from public.message_outbox w
    where w.status = 'waiting' and w.next_try_at <= private.now()
      and (w.claimed_until is null or w.claimed_until <= private.now())
      and not private.waits_for_budget(w, (select private.kinds_that_wait()))
      -- One at a time for each booking and channel: a cancellation never overtakes an earlier message.
      and not exists (
        select from public.message_outbox o
        where o.booking_id = w.booking_id and o.channel = w.channel and o.claimed_until > private.now()
      )
    order by w.next_try_at, w.id
    limit claim_messages.max_messages
    for update skip locked
  )
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  from due where m.id = due.id
  returning m.id, m.attempts, m.kind, m.channel;
$function$;

reset check_function_bodies;
