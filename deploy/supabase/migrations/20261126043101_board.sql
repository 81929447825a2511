set check_function_bodies = off;

DROP FUNCTION "private"."format_time"(time without time zone);

DROP FUNCTION "private"."job_head"(public.service_bookings);

DROP FUNCTION "private"."status_since"(public.service_bookings);

CREATE TABLE "public"."status_targets" ("status" public.booking_status NOT NULL, "minutes" integer, CONSTRAINT "status_targets_minutes_check" CHECK (((minutes >= 1) AND (minutes <= 10080))), CONSTRAINT "status_targets_pkey" PRIMARY KEY (status));

ALTER TABLE "public"."status_targets" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."notification_logs" ADD COLUMN "read_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.allowed_minutes(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(t.minutes, booking.minutes + (
      select coalesce(sum(e.minutes), 0)::int from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved'
    ))
    from public.status_targets t where t.status = booking.status
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.board_row(booking public.service_bookings, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      'here_since', private.here_since(booking)
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.format_time(local_time time without time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return pg_catalog.to_char(local_time, 'HH24:MI'); end; $function$;

CREATE OR REPLACE FUNCTION private.here_since(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.mode = 'doorstep' or booking.status not in (
    'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'
  ) then
    return null;
  end if;
  return (
    select coalesce(min(e.at), booking.starts_at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.job_head(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'id', booking.id, 'number', booking.number, 'status', booking.status,
      'status_since', private.status_since(booking), 'mode', booking.mode, 'booking_date', booking.booking_date,
      'booking_time', private.format_time(booking.booking_time), 'window_end', private.format_time(booking.window_end),
      'ready_date', booking.ready_date, 'minutes', booking.minutes, 'bike_name', booking.bike_name,
      'vehicle_number', booking.vehicle_number, 'mechanic', booking.mechanic,
      'service', (
        select i.name from public.booking_items i
        where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
      ),
      'area_name', (select a.name from public.areas a where a.slug = booking.area_slug),
      'closed_at', booking.closed_at
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.status_since(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(max(e.at), booking.created_at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status = booking.status and e.from_status is distinct from e.to_status
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.assign_job(booking uuid, mechanic text, expected_mechanic text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  person text := private.clean_name(private.clean_text(assign_job.mechanic));
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  b := private.lock_own_booking(assign_job.booking, null, '{owner,desk,foreman}');
  if person is null then
    perform private.reject(422, 'mechanic');
  elsif b.mechanic is distinct from private.clean_text(assign_job.expected_mechanic) then
    perform private.reject(409, 'assigned_meanwhile', jsonb_build_object('mechanic', b.mechanic));
  elsif not private.is_active(b.status) then
    perform private.reject(409, 'cannot_assign', jsonb_build_object('status', b.status));
  elsif b.status = 'confirmed' then
    b := private.transition_booking(b.id, 'admin', 'assigned', null, person);
  elsif b.mechanic is distinct from person then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'corrected',
      jsonb_build_object('before', jsonb_build_object('mechanic', b.mechanic), 'edit', b.edits)
    );
    update public.service_bookings s set mechanic = person where s.id = b.id returning * into b;
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_board(day date)
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
      where (b.booking_date = list_board.day and private.effective_status(b) <> 'expired')
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
      'unlisted', count(*) filter (where place > case when is_of_day then of_day else of_other_days end)
    )
    from seen
  );
end;
$function$;

CREATE INDEX notification_logs_unread ON public.notification_logs USING btree (user_id, created_at DESC);

CREATE INDEX service_bookings_closed ON public.service_bookings USING btree (closed_at) WHERE (closed_at IS NOT NULL);

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.status_targets FOR EACH ROW EXECUTE FUNCTION private.audit_row('status');

CREATE POLICY "admins mark their alerts as read" ON "public"."notification_logs" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT public.is_admin() AS is_admin))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "owners change the targets" ON "public"."status_targets" FOR UPDATE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty)) WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty));

CREATE POLICY "staff read the targets" ON "public"."status_targets" FOR SELECT TO "authenticated" USING ((( SELECT public.my_duty() AS my_duty) IS NOT NULL));

COMMENT ON COLUMN "public"."notification_logs"."read_at" IS 'When its admin opened the booking or marked the alert as read; null: it still stands behind the bell.';

COMMENT ON COLUMN "public"."status_targets"."minutes" IS 'Null: the minutes of the job, with the extra work that the customer agreed to.';

COMMENT ON FUNCTION "private"."allowed_minutes"(public.service_bookings) IS 'How many minutes a booking may stay in its status; null without a limit.';

COMMENT ON FUNCTION "private"."board_row"(public.service_bookings, text) IS 'A booking as a card of the board shows it.';

COMMENT ON FUNCTION "private"."format_time"(time without time zone) IS 'A clock time as HH:MM, the form all functions answer with.';

COMMENT ON FUNCTION "private"."here_since"(public.service_bookings) IS 'Since when the bike is in the workshop, by the status and never by the day of the booking; null while it is not here.';

COMMENT ON FUNCTION "private"."job_head"(public.service_bookings) IS 'A job as the list of the floor shows it.';

COMMENT ON FUNCTION "private"."status_since"(public.service_bookings) IS 'Since when a booking has its status.';

COMMENT ON FUNCTION "public"."assign_job"(uuid, text, text) IS 'Owners, the desk and the foreman give a job to a mechanic: an unassigned one becomes assigned, any other that is not over changes hands in its status. expected_mechanic: who had it when the page was read; null for nobody. Raises PT403, PT404, PT409 assigned_meanwhile (details.mechanic: who has it by now), cannot_assign, PT422 mechanic.';

COMMENT ON FUNCTION "public"."list_board"(date) IS 'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for somebody, what was not begun on an earlier day, and what was billed on the day; 300 at most. unlisted: how many more there are. Each with the time in its status, the minutes allowed there (status_targets), and since when the bike is here. Raises PT403 forbidden.';

COMMENT ON TABLE "public"."status_targets" IS 'How many minutes a booking may stay in a status. A status without a row has no limit.';

REVOKE ALL ON FUNCTION "private"."allowed_minutes"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."board_row"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."format_time"(time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."here_since"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_head"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."status_since"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."assign_job"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assign_job"(uuid, text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."list_board"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_board"(date) TO "authenticated", "service_role";

REVOKE ALL ("read_at") ON TABLE "public"."notification_logs" FROM "authenticated";

GRANT UPDATE ("read_at") ON TABLE "public"."notification_logs" TO "authenticated";

GRANT UPDATE ("minutes") ON TABLE "public"."status_targets" TO "authenticated";

GRANT SELECT ON TABLE "public"."status_targets" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."status_targets" TO "service_role";

reset check_function_bodies;

revoke all on function private.allowed_minutes(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.board_row(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.format_time(time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.here_since(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.job_head(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.status_since(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function public.assign_job(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.assign_job(uuid,text,text) to authenticated;
grant execute on function public.assign_job(uuid,text,text) to service_role;

revoke all on function public.list_board(date) from public, anon, authenticated, service_role;
grant execute on function public.list_board(date) to authenticated;
grant execute on function public.list_board(date) to service_role;

revoke all on table public.status_targets from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.status_targets to service_role;
grant select on table public.status_targets to authenticated;
grant update (minutes) on table public.status_targets to authenticated;

insert into public.status_targets (status, minutes) values ('awaiting_approval', '30')
  on conflict (status) do update set minutes = excluded.minutes;

insert into public.status_targets (status, minutes) values ('confirmed', '60')
  on conflict (status) do update set minutes = excluded.minutes;

insert into public.status_targets (status, minutes) values ('in_service', null)
  on conflict (status) do update set minutes = excluded.minutes;

insert into public.status_targets (status, minutes) values ('inspecting', null)
  on conflict (status) do update set minutes = excluded.minutes;

insert into public.status_targets (status, minutes) values ('ready', '120')
  on conflict (status) do update set minutes = excluded.minutes;
