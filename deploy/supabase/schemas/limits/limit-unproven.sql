-- Bookings of unproven numbers: the share of a window, and how many of one network address. Beyond that the caller is
-- asked for a code (409 verify_phone).

create table private.unproven_bookings (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  address text,
  made_at timestamptz not null
);
create index unproven_bookings_address on private.unproven_bookings (address, made_at);
create index unproven_bookings_made on private.unproven_bookings (made_at);
alter table private.unproven_bookings enable row level security;
revoke all on table private.unproven_bookings from public, anon, authenticated, service_role;
comment on table private.unproven_bookings is
  'Bookings whose caller did not prove the number, with the caller''s network address. Deleted a day after the booked time, and with them the addresses.';

create function private.full_for_unproven(mode public.service_mode, from_date date, to_date date, own uuid)
returns table (day date, starts time, until timestamptz)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  moment timestamptz := private.now();
  percent numeric := private.limit_value('unproven_places_percent') / 100.0;
begin
  return query
  select t.booking_date, t.window_start, t.ends[t.share]
  from (
    select
      s.booking_date, s.window_start, array_agg(s.ends order by s.ends desc) as ends,
      ceil(
        private.capacity(full_for_unproven.mode, extract(dow from s.booking_date)::int, s.window_start) * percent
      )::int as share
    -- From the few rows of unproven numbers and guests to their places: most places belong to others.
    from (
      -- A booked place is not released by itself before its window begins.
      select
        p.booking_date, p.window_start,
        coalesce(p.held_until, (p.booking_date + p.window_start) at time zone 'Asia/Kolkata') as ends
      from private.unproven_bookings u
      join public.booking_places p on p.booking_id = u.booking_id
      where p.booking_date between from_date and to_date and p.mode = full_for_unproven.mode
        and (p.held_until is null or p.held_until > moment) and p.booking_id is distinct from own
      union all
      select p.booking_date, p.window_start, p.held_until
      from public.booking_places p
      join private.slot_holds h on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven
      where p.booking_date between from_date and to_date and p.mode = full_for_unproven.mode
        and p.held_until > moment and p.hold_id is distinct from own
    ) s
    group by s.booking_date, s.window_start
  ) t
  where cardinality(t.ends) >= t.share;
end;
$$;
revoke all on function private.full_for_unproven(public.service_mode, date, date, uuid)
  from public, anon, authenticated, service_role;
comment on function private.full_for_unproven(public.service_mode, date, date, uuid) is
  'Windows in which bookings of unproven numbers and holds of guests have their share of the places (unproven_places_percent, rounded up), and when it ends. own: a hold or booking that does not count.';

create function private.unproven_until(mode public.service_mode, day date, first_start time, windows int, own uuid)
returns timestamptz
language plpgsql stable set search_path = ''
as $$
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
$$;
revoke all on function private.unproven_until(public.service_mode, date, time, int, uuid)
  from public, anon, authenticated, service_role;
comment on function private.unproven_until(public.service_mode, date, time, int, uuid) is
  'Until when a job of an unproven number has no place in its windows; null while it has. The caller holds the lock of the day.';

create function private.limit_unproven(
  booking public.service_bookings, windows int, next_day boolean, hold private.slot_holds, address text
) returns void
language plpgsql set search_path = ''
as $$
declare
  at timestamptz := private.now();
  made int;
begin
  -- A place offered by the waitlist, too: its link came to the mailbox that was typed, which proves no number.
  if private.unproven_until(
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
$$;
revoke all on function private.limit_unproven(public.service_bookings, int, boolean, private.slot_holds, text)
  from public, anon, authenticated, service_role;
comment on function private.limit_unproven(public.service_bookings, int, boolean, private.slot_holds, text) is
  'Raises PT409 verify_phone when one more booking of an unproven number would exceed its share of the window (details.alternatives: where it would not), or the limit of the address: open bookings of an IPv6 /64; bookings a day of an IPv4 address, which many may share, and only when the day''s SMS of confirmations are past budget_address_percent. The caller holds the lock of the day.';

create function private.record_unproven(booking uuid, address text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.unproven_bookings (booking_id, address, made_at)
  values (record_unproven.booking, record_unproven.address, private.now());
  -- Each one also deletes old ones, without waiting for locks.
  delete from private.unproven_bookings u where u.booking_id in (
    select o.booking_id from private.unproven_bookings o join public.service_bookings b on b.id = o.booking_id
    where o.made_at < private.now() - interval '1 day' and b.starts_at < private.now() - interval '1 day'
    order by o.made_at limit 50 for update of o skip locked
  );
end;
$$;
revoke all on function private.record_unproven(uuid, text) from public, anon, authenticated, service_role;
comment on function private.record_unproven(uuid, text) is 'Records that a booking was made without proving its number.';
