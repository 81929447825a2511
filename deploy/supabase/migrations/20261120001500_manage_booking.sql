-- Looking at a booking and changing its status.

create function private.booking_of_token(token text) returns uuid
language sql stable set search_path = ''
as $$
  select t.booking_id
  from private.manage_tokens t
  join public.service_bookings b on b.id = t.booking_id
  where t.token_hash = private.hash_token(token)
    and (b.closed_at is null or b.closed_at + interval '30 days' > private.now());
$$;
revoke all on function private.booking_of_token(text) from public, anon, authenticated, service_role;
comment on function private.booking_of_token(text) is
  'The booking a manage token opens, until 30 days after it was completed or cancelled.';

create function private.cancel_until(booking public.service_bookings) returns timestamptz
language sql immutable set search_path = ''
as $$ select booking.starts_at - interval '2 hours'; $$;
revoke all on function private.cancel_until(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.cancel_until(public.service_bookings) is 'Until when a customer may cancel without calling.';

create function public.get_booking(manage_token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s where s.id = private.booking_of_token(get_booking.manage_token);
  if b.id is null then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  select to_jsonb(b) - '{request_id,user_id,updated_at}'::text[] || jsonb_build_object(
    'booking_time', private.hhmm(b.booking_time),
    'window_end', private.hhmm(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'cancel_until', private.cancel_until(b),
    'can_cancel', private.now() <= private.cancel_until(b) and exists (
      select from public.booking_transitions t
      where t.actor = 'customer' and t.from_status = b.status and t.to_status = 'cancelled'
    ),
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$$;
revoke all on function public.get_booking(text) from public, anon, authenticated, service_role;
grant execute on function public.get_booking(text) to anon, authenticated, service_role;
comment on function public.get_booking(text) is
  'A guest''s booking by its manage token, with items, events, until when it can be cancelled and how to reach the shop. Raises PT404 not_found.';

create function private.move_booking(
  booking uuid, actor text, to_status text, note text, mechanic text, final_price int
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not exists (
    select from public.booking_transitions t
    where t.actor = move_booking.actor and t.from_status = b.status and t.to_status = move_booking.to_status
  ) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(move_booking.to_status, 'nothing'), '_', ' ') || '.');
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (b.id, private.now(), move_booking.actor, auth.uid(), b.status, move_booking.to_status, move_booking.note);
  if move_booking.to_status = 'cancelled' then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = move_booking.to_status,
    mechanic = coalesce(move_booking.mechanic, s.mechanic),
    final_price = case
      when move_booking.to_status = 'completed' then coalesce(move_booking.final_price, s.final_price, s.estimated_price)
      else coalesce(move_booking.final_price, s.final_price)
    end,
    cancelled_by = case
      when move_booking.to_status = 'cancelled' then case move_booking.actor when 'customer' then 'customer' else 'shop' end
    end,
    cancel_reason = case when move_booking.to_status = 'cancelled' then move_booking.note end,
    closed_at = case when move_booking.to_status in ('completed', 'cancelled') then private.now() end
  where s.id = b.id
  returning * into b;
  return b;
end;
$$;
revoke all on function private.move_booking(uuid, text, text, text, text, int)
  from public, anon, authenticated, service_role;
comment on function private.move_booking(uuid, text, text, text, text, int) is
  'The one place where a status changes: asks booking_transitions, writes the event, frees the places of a cancelled booking.';

create function private.booking_state(booking public.service_bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id, 'number', booking.number, 'status', booking.status, 'mechanic', booking.mechanic,
    'final_price', booking.final_price, 'cancelled_by', booking.cancelled_by, 'cancel_reason', booking.cancel_reason
  );
$$;
revoke all on function private.booking_state(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.booking_state(public.service_bookings) is 'What the functions that change a status answer.';

create function public.cancel_booking(booking uuid, manage_token text default null, reason text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  as_admin boolean := public.is_admin();
  why text := private.squeeze(cancel_booking.reason);
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null or not (
    as_admin
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(cancel_booking.manage_token) = b.id, false)
  ) then
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  if char_length(why) > 200 then
    perform private.fail(422, 'reason', 'Keep the reason under 200 characters');
  end if;
  if b.status = 'cancelled' then
    return private.booking_state(b);
  end if;
  if not as_admin and private.now() > private.cancel_until(b) then
    perform private.fail(409, 'too_late', 'It is less than 2 hours to your time. Please call us on ' || private.shop_phone() || '.');
  end if;
  return private.booking_state(private.move_booking(
    b.id, case when as_admin then 'admin' else 'customer' end, 'cancelled', why, null, null
  ));
end;
$$;
revoke all on function public.cancel_booking(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.cancel_booking(uuid, text, text) to anon, authenticated, service_role;
comment on function public.cancel_booking(uuid, text, text) is
  'Cancels and frees the place: the owner or the holder of the manage token until 2 hours before the window (then PT409 too_late), an admin at any time. Cancelling twice changes nothing. Raises PT404 not_found, PT409 not_allowed.';

create function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.squeeze(set_booking_status.note);
  person text := private.squeeze(set_booking_status.mechanic);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  if not exists (select from public.service_bookings s where s.id = booking) then
    perform private.fail(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.fail(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.fail(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  return private.booking_state(private.move_booking(
    booking, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price
  ));
end;
$$;
revoke all on function public.set_booking_status(uuid, text, text, text, int)
  from public, anon, authenticated, service_role;
grant execute on function public.set_booking_status(uuid, text, text, text, int) to authenticated, service_role;
comment on function public.set_booking_status(uuid, text, text, text, int) is
  'Admins move a booking along booking_transitions: confirmed, assigned, completed or cancelled. A completed booking without a bill is billed as estimated. Raises PT403, PT404, PT409 not_allowed, PT422.';
