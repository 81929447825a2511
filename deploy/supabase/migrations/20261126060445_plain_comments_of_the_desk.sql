set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.timers_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'by', coalesce(s.name, 'A colleague'), 'own', t.user_id = auth.uid(), 'started_at', t.started_at,
    'stopped_at', t.stopped_at
  ) order by t.started_at, t.id), '[]')
  from private.work_timers t left join public.staff s on s.user_id = t.user_id
  where t.booking_id = timers_of.booking;
$function$;

COMMENT ON COLUMN "public"."callback_requests"."tries" IS 'Calls without an answer; the last one was at tried_at.';

COMMENT ON COLUMN "public"."waitlist"."tries" IS 'Calls of the desk without an answer; the last one was at tried_at.';

COMMENT ON FUNCTION "private"."declined_with"(public.service_bookings) IS 'What was declined with a booking and no later booking does, for those who may read that booking.';

COMMENT ON FUNCTION "private"."stop_timers"() IS 'Trigger: stops the timers of a bike that is ready, handed over or cancelled.';

COMMENT ON FUNCTION "public"."assign_job"(uuid, text, text) IS 'Owners, the desk and the foreman give a job to a mechanic: an unassigned one becomes assigned, any other that is not over changes hands in its status. expected_mechanic: who had it when the page was read; null for an unassigned job. Raises PT403, PT404, PT409 assigned_meanwhile (details.mechanic: who has it by now), cannot_assign, PT422 mechanic.';

COMMENT ON FUNCTION "public"."list_board"(date) IS 'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for an action, what was not begun on an earlier day, and what was billed on the day; 300 at most. unlisted: how many more there are. Each with the time in its status, the minutes allowed there (status_targets), and since when the bike is here. Raises PT403 forbidden.';

reset check_function_bodies;
