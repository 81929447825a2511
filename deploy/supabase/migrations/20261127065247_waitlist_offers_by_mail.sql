set check_function_bodies = off;

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
    from (
      values ('mail'::public.message_channel, entry.email),
        ('sms', case when private.is_number_proven(entry.phone) then entry.phone end)
    ) as way (channel, recipient)
    where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
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
    and not exists (select from public.service_bookings b where b.id = message.booking_id and b.user_id is not null);
end;
$function$;

CREATE OR REPLACE FUNCTION public.join_waitlist(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.waitlist;
  known public.waitlist;
  proof text := request ->> 'proof';
  job record;
  why text;
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  elsif coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;
  w.request_id := private.to_uuid(request ->> 'request_id');
  w.booking_date := private.to_date(request ->> 'date');
  w.booking_time := private.to_time(request ->> 'time');
  w.customer_name := private.clean_name(request ->> 'name');
  w.phone := private.clean_phone(request ->> 'phone');
  w.email := private.clean_email(request ->> 'email');
  select m.mode into w.mode from public.service_modes m where m.mode = private.to_service_mode(request ->> 'mode');
  if w.request_id is null then
    perform private.reject(422, 'request');
  elsif w.mode is null then
    perform private.reject(422, 'mode');
  elsif w.booking_date is null then
    perform private.reject(422, 'date');
  elsif w.booking_time is null then
    perform private.reject(422, 'time');
  elsif w.customer_name is null then
    perform private.reject(422, 'name');
  elsif w.phone is null then
    perform private.reject(422, 'phone');
  elsif w.email is null and private.clean_text(request ->> 'email') is not null then
    perform private.reject(422, 'email');
  -- Messages go to proven numbers only. That somebody else has proven the number does not count here: the answer would
  -- tell strangers whose numbers we know.
  elsif w.email is null and not private.is_caller_proven(w.phone, proof) and not public.has_duty('owner', 'desk') then
    perform private.reject(422, 'email_needed');
  end if;

  -- A repeated request waits here and gets the answer of the first one.
  perform private.lock_request(w.request_id);
  select * into known from public.waitlist l where l.request_id = w.request_id;
  if known.id is not null then
    return private.waitlist_answer(known, true);
  end if;
  select * into job from private.plan_job(request -> 'items', request ->> 'model', w.mode);

  perform pg_advisory_xact_lock(hashtextextended('waitlist ' || w.phone, 0));
  perform private.lock_day(w.mode, w.booking_date);
  if w.booking_date between private.today() and private.last_bookable_day() then
    select s.why, s.ends into why, w.window_end
    from private.slots(w.mode, w.booking_date, w.booking_date, job.windows, job.next_day) s where s.starts = w.booking_time;
  end if;
  if why is distinct from 'full' then
    -- Raises the reason when the time cannot be booked.
    perform private.check_slot(w.mode, w.booking_date, w.booking_time, job.windows, job.next_day);
    perform private.reject(409, 'free');
  end if;
  perform private.limit_waiting(w.phone, w.mode, w.booking_date, w.booking_time);

  perform private.keep_proof(w.phone, proof);
  w.id := gen_random_uuid();
  insert into public.waitlist (
    id, request_id, user_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
    customer_name, phone, email, created_at, leave_hash
  )
  select
    w.id, w.request_id, auth.uid(), w.mode, w.booking_date, w.booking_time, w.window_end, m.id, b.name || ' ' || m.name, (
      select jsonb_agg(jsonb_build_object('id', l ->> 'item_id', 'quantity', (l ->> 'quantity')::int) order by n)
      from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n) where l ->> 'package_type' <> 'pickup'
    ), job.windows, job.next_day, w.customer_name, w.phone, w.email, private.now(),
    private.hash_token(private.waitlist_token(w.id, 'leave'))
  from public.models m join public.brands b on b.slug = m.brand_slug where m.id = request ->> 'model'
  returning * into w;
  return private.waitlist_answer(w, false);
end;
$function$;

COMMENT ON FUNCTION "private"."offer_places_of"(public.service_mode, date) IS 'Ends lapsed entries of a mode''s day and offers its free places, first come first served. An entry whose job does not fit is skipped. The offer goes by mail, and by SMS when the number is proven; without either the desk calls. Answers how many entries changed. The caller holds the lock of the day.';

COMMENT ON FUNCTION "public"."join_waitlist"(jsonb) IS 'Joins the waitlist of a full window: {request_id, mode, date, time, items, model, name, phone, email, proof}. Answers state, position (1 is first), the window, and a token to leave with; the same request_id answers the same. Raises PT422 with the field or time_…, email_needed (neither the session nor proof proves the number, so the offer goes by mail; not asked of owners and the desk, who call), PT409 free (the window has a place and can be booked), in_line, PT429 too_many_waits (3 of a number), too_many_in_line (10 of a window), both with details.retry_after.';

reset check_function_bodies;
