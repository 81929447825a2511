-- 10,000 bookings: 500 of today in every status, the others from 300 days back to 30 days ahead. Triggers are off: they
-- make messages for each.
set session_replication_role = replica;

update public.capacities set places = 200;

create temp table made as
with numbers as (
  select n, case when n < 500 then 0 else ((n * 7919) % 330) - 299 end as offset_days from generate_series(0, 9999) as n
), windows as (
  select a.weekday, a.starts, a.ends, row_number() over (partition by a.weekday order by a.starts) - 1 as nth,
    count(*) over (partition by a.weekday) as of_day
  from public.arrival_windows a
)
select
  i.n, (lpad(to_hex((i.n::bigint * 2654435761) % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i.n), 12, '0'))::uuid as id,
  (select private.today()) + i.offset_days as day, w.starts, w.ends,
  (array['doorstep', 'pickup', 'workshop']::public.service_mode[])[1 + i.n % 3] as mode,
  case
    when i.n < 500 then (array[
      'confirmed', 'assigned', 'on_the_way', 'inspecting', 'awaiting_approval', 'in_service', 'in_service', 'ready',
      'completed', 'cancelled'
    ]::public.booking_status[])[1 + i.n / 3 % 10]
    -- Every day has windows; today is full as it is.
    when i.offset_days <= 0 then case when i.n % 12 = 0 then 'cancelled' else 'completed' end::public.booking_status
    else case when i.n % 20 = 0 then 'confirmed' else 'assigned' end::public.booking_status
  end as status
from numbers i join windows w
  on w.weekday = extract(dow from (select private.today()) + i.offset_days)::int and w.nth = i.n / 30 % w.of_day;

insert into public.service_bookings (
  id, request_id, customer_name, phone, brand_slug, model_id, bike_name, vehicle_number, mode, booking_date, booking_time,
  window_end, minutes, windows, ready_date, estimated_price, final_price, status, mechanic, created_at, closed_at
)
select
  m.id, m.id, 'Asha Kulkarni', '+919' || lpad((m.n::bigint * 7919 % 300000)::text, 9, '0'), 'royal-enfield',
  'royal-enfield/classic-350', 'Royal Enfield Classic 350', 'MH12ZZ' || lpad((m.n % 10000)::text, 4, '0'), m.mode, m.day,
  m.starts, m.ends, 45, 1, m.day, 999, case when m.status = 'completed' then 999 end, m.status,
  case when m.status not in ('confirmed', 'cancelled') then (array['Sagar', 'Imran', 'Farida', 'Joseph', 'Anil'])[1 + m.n % 5] end,
  m.day - interval '3 days', case when m.status in ('completed', 'cancelled') then m.day + interval '9 hours' end
from made m;

insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
select m.id, 'oil-change', 'Oil Change', 'primary', 1, 999, 999, 30, 1 from made m;

insert into public.booking_checkins (booking_id, odometer_km, checked_in_at)
select m.id, 12450, m.day + interval '4 hours' from made m where m.status <> 'cancelled';

insert into public.booking_places (booking_date, window_start, mode, seat, booking_id)
select m.day, m.starts, m.mode, row_number() over (partition by m.day, m.starts, m.mode order by m.n), m.id
from made m where m.status <> 'cancelled';

insert into public.booking_events (booking_id, at, actor, from_status, to_status)
select m.id, least(now() - interval '40 minutes', m.day + interval '5 hours'), 'admin', null, m.status from made m;

insert into public.booking_signals (
  id, created_at, changed_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
)
select id, created_at, created_at, booking_date, booking_time, vehicle_number, estimated_price, final_price
from public.service_bookings on conflict do nothing;

drop table made;
set session_replication_role = origin;
