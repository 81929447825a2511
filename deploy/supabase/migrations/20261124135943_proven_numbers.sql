set check_function_bodies = off;

DROP TRIGGER "limit_bookings" ON "public"."service_bookings";

DROP FUNCTION "private"."limit_bookings"();

DROP FUNCTION "private"."limit_bookings_of"(text, uuid, timestamp with time zone);

DROP FUNCTION "private"."limit_holds"(uuid, text, uuid);

DROP FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid);

DROP FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text);

CREATE TABLE "private"."message_budgets" ("kind" public.message_kind NOT NULL, "sms_a_day" integer NOT NULL, "alerted_on" date, CONSTRAINT "message_budgets_pkey" PRIMARY KEY (kind), CONSTRAINT "message_budgets_sms_a_day_check" CHECK ((sms_a_day > 0)));

ALTER TABLE "private"."message_budgets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."number_proofs" ("secret_hash" bytea NOT NULL, "phone" text NOT NULL, "expires_at" timestamp with time zone NOT NULL, CONSTRAINT "number_proofs_pkey" PRIMARY KEY (secret_hash, phone));

ALTER TABLE "private"."number_proofs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proven_numbers" ("phone" text NOT NULL, "proven_at" timestamp with time zone NOT NULL, CONSTRAINT "proven_numbers_pkey" PRIMARY KEY (phone));

ALTER TABLE "private"."proven_numbers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."unproven_bookings" ("booking_id" uuid NOT NULL, "address" text, "made_at" timestamp with time zone NOT NULL, CONSTRAINT "unproven_bookings_pkey" PRIMARY KEY (booking_id));

ALTER TABLE "private"."unproven_bookings" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."slot_holds" ADD COLUMN "proven" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.alert_budgets()
 RETURNS TABLE(kind public.message_kind, sent_percent integer, sms_a_day integer)
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

CREATE OR REPLACE FUNCTION private.budget_used(kind public.message_kind)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select 100 * (
      select count(*) from public.message_outbox m
      where m.kind = b.kind and m.channel = 'sms' and m.status = 'sent'
        and m.sent_at >= private.local_instant(private.today(), '00:00')
    ) / b.sms_a_day
    from private.message_budgets b where b.kind = budget_used.kind
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_messages(max_messages integer)
 RETURNS TABLE(message bigint, attempt integer, kind public.message_kind, channel public.message_channel)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.message_outbox m
  set claimed_until = private.now() + interval '2 minutes', attempts = m.attempts + 1
  where m.id in (
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
  returning m.id, m.attempts, m.kind, m.channel;
$function$;

CREATE OR REPLACE FUNCTION private.full_for_unproven(mode public.service_mode, from_date date, to_date date, own uuid)
 RETURNS TABLE(day date, starts time without time zone, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select t.booking_date, t.window_start, t.ends[t.share]
  from (
    select
      p.booking_date, p.window_start, array_agg(p.ends order by p.ends desc) as ends,
      ceil(
        private.capacity(full_for_unproven.mode, extract(dow from p.booking_date)::int, p.window_start)
          * private.limit_value('unproven_places_percent') / 100.0
      )::int as share
    from (
      -- A booked place is not released by itself before its window begins.
      select s.*, coalesce(s.held_until, private.local_instant(s.booking_date, s.window_start)) as ends
      from public.booking_places s
      where s.booking_date between from_date and to_date and s.mode = full_for_unproven.mode
        and (s.held_until is null or s.held_until > private.now())
        and coalesce(s.hold_id, s.booking_id) is distinct from own
        and (
          exists (select from private.unproven_bookings u where u.booking_id = s.booking_id)
          or exists (
            select from private.slot_holds h
            where h.id = s.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven
          )
        )
    ) p
    group by p.booking_date, p.window_start
  ) t
  where cardinality(t.ends) >= t.share;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_caller_proven(phone text, proof text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.session_proves(is_caller_proven.phone) or exists (
    select from private.number_proofs p
    where p.secret_hash = private.hash_token(is_caller_proven.proof) and p.phone = is_caller_proven.phone
      and p.expires_at > private.now()
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_exempt()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin(); end; $function$;

CREATE OR REPLACE FUNCTION private.is_number_proven(phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.proven_numbers n
    where n.phone = is_number_proven.phone
      and n.proven_at > private.now() - private.limit_value('proven_days') * interval '1 day'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_proof(phone text, proof text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.session_proves(keep_proof.phone) then
    return;
  end if;
  perform private.prove_number(keep_proof.phone);
  if keep_proof.proof ~ '^[0-9a-f]{32,64}$' then
    delete from private.number_proofs p where p.expires_at <= private.now();
    insert into private.number_proofs (secret_hash, phone, expires_at) values (
      private.hash_token(keep_proof.proof), keep_proof.phone,
      private.now() + private.limit_value('proof_days') * interval '1 day'
    )
    on conflict on constraint number_proofs_pkey do update set expires_at = excluded.expires_at;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.kinds_that_wait()
 RETURNS public.message_kind[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select b.kind from private.message_budgets b
    where private.budget_used(b.kind) >= private.limit_value('budget_wait_percent')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings(phone text, account uuid, proven boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.is_exempt() then
    return;
  end if;
  perform private.limit_bookings_of(limit_bookings.phone, null, private.now(), proven);
  if account is not null then
    perform private.limit_bookings_of(null, account, private.now(), false);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_bookings_of(phone text, account uuid, at timestamp with time zone, proven boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Concurrent bookings of one number or account wait here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- When one more booking is allowed again; null while the limit is not reached.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.limit_value('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.limit_value('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- Either phone or account is null.
    select * from public.service_bookings n
    where n.phone = limit_bookings_of.phone
      and not (proven and exists (select from private.unproven_bookings u where u.booking_id = n.id))
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.reject_until('too_many_open', open_until, jsonb_build_object(
      'max', private.limit_value('open_bookings'), 'of', case when account is null then 'number' else 'account' end
    ));
  elsif day_until is not null then
    perform private.reject_until('too_many_bookings', day_until, jsonb_build_object(
      'max', private.limit_value('bookings_a_day'), 'of', case when account is null then 'number' else 'account' end
    ));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_guest_holds(mode public.service_mode, day date, first_start time without time zone, windows integer, own uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- When one more hold is allowed again; null while the limit is not reached.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.limit_value('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  until := coalesce(until, private.unproven_until(
    limit_guest_holds.mode, limit_guest_holds.day, first_start, limit_guest_holds.windows, own
  ));
  if until is not null then
    perform private.reject_until('held_by_many', until);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_holds(request uuid, phone text, account uuid, proven boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.is_admin() then
    return;
  end if;
  select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_of_a_request')] + interval '1 hour'
  into until from private.slot_holds h where h.request_id = request and h.held_at > at - interval '1 hour';
  if until is null and account is not null then
    perform pg_advisory_xact_lock(hashtextextended('holds of ' || account, 0));
    select (array_agg(h.held_at order by h.held_at desc))[private.limit_value('holds_an_hour')] + interval '1 hour'
    into until from private.slot_holds h where h.user_id = account and h.held_at > at - interval '1 hour';
  end if;
  if until is not null then
    perform private.reject_until('too_many_tries', until);
  end if;

  if limit_holds.phone is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || limit_holds.phone, 0));
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.phone = limit_holds.phone and h.ended is null and h.expires_at > at and h.request_id <> request
      and (h.proven or not limit_holds.proven);
  end if;
  if until is null and account is not null then
    select (array_agg(h.expires_at order by h.expires_at desc))[private.limit_value('open_holds')]
    into until from private.slot_holds h
    where h.user_id = account and h.held_at > at - interval '1 hour' and h.ended is null and h.expires_at > at
      and h.request_id <> request;
  end if;
  if until is not null then
    perform private.reject_until('too_many_holds', until, jsonb_build_object('max', private.limit_value('open_holds')));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_unproven(booking public.service_bookings, windows integer, next_day boolean, hold private.slot_holds, address text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  made int;
begin
  -- A place offered by the waitlist is its own: the link came to the number or mailbox.
  if hold.waitlist_id is null and private.unproven_until(
    booking.mode, booking.booking_date, booking.booking_time, limit_unproven.windows, hold.id
  ) is not null then
    perform private.reject(409, 'verify_phone', jsonb_build_object(
      'reason', 'window',
      'alternatives', private.nearest_free(
        booking.mode, booking.booking_date, booking.booking_time, limit_unproven.windows, limit_unproven.next_day, hold.id, true
      )
    ));
  elsif limit_unproven.address is null then
    return;
  end if;
  -- Concurrent bookings of one address wait here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(hashtextextended('address ' || limit_unproven.address, 0));
  if limit_unproven.address like '%:%' then
    select count(*)::int into made
    from private.unproven_bookings u join public.service_bookings b on b.id = u.booking_id
    where u.address = limit_unproven.address and b.starts_at > at
      and private.effective_status(b) not in ('completed', 'cancelled', 'no_show', 'expired');
    if made < private.limit_value('unproven_open_of_ipv6') then
      return;
    end if;
  else
    select count(*)::int into made
    from private.unproven_bookings u
    where u.address = limit_unproven.address and u.made_at > at - interval '1 day';
    if made < private.limit_value('unproven_a_day_of_ipv4')
      or private.budget_used('confirmation') < private.limit_value('budget_address_percent')
    then
      return;
    end if;
  end if;
  perform private.reject(409, 'verify_phone', '{"reason": "address", "alternatives": []}');
end;
$function$;

CREATE OR REPLACE FUNCTION private.may_text(kind public.message_kind, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return may_text.kind = 'confirmation' or private.is_number_proven(booking.phone) or exists (
    select from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.message_to_send(message bigint, attempt integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  m public.message_outbox;
  b public.service_bookings;
  w public.waitlist;
  token text;
begin
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  select * into w from public.waitlist l where l.id = m.waitlist_id;
  if m.status <> 'waiting' or not (
    case
      when w.id is not null then private.has_open_offer(w)
      else private.is_message_current(m, b) and (m.channel = 'mail' or private.may_text(m.kind, b))
    end
  ) then
    update public.message_outbox o
    set status = case o.status when 'waiting' then 'dropped' else o.status end, claimed_until = null
    where o.id = m.id;
    return null;
  end if;
  update public.message_outbox o set claimed_until = private.now() + interval '2 minutes' where o.id = m.id;
  if w.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'claim_token', private.waitlist_token(w.id, 'claim'),
      'offer', jsonb_build_object(
        'id', w.id, 'customer_name', w.customer_name, 'bike_name', w.bike_name, 'mode', w.mode, 'date', w.booking_date,
        'start', private.format_time(w.booking_time), 'end', private.format_time(w.window_end), 'ends_at', w.offer_ends_at
      ),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.nearest_free(mode public.service_mode, day date, start time without time zone, windows integer, next_day boolean, own uuid DEFAULT NULL::uuid, unproven boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'date', near.day, 'start', to_char(near.starts, 'HH24:MI'), 'end', to_char(near.ends, 'HH24:MI'), 'free', near.free,
    'free_until', private.local_instant(near.day, near.starts) - private.cancel_notice()
  ) order by near.day, near.starts), '[]')
  from (
    select s.*
    from private.slots(nearest_free.mode, private.today(), private.last_bookable_day(), windows, next_day, own) s
    where s.free > 0 and not (unproven and s.day in (
      select f.day
      from private.full_for_unproven(nearest_free.mode, private.today(), private.last_bookable_day(), own) f
    ) and private.unproven_until(nearest_free.mode, s.day, s.starts, windows, own) is not null)
    order by
      abs(extract(epoch from (s.day + s.starts) - (nearest_free.day + start))),
      s.day, s.starts
    limit 4
  ) near);
end;
$function$;

CREATE OR REPLACE FUNCTION private.prove_at_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.prove_number('+' || ltrim(new.phone, '+'));
  return null;
exception when others then
  raise warning 'no number proven: %', sqlerrm;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.prove_number(phone text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.proven_numbers as n (phone, proven_at) values (prove_number.phone, private.now())
  on conflict on constraint proven_numbers_pkey do update set proven_at = greatest(n.proven_at, excluded.proven_at);
$function$;

CREATE OR REPLACE FUNCTION private.record_unproven(booking uuid, address text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.unproven_bookings (booking_id, address, made_at)
  values (record_unproven.booking, record_unproven.address, private.now());
  -- Each one also deletes old ones, without waiting for locks.
  delete from private.unproven_bookings u where u.booking_id in (
    select o.booking_id from private.unproven_bookings o join public.service_bookings b on b.id = o.booking_id
    where o.made_at < private.now() - interval '1 day' and b.starts_at < private.now() - interval '1 day'
    order by o.made_at limit 50 for update of o skip locked
  );
$function$;

CREATE OR REPLACE FUNCTION private.request_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.caller_address(coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb);
end;
$function$;

CREATE OR REPLACE FUNCTION private.seconds_to_next_message()
 RETURNS double precision
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select extract(epoch from least(
    (
      select min(greatest(m.next_try_at, m.claimed_until)) from public.message_outbox m
      where m.status = 'waiting' and not (
        m.next_try_at <= private.now() and private.waits_for_budget(m, (select private.kinds_that_wait()))
      )
    ),
    (select min(w.offer_ends_at) from public.waitlist w where w.state = 'offered'),
    -- When the next hold or unpaid booking expires on a day with a waitlist.
    (
      select min(p.held_until) from public.booking_places p
      where p.held_until > private.now() and exists (
        select from public.waitlist w
        where w.booking_date = p.booking_date and w.mode = p.mode and w.state = 'waiting'
      )
    )
  ) - private.now())::double precision;
$function$;

CREATE OR REPLACE FUNCTION private.session_proves(phone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from auth.users u
    where u.id = auth.uid() and u.phone_confirmed_at is not null and '+' || ltrim(u.phone, '+') = session_proves.phone
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.unproven_until(mode public.service_mode, day date, first_start time without time zone, windows integer, own uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select max(f.until) from private.full_for_unproven(unproven_until.mode, unproven_until.day, unproven_until.day, own) f
    where f.starts in (
      select w.starts from public.arrival_windows w
      where w.weekday = extract(dow from unproven_until.day)::int and w.starts >= first_start
      order by w.starts limit case when unproven_until.mode = 'pickup' then 1 else unproven_until.windows end
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.waits_for_budget(message public.message_outbox, kinds public.message_kind[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return message.channel = 'sms' and message.kind = any (kinds)
    and not private.is_number_proven(message.recipient)
    and not exists (select from public.service_bookings b where b.id = message.booking_id and b.user_id is not null)
    and not exists (select from public.waitlist w where w.id = message.waitlist_id and w.user_id is not null);
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_cancelled_by_customer(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.status = 'cancelled' and coalesce((
    select e.actor = 'customer' from public.booking_events e where e.booking_id = booking.id order by e.id desc limit 1
  ), false);
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news public.message_kind := case
    when new.version > old.version and new.status = 'cancelled' then 'cancellation'::public.message_kind
    when new.status = 'no_show' and old.status <> 'no_show' then 'no_show'
    when new.status = 'completed' and old.status <> 'completed' then 'review'
    when not private.is_active(new.status) then null
    when old.status is null or old.status in ('pending_payment', 'expired') then 'confirmation'
    when new.version > old.version and new.status = 'awaiting_approval' then 'extra_work'
    when new.version > old.version then 'change'
  end;
begin
  if tg_op = 'UPDATE' and (new.version, new.status) is distinct from (old.version, old.status) then
    update public.message_outbox m set status = 'dropped'
    where m.booking_id = new.id and m.status = 'waiting' and not private.is_message_current(m, new);
  end if;
  if news is not null then
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
    select new.id, new.version, message.kind, way.channel, way.recipient, message.due_at, message.due_at
    from (
      values
        (news, case news
          when 'review' then coalesce(new.closed_at, private.now()) + interval '24 hours' else private.now()
        end),
        ('reminder_24h', new.starts_at - interval '24 hours'),
        ('reminder_2h', new.starts_at - interval '2 hours')
    ) as message (kind, due_at),
      (values ('mail'::public.message_channel, new.email), ('sms', new.phone)) as way (channel, recipient)
    where way.recipient is not null
      and not (message.kind = 'cancellation' and way.channel = 'sms' and private.was_cancelled_by_customer(new))
      and (message.kind = news or (news in ('confirmation', 'change') and message.due_at > private.now()))
    order by message.due_at, way.channel
    -- Completed, taken back and completed again: one review request, a day after the last completion.
    on conflict (booking_id, version, kind, channel) do update
    set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at
    where message_outbox.kind = 'review' and message_outbox.status = 'dropped';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION public.create_booking(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
  proven boolean;
  address text := private.request_address();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  proven := private.is_exempt() or private.is_caller_proven(wanted.phone, request ->> 'proof');
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  if not proven and wanted.discount > 0 and exists (
    select from public.coupons c where c.code = job.quote -> 'coupon' ->> 'code' and c.first_booking
  ) then
    perform private.reject(409, 'verify_phone', '{"reason": "coupon", "alternatives": []}');
  end if;

  -- For a held window, lead times count from the start of the hold.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if not proven then
    perform private.limit_unproven(wanted, job.windows, job.next_day, held, address);
  end if;
  perform private.limit_bookings(wanted.phone, caller, proven);
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- The payment confirms a booking to be paid online; until then its places expire like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  -- The number is the start of the random id: when it is taken, retry with a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status, created_at
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status, private.now()
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  perform private.keep_proof(done.phone, request ->> 'proof');
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_slot(request_id text, mode text, date text, start text, items jsonb, model text, phone text DEFAULT NULL::text, proof text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  place public.service_mode := private.to_service_mode(hold_slot.mode);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  proven boolean := private.is_caller_proven(private.clean_phone(hold_slot.phone), hold_slot.proof);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.reject(422, 'request');
  elsif place is null or not exists (select from public.service_modes m where m.mode = place) then
    perform private.reject(422, 'mode');
  elsif day is null then
    perform private.reject(422, 'date');
  elsif arrival is null then
    perform private.reject(422, 'time');
  end if;
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, place);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.reject(409, 'booked');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (place, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid(), proven);

  -- Check the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(place, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(place, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null and not proven then
    perform private.limit_guest_holds(place, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at, proven
  ) values (
    request, number, auth.uid(), place, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + (select s.hold_minutes from public.shop s) * interval '1 minute', proven
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Each hold also deletes old places and holds, without waiting for locks.
  delete from public.booking_places p where (p.booking_date, p.window_start, p.mode, p.seat) in (
    select old.booking_date, old.window_start, old.mode, old.seat from public.booking_places old
    where old.held_until < private.now() - interval '1 day' limit 50 for update skip locked
  );
  delete from private.slot_holds h where h.id in (
    select old.id from private.slot_holds old
    where old.held_at < private.now() - interval '1 day'
      and not exists (select from public.booking_places p where p.hold_id = old.id)
    order by old.held_at limit 50 for update skip locked
  );
  return private.hold_state(taken);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token);
  as_admin boolean := private.acts_for_shop(b, reschedule_booking.cause, reschedule_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  day date := private.to_date(reschedule_booking.date);
  arrival time := private.to_time(reschedule_booking.start);
  place public.service_mode := private.to_service_mode(coalesce(private.clean_text(reschedule_booking.mode), b.mode::text));
  remark text := private.clean_text(reschedule_booking.note);
  terms jsonb := private.change_terms(b);
  -- Caused by the shop or the weather: free, not counted, and at the agreed price.
  ours boolean := private.is_change_free(b) or coalesce(reschedule_booking.cause in ('shop', 'weather'), false);
  to_status public.booking_status := case b.status when 'on_the_way' then 'assigned' else b.status end;
  package public.packages;
  discount jsonb;
  off int := b.discount;
  cost int;
  needed int := b.windows;
  new_end time;
begin
  if day is null then
    perform private.reject(422, 'date');
  elsif arrival is null then
    perform private.reject(422, 'time');
  elsif char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  elsif place is null then
    perform private.reject(422, 'mode');
  elsif (b.mode, b.booking_date, b.booking_time) = (place, day, arrival) then
    return private.booking_state(b);
  elsif not (b.status in ('confirmed', 'assigned') or private.can_transition(actor, b, 'assigned')) then
    perform private.reject(409, 'cannot_move', jsonb_build_object('status', b.status));
  elsif place <> b.mode and not (
    b.mode = 'doorstep' and place = 'pickup'
    and (private.is_rained_off(b) or coalesce(reschedule_booking.cause = 'weather', false))
  ) then
    perform private.reject(409, 'pickup_needs_rain');
  elsif place <> b.mode and not private.can_be_picked_up(b) then
    perform private.reject(422, 'no_pickup');
  elsif not as_admin and not (terms ->> 'can_move')::boolean then
    perform private.reject(409, 'moved_often');
  end if;
  cost := private.charge_fee(
    b, case when ours then 0 else (terms ->> 'move_fee')::int end, reschedule_booking.expected_fee,
    reschedule_booking.waiver
  );

  -- A coupon of certain days must hold on the new day, or the customer confirms the new price. When the shop or the
  -- weather causes the move, the coupon stays.
  if not ours then
    discount := private.coupon_discount(b.coupon_code, (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.booking_items i where i.booking_id = b.id
    ), day, null);
    off := least(coalesce((discount ->> 'off')::int, 0), b.discount);
  end if;
  if off <> b.discount and expected_total is distinct from b.estimated_price + b.discount - off then
    perform private.reject(409, 'day_price_changed', jsonb_build_object(
      'total', b.estimated_price + b.discount - off, 'coupon', discount
    ));
  end if;

  select p.* into package from public.booking_items i join public.packages p on p.slug = i.item_id
  where i.booking_id = b.id and i.package_type = 'primary';
  if place <> b.mode then
    needed := private.windows_needed(b.minutes, place, coalesce(package.two_day, false));
  end if;
  -- With both days locked, check the new place before freeing the old one. Admins need not keep the lead time.
  perform private.lock_days(place, day, b.mode, b.booking_date);
  new_end := private.check_slot(
    place, day, arrival, needed, coalesce(package.next_day_only, false) and not as_admin, b.id,
    case when as_admin then private.local_instant(private.today(), '00:00') end
  );
  -- A booking of an unproven number can't leave its share by moving.
  if not as_admin and exists (select from private.unproven_bookings u where u.booking_id = b.id)
    and private.unproven_until(place, day, arrival, needed, b.id) is not null
  then
    perform private.reject(409, 'slot_taken', jsonb_build_object(
      'alternatives', private.nearest_free(place, day, arrival, needed, coalesce(package.next_day_only, false), b.id, true)
    ));
  end if;
  delete from public.booking_places p where p.booking_id = b.id;
  perform private.take_places(b.id, null, null, place, day, arrival, needed);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, moved_from, fee, kind, data)
  values (
    b.id, private.now(), actor, auth.uid(), b.status, to_status, remark,
    case when (day, arrival) <> (b.booking_date, b.booking_time) then b.starts_at end, cost, 'moved',
    jsonb_strip_nulls(jsonb_build_object(
      'cause', case when as_admin then coalesce(reschedule_booking.cause, 'customer') end,
      'to_pickup', case when place <> b.mode then true end
    ))
  );
  update public.service_bookings s set
    mode = place,
    windows = needed,
    booking_date = day,
    booking_time = arrival,
    window_end = new_end,
    ready_date = case when coalesce(package.two_day, false) then private.add_working_days(day, 2) else day end,
    status = to_status,
    fee = s.fee + cost,
    discount = off,
    coupon_code = case when off > 0 then s.coupon_code end,
    estimated_price = s.estimated_price + s.discount - off,
    moves = s.moves + case when ours then 0 else 1 end,
    late_moves = s.late_moves + case when ours or not (terms ->> 'late')::boolean then 0 else 1 end
  where s.id = b.id returning * into b;
  return private.booking_state(b);
end;
$function$;

ALTER TABLE "private"."number_proofs" ADD CONSTRAINT "number_proofs_phone_fkey" FOREIGN KEY (phone) REFERENCES private.proven_numbers(phone) ON DELETE CASCADE;

ALTER TABLE "private"."unproven_bookings" ADD CONSTRAINT "unproven_bookings_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

CREATE INDEX number_proofs_expires ON private.number_proofs USING btree (expires_at);

CREATE INDEX number_proofs_phone ON private.number_proofs USING btree (phone);

CREATE INDEX unproven_bookings_address ON private.unproven_bookings USING btree (address, made_at);

CREATE INDEX unproven_bookings_made ON private.unproven_bookings USING btree (made_at);

CREATE INDEX message_outbox_sms_sent ON public.message_outbox USING btree (kind, sent_at) WHERE ((channel = 'sms'::public.message_channel) AND (status = 'sent'::public.message_status));

CREATE TRIGGER prove_at_sign_in AFTER UPDATE ON auth.users FOR EACH ROW WHEN (((new.phone_confirmed_at IS NOT NULL) AND (new.phone <> ''::text) AND ((new.phone IS DISTINCT FROM old.phone) OR (new.phone_confirmed_at IS DISTINCT FROM old.phone_confirmed_at)))) EXECUTE FUNCTION private.prove_at_sign_in();

CREATE TRIGGER prove_new_account AFTER INSERT ON auth.users FOR EACH ROW WHEN (((new.phone_confirmed_at IS NOT NULL) AND (new.phone <> ''::text))) EXECUTE FUNCTION private.prove_at_sign_in();

COMMENT ON COLUMN "private"."message_budgets"."alerted_on" IS 'The day of the last alert: there is one a day.';

COMMENT ON COLUMN "private"."slot_holds"."proven" IS 'Whether the caller had proven the number. Only limits read it.';

COMMENT ON FUNCTION "private"."alert_budgets"() IS 'Budgets that staff are to be alerted of: each at most once a day, by whichever worker asks first.';

COMMENT ON FUNCTION "private"."budget_used"(public.message_kind) IS 'How much of the day''s SMS of a kind is sent, in per cent.';

COMMENT ON FUNCTION "private"."claim_messages"(integer) IS 'Claims due messages for a worker, for 2 minutes; SMS that wait for tomorrow''s budget are left. Workers may call it at the same time: each message goes to one of them.';

COMMENT ON FUNCTION "private"."full_for_unproven"(public.service_mode, date, date, uuid) IS 'Windows in which bookings of unproven numbers and holds of guests have their share of the places (unproven_places_percent, rounded up), and when it ends. own: a hold or booking that does not count.';

COMMENT ON FUNCTION "private"."is_caller_proven"(text, text) IS 'Whether the caller''s session, or the secret of their browser, proves this number. That others have proven it does not count.';

COMMENT ON FUNCTION "private"."is_exempt"() IS 'Whether limits do not apply to the caller: admins, who enter what callers ask for, and scripts with the service role.';

COMMENT ON FUNCTION "private"."is_number_proven"(text) IS 'Whether a code was typed for a number within proven_days. Decides about messages.';

COMMENT ON FUNCTION "private"."keep_proof"(text, text) IS 'When the caller''s session proves the number: renews it, and from now on accepts the secret that the browser has drawn (128 bits or more in hex) without a session. Does nothing for other callers, so a secret alone never renews itself.';

COMMENT ON FUNCTION "private"."kinds_that_wait"() IS 'Kinds whose SMS to unproven numbers wait until tomorrow.';

COMMENT ON FUNCTION "private"."limit_bookings"(text, uuid, boolean) IS 'Limits what customers book by number and by account. Call it after the lock of the day, so that the two locks can''t deadlock.';

COMMENT ON FUNCTION "private"."limit_bookings_of"(text, uuid, timestamp with time zone, boolean) IS 'Raises PT429 too_many_open or too_many_bookings when one more booking of a phone number, or else of an account, would exceed private.limits. proven: the caller has proven the number, so what others booked with it without proving it does not count.';

COMMENT ON FUNCTION "private"."limit_guest_holds"(public.service_mode, date, time without time zone, integer, uuid) IS 'Raises PT429 held_by_many when guests already hold their share of a window (half of its places, rounded up), or hold and have booked that of unproven numbers. Limits by request and number are not enough: a guest can use any number of request ids and phone numbers. The caller holds the lock of the day; own is the hold that is being replaced.';

COMMENT ON FUNCTION "private"."limit_holds"(uuid, text, uuid, boolean) IS 'Raises PT429 too_many_tries or too_many_holds when one more hold of a request, a number or an account would exceed private.limits. proven: the caller has proven the number, so holds of others with it do not count. The caller holds the lock of the request and not yet that of a day.';

COMMENT ON FUNCTION "private"."limit_unproven"(public.service_bookings, integer, boolean, private.slot_holds, text) IS 'Raises PT409 verify_phone when one more booking of an unproven number would exceed its share of the window (details.alternatives: where it would not), or the limit of the address: open bookings of an IPv6 /64; bookings a day of an IPv4 address, which many may share, and only when the day''s SMS of confirmations are past budget_address_percent. The caller holds the lock of the day.';

COMMENT ON FUNCTION "private"."may_text"(public.message_kind, public.service_bookings) IS 'Whether an SMS about a booking may be sent: to an unproven number only the confirmation, and everything once the bike was fetched or checked in.';

COMMENT ON FUNCTION "private"."message_to_send"(bigint, integer) IS 'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), or the offered place. Null when another claim has taken the message, or when it must not be sent any more, or not to this number (private.may_text): then it is dropped.';

COMMENT ON FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid, boolean) IS 'Up to four free times nearest to the wanted one, in chronological order. unproven: only those that a number without proof can book.';

COMMENT ON FUNCTION "private"."prove_at_sign_in"() IS 'Trigger on accounts: a number that Auth has just confirmed is proven. An error becomes a warning, so it never blocks a sign-in.';

COMMENT ON FUNCTION "private"."prove_number"(text) IS 'Records that a number is proven now.';

COMMENT ON FUNCTION "private"."record_unproven"(uuid, text) IS 'Records that a booking was made without proving its number.';

COMMENT ON FUNCTION "private"."request_address"() IS 'The network address of the request that runs. The gateway of the embedded backend writes it into cf-connecting-ip.';

COMMENT ON FUNCTION "private"."session_proves"(text) IS 'Whether the caller is signed in to an account with this confirmed phone number.';

COMMENT ON FUNCTION "private"."unproven_until"(public.service_mode, date, time without time zone, integer, uuid) IS 'Until when a job of an unproven number has no place in its windows; null while it has. The caller holds the lock of the day.';

COMMENT ON FUNCTION "private"."waits_for_budget"(public.message_outbox, public.message_kind[]) IS 'Whether a message waits because its kind is one of kinds, and neither its number is proven nor has its customer an account.';

COMMENT ON FUNCTION "private"."was_cancelled_by_customer"(public.service_bookings) IS 'Whether the customer pressed the button, and not staff who were asked to.';

COMMENT ON FUNCTION "private"."write_messages"() IS 'Trigger on bookings: confirmation when it is made or paid for, also late, change, extra work to answer, cancellation, no-show, and 24 hours after the work the review request; reminders 24 and 2 hours before, unless that time is past. Drops waiting messages that are no longer true. Bookings with an e-mail address get a mail in addition to the SMS; customers who cancel themselves get no SMS about it.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true.';

COMMENT ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text, text) IS 'Holds a window for shop.hold_minutes for the booking that will be sent with this request_id. A request holds one window: the next hold replaces it. Repeating a call for the same window returns the open hold with its seconds_left. proof: the secret of a browser in which the number was proven. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many_tries (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window, or hold and have booked it without a proven number), all with details.retry_after.';

COMMENT ON TABLE "private"."limits" IS 'Limits that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, unproven_places_percent of a window''s places for bookings of unproven numbers together with holds of guests, unproven_open_of_ipv6 and unproven_a_day_of_ipv4 of a network address, budget_address_percent, budget_alert_percent and budget_wait_percent of private.message_budgets (past the first the limit of an IPv4 address holds, at the second staff are alerted, at the third unproven numbers wait), proven_days of a number, proof_days of a browser, callbacks_a_day of a number, open_waits of a number, waits_of_a_window, reports_of_address (of one kind about one version, from one network address in a day). Admins are exempt.';

COMMENT ON TABLE "private"."message_budgets" IS 'SMS of a kind in a day in Pune, which the owner of the database may change. At budget_alert_percent of private.limits staff are alerted, at budget_wait_percent unproven numbers wait.';

COMMENT ON TABLE "private"."number_proofs" IS 'sha256 of the random secrets with which browsers show that a number was proven in them, for proof_days of private.limits.';

COMMENT ON TABLE "private"."proven_numbers" IS 'Numbers that were proven by a code, and when. Counts for proven_days of private.limits; messages other than the first of a booking go to these numbers only.';

COMMENT ON TABLE "private"."unproven_bookings" IS 'Bookings whose caller did not prove the number, with the caller''s network address. Deleted a day after the booked time, and with them the addresses.';

REVOKE ALL ON FUNCTION "private"."alert_budgets"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."budget_used"(public.message_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."full_for_unproven"(public.service_mode, date, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_caller_proven"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_exempt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_number_proven"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_proof"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kinds_that_wait"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_bookings"(text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_bookings_of"(text, uuid, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_holds"(uuid, text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_unproven"(public.service_bookings, integer, boolean, private.slot_holds, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_text"(public.message_kind, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nearest_free"(public.service_mode, date, time without time zone, integer, boolean, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_at_sign_in"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_unproven"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."session_proves"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unproven_until"(public.service_mode, date, time without time zone, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waits_for_budget"(public.message_outbox, public.message_kind[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_cancelled_by_customer"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.alert_budgets() from public, anon, authenticated, service_role;

revoke all on function private.budget_used(public.message_kind) from public, anon, authenticated, service_role;

revoke all on function private.full_for_unproven(public.service_mode,date,date,uuid) from public, anon, authenticated, service_role;

revoke all on function private.is_caller_proven(text,text) from public, anon, authenticated, service_role;

revoke all on function private.is_exempt() from public, anon, authenticated, service_role;

revoke all on function private.is_number_proven(text) from public, anon, authenticated, service_role;

revoke all on function private.keep_proof(text,text) from public, anon, authenticated, service_role;

revoke all on function private.kinds_that_wait() from public, anon, authenticated, service_role;

revoke all on function private.limit_bookings(text,uuid,boolean) from public, anon, authenticated, service_role;

revoke all on function private.limit_bookings_of(text,uuid,timestamp with time zone,boolean) from public, anon, authenticated, service_role;

revoke all on function private.limit_holds(uuid,text,uuid,boolean) from public, anon, authenticated, service_role;

revoke all on function private.limit_unproven(public.service_bookings,integer,boolean,private.slot_holds,text) from public, anon, authenticated, service_role;

revoke all on function private.may_text(public.message_kind,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.nearest_free(public.service_mode,date,time without time zone,integer,boolean,uuid,boolean) from public, anon, authenticated, service_role;

revoke all on function private.prove_at_sign_in() from public, anon, authenticated, service_role;

revoke all on function private.prove_number(text) from public, anon, authenticated, service_role;

revoke all on function private.record_unproven(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.request_address() from public, anon, authenticated, service_role;

revoke all on function private.session_proves(text) from public, anon, authenticated, service_role;

revoke all on function private.unproven_until(public.service_mode,date,time without time zone,integer,uuid) from public, anon, authenticated, service_role;

revoke all on function private.waits_for_budget(public.message_outbox,public.message_kind[]) from public, anon, authenticated, service_role;

revoke all on function private.was_cancelled_by_customer(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function public.hold_slot(text,text,text,text,jsonb,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.hold_slot(text,text,text,text,jsonb,text,text,text) to anon;
grant execute on function public.hold_slot(text,text,text,text,jsonb,text,text,text) to authenticated;
grant execute on function public.hold_slot(text,text,text,text,jsonb,text,text,text) to service_role;

revoke all on table private.message_budgets from public, anon, authenticated, service_role;

revoke all on table private.number_proofs from public, anon, authenticated, service_role;

revoke all on table private.proven_numbers from public, anon, authenticated, service_role;

revoke all on table private.unproven_bookings from public, anon, authenticated, service_role;

insert into private.limits (name, max_value) values ('budget_address_percent', '50')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('budget_alert_percent', '70')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('budget_wait_percent', '90')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('proof_days', '90')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('proven_days', '365')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('unproven_a_day_of_ipv4', '20')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('unproven_open_of_ipv6', '2')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.limits (name, max_value) values ('unproven_places_percent', '50')
  on conflict (name) do update set max_value = excluded.max_value;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('cancellation', '100', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('change', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('confirmation', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('extra_work', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('no_show', '50', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('place_free', '100', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('reminder_24h', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('reminder_2h', '300', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('review', '200', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.message_budgets (kind, sms_a_day, alerted_on) values ('weather', '100', null)
  on conflict (kind) do update set sms_a_day = excluded.sms_a_day, alerted_on = excluded.alerted_on;

insert into private.proven_numbers (phone, proven_at)
select '+' || ltrim(phone, '+'), phone_confirmed_at from auth.users where phone_confirmed_at is not null and phone <> ''
on conflict (phone) do nothing;
