-- The clock is asked once for all places of a day, not for each of them; the bookings of a number, or of an account, are
-- found by its index also where the table was empty when the query was planned; and the two functions in SQL that the
-- triggers of a booking call become PL/pgSQL, planned once for each connection. Answers stay the same.

create or replace function private.take_places(
  booking uuid, hold uuid, held_until timestamptz, mode text, day date, first_start time, windows int
)
returns void
language plpgsql set search_path = ''
as $$
declare
  arrival time;
  moment timestamptz := private.now();
begin
  delete from public.booking_places p
  where p.booking_date = day and p.mode = take_places.mode and p.held_until <= moment;
  for arrival in
    select w.starts from public.arrival_windows w
    where w.weekday = extract(dow from day)::int and w.starts >= first_start
    order by w.starts limit case when take_places.mode = 'pickup' then 1 else windows end
  loop
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id, hold_id, held_until)
    select day, arrival, take_places.mode, min(seat), booking, hold, take_places.held_until
    from generate_series(1, private.capacity(take_places.mode, extract(dow from day)::int, arrival)) as seats (seat)
    where not exists (
      select from public.booking_places p
      where p.booking_date = day and p.window_start = arrival and p.mode = take_places.mode and p.seat = seats.seat
    );
  end loop;
end;
$$;

create or replace function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin');
end;
$$;

create or replace function private.most(name text) returns int
language plpgsql stable set search_path = ''
as $$ begin return (select l.most from private.limits l where l.name = most.name); end; $$;

create or replace function private.limit_bookings_of(phone text, account uuid, at timestamptz) returns void
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
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.most('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.most('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- One of the two is null.
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
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
