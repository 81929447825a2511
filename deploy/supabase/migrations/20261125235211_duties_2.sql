set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."message_outbox" FROM "authenticated";

DROP POLICY "an admin reads the audit log" ON "public"."audit_log";

DROP POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist";

DROP POLICY "an admin reads credits" ON "public"."booking_credits";

DROP POLICY "events are read with their booking" ON "public"."booking_events";

DROP POLICY "items are read with their booking" ON "public"."booking_items";

DROP POLICY "an admin reads places" ON "public"."booking_places";

DROP POLICY "an admin reads call-back requests" ON "public"."callback_requests";

DROP POLICY "an admin ticks off call-back requests" ON "public"."callback_requests";

DROP POLICY "an admin changes places" ON "public"."capacities";

DROP POLICY "an admin reads client reports" ON "public"."client_reports";

DROP POLICY "an admin adds closures" ON "public"."closures";

DROP POLICY "an admin changes closures" ON "public"."closures";

DROP POLICY "an admin deletes closures" ON "public"."closures";

DROP POLICY "an admin reads coupons" ON "public"."coupons";

DROP POLICY "extra work is read with its booking" ON "public"."extra_work";

DROP POLICY "an invoice is read with its booking" ON "public"."invoices";

DROP POLICY "an admin reads messages" ON "public"."message_outbox";

DROP POLICY "an admin reads payment events" ON "public"."payment_events";

DROP POLICY "payments are read with their booking" ON "public"."payments";

DROP POLICY "users read their profile, admins read all" ON "public"."profiles";

DROP POLICY "refunds are read with their booking" ON "public"."refunds";

DROP POLICY "users read their bookings, admins read all" ON "public"."service_bookings";

DROP POLICY "an admin reads the waitlist" ON "public"."waitlist";

DROP VIEW "public"."planned_job_lines";

DROP FUNCTION "private"."check_payment_note"(text, boolean);

DROP FUNCTION "private"."lock_own_booking"(uuid, text);

CREATE TABLE "public"."booking_signals" ("id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL, "changed_at" timestamp with time zone NOT NULL, "booking_date" date NOT NULL, "booking_time" time without time zone NOT NULL, "vehicle_number" text, "estimated_price" integer, "final_price" integer, CONSTRAINT "booking_signals_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."booking_signals" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."staff_invitations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "email" text, "phone" text, "invited_by" uuid, "invited_at" timestamp with time zone NOT NULL, "ends_at" timestamp with time zone NOT NULL, "accepted_at" timestamp with time zone, "accepted_by" uuid, "withdrawn_at" timestamp with time zone, "duty" public.staff_duty NOT NULL, CONSTRAINT "staff_invitations_accepted" CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))), CONSTRAINT "staff_invitations_contact" CHECK (((email IS NULL) <> (phone IS NULL))), CONSTRAINT "staff_invitations_email_check" CHECK ((char_length(email) <= 254)), CONSTRAINT "staff_invitations_end" CHECK (((accepted_at IS NULL) OR (withdrawn_at IS NULL))), CONSTRAINT "staff_invitations_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))), CONSTRAINT "staff_invitations_phone_check" CHECK ((phone ~ '^\+91[6-9]\d{9}$'::text)), CONSTRAINT "staff_invitations_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."staff_invitations" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."audit_log" ADD COLUMN "table_name" text;

ALTER TABLE "public"."audit_log" ADD COLUMN "row_key" text;

ALTER TABLE "public"."audit_log" ADD COLUMN "before" jsonb;

ALTER TABLE "public"."audit_log" ADD COLUMN "after" jsonb;

ALTER TABLE "public"."service_bookings" ADD COLUMN "assigned_to" uuid;

CREATE OR REPLACE FUNCTION private.accept_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.staff_invitations;
begin
  select * into invitation from public.staff_invitations i
  where i.accepted_at is null and i.withdrawn_at is null and i.ends_at > private.now()
    and (
      (new.phone_confirmed_at is not null and i.phone = '+' || ltrim(new.phone, '+'))
      or (
        new.email_confirmed_at is not null and lower(i.email) = lower(new.email)
        and exists (select from private.settings s where s.name = 'emails_are_confirmed' and s.value = 'on')
      )
    )
  order by i.invited_at desc limit 1 for update;
  if invitation.id is null then
    return null;
  end if;
  insert into public.user_roles (user_id, role) values (new.id, 'admin') on conflict do nothing;
  insert into public.staff (user_id, name, phone, duty)
  values (new.id, private.free_staff_name(invitation.name, new.id), invitation.phone, invitation.duty)
  on conflict (user_id) do update set
    name = excluded.name, phone = coalesce(excluded.phone, staff.phone), duty = excluded.duty, active = true;
  update public.staff_invitations i set accepted_at = private.now(), accepted_by = new.id where i.id = invitation.id;
  -- Jobs that were assigned by this name before its owner had an account.
  update public.service_bookings b set mechanic = b.mechanic
  where b.closed_at is null and b.assigned_to is null and lower(b.mechanic) = lower(invitation.name);
  return null;
exception when others then
  raise warning 'no invitation accepted: %', sqlerrm;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.acts_for_shop(booking public.service_bookings, cause text, waiver text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  said boolean := acts_for_shop.cause is not null or acts_for_shop.waiver is not null;
begin
  if said and not public.has_duty('owner', 'desk') then
    perform private.reject(403, 'shop_only');
  elsif acts_for_shop.waiver is not null and not public.has_duty('owner') then
    perform private.reject(403, 'forbidden');
  elsif acts_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.reject(422, 'cause');
  elsif acts_for_shop.waiver is not null
    and coalesce(char_length(private.clean_text(acts_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.reject(422, 'waiver');
  end if;
  return public.has_duty('owner', 'desk') and (said or booking.user_id is distinct from auth.uid());
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := '{request_id,offer_request_id,leave_hash,claim_hash}';
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  key text := (
    select string_agg(coalesce(new_row, old_row) ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row
  );
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_duty_of_step(to_status public.booking_status, mechanic text, final_price integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own_name text;
begin
  if (to_status = 'cancelled' or check_duty_of_step.final_price is not null)
    and not public.has_duty('owner', 'desk')
  then
    perform private.reject(403, 'forbidden');
  elsif not public.has_duty('mechanic') then
    return check_duty_of_step.mechanic;
  end if;
  select s.name into own_name from public.staff s where s.user_id = auth.uid();
  if lower(check_duty_of_step.mechanic) <> lower(own_name) then
    perform private.reject(403, 'forbidden');
  end if;
  -- Who takes an unassigned job has it from now on.
  return own_name;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_payment_note(note text, needed boolean, duties public.staff_duty[] DEFAULT '{owner,desk,accountant}'::public.staff_duty[])
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  remark text := private.clean_text(check_payment_note.note);
begin
  perform private.require_duty(variadic check_payment_note.duties);
  if check_payment_note.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.reject(422, 'payment_note');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  return remark;
end;
$function$;

CREATE OR REPLACE FUNCTION private.free_staff_name(name text, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select candidate
  from (
    select free_staff_name.name as candidate, 1 as number
    union all
    select left(free_staff_name.name, 76) || ' ' || n, n from generate_series(2, 999) as n
  ) as candidates
  where not exists (
    select from public.staff s
    where s.active and lower(s.name) = lower(candidate) and s.user_id is distinct from free_staff_name.person
  )
  order by number limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.hide_contact(booking public.service_bookings)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.staff_bookings s where s.id = booking.id and s.contact_shown) then
    booking.phone := '';
    booking.email := null;
    booking.address_line := null;
    booking.landmark := null;
    booking.pin := null;
    booking.gstin := null;
  end if;
  return booking;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_exempt()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.has_duty('owner', 'desk'); end; $function$;

CREATE OR REPLACE FUNCTION private.limit_holds(request uuid, phone text, account uuid, proven boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.has_duty('owner', 'desk') then
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

CREATE OR REPLACE FUNCTION private.limit_waiting(phone text, mode public.service_mode, day date, start time without time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  until timestamptz;
begin
  if exists (
    select from public.waitlist w
    where (w.phone, w.booking_date, w.booking_time) = (limit_waiting.phone, day, start) and w.state in ('waiting', 'offered')
  ) then
    perform private.reject(409, 'in_line');
  elsif public.has_duty('owner', 'desk') then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.limit_value('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.reject_until('too_many_waits', until, jsonb_build_object('max', private.limit_value('open_waits')));
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.limit_value('waits_of_a_window');
  if until is not null then
    perform private.reject_until('too_many_in_line', until);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_booking(booking uuid, manage_token text, duties public.staff_duty[] DEFAULT '{owner,desk,foreman,mechanic}'::public.staff_duty[])
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = lock_own_booking.booking for update;
  if b.id is null or not (
    (public.has_duty(variadic lock_own_booking.duties) and private.sees_booking(b.id))
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(lock_own_booking.manage_token) = b.id, false)
  ) then
    perform private.reject(404, 'not_found');
  end if;
  if private.effective_status(b) <> b.status then
    b := private.transition_booking(b.id, 'system', 'expired', null, kind => 'not_paid');
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.owner_changes(person uuid)
 RETURNS public.staff
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  s public.staff;
begin
  perform private.require_duty('owner');
  perform private.require_fresh_sign_in();
  select * into s from public.staff o where o.user_id = owner_changes.person for update;
  if s.user_id is null then
    perform private.reject(404, 'no_person');
  end if;
  return s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_fresh_sign_in()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from jsonb_array_elements(coalesce(auth.jwt() -> 'amr', '[]')) as way
    where way ->> 'method' <> 'token_refresh'
      and (way ->> 'timestamp')::numeric > extract(epoch from pg_catalog.now()) - 15 * 60
  ) then
    perform private.reject(403, 'sign_in_again');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.sees_booking(booking uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return exists (select from public.staff_bookings s where s.id = sees_booking.booking); end; $function$;

CREATE OR REPLACE FUNCTION private.set_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.assigned_to := (
    select s.user_id from public.staff s where s.active and lower(s.name) = lower(new.mechanic)
  );
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.signal_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.booking_signals (
      id, created_at, changed_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
    ) values (
      new.id, new.created_at, pg_catalog.now(), new.booking_date, new.booking_time, new.vehicle_number,
      new.estimated_price, new.final_price
    );
  else
    update public.booking_signals s set changed_at = pg_catalog.now() where s.id = new.id;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.staff_of_shop()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'staff', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'name', s.name, 'phone', s.phone, 'email', u.email, 'duty', s.duty, 'active', s.active,
        'since', s.created_at, 'changed_at', s.updated_at,
        'you', s.user_id = auth.uid(),
        'last_owner', s.duty = 'owner' and s.active and not exists (
          select from public.staff o where o.duty = 'owner' and o.active and o.user_id <> s.user_id
        ),
        'open_jobs', (
          select count(*) from public.service_bookings b where b.assigned_to = s.user_id and b.closed_at is null
        )
      ) order by s.active desc, s.duty, lower(s.name)), '[]')
      from public.staff s join auth.users u on u.id = s.user_id
    ),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'email', i.email, 'phone', i.phone, 'duty', i.duty, 'ends_at', i.ends_at,
        'over', i.ends_at <= private.now()
      ) order by i.invited_at desc), '[]')
      from public.staff_invitations i where i.accepted_at is null and i.withdrawn_at is null
    )
  );
$function$;

CREATE OR REPLACE FUNCTION private.to_staff_duty(value text)
 RETURNS public.staff_duty
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select word from unnest(enum_range(null::public.staff_duty)) as word where word::text = to_staff_duty.value;
$function$;

CREATE OR REPLACE FUNCTION private.write_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select p.booking_id, p.line, p.group_name, p.label
  from private.job_lines p where p.booking_id = booking.id
  on conflict (booking_id, line) do nothing;
$function$;

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, approve boolean, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  answer public.extra_work_status := case
    when answer_extra_work.approve then 'approved'::public.extra_work_status when not answer_extra_work.approve then 'declined'
  end;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.has_duty('owner', 'desk', 'foreman', 'mechanic') and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.reject(422, 'approve');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin'::public.extra_work_decider else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(
      b.id, case when as_admin then 'admin'::public.booking_actor else 'customer' end, 'inspecting', null
    );
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.cancel_booking(booking uuid, manage_token text DEFAULT NULL::text, reason text DEFAULT NULL::text, expected_fee integer DEFAULT 0, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, cancel_booking.manage_token, '{owner,desk}');
  as_admin boolean := private.acts_for_shop(b, cancel_booking.cause, cancel_booking.waiver);
  actor public.booking_actor := case when as_admin then 'admin'::public.booking_actor else 'customer' end;
  asked_for boolean := not as_admin or coalesce(cancel_booking.cause = 'customer', false);
  late boolean := asked_for and b.status <> 'pending_payment' and private.now() > private.cancel_until(b)
    and not private.is_change_free(b);
  why text := private.clean_text(cancel_booking.reason);
  cost int := 0;
begin
  if char_length(why) > 200 then
    perform private.reject(422, 'reason');
  elsif b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if private.can_transition(actor, b, 'cancelled') then
    cost := private.charge_fee(
      b, case when asked_for then (private.change_terms(b) ->> 'cancel_fee')::int else 0 end,
      cancel_booking.expected_fee, cancel_booking.waiver
    );
  end if;
  b := private.transition_booking(
    b.id, actor, 'cancelled', why, fee => cost, cause => case when as_admin then private.to_change_cause(cancel_booking.cause) end
  );
  -- transition_booking sets late_cancelled for the actor customer only; a request through staff counts too.
  if late and not b.late_cancelled then
    update public.service_bookings s set late_cancelled = true where s.id = b.id;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.claim_payment(reference text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  p public.payments;
begin
  b := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.reference = claim_payment.reference), claim_payment.manage_token,
    '{owner,desk,accountant}'
  );
  select * into p from public.payments x where x.reference = claim_payment.reference;
  if p.provider is distinct from 'upi' or p.status = 'failed' then
    perform private.reject(409, 'payment_unknown');
  elsif p.status = 'created' then
    update public.payments x set status = 'claimed', claimed_at = private.now() where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status, 'payment_reported',
      jsonb_build_object('rupees', p.amount_paise / 100, 'reference', p.reference)
    );
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$function$;

CREATE OR REPLACE FUNCTION public.client_health(hours integer DEFAULT 24)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') and not public.has_duty('owner') then
    raise exception using errcode = 'PT403', message = 'forbidden', hint = 'forbidden';
  elsif hours is null or hours not between 1 and 720 then
    raise exception using errcode = 'PT422', message = 'hours', hint = 'hours';
  end if;
  return (
    with recent as (
      select r.* from public.client_reports r where r.received_at > now() - make_interval(hours => client_health.hours)
    ), counted as (
      select
        app,
        version,
        bool_or(canary) as canary,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'visit')), 0) as visits,
        coalesce(round(sum(1 / sample_rate) filter (where kind = 'error')), 0) as errors,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'LCP') as lcp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'INP') as inp,
        percentile_cont(0.75) within group (order by value::float8) filter (where kind = 'vital' and name = 'CLS') as cls,
        max(received_at) as last_seen
      from recent group by app, version order by max(received_at) desc limit 100
    ), distinct_errors as (
      select
        app, version, name, message,
        count(*) as count,
        (array_agg(route order by id desc))[1] as route,
        (array_agg(request_id order by id desc) filter (where request_id is not null))[1] as request_id,
        max(received_at) as last_seen
      from recent where kind = 'error' group by app, version, name, message order by max(received_at) desc limit 30
    )
    select jsonb_build_object(
      'hours', client_health.hours,
      'apps', coalesce((
        select jsonb_agg(jsonb_build_object(
          'app', c.app, 'version', c.version, 'canary', c.canary, 'visits', c.visits, 'errors', c.errors,
          'error_rate', case when c.visits > 0 then round(c.errors / c.visits, 4) end,
          'lcp_p75', round(c.lcp::numeric), 'inp_p75', round(c.inp::numeric), 'cls_p75', round(c.cls::numeric, 3),
          'last_seen', c.last_seen
        ) order by c.app, c.last_seen desc) from counted c
      ), '[]'),
      'errors', coalesce((
        select jsonb_agg(to_jsonb(e) order by e.last_seen desc) from distinct_errors e
      ), '[]')
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_number(booking uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.number_codes;
begin
  perform private.require_duty('owner', 'desk');
  if not exists (select from public.service_bookings b where b.id = confirm_number.booking) then
    perform private.reject(404, 'not_found');
  end if;
  known := private.find_number_code(confirm_number.code);
  if known.booking_id is distinct from confirm_number.booking then
    return private.reject_number_code();
  end if;
  return private.booking_state(private.record_number_proof(known, 'admin', 'staff'));
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_payment(payment uuid, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(confirm_payment.note, false);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null, '{owner,desk,accountant}'
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.reject(409, 'gateway_confirms');
  elsif p.captured_paise = 0 then
    perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.finish_refund(refund uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(finish_refund.note, true, '{owner,accountant}');
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null, '{owner,desk,accountant}'
  );
  r public.refunds;
  from_provider public.payment_provider;
begin
  perform private.require_fresh_sign_in();
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.reject(409, 'gateway_refunds');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
  proven boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or private.sees_booking(s.id)));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  proven := case when private.sees_booking(b.id) then private.is_number_proven(b.phone) end;
  if not own then
    b := private.hide_contact(b);
  end if;
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', proven,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_invoice(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object('issued_at', i.issued_at) into result
  from public.invoices i where i.booking_id = b.id;
  if result is null then
    perform private.reject(404, 'no_invoice');
  end if;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.give_late_credit(booking uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  shop public.shop;
  remark text := private.clean_text(give_late_credit.note);
  fault text;
begin
  perform private.require_duty('owner', 'accountant');
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  select * into shop from public.shop;
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_note');
  elsif fault is not null then
    perform private.reject(409, fault, case fault
      when 'no_credit' then jsonb_build_object('status', b.status)
      when 'not_late' then jsonb_build_object('minutes', shop.late_minutes)
    end);
  end if;
  -- An issued invoice does not change, so the credit of a closed booking is for the next one.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    b.id, b.phone, shop.late_credit, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'credit_given',
    jsonb_build_object('rupees', shop.late_credit)
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.invite_staff(name text, duty text, email text DEFAULT NULL::text, phone text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person text := private.clean_name(invite_staff.name);
  job public.staff_duty := private.to_staff_duty(invite_staff.duty);
  mail text := private.clean_email(invite_staff.email);
  mobile text := private.clean_phone(invite_staff.phone);
  invitation public.staff_invitations;
begin
  perform private.require_duty('owner');
  perform private.require_fresh_sign_in();
  if person is null then
    perform private.reject(422, 'name');
  elsif job is null then
    perform private.reject(422, 'duty');
  elsif (private.clean_text(invite_staff.email) is null) = (private.clean_text(invite_staff.phone) is null) then
    perform private.reject(422, 'contact');
  elsif private.clean_text(invite_staff.email) is not null and mail is null then
    perform private.reject(422, 'email');
  elsif private.clean_text(invite_staff.phone) is not null and mobile is null then
    perform private.reject(422, 'phone');
  elsif exists (
    select from public.staff s join auth.users u on u.id = s.user_id
    where s.active and (lower(u.email) = lower(mail) or '+' || ltrim(u.phone, '+') = mobile)
  ) then
    perform private.reject(409, 'already_staff');
  end if;
  -- A second invitation of one address or number replaces the first.
  update public.staff_invitations i set withdrawn_at = private.now()
  where i.accepted_at is null and i.withdrawn_at is null and (lower(i.email) = lower(mail) or i.phone = mobile);
  insert into public.staff_invitations (name, email, phone, duty, invited_by, invited_at, ends_at)
  values (person, mail, mobile, job, auth.uid(), private.now(), private.now() + interval '14 days')
  returning * into invitation;
  return private.staff_of_shop();
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_audit(older_than bigint DEFAULT NULL::bigint, person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Contacts are not the accountant's to read.
  hidden text[] := case
    when public.has_duty('owner') then '{}'
    else '{phone,email,address_line,landmark,pin,recipient,customer_phone}'
  end;
begin
  perform private.require_duty('owner', 'accountant');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.at, 'person', l.actor_id, 'action', l.action, 'table', l.table_name, 'key', l.row_key,
      'subject', l.subject, 'before', l.before - hidden, 'after', l.after - hidden, 'data', l.data,
      'name', (select s.name from public.staff s where s.user_id = l.actor_id),
      'about', (select s.name from public.staff s where s.user_id::text in (l.subject, l.row_key)),
      'booking', (
        select b.number from public.service_bookings b
        where b.id::text in (
          split_part(l.row_key, ' ', 1), l.before ->> 'booking_id', l.after ->> 'booking_id', l.data ->> 'booking'
        )
      )
    ) order by l.id desc), '[]')
    from (
      select a.* from public.audit_log a
      where (list_audit.older_than is null or a.id < list_audit.older_than)
        and (list_audit.person is null or a.actor_id = list_audit.person)
      order by a.id desc limit 50
    ) l
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_places(day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic', 'accountant');
  return (
    with windows as (
      select distinct on (w.starts) w.starts, w.ends
      from (
        select a.starts, a.ends, true as current from public.arrival_windows a
        where a.weekday = extract(dow from list_places.day)::int
        union all
        select b.booking_time, b.window_end, false from public.service_bookings b where b.booking_date = list_places.day
      ) w
      order by w.starts, w.current desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'mode', m.mode, 'starts', w.starts, 'ends', w.ends,
      'places', private.capacity(m.mode, extract(dow from list_places.day)::int, w.starts),
      'taken', (
        select count(*) from public.booking_places p
        where p.booking_date = list_places.day and p.window_start = w.starts and p.mode = m.mode
          and p.hold_id is null and (p.held_until is null or p.held_until > private.now())
      )
    ) order by w.starts, m.sort), '[]')
    from windows w cross join public.service_modes m
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_staff()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty('owner');
  return private.staff_of_shop();
end;
$function$;

CREATE OR REPLACE FUNCTION public.make_owner(account uuid)
 RETURNS public.staff_duty
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_roles (user_id, role) values (make_owner.account, 'admin') on conflict do nothing;
  insert into public.staff as s (user_id, name, phone, duty)
  select
    u.id,
    private.free_staff_name(
      coalesce(p.full_name, nullif(left(split_part(u.email, '@', 1), 76), ''), 'Owner'), u.id
    ),
    p.phone, 'owner'
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.id = make_owner.account
  on conflict (user_id) do update set duty = 'owner', active = true;
  return 'owner';
end;
$function$;

CREATE OR REPLACE FUNCTION public.pay_after_service(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, pay_after_service.manage_token, '{owner,desk,accountant}');
begin
  if b.status = 'expired' then
    perform private.reject(409, 'expired');
  elsif b.status = 'pending_payment' then
    if not private.secure_places(b) then
      perform private.reject(409, 'time_gone');
    end if;
    update public.service_bookings s set pay_by = 'after_service' where s.id = b.id;
    b := private.transition_booking(b.id, 'system', 'confirmed', null, kind => 'pays_after_service');
  end if;
  return private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b));
end;
$function$;

CREATE OR REPLACE FUNCTION public.propose_extra_work(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.reject(409, 'not_inspecting', jsonb_build_object('status', b.status));
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.reject(422, 'work');
  end if;
  select coalesce(sum(e.price), 0)::int into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.clean_text(entry ->> 'name');
    line.reason := private.clean_text(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.reject(422, 'work_name');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.reject(422, 'work_reason');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.reject(422, 'work_price');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.reject(422, 'work_minutes');
    end if;
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit'::public.extra_work_decider end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.record_cash(booking uuid, amount integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(record_cash.note, false);
  b public.service_bookings := private.lock_own_booking(booking, null, '{owner,desk,accountant}');
  due int := private.amount_due(b) - private.paid_paise(b.id) / 100;
  p public.payments;
begin
  if b.status in ('pending_payment', 'expired') then
    perform private.reject(409, 'not_confirmed');
  elsif due <= 0 then
    perform private.reject(409, 'paid');
  elsif record_cash.amount is null or record_cash.amount not between 1 and due then
    perform private.reject(422, 'amount', jsonb_build_object('due', due));
  end if;
  insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
  values (b.id, 'cash', 'desk', private.payment_reference(b), record_cash.amount * 100, 'created', private.now())
  returning * into p;
  perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reject_claim(payment uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(reject_claim.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null, '{owner,desk,accountant}'
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'payment_not_found');
    perform private.notify_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.reject(409, 'not_claimed');
  end if;
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.require_second_factor(required boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty('owner');
  if require_second_factor.required is null then
    perform private.reject(422, 'required');
  elsif not private.is_second_factor_verified() then
    -- Otherwise the admin who switches it on would be the first to lose the workshop.
    perform private.reject(409, 'second_factor_first');
  end if;
  insert into private.settings (name, value)
  values ('require_second_factor', case when require_second_factor.required then 'on' else 'off' end)
  on conflict (name) do update set value = excluded.value;
  return jsonb_build_object('required', require_second_factor.required);
end;
$function$;

CREATE OR REPLACE FUNCTION public.reschedule_booking(booking uuid, date text, start text, manage_token text DEFAULT NULL::text, expected_fee integer DEFAULT 0, expected_total integer DEFAULT NULL::integer, note text DEFAULT NULL::text, cause text DEFAULT NULL::text, waiver text DEFAULT NULL::text, mode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, reschedule_booking.manage_token, '{owner,desk}');
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

CREATE OR REPLACE FUNCTION public.retry_message(message bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  m public.message_outbox;
begin
  perform private.require_duty('owner', 'desk');
  select * into m from public.message_outbox o where o.id = retry_message.message for update;
  if m.id is null then
    perform private.reject(404, 'unknown_message');
  elsif m.status <> 'failed' then
    perform private.reject(409, 'not_failed', jsonb_build_object('status', m.status));
  elsif not (select private.is_message_current(m, b) from public.service_bookings b where b.id = m.booking_id) then
    perform private.reject(409, 'not_current');
  end if;
  update public.message_outbox o
  set status = 'waiting', attempts = 0, next_try_at = private.now(), claimed_until = null
  where o.id = m.id;
  perform pg_catalog.pg_notify('message_outbox', '');
  return jsonb_build_object('id', m.id, 'status', 'waiting');
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_fee(booking uuid, fee integer, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  remark text := private.clean_text(set_booking_fee.note);
begin
  perform private.require_duty('owner', 'accountant');
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.reject(422, 'fee');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.reject(422, 'fee_note');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.reject(409, 'fee_on_invoice');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee, 'fee_changed'
  );
  return private.booking_state(private.recalculate_fee(b, set_booking_fee.fee));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_status(booking uuid, to_status text, note text DEFAULT NULL::text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, handover_code text DEFAULT NULL::text, without_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  target public.booking_status := private.to_booking_status(set_booking_status.to_status);
  remark text := private.clean_text(set_booking_status.note);
  person text := private.clean_text(set_booking_status.mechanic);
  why text := private.clean_text(set_booking_status.without_code);
  wrong jsonb;
  facts jsonb := '{}'::jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null or not private.sees_booking(b.id) then
    perform private.reject(404, 'not_found');
  end if;
  if char_length(remark) > 500 then
    perform private.reject(422, 'note_too_long', '{"max": 500}');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.reject(422, 'mechanic');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.reject(422, 'final_price');
  end if;
  if target is null then
    perform private.reject(422, 'to_status');
  end if;
  person := private.check_duty_of_step(target, person, set_booking_status.final_price);
  if private.needs_handover_code(b, target) and private.can_transition('admin', b, target) then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Returned instead of raised: raising would roll back the count of tries.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    facts := jsonb_strip_nulls(jsonb_build_object('without_code', why));
  end if;
  return private.booking_state(private.transition_booking(
    b.id, 'admin', target, remark, person, set_booking_status.final_price,
    case target when 'no_show' then private.no_show_fee(b) else 0 end, data => facts
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_duty(person uuid, duty text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.staff := private.owner_changes(set_duty.person);
  job public.staff_duty := private.to_staff_duty(set_duty.duty);
begin
  if job is null then
    perform private.reject(422, 'duty');
  end if;
  update public.staff o set duty = job where o.user_id = s.user_id;
  return private.staff_of_shop();
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_gstin(booking uuid, gstin text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, set_gstin.manage_token, '{owner,desk,accountant}');
  clean text := private.clean_gstin(set_gstin.gstin);
begin
  if clean is null and private.clean_text(set_gstin.gstin) is not null then
    perform private.reject(422, 'gstin');
  elsif clean is not distinct from b.gstin then
    return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif b.status in ('cancelled', 'no_show', 'expired') then
    perform private.reject(409, 'never_invoiced');
  end if;
  update public.service_bookings s set gstin = clean where s.id = b.id returning * into b;
  return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_active(person uuid, active boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.staff := private.owner_changes(set_staff_active.person);
begin
  if set_staff_active.active is null then
    perform private.reject(422, 'active');
  end if;
  update public.staff o
  set active = set_staff_active.active,
    name = case when set_staff_active.active then private.free_staff_name(o.name, o.user_id) else o.name end
  where o.user_id = s.user_id;
  return private.staff_of_shop();
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_weather_mode(day date, enabled boolean, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := coalesce(private.clean_text(set_weather_mode.note), private.default_weather_note());
  notified int;
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  if day is null or day < private.today() then
    perform private.reject(422, 'day');
  elsif char_length(words) not between 3 and 120 then
    perform private.reject(422, 'weather_note');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    notified := private.notify_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into notified
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', notified
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.start_payment(booking uuid, method text, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(booking, start_payment.manage_token, '{owner,desk,accountant}');
  p public.payments;
  due_paise int := private.amount_due(b) * 100 - private.paid_paise(b.id);
  by_provider public.payment_provider := case start_payment.method
    when 'upi' then 'upi'::public.payment_provider when 'online' then (select s.payment_provider from public.shop s)
  end;
begin
  if start_payment.method is null or start_payment.method not in ('upi', 'online') then
    perform private.reject(422, 'method');
  elsif b.status = 'expired' then
    perform private.reject(409, 'expired');
  elsif b.status = 'pending_payment' and start_payment.method = 'upi' then
    perform private.reject(409, 'online_only');
  elsif due_paise <= 0 then
    perform private.reject(409, 'paid');
  elsif by_provider is null then
    perform private.reject(409, 'not_offered');
  end if;
  if start_payment.method = 'upi' then
    -- A customer who reported a UPI payment is not asked again until staff have checked it.
    select * into p from public.payments x where x.booking_id = b.id and x.status = 'claimed'
    order by x.claimed_at limit 1;
  end if;
  if p.id is null then
    -- Every try at the same amount reuses the payment: with two gateway orders, both could be paid.
    select * into p from public.payments x
    where x.booking_id = b.id and x.amount_paise = due_paise and x.provider = by_provider
      and (x.status = 'created' or by_provider <> 'upi' and x.status in ('failed', 'authorized'))
    order by x.created_at desc, x.id limit 1;
  end if;
  if p.id is null then
    insert into public.payments (booking_id, method, provider, reference, amount_paise, status, created_at)
    values (
      b.id, start_payment.method::public.payment_method, by_provider, private.payment_reference(b), due_paise, 'created', private.now()
    ) returning * into p;
  end if;
  return private.payment_request(p, b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.tick_checklist(booking uuid, lines integer[], done boolean, not_needed text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  why text := private.clean_text(tick_checklist.not_needed);
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(tick_checklist.booking, null);
  if b.status <> 'in_service' then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_checklist.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitation(invitation uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_duty('owner');
  update public.staff_invitations i set withdrawn_at = private.now()
  where i.id = withdraw_invitation.invitation and i.accepted_at is null and i.withdrawn_at is null;
  if not found then
    perform private.reject(404, 'no_invitation');
  end if;
  return private.staff_of_shop();
end;
$function$;

ALTER TABLE "public"."booking_signals" ADD CONSTRAINT "booking_signals_id_fkey" FOREIGN KEY (id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."service_bookings" ADD CONSTRAINT "service_bookings_assigned_to_fkey" FOREIGN KEY (assigned_to) REFERENCES public.staff(user_id);

ALTER TABLE "public"."staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES public.staff(user_id);

CREATE VIEW "private"."job_lines" AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label
   FROM ( SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label
           FROM ((public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
             JOIN public.model_job_cards c ON (((c.package_slug = i.item_id) AND (c.model_id = b.model_id) AND (c.kind = 'included'::public.package_item_kind))))
          WHERE (i.package_type = 'primary'::public.item_type)
        UNION ALL
         SELECT i.booking_id,
            2 AS part,
            i."position" AS place,
            0 AS "position",
            'Add-ons'::text AS group_name,
                CASE
                    WHEN (i.quantity > 1) THEN ((i.quantity || ' × '::text) || i.name)
                    ELSE i.name
                END AS label
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

CREATE VIEW "public"."colleagues" WITH (security_barrier=true) AS  SELECT user_id,
    name,
    duty,
    active
   FROM public.staff s
  WHERE (( SELECT public.my_duty() AS my_duty) IS NOT NULL);

CREATE VIEW "public"."staff_bookings" WITH (security_barrier=true) AS  SELECT b.id,
    b.number,
    b.user_id,
    b.customer_name,
    b.brand_slug,
    b.model_id,
    b.bike_name,
    b.vehicle_number,
    b.mode,
    b.booking_date,
    b.booking_time,
    b.window_end,
    b.starts_at,
    b.minutes,
    b.windows,
    b.ready_date,
    b.area_slug,
    b.odometer_km,
    b.notes,
    b.approval_limit,
    b.estimated_price,
    b.final_price,
    b.status,
    b.cancelled_by,
    b.cancel_reason,
    b.mechanic,
    b.assigned_to,
    b.created_at,
    b.updated_at,
    b.closed_at,
    b.coupon_code,
    b.discount,
    b.fee,
    b.moves,
    b.version,
    b.pay_by,
    b.pay_until,
    b.model_year,
    b.cancel_cause,
    b.chassis_last5,
    c.shown AS contact_shown,
        CASE
            WHEN c.shown THEN b.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN c.shown THEN b.email
            ELSE NULL::text
        END AS email,
        CASE
            WHEN c.shown THEN b.address_line
            ELSE NULL::text
        END AS address_line,
        CASE
            WHEN c.shown THEN b.landmark
            ELSE NULL::text
        END AS landmark,
        CASE
            WHEN c.shown THEN b.pin
            ELSE NULL::text
        END AS pin,
        CASE
            WHEN c.shown THEN b.gstin
            ELSE NULL::text
        END AS gstin,
    ( SELECT jsonb_build_object('name', a.name) AS jsonb_build_object
           FROM public.areas a
          WHERE (a.slug = b.area_slug)) AS areas,
    ( SELECT jsonb_build_object('drive', m.drive, 'front_brake', m.front_brake, 'rear_brake', m.rear_brake) AS jsonb_build_object
           FROM public.models m
          WHERE (m.id = b.model_id)) AS models,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM public.booking_items i
          WHERE (i.booking_id = b.id)) AS booking_items
   FROM (public.service_bookings b
     CROSS JOIN LATERAL ( SELECT
                CASE ( SELECT public.my_duty() AS my_duty)
                    WHEN 'owner'::public.staff_duty THEN true
                    WHEN 'desk'::public.staff_duty THEN true
                    WHEN 'foreman'::public.staff_duty THEN (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status]))
                    WHEN 'mechanic'::public.staff_duty THEN (COALESCE((b.assigned_to = ( SELECT auth.uid() AS uid)), false) AND (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'confirmed'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status])))
                    ELSE false
                END AS shown) c)
  WHERE ((( SELECT public.my_duty() AS my_duty) = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty])) OR ((( SELECT public.my_duty() AS my_duty) = 'mechanic'::public.staff_duty) AND ((b.assigned_to = ( SELECT auth.uid() AS uid)) OR ((b.mechanic IS NULL) AND (b.assigned_to IS NULL) AND (b.status <> ALL (ARRAY['pending_payment'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status]))))));

CREATE VIEW "public"."planned_job_lines" WITH (security_barrier=true) AS  SELECT booking_id,
    line,
    group_name,
    label
   FROM private.job_lines l
  WHERE ((EXISTS ( SELECT
           FROM public.staff_bookings s
          WHERE (s.id = l.booking_id))) OR (EXISTS ( SELECT
           FROM public.service_bookings b
          WHERE ((b.id = l.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))));

CREATE INDEX booking_signals_created ON public.booking_signals USING btree (created_at);

CREATE INDEX service_bookings_assigned ON public.service_bookings USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);

CREATE INDEX staff_invitations_by ON public.staff_invitations USING btree (invited_by);

CREATE UNIQUE INDEX staff_invitations_email ON public.staff_invitations USING btree (lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE UNIQUE INDEX staff_invitations_phone ON public.staff_invitations USING btree (phone) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

-- Owners of the same name: the later ones get a number.
update public.staff s set name = left(s.name, 70) || ' ' || twins.number
from (
  select user_id, row_number() over (partition by lower(name) order by created_at, user_id) as number from public.staff
) as twins
where twins.user_id = s.user_id and twins.number > 1;

CREATE UNIQUE INDEX staff_names ON public.staff USING btree (lower(name)) WHERE active;

CREATE TRIGGER accept_invitation AFTER INSERT OR UPDATE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.accept_invitation();

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.booking_checklist FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id', 'line');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.booking_credits FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.booking_items FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id', 'position');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.callback_requests FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.capacities FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.closures FOR EACH ROW EXECUTE FUNCTION private.audit_row('date');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.extra_work FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.audit_row('number');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.message_outbox FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER set_assignee BEFORE INSERT OR UPDATE OF mechanic ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.set_assignee();

CREATE TRIGGER signal_booking AFTER INSERT OR UPDATE ON public.service_bookings FOR EACH ROW EXECUTE FUNCTION private.signal_booking();

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.staff FOR EACH ROW EXECUTE FUNCTION private.audit_row('user_id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.waitlist FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.weather_days FOR EACH ROW EXECUTE FUNCTION private.audit_row('date');

CREATE POLICY "owners read the audit log" ON "public"."audit_log" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty));

CREATE POLICY "admins read checklists, customers read their own when finished" ON "public"."booking_checklist" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_checklist.booking_id))) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_checklist.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)) AND (b.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status])))))));

CREATE POLICY "owners, desk and accountant read credits" ON "public"."booking_credits" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty));

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_events.booking_id)))));

CREATE POLICY "items are read with their booking" ON "public"."booking_items" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_items.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = booking_items.booking_id)))));

CREATE POLICY "owners, desk and foreman read places" ON "public"."booking_places" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty]) AS has_duty));

CREATE POLICY "staff hear of bookings" ON "public"."booking_signals" FOR SELECT TO "authenticated" USING ((( SELECT public.my_duty() AS my_duty) IS NOT NULL));

CREATE POLICY "owners and the desk read call-back requests" ON "public"."callback_requests" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk tick off call-back requests" ON "public"."callback_requests" FOR UPDATE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)) WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk change places" ON "public"."capacities" FOR UPDATE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)) WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners read client reports" ON "public"."client_reports" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk add closures" ON "public"."closures" FOR INSERT TO "authenticated" WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk change closures" ON "public"."closures" FOR UPDATE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)) WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk delete closures" ON "public"."closures" FOR DELETE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners read coupons" ON "public"."coupons" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty));

CREATE POLICY "extra work is read with its booking" ON "public"."extra_work" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = extra_work.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE (s.id = extra_work.booking_id)))));

CREATE POLICY "an invoice is read with its booking" ON "public"."invoices" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = invoices.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "staff but mechanics read messages" ON "public"."message_outbox" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners, desk and accountant read payment events" ON "public"."payment_events" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty));

CREATE POLICY "payments are read with their booking" ON "public"."payments" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = payments.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "users read their profile, owners and the desk all" ON "public"."profiles" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)));

CREATE POLICY "refunds are read with their booking" ON "public"."refunds" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = refunds.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "users read their bookings, staff those of their duty" ON "public"."service_bookings" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty) OR (( SELECT public.has_duty(VARIADIC ARRAY['foreman'::public.staff_duty]) AS has_duty) AND (status <> ALL (ARRAY['pending_payment'::public.booking_status, 'cancelled'::public.booking_status, 'no_show'::public.booking_status, 'expired'::public.booking_status, 'completed'::public.booking_status])))));

CREATE POLICY "owners read invitations" ON "public"."staff_invitations" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk read the waitlist" ON "public"."waitlist" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."booking_signals";

COMMENT ON COLUMN "public"."audit_log"."before" IS 'Of a changed row the columns that changed, of a removed one all; without hashes and request ids. Null for what is not a row.';

COMMENT ON COLUMN "public"."capacities"."places" IS 'Owners and the desk change it. When it is lower than the places taken, bookings keep theirs, and none is free until enough are released.';

COMMENT ON COLUMN "public"."service_bookings"."assigned_to" IS 'The person of the shop with the name in mechanic; null when nobody of that name has an account.';

COMMENT ON FUNCTION "private"."accept_invitation"() IS 'Trigger on accounts, which Auth writes at every sign-in: an open invitation of the confirmed number, or of the confirmed address (claim_at_sign_in tells when it is), makes the account staff. An error becomes a warning, so it never blocks a sign-in.';

COMMENT ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) IS 'Whether a change is made by the shop: owners and the desk act for the shop in every booking but their own, and in their own once they name a cause. Raises PT403 shop_only when another caller sends a cause or a waiver, PT403 forbidden for a waiver that is not an owner''s, PT422 cause, waiver.';

COMMENT ON FUNCTION "private"."audit_row"() IS 'Trigger: adds a row that a person of the shop wrote to the audit log. Its arguments are the columns of the key.';

COMMENT ON FUNCTION "private"."check_duty_of_step"(public.booking_status, text, integer) IS 'Raises PT403 forbidden for a step that the duty of the caller does not allow: only owners and the desk cancel and set the bill, and a mechanic assigns jobs to no other person. Returns the name of the mechanic to record.';

COMMENT ON FUNCTION "private"."check_payment_note"(text, boolean, public.staff_duty[]) IS 'Returns the cleaned note of a person with one of the duties. Raises PT403 for anyone else, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "private"."free_staff_name"(text, uuid) IS 'The name, with a number when an active person has it already: names of active staff are unique.';

COMMENT ON FUNCTION "private"."hide_contact"(public.service_bookings) IS 'The booking without phone, e-mail, address and GSTIN, unless staff_bookings shows them to the caller.';

COMMENT ON FUNCTION "private"."is_exempt"() IS 'Whether limits do not apply to the caller: owners and the desk, who enter what callers ask for, and scripts with the service role.';

COMMENT ON FUNCTION "private"."lock_own_booking"(uuid, text, public.staff_duty[]) IS 'The booking, locked, for its owner, the holder of its manage token, or a person with one of the duties who may read it; for any other caller it does not exist. One that was not paid in time is expired first.';

COMMENT ON FUNCTION "private"."owner_changes"(uuid) IS 'The row of a person, locked, for an owner who has just signed in. Raises PT403 forbidden, sign_in_again, PT404 no_person.';

COMMENT ON FUNCTION "private"."require_fresh_sign_in"() IS 'Rejects the call (PT403 sign_in_again) unless the caller entered a password or a code in the last 15 minutes, by the claim amr of the token: for money back, changes of duties, and exports.';

COMMENT ON FUNCTION "private"."sees_booking"(uuid) IS 'Whether the caller is staff whose duty lets them read this booking.';

COMMENT ON FUNCTION "private"."set_assignee"() IS 'Trigger: finds the person of the shop for the name of the mechanic. Names of active staff are unique.';

COMMENT ON FUNCTION "private"."signal_booking"() IS 'Trigger: keeps booking_signals.';

COMMENT ON FUNCTION "private"."staff_of_shop"() IS 'The people of the shop, the active first, and the open invitations.';

COMMENT ON FUNCTION "private"."to_staff_duty"(text) IS 'The duty of this name, or null.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, boolean, text, text) IS 'The customer approves or declines one line; staff must add a note of how the customer answered. After the last answer the booking is back in inspecting. Repeating an answer changes nothing. Raises PT404, PT409 answered, PT422 (approve, answer_note, note_too_long).';

COMMENT ON FUNCTION "public"."client_health"(integer) IS 'For owners and the service role: of the last hours, per app and version visits, errors, errors per visit (null without a visit), LCP and INP (milliseconds) and CLS at the 75th percentile, and the newest distinct errors with their counts and the newest failed call of each. Raises PT403, PT422 hours.';

COMMENT ON FUNCTION "public"."confirm_number"(uuid, text) IS 'An owner or the desk proves the number of a booking with the code of its SMS, which the customer reads aloud. The history of the booking names the person, once. Raises PT403 forbidden, PT404 not_found; PT404 unknown_code for a code that is not this booking''s; calls are counted by user (private.call_limits).';

COMMENT ON FUNCTION "public"."confirm_payment"(uuid, text) IS 'Owner, desk or accountant confirms that the money of a UPI payment arrived, also of one that was not claimed or was rejected before. Repeating a call changes nothing. Raises PT403, PT404, PT409 gateway_confirms, PT422 note_too_long.';

COMMENT ON FUNCTION "public"."finish_refund"(uuid, text) IS 'An owner or accountant who has just signed in records a refund made by hand and notes how: of UPI, of cash, or one that the gateway could not make. Repeating a call changes nothing. Raises PT403 forbidden, sign_in_again, PT404, PT409 gateway_refunds, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."get_invoice"(uuid, text) IS 'The invoice of a booking as it was issued, for its owner, the holder of the manage token, an owner, the desk or an accountant. Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

COMMENT ON FUNCTION "public"."invite_staff"(text, text, text, text) IS 'An owner who has just signed in invites a person by e-mail address or by number, with a duty. Their next sign-in with it, proven, within 14 days makes them staff. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT409 already_staff, PT422 (name, duty, contact, email, phone).';

COMMENT ON FUNCTION "public"."list_audit"(bigint, uuid) IS 'The audit log with names, the newest first, 50 lines: older than a line, of one person. For owners, and without contacts for accountants. name: who did it, null for a rule, a customer or the owner of the database; about: the person whose row or role it is. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."list_places"(date) IS 'For staff: the windows of a day, also of a past one, with the places of each mode and how many of them bookings have taken. Holds are not counted. A window that was removed from the hours is listed while bookings have it. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."list_staff"() IS 'For owners: the people of the shop with contact, duty and open jobs, those who left too, and the open invitations. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."propose_extra_work"(uuid, jsonb) IS 'Who works on the job proposes work found while inspecting: [{name, reason, price, minutes}]. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer. Raises PT403, PT404, PT409 not_inspecting, PT422 (work, work_name, work_reason, work_price, work_minutes).';

COMMENT ON FUNCTION "public"."record_cash"(uuid, integer, text) IS 'Owner, desk or accountant records a cash payment, at most the amount due. Raises PT403, PT404, PT409 paid, not_confirmed, PT422 amount (details.due), note_too_long.';

COMMENT ON FUNCTION "public"."reject_claim"(uuid, text) IS 'Owner, desk or accountant rejects a claimed UPI payment whose money did not arrive; the customer reads the note. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_claimed, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."require_second_factor"(boolean) IS 'Sets whether admins need a second factor for everything that they do as admins. For owners whose own factor is verified (PT409 second_factor_first).';

COMMENT ON FUNCTION "public"."retry_message"(bigint) IS 'Owners and the desk retry a failed message at once. Raises PT403 forbidden, PT404 unknown_message, PT409 not_failed, not_current (the booking has changed since).';

COMMENT ON FUNCTION "public"."set_booking_fee"(uuid, integer, text) IS 'An owner or accountant overrides the fee of a booking, with a note, until the invoice is issued; also a fee that was carried to a later booking. Raises PT403, PT404, PT409 invoice_issued (its own, once it is completed), fee_on_invoice (that of the later booking), PT422 (fee, fee_note).';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

COMMENT ON FUNCTION "public"."set_duty"(uuid, text) IS 'An owner who has just signed in gives a person another duty; it holds from their next call on. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT404 no_person, PT409 last_owner, PT422 duty.';

COMMENT ON FUNCTION "public"."set_staff_active"(uuid, boolean) IS 'An owner who has just signed in ends the rights of a person, from their next call on, or gives them back. Answers as list_staff. Raises PT403 forbidden, sign_in_again, PT404 no_person, PT409 last_owner, PT422 active.';

COMMENT ON FUNCTION "public"."set_weather_mode"(date, boolean, text) IS 'Owners, the desk and the foreman switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners get a message and may move or cancel free of charge. told: how many bookings get a message now; when switched off, how many open bookings already got one (no message is sent to correct it). Raises PT403 forbidden, PT422 (day, weather_note).';

COMMENT ON FUNCTION "public"."tick_checklist"(uuid, integer[], boolean, text) IS 'Who works on the job ticks lines of a job card while the bike is in service, takes ticks back (done false), or says why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';

COMMENT ON FUNCTION "public"."withdraw_invitation"(uuid) IS 'An owner takes an open invitation back. Answers as list_staff. Raises PT403 forbidden, PT404 no_invitation.';

COMMENT ON TABLE "private"."limits" IS 'Limits that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, unproven_places_percent of a window''s places for bookings of unproven numbers together with holds of guests, unproven_open_of_ipv6 and unproven_a_day_of_ipv4 of a network address, budget_address_percent, budget_alert_percent and budget_wait_percent of private.message_budgets (past the first the limit of an IPv4 address holds, at the second staff are alerted, at the third unproven numbers wait), proven_days of a number, proof_days of a browser, callbacks_a_day of a number, open_waits of a number, waits_of_a_window, reports_of_address (of one kind about one version, from one network address in a day). Owners and the desk are exempt.';

COMMENT ON TABLE "public"."audit_log" IS 'Append-only: every row that staff write, and changes of roles, settings, limits and live versions, and refunds. Written by triggers alone; those of rights and money also for changes that the owner of the database makes.';

COMMENT ON TABLE "public"."booking_signals" IS 'One row per booking with what its alert says, whatever the duty of the one who is alerted. The facts are those of the alert; changed_at tells pages to read again.';

COMMENT ON TABLE "public"."closures" IS 'Holidays. closes_at null: closed all day; otherwise a half day that ends then. Owners and the desk write it. It stops new bookings only: existing ones stay until staff move or cancel them with the cause shop, at no cost.';

COMMENT ON TABLE "public"."staff_invitations" IS 'Who was invited to work here, by e-mail address or by phone number, and what became of it. Written by invite_staff, withdraw_invitation and by the sign-in that accepts it.';

COMMENT ON TYPE "public"."audit_action" IS 'What a line of the audit log reports. refund_failed: its gateway rejected it, so staff make it. row_added, row_changed, row_removed: what a person of the shop wrote in a table.';

COMMENT ON VIEW "private"."job_lines" IS 'The job card of each booking from what is booked and approved now.';

COMMENT ON VIEW "public"."colleagues" IS 'Names and duties of the people of the shop, also of those who left, for active staff: to assign jobs, and for the names in the history.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

COMMENT ON VIEW "public"."staff_bookings" IS 'Bookings as staff may read them, with phone, e-mail, address and GSTIN where the duty allows: owners and the desk always, the foreman of open jobs, a mechanic of own jobs from assigned to ready, an accountant on invoices alone. No row for anyone else.';

REVOKE ALL ON FUNCTION "private"."accept_invitation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_row"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_duty_of_step"(public.booking_status, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_payment_note"(text, boolean, public.staff_duty[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_staff_name"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_contact"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_own_booking"(uuid, text, public.staff_duty[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owner_changes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_fresh_sign_in"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_booking"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_assignee"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signal_booking"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_of_shop"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_staff_duty"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_audit"(bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_audit"(bigint, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_staff"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_duty"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_duty"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_staff_active"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_staff_active"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_invitation"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."booking_signals" TO "authenticated";

REVOKE ALL ("attempts") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("attempts") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("booking_id") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("booking_id") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("channel") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("channel") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("claimed_until") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("claimed_until") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("due_at") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("due_at") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("last_error") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("last_error") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("next_try_at") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("next_try_at") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("sent_at") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("sent_at") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("status") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("status") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("version") ON TABLE "public"."message_outbox" TO "authenticated";

REVOKE ALL ("waitlist_id") ON TABLE "public"."message_outbox" FROM "authenticated";

GRANT SELECT ("waitlist_id") ON TABLE "public"."message_outbox" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_invitations" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."colleagues" TO "authenticated";

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_bookings" TO "authenticated";

reset check_function_bodies;

revoke all on function private.accept_invitation() from public, anon, authenticated, service_role;

revoke all on function private.audit_row() from public, anon, authenticated, service_role;

revoke all on function private.check_duty_of_step(public.booking_status,text,integer) from public, anon, authenticated, service_role;

revoke all on function private.check_payment_note(text,boolean,public.staff_duty[]) from public, anon, authenticated, service_role;

revoke all on function private.free_staff_name(text,uuid) from public, anon, authenticated, service_role;

revoke all on function private.hide_contact(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.lock_own_booking(uuid,text,public.staff_duty[]) from public, anon, authenticated, service_role;

revoke all on function private.owner_changes(uuid) from public, anon, authenticated, service_role;

revoke all on function private.require_fresh_sign_in() from public, anon, authenticated, service_role;

revoke all on function private.sees_booking(uuid) from public, anon, authenticated, service_role;

revoke all on function private.set_assignee() from public, anon, authenticated, service_role;

revoke all on function private.signal_booking() from public, anon, authenticated, service_role;

revoke all on function private.staff_of_shop() from public, anon, authenticated, service_role;

revoke all on function private.to_staff_duty(text) from public, anon, authenticated, service_role;

revoke all on function public.invite_staff(text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.invite_staff(text,text,text,text) to authenticated;

revoke all on function public.list_audit(bigint,uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_audit(bigint,uuid) to authenticated;

revoke all on function public.list_staff() from public, anon, authenticated, service_role;
grant execute on function public.list_staff() to authenticated;

revoke all on function public.set_duty(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.set_duty(uuid,text) to authenticated;

revoke all on function public.set_staff_active(uuid,boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_staff_active(uuid,boolean) to authenticated;

revoke all on function public.withdraw_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_invitation(uuid) to authenticated;

revoke all on table private.job_lines from public, anon, authenticated, service_role;

revoke all on table public.booking_signals from public, anon, authenticated, service_role;
grant select on table public.booking_signals to authenticated;

revoke all on table public.colleagues from public, anon, authenticated, service_role;
grant select on table public.colleagues to authenticated;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;

revoke all on table public.staff_bookings from public, anon, authenticated, service_role;
grant select on table public.staff_bookings to authenticated;

revoke all on table public.staff_invitations from public, anon, authenticated, service_role;
grant select on table public.staff_invitations to authenticated;
grant select on table public.staff_invitations to service_role;

insert into public.booking_signals (
  id, created_at, changed_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
)
select id, created_at, updated_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
from public.service_bookings
on conflict (id) do nothing;
