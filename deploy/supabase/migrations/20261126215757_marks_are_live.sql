set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.signal_job(booking uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ update public.booking_signals s set changed_at = pg_catalog.now() where s.id = signal_job.booking; $function$;

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
  perform private.signal_job(b.id);
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
  b public.service_bookings;
  why text := private.clean_text(tick_checklist.not_needed);
begin
  b := private.lock_job(tick_checklist.booking);
  if b.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_checklist.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why,
    answer = case
      when not c.is_concern or not tick_checklist.done then null
      when why is null then 'found_and_fixed'::public.concern_answer
      else 'not_found'
    end,
    answer_note = case when c.is_concern then why end
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  if found then
    perform private.signal_job(b.id);
  end if;
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$function$;

COMMENT ON FUNCTION "private"."signal_job"(uuid) IS 'Tells the pages of staff that a job has changed in a table of its own, such as its inspection. Customers are not told.';

REVOKE ALL ON FUNCTION "private"."signal_job"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.signal_job(uuid) from public, anon, authenticated, service_role;
