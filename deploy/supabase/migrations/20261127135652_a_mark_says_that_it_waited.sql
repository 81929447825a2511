set check_function_bodies = off;

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
  replaced timestamptz := private.to_instant(mark ->> 'replaces');
  standing jsonb;
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
  standing := private.standing_mark(b.id, mark);
  -- Its sender has read what stood then: it counts over that, whatever the clocks of the two phones say, and over nothing newer.
  made := case
    when replaced = (standing ->> 'at')::timestamptz then greatest(made, replaced)
    else least(made, replaced)
  end;
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      -- A phone that ticked the card as planned means the line with these words, not one that took its number since.
      if mark ->> 'label' <> (
        select c.label from public.booking_checklist c
        where c.booking_id = b.id and c.line = private.to_int(mark ->> 'line')
      ) then
        perform private.reject(422, 'lines');
      end if;
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
        mark ->> 'without_code', coalesce(mark ->> 'undo' = 'true', false)
      );
      -- A wrong code is counted, not raised. Its mark did nothing.
      if answer ? 'hint' then
        delete from private.job_marks m where m.id = mark_id;
        -- It waited on the phone: the bike has left meanwhile.
        if mark ->> 'queued' = 'true' then
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
  -- A mark that counts no more has changed nothing: sent again, it is answered in the same way.
  if outcome = 'older' then
    delete from private.job_marks m where m.id = mark_id;
    return jsonb_build_object('outcome', outcome, 'standing', standing, 'job', private.job_of(b.id));
  end if;
  perform private.signal_job(b.id);
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at, replaces, queued} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, label, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code, undo}, part {part} or {off, name}, timer {running}, test_ride {running, odometer_km, checks}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older, with standing {by, at}, when a later mark is there. A mark with replaces, the time of a mark that its sender has read, counts over that one and over no newer one. queued says that it waited on the phone: a wrong handover code then means that the bike has left on it, which the board tells. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

reset check_function_bodies;
