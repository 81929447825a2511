-- Three things that were left open. Somebody with fresh browser tokens from many addresses could keep every place of the
-- calendar: holds of guests now leave half of a window to whoever books. On Supabase nobody counted network addresses:
-- a function that PostgREST calls before each request can. And the history of a booking could be cut or passed by.

-- Holds of guests --------------------------------------------------------------------------------------------------

insert into private.limits (name, most) values ('guest_holds_percent', 50);
comment on table private.limits is
  'Figures that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, callbacks_a_day of a number, open_waits of a number, waits_of_a_window. Admins are exempt.';

create function private.limit_guest_holds(mode text, day date, first_start time, windows int, own uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- The one of the allowed number that ends last: when there is one, there is no room.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.most('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  if until is not null then
    perform private.too_many(
      'held_by_many', 'Many are choosing this time. You can book it without having it kept, or take another.', until
    );
  end if;
end;
$$;
revoke all on function private.limit_guest_holds(text, date, time, int, uuid)
  from public, anon, authenticated, service_role;
comment on function private.limit_guest_holds(text, date, time, int, uuid) is
  'PT429 held_by_many when guests hold their share of a window already (half of its places, rounded up): a browser token costs nothing, and neither does a number that is only typed. The caller holds the lock of the day; own is the hold that is being replaced.';

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
  if auth.uid() is null then
    perform private.limit_guest_holds(hold_slot.mode, day, arrival, job.windows, own.id);
  end if;
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
  'Keeps a window for 10 minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window), all with details.retry_after.';

-- Network addresses, on Supabase -------------------------------------------------------------------------------------

create table private.call_limits (
  name text primary key,
  calls text[] not null,
  counted_by text not null check (counted_by in ('address', 'user')),
  most int not null check (most > 0),
  per_seconds int not null check (per_seconds > 0)
);
alter table private.call_limits enable row level security;
revoke all on table private.call_limits from public, anon, authenticated, service_role;
comment on table private.call_limits is
  'How often one network address, or one user, may call which functions, where PostgREST counts (guard.before_request). The same figures as deploy/backend/backend-limits.ts, which counts for the embedded backend.';
insert into private.call_limits (name, calls, counted_by, most, per_seconds) values
  (
    'visitor_writes_per_address', '{create_booking,hold_slot,join_waitlist,request_callback,start_payment}', 'address', 120, 600
  ),
  ('prices_per_address', '{quote,list_slots}', 'address', 600, 60),
  ('prices_per_user', '{quote,list_slots}', 'user', 240, 60),
  ('client_reports_per_address', '{report_client_events}', 'address', 1200, 600);

-- Written with each counted call and worth nothing after a crash: no log of it is kept.
create unlogged table private.call_counts (
  name text not null references private.call_limits (name) on delete cascade,
  caller text not null,
  made int not null,
  ends_at timestamptz not null,
  primary key (name, caller)
);
create index call_counts_ends on private.call_counts (ends_at);
alter table private.call_counts enable row level security;
revoke all on table private.call_counts from public, anon, authenticated, service_role;
comment on table private.call_counts is
  'How often who has called what until when. Addresses stay here for as long as they are counted, and an hour.';

create function private.caller_address(headers jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  header text := coalesce((select s.value from private.settings s where s.name = 'address_header'), 'cf-connecting-ip');
  -- Each proxy appends what it saw: only the last one of ours can be believed.
  entry text := btrim(regexp_replace(headers ->> header, '^.*,', ''));
  address inet;
begin
  entry := regexp_replace(entry, '^\[(.*)\](:\d+)?$', '\1');
  entry := regexp_replace(entry, '^([\d.]+):\d+$', '\1');
  entry := regexp_replace(entry, '%.*$', '');
  entry := regexp_replace(entry, '^::ffff:(?=[\d.]+$)', '', 'i');
  if entry !~ '^[0-9a-fA-F.:]+$' then
    return null;
  end if;
  address := entry::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return null;
end;
$$;
revoke all on function private.caller_address(jsonb) from public, anon, authenticated, service_role;
comment on function private.caller_address(jsonb) is
  'The network address that a request is counted by: the last entry of the header that private.settings names (address_header), on Supabase cf-connecting-ip; an IPv6 address by its /64. Null when there is none.';

create function private.count_call(name text, caller text, most int, per_seconds int) returns int
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  counted private.call_counts;
begin
  insert into private.call_counts as c (name, caller, made, ends_at)
  values (count_call.name, count_call.caller, 1, at + make_interval(secs => per_seconds))
  on conflict on constraint call_counts_pkey do update set
    made = case when c.ends_at <= at then 1 else c.made + 1 end,
    ends_at = case when c.ends_at <= at then excluded.ends_at else c.ends_at end
  returning c.* into counted;
  if counted.made = 1 then
    -- Whoever begins anew also tidies up, and never waits for it.
    delete from private.call_counts c where (c.name, c.caller) in (
      select old.name, old.caller from private.call_counts old
      where old.ends_at < at - interval '1 hour' order by old.ends_at limit 50 for update skip locked
    );
  end if;
  return case when counted.made > most then greatest(1, ceil(extract(epoch from counted.ends_at - at)))::int else 0 end;
end;
$$;
revoke all on function private.count_call(text, text, int, int) from public, anon, authenticated, service_role;
comment on function private.count_call(text, text, int, int) is
  'Counts a call in a fixed window. Answers 0 when it is within the limit, else the seconds to wait.';

create schema guard;
revoke all on schema guard from public;
grant usage on schema guard to anon, authenticated, service_role;
comment on schema guard is 'What PostgREST calls by itself before each request. No request can name it: only public is exposed.';

create function guard.before_request() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  path text := coalesce(current_setting('request.path', true), '');
  called text := substring(path from '^/?rpc/([a-z0-9_]+)$');
  address text;
  rule private.call_limits;
  wait int := 0;
begin
  if auth.jwt() ->> 'role' = 'service_role' then
    return;
  elsif path !~ '^/?([a-z0-9_]+|rpc/[a-z0-9_]+)?$' then
    -- Another spelling of an address would run the function and count as nothing.
    perform private.fail(404, 'not_found', 'There is nothing at this address.');
  elsif not exists (select from private.call_limits l where called = any (l.calls)) then
    return;
  elsif current_setting('request.method', true) in ('GET', 'HEAD') then
    perform private.fail(405, 'method', 'This function is asked by POST.');
  elsif current_setting('transaction_read_only')::boolean then
    -- A stable function: PostgREST lets nothing be written, so it cannot be counted here.
    return;
  end if;
  address := private.caller_address(coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb);
  for rule in select l.* from private.call_limits l where called = any (l.calls) order by l.name loop
    wait := greatest(wait, case
      when rule.counted_by = 'address' and address is not null
        then private.count_call(rule.name, address, rule.most, rule.per_seconds)
      when rule.counted_by = 'user' and auth.uid() is not null
        then private.count_call(rule.name, auth.uid()::text, rule.most, rule.per_seconds)
      else 0
    end);
  end loop;
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = jsonb_build_object(
        'code', 'HTTP429',
        'message', 'Too many requests. Try again in ' || wait || ' seconds.',
        'details', '{"retry_after":' || wait || '}',
        'hint', 'too_many_requests'
      )::text,
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', wait::text))::text;
  end if;
end;
$$;
revoke all on function guard.before_request() from public, anon, authenticated, service_role;
grant execute on function guard.before_request() to anon, authenticated, service_role;
comment on function guard.before_request() is
  'For pgrst.db_pre_request: counts calls by network address and by user, and refuses with 429, Retry-After and the body of the embedded front. Does nothing until deploy/supabase/count-addresses.sql has been run. A refused call is undone together with its count.';

-- The history of a booking -------------------------------------------------------------------------------------------

-- Events are written by the functions and by the trigger below; nobody else adds one.
revoke insert on table public.booking_events from service_role;
revoke all on sequence public.booking_events_id_seq from service_role;

alter table public.booking_events
  drop constraint booking_events_actor_check,
  add check (actor in ('customer', 'admin', 'system', 'service'));
comment on column public.booking_events.actor is
  'customer and admin: a person, by a function; system: a rule, such as an unpaid booking that ran out; service: somebody with the service role or the owner of the database wrote the status itself.';

create or replace function private.keep_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- With its booking, which is gone by the time its events follow.
    if not exists (select from public.service_bookings b where b.id = old.booking_id) then
      return old;
    end if;
  end if;
  raise exception 'booking_events is append-only';
end;
$$;
comment on function private.keep_event() is
  'Trigger: an event is never changed, taken away or truncated, whoever tries. It goes only with its booking.';
drop trigger keep_event on public.booking_events;
create trigger keep_event before update or delete on public.booking_events
  for each row execute function private.keep_event();
create trigger keep_events before truncate on public.booking_events
  for each statement execute function private.keep_event();

create function private.tell_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stands text;
  told text;
begin
  select b.status into stands from public.service_bookings b where b.id = new.id;
  select e.to_status into told from public.booking_events e where e.booking_id = new.id order by e.id desc limit 1;
  if stands is distinct from told and stands is not null then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status)
    values (new.id, private.now(), 'service', auth.uid(), told, stands);
  end if;
  return null;
end;
$$;
revoke all on function private.tell_status() from public, anon, authenticated, service_role;
comment on function private.tell_status() is
  'Trigger, at the end of a transaction: the last event of a booking says where it stands. What no function told, whoever wrote it, is told here by the actor service.';
create constraint trigger tell_status after insert or update of status on public.service_bookings
  deferrable initially deferred
  for each row execute function private.tell_status();
