-- How much one number or one account may ask for. Whoever is refused is told how long: every 429 carries
-- {"retry_after": seconds} in its details. Limits of network addresses are the front's.

create table private.limits (
  name text primary key,
  most int not null check (most > 0)
);
alter table private.limits enable row level security;
revoke all on table private.limits from public, anon, authenticated, service_role;
comment on table private.limits is
  'Figures that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, callbacks_a_day of a number. Admins are exempt.';
insert into private.limits (name, most) values
  ('open_bookings', 5),
  ('bookings_a_day', 10),
  ('open_holds', 2),
  ('holds_an_hour', 30),
  ('holds_of_a_request', 12),
  ('callbacks_a_day', 5);

create function private.most(name text) returns int
language sql stable set search_path = ''
as $$ select l.most from private.limits l where l.name = most.name; $$;
revoke all on function private.most(text) from public, anon, authenticated, service_role;
comment on function private.most(text) is 'The figure of a limit.';

create function private.too_many(code text, message text, until timestamptz) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.fail(429, code, message, jsonb_build_object(
    'retry_after', greatest(1, ceil(extract(epoch from until - private.now())))::int
  )::text);
end;
$$;
revoke all on function private.too_many(text, text, timestamptz) from public, anon, authenticated, service_role;
comment on function private.too_many(text, text, timestamptz) is
  'Refuses with PT429 and, in the details, the seconds until it would be granted.';

-- Bookings ---------------------------------------------------------------------------------------------------------

create function private.limit_bookings_of(phone text, account uuid, at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Two at once of one number or account: the second waits here and counts the first.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- The one of the allowed number that makes room last: when there is one, there is no room.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
    ))[private.most('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.most('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from public.service_bookings b
  where (b.phone = limit_bookings_of.phone or b.user_id = account)
    and (b.starts_at > at or b.created_at > at - interval '1 day');
  if open_until is not null then
    perform private.too_many(
      'too_many_open',
      private.most('open_bookings') || ' bookings are still to come '
        || case when account is null then 'for this number' else 'in this account' end
        || '. For more bikes, call us on ' || private.shop_phone() || '.',
      open_until
    );
  elsif day_until is not null then
    perform private.too_many(
      'too_many_bookings',
      private.most('bookings_a_day') || ' bookings have been made '
        || case when account is null then 'for this number' else 'in this account' end
        || ' since yesterday. For more, call us on ' || private.shop_phone() || '.',
      day_until
    );
  end if;
end;
$$;
revoke all on function private.limit_bookings_of(text, uuid, timestamptz) from public, anon, authenticated, service_role;
comment on function private.limit_bookings_of(text, uuid, timestamptz) is
  'Of a number or else of an account: PT429 too_many_open or too_many_bookings when one more would be more than private.limits allows.';

create function private.limit_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What the shop enters, or a script with the service role, is nobody's flood.
  if coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin() then
    return new;
  end if;
  -- Counted by the clock that all rules reckon with.
  new.created_at := private.now();
  perform private.limit_bookings_of(new.phone, null, new.created_at);
  if new.user_id is not null then
    perform private.limit_bookings_of(null, new.user_id, new.created_at);
  end if;
  return new;
end;
$$;
revoke all on function private.limit_bookings() from public, anon, authenticated, service_role;
comment on function private.limit_bookings() is
  'Trigger: limits what customers book by number and by account. It comes after the lock of the day, so whoever is waited for never waits for this lock in turn.';
create trigger limit_bookings before insert on public.service_bookings
  for each row execute function private.limit_bookings();

-- Holds ------------------------------------------------------------------------------------------------------------

alter table private.slot_holds add column user_id uuid;
create index slot_holds_user on private.slot_holds (user_id, held_at) where user_id is not null;
comment on column private.slot_holds.user_id is 'Who was signed in when it was held; counted, nothing else.';

create function private.limit_holds(request uuid, phone text, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  until timestamptz;
begin
  if public.is_admin() then
    return;
  end if;
  select (array_agg(h.held_at order by h.held_at desc))[private.most('holds_of_a_request')] + interval '1 hour'
  into until from private.slot_holds h where h.request_id = request and h.held_at > at - interval '1 hour';
  if until is null and account is not null then
    perform pg_advisory_xact_lock(hashtextextended('holds of ' || account, 0));
    select (array_agg(h.held_at order by h.held_at desc))[private.most('holds_an_hour')] + interval '1 hour'
    into until from private.slot_holds h where h.user_id = account and h.held_at > at - interval '1 hour';
  end if;
  if until is not null then
    perform private.too_many('too_many', 'You have tried many times. Book without holding the time, or call us on '
      || private.shop_phone() || '.', until);
  end if;

  if limit_holds.phone is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || limit_holds.phone, 0));
    select (array_agg(h.expires_at order by h.expires_at desc))[private.most('open_holds')]
    into until from private.slot_holds h
    where h.phone = limit_holds.phone and h.ended is null and h.expires_at > at and h.request_id <> request;
  end if;
  if until is null and account is not null then
    select (array_agg(h.expires_at order by h.expires_at desc))[private.most('open_holds')]
    into until from private.slot_holds h
    where h.user_id = account and h.held_at > at - interval '1 hour' and h.ended is null and h.expires_at > at
      and h.request_id <> request;
  end if;
  if until is not null then
    perform private.too_many(
      'too_many_holds', private.most('open_holds') || ' times are held for you already. Book one of them first.', until
    );
  end if;
end;
$$;
revoke all on function private.limit_holds(uuid, text, uuid) from public, anon, authenticated, service_role;
comment on function private.limit_holds(uuid, text, uuid) is
  'PT429 too_many or too_many_holds when one more hold of a request, a number or an account would be more than private.limits allows. The caller holds the lock of the request and not yet that of a day.';

create or replace function public.hold_slot(
  request_id text, mode text, date text, start text, items jsonb, model text, phone text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.fail(422, 'request_id', 'Load the page again and choose the time once more');
  elsif hold_slot.mode is null or not exists (select from public.service_modes m where m.mode = hold_slot.mode) then
    perform private.fail(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.fail(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.fail(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.job(hold_slot.items, hold_slot.model, hold_slot.mode);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.fail(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (hold_slot.mode, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- The new place first, then the old one: when the new one is refused, the old one is still held.
  perform private.lock_days(hold_slot.mode, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(hold_slot.mode, day, arrival, job.windows, job.next_day, own.id);
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), hold_slot.mode, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + interval '10 minutes'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

  -- Whoever writes also tidies up what nobody asks for any more, and never waits for it.
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
$$;
comment on function public.hold_slot(text, text, text, text, jsonb, text, text) is
  'Keeps a window for 10 minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), both with details.retry_after.';

-- Calls back -------------------------------------------------------------------------------------------------------

create or replace function public.request_callback(kind text, name text, phone text, details jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.squeeze(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if request_callback.kind is null or request_callback.kind not in ('unlisted_bike', 'unserved_pin', 'message') then
    perform private.fail(422, 'kind', 'Tell us what it is about');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  elsif caller_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  elsif caller_phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif request_callback.kind = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.fail(422, 'bike', 'Enter the brand and model of your bike');
  elsif request_callback.kind = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.fail(422, 'pin', 'Enter a 6-digit PIN');
  elsif request_callback.kind = 'message' and message is null then
    perform private.fail(422, 'message', 'Write what we can do for you');
  elsif char_length(message) > 500 then
    perform private.fail(422, 'message', 'Keep the message to 500 characters');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  select (array_agg(r.created_at order by r.created_at desc))[private.most('callbacks_a_day')] + interval '1 day'
  into until from public.callback_requests r
  where r.phone = caller_phone and r.created_at > private.now() - interval '1 day';
  if until is not null then
    perform private.too_many(
      'too_many', 'We have your number and will call. For anything urgent: ' || private.shop_phone() || '.', until
    );
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    request_callback.kind, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
end;
$$;
comment on function public.request_callback(text, text, text, jsonb) is
  'Leaves a number: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many, details.retry_after). Raises PT422 with the field.';

-- What plpgsql_check had to say ------------------------------------------------------------------------------------

-- Casts that were hidden are written out; nothing else of these functions changes, whatever they are by now.
do $$
declare
  change record;
  definition text;
begin
  for change in
    select * from (values
      ('private', 'price', 'seen text[] := ''{}'';', 'seen text[] := ''{}''::text[];'),
      ('private', 'price', 'lines jsonb := ''[]'';', 'lines jsonb := ''[]''::jsonb;'),
      ('private', 'price', 'refusals jsonb := ''[]'';', 'refusals jsonb := ''[]''::jsonb;'),
      ('private', 'coupon_off', 'coalesce(sum((l ->> ''price'')::int), 0),', 'coalesce(sum((l ->> ''price'')::int), 0)::int,'),
      ('private', 'coupon_off', 'or l ->> ''item_id'' = c.package_slug), 0)', 'or l ->> ''item_id'' = c.package_slug), 0)::int'),
      ('public', 'propose_extra_work', 'coalesce(sum(e.price), 0) into used', 'coalesce(sum(e.price), 0)::int into used'),
      ('public', 'report_client_events', 'select count(*), max(added.id) into', 'select count(*)::int, max(added.id) into')
    ) as changes (schema, name, old, new)
  loop
    for definition in
      select pg_catalog.pg_get_functiondef(p.oid) from pg_catalog.pg_proc p
      where p.pronamespace = change.schema::regnamespace and p.proname = change.name
    loop
      execute replace(definition, change.old, change.new);
    end loop;
  end loop;
end;
$$;
