-- What the board of the office reads: the jobs of a day, jobs of other days that are here or wait for an action, and how long
-- each may stay in its status. What is called for each row is PL/pgSQL: a function in SQL would be planned for each.

create table public.status_targets (
  status public.booking_status primary key,
  minutes int check (minutes between 1 and 10080)
);
alter table public.status_targets enable row level security;
revoke all on table public.status_targets from public, anon, authenticated, service_role;
grant select on table public.status_targets to authenticated;
grant update (minutes) on table public.status_targets to authenticated;
grant select, insert, update, delete on table public.status_targets to service_role;
create policy "staff read the targets" on public.status_targets
  for select to authenticated using ((select public.my_duty()) is not null);
create policy "owners change the targets" on public.status_targets
  for update to authenticated using ((select public.has_duty('owner'))) with check ((select public.has_duty('owner')));
comment on table public.status_targets is
  'How many minutes a booking may stay in a status. A status without a row has no limit.';
comment on column public.status_targets.minutes is
  'Null: the minutes of the job, with the extra work that the customer agreed to.';
insert into public.status_targets (status, minutes) values
  ('confirmed', 60), ('inspecting', null), ('awaiting_approval', 30), ('in_service', null), ('ready', 120);

create function private.allowed_minutes(booking public.service_bookings) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(t.minutes, booking.minutes + (
      select coalesce(sum(e.minutes), 0)::int from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved'
    ))
    from public.status_targets t where t.status = booking.status
  );
end;
$$;
revoke all on function private.allowed_minutes(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.allowed_minutes(public.service_bookings) is
  'How many minutes a booking may stay in its status; null without a limit.';

create function private.here_since(booking public.service_bookings) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if booking.mode = 'doorstep' or booking.status not in (
    'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    return null;
  end if;
  return coalesce(private.arrived_at(booking.id), booking.starts_at);
end;
$$;
revoke all on function private.here_since(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.here_since(public.service_bookings) is
  'Since when the bike is in the workshop, by the status and never by the day of the booking; null while it is not here.';

create function private.board_row(booking public.service_bookings, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.job_head(booking) || jsonb_build_object(
      'customer_name', booking.customer_name, 'phone', board_row.phone, 'windows', booking.windows,
      'service', (
        select coalesce(p.short_name, i.name)
        from public.booking_items i left join public.packages p on p.slug = i.item_id
        where i.booking_id = booking.id and i.package_type <> 'pickup'
        order by i.package_type = 'primary' desc, i.position limit 1
      ),
      'model', (select m.name from public.models m where m.id = booking.model_id),
      'body', (select m.body from public.models m where m.id = booking.model_id),
      'amount', coalesce(booking.final_price, booking.estimated_price),
      'due', case when booking.status = 'ready' then
        greatest(private.amount_due(booking) - private.paid_paise(booking.id) / 100, 0)
      end,
      'allowed_minutes', private.allowed_minutes(booking),
      'here_since', private.here_since(booking),
      'question', case when booking.status = 'awaiting_approval' then (
        select jsonb_build_object(
          'sent_at', max(e.proposed_at), 'seen_at', case when bool_and(e.seen_at is not null) then max(e.seen_at) end
        )
        from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
      ) end,
      'code_alarm', private.code_alarm(booking.id)
    )
  );
end;
$$;
revoke all on function private.board_row(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.board_row(public.service_bookings, text) is 'A booking as a card of the board shows it.';

create function private.waiting_apart_from(day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('date', w.booking_date, 'count', w.people) order by w.booking_date), '[]')
    from (
      select s.booking_date, count(*)::int as people from public.staff_waitlist s
      where s.state in ('waiting', 'offered') and s.booking_date >= private.today()
        and s.booking_date <> waiting_apart_from.day
      group by s.booking_date
    ) w
  );
end;
$$;
revoke all on function private.waiting_apart_from(date) from public, anon, authenticated, service_role;
comment on function private.waiting_apart_from(date) is
  'How many people wait for a place on each other day from today on, for staff who read the waitlist.';

create function public.list_board(day date, changed uuid[] default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
revoke all on function public.list_board(date, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.list_board(date, uuid[]) to authenticated, service_role;
comment on function public.list_board(date, uuid[]) is
  'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for an action, what was not begun on an earlier day, and what was billed on the day; 300 at most. away: the names of the people who are not here on that day. waiting_elsewhere: other days from today on with people on the waitlist, for those who read it. unlisted: how many more there are. changed: only these of them, where given; one that is missing in the answer stands on the board no more. Each with the time in its status, the minutes allowed there (status_targets), since when the bike is here, and that wrong handover codes were typed (code_alarm). Raises PT403 forbidden.';
