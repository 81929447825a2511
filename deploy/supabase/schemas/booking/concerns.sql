-- What the customer wrote is the first line of the job card. It has an answer of its own, which its page shows at once.

create function private.concerns_of(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answers jsonb := (
    select jsonb_agg(jsonb_build_object(
      'line', c.line, 'label', c.label, 'answer', c.answer, 'answer_note', c.answer_note
    ) order by c.line)
    from public.booking_checklist c where c.booking_id = booking.id and c.is_concern
  );
begin
  -- The job card as it is planned is a large view: read only where it has such a line.
  if answers is not null or booking.notes is null
    or not exists (select from public.booking_checkins k where k.booking_id = booking.id)
  then
    return answers;
  end if;
  return (
    select jsonb_agg(jsonb_build_object('line', l.line, 'label', l.label, 'answer', null, 'answer_note', null))
    from private.job_lines l where l.booking_id = booking.id and l.is_concern
  );
end;
$$;
revoke all on function private.concerns_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.concerns_of(public.service_bookings) is
  'What the customer wrote and, once it was looked for, what became of it: from the check-in on, long before the rest of the job card is shown. Null before, and without such a line.';

create function private.answer_concern(booking public.service_bookings, mark jsonb, made_at timestamptz) returns text
language plpgsql volatile set search_path = ''
as $$
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
  if not found then
    return 'older';
  end if;
  -- The customer waits for it.
  perform private.notify_followers(booking.id);
  return 'applied';
end;
$$;
revoke all on function private.answer_concern(public.service_bookings, jsonb, timestamptz) from public, anon, authenticated, service_role;
comment on function private.answer_concern(public.service_bookings, jsonb, timestamptz) is
  'Answers the line with the customer''s own words: {line, answer, note}. Returns older, and changes nothing, when a later change is there. Raises PT409 not_in_service, PT422 (concern_answer, lines, note_too_long).';
