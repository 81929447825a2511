set check_function_bodies = off;

DROP FUNCTION "private"."cancel_until"(public.service_bookings);

DROP FUNCTION "private"."window_missed_at"(public.service_bookings);

ALTER TABLE "public"."booking_credits" ALTER COLUMN "amount" DROP DEFAULT;

ALTER TABLE "public"."shop" ADD COLUMN "cancel_free_hours" integer NOT NULL DEFAULT 2;

ALTER TABLE "public"."shop" ADD COLUMN "late_fee" integer NOT NULL DEFAULT 100;

ALTER TABLE "public"."shop" ADD COLUMN "visit_fee" integer NOT NULL DEFAULT 200;

ALTER TABLE "public"."shop" ADD COLUMN "no_show_minutes" integer NOT NULL DEFAULT 15;

ALTER TABLE "public"."shop" ADD COLUMN "late_minutes" integer NOT NULL DEFAULT 60;

ALTER TABLE "public"."shop" ADD COLUMN "late_credit" integer NOT NULL DEFAULT 100;

ALTER TABLE "public"."shop" ADD COLUMN "hold_minutes" integer NOT NULL DEFAULT 10;

ALTER TABLE "public"."shop" ADD COLUMN "hold_extension_minutes" integer NOT NULL DEFAULT 5;

ALTER TABLE "public"."shop" ADD COLUMN "payment_minutes" integer NOT NULL DEFAULT 15;

ALTER TABLE "public"."shop" ADD COLUMN "offer_minutes" integer NOT NULL DEFAULT 20;

CREATE OR REPLACE FUNCTION private.cancel_until(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return booking.starts_at - (select s.cancel_free_hours from public.shop s) * interval '1 hour'; end; $function$;

CREATE OR REPLACE FUNCTION private.carry_dues()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.status = 'cancelled' and new.cancel_cause = 'shop' and old.status <> 'pending_payment' then
      insert into public.booking_credits (booking_id, phone, amount, reason, given_at)
      select new.id, new.phone, s.late_credit, 'we_cancelled', private.now() from public.shop s
      on conflict (booking_id) do nothing;
    elsif new.status = 'confirmed' and old.status in ('pending_payment', 'expired') then
      -- Paid late: what was paid of a fee while this booking was over is not paid again.
      update public.service_bookings n set carried = private.unpaid_fee(n)
      where n.carried_to = new.id and n.carried <> private.unpaid_fee(n);
    end if;
    return null;
  end if;
  if private.is_void(new) then
    return null;
  end if;
  -- Concurrent bookings of one number queue here, so that a fee or credit is used once.
  perform pg_advisory_xact_lock(hashtextextended('dues of ' || new.phone, 0));
  update public.service_bookings n set carried_to = new.id, carried = private.unpaid_fee(n)
  where n.phone = new.phone and n.status = 'no_show' and n.id <> new.id
    and private.unpaid_fee(n) > 0
    and not private.is_live_booking(n.carried_to)
    -- Staff look for this money already.
    and not exists (select from public.payments p where p.booking_id = n.id and p.status = 'claimed');
  update public.booking_credits c set used_by = new.id
  from (
    select o.id, sum(o.amount) over (order by o.given_at, o.id) - o.amount as before, o.amount
    from public.booking_credits o where o.phone = new.phone and not private.is_live_booking(o.used_by)
  ) free
  where free.id = c.id
    -- One that finds nothing left to take off is kept; a payment that is to confirm a booking has to be one.
    and free.before + case new.status when 'pending_payment' then free.amount else 0 end < new.estimated_price;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select
      private.now() > private.cancel_until(booking) as late,
      booking.status = 'on_the_way' as on_the_way,
      -- On the way or there: from then on only staff cancel.
      booking.mode <> 'workshop'
        and booking.status in ('on_the_way', 'picked_up', 'inspecting', 'awaiting_approval') as visited,
      private.is_rained_off(booking) as rain,
      private.is_change_free(booking) as ours,
      exists (
        select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
      ) as waived_before,
      private.can_transition('customer', booking, 'cancelled') as can_cancel,
      private.can_transition('admin', booking, 'cancelled') as staff_can_cancel,
      booking.status in ('confirmed', 'assigned') or private.can_transition('customer', booking, 'assigned') as movable
  )
  select jsonb_build_object(
    'free_until', private.cancel_until(booking),
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', case
      when not (can_cancel or staff_can_cancel) or ours or booking.status = 'pending_payment' then 0
      when visited then shop.visit_fee
      when late and waived_before then shop.late_fee
      else 0
    end,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'move_fee', case when movable and on_the_way and not ours then shop.late_fee else 0 end,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  )
  from facts, public.shop;
$function$;

CREATE OR REPLACE FUNCTION private.no_show_fee(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when private.is_rained_off(booking) or private.is_window_missed(booking) then 0
    else (select s.visit_fee from public.shop s)
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.no_show_from(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return booking.starts_at + (select s.no_show_minutes from public.shop s) * interval '1 minute'; end; $function$;

CREATE OR REPLACE FUNCTION private.offer_places_of(mode public.service_mode, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moment timestamptz := private.now();
  until timestamptz := moment + (select s.offer_minutes from public.shop s) * interval '1 minute';
  done int;
  entry public.waitlist;
  held private.slot_holds;
  -- Kinds of jobs for which there is no place.
  refused text[] := '{}'::text[];
  kind text;
begin
  update public.waitlist w set state = 'lapsed'
  where w.booking_date = day and w.mode = offer_places_of.mode
    and (w.state = 'offered' and w.offer_ends_at <= moment or w.state = 'waiting' and w.starts_at <= moment);
  get diagnostics done = row_count;
  for entry in
    select * from public.waitlist w
    where w.booking_date = day and w.mode = offer_places_of.mode and w.state = 'waiting'
    order by w.created_at, w.id
  loop
    kind := concat_ws(' ', entry.booking_time, entry.windows, entry.next_day);
    continue when kind = any (refused);
    if not exists (
      select from private.slots(entry.mode, day, day, entry.windows, entry.next_day) s
      where s.starts = entry.booking_time and s.free > 0
    ) then
      refused := refused || kind;
      continue;
    end if;
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, extended, held_at, expires_at, waitlist_id
    ) values (
      entry.offer_request_id, entry.mode, day, entry.booking_time, entry.window_end, entry.windows, entry.next_day, true,
      moment, until, entry.id
    ) returning * into held;
    perform private.take_places(null, held.id, held.expires_at, held.mode, day, held.booking_time, held.windows);
    update public.waitlist w set
      state = 'offered', offered_at = moment, offer_ends_at = held.expires_at,
      claim_hash = private.hash_token(private.waitlist_token(w.id, 'claim'))
    where w.id = entry.id;
    insert into public.message_outbox (waitlist_id, version, kind, channel, recipient, due_at, next_try_at)
    select entry.id, 0, 'place_free', way.channel, way.recipient, moment, moment
    from (values ('mail'::public.message_channel, entry.email), ('sms', entry.phone)) as way (channel, recipient) where way.recipient is not null
    order by way.channel;
    done := done + 1;
  end loop;
  return done;
end;
$function$;

CREATE OR REPLACE FUNCTION private.secure_places(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  free int;
begin
  if booking.starts_at <= private.now() then
    return false;
  end if;
  perform private.lock_day(booking.mode, booking.booking_date);
  -- Counted by rows and not by the clock: another call may have taken them while this one waited for the lock.
  if (select count(*) from public.booking_places p where p.booking_id = booking.id)
    = (case booking.mode when 'pickup' then 1 else booking.windows end)
  then
    update public.booking_places p set held_until = null where p.booking_id = booking.id;
    return true;
  end if;
  delete from public.booking_places p where p.booking_id = booking.id;
  -- Lead times count from the booking: a payment that is a minute late must not fail as too soon.
  select s.free into free
  from private.slots(
    booking.mode, booking.booking_date, booking.booking_date, booking.windows,
    exists (
      select from public.booking_items i join public.packages k on k.slug = i.item_id
      where i.booking_id = booking.id and k.next_day_only
    ),
    booking.id, (select min(e.at) from public.booking_events e where e.booking_id = booking.id)
  ) s
  where s.starts = booking.booking_time;
  if coalesce(free, 0) = 0 then
    return false;
  end if;
  perform private.take_places(
    booking.id, null, null, booking.mode, booking.booking_date, booking.booking_time, booking.windows
  );
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION private.transition_booking(booking uuid, actor public.booking_actor, to_status public.booking_status, note text, mechanic text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer, fee integer DEFAULT 0, cause public.change_cause DEFAULT NULL::public.change_cause)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = transition_booking.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.can_transition(transition_booking.actor, b, transition_booking.to_status) then
    perform private.raise_error(409, 'not_allowed', 'This booking is ' || replace(b.status::text, '_', ' ') || ' and cannot become '
      || replace(transition_booking.to_status::text, '_', ' ') || '.');
  elsif transition_booking.to_status = 'awaiting_approval' and not asked then
    perform private.raise_error(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and transition_booking.to_status = 'inspecting' and asked then
    perform private.raise_error(409, 'not_answered', 'The customer has not answered every line yet.');
  elsif transition_booking.to_status = 'quality_check' and private.count_open_lines(b.id) > 0 then
    left_over := private.count_open_lines(b.id);
    perform private.raise_error(409, 'not_ticked', case left_over
      when 1 then '1 line of the job card is not ticked yet. Tick it, or say why it is not needed.'
      else left_over || ' lines of the job card are not ticked yet. Tick them, or say why one is not needed.'
    end, jsonb_build_object('left', left_over)::text);
  elsif transition_booking.to_status = 'no_show' and private.now() < private.no_show_from(b) then
    perform private.raise_error(409, 'too_early', 'Wait until '
      || to_char(private.no_show_from(b) at time zone 'Asia/Kolkata', 'HH24:MI "on" FMDD FMMonth')
      || ', ' || (select s.no_show_minutes from public.shop s) || ' minutes after the booked time. Until then nobody is missed.');
  -- A bill from an earlier step is billed at the end, so it is checked again.
  elsif coalesce(transition_booking.final_price, case when transition_booking.to_status = 'completed' then b.final_price end) > private.agreed_price(b) then
    perform private.raise_error(409, 'not_agreed', 'The customer has agreed to ' || private.format_rupees(private.agreed_price(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed_price(b))::text);
  end if;
  -- Calls that take places delete those of expired bookings, also under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), transition_booking.actor, auth.uid(), b.status, transition_booking.to_status, transition_booking.note, transition_booking.fee);
  if transition_booking.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = transition_booking.to_status,
    mechanic = coalesce(transition_booking.mechanic, s.mechanic),
    final_price = case
      when transition_booking.to_status = 'completed' then coalesce(transition_booking.final_price, s.final_price, private.agreed_price(s))
      else coalesce(transition_booking.final_price, s.final_price)
    end,
    fee = s.fee + transition_booking.fee,
    cancelled_by = case
      when transition_booking.to_status = 'cancelled' then case
        when transition_booking.actor = 'customer' or transition_booking.cause = 'customer'
          then 'customer'::public.cancelling_party
        else 'shop'
      end
    end,
    cancel_cause = case
      when transition_booking.to_status <> 'cancelled' then null
      when transition_booking.actor = 'customer' then 'customer'
      else coalesce(transition_booking.cause, case when private.is_rained_off(s) then 'weather'::public.change_cause else 'shop' end)
    end,
    cancel_reason = case when transition_booking.to_status = 'cancelled' then transition_booking.note end,
    -- Cancelling an unpaid booking is never late.
    late_cancelled = transition_booking.to_status = 'cancelled' and transition_booking.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_window_missed(s),
    closed_at = case when transition_booking.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_shop_late(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.window_missed_at(booking) <= coalesce((
    select min(e.at) from public.booking_events e
    where e.booking_id = booking.id and e.to_status in ('picked_up', 'inspecting')
  ), booking.closed_at, private.now())
  -- Or before it was moved. All windows are of the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time)
        + (select s.late_minutes from public.shop s) * interval '1 minute'
  );
$function$;

CREATE OR REPLACE FUNCTION private.window_missed_at(booking public.service_bookings)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.local_instant(booking.booking_date, booking.window_end)
    + (select s.late_minutes from public.shop s) * interval '1 minute';
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
  held private.slot_holds;
  job record;
  shown jsonb;
  caller uuid := auth.uid();
begin
  if request is null or jsonb_typeof(request) <> 'object' then
    perform private.raise_error(422, 'request', 'Load the page again and send the booking once more');
  end if;
  if coalesce(request ->> 'website', '') <> '' then
    perform private.raise_error(422, 'website', 'We could not take this booking. Please call us on ' || private.shop_phone() || '.');
  end if;

  -- A repeated request waits here and gets the booking of the first one.
  if private.to_uuid(request ->> 'request_id') is not null then
    perform private.lock_request(private.to_uuid(request ->> 'request_id'));
    select * into done from public.service_bookings b where b.request_id = private.to_uuid(request ->> 'request_id');
    if done.id is not null then
      if done.user_id is not null and done.user_id is distinct from caller then
        perform private.raise_error(409, 'request_used', 'This booking belongs to an account. Sign in to see it.');
      end if;
      return private.booking_receipt(done, true);
    end if;
  end if;

  wanted := private.parse_booking_request(request);
  wanted.gstin := private.clean_gstin(request ->> 'gstin');
  if wanted.gstin is null and private.clean_text(request ->> 'gstin') is not null then
    perform private.raise_error(422, 'gstin', 'Check the GSTIN');
  end if;
  wanted.pay_by := private.to_pay_by(coalesce(private.clean_text(request ->> 'payment'), 'after_service'));
  if wanted.pay_by is null then
    perform private.raise_error(422, 'payment', 'Choose how you want to pay');
  elsif wanted.pay_by = 'online' and not exists (select from public.shop s where s.payment_provider is not null) then
    perform private.raise_error(422, 'payment', 'Paying online is not possible at the moment. Pay after the service.');
  end if;
  -- A first booking is first only if no other is being made for the number.
  if private.clean_text(request ->> 'coupon') is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone ' || wanted.phone, 0));
  end if;
  select * into job from private.plan_job(
    request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
    wanted.booking_date, wanted.gstin, wanted.phone
  );
  perform private.check_odometer(request -> 'items', wanted.odometer_km);
  wanted.estimated_price := (job.quote ->> 'total')::int;
  wanted.discount := coalesce((job.quote -> 'coupon' ->> 'off')::int, 0);
  if private.to_int(request ->> 'expected_total') is distinct from wanted.estimated_price then
    -- A price that depends on the phone number is shown only to a caller who has seen the quote without it.
    shown := private.price_cart(
      request -> 'items', wanted.model_id, wanted.mode, request ->> 'coupon', wanted.area_slug, wanted.pin,
      wanted.booking_date, wanted.gstin, null
    );
    perform private.raise_error(409, 'price_changed', 'The price has changed. Please look at it again.', case
      when private.to_int(request ->> 'expected_total') = (shown ->> 'total')::int then job.quote else shown
    end::text);
  end if;

  -- A held window is booked as it was when it was held, though it may be too soon for others by now.
  select * into held from private.slot_holds h where h.request_id = wanted.request_id and h.ended is null;
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
  if held.id is not null then
    perform private.end_hold(held, 'booked');
  end if;
  wanted.ready_date := case
    when job.two_day then private.add_working_days(wanted.booking_date, 2) else wanted.booking_date
  end;

  -- What is paid online is confirmed by the payment; until then its places run out like those of a hold.
  wanted.status := 'confirmed';
  if wanted.pay_by = 'online' and wanted.estimated_price > 0 then
    wanted.status := 'pending_payment';
    wanted.pay_until := private.now() + (select s.payment_minutes from public.shop s) * interval '1 minute';
  end if;

  -- A number that is taken already draws a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status
    ) values (
      wanted.request_id, caller, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, job.minutes, job.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount,
      case when wanted.discount > 0 then job.quote -> 'coupon' ->> 'code' end, wanted.gstin, wanted.pay_by,
      wanted.pay_until, wanted.status
    )
    on conflict (number) do nothing
    returning * into done;
  end loop;

  insert into public.booking_items (booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position)
  select
    done.id, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(job.quote -> 'lines') with ordinality as t (l, n);

  perform private.take_places(
    done.id, null, done.pay_until, done.mode, done.booking_date, done.booking_time, done.windows
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, to_status)
  values (done.id, private.now(), 'customer', caller, done.status);
  insert into private.manage_tokens (booking_id, token_hash)
  values (done.id, private.hash_token(private.manage_token(done.request_id)));
  return private.booking_receipt(done, false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.extend_hold(request_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(extend_hold.request_id);
  own private.slot_holds;
begin
  if request is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and choose the time once more');
  end if;
  perform private.lock_request(request);
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.id is null then
    perform private.raise_error(409, 'hold_over', 'No time is held. Choose one again.');
  end if;
  perform private.lock_day(own.mode, own.booking_date);
  -- Another call may have taken the places while this one waited for the lock.
  if own.expires_at <= private.now() or not exists (select from public.booking_places p where p.hold_id = own.id) then
    perform private.raise_error(409, 'hold_over', 'This time is no longer held. Choose one again.', jsonb_build_object(
      'alternatives',
      private.nearest_free(own.mode, own.booking_date, own.booking_time, own.windows, own.next_day, own.id)
    )::text);
  elsif own.extended then
    perform private.raise_error(409, 'extended', 'A time is held longer only once. Book now to keep it.');
  end if;
  update private.slot_holds h set
    expires_at = h.expires_at + (select s.hold_extension_minutes from public.shop s) * interval '1 minute', extended = true
  where h.id = own.id returning * into own;
  update public.booking_places p set held_until = own.expires_at where p.hold_id = own.id;
  return private.hold_state(own);
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
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.raise_error(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
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
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
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

CREATE OR REPLACE FUNCTION public.give_late_credit(booking uuid, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  shop public.shop;
  remark text := private.clean_text(give_late_credit.note);
  fault text;
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.lock_own_booking(booking, null);
  select * into shop from public.shop;
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.raise_error(422, 'note', 'Say what happened in 3 to 300 characters: it stays with the booking');
  elsif fault is not null then
    perform private.raise_error(409, fault, case fault
      when 'credited' then 'This booking has its credit already.'
      when 'weather' then 'There is no credit for rain or a closed road: moving and cancelling are free.'
      when 'not_late' then 'The credit is due ' || shop.late_minutes || ' minutes after the end of the window.'
      else 'This booking is ' || replace(b.status::text, '_', ' ') || ': it has no credit.'
    end);
  end if;
  -- An invoice that is written stays as it is.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    b.id, b.phone, shop.late_credit, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'We were late, ' || private.format_rupees(shop.late_credit) || ' credit: ' || remark
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.hold_slot(request_id text, mode text, date text, start text, items jsonb, model text, phone text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid := private.to_uuid(hold_slot.request_id);
  place public.service_mode := private.to_service_mode(hold_slot.mode);
  day date := private.to_date(hold_slot.date);
  arrival time := private.to_time(hold_slot.start);
  number text := private.clean_phone(hold_slot.phone);
  job record;
  own private.slot_holds;
  taken private.slot_holds;
begin
  if request is null then
    perform private.raise_error(422, 'request_id', 'Load the page again and choose the time once more');
  elsif place is null or not exists (select from public.service_modes m where m.mode = place) then
    perform private.raise_error(422, 'mode', 'Choose where we should work on your bike');
  elsif day is null then
    perform private.raise_error(422, 'date', 'Choose a day');
  elsif arrival is null then
    perform private.raise_error(422, 'time', 'Choose one of the arrival times of that day');
  end if;
  select * into job from private.plan_job(hold_slot.items, hold_slot.model, place);

  perform private.lock_request(request);
  if exists (select from public.service_bookings b where b.request_id = request) then
    perform private.raise_error(409, 'booked', 'This booking is made already.');
  end if;
  select * into own from private.slot_holds h where h.request_id = request and h.ended is null;
  if own.expires_at > private.now()
    and (own.mode, own.booking_date, own.booking_time, own.windows) = (place, day, arrival, job.windows)
  then
    return private.hold_state(own);
  end if;
  perform private.limit_holds(request, number, auth.uid());

  -- Take the new place before the old one is released: when it is rejected, the old one is still held.
  perform private.lock_days(place, day, own.mode, own.booking_date);
  taken.window_end := private.check_slot(place, day, arrival, job.windows, job.next_day, own.id);
  if auth.uid() is null then
    perform private.limit_guest_holds(place, day, arrival, job.windows, own.id);
  end if;
  if own.id is not null then
    perform private.end_hold(own, 'replaced');
  end if;
  insert into private.slot_holds (
    request_id, phone, user_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at
  ) values (
    request, number, auth.uid(), place, day, arrival, taken.window_end, job.windows, job.next_day, private.now(),
    private.now() + (select s.hold_minutes from public.shop s) * interval '1 minute'
  ) returning * into taken;
  perform private.take_places(null, taken.id, taken.expires_at, taken.mode, day, arrival, taken.windows);

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
  return private.hold_state(taken);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_places(day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin() then
    perform private.raise_error(403, 'forbidden', 'You don''t have permission to see the calendar.');
  end if;
  return (
    with windows as (
      select distinct on (w.starts) w.starts, w.ends
      from (
        select a.starts, a.ends, true as current from public.arrival_windows a
        where a.weekday = extract(dow from list_places.day)::int
        union all
        select b.booking_time, b.window_end, false from public.service_bookings b where b.booking_date = list_places.day
      ) w
      order by w.starts, w.current desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'mode', m.mode, 'starts', w.starts, 'ends', w.ends,
      'places', private.capacity(m.mode, extract(dow from list_places.day)::int, w.starts),
      'taken', (
        select count(*) from public.booking_places p
        where p.booking_date = list_places.day and p.window_start = w.starts and p.mode = m.mode
          and p.hold_id is null and (p.held_until is null or p.held_until > private.now())
      )
    ) order by w.starts, m.sort), '[]')
    from windows w cross join public.service_modes m
  );
end;
$function$;

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_cancel_free_hours_check" CHECK (((cancel_free_hours >= 0) AND (cancel_free_hours <= 48)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_hold_extension_minutes_check" CHECK (((hold_extension_minutes >= 1) AND (hold_extension_minutes <= 60)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_hold_minutes_check" CHECK (((hold_minutes >= 1) AND (hold_minutes <= 60)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_late_credit_check" CHECK (((late_credit >= 1) AND (late_credit <= 10000)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_late_fee_check" CHECK (((late_fee >= 0) AND (late_fee <= 10000)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_late_minutes_check" CHECK (((late_minutes >= 1) AND (late_minutes <= 600)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_no_show_minutes_check" CHECK (((no_show_minutes >= 0) AND (no_show_minutes <= 120)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_offer_minutes_check" CHECK (((offer_minutes >= 1) AND (offer_minutes <= 120)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_payment_minutes_check" CHECK (((payment_minutes >= 1) AND (payment_minutes <= 60)));

ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_visit_fee_check" CHECK (((visit_fee >= 0) AND (visit_fee <= 10000)));

COMMENT ON COLUMN "private"."slot_holds"."waitlist_id" IS 'Held for somebody in line, for shop.offer_minutes and not longer. It has neither phone nor account, so no limit counts it.';

COMMENT ON COLUMN "public"."service_bookings"."late_cancelled" IS 'Cancelled for the customer late (after private.cancel_until), directly or through staff. The first late cancellation of a number is free; one whose fee was waived counts as the first.';

COMMENT ON COLUMN "public"."service_bookings"."moves" IS 'How often it was moved for the customer, directly or through staff; late_moves of them after shop.cancel_free_hours. What the weather or the shop causes does not count.';

COMMENT ON COLUMN "public"."shop"."cancel_free_hours" IS 'Until so many hours before the arrival window a customer cancels free; a later change is late.';

COMMENT ON COLUMN "public"."shop"."hold_extension_minutes" IS 'So much longer a time is held when the customer asks, once.';

COMMENT ON COLUMN "public"."shop"."hold_minutes" IS 'So long a chosen time is held.';

COMMENT ON COLUMN "public"."shop"."late_credit" IS 'Rupees of the credit when the shop cancels a booking or misses its window.';

COMMENT ON COLUMN "public"."shop"."late_fee" IS 'Rupees for cancelling late, and for moving when the mechanic is on the way. The first late cancellation of a number is free.';

COMMENT ON COLUMN "public"."shop"."late_minutes" IS 'The shop has missed a window so many minutes after its end.';

COMMENT ON COLUMN "public"."shop"."no_show_minutes" IS 'A no-show may be recorded so many minutes after the booked start.';

COMMENT ON COLUMN "public"."shop"."offer_minutes" IS 'So long a place is held that is offered to the waitlist.';

COMMENT ON COLUMN "public"."shop"."payment_minutes" IS 'So long a booking to be paid online keeps its places.';

COMMENT ON COLUMN "public"."shop"."visit_fee" IS 'Rupees for a visit in vain: cancelled when the mechanic is on the way or there, or a no-show.';

COMMENT ON FUNCTION "private"."cancel_until"(public.service_bookings) IS 'Until when a customer cancels free: shop.cancel_free_hours before the window.';

COMMENT ON FUNCTION "private"."change_terms"(public.service_bookings) IS 'What cancelling and moving cost a customer at this moment, directly or through staff: free until shop.cancel_free_hours before (moving: twice); later cancelling is shop.late_fee (a number''s first time free) and moving free once; with the mechanic on the way cancelling is shop.visit_fee and moving shop.late_fee, and shop.visit_fee also when the mechanic has arrived, where only staff cancel; nothing in weather mode, nothing when the shop has missed the window, and nothing for a booking that is not paid yet and so not confirmed. can_pick_up: in weather mode a visit to the gate can become a pickup, if the work can be done in the workshop.';

COMMENT ON FUNCTION "private"."is_window_missed"(public.service_bookings) IS 'The shop has missed the window: shop.late_minutes after its end no mechanic has come, so moving and cancelling are free. Never true of a walk-in.';

COMMENT ON FUNCTION "private"."no_show_fee"(public.service_bookings) IS 'The fee of a no-show: shop.visit_fee, or 0 in weather mode and when the shop missed the window.';

COMMENT ON FUNCTION "private"."no_show_from"(public.service_bookings) IS 'From when a no-show may be recorded: shop.no_show_minutes after the booked start.';

COMMENT ON FUNCTION "private"."transition_booking"(uuid, public.booking_actor, public.booking_status, text, text, integer, integer, public.change_cause) IS 'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, and rejects the quality check before every line is ticked and a no-show before private.no_show_from.';

COMMENT ON FUNCTION "private"."was_shop_late"(public.service_bookings) IS 'Whether the bike was picked up or looked at shop.late_minutes after the end of the window or later, or not at all until now, until the end or until it was moved.';

COMMENT ON FUNCTION "private"."window_missed_at"(public.service_bookings) IS 'From when on the shop has missed its window: shop.late_minutes after the end.';

COMMENT ON FUNCTION "public"."cancel_booking"(uuid, text, text, integer, text, text) IS 'Cancels and frees the place. The owner or the holder of the manage token pays what change_terms says at this moment, if that is the fee they saw (else PT409 fee_changed with details.fee). An admin names the cause: customer (at the customer''s request) costs the same, by the same clock, unless a waiver of 3 to 300 characters says why not; shop (also when left out; gives a credit of shop.late_credit) and weather (rain or a closed road; also when left out in weather mode) cost nothing. Cancelling twice changes nothing. Raises PT404 not_found, PT403 forbidden (a cause or a waiver from a customer), PT409 not_allowed, PT422 reason, cause, waiver.';

COMMENT ON FUNCTION "public"."create_booking"(jsonb) IS 'Books: checks every field, prices the cart again, takes the places (those held under the same request id first of all) and writes the booking, or raises PT422 (hint = field), PT409 slot_taken (details.alternatives), PT409 price_changed (details = the new quote). payment is after_service (also when left out) or upi, confirmed at once, or online: then the booking is pending_payment and keeps its place until pay_until, shop.payment_minutes. The same request_id returns the same booking with repeated = true.';

COMMENT ON FUNCTION "public"."extend_hold"(text) IS 'Keeps the held window shop.hold_extension_minutes longer, once. Raises PT409 hold_over (details.alternatives), PT409 extended.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."give_late_credit"(uuid, text) IS 'An admin credits shop.late_credit for a window that was missed by shop.late_minutes: off this bill, or off the next one when this booking is over. Once for a booking. Raises PT403, PT404, PT409 credited, not_allowed, weather, not_late, PT422 note.';

COMMENT ON FUNCTION "public"."hold_slot"(text, text, text, text, jsonb, text, text) IS 'Keeps a window for shop.hold_minutes for the booking that will be sent with this request id; one at a time, the last one counts. Asking again for the same window answers what is left. Raises PT422 with the field or time_…, PT409 slot_taken (details.alternatives), PT409 booked, PT429 too_many (12 in an hour per request, 30 per account), too_many_holds (2 per phone and per account), held_by_many (guests hold half of the window), all with details.retry_after.';

COMMENT ON FUNCTION "public"."list_places"(date) IS 'For admins: the windows of any day, also of one past, with the places of each mode and how many of them bookings have taken; what is only held is not counted. A window that bookings still have is listed after it was removed from the hours. Raises PT403 forbidden.';

COMMENT ON FUNCTION "public"."set_booking_status"(uuid, text, text, text, integer, text, text) IS 'Admins move a booking along booking_transitions. A bike that is fetched or handed back changes hands with the code that the customer says, or without_code: why there is none, which the event keeps. A wrong code is answered with status 422 and hint handover_code (details.tries_left of 5), and remembered. The work is checked once every line of the job card is ticked. A no-show, from private.no_show_from on, costs shop.visit_fee (nothing in weather mode, nothing when the shop missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

REVOKE ALL ON FUNCTION "private"."cancel_until"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."window_missed_at"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_places"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_places"(date) TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.cancel_until(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.window_missed_at(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function public.list_places(date) from public, anon, authenticated, service_role;
grant execute on function public.list_places(date) to authenticated;
grant execute on function public.list_places(date) to service_role;
