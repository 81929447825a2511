-- The one search of the office: name, booking number, phone or plate in one field.

create function private.matches_booking(booking public.service_bookings, words text[], bare text, digits text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return starts_with(booking.number, lower(bare))
    or strpos(booking.vehicle_number, upper(bare)) > 0
    or coalesce(char_length(digits) >= 3 and strpos(booking.phone, digits) > 0, false)
    or (
      select bool_and(strpos(lower(booking.customer_name), w) > 0) from unnest(words) w
    );
end;
$$;
revoke all on function private.matches_booking(public.service_bookings, text[], text, text)
  from public, anon, authenticated, service_role;
comment on function private.matches_booking(public.service_bookings, text[], text, text) is
  'Whether a booking has all words in its name, or starts its number with, or contains in its plate or phone, what was typed.';

create function public.find_in_office(query text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  typed text := left(coalesce(private.clean_text(find_in_office.query), ''), 60);
  words text[] := array(select w from regexp_split_to_table(lower(typed), ' ') w where w <> '');
  bare text := regexp_replace(typed, '[^[:alnum:]]', '', 'g');
  -- A phone typed with its zero or its country code is stored without the zero.
  digits text := case when typed ~ '^[0-9+ ()-]+$' then regexp_replace(regexp_replace(typed, '\D', '', 'g'), '^0+(?=\d{4})', '') end;
  is_desk boolean := public.has_duty('owner', 'desk');
  is_foreman boolean := public.has_duty('foreman');
  result jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'accountant');
  if typed <> '' and char_length(bare) < 2 then
    return jsonb_build_object('bookings', '[]'::jsonb, 'customers', '[]'::jsonb, 'more', false);
  end if;
  with found as materialized (
    select b.* from public.service_bookings b
    where b.status <> 'expired'
      and (typed = '' or private.matches_booking(b, words, bare, digits))
  ),
  shown as (
    -- What lies ahead first, the nearest first; then the past, the latest first.
    select f.* from found f
    order by case when typed = '' then f.created_at end desc, f.booking_date < private.today(),
      case when f.booking_date >= private.today() then f.starts_at end, f.starts_at desc
    limit case when typed = '' then 5 else 8 end
  ),
  people as (
    select f.phone, (array_agg(f.customer_name order by f.created_at desc))[1] as name, max(f.created_at) as last_booked
    from found f where typed <> '' and is_desk group by f.phone order by max(f.created_at) desc limit 5
  )
  select jsonb_build_object(
    'bookings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id, 'number', s.number, 'status', private.effective_status(s), 'customer_name', s.customer_name,
        'phone', case when is_desk or (is_foreman and private.is_active(s.status)) then s.phone end, 'bike_name', s.bike_name, 'vehicle_number', s.vehicle_number, 'mode', s.mode,
        'booking_date', s.booking_date, 'booking_time', private.format_time(s.booking_time),
        'window_end', private.format_time(s.window_end), 'work', private.last_work(s),
        'amount', coalesce(s.final_price, s.estimated_price)
      ) order by case when typed = '' then s.created_at end desc, s.booking_date < private.today(),
        case when s.booking_date >= private.today() then s.starts_at end, s.starts_at desc)
      from shown s
    ), '[]'),
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'phone', p.phone, 'name', p.name,
        'bikes', (select count(distinct private.bike_key(b)) from public.service_bookings b where b.phone = p.phone),
        'visits', (
          select count(*) from public.service_bookings b where b.phone = p.phone and b.status = 'completed'
        ),
        'last_visit', (
          select max(b.booking_date) from public.service_bookings b where b.phone = p.phone and b.status = 'completed'
        ),
        'credit', private.free_credit_of(p.phone), 'owes', private.owed_by(p.phone)
      ) order by p.last_booked desc)
      from people p
    ), '[]'),
    'more', (select count(*) > 8 from found) and typed <> ''
  ) into result;
  return result;
end;
$$;
revoke all on function public.find_in_office(text) from public, anon, authenticated, service_role;
grant execute on function public.find_in_office(text) to authenticated, service_role;
comment on function public.find_in_office(text) is
  'For owners, desk, foremen and accountants: bookings, and for the first two customers, by name, number, phone or plate, or a part of these from two characters on; eight bookings and five customers at most, what lies ahead first. Without a query the five latest bookings. phone is null for accountants, and for foremen once the job is closed. more: there are more bookings. Raises PT403.';
