-- A million bookings, or as many as twostroke.bookings says, set by set: three years back and thirty days ahead, three windows of a day in three modes. Those of
-- the past are completed, one in twelve is cancelled and has no place. Triggers are off: they make messages for each.
set session_replication_role = replica;

update public.capacities set places = 200;

create temp table made as
with windows as (
  select a.weekday, a.starts, a.ends, row_number() over (partition by a.weekday order by a.starts) - 1 as nth
  from public.arrival_windows a
), days as (
  select n, (select private.today()) + 30 - (n % 1126)::int as day from generate_series(0, current_setting('twostroke.bookings')::int - 1) as n
)
select
  d.n,
  -- Multiplying by an odd number gives every n another first part, so no number of a booking comes twice.
  (lpad(to_hex((d.n::bigint * 2654435761) % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(d.n), 12, '0'))::uuid as id,
  d.day, w.starts, w.ends,
  (array['doorstep', 'pickup', 'workshop']::public.service_mode[])[1 + d.n / 1126 / 3 % 3] as mode
from days d join windows w on w.weekday = extract(dow from d.day)::int and w.nth = d.n / 1126 % 3;

insert into public.service_bookings (
  id, request_id, customer_name, phone, brand_slug, model_id, bike_name, vehicle_number, mode, booking_date, booking_time,
  window_end, minutes, windows, ready_date, estimated_price, final_price, status, created_at, closed_at
)
select
  m.id, m.id, 'Asha Kulkarni', '+919' || lpad((m.n::bigint * 7919 % 300000)::text, 9, '0'), 'royal-enfield',
  'royal-enfield/classic-350', 'Royal Enfield Classic 350', 'MH12ZZ0042', m.mode, m.day, m.starts, m.ends, 30, 1, m.day,
  999, case when m.day < (select private.today()) then 999 end,
  case
    when m.n % 12 = 0 then 'cancelled'::public.booking_status when m.day < (select private.today()) then 'completed' else 'confirmed'
  end,
  m.day - interval '3 days', case when m.day < (select private.today()) then m.day + interval '9 hours' end
from made m;

insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
select m.id, 'oil-change', 'Oil Change', 'primary', 1, 999, 999, 30, 1 from made m;

insert into public.booking_places (booking_date, window_start, mode, seat, booking_id)
select m.day, m.starts, m.mode, row_number() over (partition by m.day, m.starts, m.mode order by m.n), m.id
from made m where m.n % 12 <> 0;

insert into public.booking_events (booking_id, at, actor, to_status)
select m.id, m.day - interval '3 days', 'customer', 'confirmed' from made m;

insert into private.manage_tokens (booking_id, token_hash)
select m.id, sha256(m.id::text::bytea) from made m;

drop table made;
set session_replication_role = origin;
