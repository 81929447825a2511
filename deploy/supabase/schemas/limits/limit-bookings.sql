-- Limits of bookings by number and by account.

create function private.limit_bookings_of(phone text, account uuid, at timestamptz) returns void
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
    select * from public.service_bookings n where n.phone = limit_bookings_of.phone
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
revoke all on function private.limit_bookings_of(text, uuid, timestamptz) from public, anon, authenticated, service_role;
comment on function private.limit_bookings_of(text, uuid, timestamptz) is
  'Raises PT429 too_many_open or too_many_bookings when one more booking of a phone number, or else of an account, would exceed private.limits.';

create function private.limit_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Admins and scripts with the service role are exempt.
  if coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.is_admin() then
    return new;
  end if;
  -- The limits compare created_at with private.now(), so it is set from the same clock.
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
  'Trigger: limits what customers book by number and by account. It takes its lock after that of the day, so the two can''t deadlock.';
create trigger limit_bookings before insert on public.service_bookings
  for each row execute function private.limit_bookings();
