set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.limit_unproven(booking public.service_bookings, windows integer, next_day boolean, hold private.slot_holds, address text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

reset check_function_bodies;
