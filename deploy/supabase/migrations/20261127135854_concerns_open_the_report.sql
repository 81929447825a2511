set check_function_bodies = off;

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
  if not found then
    return 'older';
  end if;
  -- The customer waits for it.
  perform private.notify_followers(booking.id);
  return 'applied';
end;
$function$;

CREATE OR REPLACE FUNCTION private.concerns_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (
      select jsonb_agg(jsonb_build_object(
        'line', c.line, 'label', c.label, 'answer', c.answer, 'answer_note', c.answer_note
      ) order by c.line)
      from public.booking_checklist c where c.booking_id = booking.id and c.is_concern
    ),
    (
      select jsonb_agg(jsonb_build_object('line', l.line, 'label', l.label, 'answer', null, 'answer_note', null))
      from private.job_lines l
      where l.booking_id = booking.id and l.is_concern
        and exists (select from public.booking_checkins k where k.booking_id = booking.id)
    )
  );
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
    perform private.notify_followers(b.id) from public.booking_checklist c
    where c.booking_id = b.id and c.line = any (tick_lines.lines) and c.is_concern;
    return 'applied';
  end if;
  return case when exists (
    select from public.booking_checklist c
    where c.booking_id = b.id and c.line = any (tick_lines.lines) and c.changed_at > tick_lines.made_at
      and ((c.done_at is not null) is distinct from tick_lines.done or c.not_needed is distinct from why)
  ) then 'older' else 'applied' end;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
  proven boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or private.sees_booking(s.id)));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  proven := case when private.sees_booking(b.id) then private.is_number_proven(b.phone) end;
  if not own then
    b := private.hide_contact(b);
  end if;
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'ready_time', private.format_time(b.ready_time),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'limit_used', private.limit_used(b.id),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'missing_oil', case when not own then private.missing_oil(b) end,
    'declined_work', private.declined_with(b),
    'item_question', private.item_question_of(b),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', proven,
    'concerns', private.concerns_of(b),
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from (
        select o.id, o.at, o.actor, o.from_status, o.to_status, o.note, o.moved_from, o.fee, o.kind, o.data
        from public.booking_events o where own and o.booking_id = b.id
        union all
        select s.id, s.at, s.actor, s.from_status, s.to_status, s.note, s.moved_from, s.fee, s.kind, s.data
        from public.staff_events s where not own and s.booking_id = b.id
      ) e
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

COMMENT ON FUNCTION "private"."concerns_of"(public.service_bookings) IS 'What the customer wrote and, once it was looked for, what became of it: from the check-in on, long before the rest of the job card is shown. Null before, and without such a line.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts, also in the events): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, what became of what the customer wrote (concerns, null before the check-in), what was declined with it and is not booked since (declined_work), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

REVOKE ALL ON FUNCTION "private"."concerns_of"(public.service_bookings) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.concerns_of(public.service_bookings) from public, anon, authenticated, service_role;
