set check_function_bodies = off;

CREATE TYPE "public"."call_outcome" AS ENUM ('reached', 'no_answer', 'not_wanted', 'booked');

REVOKE ALL ("handled_at") ON TABLE "public"."callback_requests" FROM "authenticated";

DROP POLICY "owners and the desk tick off call-back requests" ON "public"."callback_requests";

DROP VIEW "public"."staff_callbacks";

DROP VIEW "public"."staff_waitlist";

ALTER TABLE "public"."waitlist" DROP CONSTRAINT "waitlist_check1";

CREATE TABLE "public"."customer_calls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "phone" text NOT NULL, "called_at" timestamp with time zone NOT NULL, "called_by" uuid, "about" text, "booking_id" uuid, CONSTRAINT "customer_calls_about_check" CHECK ((char_length(about) <= 200)), CONSTRAINT "customer_calls_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."customer_calls" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "phone" text NOT NULL, "note" text NOT NULL, "written_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_notes_note_check" CHECK (((char_length(btrim(note)) >= 2) AND (char_length(btrim(note)) <= 300))), CONSTRAINT "customer_notes_phone_check" CHECK ((phone ~ '^\+91[6-9][0-9]{9}$'::text)), CONSTRAINT "customer_notes_pkey" PRIMARY KEY (id), "written_by" uuid DEFAULT auth.uid());

ALTER TABLE "public"."customer_notes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."desk_reminders" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "phone" text, "words" text NOT NULL, "due_at" timestamp with time zone NOT NULL, "done_at" timestamp with time zone, CONSTRAINT "desk_reminders_phone_check" CHECK ((phone ~ '^\+91[6-9][0-9]{9}$'::text)), CONSTRAINT "desk_reminders_pkey" PRIMARY KEY (id), CONSTRAINT "desk_reminders_words_check" CHECK (((char_length(btrim(words)) >= 2) AND (char_length(btrim(words)) <= 200))), "user_id" uuid NOT NULL DEFAULT auth.uid());

ALTER TABLE "public"."desk_reminders" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."callback_requests" ADD COLUMN "tries" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."callback_requests" ADD COLUMN "tried_at" timestamp with time zone;

ALTER TABLE "public"."waitlist" ADD COLUMN "tries" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."waitlist" ADD COLUMN "tried_at" timestamp with time zone;

ALTER TABLE "public"."callback_requests" ADD COLUMN "outcome" public.call_outcome;

-- Until now ticking off was the only way to close a request.
UPDATE public.callback_requests SET outcome = 'reached' WHERE handled_at IS NOT NULL;

ALTER TABLE "public"."customer_calls" ADD COLUMN "outcome" public.call_outcome NOT NULL;

CREATE OR REPLACE FUNCTION private.close_wish(booking public.service_bookings, request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked public.callback_requests;
  entry public.waitlist;
begin
  update public.callback_requests c set handled_at = private.now(), outcome = 'booked'
  where c.id = private.to_uuid(request ->> 'callback') and c.handled_at is null returning * into asked;
  update public.waitlist w set state = 'claimed'
  where w.id = private.to_uuid(request ->> 'waiting') and w.state = 'waiting' returning * into entry;
  if asked.id is not null or entry.id is not null then
    insert into public.customer_calls (phone, called_at, called_by, about, outcome, booking_id)
    values (
      coalesce(asked.phone, entry.phone), private.now(), auth.uid(),
      coalesce(left(private.clean_text(coalesce(asked.message, asked.bike, asked.pin)), 200), 'Waits for a place'),
      'booked', booking.id
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.leave_line(entry uuid)
 RETURNS public.waitlist_state
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.id = entry;
  -- Lock the request even without an offer: one may be made before the day is locked.
  perform private.lock_request(w.offer_request_id);
  perform private.lock_day(w.mode, w.booking_date);
  update public.waitlist l set state = 'left' where l.id = w.id and l.state in ('waiting', 'offered');
  if found then
    select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
    if held.id is not null then
      perform private.end_hold(held, 'released');
    end if;
  end if;
  return (select l.state from public.waitlist l where l.id = w.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_places_of(mode public.service_mode, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz := moment + (select s.offer_minutes from public.shop s) * interval '1 minute';
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Start, windows and next_day of jobs that fit no free place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
    -- Not one that the desk is booking at this moment, maybe for another day.
    for update skip locked
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, until, entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail'::public.message_channel, entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.staff_name(user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (select s.name from public.staff s where s.user_id = staff_name.user_id); end; $function$;

CREATE OR REPLACE FUNCTION private.to_call_outcome(value text)
 RETURNS public.call_outcome
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.call_outcome)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION public.create_booking(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  origin public.booking_origin;
  bikes int;
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
  origin := private.read_origin(request);

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b
    where b.request_id = private.kept_request(private.to_uuid(request ->> 'request_id'));
    if done.id is not null then
      -- Who knows the request of a caller's booking but isn't the desk must not get its link.
      if (done.origin = 'web') <> (origin = 'web')
        or (origin = 'web' and done.user_id is not null and done.user_id is distinct from caller)
      then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.origin := origin;
  wanted.user_id := case when origin = 'web' then caller else private.account_of_number(wanted.phone) end;
  wanted.group_id := case when origin <> 'web' then private.to_uuid(request ->> 'group_id') end;
  proven := private.is_exempt() or private.is_caller_proven(wanted.phone, request ->> 'proof');
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.reject(422, 'gstin');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null or (wanted.pay_by = 'online' and origin <> 'web') then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  if wanted.group_id is null and origin <> 'web' and private.clean_text(request ->> 'group_id') is not null then
    perform private.reject(422, 'group_id');
  elsif wanted.group_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('group ' || wanted.group_id, 0));
    perform private.check_group(wanted);
  end if;
  bikes := 1 + private.bikes_of_group(wanted.group_id);
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  wanted.coupon_code := case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end;
  wanted.minutes := job.minutes;
  wanted.windows := job.windows;
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null, bikes
    );
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  if not proven and wanted.discount > 0 and exists (
    select from public.coupons c where c.code = wanted.coupon_code and c.first_booking
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

  done := private.write_booking(wanted, job.quote -> 'lines');
  update public.declined_work d set booked_with = done.id
  from jsonb_array_elements(job.quote -> 'lines') l where d.id = private.to_uuid(l ->> 'declined');
  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  if origin = 'web' then
    perform private.keep_proof(done.phone, request ->> 'proof');
  else
    perform private.close_wish(done, request);
  end if;
  if done.origin <> 'web' and exists (
    select from public.coupons c where c.code = done.coupon_code and c.min_bikes > 1
  ) then
    perform private.discount_group(done);
  end if;
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_customer(phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dialled text := private.clean_phone(get_customer.phone);
begin
  perform private.require_duty('owner', 'desk');
  if dialled is null then
    perform private.reject(422, 'phone');
  end if;
  return jsonb_build_object(
    'phone', dialled,
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'number', b.number, 'status', private.effective_status(b), 'booking_date', b.booking_date,
        'bike_name', b.bike_name, 'vehicle_number', b.vehicle_number, 'work', private.last_work(b),
        'amount', coalesce(b.final_price, b.estimated_price)
      ) order by b.starts_at desc), '[]')
      from (
        select * from public.service_bookings s where s.phone = dialled and s.status <> 'expired'
        order by s.starts_at desc limit 20
      ) b
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'note', n.note, 'at', n.written_at, 'by', private.staff_name(n.written_by)
      ) order by n.written_at desc), '[]')
      from public.customer_notes n where n.phone = dialled
    ),
    'calls', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'at', c.called_at, 'by', private.staff_name(c.called_by), 'about', c.about, 'outcome', c.outcome,
        'booking', (select b.number from public.service_bookings b where b.id = c.booking_id)
      ) order by c.called_at desc), '[]')
      from (select * from public.customer_calls l where l.phone = dialled order by l.called_at desc limit 20) c
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'channel', m.channel, 'status', m.status, 'at', coalesce(m.sent_at, m.due_at),
        'booking', m.number
      ) order by coalesce(m.sent_at, m.due_at) desc, m.id desc), '[]')
      from (
        select o.id, o.kind, o.channel, o.status, o.sent_at, o.due_at, b.number
        from public.message_outbox o join public.service_bookings b on b.id = o.booking_id
        where b.phone = dialled and o.status <> 'dropped'
        order by coalesce(o.sent_at, o.due_at) desc, o.id desc limit 20
      ) m
    ),
    'email', (
      select b.email from public.service_bookings b where b.phone = dialled and b.email is not null
      order by b.created_at desc limit 1
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.leave_waitlist(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  entry uuid := (select l.id from public.waitlist l where hash in (l.leave_hash, l.claim_hash));
begin
  if entry is null then
    perform private.reject(404, 'not_in_line');
  end if;
  return jsonb_build_object('state', private.leave_line(entry));
end;
$function$;

CREATE OR REPLACE FUNCTION public.log_call(outcome text, phone text DEFAULT NULL::text, callback text DEFAULT NULL::text, waiting text DEFAULT NULL::text, about text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done public.customer_calls;
  asked public.callback_requests;
  entry public.waitlist;
begin
  perform private.require_duty('owner', 'desk');
  done.outcome := private.to_call_outcome(log_call.outcome);
  done.about := private.clean_text(log_call.about);
  if done.outcome is null or done.outcome = 'booked' then
    perform private.reject(422, 'outcome');
  elsif char_length(done.about) > 200 then
    perform private.reject(422, 'call_about');
  end if;
  if log_call.callback is not null then
    select * into asked from public.callback_requests c where c.id = private.to_uuid(log_call.callback) for update;
    if asked.id is null then
      perform private.reject(404, 'unknown_wish');
    elsif asked.handled_at is not null then
      perform private.reject(409, 'wish_closed');
    end if;
    done.phone := asked.phone;
    done.about := coalesce(done.about, left(private.clean_text(coalesce(asked.message, asked.bike, asked.pin)), 200));
    update public.callback_requests c set
      tries = c.tries + (done.outcome = 'no_answer')::int,
      tried_at = case when done.outcome = 'no_answer' then private.now() else c.tried_at end,
      handled_at = case when done.outcome <> 'no_answer' then private.now() end,
      outcome = case when done.outcome <> 'no_answer' then done.outcome end
    where c.id = asked.id;
  elsif log_call.waiting is not null then
    select * into entry from public.waitlist w where w.id = private.to_uuid(log_call.waiting);
    if entry.id is null then
      perform private.reject(404, 'unknown_wish');
    elsif entry.state not in ('waiting', 'offered')
      or (done.outcome = 'not_wanted' and private.leave_line(entry.id) <> 'left')
    then
      perform private.reject(409, 'wish_closed');
    end if;
    done.phone := entry.phone;
    done.about := coalesce(done.about, 'Waits for a place');
    if done.outcome = 'no_answer' then
      update public.waitlist w set tries = w.tries + 1, tried_at = private.now() where w.id = entry.id;
    end if;
  else
    done.phone := private.clean_phone(log_call.phone);
    if done.phone is null then
      perform private.reject(422, 'phone');
    end if;
  end if;
  insert into public.customer_calls (phone, called_at, called_by, about, outcome)
  values (done.phone, private.now(), auth.uid(), done.about, done.outcome) returning * into done;
  return jsonb_build_object('id', done.id, 'called_at', done.called_at, 'outcome', done.outcome);
end;
$function$;

ALTER TABLE "public"."callback_requests" ADD CONSTRAINT "callback_requests_check" CHECK (((handled_at IS NULL) = (outcome IS NULL)));

ALTER TABLE "public"."callback_requests" ADD CONSTRAINT "callback_requests_outcome_check" CHECK ((outcome <> 'no_answer'::public.call_outcome));

ALTER TABLE "public"."customer_calls" ADD CONSTRAINT "customer_calls_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE SET NULL;

ALTER TABLE "public"."customer_calls" ADD CONSTRAINT "customer_calls_called_by_fkey" FOREIGN KEY (called_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."waitlist" ADD CONSTRAINT "waitlist_check1" CHECK (((state <> 'offered'::public.waitlist_state) OR (offered_at IS NOT NULL)));

CREATE VIEW "public"."staff_callbacks" WITH (security_barrier=true) AS  SELECT c.id,
    c.kind,
    c.name,
    c.bike,
    c.pin,
    c.message,
    c.created_at,
    c.handled_at,
    c.tries,
    c.tried_at,
    c.outcome,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN c.phone
            ELSE NULL::text
        END AS phone
   FROM (public.callback_requests c
     CROSS JOIN ( SELECT ( SELECT public.my_duty() AS my_duty) AS duty) reader)
  WHERE (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

CREATE VIEW "public"."staff_waitlist" WITH (security_barrier=true) AS  SELECT w.id,
    w.mode,
    w.booking_date,
    w.booking_time,
    w.window_end,
    w.starts_at,
    w.model_id,
    w.bike_name,
    w.items,
    w.windows,
    w.customer_name,
    w.state,
    w.created_at,
    w.offered_at,
    w.offer_ends_at,
    w.tries,
    w.tried_at,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN w.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty])) THEN w.email
            ELSE NULL::text
        END AS email
   FROM (public.waitlist w
     CROSS JOIN ( SELECT ( SELECT public.my_duty() AS my_duty) AS duty) reader)
  WHERE (reader.duty = ANY (ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'accountant'::public.staff_duty]));

CREATE INDEX customer_calls_booking ON public.customer_calls USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX customer_calls_called_by ON public.customer_calls USING btree (called_by);

CREATE INDEX customer_calls_phone ON public.customer_calls USING btree (phone, called_at);

CREATE INDEX customer_notes_phone ON public.customer_notes USING btree (phone, written_at);

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.customer_calls FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.customer_notes FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.desk_reminders FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

CREATE POLICY "owners and the desk read calls" ON "public"."customer_calls" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk read notes" ON "public"."customer_notes" FOR SELECT TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk remove notes" ON "public"."customer_notes" FOR DELETE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk write notes" ON "public"."customer_notes" FOR INSERT TO "authenticated" WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."callback_requests";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."waitlist";

COMMENT ON COLUMN "public"."callback_requests"."tries" IS 'How often nobody answered; the last time is tried_at.';

COMMENT ON COLUMN "public"."waitlist"."state" IS 'waiting; offered: a place is held and the link is sent; claimed: booked with it, or by the desk; lapsed: the offer has expired or the time has passed; left: the customer left the waitlist.';

COMMENT ON COLUMN "public"."waitlist"."tries" IS 'How often the desk called and nobody answered; the last time is tried_at.';

COMMENT ON FUNCTION "private"."close_wish"(public.service_bookings, jsonb) IS 'Closes the call-back request or the entry of the waitlist that staff answer with a booking. What was closed before stays as it is.';

COMMENT ON FUNCTION "private"."leave_line"(uuid) IS 'Takes an entry off the waitlist; an offered place goes to the next one. Answers its state: claimed or lapsed when it was too late.';

COMMENT ON FUNCTION "private"."staff_name"(uuid) IS 'The name of a person of the shop, also after they have left.';

COMMENT ON FUNCTION "private"."to_call_outcome"(text) IS 'How a call ended, or null.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Creates a booking: validates every field, prices the cart again, takes the places (a hold under the same request_id is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it. Raises PT403, PT422 on_behalf, group_id.';

COMMENT ON FUNCTION "public"."get_customer"(text) IS 'For owners and the desk: the card of a customer by number, beside get_caller. The last 20 bookings, calls and messages, all notes, and where mail goes. Raises PT403, PT422 phone.';

COMMENT ON FUNCTION "public"."log_call"(text, text, text, text, text) IS 'Owners and the desk write down a call: to a number, or for a call-back request or an entry of the waitlist. outcome is reached, no_answer or not_wanted. A request that was reached or is not wanted is closed, and who does not want to wait leaves the waitlist; with no_answer both stay, with the time of the try. Raises PT403 forbidden, PT404 unknown_wish, PT409 wish_closed, PT422 outcome, phone, call_about.';

COMMENT ON TABLE "public"."callback_requests" IS 'Requests for a call: a bike we do not list, a PIN we do not serve yet, or a message. Written by request_callback, closed by log_call, or as booked by the booking that was made of it.';

COMMENT ON TABLE "public"."customer_calls" IS 'Calls with customers: who, when, about what, and how it ended. Written by log_call, and by create_booking for a request that was booked.';

COMMENT ON TABLE "public"."customer_notes" IS 'What owners and the desk remember of a customer: the dog at the gate, call after six. Customers may ask to read it.';

COMMENT ON TABLE "public"."desk_reminders" IS 'What a person at the desk wants to be told at a time. Theirs alone; it comes up on the board when it is due.';

COMMENT ON TYPE "public"."call_outcome" IS 'How a call with a customer ended. booked is written by the booking that was made of it.';

COMMENT ON VIEW "public"."staff_callbacks" IS 'Call-back requests as staff but mechanics read them; with the phone for owners and the desk.';

COMMENT ON VIEW "public"."staff_waitlist" IS 'The waitlist as staff but mechanics read it; with phone and e-mail for owners and the desk.';

REVOKE ALL ON FUNCTION "private"."close_wish"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_line"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_call_outcome"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_customer"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_customer"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."log_call"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."log_call"(text, text, text, text, text) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."customer_calls" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."customer_calls" TO "service_role";

GRANT INSERT ("note") ON TABLE "public"."customer_notes" TO "authenticated";

GRANT INSERT ("phone") ON TABLE "public"."customer_notes" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."customer_notes" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."customer_notes" TO "service_role";

GRANT UPDATE ("done_at") ON TABLE "public"."desk_reminders" TO "authenticated";

GRANT INSERT ("due_at") ON TABLE "public"."desk_reminders" TO "authenticated";

GRANT INSERT ("phone") ON TABLE "public"."desk_reminders" TO "authenticated";

GRANT INSERT ("words") ON TABLE "public"."desk_reminders" TO "authenticated";

GRANT SELECT ON TABLE "public"."desk_reminders" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."desk_reminders" TO "service_role";

REVOKE ALL ("tried_at") ON TABLE "public"."waitlist" FROM "authenticated";

GRANT SELECT ("tried_at") ON TABLE "public"."waitlist" TO "authenticated";

REVOKE ALL ("tries") ON TABLE "public"."waitlist" FROM "authenticated";

GRANT SELECT ("tries") ON TABLE "public"."waitlist" TO "authenticated";

REVOKE ALL ("tried_at") ON TABLE "public"."waitlist" FROM "service_role";

GRANT SELECT ("tried_at") ON TABLE "public"."waitlist" TO "service_role";

REVOKE ALL ("tries") ON TABLE "public"."waitlist" FROM "service_role";

GRANT SELECT ("tries") ON TABLE "public"."waitlist" TO "service_role";

GRANT SELECT ON TABLE "public"."staff_callbacks" TO "authenticated";

GRANT SELECT ON TABLE "public"."staff_waitlist" TO "authenticated";

ALTER TABLE "public"."customer_notes" ADD CONSTRAINT "customer_notes_written_by_fkey" FOREIGN KEY (written_by) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX customer_notes_written_by ON public.customer_notes USING btree (written_by);

ALTER TABLE "public"."desk_reminders" ADD CONSTRAINT "desk_reminders_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX desk_reminders_open ON public.desk_reminders USING btree (user_id, due_at) WHERE (done_at IS NULL);

CREATE POLICY "owners and the desk read their reminders" ON "public"."desk_reminders" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)));

CREATE POLICY "owners and the desk remind themselves" ON "public"."desk_reminders" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty)));

CREATE POLICY "owners and the desk tick off their reminders" ON "public"."desk_reminders" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

reset check_function_bodies;

revoke all on function private.close_wish(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.leave_line(uuid) from public, anon, authenticated, service_role;

revoke all on function private.staff_name(uuid) from public, anon, authenticated, service_role;

revoke all on function private.to_call_outcome(text) from public, anon, authenticated, service_role;

revoke all on function public.get_customer(text) from public, anon, authenticated, service_role;
grant execute on function public.get_customer(text) to authenticated;
grant execute on function public.get_customer(text) to service_role;

revoke all on function public.log_call(text,text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.log_call(text,text,text,text,text) to authenticated;
grant execute on function public.log_call(text,text,text,text,text) to service_role;

revoke all on table public.customer_calls from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.customer_calls to service_role;
grant select on table public.customer_calls to authenticated;

revoke all on table public.customer_notes from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.customer_notes to service_role;
grant delete, select on table public.customer_notes to authenticated;
grant insert (phone, note) on table public.customer_notes to authenticated;

revoke all on table public.desk_reminders from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.desk_reminders to service_role;
grant select on table public.desk_reminders to authenticated;
grant insert (phone, words, due_at) on table public.desk_reminders to authenticated;
grant update (done_at) on table public.desk_reminders to authenticated;

revoke all on table public.staff_callbacks from public, anon, authenticated, service_role;
grant select on table public.staff_callbacks to authenticated;

revoke all on table public.staff_waitlist from public, anon, authenticated, service_role;
grant select on table public.staff_waitlist to authenticated;

revoke all on type public.call_outcome from public, anon, authenticated, service_role;
grant usage on type public.call_outcome to public;
