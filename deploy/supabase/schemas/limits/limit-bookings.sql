-- Limits of bookings by number and by account.

create function private.limit_bookings_of(phone text, account uuid, at timestamptz, proven boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  open_until timestamptz;
  day_until timestamptz;
begin
  -- Concurrent bookings of one number or account wait here, so that each counts the ones before it.
  perform pg_advisory_xact_lock(
    hashtextextended('bookings of ' || coalesce(limit_bookings_of.phone, account::text), 0)
  );
  -- When one more booking is allowed again; null while the limit is not reached.
  select
    (array_agg(b.starts_at order by b.starts_at desc) filter (
      where b.starts_at > at and b.status not in ('completed', 'cancelled', 'no_show', 'expired')
        and not coalesce(b.status = 'pending_payment' and b.pay_until <= at, false)
    ))[private.limit_value('open_bookings')],
    (array_agg(b.created_at order by b.created_at desc) filter (
      where b.created_at > at - interval '1 day'
    ))[private.limit_value('bookings_a_day')] + interval '1 day'
  into open_until, day_until
  from (
    -- Either phone or account is null.
    select * from public.service_bookings n
    where n.phone = limit_bookings_of.phone
      and not (proven and exists (select from private.unproven_bookings u where u.booking_id = n.id))
    union all
    select * from public.service_bookings n where n.user_id = account
  ) b
  where b.starts_at > at or b.created_at > at - interval '1 day';
  if open_until is not null then
    perform private.reject_until('too_many_open', open_until, jsonb_build_object(
      'max', private.limit_value('open_bookings'), 'of', case when account is null then 'number' else 'account' end
    ));
  elsif day_until is not null then
    perform private.reject_until('too_many_bookings', day_until, jsonb_build_object(
      'max', private.limit_value('bookings_a_day'), 'of', case when account is null then 'number' else 'account' end
    ));
  end if;
end;
$$;
revoke all on function private.limit_bookings_of(text, uuid, timestamptz, boolean)
  from public, anon, authenticated, service_role;
comment on function private.limit_bookings_of(text, uuid, timestamptz, boolean) is
  'Raises PT429 too_many_open or too_many_bookings when one more booking of a phone number, or else of an account, would exceed private.limits. proven: the caller has proven the number, so what others booked with it without proving it does not count.';

create function private.limit_bookings(phone text, account uuid, proven boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.is_exempt() then
    return;
  end if;
  perform private.limit_bookings_of(limit_bookings.phone, null, private.now(), proven);
  if account is not null then
    perform private.limit_bookings_of(null, account, private.now(), false);
  end if;
end;
$$;
revoke all on function private.limit_bookings(text, uuid, boolean) from public, anon, authenticated, service_role;
comment on function private.limit_bookings(text, uuid, boolean) is
  'Limits what customers book by number and by account. Call it after the lock of the day, so that the two locks can''t deadlock.';
