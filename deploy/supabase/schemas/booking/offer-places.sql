-- Offers to the waitlist: a freed place is held for the first entry whose job fits. Workers call
-- offer_waitlist_places; the triggers below notify them.

create function private.offer_places_of(mode public.service_mode, day date) returns int
language plpgsql set search_path = ''
as $$
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
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id,
      model_id, lines
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, until, entry.id, entry.model_id,
      private.price_cart(entry.items, entry.model_id, entry.mode, null, null, null, null, null, null) -> 'lines'
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
$$;
revoke all on function private.offer_places_of(public.service_mode, date) from public, anon, authenticated, service_role;
comment on function private.offer_places_of(public.service_mode, date) is
  'Ends lapsed entries of a mode''s day and offers its free places, first come first served. An entry whose job does not fit is skipped. The offer goes by mail, and by SMS when the number is proven; without either the desk calls. Answers how many entries changed. The caller holds the lock of the day.';

create function private.offer_waitlist_places() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  line record;
  done int := 0;
begin
  -- Personal data is deleted a week after the day. Concurrent workers skip each other's rows.
  delete from public.waitlist w where w.id in (
    select o.id from public.waitlist o where o.booking_date < private.today() - 7
    order by o.booking_date limit 100 for update skip locked
  );
  -- Look without a lock first: usually there is nothing to do. Days come in the order in which all functions lock them.
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
    -- One day per transaction, so that a booking waits for the lock of its own day only.
    exit when done > 0;
  end loop;
  return done;
end;
$$;
revoke all on function private.offer_waitlist_places() from public, anon, authenticated, service_role;
comment on function private.offer_waitlist_places() is
  'Workers call it until it answers 0: ends offers that were not taken in time, offers free places to the first entries that fit, and deletes entries a week after their day. One day per call; several calls may run at once.';

create function private.end_offer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.waitlist w set state = case new.ended when 'booked' then 'claimed'::public.waitlist_state else 'lapsed' end
  where w.id = new.waitlist_id and w.state in ('offered', 'lapsed');
  return null;
end;
$$;
revoke all on function private.end_offer() from public, anon, authenticated, service_role;
comment on function private.end_offer() is
  'Trigger on holds: marks the waitlist entry of an offer as claimed when its hold is booked, or as lapsed when the hold ends in another way. The caller that ends a hold has the lock of its day.';
create trigger end_offer after update of ended on private.slot_holds
  for each row when (new.waitlist_id is not null and old.ended is null and new.ended is not null)
  execute function private.end_offer();

create function private.notify_freed_place() returns trigger
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
revoke all on function private.notify_freed_place() from public, anon, authenticated, service_role;
comment on function private.notify_freed_place() is 'Trigger: notifies workers when a place is freed on a day with a waitlist.';
create trigger notify_freed_place after delete on public.booking_places
  for each row execute function private.notify_freed_place();

create function private.notify_more_places() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.waitlist w where w.state = 'waiting') then
    perform pg_catalog.pg_notify('message_outbox', '');
  end if;
  return null;
end;
$$;
revoke all on function private.notify_more_places() from public, anon, authenticated, service_role;
comment on function private.notify_more_places() is
  'Trigger: notifies workers when hours, capacities, closures or weather days change while somebody waits, and when somebody joins the waitlist.';
create trigger notify_more_places after insert or update or delete on public.business_hours
  for each statement execute function private.notify_more_places();
create trigger notify_more_places after insert or update or delete on public.capacities
  for each statement execute function private.notify_more_places();
create trigger notify_more_places after insert or update or delete on public.closures
  for each statement execute function private.notify_more_places();
create trigger notify_more_places after insert or update or delete on public.weather_days
  for each statement execute function private.notify_more_places();
create trigger notify_more_places after insert on public.waitlist
  for each statement execute function private.notify_more_places();
