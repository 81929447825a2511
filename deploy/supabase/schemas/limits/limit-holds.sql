-- Limits of holds by request, number and account, and the share of a window that guests may hold.

create function private.limit_holds(request uuid, phone text, account uuid, proven boolean) returns void
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.limit_holds(uuid, text, uuid, boolean) from public, anon, authenticated, service_role;
comment on function private.limit_holds(uuid, text, uuid, boolean) is
  'Raises PT429 too_many_tries or too_many_holds when one more hold of a request, a number or an account would exceed private.limits. proven: the caller has proven the number, so holds of others with it do not count. The caller holds the lock of the request and not yet that of a day.';

create function private.limit_guest_holds(mode public.service_mode, day date, first_start time, windows int, own uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  moment timestamptz := private.now();
  until timestamptz;
begin
  select max(last_hold.ends_at) into until
  from (
    -- When one more hold is allowed again; null while the limit is not reached.
    select (array_agg(p.held_until order by p.held_until desc))[
      ceil(
        private.capacity(limit_guest_holds.mode, extract(dow from day)::int, p.window_start)
          * private.limit_value('guest_holds_percent') / 100.0
      )::int
    ] as ends_at
    from public.booking_places p
    join private.slot_holds h
      on h.id = p.hold_id and h.user_id is null and h.waitlist_id is null and not h.proven and h.id is distinct from own
    where p.booking_date = day and p.mode = limit_guest_holds.mode and p.held_until > moment
      and p.window_start in (
        select w.starts from public.arrival_windows w
        where w.weekday = extract(dow from day)::int and w.starts >= first_start
        order by w.starts limit case when limit_guest_holds.mode = 'pickup' then 1 else limit_guest_holds.windows end
      )
    group by p.window_start
  ) last_hold;
  until := coalesce(until, private.unproven_until(
    limit_guest_holds.mode, limit_guest_holds.day, first_start, limit_guest_holds.windows, own
  ));
  if until is not null then
    perform private.reject_until('held_by_many', until);
  end if;
end;
$$;
revoke all on function private.limit_guest_holds(public.service_mode, date, time, int, uuid)
  from public, anon, authenticated, service_role;
comment on function private.limit_guest_holds(public.service_mode, date, time, int, uuid) is
  'Raises PT429 held_by_many when guests already hold their share of a window (half of its places, rounded up), or hold and have booked that of unproven numbers. Limits by request and number are not enough: a guest can use any number of request ids and phone numbers. The caller holds the lock of the day; own is the hold that is being replaced.';
