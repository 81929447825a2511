-- Hold a window while a customer types, extend the hold once, release it.

create function public.hold_slot(
  request_id text, mode text, date text, start text, items jsonb, model text, phone text default null,
  proof text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted private.slot_holds := private.parse_hold(hold_slot.request_id, hold_slot.mode, hold_slot.date, hold_slot.start);
  job record;
  own private.slot_holds;
begin
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, wanted.mode);
  wanted.phone := private.clean_phone(hold_slot.phone);
  wanted.user_id := auth.uid();
  wanted.proven := private.is_caller_proven(wanted.phone, hold_slot.proof);
  wanted.model_id := hold_slot.model;
  wanted.lines := job.quote -> 'lines';
  wanted.windows := job.windows;
  wanted.next_day := job.next_day;
  wanted.expires_at := private.now() + (select s.hold_minutes from public.shop s) * interval '1 minute';

  perform private.lock_request(wanted.request_id);
  if exists (select from public.service_bookings b where b.request_id = private.kept_request(wanted.request_id)) then
    perform private.reject(409, 'booked');
  end if;
  select * into own from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  if own.staff_id is not null then
    perform private.reject(422, 'request');
  elsif own.expires_at > private.now() and private.is_same_window(own, wanted) then
    perform private.hold_other_work(own, wanted);
    return private.hold_state(own);
  end if;
  perform private.limit_holds(wanted.request_id, wanted.phone, wanted.user_id, wanted.proven);

  -- Check the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(wanted.mode, wanted.booking_date, own.mode, own.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, own.id
  );
  if wanted.user_id is null and not wanted.proven then
    perform private.limit_guest_holds(wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, own.id);
  end if;
  wanted := private.write_hold(wanted, own);

  -- Each hold also deletes old places and holds, without waiting for locks.
  delete from public.booking_places p where (p.booking_date, p.window_start, p.mode, p.seat) in (
    select old.booking_date, old.window_start, old.mode, old.seat from public.booking_places old
    where old.held_until < private.now() - interval '1 day' limit 50 for update skip locked
  );
  delete from private.slot_holds h where h.id in (
    select old.id from private.slot_holds old
    where old.held_at < private.now() - interval '1 day'
      and not exists (select from public.booking_places p where p.hold_id = old.id)
    order by old.held_at limit 50 for update skip locked
  );
  return private.hold_state(wanted);
end;
$$;
revoke all on function public.hold_slot(text, text, text, text, jsonb, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_slot(text, text, text, text, jsonb, text, text, text)
  to anon, authenticated, service_role;
comment on function public.hold_slot(text, text, text, text, jsonb, text, text, text) is
  'Holds a window for shop.hold_minutes for the booking that will be sent with this request_id. A request holds one window: the next hold replaces it. Repeating a call for the same window returns the open hold with its seconds_left. proof: the secret of a browser in which the number was proven. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many_tries (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window, or hold and have booked it without a proven number), all with details.retry_after.';

create function public.extend_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.reject(422, 'request');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.reject(409, 'hold_over', '{"alternatives": []}');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Another call may have taken the places while this one waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.reject(409, 'hold_over', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    ));
  elsif own.extended then
    perform private.reject(409, 'extended');
  end if;
  update private.slot_holds h set
    expires_at = h.expires_at + (select s.hold_extension_minutes from public.shop s) * interval '1 minute', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
end;
$$;
revoke all on function public.extend_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.extend_hold(text) to anon, authenticated, service_role;
comment on function public.extend_hold(text) is
  'Extends a hold by shop.hold_extension_minutes, once. Raises PT409 hold_over (details.alternatives), PT409 extended.';

create function public.release_hold(request_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request uuid := private.to_uuid(release_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    return jsonb_build_object('released', false);
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is not null then
    perform private.lock_day(own.mode, own.booking_date);
    perform private.end_hold(own, 'released');
  end if;
  return jsonb_build_object('released', own.expires_at > private.now() is true);
end;
$$;
revoke all on function public.release_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.release_hold(text) to anon, authenticated, service_role;
comment on function public.release_hold(text) is
  'Releases a hold at once. released: whether one was open. Without a hold it answers false and raises nothing.';
