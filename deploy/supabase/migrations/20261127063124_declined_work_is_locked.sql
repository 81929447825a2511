set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.item_question_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'total', q.again -> 'total', 'rise', (q.again ->> 'total')::int - booking.estimated_price, 'asked_at', q.asked_at,
    'minutes', q.again -> 'minutes',
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'name', l.entry -> 'name', 'quantity', l.entry -> 'quantity', 'price', l.entry -> 'price',
        'is_new', not exists (
          select from public.booking_items i where i.booking_id = booking.id and i.item_id = l.entry ->> 'item_id'
        )
      ) order by l.place)
      from jsonb_array_elements(q.again -> 'lines') with ordinality as l (entry, place)
    ),
    'gone', (
      select coalesce(jsonb_agg(i.name order by i.position), '[]') from public.booking_items i
      where i.booking_id = booking.id and not exists (
        select from jsonb_array_elements(q.again -> 'lines') as l (entry) where l.entry ->> 'item_id' = i.item_id
      )
    )
  )
  from private.item_questions q
  where q.booking_id = booking.id and q.edits = booking.edits
    and booking.status <> 'completed' and not private.is_void(booking)
    and not exists (
      select from jsonb_array_elements(q.again -> 'lines') as l (entry)
      join public.declined_work d on d.id = private.to_uuid(l.entry ->> 'declined')
      where d.booked_with <> booking.id and private.is_live_booking(d.booked_with)
    );
$function$;

CREATE OR REPLACE FUNCTION private.lock_declined(lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Any other shape is rejected by price_cart.
  if jsonb_typeof(lock_declined.lines) = 'array' then
    perform from public.declined_work d
    where d.id in (select private.to_uuid(l.entry ->> 'declined') from jsonb_array_elements(lock_declined.lines) as l (entry))
    order by d.id for update;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.answer_items(booking uuid, answer text, total integer, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(answer_items.booking, answer_items.manage_token, '{}');
  question jsonb;
begin
  perform private.lock_declined((select q.again -> 'lines' from private.item_questions q where q.booking_id = b.id));
  question := private.item_question_of(b);
  if coalesce(answer_items.answer, '') not in ('yes', 'no') then
    perform private.reject(422, 'yes_or_no');
  elsif question is null then
    perform private.reject(409, 'answered');
  elsif (question ->> 'total')::int is distinct from answer_items.total then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', question -> 'total'));
  elsif answer_items.answer = 'yes' then
    b := private.apply_items(
      b, (select q.again from private.item_questions q where q.booking_id = b.id), 'Agreed to at the link', 'customer'
    );
  else
    delete from private.item_questions q where q.booking_id = b.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'customer', auth.uid(), b.status, b.status, 'items_declined',
      jsonb_build_object('from', b.estimated_price, 'to', question -> 'total')
    );
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b);
end;
$function$;

CREATE OR REPLACE FUNCTION public.change_items(booking uuid, items jsonb, expected_version integer, customer_yes text DEFAULT NULL::text, preview boolean DEFAULT false, ask boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(change_items.booking, change_items.expected_version);
  said text := private.clean_text(change_items.customer_yes);
  again jsonb;
  rise int;
  needs_yes boolean;
begin
  perform private.lock_declined(change_items.items);
  again := private.requoted(b, change_items.items);
  rise := (again ->> 'total')::int - b.estimated_price;
  needs_yes := rise > 0 and private.limit_used(b.id) + rise > b.approval_limit;
  if change_items.preview or (needs_yes and change_items.ask) then
    if not change_items.preview then
      perform private.ask_for_items(b, again);
    end if;
    return private.booking_state(b) || jsonb_build_object('edits', b.edits, 'total', again -> 'total', 'needs_yes', needs_yes);
  elsif needs_yes and coalesce(char_length(said), 0) not between 3 and 300 then
    perform private.reject(409, 'needs_yes', jsonb_build_object(
      'total', again -> 'total', 'rise', rise, 'limit', b.approval_limit
    ));
  end if;
  b := private.apply_items(b, again, said, 'admin');
  return private.booking_state(b) || jsonb_build_object('edits', b.edits, 'total', b.estimated_price, 'needs_yes', false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.create_booking(request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.service_bookings;
  done public.service_bookings;
  origin public.booking_origin;
  bikes int;
  held private.slot_holds;
  offer private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
  proven boolean;
  address text := private.request_address();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.reject(422, 'request');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  end if;
  origin := private.read_origin(request);
  if origin <> 'web' then
    offer := private.lock_offer(request ->> 'waiting');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b
    where b.request_id = private.kept_request(private.to_uuid(request ->> 'request_id'));
    if done.id is not null then
      -- Who knows the request of a caller's booking but isn't the desk must not get its link.
      if (done.origin = 'web') <> (origin = 'web')
        or (origin = 'web' and done.user_id is not null and done.user_id is distinct from caller)
      then
        perform private.reject(409, 'request_used');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.origin := origin;
  wanted.user_id := case when origin = 'web' then caller else private.account_of_number(wanted.phone) end;
  wanted.group_id := case when origin <> 'web' then private.to_uuid(request ->> 'group_id') end;
  proven := private.is_exempt() or private.is_caller_proven(wanted.phone, request ->> 'proof');
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null or (wanted.pay_by = 'online' and origin <> 'web') then
    perform private.reject(422, 'payment');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.reject(422, 'not_offered');
  end if;
  -- Only one booking of a number may use a first-booking coupon, so concurrent ones wait here.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  if wanted.group_id is null and origin <> 'web' and private.clean_text(request ->> 'group_id') is not null then
    perform private.reject(422, 'group_id');
  elsif wanted.group_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('group ' || wanted.group_id, 0));
    perform private.check_group(wanted);
  end if;
  bikes := 1 + private.bikes_of_group(wanted.group_id);
  perform private.lock_declined(request -> 'items');
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  wanted.coupon_code := case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end;
  wanted.minutes := job.minutes;
  wanted.windows := job.windows;
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null, bikes
    );
    perform private.reject(409, 'price_changed', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end);
  end if;

  if not proven and wanted.discount > 0 and exists (
    select from public.coupons c where c.code = wanted.coupon_code and c.first_booking
  ) then
    perform private.reject(409, 'verify_phone', '{"reason": "coupon", "alternatives": []}');
  end if;

  -- For a held window, lead times count from the start of the hold.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
  if held.id is null
    and (offer.mode, offer.booking_date, offer.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
  then
    held := offer;
  end if;
  perform private.lock_days(wanted.mode, wanted.booking_date, held.mode, held.booking_date);
  wanted.window_end := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, job.windows, job.next_day, held.id,
    case
      when held.expires_at > private.now()
        and (held.mode, held.booking_date, held.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time)
        and exists (select from public.booking_places p where p.hold_id = held.id)
      then held.held_at
    end
  );
  if not proven then
    perform private.limit_unproven(wanted, job.windows, job.next_day, held, address);
  end if;
  perform private.limit_bookings(wanted.phone, caller, proven);
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- The payment confirms a booking to be paid online; until then its places expire like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  done := private.write_booking(wanted, job.quote -> 'lines');
  perform private.book_declined(done.id, job.quote -> 'lines');
  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  if not proven then
    perform private.record_unproven(done.id, address);
  end if;
  if origin = 'web' then
    perform private.keep_proof(done.phone, request ->> 'proof');
  else
    perform private.close_wish(done, request);
  end if;
  if done.origin <> 'web' and exists (
    select from public.coupons c where c.code = done.coupon_code and c.min_bikes > 1
  ) then
    perform private.discount_group(done);
  end if;
  return private.booking_receipt(done, false);
end;
$function$;

COMMENT ON FUNCTION "private"."item_question_of"(public.service_bookings) IS 'The open question about other work: its lines with what is new and what is gone, the total in rupees and the rise; null without one. A correction or another change of the booking ends it, and so does another booking that takes up its declined work.';

COMMENT ON FUNCTION "private"."lock_declined"(jsonb) IS 'Locks the declined work of items or lines before they are priced, so that only one of several bookings at once takes it up.';

REVOKE ALL ON FUNCTION "private"."lock_declined"(jsonb) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.lock_declined(jsonb) from public, anon, authenticated, service_role;
