set check_function_bodies = off;

DROP POLICY "events are read with their booking" ON "public"."booking_events";

DROP POLICY "admins log their alerts" ON "public"."notification_logs";

DROP POLICY "admins mark their alerts as read" ON "public"."notification_logs";

DROP POLICY "admins read their alerts" ON "public"."notification_logs";

CREATE OR REPLACE FUNCTION private.acts_for_shop(booking public.service_bookings, cause text, waiver text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  said boolean := acts_for_shop.cause is not null or acts_for_shop.waiver is not null;
begin
  if said and not public.has_duty('owner', 'desk') then
    perform private.reject(403, 'shop_only');
  elsif acts_for_shop.waiver is not null and not public.has_duty('owner') then
    perform private.reject(403, 'forbidden');
  elsif acts_for_shop.cause not in ('shop', 'weather', 'customer') then
    perform private.reject(422, 'cause');
  elsif acts_for_shop.waiver is not null
    and coalesce(char_length(private.clean_text(acts_for_shop.waiver)), 0) not between 3 and 300
  then
    perform private.reject(422, 'waiver');
  end if;
  -- What was paid towards a waived fee is given back.
  if acts_for_shop.waiver is not null then
    perform private.require_fresh_sign_in();
  end if;
  return public.has_duty('owner', 'desk') and (said or booking.user_id is distinct from auth.uid());
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
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  key text := (
    select string_agg(coalesce(new_row, old_row) ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row
  );
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.hide_contact(booking public.service_bookings)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.shows_contact(booking.id) then
    booking.phone := '';
    booking.email := null;
    booking.address_line := null;
    booking.landmark := null;
    booking.pin := null;
    booking.gstin := null;
  end if;
  return booking;
end;
$function$;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'phone', case when contact.shown then b.phone end,
    'address', case when contact.shown then nullif(concat_ws(', ', b.address_line, b.landmark), '') end,
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
    'inspection', private.inspection_of(b.id),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes
      )), '[]')
      from (select distinct i.item_id from public.booking_inspection i where i.booking_id = b.id) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'timers', private.timers_of(b.id),
    'checklist', private.checklist_of(b.id),
    'agreed', private.agreed_price(b),
    'due', greatest(private.amount_due(b) - private.paid_paise(b.id) / 100, 0),
    'next_service', private.next_service(b, private.today()),
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('to_status', t.to_status, 'needs_note', t.needs_note)), '[]')
      from public.booking_transitions t
      where t.actor = 'admin' and t.from_status = b.status and private.can_transition('admin', b, t.to_status)
        and t.to_status not in ('awaiting_approval', 'cancelled', 'no_show')
    )
  )
  from public.service_bookings b
  cross join lateral (select private.shows_contact(b.id) as shown offset 0) contact
  where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.open_declined_work(model text, plate text, link text DEFAULT NULL::text)
 RETURNS SETOF public.declined_work
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.* from public.declined_work d
  join public.extra_work e on e.id = d.extra_work_id
  join public.service_bookings b on b.id = e.booking_id
  where d.model_id = open_declined_work.model and d.ended_at is null
    and (d.vehicle_number is null or open_declined_work.plate is null or d.vehicle_number = open_declined_work.plate)
    and (
      (d.vehicle_number = open_declined_work.plate and private.works_on_bike(d.vehicle_number))
      or b.user_id = auth.uid()
      or b.id = (select private.booking_of_token(open_declined_work.link))
    )
    and not private.is_live_booking(d.booked_with);
$function$;

CREATE OR REPLACE FUNCTION private.shows_contact(booking uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.staff_bookings s where s.id = shows_contact.booking and s.contact_shown);
end;
$function$;

CREATE OR REPLACE FUNCTION private.works_on_bike(plate text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return public.has_duty('owner', 'desk', 'foreman') or (
    public.has_duty('mechanic')
    and exists (select from public.staff_bookings s where s.vehicle_number = works_on_bike.plate)
  );
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
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  select * into shop from public.shop;
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_note');
  elsif fault is not null then
    perform private.reject(409, fault, case fault
      when 'no_credit' then jsonb_build_object('status', b.status)
      when 'not_late' then jsonb_build_object('minutes', shop.late_minutes)
    end);
  end if;
  -- An issued invoice does not change, so the credit of a closed booking is for the next one.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    b.id, b.phone, shop.late_credit, 'late', remark, case when b.status not in ('completed', 'cancelled') then b.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'credit_given',
    jsonb_build_object('rupees', shop.late_credit)
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_audit(older_than bigint DEFAULT NULL::bigint, person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Contacts are not the accountant's to read.
  hidden text[] := case
    when public.has_duty('owner') then '{}'::text[]
    else '{phone,email,address_line,landmark,pin,recipient,customer_phone}'::text[]
  end;
  -- Tables whose key is a number.
  named_by_contact text[] := case when public.has_duty('owner') then '{}'::text[] else '{proven_numbers}'::text[] end;
begin
  perform private.require_duty('owner', 'accountant');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.at, 'person', l.actor_id, 'action', l.action, 'table', l.table_name,
      'key', case when l.table_name = any (named_by_contact) then null else l.row_key end,
      'subject', case when l.table_name = any (named_by_contact) then l.table_name else l.subject end, 'before', l.before - hidden, 'after', l.after - hidden, 'data', l.data,
      'name', (select s.name from public.staff s where s.user_id = l.actor_id),
      'about', (select s.name from public.staff s where s.user_id::text in (l.subject, l.row_key)),
      'booking', (
        select b.number from public.service_bookings b
        where b.id::text in (
          -- The name of a photo begins with its booking.
          split_part(translate(l.row_key, '/', ' '), ' ', 1), l.before ->> 'booking_id', l.after ->> 'booking_id', l.data ->> 'booking'
        )
      )
    ) order by l.id desc), '[]')
    from (
      select a.* from public.audit_log a
      where (list_audit.older_than is null or a.id < list_audit.older_than)
        and (list_audit.person is null or a.actor_id = list_audit.person)
      order by a.id desc limit 50
    ) l
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_booking_fee(booking uuid, fee integer, note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  remark text := private.clean_text(set_booking_fee.note);
begin
  perform private.require_duty('owner', 'accountant');
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  if set_booking_fee.fee is null or set_booking_fee.fee not between 0 and 10000 then
    perform private.reject(422, 'fee');
  elsif remark is null or char_length(remark) not between 3 and 500 then
    perform private.reject(422, 'fee_note');
  elsif set_booking_fee.fee = b.fee then
    return private.booking_state(b);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif exists (
    select from public.service_bookings c where c.id = b.carried_to and c.status = 'completed' and b.carried > 0
  ) then
    perform private.reject(409, 'fee_on_invoice');
  end if;
  -- What was paid towards a lower fee is given back.
  if set_booking_fee.fee < b.fee then
    perform private.require_fresh_sign_in();
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee, kind)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, set_booking_fee.fee - b.fee, 'fee_changed'
  );
  return private.booking_state(private.recalculate_fee(b, set_booking_fee.fee));
end;
$function$;

CREATE OR REPLACE FUNCTION public.update_booking(booking uuid, changes jsonb, expected_version integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(update_booking.booking, update_booking.expected_version);
  remark text := private.clean_text(update_booking.note);
  c public.service_bookings;
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes}'::text[];
  before jsonb;
begin
  if char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  c := private.corrected_booking(b, update_booking.changes);
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into before
  from jsonb_each(to_jsonb(b)) o
  where o.key = any (fields) and o.value is distinct from to_jsonb(c) -> o.key;
  if before = '{}' then
    return private.booking_state(b) || jsonb_build_object('edits', b.edits);
  end if;
  update public.service_bookings s set
    customer_name = c.customer_name, phone = c.phone, email = c.email, address_line = c.address_line,
    landmark = c.landmark, area_slug = c.area_slug, pin = c.pin, vehicle_number = c.vehicle_number,
    chassis_last5 = c.chassis_last5, odometer_km = c.odometer_km, model_year = c.model_year, notes = c.notes,
    -- A caller's booking belongs to whoever has confirmed the number.
    user_id = case when s.origin <> 'web' and c.phone <> s.phone then private.account_of_number(c.phone) else s.user_id end,
    edits = s.edits + 1
  where s.id = b.id returning * into b;
  update public.declined_work d set vehicle_number = b.vehicle_number
  from public.extra_work e
  where e.id = d.extra_work_id and e.booking_id = b.id and d.vehicle_number is distinct from b.vehicle_number;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'corrected',
    jsonb_build_object('before', before, 'edit', b.edits)
  );
  update public.message_outbox m set recipient = case m.channel when 'sms' then b.phone else b.email end
  where m.booking_id = b.id and m.status = 'waiting' and (m.channel = 'sms' or b.email is not null);
  return private.booking_state(b) || jsonb_build_object('edits', b.edits);
end;
$function$;

CREATE VIEW "public"."staff_events" WITH (security_barrier=true) AS  SELECT e.id,
    e.booking_id,
    e.at,
    e.actor,
    e.actor_id,
    e.from_status,
    e.to_status,
    e.note,
    e.moved_from,
    e.fee,
    e.kind,
        CASE
            WHEN (s.contact_shown OR (NOT (e.data ? 'before'::text))) THEN e.data
            ELSE (e.data || jsonb_build_object('before', ( SELECT jsonb_object_agg(o.key,
                    CASE
                        WHEN (o.key <> ALL ('{phone,email,address_line,landmark,pin}'::text[])) THEN o.value
                        ELSE NULL::jsonb
                    END) AS jsonb_object_agg
               FROM jsonb_each((e.data -> 'before'::text)) o(key, value))))
        END AS data
   FROM (public.booking_events e
     JOIN public.staff_bookings s ON ((s.id = e.booking_id)));

CREATE TRIGGER audit_row AFTER UPDATE ON private.handover_codes FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON private.item_questions FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON private.proven_numbers FOR EACH ROW EXECUTE FUNCTION private.audit_row('phone');

CREATE TRIGGER audit_row AFTER INSERT OR DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.audit_row('name');

CREATE POLICY "events are read with their booking" ON "public"."booking_events" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = booking_events.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT
   FROM public.staff_bookings s
  WHERE ((s.id = booking_events.booking_id) AND (s.contact_shown OR (NOT COALESCE(((booking_events.data -> 'before'::text) ?| '{phone,email,address_line,landmark,pin}'::text[]), false))))))));

CREATE POLICY "admins log their alerts" ON "public"."notification_logs" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT public.my_duty() AS my_duty) IS NOT NULL)));

CREATE POLICY "admins mark their alerts as read" ON "public"."notification_logs" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT public.my_duty() AS my_duty) IS NOT NULL))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "admins read their alerts" ON "public"."notification_logs" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT public.my_duty() AS my_duty) IS NOT NULL)));

COMMENT ON FUNCTION "private"."acts_for_shop"(public.service_bookings, text, text) IS 'Whether a change is made by the shop: owners and the desk act for the shop in every booking but their own, and in their own once they name a cause. Raises PT403 shop_only when another caller sends a cause or a waiver, PT403 forbidden for a waiver that is not an owner''s, sign_in_again for one of an owner who has not just signed in, PT422 cause, waiver.';

COMMENT ON FUNCTION "private"."open_declined_work"(text, text, text) IS 'What was declined for a bike, is not booked since and may still be offered: in the caller''s own account, of the booking whose link they have, or by a plate that works_on_bike allows.';

COMMENT ON FUNCTION "private"."require_fresh_sign_in"() IS 'Rejects the call (PT403 sign_in_again) unless the caller entered a password or a code in the last 15 minutes, by the claim amr of the token: for money back (refunds, credit notes, credits, and fees that are waived or lowered), changes of duties, and exports.';

COMMENT ON FUNCTION "private"."shows_contact"(uuid) IS 'Whether staff_bookings shows the caller phone, e-mail, address and GSTIN of this booking.';

COMMENT ON FUNCTION "private"."works_on_bike"(text) IS 'Whether the caller may look this plate up: owners, the desk and the foreman any, a mechanic those of own and unassigned jobs.';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and the staff who may read it (staff_bookings says who, and hides contacts, also in the events): items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), its check-in and inspection, what was declined with it and is not booked since (declined_work), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for staff alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."get_job"(uuid) IS 'A job with all that the floor needs: bike, check-in, concern lines and checklist, inspection and what can be proposed for a finding, extra work, next service, the steps that are possible. Phone and address are null where staff_bookings hides them. Raises PT403, PT404.';

COMMENT ON FUNCTION "public"."give_late_credit"(uuid, text) IS 'An owner or accountant who has just signed in credits shop.late_credit for a window that was missed by shop.late_minutes: it reduces this bill, or the next one when this booking is closed. At most once per booking. Raises PT403 forbidden, sign_in_again, PT404, PT409 credited, no_credit, no_weather_credit, not_late, PT422 credit_note.';

COMMENT ON FUNCTION "public"."list_declined_work"(text, text) IS 'Work that was found on a bike and not done, with today''s price: for its account, and by plate for owners, desk, foreman, and mechanics with a job of that bike. Book one as an item {id: item_id, or declined-work without one, declined: id}; a guest adds link, the token of the booking with which it was declined.';

COMMENT ON FUNCTION "public"."set_booking_fee"(uuid, integer, text) IS 'An owner or accountant overrides the fee of a booking, with a note, until the invoice is issued; also a fee that was carried to a later booking. A lower one needs a sign-in of the last 15 minutes. Raises PT403 forbidden, sign_in_again, PT404, PT409 invoice_issued (its own, once it is completed), fee_on_invoice (that of the later booking), PT422 (fee, fee_note).';

COMMENT ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) IS 'Owners and desk correct a booking until its invoice: name, phone, email, address, vehicle_number, chassis_last5, odometer_km, model_year, notes. expected_version is the edits that the page has read. Messages that wait go to the new phone or address, work that was declined with it to the new plate. Raises PT403, PT404, PT409 invoice_issued, closed, stale, PT422 changes, note_too_long or the field.';

COMMENT ON VIEW "public"."staff_events" IS 'The history of bookings as staff may read it: of the bookings in staff_bookings. Where that hides contacts, a correction names the fields and has null for the contacts that it replaced. No row for anyone else.';

REVOKE ALL ON FUNCTION "private"."shows_contact"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."works_on_bike"(text) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."staff_events" TO "authenticated";

reset check_function_bodies;

revoke all on function private.shows_contact(uuid) from public, anon, authenticated, service_role;

revoke all on function private.works_on_bike(text) from public, anon, authenticated, service_role;

revoke all on table public.staff_events from public, anon, authenticated, service_role;
grant select on table public.staff_events to authenticated;

-- Plates that were corrected before this migration.
update public.declined_work d set vehicle_number = b.vehicle_number
from public.extra_work e join public.service_bookings b on b.id = e.booking_id
where e.id = d.extra_work_id and d.vehicle_number is distinct from b.vehicle_number;
