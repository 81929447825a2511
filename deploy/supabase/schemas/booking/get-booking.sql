-- A booking as its customer or staff see it.

create function private.booking_state(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'booking_date', booking.booking_date, 'booking_time', private.format_time(booking.booking_time),
    'window_end', private.format_time(booking.window_end), 'ready_date', booking.ready_date,
    'ready_time', private.format_time(booking.ready_time),
    'estimated_price', booking.estimated_price, 'final_price', booking.final_price, 'fee', booking.fee,
    'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
end;
$$;
revoke all on function private.booking_state(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.booking_state(public.service_bookings) is 'What the functions that change a status answer.';

create function private.effective_status(booking public.service_bookings) returns public.booking_status
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when booking.status = 'pending_payment' and booking.pay_until <= private.now() then 'expired' else booking.status
  end;
end;
$$;
revoke all on function private.effective_status(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.effective_status(public.service_bookings) is
  'The status that counts: an unpaid booking past pay_until is expired, also before a worker writes that.';

create function public.get_booking(manage_token text default null, booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
  is_staff boolean;
  proven boolean;
  opened uuid := private.booking_of_token(get_booking.manage_token);
begin
  select * into b from public.service_bookings s where s.id = coalesce(opened, get_booking.booking);
  own := coalesce(b.user_id = auth.uid() or opened = b.id, false);
  is_staff := private.sees_booking(b.id);
  if b.id is null or not (own or is_staff) then
    perform private.reject(404, 'not_found');
  end if;
  proven := case when is_staff then private.is_number_proven(b.phone) end;
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
$$;
revoke all on function public.get_booking(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_booking(text, uuid) to anon, authenticated, service_role;
comment on function public.get_booking(text, uuid) is
  'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts, also in the events): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, what became of what the customer wrote (concerns, null before the check-in), what was declined with it and is not booked since (declined_work), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';
