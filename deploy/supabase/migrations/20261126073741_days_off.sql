set check_function_bodies = off;

CREATE TABLE "public"."staff_absences" ("user_id" uuid NOT NULL, "day" date NOT NULL, CONSTRAINT "staff_absences_pkey" PRIMARY KEY (user_id, day));

ALTER TABLE "public"."staff_absences" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.away_on(day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(s.name order by s.name), '[]')
    from public.staff_absences a join public.staff s on s.user_id = a.user_id
    where a.day = away_on.day and s.active
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_jobs_from_absent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A bike of an earlier day is worked on today.
  work_day date := greatest(new.booking_date, private.today());
begin
  if new.assigned_to is not null and exists (
    select from public.staff_absences a where a.user_id = new.assigned_to and a.day = work_day
  ) then
    perform private.reject(409, 'not_here', jsonb_build_object('mechanic', new.mechanic, 'day', work_day));
  end if;
  return new;
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
      'away', private.away_on(list_board.day),
      'unlisted', count(*) filter (where place > case when is_of_day then of_day else of_other_days end)
    )
    from seen
  );
end;
$function$;

ALTER TABLE "public"."staff_absences" ADD CONSTRAINT "staff_absences_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.staff(user_id);

CREATE INDEX staff_absences_day ON public.staff_absences USING btree (day);

CREATE TRIGGER set_assignee_who_is_here BEFORE UPDATE OF mechanic ON public.service_bookings FOR EACH ROW WHEN ((new.mechanic IS DISTINCT FROM old.mechanic)) EXECUTE FUNCTION private.keep_jobs_from_absent();

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.staff_absences FOR EACH ROW EXECUTE FUNCTION private.audit_row('user_id', 'day');

CREATE POLICY "owners and the desk say who is here after all" ON "public"."staff_absences" FOR DELETE TO "authenticated" USING (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "owners and the desk say who is not here" ON "public"."staff_absences" FOR INSERT TO "authenticated" WITH CHECK (( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty));

CREATE POLICY "staff read who is not here" ON "public"."staff_absences" FOR SELECT TO "authenticated" USING ((( SELECT public.my_duty() AS my_duty) IS NOT NULL));

COMMENT ON FUNCTION "private"."away_on"(date) IS 'The names of the people who are not here on a day.';

COMMENT ON FUNCTION "private"."keep_jobs_from_absent"() IS 'Trigger: rejects a job that is given to a person who is not here on its day (PT409 not_here, details: mechanic, day).';

COMMENT ON FUNCTION "public"."assign_job"(uuid, text, text) IS 'Owners, the desk and the foreman give a job to a mechanic: an unassigned one becomes assigned, any other that is not over changes hands in its status. expected_mechanic: who had it when the page was read; null for an unassigned job. Raises PT403, PT404, PT409 assigned_meanwhile (details.mechanic: who has it by now), cannot_assign, not_here (details.day), PT422 mechanic.';

COMMENT ON FUNCTION "public"."list_board"(date) IS 'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for an action, what was not begun on an earlier day, and what was billed on the day; 300 at most. away: the names of the people who are not here on that day. unlisted: how many more there are. Each with the time in its status, the minutes allowed there (status_targets), and since when the bike is here. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Staff change the status of a booking along booking_transitions. To pick up or hand back a bike, send the handover_code that the customer says, or without_code: the reason that there is none, which the event records. A wrong code is counted and answered with status 422 and hint wrong_code (details.tries_left of 5). quality_check needs every line of the job card ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode or when the shop missed the window). final_price is at most the agreed price: the estimate and the approved extra work, which is also the bill of a booking that is completed without one. ready needs every point of the inspection checked, or the reason as note. A step back in the work needs a note. A mechanic changes own and unassigned jobs, and assigns to nobody else; cancelling and final_price are for owners and the desk. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked and not_checked (details.left), no_more_tries, not_here (details.day), too_early, not_agreed (details.agreed), PT422.';

COMMENT ON TABLE "public"."staff_absences" IS 'Days on which a person of the shop is not here. Jobs that they have stay theirs until somebody else gets them. How many bookings a window takes is in capacities.';

REVOKE ALL ON FUNCTION "private"."away_on"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_jobs_from_absent"() FROM PUBLIC;

GRANT DELETE, INSERT, SELECT ON TABLE "public"."staff_absences" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."staff_absences" TO "service_role";

reset check_function_bodies;

revoke all on function private.away_on(date) from public, anon, authenticated, service_role;

revoke all on function private.keep_jobs_from_absent() from public, anon, authenticated, service_role;

revoke all on table public.staff_absences from public, anon, authenticated, service_role;
grant delete, insert, select on table public.staff_absences to authenticated;
grant delete, insert, select, update on table public.staff_absences to service_role;
