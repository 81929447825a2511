set check_function_bodies = off;

ALTER TABLE "private"."handover_codes" ADD COLUMN "wrong_at" timestamp with time zone;

ALTER TABLE "private"."handover_codes" ADD COLUMN "wrong_by" uuid;

ALTER TABLE "private"."handover_codes" ADD COLUMN "left_at" timestamp with time zone;

ALTER TABLE "public"."declined_work" ADD COLUMN "ended_at" timestamp with time zone;

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
      'here_since', private.here_since(booking),
      'code_alarm', private.code_alarm(booking.id)
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_handover(booking uuid, code text, why text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.reject(422, 'without_code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.reject(422, 'handover_code');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.reject(409, 'no_more_tries');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.reject(422, 'code_figures');
    elsif typed <> h.code then
      update private.handover_codes c
      set wrong_tries = c.wrong_tries + 1, wrong_at = private.now(), wrong_by = auth.uid()
      where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      -- The board tells of it while it happens.
      perform private.notify_followers(h.booking_id);
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'wrong_code',
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'wrong_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0, left_at = null
  where c.booking_id = h.booking_id and (c.wrong_tries > 0 or c.left_at is not null);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.code_alarm(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  h private.handover_codes;
begin
  select * into h from private.handover_codes c
  where c.booking_id = code_alarm.booking and (c.wrong_tries >= 3 or c.left_at is not null);
  if h.booking_id is null or not public.has_duty('owner', 'desk', 'foreman') then
    return null;
  end if;
  return jsonb_build_object('tries', h.wrong_tries, 'at', h.wrong_at, 'by', private.staff_name(h.wrong_by), 'left_at', h.left_at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.declined_with(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.name), '[]')
  from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
  where e.booking_id = booking.id and d.ended_at is null and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION private.open_declined_work(model text, plate text, link text DEFAULT NULL::text)
 RETURNS SETOF public.declined_work
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.* from public.declined_work d
  join public.extra_work e on e.id = d.extra_work_id
  join public.service_bookings b on b.id = e.booking_id
  where d.model_id = open_declined_work.model and d.ended_at is null
    and (d.vehicle_number is null or open_declined_work.plate is null or d.vehicle_number = open_declined_work.plate)
    and (
      (private.works_on_jobs() and d.vehicle_number = open_declined_work.plate) or b.user_id = auth.uid()
      or b.id = (select private.booking_of_token(open_declined_work.link))
    )
    and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION public.end_declined_work(work uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  b := private.lock_own_booking((
    select e.booking_id from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
    where d.id = end_declined_work.work
  ), end_declined_work.manage_token, '{owner,desk,foreman}');
  update public.declined_work d set ended_at = coalesce(d.ended_at, private.now()) where d.id = end_declined_work.work;
  return jsonb_build_object('id', end_declined_work.work, 'booking', b.number);
end;
$function$;

CREATE OR REPLACE FUNCTION public.mark_job(booking uuid, mark jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_job(booking);
  mark_id uuid := private.to_uuid(mark ->> 'id');
  sort public.job_mark_kind := (
    select k from unnest(enum_range(null::public.job_mark_kind)) k where k::text = mark ->> 'kind'
  );
  -- A phone's clock may be ahead.
  made timestamptz := least(private.to_instant(mark ->> 'made_at'), private.now());
  outcome text := 'applied';
  answer jsonb;
begin
  if mark_id is null or sort is null or private.to_instant(mark ->> 'made_at') is null
    or exists (select from private.job_marks m where m.id = mark_id and m.booking_id <> b.id)
  then
    perform private.reject(422, 'mark');
  end if;
  insert into private.job_marks (id, booking_id, made_at, received_at, made_by, kind)
  values (mark_id, b.id, made, private.now(), auth.uid(), sort) on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('outcome', 'repeated', 'job', private.job_of(b.id));
  end if;
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      perform public.tick_checklist(
        b.id, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed'
      );
    when 'concern' then
      perform private.answer_concern(b, mark);
    when 'propose' then
      perform public.propose_extra_work(b.id, mark -> 'items');
    when 'step' then
      answer := public.set_booking_status(
        b.id, mark ->> 'to_status', mark ->> 'note', mark ->> 'mechanic', null, mark ->> 'handover_code',
        mark ->> 'without_code'
      );
      -- A wrong code is counted, not raised. Its mark did nothing.
      if answer ? 'hint' then
        delete from private.job_marks m where m.id = mark_id;
        -- It was kept on the phone: the bike has left meanwhile.
        if made < private.now() - interval '2 minutes' then
          update private.handover_codes c set left_at = made where c.booking_id = b.id;
        end if;
        return answer;
      end if;
    when 'part' then
      perform private.mark_part(b, mark);
    when 'timer' then
      perform private.mark_timer(b, mark, made);
  end case;
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON public.declined_work FOR EACH ROW EXECUTE FUNCTION private.audit_row('id');

COMMENT ON COLUMN "private"."handover_codes"."left_at" IS 'When the bike left on a code that was wrong: a phone without a network had sent it later. Null again once it is settled.';

COMMENT ON COLUMN "private"."handover_codes"."wrong_at" IS 'When the last wrong code was typed, and wrong_by whom.';

COMMENT ON COLUMN "public"."declined_work"."ended_at" IS 'When the customer, or staff for them, asked not to be offered it any more.';

COMMENT ON FUNCTION "private"."code_alarm"(uuid) IS 'For owners, the desk and the foreman: that three wrong handover codes or more were typed, or that the bike has left on a wrong one. Null when it is not so.';

COMMENT ON FUNCTION "private"."open_declined_work"(text, text, text) IS 'What was declined for a bike, is not booked since and may still be offered: in the caller''s own account, of the booking whose link they have, or for staff by plate.';

COMMENT ON FUNCTION "public"."end_declined_work"(uuid, text) IS 'Don''t ask again: work that was declined is offered no more, by the customer with whose booking it was declined, or by owners, desk and foreman for them. Doing it again changes nothing. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."list_board"(date) IS 'The board of a day for staff, as far as the duty reads the bookings. bookings: those of the day, 500 at most. elsewhere: of other days what is not assigned, in the workshop or waits for an action, what was not begun on an earlier day, and what was billed on the day; 300 at most. away: the names of the people who are not here on that day. unlisted: how many more there are. Each with the time in its status, the minutes allowed there (status_targets), since when the bike is here, and that wrong handover codes were typed (code_alarm). Raises PT403 forbidden.';

REVOKE ALL ON FUNCTION "private"."code_alarm"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."end_declined_work"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_declined_work"(uuid, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.code_alarm(uuid) from public, anon, authenticated, service_role;

revoke all on function public.end_declined_work(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.end_declined_work(uuid,text) to anon;
grant execute on function public.end_declined_work(uuid,text) to authenticated;
grant execute on function public.end_declined_work(uuid,text) to service_role;
