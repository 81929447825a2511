set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ask_for_items(booking public.service_bookings, again jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.item_questions as q (booking_id, asked_at, asked_by, edits, again)
  values (booking.id, private.now(), auth.uid(), booking.edits, ask_for_items.again)
  on conflict (booking_id) do update set
    asked_at = excluded.asked_at, asked_by = excluded.asked_by, edits = excluded.edits, again = excluded.again;
  insert into public.message_outbox as m (booking_id, version, kind, channel, recipient, due_at, next_try_at)
  select booking.id, booking.version, 'extra_work', way.channel, way.recipient, private.now(), private.now()
  from (values ('mail'::public.message_channel, booking.email), ('sms', booking.phone)) as way (channel, recipient)
  where way.recipient is not null
  on conflict on constraint message_outbox_once do update
  set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, 'items_asked',
    jsonb_build_object('from', booking.estimated_price, 'to', ask_for_items.again -> 'total')
  );
  perform private.notify_followers(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select message.kind = 'payment_received' or message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then
      booking.status = 'awaiting_approval' or private.item_question_of(booking) is not null
    when 'on_the_way' then booking.status = 'on_the_way'
    when 'picked_up' then booking.status in ('picked_up', 'inspecting')
    when 'inspection_ready' then booking.status in ('in_service', 'quality_check')
    when 'ready' then booking.status = 'ready'
    when 'invoice' then booking.status = 'completed'
    when 'weather' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.is_rained_off(booking)
      and private.now() < private.local_instant(booking.booking_date, booking.window_end)
    -- The free re-check that the message offers ends 48 hours after the work.
    when 'review' then booking.status = 'completed' and private.now() < booking.closed_at + interval '48 hours'
    when 'reminder_24h' then
      booking.status in ('confirmed', 'assigned') and private.now() < booking.starts_at - interval '2 hours'
    when 'reminder_2h' then
      booking.status in ('confirmed', 'assigned', 'on_the_way') and private.now() < booking.starts_at
    else private.is_active(booking.status)
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
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'declined_work', private.declined_with(b),
    'item_question', private.item_question_of(b),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', proven,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
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

reset check_function_bodies;
