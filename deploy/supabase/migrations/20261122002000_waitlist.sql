-- The waitlist: who wants a window that is full leaves a number and stands in line for it. A place that frees is held for
-- the first in line whose job fits, for 20 minutes, and a message with a link says so; then it is the next one's.
--
-- An offer is a hold like any other (slot_holds, booking_places), so it can neither be booked over nor exceed the
-- capacity, and create_booking honours it without being told. Entries are changed under the lock of their day only, which
-- is taken after those of requests and phones, as everywhere: so nobody who is waited for waits in turn.

create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  user_id uuid references auth.users (id) on delete set null,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  starts_at timestamptz not null
    generated always as ((booking_date + booking_time) at time zone 'Asia/Kolkata') stored,
  model_id text not null,
  bike_name text not null,
  items jsonb not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  customer_name text not null,
  phone text not null,
  email text,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'claimed', 'lapsed', 'left')),
  created_at timestamptz not null,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  offer_request_id uuid not null unique default gen_random_uuid(),
  leave_hash bytea not null unique,
  claim_hash bytea unique,
  check ((offered_at is null) = (offer_ends_at is null) and (offered_at is null) = (claim_hash is null)),
  check (state not in ('offered', 'claimed') or offered_at is not null)
);
create unique index waitlist_once on public.waitlist (phone, booking_date, booking_time) where state in ('waiting', 'offered');
create index waitlist_line on public.waitlist (booking_date, mode, booking_time, created_at) where state = 'waiting';
create index waitlist_offers on public.waitlist (offer_ends_at) where state = 'offered';
create index waitlist_day on public.waitlist (booking_date);
create index waitlist_user on public.waitlist (user_id);
alter table public.waitlist enable row level security;
revoke all on table public.waitlist from public, anon, authenticated, service_role;
grant select (
  id, user_id, mode, booking_date, booking_time, window_end, starts_at, model_id, bike_name, items, windows,
  customer_name, phone, email, state, created_at, offered_at, offer_ends_at
) on table public.waitlist to authenticated, service_role;
create policy "an admin reads the waitlist" on public.waitlist
  for select to authenticated using ((select public.is_admin()));
comment on table public.waitlist is
  'Who waits for a place in a window, first come first served. Written by join_waitlist, leave_waitlist and private.offer_waitlist_places; deleted a week after the day.';
comment on column public.waitlist.state is
  'waiting; offered: a place is held and the link is sent; claimed: booked with it; lapsed: the offer or the time is over; left: does not want it any more.';
comment on column public.waitlist.offer_request_id is
  'The request id under which the place is held: whoever opens the link books with it. Read by nobody through the API, like the hashes.';

alter table private.slot_holds add column waitlist_id uuid references public.waitlist (id) on delete set null;
create index slot_holds_waitlist on private.slot_holds (waitlist_id) where waitlist_id is not null;
comment on column private.slot_holds.waitlist_id is
  'Held for somebody in line, for 20 minutes and not longer. It has neither phone nor account, so no limit counts it.';

insert into private.limits (name, most) values ('open_waits', 3), ('waits_of_a_window', 10);
comment on table private.limits is
  'Figures that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, callbacks_a_day of a number, open_waits of a number, waits_of_a_window. Admins are exempt.';

-- Words to customers -------------------------------------------------------------------------------------------------

alter table public.message_outbox
  alter column booking_id drop not null,
  add column waitlist_id uuid references public.waitlist (id) on delete cascade,
  add check ((booking_id is null) <> (waitlist_id is null)),
  add check ((kind = 'place_free') = (waitlist_id is not null)),
  drop constraint message_outbox_kind_check,
  add constraint message_outbox_kind_check check (
    kind in (
      'confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work', 'weather',
      'review', 'place_free'
    )
  );
create unique index message_outbox_waitlist on public.message_outbox (waitlist_id, channel) where waitlist_id is not null;
comment on table public.message_outbox is
  'Messages to customers, one row per booking, version, kind and channel, or per entry of the waitlist and channel: none is sent twice. The text is made when it is sent.';

create function private.waitlist_token(entry uuid, purpose text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(purpose || ' ' || entry, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;
revoke all on function private.waitlist_token(uuid, text) from public, anon, authenticated, service_role;
comment on function private.waitlist_token(uuid, text) is
  'What opens an entry of the waitlist: purpose leave, given to who joined, or claim, sent with the offer. 64 hex figures, nowhere stored.';

create function private.is_offered(entry public.waitlist) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return entry.state = 'offered' and private.now() < entry.offer_ends_at; end; $$;
revoke all on function private.is_offered(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.is_offered(public.waitlist) is 'Whether a place is held for this entry at this moment.';

create or replace function private.message_to_send(message bigint, attempt int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
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
    case when w.id is null then private.is_current(m, b) else private.is_offered(w) end
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
        'start', private.hhmm(w.booking_time), 'end', private.hhmm(w.window_end), 'ends_at', w.offer_ends_at
      ),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(d.note, private.weather_words()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$$;
comment on function private.message_to_send(bigint, int) is
  'Asked right before sending: the booking as its customer sees it now, what staff say of the weather of its day (null for the usual rain), or the offered place; and the claim anew for 2 minutes. Null when the message is not to be sent any more (it is dropped then) or another claim has taken it.';

-- Joining and leaving ------------------------------------------------------------------------------------------------

create function private.place_in_line(entry public.waitlist) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.waitlist w
    where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (entry.booking_date, entry.mode, entry.booking_time)
      and (w.created_at, w.id) <= (entry.created_at, entry.id)
  );
end;
$$;
revoke all on function private.place_in_line(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.place_in_line(public.waitlist) is 'Counted from 1; 0 for whoever is not waiting any more and had nobody before him.';

create function private.limit_waiting(phone text, mode text, day date, start time) returns void
language plpgsql set search_path = ''
as $$
declare
  until timestamptz;
begin
  if exists (
    select from public.waitlist w
    where (w.phone, w.booking_date, w.booking_time) = (limit_waiting.phone, day, start) and w.state in ('waiting', 'offered')
  ) then
    perform private.fail(409, 'in_line', 'This number is in line for that time already. We send a link when a place frees up.');
  elsif public.is_admin() then
    return;
  end if;
  select (array_agg(w.starts_at order by w.starts_at desc))[private.most('open_waits')] into until
  from public.waitlist w where w.phone = limit_waiting.phone and w.state in ('waiting', 'offered');
  if until is not null then
    perform private.too_many(
      'too_many_waits', 'This number is in line for ' || private.most('open_waits')
        || ' times already. Leave one of them, or call us on ' || private.shop_phone() || '.', until
    );
  end if;
  select min(w.starts_at) into until from public.waitlist w
  where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (day, limit_waiting.mode, start)
  having count(*) >= private.most('waits_of_a_window');
  if until is not null then
    perform private.too_many('too_many_in_line', 'Many are in line for that time. Choose another one.', until);
  end if;
end;
$$;
revoke all on function private.limit_waiting(text, text, date, time) from public, anon, authenticated, service_role;
comment on function private.limit_waiting(text, text, date, time) is
  'PT409 in_line for a number that waits for this time already, PT429 too_many_waits, too_many_in_line when one more would be more than private.limits allows. The caller holds the locks of the phone and of the day.';

create function private.waitlist_answer(entry public.waitlist, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'state', entry.state, 'position', private.place_in_line(entry), 'mode', entry.mode, 'date', entry.booking_date,
    'start', private.hhmm(entry.booking_time), 'end', private.hhmm(entry.window_end),
    'token', private.waitlist_token(entry.id, 'leave'), 'repeated', repeated
  );
end;
$$;
revoke all on function private.waitlist_answer(public.waitlist, boolean) from public, anon, authenticated, service_role;
comment on function private.waitlist_answer(public.waitlist, boolean) is 'What join_waitlist answers.';

create function public.join_waitlist(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w public.waitlist;
  known public.waitlist;
  job record;
  why text;
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.fail(422, 'request', 'Load the page again and try once more');
  elsif coalesce(request ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  end if;
  w.request_id := private.to_uuid(request ->> 'request_id');
  w.booking_date := private.to_date(request ->> 'date');
  w.booking_time := private.to_time(request ->> 'time');
  w.customer_name := private.clean_name(request ->> 'name');
  w.phone := private.clean_phone(request ->> 'phone');
  w.email := private.clean_email(request ->> 'email');
  select m.mode into w.mode from public.service_modes m where m.mode = request ->> 'mode';
  if w.request_id is null then
    perform private.fail(422, 'request_id', 'Load the page again and try once more');
  elsif w.mode is null then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif w.booking_date is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif w.booking_time is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  elsif w.customer_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  elsif w.phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif w.email is null and private.squeeze(request ->> 'email') is not null then
    perform private.fail(422, 'email', 'Enter an email address like name@example.com');
  end if;

  -- The same request, twice at once or long after: the second waits here and gets the answer of the first.
  perform private.lock_request(w.request_id);
  select * into known from public.waitlist l where l.request_id = w.request_id;
  if known.id is not null then
    return private.waitlist_answer(known, true);
  end if;
  select * into job from private.job(request -> 'items', request ->> 'model', w.mode);

  perform pg_advisory_xact_lock(hashtextextended('waitlist ' || w.phone, 0));
  perform private.lock_day(w.mode, w.booking_date);
  if w.booking_date between private.today() and private.horizon() then
    select s.why, s.ends into why, w.window_end
    from private.slots(w.mode, w.booking_date, w.booking_date, job.windows, job.next_day) s where s.starts = w.booking_time;
  end if;
  if why is distinct from 'full' then
    -- Says what is wrong with the time, if anything is.
    perform private.check_slot(w.mode, w.booking_date, w.booking_time, job.windows, job.next_day);
    perform private.fail(409, 'free', 'That time is free now. Choose it and book.');
  end if;
  perform private.limit_waiting(w.phone, w.mode, w.booking_date, w.booking_time);

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
  'Stands in line for a window that is full: {request_id, mode, date, time, items, model, name, phone, email}. Answers state, position (1 is first), the window, and a token to leave with; the same request_id answers the same. Raises PT422 with the field or time_…, PT409 free (just book it), in_line, PT429 too_many_waits (3 of a number), too_many_in_line (10 of a window), both with details.retry_after.';

create function public.leave_waitlist(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash bytea := private.hash_token(coalesce(token, ''));
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  if w.id is null then
    perform private.fail(404, 'not_found', 'We do not know this link. You are not in line with it.');
  end if;
  -- Also where no place is offered yet: it may be by the time the day is locked.
  perform private.lock_request(w.offer_request_id);
  perform private.lock_day(w.mode, w.booking_date);
  update public.waitlist l set state = 'left' where l.id = w.id and l.state in ('waiting', 'offered') returning * into w;
  if found then
    select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
    if held.id is not null then
      perform private.end_hold(held, 'released');
    end if;
  else
    select * into w from public.waitlist l where hash in (l.leave_hash, l.claim_hash);
  end if;
  return jsonb_build_object('state', w.state);
end;
$$;
revoke all on function public.leave_waitlist(text) from public, anon, authenticated, service_role;
grant execute on function public.leave_waitlist(text) to anon, authenticated, service_role;
comment on function public.leave_waitlist(text) is
  'Leaves the line with the token of join_waitlist, or gives an offered place back with that of the link; the next one gets it. Answers the state: left, or claimed or lapsed when it was too late to leave. Raises PT404 not_found.';

-- Offering -----------------------------------------------------------------------------------------------------------

create function private.offer_places_of(mode text, day date) returns int
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Kinds of jobs for which there is no place.
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
      moment, moment + interval '20 minutes', entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail', entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
end;
$$;
revoke all on function private.offer_places_of(text, date) from public, anon, authenticated, service_role;
comment on function private.offer_places_of(text, date) is
  'Ends what is over in the lines of a mode''s day and offers its free places, first come first served: whoever''s job does not fit lets the next one pass. Answers how many entries changed. The caller holds the lock of the day.';

create function private.offer_waitlist_places() returns int
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  line record;
  done int := 0;
begin
  -- Names and numbers are of no use any more. Of several workers none waits for another.
  delete from public.waitlist w where w.id in (
    select o.id from public.waitlist o where o.booking_date < private.today() - 7
    order by o.booking_date limit 100 for update skip locked
  );
  -- Without a lock first: most of the time there is nothing to do. In the order in which days are locked everywhere.
  for line in
    select w.booking_date as day, w.mode from public.waitlist w
    where w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment
    union
    select w.booking_date, w.mode
    from (
      select distinct l.booking_date, l.mode, l.booking_time, l.windows, l.next_day
      from public.waitlist l where l.state = 'waiting' and l.starts_at > moment
    ) w,
      lateral private.slots(w.mode, w.booking_date, w.booking_date, w.windows, w.next_day) s
    where s.starts = w.booking_time and s.free > 0
    order by 1, 2
  loop
    perform private.lock_day(line.mode, line.day);
    done := private.offer_places_of(line.mode, line.day);
    -- One day in a transaction: nobody's booking waits for the lines of other days.
    exit when done > 0;
  end loop;
  return done;
end;
$$;
revoke all on function private.offer_waitlist_places() from public, anon, authenticated, service_role;
comment on function private.offer_waitlist_places() is
  'Workers call it until it answers 0: offers that were not taken are over, free places go to the first in line, and what is a week past is deleted. One day at a time; several may run at once.';

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.waitlist w set state = case new.ended when 'booked' then 'claimed' else 'lapsed' end
  where w.id = new.waitlist_id and w.state in ('offered', 'lapsed');
  return null;
end;
$$;
revoke all on function private.end_offer() from public, anon, authenticated, service_role;
comment on function private.end_offer() is
  'Trigger on holds: an offered place was booked, or given up for another time. Whoever ends a hold has the lock of its day.';
create trigger end_offer after update of ended on private.slot_holds
  for each row when (new.waitlist_id is not null and old.ended is null and new.ended is not null)
  execute function private.end_offer();

-- When workers wake --------------------------------------------------------------------------------------------------

create function private.tell_of_free_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.waitlist w
    where w.booking_date = old.booking_date and w.mode = old.mode and w.state = 'waiting'
  ) then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$$;
revoke all on function private.tell_of_free_place() from public, anon, authenticated, service_role;
comment on function private.tell_of_free_place() is 'Trigger: a place is given back on a day for which somebody is in line.';
create trigger tell_of_free_place after delete on public.booking_places
  for each row execute function private.tell_of_free_place();

create function private.tell_of_more_places() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.waitlist w where w.state = 'waiting') then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$$;
revoke all on function private.tell_of_more_places() from public, anon, authenticated, service_role;
comment on function private.tell_of_more_places() is
  'Trigger: somebody has joined a line, or hours, places or the weather have changed while somebody is in one.';
create trigger tell_of_more_places after insert on public.waitlist
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.capacities
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.closures
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.weather_days
  for each statement execute function private.tell_of_more_places();
create trigger tell_of_more_places after insert or update or delete on public.business_hours
  for each statement execute function private.tell_of_more_places();

create or replace function private.seconds_to_next_message() returns double precision
language sql stable set search_path = ''
as $$
  select extract(epoch from least(
    (select min(greatest(m.next_try_at, m.claimed_until)) from public.message_outbox m where m.status = 'waiting'),
    (select min(w.offer_ends_at) from public.waitlist w where w.state = 'offered'),
    -- What is held or not paid yet for a day with a line runs out then.
    (
      select min(p.held_until) from public.booking_places p
      where p.held_until > private.now() and exists (
        select from public.waitlist w
        where w.booking_date = p.booking_date and w.mode = p.mode and w.state = 'waiting'
      )
    )
  ) - private.now())::double precision;
$$;
comment on function private.seconds_to_next_message() is
  'How long a worker may sleep: until a message is due, an offer of the waitlist ends, or a place that somebody waits for runs out. Null when nothing waits.';

-- Claiming -----------------------------------------------------------------------------------------------------------

create function private.offered_job(entry public.waitlist) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.hhmm(entry.booking_time),
      'end', private.hhmm(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int
        ) order by n)
        from jsonb_array_elements((select j.quote -> 'lines' from private.job(entry.items, m.id, entry.mode) j))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
end;
$$;
revoke all on function private.offered_job(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.offered_job(public.waitlist) is
  'The window and the cart somebody is in line with, at the prices of today. Raises PT422 items when something is not sold any more.';

create function public.get_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.claim_hash = private.hash_token(coalesce(token, ''));
  if w.id is null then
    perform private.fail(404, 'not_found', 'We do not know this link. It may be cut off.');
  elsif w.state = 'claimed' then
    perform private.fail(409, 'claimed', 'You have booked this time. The link to your booking is in the message we sent you.');
  end if;
  select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  if not private.is_offered(w) or held.id is null then
    perform private.fail(409, 'offer_over', 'This offer is over: the place was kept until '
      || to_char(w.offer_ends_at at time zone 'Asia/Kolkata', 'HH24:MI') || '.',
      (private.offered_job(w) || jsonb_build_object(
        'ended_at', w.offer_ends_at,
        'alternatives', private.nearest_free(w.mode, w.booking_date, w.booking_time, w.windows, w.next_day)
      ))::text);
  end if;
  return private.offered_job(w) || jsonb_build_object(
    'request_id', w.offer_request_id, 'name', w.customer_name, 'phone', w.phone, 'email', w.email,
    'hold', private.hold_state(held)
  );
end;
$$;
revoke all on function public.get_offer(text) from public, anon, authenticated, service_role;
grant execute on function public.get_offer(text) to anon, authenticated, service_role;
comment on function public.get_offer(text) is
  'The place that a claim link offers: mode, window, cart with the bike, name and number, how long it is kept (hold), and the request_id with which create_booking books it. Raises PT404 not_found, PT409 claimed, PT409 offer_over (details: the same window and cart, and the nearest free times).';
