set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.job_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.job_head(b) || jsonb_build_object(
    'model_id', b.model_id,
    'customer_name', b.customer_name,
    'notes', b.notes,
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
    -- What is not written yet is given as planned: without a network the job begins, and ends, with it.
    'inspection', coalesce(nullif(private.inspection_of(b.id), '[]'), private.inspection_ahead(b)),
    'photos', private.photos_of(b.id),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', n.item_id, 'name', o.name, 'price', o.price, 'minutes', o.minutes,
        'included_in', private.included_in(b.id, n.item_id), 'per_place', private.is_per_place(n.item_id)
      )), '[]')
      from (
        select i.item_id from public.booking_inspection i where i.booking_id = b.id
        union
        select p.item_id from private.planned_points p where p.booking_id = b.id
      ) n
      cross join lateral private.priced_item(b.model_id, n.item_id) o
    ),
    'extra_work', private.extra_work_of(b.id),
    'used_parts', private.used_parts_of(b.id),
    'oil_litres', (select m.oil_litres from public.models m where m.id = b.model_id),
    'missing_oil', private.missing_oil(b),
    'timers', private.timers_of(b.id),
    'test_ride', private.test_ride_of(b.id),
    'checklist', coalesce(nullif(private.checklist_of(b.id), '[]'), private.checklist_ahead(b)),
    'agreed', private.agreed_price(b),
    'bill', jsonb_build_object(
      'coupon', b.coupon_code, 'discount', b.discount, 'fee_off', private.fee_off(b),
      'changed', private.work_price(b) - private.agreed_price(b), 'fee', b.fee,
      'carried', (
        select coalesce(sum(n.carried), 0) from public.service_bookings n
        where n.carried_to = b.id and not private.is_void(b)
      ),
      'credit', private.credit_discount(b), 'paid', private.paid_paise(b.id) / 100
    ),
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

CREATE OR REPLACE FUNCTION public.mark_job(booking uuid, mark jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_job(booking);
  mark_id uuid := private.to_uuid(mark ->> 'id');
  sort public.job_mark_kind := (
    select k from unnest(enum_range(null::public.job_mark_kind)) k where k::text = mark ->> 'kind'
  );
  -- A phone's clock may be ahead.
  made timestamptz := least(private.to_instant(mark ->> 'made_at'), private.now());
  outcome text := 'applied';
  replaced timestamptz := private.to_instant(mark ->> 'replaces');
  standing jsonb;
  answer jsonb;
begin
  if mark_id is null or sort is null or private.to_instant(mark ->> 'made_at') is null
    or exists (select from private.job_marks m where m.id = mark_id and m.booking_id <> b.id)
  then
    perform private.reject(422, 'mark');
  end if;
  insert into private.job_marks (id, booking_id, made_at, received_at, made_by, kind)
  values (mark_id, b.id, made, private.now(), auth.uid(), sort) on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('outcome', 'repeated', 'job', private.job_of(b.id));
  end if;
  standing := private.standing_mark(b.id, mark);
  -- Its sender has read what stood then: it counts over that, whatever the clocks of the two phones say, and over nothing newer.
  made := case
    when replaced = (standing ->> 'at')::timestamptz then greatest(made, replaced)
    else least(made, replaced)
  end;
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      -- A phone that ticked the card as planned means the line with these words, not one that took its number since.
      if mark ->> 'label' <> (
        select c.label from public.booking_checklist c
        where c.booking_id = b.id and c.line = private.to_int(mark ->> 'line')
      ) then
        perform private.reject(422, 'lines');
      end if;
      outcome := private.tick_lines(
        b, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed', made
      );
    when 'concern' then
      outcome := private.answer_concern(b, mark, made);
    when 'propose' then
      perform public.propose_extra_work(b.id, mark -> 'items');
    when 'step' then
      answer := public.set_booking_status(
        b.id, mark ->> 'to_status', mark ->> 'note', mark ->> 'mechanic', null, mark ->> 'handover_code',
        mark ->> 'without_code', coalesce(mark ->> 'undo' = 'true', false)
      );
      -- A wrong code is counted, not raised. Its mark did nothing.
      if answer ? 'hint' then
        delete from private.job_marks m where m.id = mark_id;
        -- It was kept on the phone: the bike has left meanwhile.
        if made < private.now() - interval '2 minutes' then
          update private.handover_codes c set left_at = made where c.booking_id = b.id;
        end if;
        return answer;
      end if;
    when 'part' then
      perform private.mark_part(b, mark);
    when 'timer' then
      perform private.mark_timer(b, mark, made);
    when 'test_ride' then
      outcome := private.mark_test_ride(b, mark, made);
  end case;
  -- A mark that counts no more has changed nothing: sent again, it is answered in the same way.
  if outcome = 'older' then
    delete from private.job_marks m where m.id = mark_id;
    return jsonb_build_object('outcome', outcome, 'standing', standing, 'job', private.job_of(b.id));
  end if;
  perform private.signal_job(b.id);
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at, replaces} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, label, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code, undo}, part {part} or {off, name}, timer {running}, test_ride {running, odometer_km, checks}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older, with standing {by, at}, when a later mark is there. A mark with replaces, the time of a mark that its sender has read, counts over that one and over no newer one. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

reset check_function_bodies;
