-- Create a booking: validate, price, take places and write in one transaction, once per request_id.

create function public.create_booking(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
  perform private.lock_recheck(request -> 'items');
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, case when proven then wanted.phone end, bikes, wanted.request_id
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted := private.as_recheck(wanted, job.quote -> 'lines');
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  wanted.coupon_code := case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end;
  wanted.minutes := job.minutes;
  wanted.windows := job.windows;
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null, bikes, null, wanted.request_id
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
$$;
revoke all on function public.create_booking(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.create_booking(jsonb) to anon, authenticated, service_role;
comment on function public.create_booking(jsonb) is
  'Creates a booking: validates every field, prices the cart again (at the prices of the open hold under the same request_id, for the same work), takes the places (that hold is used up) and writes the booking. Raises PT422 (hint = code, mostly the name of the field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote), PT409 verify_phone (the number must be proven first, by a session of its account or by proof, the secret of a browser in which it was; details.reason: window, with details.alternatives that need no proof; address; coupon, for one of first bookings). payment is after_service (the default) or upi, which confirm at once, or online: then the booking is pending_payment and keeps its places for shop.payment_minutes, until pay_until. The same request_id returns the same booking with repeated = true. booking is what get_booking answers for manage_token: the next page needs no second read. Owners and desk book for a caller with on_behalf (phone, walk_in): the booking belongs to the account that has confirmed the number, if any; no limit counts it; manage_token is empty and booking null, because link and handover code go to the customer only; group_id joins further bikes of the same customer, place and day; callback or waiting is the request that it answers, which is closed as booked with it, also with the place that is offered to it. An item {id: re-check, recheck: an earlier booking} is a free re-check of that booking, while its warranty runs. Raises PT403, PT422 on_behalf, group_id.';

create function private.write_booking(wanted public.service_bookings, lines jsonb) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  done public.service_bookings;
begin
  -- The number is the start of the random id: when it is taken, retry with a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status, created_at, origin, group_id, recheck_of
    ) values (
      private.kept_request(wanted.request_id), wanted.user_id, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, wanted.minutes, wanted.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount, wanted.coupon_code, wanted.gstin, wanted.pay_by, wanted.pay_until,
      wanted.status, private.now(), wanted.origin, wanted.group_id, wanted.recheck_of
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  perform private.write_items(done.id, lines);
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (
    done.id, private.now(), case when done.origin = 'web' then 'customer'::public.booking_actor else 'admin' end,
    auth.uid(), done.status
  );
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return done;
end;
$$;
revoke all on function private.write_booking(public.service_bookings, jsonb)
  from public, anon, authenticated, service_role;
comment on function private.write_booking(public.service_bookings, jsonb) is
  'Writes a checked booking with its lines, its first event and the hash of its manage token.';

create function private.write_items(booking uuid, lines jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.booking_items (
    booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position, declined_id
  )
  select
    write_items.booking, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int,
    private.to_uuid(l ->> 'declined')
  from jsonb_array_elements(lines) with ordinality as t (l, n);
end;
$$;
revoke all on function private.write_items(uuid, jsonb) from public, anon, authenticated, service_role;
comment on function private.write_items(uuid, jsonb) is 'Writes the lines of a quote as those of a booking.';

create function private.booking_receipt(booking public.service_bookings, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', booking.id,
    'number', booking.number,
    'status', private.effective_status(booking),
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'window_end', to_char(booking.window_end, 'HH24:MI'),
    'ready_date', booking.ready_date,
    'estimated_price', booking.estimated_price,
    'pay_by', booking.pay_by,
    'pay_until', booking.pay_until,
    'manage_token', case when booking.origin = 'web' then private.manage_token(booking.request_id) else '' end,
    'booking', case when booking.origin = 'web' then public.get_booking(private.manage_token(booking.request_id)) end,
    'repeated', repeated
  );
end;
$$;
revoke all on function private.booking_receipt(public.service_bookings, boolean)
  from public, anon, authenticated, service_role;
comment on function private.booking_receipt(public.service_bookings, boolean) is
  'What create_booking answers: the manage token and what it opens too, but never to staff who booked for the customer.';
