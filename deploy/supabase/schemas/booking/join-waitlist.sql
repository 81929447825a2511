-- Join the waitlist, and leave it.

create function private.limit_waiting(phone text, mode public.service_mode, day date, start time) returns void
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.limit_waiting(text, public.service_mode, date, time) from public, anon, authenticated, service_role;
comment on function private.limit_waiting(text, public.service_mode, date, time) is
  'Raises PT409 in_line when the number already waits for this time, PT429 too_many_waits or too_many_in_line when one more entry would exceed private.limits. The caller holds the locks of the phone and of the day.';

create function public.join_waitlist(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.join_waitlist(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.join_waitlist(jsonb) to anon, authenticated, service_role;
comment on function public.join_waitlist(jsonb) is
  'Joins the waitlist of a full window: {request_id, mode, date, time, items, model, name, phone, email, proof}. Answers state, position (1 is first), the window, and a token to leave with; the same request_id answers the same. Raises PT422 with the field or time_…, email_needed (neither the session nor proof proves the number, so the offer goes by mail; not asked of owners and the desk, who call), PT409 free (the window has a place and can be booked), in_line, PT429 too_many_waits (3 of a number), too_many_in_line (10 of a window), both with details.retry_after.';

create function private.leave_line(entry uuid) returns public.waitlist_state
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.leave_line(uuid) from public, anon, authenticated, service_role;
comment on function private.leave_line(uuid) is
  'Takes an entry off the waitlist; an offered place goes to the next one. Answers its state: claimed or lapsed when it was too late.';

create function public.leave_waitlist(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  entry uuid := (select l.id from public.waitlist l where hash in (l.leave_hash, l.claim_hash));
begin
  if entry is null then
    perform private.reject(404, 'not_in_line');
  end if;
  return jsonb_build_object('state', private.leave_line(entry));
end;
$$;
revoke all on function public.leave_waitlist(text) from public, anon, authenticated, service_role;
grant execute on function public.leave_waitlist(text) to anon, authenticated, service_role;
comment on function public.leave_waitlist(text) is
  'Leaves the waitlist with the token of join_waitlist, or with that of an offer''s link; an offered place goes to the next entry. Answers the state: left, or claimed or lapsed when it was too late to leave. Raises PT404 not_in_line.';
