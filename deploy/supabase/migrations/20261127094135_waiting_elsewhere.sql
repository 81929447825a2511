set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.waiting_apart_from(day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('date', w.booking_date, 'count', w.people) order by w.booking_date), '[]')
  from (
    select s.booking_date, count(*)::int as people from public.staff_waitlist s
    where s.state in ('waiting', 'offered') and s.booking_date >= private.today()
      and s.booking_date <> waiting_apart_from.day
    group by s.booking_date
  ) w;
$function$;

CREATE OR REPLACE FUNCTION public.list_board(day date, changed uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_day constant int := 500;
  of_other_days constant int := 300;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic', 'accountant');
  return (
    with candidates as materialized (
      select b as booking, b.id, b.booking_date = list_board.day as is_of_day, b.starts_at, b.created_at
      from public.service_bookings b
      where (list_board.changed is null or b.id = any (list_board.changed)) and (
        (b.booking_date = list_board.day and private.effective_status(b) <> 'expired')
        or (b.booking_date <> list_board.day and (
          b.status in (
            'confirmed', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
          )
          or (b.status in ('assigned', 'on_the_way') and b.booking_date < private.today())
          or (
            b.status = 'completed' and b.closed_at >= private.local_instant(list_board.day, '00:00')
            and b.closed_at < private.local_instant(list_board.day + 1, '00:00')
          )
        ))
      )
    ),
    seen as (
      select c.*, s.phone,
        row_number() over (partition by c.is_of_day order by c.starts_at, c.created_at, c.id) as place
      from candidates c
      -- Kept apart, so that the view is asked for one booking at a time.
      cross join lateral (select v.phone from public.staff_bookings v where v.id = c.id offset 0) s
    )
    select jsonb_build_object(
      'bookings', coalesce(
        jsonb_agg(private.board_row(booking, phone) order by place) filter (where is_of_day and place <= of_day), '[]'
      ),
      'elsewhere', coalesce(
        jsonb_agg(private.board_row(booking, phone) order by place) filter (where not is_of_day and place <= of_other_days),
        '[]'
      ),
      'away', private.away_on(list_board.day),
      'waiting_elsewhere', private.waiting_apart_from(list_board.day),
      'unlisted', count(*) filter (where place > case when is_of_day then of_day else of_other_days end)
    )
    from seen
  );
end;
$function$;

COMMENT ON FUNCTION "private"."waiting_apart_from"(date) IS 'How many people wait for a place on each other day from today on, for staff who read the waitlist.';

COMMENT ON FUNCTION "public"."list_board"(date, uuid[]) IS 'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for an action, what was not begun on an earlier day, and what was billed on the day; 300 at most. away: the names of the people who are not here on that day. waiting_elsewhere: other days from today on with people on the waitlist, for those who read it. unlisted: how many more there are. changed: only these of them, where given; one that is missing in the answer stands on the board no more. Each with the time in its status, the minutes allowed there (status_targets), since when the bike is here, and that wrong handover codes were typed (code_alarm). Raises PT403 forbidden.';

REVOKE ALL ON FUNCTION "private"."waiting_apart_from"(date) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.waiting_apart_from(date) from public, anon, authenticated, service_role;
