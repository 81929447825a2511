set check_function_bodies = off;

DROP FUNCTION "private"."account_of_number"(text);

DROP FUNCTION "private"."add_correction"(public.service_bookings, text);

DROP FUNCTION "private"."announce_audit"(public.audit_log);

DROP FUNCTION "private"."answer_locked_at"(public.extra_work);

DROP FUNCTION "private"."approved_work"(uuid);

DROP FUNCTION "private"."bikes_of"(text);

DROP FUNCTION "private"."book_declined"(uuid, jsonb);

DROP FUNCTION "private"."booking_of_photo"(text);

DROP FUNCTION "private"."booking_of_token"(text);

DROP FUNCTION "private"."booking_state"(public.service_bookings);

DROP FUNCTION "private"."caller_request"();

DROP FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status);

DROP FUNCTION "private"."change_terms"(public.service_bookings);

DROP FUNCTION "private"."checklist_ahead"(public.service_bookings);

DROP FUNCTION "private"."checklist_of"(uuid);

DROP FUNCTION "private"."clean_email"(text);

DROP FUNCTION "private"."clean_gstin"(text);

DROP FUNCTION "private"."concerns_of"(public.service_bookings);

DROP FUNCTION "private"."credit_discount"(public.service_bookings);

DROP FUNCTION "private"."credit_notes_of"(uuid);

DROP FUNCTION "private"."declined_line"(public.declined_work);

DROP FUNCTION "private"."declined_with"(public.service_bookings);

DROP FUNCTION "private"."declined_without_plate"(text, text);

DROP FUNCTION "private"."diagnosis_fee"(public.service_bookings);

DROP FUNCTION "private"."end_done_work"(public.service_bookings);

DROP FUNCTION "private"."end_hold"(private.slot_holds, text);

DROP FUNCTION "private"."extra_work_of"(uuid);

DROP FUNCTION "private"."fee_off"(public.service_bookings);

DROP FUNCTION "private"."financial_year"(date);

DROP FUNCTION "private"."free_credit_of"(text);

DROP FUNCTION "private"."free_staff_name"(text, uuid);

DROP FUNCTION "private"."give_back_sign_in_sms"(timestamp with time zone);

DROP FUNCTION "private"."hold_other_work"(private.slot_holds, private.slot_holds);

DROP FUNCTION "private"."hold_state"(private.slot_holds);

DROP FUNCTION "private"."included_in"(uuid, text);

DROP FUNCTION "private"."inspection_ahead"(public.service_bookings);

DROP FUNCTION "private"."inspection_of"(uuid);

DROP FUNCTION "private"."invoice_lines"(public.service_bookings);

DROP FUNCTION "private"."invoiced_customer"(public.service_bookings);

DROP FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings);

DROP FUNCTION "private"."is_of_bike"(public.declined_work, public.service_bookings);

DROP FUNCTION "private"."is_open_declined"(public.declined_work);

DROP FUNCTION "private"."is_per_place"(text);

DROP FUNCTION "private"."is_rained_off"(public.service_bookings);

DROP FUNCTION "private"."is_same_work"(public.declined_work, text, text);

DROP FUNCTION "private"."is_site_server"(jsonb);

DROP FUNCTION "private"."is_window_missed"(public.service_bookings);

DROP FUNCTION "private"."item_question_of"(public.service_bookings);

DROP FUNCTION "private"."job_of"(uuid);

DROP FUNCTION "private"."last_work"(public.service_bookings);

DROP FUNCTION "private"."late_credit_refusal"(public.service_bookings);

DROP FUNCTION "private"."left_of_lines"(public.invoices);

DROP FUNCTION "private"."local_instant"(date, time without time zone);

DROP FUNCTION "private"."made_ready"(uuid);

DROP FUNCTION "private"."matches_booking"(public.service_bookings, text[], text, text);

DROP FUNCTION "private"."next_service"(public.service_bookings, date);

DROP FUNCTION "private"."notify_followers"(uuid);

DROP FUNCTION "private"."open_recheck"(text, text);

DROP FUNCTION "private"."owed_by"(text);

DROP FUNCTION "private"."paid_paise"(uuid);

DROP FUNCTION "private"."payment_answer"(uuid);

DROP FUNCTION "private"."payment_of"(public.service_bookings);

DROP FUNCTION "private"."payment_rank"(public.payment_status);

DROP FUNCTION "private"."payment_reference"(public.service_bookings);

DROP FUNCTION "private"."payment_request"(public.payments, public.service_bookings);

DROP FUNCTION "private"."percent_encode"(text);

DROP FUNCTION "private"."photos_of"(uuid);

DROP FUNCTION "private"."place_of_supply"(text, text);

DROP FUNCTION "private"."prove_number"(text);

DROP FUNCTION "private"."recheck_terms"();

DROP FUNCTION "private"."refund_reason_of"(public.booking_status);

DROP FUNCTION "private"."signal_job"(uuid);

DROP FUNCTION "private"."staff_of_shop"();

DROP FUNCTION "private"."test_ride_of"(uuid);

DROP FUNCTION "private"."timers_of"(uuid);

DROP FUNCTION "private"."to_staff_duty"(text);

DROP FUNCTION "private"."unasked_rise"(uuid);

DROP FUNCTION "private"."upi_link"(text, text, integer, text, text);

DROP FUNCTION "private"."used_parts_of"(uuid);

DROP FUNCTION "private"."voucher_names"(uuid);

DROP FUNCTION "private"."waiting_apart_from"(date);

DROP FUNCTION "private"."was_last_step"(public.service_bookings, public.booking_status);

DROP FUNCTION "private"."was_shop_late"(public.service_bookings);

DROP FUNCTION "private"."work_price"(public.service_bookings);

DROP FUNCTION "private"."write_inspection"(public.service_bookings);

DROP FUNCTION "private"."write_items"(uuid, jsonb);

DROP FUNCTION "private"."write_receipt"(public.payments);

ALTER TABLE "private"."handover_codes" ALTER COLUMN "code" DROP DEFAULT;

DROP FUNCTION "private"."random_handover_code"();

CREATE OR REPLACE FUNCTION private.account_of_number(phone text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select u.id from auth.users u
    where u.phone_confirmed_at is not null and '+' || ltrim(u.phone, '+') = account_of_number.phone
      and u.id is distinct from auth.uid()
    limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_correction(booking public.service_bookings, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select booking.id, coalesce(max(c.line), 0) + 1, 'To put right', add_correction.reason
  from public.booking_checklist c where c.booking_id = booking.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.agreed_price(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (private.amounts_of(booking)).agreed; end; $function$;

CREATE OR REPLACE FUNCTION private.amount_due(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return (private.amounts_of(booking)).total; end; $function$;

CREATE OR REPLACE FUNCTION private.amounts_of(booking public.service_bookings, OUT approved integer, OUT diagnosis integer, OUT fee_off integer, OUT agreed integer, OUT work integer, OUT credit integer, OUT total integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  approved := (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  );
  diagnosis := coalesce((
    select greatest(i.price - booking.discount - private.billed_parts(booking.id, null), 0)
    from public.booking_items i join public.packages p on p.slug = i.item_id and p.fee_adjusted
    where i.booking_id = booking.id order by i.position limit 1
  ), 0);
  fee_off := least(diagnosis, approved);
  agreed := booking.estimated_price + approved - fee_off - private.battery_credit(booking.id);
  work := coalesce(booking.final_price, agreed);
  credit := case when private.is_void(booking) then 0 else least(work, (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c where c.used_by = booking.id
  )) end;
  total := case
    when booking.status in ('cancelled', 'no_show', 'expired') then
      greatest(booking.fee - case when private.is_live_booking(booking.carried_to) then booking.carried else 0 end, 0)
    else
      booking.fee + work - credit - private.credited(booking.id)
      + (select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id)
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.announce_audit(line public.audit_log)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('audit_log', (to_jsonb(line) - array['before', 'after'])::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_locked_at(work public.extra_work)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select least(
      (select c.done_at from public.booking_checklist c where c.extra_work_id = work.id),
      (select min(p.used_at) from public.used_parts p where p.extra_work_id = work.id),
      (
        select private.status_since(b) from public.service_bookings b
        where b.id = work.booking_id
          and b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check')
      ),
      (
        select n.created_at from public.declined_work d join public.service_bookings n on n.id = d.booked_with
        where d.extra_work_id = work.id and private.is_live_booking(n.id)
      )
    )
    where work.status <> 'proposed' and work.decided_by <> 'limit'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := '{request_id,offer_request_id,leave_hash,claim_hash}'::text[]
    || case tg_table_name when 'handover_codes' then '{code}' else '{}' end::text[];
  old_row jsonb;
  new_row jsonb;
  whole jsonb;
  key text;
  line public.audit_log;
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  old_row := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  whole := coalesce(new_row, old_row);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  key := (
    select string_agg(whole ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after, request_id)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row, private.caller_request()
  )
  returning * into line;
  -- Who may do what is a security event; the rest is the day's work.
  if tg_table_name in ('staff', 'staff_invitations') then
    perform private.announce_audit(line);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.bikes_of(phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with latest as (
      select distinct on (private.bike_key(b)) b.* from public.service_bookings b
      where b.phone = bikes_of.phone and b.status <> 'expired' order by private.bike_key(b), b.created_at desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'model_id', l.model_id, 'bike_name', l.bike_name, 'vehicle_number', l.vehicle_number,
      'chassis_last5', l.chassis_last5, 'model_year', l.model_year,
      'odometer_km', (
        select max(b.odometer_km) from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l)
      ),
      'last_visit', (
        select jsonb_build_object('date', b.booking_date, 'work', private.last_work(b))
        from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and b.status = 'completed'
        order by b.starts_at desc limit 1
      ),
      'open', (
        select jsonb_build_object('id', b.id, 'date', b.booking_date, 'work', private.last_work(b))
        from public.service_bookings b
        where b.phone = l.phone and private.bike_key(b) = private.bike_key(l) and private.is_active(b.status)
        order by b.starts_at limit 1
      ),
      'recheck', private.open_recheck(l.phone, private.bike_key(l)),
      'declined', case
        when l.vehicle_number is null then private.declined_without_plate(l.phone, private.bike_key(l))
        else public.list_declined_work(l.model_id, l.vehicle_number)
      end
    ) order by l.created_at desc), '[]')
    from latest l
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.book_declined(booking uuid, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.declined_work d set booked_with = null
  where d.booked_with = book_declined.booking and not exists (
    select from jsonb_array_elements(lines) as l (entry) where private.to_uuid(l.entry ->> 'declined') = d.id
  );
  update public.declined_work d set booked_with = book_declined.booking
  from jsonb_array_elements(lines) as l (entry) where d.id = private.to_uuid(l.entry ->> 'declined');
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_of_photo(name text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (pg_catalog.regexp_match(booking_of_photo.name,
    '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:check-in|point-[a-z0-9]+(?:-[a-z0-9]+)*|concern-[1-9][0-9]?|card-[1-9][0-9]{0,2}|line-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](?:webp|jpg)$'
  ))[1]::uuid;
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_of_token(token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select t.booking_id
    from private.manage_tokens t
    join public.service_bookings b on b.id = t.booking_id
    where t.token_hash = private.hash_token(token) and private.are_links_open(b)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_state(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.caller_request()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return substring(private.request_headers() ->> 'x-request-id' from '^[a-z0-9]{8}$'); end; $function$;

CREATE OR REPLACE FUNCTION private.can_transition(actor public.booking_actor, booking public.service_bookings, to_status public.booking_status)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.booking_transitions t
    where t.actor = can_transition.actor and t.from_status = booking.status and t.to_status = can_transition.to_status
      and (t.modes is null or booking.mode = any (t.modes))
      -- Staff cancel only before the work has begun, also while an answer is awaited.
      and (
        booking.status <> 'awaiting_approval'
        or can_transition.to_status in (
          coalesce(booking.resume_status, 'inspecting'),
          case when coalesce(booking.resume_status, 'inspecting') = 'inspecting' then 'cancelled'::public.booking_status end
        )
      )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.change_terms(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  free_until timestamptz := private.cancel_until(booking);
  late boolean := private.now() > free_until;
  rain boolean := private.is_rained_off(booking);
  ours boolean := private.is_change_free(booking);
  can_cancel boolean := private.can_transition('customer', booking, 'cancelled');
  movable boolean := booking.status in ('confirmed', 'assigned')
    or private.can_transition('customer', booking, 'assigned');
  move_credit int := private.move_credit(booking);
  cancel_fee int := 0;
begin
  if ours or booking.status = 'pending_payment'
    or not (can_cancel or private.can_transition('admin', booking, 'cancelled'))
  then
    cancel_fee := 0;
  elsif private.is_visited(booking) then
    cancel_fee := private.visit_fee(booking.mode);
  elsif late and exists (
    select from public.service_bookings b where b.phone = booking.phone and b.late_cancelled and b.id <> booking.id
  ) then
    cancel_fee := (select s.late_fee from public.shop s);
  end if;
  return jsonb_build_object(
    'free_until', free_until,
    'late', late,
    'can_cancel', can_cancel,
    'cancel_fee', cancel_fee,
    'can_move', movable and (ours or (booking.moves < 2 and (not late or booking.late_moves < 1))),
    'cancel_credit', private.cancel_credit(booking),
    'move_fee', case when movable and not ours then move_credit else 0 end,
    'move_credit', move_credit,
    'can_pick_up', movable and rain and private.can_be_picked_up(booking),
    'weather', rain
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.checklist_ahead(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'group_name', l.group_name, 'label', l.label, 'done_at', null, 'not_needed', null,
      'is_concern', l.is_concern, 'answer', null, 'answer_note', null
    ) order by l.line), '[]')
    from private.job_lines l
    where l.booking_id = booking.id
      and booking.status in ('confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.checklist_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', c.line, 'group_name', c.group_name, 'label', c.label, 'done_at', c.done_at, 'not_needed', c.not_needed,
      'is_concern', c.is_concern, 'answer', c.answer, 'answer_note', c.answer_note
    ) order by c.line), '[]')
    from public.booking_checklist c where c.booking_id = checklist_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_email(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return (
    select email
    from (select btrim(value)) as trimmed (email)
    where char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_gstin(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return (
    with typed as (
      select upper(regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g')) as gstin
    ),
    digits as (
      select
        n,
        (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, n, 1)) - 1) * (2 - n % 2) as product
      from typed, generate_series(1, 14) as n
      where gstin ~ '^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
    )
    select gstin from typed
    where (select count(*) from digits) = 14
      and substr(gstin, 15, 1) = substr(
        '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        (36 - (select sum(product / 36 + product % 36) from digits)::int % 36) % 36 + 1, 1
      )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.concerns_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.credit_notes_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(n.data || jsonb_build_object('issued_at', n.issued_at) order by n.serial), '[]')
    from public.credit_notes n where n.booking_id = credit_notes_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.declined_line(work public.declined_work)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'id', work.id, 'item_id', work.item_id, 'name', work.name, 'reason', work.reason,
      'price', coalesce(offer.price, work.price), 'minutes', coalesce(offer.minutes, work.minutes),
      'urgency', work.urgency, 'answer', work.answer, 'answered_on', work.answered_on,
      'decided_by', (select e.decided_by from public.extra_work e where e.id = work.extra_work_id)
    )
    from (values (1)) as one left join lateral private.priced_item(work.model_id, work.item_id) offer on true
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.declined_with(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.name), '[]')
    from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
    where e.booking_id = booking.id and private.is_open_declined(d)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.declined_without_plate(phone text, bike text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(private.declined_line(d) order by d.urgency, d.answered_on desc, d.name), '[]')
    from public.service_bookings b
    join public.extra_work e on e.booking_id = b.id
    join public.declined_work d on d.extra_work_id = e.id
    where b.phone = declined_without_plate.phone and private.bike_key(b) = declined_without_plate.bike
      and d.vehicle_number is null and private.is_open_declined(d)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_done_work(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with open as (
    select d.*, count(*) over (partition by d.item_id) as places from public.declined_work d
    where (d.vehicle_number = booking.vehicle_number or d.model_id = booking.model_id) and d.ended_at is null
      and private.is_of_bike(d, booking) and not private.is_live_booking(d.booked_with)
  )
  update public.declined_work d set ended_at = private.now()
  from open where open.id = d.id and (
    exists (
      select from public.extra_work e
      where e.booking_id = booking.id and e.status = 'approved' and private.is_same_work(d, e.item_id, e.name)
    )
    or exists (
      select from public.booking_items i
      where i.booking_id = booking.id and (
        private.is_same_work(d, nullif(i.item_id, 'declined-work'), i.name)
        -- A service of one place does not say which: it is that of the only finding.
        or (i.item_id = d.item_id and i.package_type = 'primary' and open.places = 1)
      )
    )
    or private.included_in(booking.id, d.item_id) is not null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_hold(hold private.slot_holds, how text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.booking_places p where p.hold_id = hold.id;
  update private.slot_holds h set ended = how where h.id = hold.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.extra_work_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(
      to_jsonb(e) - '{booking_id,answered_by}'::text[] || jsonb_build_object('locked_at', private.answer_locked_at(e))
      order by e.position
    ), '[]')
    from public.extra_work e where e.booking_id = extra_work_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.financial_year(day date)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select to_char(y, 'FM00') || '-' || to_char((y + 1) % 100, 'FM00')
    from (select (extract(year from day)::int - case when extract(month from day) < 4 then 1 else 0 end) % 100) as start (y)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.free_credit_of(phone text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(c.amount), 0)::int from public.booking_credits c
    where c.phone = free_credit_of.phone and not private.is_live_booking(c.used_by)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.free_staff_name(name text, person uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select candidate
    from (
      select free_staff_name.name as candidate, 1 as number
      union all
      select left(free_staff_name.name, 76) || ' ' || n, n from generate_series(2, 999) as n
    ) as candidates
    where not exists (
      select from public.staff s
      where s.active and lower(s.name) = lower(candidate) and s.user_id is distinct from free_staff_name.person
    )
    order by number limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.give_back_sign_in_sms(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.sign_in_sms s set sent = s.sent - 1
  where s.day = (moment at time zone 'Asia/Kolkata')::date and s.sent > 0;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_other_work(hold private.slot_holds, wanted private.slot_holds)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.slot_holds h set
    model_id = wanted.model_id,
    lines = private.at_held_prices(hold.request_id, wanted.model_id, wanted.mode, wanted.lines)
  where h.id = hold.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hold_state(hold private.slot_holds)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'date', hold.booking_date,
    'start', private.format_time(hold.booking_time),
    'end', private.format_time(hold.window_end),
    'free_until', private.local_instant(hold.booking_date, hold.booking_time) - private.cancel_notice(),
    'expires_at', hold.expires_at,
    'seconds_left', greatest(0, floor(extract(epoch from hold.expires_at - private.now())))::int,
    'can_extend', not hold.extended
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.included_in(booking uuid, item text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select i.name from public.booking_items i
    where i.booking_id = included_in.booking and not private.is_per_place(included_in.item) and (
      i.item_id = included_in.item or exists (
        select from private.included_items n where n.package_slug = i.item_id and n.item_id = included_in.item
      )
    )
    order by i.position limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.inspection_ahead(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) - '{booking_id,position}'::text[] || jsonb_build_object(
      'state', 'not_checked', 'value', null, 'note', null, 'marked_at', null
    ) order by p.position), '[]')
    from private.planned_points p
    where p.booking_id = booking.id and booking.status in ('confirmed', 'assigned', 'on_the_way', 'picked_up')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.inspection_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'point', i.point, 'group_name', i.group_name, 'label', i.label, 'hint', i.hint, 'unit', i.unit,
      'low_limit', i.low_limit, 'high_limit', i.high_limit, 'item_id', i.item_id, 'state', i.state, 'value', i.value,
      'note', i.note, 'marked_at', i.marked_at
    ) order by i.position), '[]')
    from public.booking_inspection i where i.booking_id = inspection_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  amounts record := private.amounts_of(booking);
begin
  return (
    with work as (
      -- What is billed for parts is taken out of the agreed price of their work.
      select 1 as part, i.position as n, i.name || case when fee.off > 0 then ' (off the repair)' else '' end as description,
        '998714' as code, i.quantity::numeric as quantity, null::public.part_unit as unit,
        i.price - fee.off
          - case when i.package_type = 'primary' then private.billed_parts(booking.id, null) else 0 end as gross,
        i.package_type <> 'pickup' as cut
      from public.booking_items i
      cross join lateral (
        select case when i.position = (
          select min(d.position) from public.booking_items d join public.packages p on p.slug = d.item_id and p.fee_adjusted
          where d.booking_id = booking.id
        ) then amounts.fee_off else 0 end as off
      ) fee
      where i.booking_id = booking.id and (i.price > 0 or i.item_id = 're-check')
      union all
      select 2, e.position, e.name, '998714', 1, null, e.price - private.billed_parts(booking.id, e.id), true
      from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
      union all
      select 2, 1000 + p.position, private.part_words(p), p.hsn, p.quantity, p.unit,
        case when p.kind = 'battery_back' then 0 else p.price end, true
      from public.used_parts p where p.booking_id = booking.id
    ),
    bill as (
      select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, amounts.work as final from work w
    ),
    priced as (
      select w.* from work w
      union all
      select 3, 1, 'Further work, as agreed', '998714', 1, null, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
      union all
      select 4, 1, 'Late change or visit fee', '998714', 1, null, booking.fee, false where booking.fee > 0
      union all
      select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, '998714', 1, null, c.carried, false
      from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
      union all
      select 6, e.position, e.name || case e.decided_by when 'no_answer' then ' (no answer, not done)' else ' (declined)' end, '998714', 1, null, 0, false
      from public.extra_work e where e.booking_id = booking.id and e.status in ('declined', 'later')
    ),
    cuts as (
      select
        booking.discount + greatest(bill.reckoned - bill.final, 0) + amounts.credit as off,
        -- A discount above the price of the services also reduces the other lines, but never the fees.
        booking.discount + greatest(bill.reckoned - bill.final, 0) + amounts.credit
          > (select coalesce(sum(p.gross), 0) from priced p where p.cut) as everywhere
      from bill
    ),
    weighed as (
      select p.*, cuts.off, case when p.part >= 4 then 0 when p.cut or cuts.everywhere then p.gross else 0 end as weight
      from priced p cross join cuts
    ),
    running as (
      select w.*,
        sum(w.weight) over line as upto, sum(w.weight) over line - w.weight as before,
        greatest(sum(w.weight) over (), 1) as whole
      from weighed w window line as (order by w.part, w.n)
    ),
    net as (
      select r.*, (r.off * r.upto / r.whole - r.off * r.before / r.whole)::int as discount from running r
    ),
    summed as (
      select n.*, n.gross - n.discount as total, sum(n.gross - n.discount) over line as upto_total
      from net n window line as (order by n.part, n.n)
    ),
    taxed as (
      -- Running totals are rounded like the total, so that the lines add up to it exactly.
      select s.*,
        own.state as own_state,
        case when own.state then private.tax_inside(s.upto_total, private.gst_rate() / 2)
          - private.tax_inside(s.upto_total - s.total, private.gst_rate() / 2) else 0 end as half_paise,
        case when own.state then 0 else private.tax_inside(s.upto_total, private.gst_rate())
          - private.tax_inside(s.upto_total - s.total, private.gst_rate()) end as igst_paise
      from summed s, (select private.is_maharashtra(booking.pin, booking.gstin)) as own (state)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'description', h.description, 'sac', h.code, 'quantity', h.quantity, 'unit', h.unit,
      'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
      'taxable_paise', h.total * 100 - 2 * h.half_paise - h.igst_paise, 'rate', private.gst_rate(),
      'cgst_paise', h.half_paise, 'sgst_paise', h.half_paise, 'igst_paise', h.igst_paise
    ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
    from taxed h
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoiced_customer(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
    'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
      select a.name from public.areas a where a.slug = booking.area_slug
    ), 'Pune ' || booking.pin), '')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return message.kind = 'payment_received' or message.version = booking.version and case message.kind
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
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_of_bike(work public.declined_work, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when work.vehicle_number is not null and booking.vehicle_number is not null
      then work.vehicle_number = booking.vehicle_number
    else work.model_id = booking.model_id and exists (
      select from public.extra_work e join public.service_bookings b on b.id = e.booking_id
      where e.id = work.extra_work_id and (b.id = booking.id or b.user_id = booking.user_id)
    )
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_open_declined(work public.declined_work)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return work.ended_at is null and not private.is_live_booking(work.booked_with); end; $function$;

CREATE OR REPLACE FUNCTION private.is_per_place(item text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.inspection_points p where p.item_id = is_per_place.item and p.per_place);
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_rained_off(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.mode <> 'doorstep' then
    return false;
  end if;
  return exists (select from public.weather_days w where w.date = booking.booking_date);
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_same_work(work public.declined_work, item text, name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select work.item_id is not distinct from is_same_work.item and case
      when is_same_work.item is null then lower(work.name) = lower(is_same_work.name)
      when private.is_per_place(is_same_work.item)
        then split_part(work.name, ': ', 1) = split_part(is_same_work.name, ': ', 1)
      else true
    end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_site_server(headers jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.settings s where s.name = 'site_key' and s.value = headers ->> 'x-twostroke-site-key'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_window_missed(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.mode <> 'workshop' and booking.status in ('confirmed', 'assigned', 'on_the_way')
    and private.now() >= private.window_missed_at(booking);
end;
$function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(booking public.service_bookings, replaced public.invoices DEFAULT NULL::public.invoices, request uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  issued date := private.today();
  year text := private.financial_year(issued);
  -- What credit notes took off the invoice before is not taken off this one.
  amounts record := private.amounts_of(booking);
  total int := amounts.total + private.credited(booking.id);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  warranty_days int := 30;
  reading int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  due jsonb := private.next_service(booking, issued);
  serial int;
  number text;
  -- Whose warranty and intervals hold: a free re-check begins none.
  since public.invoices := replaced;
begin
  if replaced.id is null and total = 0 then
    select i.* into since from public.invoices i
    where i.booking_id = booking.recheck_of order by i.issued_at desc, i.serial desc limit 1;
  end if;
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
    union all
    select from public.extra_work e
    where e.booking_id = booking.id and e.item_id = 'extended-warranty' and e.status = 'approved'
  ) then
    warranty_days := 90;
  end if;
  -- As late as possible: from here to the end of this transaction, every other completion waits.
  insert into private.invoice_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'TS/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.invoices (
    booking_id, number, financial_year, serial, issued_at, total, replaces, request_id, data
  )
  select booking.id, number, year, serial, private.now(), total, replaced.id, request, jsonb_build_object(
    'number', number,
    'date', issued,
    'supplier', jsonb_build_object(
      'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
      'email', s.email
    ),
    'customer', private.invoiced_customer(booking),
    'advances', private.voucher_names(booking.id),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'credit_paise', amounts.credit * 100,
    'total', total,
    'total_paise', total * 100,
    'total_in_words', 'Rupees ' || private.amount_in_words(total) || ' only',
    'booking_number', booking.number,
    'service_date', booking.booking_date,
    'bike', booking.bike_name,
    'vehicle_number', booking.vehicle_number,
    'odometer_km', coalesce(reading, booking.odometer_km),
    'model_year', booking.model_year,
    'mechanic', booking.mechanic,
    'warranty_until', issued + warranty_days,
    'warranty_km', case warranty_days when 30 then 1000 end,
    'next_service', case due ->> 'resets' when 'service' then due - 'resets' end,
    'next_oil_change', case due ->> 'resets' when 'oil' then due - 'resets' end,
    'is_demo', s.is_demo
  ) || tax || case
    when replaced.id is null then '{}'
    else jsonb_build_object('replaces', jsonb_build_object('number', replaced.number, 'date', replaced.data -> 'date'))
  end || case
    -- The work was done when the first invoice was issued: its warranty and intervals began then.
    when since.id is null then '{}'
    else jsonb_build_object(
      'warranty_until', since.data -> 'warranty_until', 'warranty_km', since.data -> 'warranty_km',
      'next_service', since.data -> 'next_service', 'next_oil_change', since.data -> 'next_oil_change'
    )
  end
  from public.shop s;
end;
$function$;

CREATE OR REPLACE FUNCTION private.item_question_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'total', q.again -> 'total', 'rise', (q.again ->> 'total')::int - booking.estimated_price, 'asked_at', q.asked_at,
      'minutes', q.again -> 'minutes',
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', l.entry -> 'name', 'quantity', l.entry -> 'quantity', 'price', l.entry -> 'price',
          'is_new', not exists (
            select from public.booking_items i
            where i.booking_id = booking.id and i.item_id = l.entry ->> 'item_id'
              and i.declined_id is not distinct from private.to_uuid(l.entry ->> 'declined')
          )
        ) order by l.place)
        from jsonb_array_elements(q.again -> 'lines') with ordinality as l (entry, place)
      ),
      'gone', (
        select coalesce(jsonb_agg(i.name order by i.position), '[]') from public.booking_items i
        where i.booking_id = booking.id and not exists (
          select from jsonb_array_elements(q.again -> 'lines') as l (entry)
          where l.entry ->> 'item_id' = i.item_id
            and private.to_uuid(l.entry ->> 'declined') is not distinct from i.declined_id
        )
      )
    )
    from private.item_questions q
    where q.booking_id = booking.id and q.edits = booking.edits
      and booking.status <> 'completed' and not private.is_void(booking)
      and not exists (
        select from jsonb_array_elements(q.again -> 'lines') as l (entry)
        left join public.declined_work d on d.id = private.to_uuid(l.entry ->> 'declined')
        where l.entry ->> 'declined' is not null
          and (d.id is null or (d.booked_with <> booking.id and private.is_live_booking(d.booked_with)))
      )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  shown boolean := private.shows_contact(job_of.booking);
  amounts record;
  paid int := private.paid_paise(job_of.booking) / 100;
begin
  select * into b from public.service_bookings s where s.id = job_of.booking;
  amounts := private.amounts_of(b);
  return private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
    'phone', case when shown then b.phone end,
    'address', case when shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
    'chassis_last5', b.chassis_last5,
    'approval_limit', b.approval_limit,
    'limit_used', private.limit_used(b.id),
    'resume_status', b.resume_status,
    'odometer_required', private.needs_odometer(b),
    'odometer_said', b.odometer_km,
    'last_reading', (
      select jsonb_build_object('odometer_km', c.odometer_km, 'date', o.booking_date)
      from public.booking_checkins c join public.service_bookings o on o.id = c.booking_id
      where o.vehicle_number = b.vehicle_number and o.id <> b.id and c.odometer_km is not null
      order by c.checked_in_at desc limit 1
    ),
    'check_in', (
      select to_jsonb(c) - '{booking_id,checked_in_by}'::text[] from public.booking_checkins c where c.booking_id = b.id
    ),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'package_type', i.package_type, 'quantity', i.quantity, 'price', i.price
      ) order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    -- What is not written yet is given as planned: without a network the job begins, and ends, with it.
    'inspection', coalesce(nullif(private.inspection_of(b.id), '[]'), private.inspection_ahead(b)),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.item_id, 'name', i.name, 'price', i.price, 'minutes', i.minutes,
        'included_in', private.included_in(b.id, i.item_id), 'per_place', private.is_per_place(i.item_id)
      ) order by i.rank, i.sort, i.item_id), '[]')
      from private.priced_items i where i.model_id = b.model_id
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
    'checklist', coalesce(nullif(private.checklist_of(b.id), '[]'), private.checklist_ahead(b)),
    'agreed', amounts.agreed,
    'bill', jsonb_build_object(
      'coupon', b.coupon_code, 'discount', b.discount, 'fee_off', amounts.fee_off,
      'changed', amounts.work - amounts.agreed, 'fee', b.fee,
      'carried', (
        select coalesce(sum(n.carried), 0) from public.service_bookings n
        where n.carried_to = b.id and not private.is_void(b)
      ),
      'credit', amounts.credit, 'paid', paid
    ),
    'due', greatest(amounts.total - paid, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.last_work(booking public.service_bookings)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select i.name from public.booking_items i
    where i.booking_id = booking.id and i.package_type = 'primary' order by i.position limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.late_credit_refusal(booking public.service_bookings)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.effective_status(booking) in ('pending_payment', 'expired', 'no_show')
      or not exists (select from public.shop s where s.late_credit > 0) then 'no_credit'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'no_weather_credit'
    when not private.was_shop_late(booking) then 'not_late'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.left_of_lines(bill public.invoices)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'rupees', l.rupees) order by l.line), '[]')
    from (
      select i.line, (i.entry ->> 'total_paise')::int / 100 - (
        select coalesce(sum((c.line ->> 'total_paise')::int), 0) / 100
        from public.credit_notes n, jsonb_array_elements(n.data -> 'lines') as c (line)
        where n.invoice_id = bill.id and (c.line ->> 'line')::int = i.line
      ) as rupees
      from jsonb_array_elements(bill.data -> 'lines') with ordinality as i (entry, line)
    ) l
    where l.rupees > 0
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.local_instant(day date, local_time time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$ begin return (day + local_time) at time zone 'Asia/Kolkata'; end; $function$;

CREATE OR REPLACE FUNCTION private.made_ready(booking uuid)
 RETURNS public.booking_events
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select e from public.booking_events e
    where e.booking_id = made_ready.booking and e.to_status = 'ready' and e.from_status <> 'ready'
    order by e.id desc limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.matches_booking(booking public.service_bookings, words text[], bare text, digits text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return starts_with(booking.number, lower(bare))
    or strpos(booking.vehicle_number, upper(bare)) > 0
    or coalesce(char_length(digits) >= 3 and strpos(booking.phone, digits) > 0, false)
    or (
      select bool_and(strpos(lower(booking.customer_name), w) > 0) from unnest(words) w
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.next_service(booking public.service_bookings, from_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'date', (from_day + make_interval(months => m.interval_months))::date,
      'odometer_km', (select c.odometer_km + m.interval_km from public.booking_checkins c where c.booking_id = booking.id),
      'resets', max(p.resets_service)
    )
    from public.packages p
    join public.models m on m.id = booking.model_id
    where p.resets_service is not null and (
      p.slug in (select i.item_id from public.booking_items i where i.booking_id = booking.id)
      or p.slug in (select e.item_id from public.extra_work e where e.booking_id = booking.id and e.status = 'approved')
    )
    group by m.interval_months, m.interval_km
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.notify_followers(booking uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.service_bookings s set updated_at = pg_catalog.now() where s.id = notify_followers.booking;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_recheck(phone text, bike text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select private.recheck_terms()
      || jsonb_build_object('id', b.id, 'work', private.last_work(b), 'until', private.recheck_until(b))
    from public.service_bookings b
    where b.phone = open_recheck.phone and private.bike_key(b) = open_recheck.bike and private.can_be_rechecked(b)
    order by b.closed_at desc limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.owed_by(phone text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0)), 0)::int
    from public.service_bookings b
    where b.phone = owed_by.phone and b.status in ('completed', 'cancelled', 'no_show')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.paid_paise(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select sum(p.captured_paise) from public.payments p where p.booking_id = paid_paise.booking), 0)::int
    - coalesce((select sum(r.amount_paise) from public.refunds r where r.booking_id = paid_paise.booking), 0)::int;
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_answer(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b))
    from public.service_bookings b where b.id = payment_answer.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_of(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  amounts record := private.amounts_of(booking);
  shown public.booking_status := private.effective_status(booking);
  paid int := private.paid_paise(booking.id) / 100;
  due int := case when shown = 'expired' then 0 else greatest(amounts.total - paid, 0) end;
  payments jsonb;
  is_claimed boolean;
  refunds jsonb;
  is_refund_due boolean;
begin
  select
    coalesce(jsonb_agg(
      to_jsonb(p) - '{booking_id,provider_order_id,provider_payment_id,checked_at}'::text[] order by p.created_at, p.id
    ), '[]'),
    coalesce(bool_or(p.status = 'claimed'), false)
  into payments, is_claimed
  from public.payments p where p.booking_id = booking.id;
  select
    coalesce(jsonb_agg(
      to_jsonb(r) - '{booking_id,provider_refund_id,tries,next_try_at}'::text[] order by r.asked_at, r.id
    ), '[]'),
    coalesce(bool_or(r.status <> 'done'), false)
  into refunds, is_refund_due
  from public.refunds r where r.booking_id = booking.id;
  return jsonb_build_object(
    'status', case
      when is_refund_due then 'refund_due'::public.booking_payment_state
      when due > 0 and is_claimed then 'claimed'
      when due > 0 and paid > 0 then 'part_paid'
      when due > 0 then 'unpaid'
      when paid > 0 then 'paid'
      when refunds <> '[]' then 'refunded'
      else 'nothing_due'
    end,
    'paid', paid,
    'due', due,
    'agreed', amounts.agreed,
    'work', amounts.work,
    'total', amounts.total,
    'carried', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', n.number, 'date', n.booking_date, 'amount', n.carried
      ) order by n.starts_at, n.id), '[]')
      from public.service_bookings n where n.carried_to = booking.id and n.carried > 0 and not private.is_void(booking)
    ),
    'carried_to', (
      select c.number from public.service_bookings c where c.id = booking.carried_to and not private.is_void(c)
    ),
    'fee_off', amounts.fee_off,
    'fee_left', amounts.diagnosis - amounts.fee_off,
    'credit', amounts.credit,
    'credit_given', (
      select jsonb_build_object('amount', c.amount, 'reason', c.reason, 'used_by', (
        select u.number from public.service_bookings u where u.id = c.used_by and not private.is_void(u)
      ))
      from public.booking_credits c where c.booking_id = booking.id
    ),
    'late_credit', private.late_credit_refusal(booking) is null,
    'method', booking.pay_by,
    'online', exists (select from public.shop s where s.payment_provider is not null),
    'pay_until', case when shown = 'pending_payment' then booking.pay_until end,
    'seconds_left', case when shown = 'pending_payment'
      then greatest(0, floor(extract(epoch from booking.pay_until - private.now())))::int end,
    'payments', payments,
    'refunds', refunds,
    'vouchers', private.voucher_names(booking.id),
    'refund_days', jsonb_build_object('from', 5, 'to', 7)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_rank(status public.payment_status)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case payment_rank.status
    when 'created' then 0 when 'claimed' then 0 when 'failed' then 1 when 'authorized' then 2 else 3
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.payment_reference(booking public.service_bookings)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin return upper('TS' || booking.number || encode(extensions.gen_random_bytes(5), 'hex')); end; $function$;

CREATE OR REPLACE FUNCTION private.payment_request(payment public.payments, booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'payment', payment.id, 'reference', payment.reference, 'method', payment.method, 'status', payment.status,
      'amount', payment.amount_paise / 100, 'amount_paise', payment.amount_paise, 'booking', booking.id,
      'pay_until', case when booking.status = 'pending_payment' then booking.pay_until end
    ) || case when payment.provider = 'upi' then jsonb_build_object(
      'upi_link', private.upi_link(
        s.upi_vpa, s.upi_name, payment.amount_paise, s.upi_name || ' booking ' || booking.number, payment.reference
      ),
      'vpa', s.upi_vpa, 'name', s.upi_name
    ) else '{}' end
    from public.shop s
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.percent_encode(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(string_agg(case
      when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or byte in (45, 46, 95, 126)
        then chr(byte)
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by n), '')
    from (
      select n, get_byte(convert_to(percent_encode.value, 'UTF8'), n) as byte
      from generate_series(0, octet_length(convert_to(percent_encode.value, 'UTF8')) - 1) as n
    ) bytes
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.photos_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'path', o.name, 'subject', split_part(o.name, '/', 2), 'added_at', o.created_at
    ) order by o.created_at, o.name), '[]')
    from storage.objects o
    where o.bucket_id = 'job-photos'
      and o.name collate "C" >= photos_of.booking || '/' and o.name collate "C" < photos_of.booking || '0'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_of_supply(pin text, gstin text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with code as (
      select case
        when private.is_maharashtra(place_of_supply.pin, place_of_supply.gstin) then '27'
        when place_of_supply.gstin is not null then left(place_of_supply.gstin, 2)
        when left(place_of_supply.pin, 3) = '403' then '30'
        else (
          select p.state from (values
            ('11', '07'), ('12', '06'), ('13', '06'), ('14', '03'), ('15', '03'), ('16', '04'), ('17', '02'), ('18', '01'),
            ('19', '01'), ('20', '09'), ('21', '09'), ('22', '09'), ('23', '09'), ('24', '05'), ('25', '09'), ('26', '05'),
            ('27', '09'), ('28', '09'), ('30', '08'), ('31', '08'), ('32', '08'), ('33', '08'), ('34', '08'), ('36', '24'),
            ('37', '24'), ('38', '24'), ('39', '24'), ('45', '23'), ('46', '23'), ('47', '23'), ('48', '23'), ('49', '22'),
            ('50', '36'), ('51', '37'), ('52', '37'), ('53', '37'), ('56', '29'), ('57', '29'), ('58', '29'), ('59', '29'),
            ('60', '33'), ('61', '33'), ('62', '33'), ('63', '33'), ('64', '33'), ('67', '32'), ('68', '32'), ('69', '32'),
            ('70', '19'), ('71', '19'), ('72', '19'), ('73', '19'), ('74', '19'), ('75', '21'), ('76', '21'), ('77', '21'),
            ('78', '18'), ('80', '10'), ('81', '10'), ('82', '20'), ('83', '20'), ('84', '10'), ('85', '10')
          ) as p (prefix, state)
          where p.prefix = left(place_of_supply.pin, 2)
        )
      end as state
    )
    select coalesce(code.state, '97') || '-' || coalesce(s.name, 'Other Territory')
    from code left join (values
      ('01', 'Jammu and Kashmir'), ('02', 'Himachal Pradesh'), ('03', 'Punjab'), ('04', 'Chandigarh'),
      ('05', 'Uttarakhand'), ('06', 'Haryana'), ('07', 'Delhi'), ('08', 'Rajasthan'), ('09', 'Uttar Pradesh'),
      ('10', 'Bihar'), ('11', 'Sikkim'), ('12', 'Arunachal Pradesh'), ('13', 'Nagaland'), ('14', 'Manipur'),
      ('15', 'Mizoram'), ('16', 'Tripura'), ('17', 'Meghalaya'), ('18', 'Assam'), ('19', 'West Bengal'),
      ('20', 'Jharkhand'), ('21', 'Odisha'), ('22', 'Chhattisgarh'), ('23', 'Madhya Pradesh'), ('24', 'Gujarat'),
      ('26', 'Dadra and Nagar Haveli and Daman and Diu'), ('27', 'Maharashtra'), ('29', 'Karnataka'), ('30', 'Goa'),
      ('31', 'Lakshadweep'), ('32', 'Kerala'), ('33', 'Tamil Nadu'), ('34', 'Puducherry'),
      ('35', 'Andaman and Nicobar Islands'), ('36', 'Telangana'), ('37', 'Andhra Pradesh'), ('38', 'Ladakh')
    ) as s (state, name) on s.state = code.state
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.prove_number(phone text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.proven_numbers as n (phone, proven_at) values (prove_number.phone, private.now())
  on conflict on constraint proven_numbers_pkey do update set proven_at = greatest(n.proven_at, excluded.proven_at);
end;
$function$;

CREATE OR REPLACE FUNCTION private.random_handover_code()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0');
end;
$function$;

CREATE OR REPLACE FUNCTION private.recheck_terms()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$ begin return jsonb_build_object('minutes', 30, 'modes', enum_range(null::public.service_mode)); end; $function$;

CREATE OR REPLACE FUNCTION private.refund_overpayment(booking public.service_bookings, reason public.refund_reason)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  too_much int;
  p record;
begin
  if not exists (select from public.payments x where x.booking_id = booking.id and x.captured_paise > 0) then
    return;
  end if;
  too_much := private.paid_paise(booking.id) - private.amount_due(booking) * 100;
  for p in
    select a.id, a.left_paise
    from (
      select x.id, x.captured_at, x.captured_paise - coalesce((
        select sum(r.amount_paise)::int from public.refunds r where r.payment_id = x.id
      ), 0) as left_paise
      from public.payments x where x.booking_id = booking.id and x.captured_paise > 0
    ) a
    where a.left_paise > 0
    order by a.captured_at desc, a.id desc
  loop
    exit when too_much <= 0;
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (booking.id, p.id, least(too_much, p.left_paise), refund_overpayment.reason, private.now(), private.now());
    too_much := too_much - p.left_paise;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refund_reason_of(status public.booking_status)
 RETURNS public.refund_reason
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case refund_reason_of.status
    when 'cancelled' then 'cancelled'::public.refund_reason when 'no_show' then 'no_show'
    when 'expired' then 'paid_late' else 'overpaid'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.signal_job(booking uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin update public.booking_signals s set changed_at = pg_catalog.now() where s.id = signal_job.booking; end; $function$;

CREATE OR REPLACE FUNCTION private.staff_of_shop()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'staff', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'name', s.name, 'phone', s.phone, 'email', u.email, 'duty', s.duty, 'active', s.active,
        'since', s.created_at, 'changed_at', s.updated_at,
        'you', s.user_id = auth.uid(),
        'last_owner', s.duty = 'owner' and s.active and not exists (
          select from public.staff o where o.duty = 'owner' and o.active and o.user_id <> s.user_id
        ),
        'open_jobs', (
          select count(*) from public.service_bookings b where b.assigned_to = s.user_id and b.closed_at is null
        )
      ) order by s.active desc, s.duty, lower(s.name)), '[]')
      from public.staff s join auth.users u on u.id = s.user_id
    ),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'email', i.email, 'phone', i.phone, 'duty', i.duty, 'ends_at', i.ends_at,
        'over', i.ends_at <= private.now()
      ) order by i.invited_at desc), '[]')
      from public.staff_invitations i where i.accepted_at is null and i.withdrawn_at is null
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.test_ride_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'started_at', t.started_at, 'ended_at', t.ended_at, 'odometer_km', t.odometer_km, 'checks', t.checks,
      'by', coalesce(s.name, 'A colleague')
    )
    from private.test_rides t left join public.staff s on s.user_id = t.ridden_by
    where t.booking_id = test_ride_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.timers_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'by', coalesce(s.name, 'A colleague'), 'own', t.user_id = auth.uid(), 'started_at', t.started_at,
      'stopped_at', t.stopped_at
    ) order by t.started_at, t.id), '[]')
    from private.work_timers t left join public.staff s on s.user_id = t.user_id
    where t.booking_id = timers_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.to_staff_duty(value text)
 RETURNS public.staff_duty
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return (select word from unnest(enum_range(null::public.staff_duty)) as word where word::text = to_staff_duty.value);
end;
$function$;

CREATE OR REPLACE FUNCTION private.unasked_rise(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with totals as (
      select e.id, sum((e.data ->> 'to')::int - (e.data ->> 'from')::int) over (order by e.id) as level
      from public.booking_events e
      where e.booking_id = unasked_rise.booking and e.kind = 'items_changed' and e.actor = 'admin'
        and coalesce(char_length(e.note), 0) < 3
    )
    -- Less work gives back what rises have used, and nothing beyond.
    select coalesce((
      select t.level - least(0, (select min(level) from totals)) from totals t order by t.id desc limit 1
    ), 0)::int
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.upi_link(vpa text, name text, amount_paise integer, note text, reference text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return 'upi://pay?pa=' || replace(private.percent_encode(upi_link.vpa), '%40', '@')
    || '&pn=' || private.percent_encode(upi_link.name)
    || '&am=' || to_char(upi_link.amount_paise / 100.0, 'FM9999999990.00')
    || '&cu=INR&tn=' || private.percent_encode(left(upi_link.note, 50))
    || '&tr=' || upi_link.reference;
end;
$function$;

CREATE OR REPLACE FUNCTION private.used_parts_of(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) - '{booking_id,used_by}'::text[] order by p.position), '[]')
    from public.used_parts p where p.booking_id = used_parts_of.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.voucher_names(booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', v.kind, 'number', v.number, 'date', v.data -> 'date', 'total', v.total
    ) order by v.issued_at, v.kind, v.serial), '[]')
    from public.vouchers v where v.booking_id = voucher_names.booking
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.waiting_apart_from(day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('date', w.booking_date, 'count', w.people) order by w.booking_date), '[]')
    from (
      select s.booking_date, count(*)::int as people from public.staff_waitlist s
      where s.state in ('waiting', 'offered') and s.booking_date >= private.today()
        and s.booking_date <> waiting_apart_from.day
      group by s.booking_date
    ) w
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_last_step(booking public.service_bookings, from_status public.booking_status)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select e.from_status = was_last_step.from_status and e.to_status = booking.status
    from public.booking_events e
    where e.booking_id = booking.id and e.from_status is distinct from e.to_status
    order by e.id desc limit 1
  ), false);
end;
$function$;

CREATE OR REPLACE FUNCTION private.was_shop_late(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.window_missed_at(booking) <= coalesce(private.arrived_at(booking.id), booking.closed_at, private.now())
  -- Or it was late for a window from which the booking was moved. All windows have the same length.
  or exists (
    select from public.booking_events e
    where e.booking_id = booking.id
      and e.at >= e.moved_from + (booking.window_end - booking.booking_time)
        + (select s.late_minutes from public.shop s) * interval '1 minute'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_inspection(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.booking_inspection (
    booking_id, point, position, group_name, label, hint, unit, low_limit, high_limit, item_id
  )
  select
    p.booking_id, p.point, p.position, p.group_name, p.label, p.hint, p.unit, p.low_limit, p.high_limit, p.item_id
  from private.planned_points p where p.booking_id = booking.id
  on conflict (booking_id, point) do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_items(booking uuid, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.write_receipt(payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at, payment_id)
  select b.id, b.version, 'payment_received', way.channel, way.recipient, private.now(), private.now(), payment.id
  from public.service_bookings b,
    lateral (values ('mail'::public.message_channel, b.email), ('sms', b.phone)) as way (channel, recipient)
  where b.id = payment.booking_id and way.recipient is not null and b.status <> 'expired'
    and not exists (select from public.refunds r where r.payment_id = payment.id)
    and payment.captured_paise = payment.amount_paise
  order by way.channel
  on conflict on constraint message_outbox_once do nothing;
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
$function$;

COMMENT ON FUNCTION "private"."account_of_number"(text) IS 'The account that has confirmed this number, unless it is the caller''s own: staff never own what they book for others.';

COMMENT ON FUNCTION "private"."add_correction"(public.service_bookings, text) IS 'Adds why a bike went back into the work as a line that must be done.';

COMMENT ON FUNCTION "private"."agreed_price"(public.service_bookings) IS 'The most that the work of a booking may cost in rupees: agreed of private.amounts_of.';

COMMENT ON FUNCTION "private"."amount_due"(public.service_bookings) IS 'What a booking costs in rupees at this moment: total of private.amounts_of.';

COMMENT ON FUNCTION "private"."amounts_of"(public.service_bookings) IS 'The amounts of a booking in rupees, each computed once. approved: the extra work that was approved by the customer or by the limit chosen at booking. diagnosis: what of a booked package comes off the bill when the repair is done with us (packages.fee_adjusted): its price, less the coupon and the parts billed out of it. fee_off: what of that the approved work has taken off, never more than that work costs. agreed: the most that the work may cost: the estimate, which includes the coupon and the pickup, and the approved work, less fee_off and a battery taken back. work: the bill, or what is agreed; without fees and before credits. credit: what credits take off the work, at most what it costs, and never off the fees. total: what the booking costs at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it, less its credit notes; a cancelled, missed or expired booking costs its fee, less the part that is carried to a live booking.';

COMMENT ON FUNCTION "private"."announce_audit"(public.audit_log) IS 'Tells the embedded backend of a line, which writes it into its log. Without values: rows name people.';

COMMENT ON FUNCTION "private"."answer_locked_at"(public.extra_work) IS 'Since when an answer stands: its line of the job card is ticked, a part of it was used, the bike is ready, or a later booking does what was declined. Null while it can be changed, and where the customer has not answered.';

COMMENT ON FUNCTION "private"."bikes_of"(text) IS 'The bikes that were booked with a number, the latest first: last visit, open booking, the work that may be re-checked for free, declined work.';

COMMENT ON FUNCTION "private"."book_declined"(uuid, jsonb) IS 'Notes which declined work a booking does by its lines; what it does no longer is offered again.';

COMMENT ON FUNCTION "private"."booking_of_photo"(text) IS 'The booking of a photo, from its name <booking>/<subject>/<photo>.<webp|jpg>; null for any other name. Subjects: check-in, point-<point of the inspection>, concern-<number of the line>, card-<number of the line of the job card>, line-<id of the extra work>.';

COMMENT ON FUNCTION "private"."booking_of_token"(text) IS 'The booking that a manage token opens, while private.are_links_open.';

COMMENT ON FUNCTION "private"."booking_state"(public.service_bookings) IS 'What the functions that change a status answer.';

COMMENT ON FUNCTION "private"."caller_request"() IS 'The id of the API call, as the gateway gives it; null outside of a call and for what a client wrote itself.';

COMMENT ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) IS 'Whether booking_transitions allows a transition. A booking that waits for an answer returns only to the status that it came from.';

COMMENT ON FUNCTION "private"."change_terms"(public.service_bookings) IS 'What cancelling and moving cost a customer at this moment, directly or through staff. Until shop.cancel_free_hours before the window both are free (at most two moves). After that, cancelling costs shop.late_fee (the first time of a phone number is free) and one move is free. With the mechanic on the way, cancelling costs shop.visit_fee and moving shop.late_fee. After the mechanic has arrived only staff cancel, for shop.visit_fee. Everything is free in weather mode, when the shop has missed the window, and before a booking is paid and confirmed. cancel_credit and move_credit: what the shop credits when it cancels or moves the booking at this moment for its own reasons. can_pick_up: in weather mode a doorstep visit can become a pickup, if the work can be done in the workshop.';

COMMENT ON FUNCTION "private"."checklist_ahead"(public.service_bookings) IS 'The lines that write_checklist will write, with their numbers, as checklist_of has them: a phone without a network begins with them. Empty once the work has begun.';

COMMENT ON FUNCTION "private"."checklist_of"(uuid) IS 'The lines of the checklist of a booking.';

COMMENT ON FUNCTION "private"."clean_email"(text) IS 'An e-mail address with one @ and a dot in its domain, or null.';

COMMENT ON FUNCTION "private"."clean_gstin"(text) IS 'A GSTIN whose form and check digit are right, without spaces, or null.';

COMMENT ON FUNCTION "private"."concerns_of"(public.service_bookings) IS 'What the customer wrote and, once it was looked for, what became of it: from the check-in on, long before the rest of the job card is shown. Null before, and without such a line.';

COMMENT ON FUNCTION "private"."credit_notes_of"(uuid) IS 'The credit notes of a booking as they were issued.';

COMMENT ON FUNCTION "private"."declined_line"(public.declined_work) IS 'Declined work with its own name, which says where it was found, and today''s price.';

COMMENT ON FUNCTION "private"."declined_with"(public.service_bookings) IS 'What was declined with a booking and no later booking does, for those who may read that booking.';

COMMENT ON FUNCTION "private"."declined_without_plate"(text, text) IS 'What was declined for a bike that has no plate yet, by the number it was booked with and its bike_key.';

COMMENT ON FUNCTION "private"."end_done_work"(public.service_bookings) IS 'Ends the declined work of a bike that a completed booking has done: booked, included in what was booked, or found again and approved.';

COMMENT ON FUNCTION "private"."end_hold"(private.slot_holds, text) IS 'Frees the places of a hold. The caller holds the locks of its request and its day.';

COMMENT ON FUNCTION "private"."extra_work_of"(uuid) IS 'The lines of extra work of a booking, with locked_at: since when an answer can be changed no more.';

COMMENT ON FUNCTION "private"."financial_year"(date) IS 'The Indian financial year of a day, April to March: 26-27.';

COMMENT ON FUNCTION "private"."free_credit_of"(text) IS 'Rupees of credit of a number that no booking uses yet.';

COMMENT ON FUNCTION "private"."free_staff_name"(text, uuid) IS 'The name, with a number when an active person has it already: names of active staff are unique.';

COMMENT ON FUNCTION "private"."give_back_sign_in_sms"(timestamp with time zone) IS 'Uncounts a sign-in code that the provider did not take.';

COMMENT ON FUNCTION "private"."hold_other_work"(private.slot_holds, private.slot_holds) IS 'Keeps today''s prices with a hold that is taken again for other work in the same windows; the same work keeps its prices. The caller holds the lock of its request.';

COMMENT ON FUNCTION "private"."hold_state"(private.slot_holds) IS 'What hold_slot and extend_hold answer. free_until: until when the booking is cancelled free. seconds_left serves phones whose clock is wrong.';

COMMENT ON FUNCTION "private"."included_in"(uuid, text) IS 'The name of the booked work that is or includes an item: it is not proposed beside it. Null where none does, and for work at one place, since the other may need it too.';

COMMENT ON FUNCTION "private"."inspection_ahead"(public.service_bookings) IS 'The points that write_inspection will write, as inspection_of has them: a phone without a network begins with them. Empty once the inspection has begun.';

COMMENT ON FUNCTION "private"."inspection_of"(uuid) IS 'The points of the inspection of a booking and what was found.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, less the fee of a diagnosis that comes off the repair, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, fees of missed bookings, and what the customer declined or did not answer, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "private"."invoiced_customer"(public.service_bookings) IS 'The customer as papers name them.';

COMMENT ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) IS 'Whether a message is still true. The 24-hour reminder expires when the 2-hour reminder is due, that one when the window begins, a weather message when the window ends, the review request 48 hours after the work, and a payment stays received.';

COMMENT ON FUNCTION "private"."is_of_bike"(public.declined_work, public.service_bookings) IS 'Whether declined work belongs to the bike of a booking: by the plate, else by model and account.';

COMMENT ON FUNCTION "private"."is_open_declined"(public.declined_work) IS 'Whether declined work may still be offered: nobody ended it and no booking does it.';

COMMENT ON FUNCTION "private"."is_per_place"(text) IS 'Whether an item is priced for one place of the bike, so that it may be done twice: pads and tyres.';

COMMENT ON FUNCTION "private"."is_rained_off"(public.service_bookings) IS 'Whether a doorstep visit is on a day in weather mode: every change is free then.';

COMMENT ON FUNCTION "private"."is_same_work"(public.declined_work, text, text) IS 'Whether declined work is a line of that item and name: the same item, at the same place where it is priced by place; without an item, in the same words.';

COMMENT ON FUNCTION "private"."is_site_server"(jsonb) IS 'Whether a request comes from the server that renders the site''s pages: it carries the key in private.settings (site_key). False while there is none.';

COMMENT ON FUNCTION "private"."is_window_missed"(public.service_bookings) IS 'Whether the shop has missed the window: no mechanic has come by shop.late_minutes after its end, so moving and cancelling are free. Always false for mode workshop.';

COMMENT ON FUNCTION "private"."item_question_of"(public.service_bookings) IS 'The open question about other work: its lines with what is new and what is gone, the total in rupees and the rise; null without one. A correction or another change of the booking ends it, and so does another booking that takes up its declined work, or a yes to that work after all.';

COMMENT ON FUNCTION "private"."job_of"(uuid) IS 'Everything that a phone on the floor needs of a job.';

COMMENT ON FUNCTION "private"."last_work"(public.service_bookings) IS 'The name of the main work of a booking.';

COMMENT ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) IS 'Why a booking gets no credit for a missed window: credited (it already has one), no_credit, no_weather_credit, not_late; null when it gets one.';

COMMENT ON FUNCTION "private"."left_of_lines"(public.invoices) IS 'What credit notes left of each line of an invoice, as issue_credit_note takes lines; lines without a rest are left out.';

COMMENT ON FUNCTION "private"."local_instant"(date, time without time zone) IS 'The instant of a clock time in Pune.';

COMMENT ON FUNCTION "private"."made_ready"(uuid) IS 'The step that last made the bike ready; its note is the reason for points that were not checked. Null when there was none.';

COMMENT ON FUNCTION "private"."matches_booking"(public.service_bookings, text[], text, text) IS 'Whether a booking has all words in its name, or starts its number with, or contains in its plate or phone, what was typed.';

COMMENT ON FUNCTION "private"."next_service"(public.service_bookings, date) IS 'When the bike is due next, from the odometer of its check-in (null without one): by packages with resets_service alone, booked or agreed as extra work, so null after a wash. resets: service, or oil for the oil alone.';

COMMENT ON FUNCTION "private"."notify_followers"(uuid) IS 'Sets updated_at of the booking, so that Realtime reports it and open pages read it again.';

COMMENT ON FUNCTION "private"."open_recheck"(text, text) IS 'The latest work on a bike of a number that may be re-checked for free: its booking, its name, until when, and the terms of a re-check; null for none.';

COMMENT ON FUNCTION "private"."owed_by"(text) IS 'Rupees that closed bookings of a number still owe.';

COMMENT ON FUNCTION "private"."paid_paise"(uuid) IS 'Captured payments less refunds, in paise.';

COMMENT ON FUNCTION "private"."payment_answer"(uuid) IS 'What the functions about payments answer: the state of the booking and of its money.';

COMMENT ON FUNCTION "private"."payment_of"(public.service_bookings) IS 'What customers and staff read about the money of a booking: status (unpaid, claimed, part_paid, paid, refund_due, refunded, nothing_due), paid and due in rupees, the most that may be billed for the work (agreed), what the work costs (work) and the whole booking (total), the fee of a diagnosis that came off (fee_off) and what more of it comes off once extra work is approved (fee_left), the fees of missed bookings in it (carried) and what credits take off (credit), the booking with which its own fee is paid (carried_to), the credit given for it (credit_given), whether a late credit can be given (late_credit), the chosen method, whether online payment is offered (online), until when it must be paid (pay_until), all attempts and refunds, the vouchers of advances, and in how many working days a refund arrives (refund_days).';

COMMENT ON FUNCTION "private"."payment_rank"(public.payment_status) IS 'The rank of a status: created or claimed, failed (another try may follow), authorized, captured. Events never lower the rank of a payment, so their order does not matter.';

COMMENT ON FUNCTION "private"."payment_reference"(public.service_bookings) IS 'Twenty letters and digits that begin with TS and the booking''s number and cannot be guessed.';

COMMENT ON FUNCTION "private"."payment_request"(public.payments, public.service_bookings) IS 'What a page needs to show how to pay.';

COMMENT ON FUNCTION "private"."percent_encode"(text) IS 'A value for a query: everything but letters, digits and -._~ as %XX of its UTF-8.';

COMMENT ON FUNCTION "private"."photos_of"(uuid) IS 'The photos of a booking, the oldest first: {path, subject, added_at}. Who may read the booking asks Storage for their addresses.';

COMMENT ON FUNCTION "private"."place_of_supply"(text, text) IS 'Code and name of the state as an invoice names it, 27-Maharashtra: by the GSTIN, else by the PIN, else the shop''s own. It always agrees with is_maharashtra.';

COMMENT ON FUNCTION "private"."prove_number"(text) IS 'Records that a number is proven now.';

COMMENT ON FUNCTION "private"."random_handover_code"() IS 'Four random digits that do not depend on the booking.';

COMMENT ON FUNCTION "private"."recheck_terms"() IS 'What a free re-check takes, in minutes, and in which modes it is done.';

COMMENT ON FUNCTION "private"."refund_reason_of"(public.booking_status) IS 'The reason of a refund for a booking of this status.';

COMMENT ON FUNCTION "private"."signal_job"(uuid) IS 'Tells the pages of staff that a job has changed in a table of its own, such as its inspection. Customers are not told.';

COMMENT ON FUNCTION "private"."staff_of_shop"() IS 'The people of the shop, the active first, and the open invitations.';

COMMENT ON FUNCTION "private"."test_ride_of"(uuid) IS 'The last test ride of a job, and who rode; null before it.';

COMMENT ON FUNCTION "private"."timers_of"(uuid) IS 'The timers of a job: who, from when to when, and which are the caller''s own.';

COMMENT ON FUNCTION "private"."to_staff_duty"(text) IS 'The duty of this name, or null.';

COMMENT ON FUNCTION "private"."unasked_rise"(uuid) IS 'Rupees by which staff have changed the booked work without a yes of the customer, less what later changes took off.';

COMMENT ON FUNCTION "private"."upi_link"(text, text, integer, text, text) IS 'The link that opens a UPI app, and the text of the QR. The @ of an address stays as it is, as apps expect it.';

COMMENT ON FUNCTION "private"."used_parts_of"(uuid) IS 'What was used on a job, in the order in which it was written down.';

COMMENT ON FUNCTION "private"."voucher_names"(uuid) IS 'Kind, number, date and rupees of the vouchers of a booking.';

COMMENT ON FUNCTION "private"."waiting_apart_from"(date) IS 'How many people wait for a place on each other day from today on, for staff who read the waitlist.';

COMMENT ON FUNCTION "private"."was_last_step"(public.service_bookings, public.booking_status) IS 'Whether the latest change of status brought the booking from this status to where it is now.';

COMMENT ON FUNCTION "private"."was_shop_late"(public.service_bookings) IS 'Whether the shop was late: by shop.late_minutes after the end of the window it had neither picked up nor inspected the bike. It was not late for a window if the booking was closed or moved before that time.';

COMMENT ON FUNCTION "private"."write_inspection"(public.service_bookings) IS 'Writes the points of the booked package when the inspection begins. Points that are there stay.';

COMMENT ON FUNCTION "private"."write_items"(uuid, jsonb) IS 'Writes the lines of a quote as those of a booking.';

COMMENT ON FUNCTION "private"."write_receipt"(public.payments) IS 'Messages that a payment was received, once each. None where the money goes back at once, nor for the payment that confirms a booking: its confirmation says so.';

REVOKE ALL ON FUNCTION "private"."account_of_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_correction"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."amounts_of"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."announce_audit"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_locked_at"(public.extra_work) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bikes_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_declined"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_of_photo"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_of_token"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."booking_state"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."caller_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."can_transition"(public.booking_actor, public.service_bookings, public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_terms"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checklist_ahead"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checklist_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_email"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_gstin"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."concerns_of"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_notes_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."declined_line"(public.declined_work) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."declined_with"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."declined_without_plate"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_done_work"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_hold"(private.slot_holds, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."extra_work_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."financial_year"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_credit_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."free_staff_name"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_back_sign_in_sms"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_other_work"(private.slot_holds, private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_state"(private.slot_holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."included_in"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inspection_ahead"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inspection_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoice_lines"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invoiced_customer"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_message_current"(public.message_outbox, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_of_bike"(public.declined_work, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_open_declined"(public.declined_work) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_per_place"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_rained_off"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_work"(public.declined_work, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_site_server"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_window_missed"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_question_of"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_work"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."late_credit_refusal"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."left_of_lines"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."local_instant"(date, time without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."made_ready"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."matches_booking"(public.service_bookings, text[], text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_service"(public.service_bookings, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_followers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_recheck"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owed_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paid_paise"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_answer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_of"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_rank"(public.payment_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_reference"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_request"(public.payments, public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."percent_encode"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."photos_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_of_supply"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."random_handover_code"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recheck_terms"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_reason_of"(public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signal_job"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_of_shop"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."test_ride_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."timers_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_staff_duty"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unasked_rise"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."upi_link"(text, text, integer, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."used_parts_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."voucher_names"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_apart_from"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_last_step"(public.service_bookings, public.booking_status) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_shop_late"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_inspection"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_items"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_receipt"(public.payments) FROM PUBLIC;

ALTER TABLE "private"."handover_codes" ALTER COLUMN "code" SET DEFAULT private.random_handover_code();

reset check_function_bodies;

revoke all on function private.account_of_number(text) from public, anon, authenticated, service_role;

revoke all on function private.add_correction(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.amounts_of(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.announce_audit(public.audit_log) from public, anon, authenticated, service_role;

revoke all on function private.answer_locked_at(public.extra_work) from public, anon, authenticated, service_role;

revoke all on function private.bikes_of(text) from public, anon, authenticated, service_role;

revoke all on function private.book_declined(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.booking_of_photo(text) from public, anon, authenticated, service_role;

revoke all on function private.booking_of_token(text) from public, anon, authenticated, service_role;

revoke all on function private.booking_state(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.caller_request() from public, anon, authenticated, service_role;

revoke all on function private.can_transition(public.booking_actor,public.service_bookings,public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.change_terms(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.checklist_ahead(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.checklist_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.clean_email(text) from public, anon, authenticated, service_role;

revoke all on function private.clean_gstin(text) from public, anon, authenticated, service_role;

revoke all on function private.concerns_of(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.credit_notes_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.declined_line(public.declined_work) from public, anon, authenticated, service_role;

revoke all on function private.declined_with(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.declined_without_plate(text,text) from public, anon, authenticated, service_role;

revoke all on function private.end_done_work(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.end_hold(private.slot_holds,text) from public, anon, authenticated, service_role;

revoke all on function private.extra_work_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.financial_year(date) from public, anon, authenticated, service_role;

revoke all on function private.free_credit_of(text) from public, anon, authenticated, service_role;

revoke all on function private.free_staff_name(text,uuid) from public, anon, authenticated, service_role;

revoke all on function private.give_back_sign_in_sms(timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.hold_other_work(private.slot_holds,private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.hold_state(private.slot_holds) from public, anon, authenticated, service_role;

revoke all on function private.included_in(uuid,text) from public, anon, authenticated, service_role;

revoke all on function private.inspection_ahead(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.inspection_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.invoice_lines(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.invoiced_customer(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_message_current(public.message_outbox,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_of_bike(public.declined_work,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_open_declined(public.declined_work) from public, anon, authenticated, service_role;

revoke all on function private.is_per_place(text) from public, anon, authenticated, service_role;

revoke all on function private.is_rained_off(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.is_same_work(public.declined_work,text,text) from public, anon, authenticated, service_role;

revoke all on function private.is_site_server(jsonb) from public, anon, authenticated, service_role;

revoke all on function private.is_window_missed(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.item_question_of(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.job_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.last_work(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.late_credit_refusal(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.left_of_lines(public.invoices) from public, anon, authenticated, service_role;

revoke all on function private.local_instant(date,time without time zone) from public, anon, authenticated, service_role;

revoke all on function private.made_ready(uuid) from public, anon, authenticated, service_role;

revoke all on function private.matches_booking(public.service_bookings,text[],text,text) from public, anon, authenticated, service_role;

revoke all on function private.next_service(public.service_bookings,date) from public, anon, authenticated, service_role;

revoke all on function private.notify_followers(uuid) from public, anon, authenticated, service_role;

revoke all on function private.open_recheck(text,text) from public, anon, authenticated, service_role;

revoke all on function private.owed_by(text) from public, anon, authenticated, service_role;

revoke all on function private.paid_paise(uuid) from public, anon, authenticated, service_role;

revoke all on function private.payment_answer(uuid) from public, anon, authenticated, service_role;

revoke all on function private.payment_of(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.payment_rank(public.payment_status) from public, anon, authenticated, service_role;

revoke all on function private.payment_reference(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.payment_request(public.payments,public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.percent_encode(text) from public, anon, authenticated, service_role;

revoke all on function private.photos_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.place_of_supply(text,text) from public, anon, authenticated, service_role;

revoke all on function private.prove_number(text) from public, anon, authenticated, service_role;

revoke all on function private.random_handover_code() from public, anon, authenticated, service_role;

revoke all on function private.recheck_terms() from public, anon, authenticated, service_role;

revoke all on function private.refund_reason_of(public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.signal_job(uuid) from public, anon, authenticated, service_role;

revoke all on function private.staff_of_shop() from public, anon, authenticated, service_role;

revoke all on function private.test_ride_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.timers_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.to_staff_duty(text) from public, anon, authenticated, service_role;

revoke all on function private.unasked_rise(uuid) from public, anon, authenticated, service_role;

revoke all on function private.upi_link(text,text,integer,text,text) from public, anon, authenticated, service_role;

revoke all on function private.used_parts_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.voucher_names(uuid) from public, anon, authenticated, service_role;

revoke all on function private.waiting_apart_from(date) from public, anon, authenticated, service_role;

revoke all on function private.was_last_step(public.service_bookings,public.booking_status) from public, anon, authenticated, service_role;

revoke all on function private.was_shop_late(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.write_inspection(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.write_items(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.write_receipt(public.payments) from public, anon, authenticated, service_role;
