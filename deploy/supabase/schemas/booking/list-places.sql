-- The places of a day, for the shop's board.

create function public.list_places(day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic', 'accountant');
  return (
    with windows as (
      select distinct on (w.starts) w.starts, w.ends
      from (
        select a.starts, a.ends, true as current from public.arrival_windows a
        where a.weekday = extract(dow from list_places.day)::int
        union all
        select b.booking_time, b.window_end, false from public.service_bookings b where b.booking_date = list_places.day
      ) w
      order by w.starts, w.current desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'mode', m.mode, 'starts', w.starts, 'ends', w.ends,
      'places', private.capacity(m.mode, extract(dow from list_places.day)::int, w.starts),
      'taken', (
        select count(*) from public.booking_places p
        where p.booking_date = list_places.day and p.window_start = w.starts and p.mode = m.mode
          and p.hold_id is null and (p.held_until is null or p.held_until > private.now())
      )
    ) order by w.starts, m.sort), '[]')
    from windows w cross join public.service_modes m
  );
end;
$$;
revoke all on function public.list_places(date) from public, anon, authenticated, service_role;
grant execute on function public.list_places(date) to authenticated, service_role;
comment on function public.list_places(date) is
  'For staff: the windows of a day, also of a past one, with the places of each mode and how many of them bookings have taken. Holds are not counted. A window that was removed from the hours is listed while bookings have it. Raises PT403 forbidden.';
