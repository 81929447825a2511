set check_function_bodies = off;

DROP FUNCTION "private"."answer_concern"(public.service_bookings, jsonb);

ALTER TABLE "public"."booking_checklist" ADD COLUMN "changed_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.answer_concern(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given public.concern_answer := (
    select a from unnest(enum_range(null::public.concern_answer)) a where a::text = mark ->> 'answer'
  );
  remark text := private.clean_text(mark ->> 'note');
begin
  if booking.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', booking.status));
  elsif given is null then
    perform private.reject(422, 'concern_answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif not exists (
    select from public.booking_checklist c
    where c.booking_id = booking.id and c.line = private.to_int(mark ->> 'line') and c.is_concern
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = private.now(), done_by = auth.uid(), not_needed = null, answer = given, answer_note = remark,
    changed_at = answer_concern.made_at
  where c.booking_id = booking.id and c.line = private.to_int(mark ->> 'line') and c.is_concern
    and (c.changed_at is null or c.changed_at <= answer_concern.made_at);
  return case when found then 'applied' else 'older' end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tick_lines(b public.service_bookings, lines integer[], done boolean, not_needed text, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  why text := private.clean_text(tick_lines.not_needed);
begin
  if b.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_lines.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_lines.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_lines.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_lines.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_lines.done then private.now() end,
    done_by = case when tick_lines.done then auth.uid() end,
    not_needed = why,
    answer = case
      when not c.is_concern or not tick_lines.done then null
      when why is null then 'found_and_fixed'::public.concern_answer
      else 'not_found'
    end,
    answer_note = case when c.is_concern then why end,
    changed_at = tick_lines.made_at
  where c.booking_id = b.id and c.line = any (tick_lines.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_lines.done or c.not_needed is distinct from why)
    and (c.changed_at is null or c.changed_at <= tick_lines.made_at);
  if found then
    perform private.signal_job(b.id);
    return 'applied';
  end if;
  return case when exists (
    select from public.booking_checklist c
    where c.booking_id = b.id and c.line = any (tick_lines.lines) and c.changed_at > tick_lines.made_at
      and ((c.done_at is not null) is distinct from tick_lines.done or c.not_needed is distinct from why)
  ) then 'older' else 'applied' end;
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
      outcome := private.tick_lines(
        b, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed', made
      );
    when 'concern' then
      outcome := private.answer_concern(b, mark, made);
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
    when 'test_ride' then
      outcome := private.mark_test_ride(b, mark, made);
  end case;
  -- A mark that counts no more has changed nothing.
  if outcome = 'applied' then
    perform private.signal_job(b.id);
  end if;
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.tick_checklist(booking uuid, lines integer[], done boolean, not_needed text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_job(tick_checklist.booking);
begin
  perform private.tick_lines(b, tick_checklist.lines, tick_checklist.done, tick_checklist.not_needed, private.now());
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

COMMENT ON COLUMN "public"."booking_checklist"."changed_at" IS 'When staff last changed the line, also without a network: of two changes the later one counts.';

COMMENT ON FUNCTION "private"."answer_concern"(public.service_bookings, jsonb, timestamp with time zone) IS 'Answers the line with the customer''s own words: {line, answer, note}. Returns older, and changes nothing, when a later change is there. Raises PT409 not_in_service, PT422 (concern_answer, lines, note_too_long).';

COMMENT ON FUNCTION "private"."tick_lines"(public.service_bookings, integer[], boolean, text, timestamp with time zone) IS 'Ticks lines of a job card as tick_checklist says. Returns older, and changes nothing, where a later change is there. Raises PT409 not_in_service, PT422 (lines, done, not_needed).';

REVOKE ALL ON FUNCTION "private"."answer_concern"(public.service_bookings, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tick_lines"(public.service_bookings, integer[], boolean, text, timestamp with time zone) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.answer_concern(public.service_bookings,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.tick_lines(public.service_bookings,integer[],boolean,text,timestamp with time zone) from public, anon, authenticated, service_role;
