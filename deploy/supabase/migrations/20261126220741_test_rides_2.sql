set check_function_bodies = off;

CREATE TABLE "private"."test_rides" ("booking_id" uuid NOT NULL, "started_at" timestamp with time zone, "ended_at" timestamp with time zone, "odometer_km" integer, "checks" text[] NOT NULL DEFAULT '{}'::text[], "marked_at" timestamp with time zone NOT NULL, "ridden_by" uuid, CONSTRAINT "test_rides_check" CHECK ((ended_at >= started_at)), CONSTRAINT "test_rides_odometer_km_check" CHECK (((odometer_km >= 0) AND (odometer_km <= 300000))), CONSTRAINT "test_rides_pkey" PRIMARY KEY (booking_id));

ALTER TABLE "private"."test_rides" ENABLE ROW LEVEL SECURITY;

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
    'phone', case
      when public.has_duty('owner', 'desk', 'foreman') or b.status not in ('confirmed', 'completed') then b.phone
    end,
    'address', nullif(concat_ws(', ', b.address_line, b.landmark), ''),
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
    'test_ride', private.test_ride_of(b.id),
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
  from public.service_bookings b where b.id = job_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.mark_test_ride(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reading int := private.to_int(mark ->> 'odometer_km');
  left_with int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  tried text[];
begin
  if booking.status not in ('in_service', 'quality_check', 'ready') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', booking.status));
  elsif jsonb_typeof(mark -> 'running') is distinct from 'boolean' then
    perform private.reject(422, 'test_ride');
  elsif (mark ->> 'running')::boolean then
    -- Riding again begins anew: what was tried before does not count for it.
    insert into private.test_rides as t (booking_id, started_at, marked_at, ridden_by)
    values (booking.id, mark_test_ride.made_at, mark_test_ride.made_at, auth.uid())
    on conflict (booking_id) do update set
      started_at = excluded.started_at, ended_at = null, odometer_km = null, checks = '{}',
      marked_at = excluded.marked_at, ridden_by = excluded.ridden_by
    where t.marked_at <= excluded.marked_at;
    return case when found then 'applied' else 'older' end;
  elsif mark ? 'checks' and jsonb_typeof(mark -> 'checks') <> 'array' then
    perform private.reject(422, 'test_ride');
  elsif (reading is null and (mark ->> 'odometer_km' is not null or private.needs_odometer(booking)))
    or reading not between 0 and 300000
  then
    perform private.reject(422, 'odometer_km');
  elsif reading not between left_with and left_with + 100 then
    perform private.reject(422, 'test_ride_km', jsonb_build_object('from', left_with));
  end if;
  select coalesce(array_agg(private.clean_text(c)), '{}') into tried
  from jsonb_array_elements_text(coalesce(mark -> 'checks', '[]')) c;
  if cardinality(tried) > 12 or exists (select from unnest(tried) c where c is null or char_length(c) > 40) then
    perform private.reject(422, 'test_ride');
  end if;
  insert into private.test_rides as t (booking_id, ended_at, odometer_km, checks, marked_at, ridden_by)
  values (booking.id, mark_test_ride.made_at, reading, tried, mark_test_ride.made_at, auth.uid())
  on conflict (booking_id) do update set
    -- Saved a second time, with one more tick: the ride ended before.
    ended_at = coalesce(t.ended_at, excluded.ended_at), odometer_km = excluded.odometer_km, checks = excluded.checks,
    marked_at = excluded.marked_at, ridden_by = excluded.ridden_by
  where t.marked_at <= excluded.marked_at;
  return case when found then 'applied' else 'older' end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.test_ride_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'started_at', t.started_at, 'ended_at', t.ended_at, 'odometer_km', t.odometer_km, 'checks', t.checks,
    'by', coalesce(s.name, 'A colleague')
  )
  from private.test_rides t left join public.staff s on s.user_id = t.ridden_by
  where t.booking_id = test_ride_of.booking;
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
  case sort
    when 'check_in' then
      outcome := private.check_in(b, mark, made);
    when 'point' then
      outcome := private.mark_point(b, mark, made);
    when 'tick' then
      perform public.tick_checklist(
        b.id, array[private.to_int(mark ->> 'line')], (mark ->> 'done') = 'true', mark ->> 'not_needed'
      );
    when 'concern' then
      perform private.answer_concern(b, mark);
    when 'propose' then
      perform public.propose_extra_work(b.id, mark -> 'items');
    when 'step' then
      answer := public.set_booking_status(
        b.id, mark ->> 'to_status', mark ->> 'note', mark ->> 'mechanic', null, mark ->> 'handover_code',
        mark ->> 'without_code'
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
  perform private.signal_job(b.id);
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

ALTER TABLE "private"."test_rides" ADD CONSTRAINT "test_rides_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON private.test_rides FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id');

COMMENT ON COLUMN "private"."test_rides"."marked_at" IS 'When the mechanic entered it, also without a network: of two marks the later one counts.';

COMMENT ON FUNCTION "private"."mark_test_ride"(public.service_bookings, jsonb, timestamp with time zone) IS 'Starts a test ride ({running: true}) or writes down how it was ({running: false, odometer_km, checks}); a ride that nobody started has no start. Returns older, and changes nothing, when a later mark is there. Raises PT409 not_in_service, PT422 (test_ride, odometer_km, test_ride_km: less than at check-in or 100 km more).';

COMMENT ON FUNCTION "private"."test_ride_of"(uuid) IS 'The last test ride of a job, and who rode; null before it.';

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code}, part {part} or {off, name}, timer {running}, test_ride {running, odometer_km, checks}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older when a later mark is there. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

COMMENT ON TABLE "private"."test_rides" IS 'The last test ride of a job. odometer_km is read after it, so the ride is as long as its difference to the check-in. Without an end the bike is on the road; without a start nobody pressed start. Earlier rides stand in the audit log.';

REVOKE ALL ON FUNCTION "private"."mark_test_ride"(public.service_bookings, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."test_ride_of"(uuid) FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.mark_test_ride(public.service_bookings,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.test_ride_of(uuid) from public, anon, authenticated, service_role;

revoke all on table private.test_rides from public, anon, authenticated, service_role;
