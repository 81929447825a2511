set check_function_bodies = off;

ALTER TABLE "public"."invoices" DROP CONSTRAINT "invoices_booking_id_key";

DROP FUNCTION "private"."issue_invoice"(public.service_bookings);

DROP FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean);

CREATE TABLE "private"."item_questions" ("booking_id" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL, "asked_by" uuid, "edits" integer NOT NULL, "again" jsonb NOT NULL, CONSTRAINT "item_questions_pkey" PRIMARY KEY (booking_id));

ALTER TABLE "private"."item_questions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."work_timers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "booking_id" uuid NOT NULL, "user_id" uuid NOT NULL, "started_at" timestamp with time zone NOT NULL, "stopped_at" timestamp with time zone, CONSTRAINT "work_timers_check" CHECK ((stopped_at >= started_at)), CONSTRAINT "work_timers_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."work_timers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."invoices" ADD COLUMN "replaces" uuid;

ALTER TABLE "public"."invoices" ADD COLUMN "request_id" uuid;

CREATE OR REPLACE FUNCTION private.apply_items(booking public.service_bookings, again jsonb, said text, actor public.booking_actor)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := booking;
  before int := booking.estimated_price;
  needed int := private.windows_needed((again ->> 'minutes')::int, booking.mode, (again ->> 'two_day')::boolean);
begin
  if needed <> b.windows and b.status in ('confirmed', 'assigned') then
    perform private.lock_day(b.mode, b.booking_date);
    perform private.check_slot(
      b.mode, b.booking_date, b.booking_time, needed, false, b.id, private.local_instant(private.today(), '00:00')
    );
    delete from public.booking_places p where p.booking_id = b.id;
    perform private.take_places(b.id, null, null, b.mode, b.booking_date, b.booking_time, needed);
    update public.service_bookings s set windows = needed where s.id = b.id;
  end if;
  delete from public.booking_items i where i.booking_id = b.id;
  perform private.write_items(b.id, again -> 'lines');
  delete from private.item_questions q where q.booking_id = b.id;
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  perform private.replan_checklist(b);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), apply_items.actor, auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.ask_for_items(booking public.service_bookings, again jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.item_questions as q (booking_id, asked_at, asked_by, edits, again)
  values (booking.id, private.now(), auth.uid(), booking.edits, ask_for_items.again)
  on conflict (booking_id) do update set
    asked_at = excluded.asked_at, asked_by = excluded.asked_by, edits = excluded.edits, again = excluded.again;
  insert into public.message_outbox as m (booking_id, version, kind, channel, recipient, due_at, next_try_at)
  select booking.id, booking.version, 'extra_work', way.channel, way.recipient, private.now(), private.now()
  from (values ('mail'::public.message_channel, booking.email), ('sms', booking.phone)) as way (channel, recipient)
  where way.recipient is not null
  on conflict (booking_id, version, kind, channel) do update
  set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, 'items_asked',
    jsonb_build_object('from', booking.estimated_price, 'to', ask_for_items.again -> 'total')
  );
  perform private.notify_followers(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_at_work(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready') then
    perform private.reject(409, 'not_at_work', jsonb_build_object('status', booking.status));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_replaced_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.invoices i
    where i.id = new.replaces and i.booking_id = new.booking_id and i.total = (
      select coalesce(sum(n.total), 0) from public.credit_notes n where n.invoice_id = i.id
    )
  ) then
    raise exception 'an invoice is replaced only after credit notes took it back as a whole';
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.credit_request(request_id text, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.to_uuid(credit_request.request_id) is null then
    perform private.reject(422, 'request');
  elsif coalesce(char_length(credit_request.reason), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_reason');
  end if;
  return private.to_uuid(credit_request.request_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.credited(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(n.total), 0)::int from public.credit_notes n
    where n.invoice_id = (private.current_invoice(credited.booking)).id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.current_invoice(booking uuid)
 RETURNS public.invoices
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bill public.invoices;
begin
  select i.* into bill from public.invoices i
  where i.booking_id = current_invoice.booking and not exists (select from public.invoices n where n.replaces = i.id);
  return bill;
end;
$function$;

CREATE OR REPLACE FUNCTION private.invoice_lines(booking public.service_bookings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as (
    -- What is billed for parts is taken out of the agreed price of their work.
    select 1 as part, i.position as n, i.name as description, '998714' as code, i.quantity::numeric as quantity,
      null::public.part_unit as unit,
      i.price - case when i.package_type = 'primary' then private.billed_parts(booking.id, null) else 0 end as gross,
      i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, '998714', 1, null, e.price - private.billed_parts(booking.id, e.id), true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
    union all
    select 2, 1000 + p.position, private.part_words(p), p.hsn, p.quantity, p.unit,
      case when p.kind = 'battery_back' then 0 else p.price end, true
    from public.used_parts p where p.booking_id = booking.id
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
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
    select 6, e.position, e.name || ' (declined)', '998714', 1, null, 0, false
    from public.extra_work e where e.booking_id = booking.id and e.status in ('declined', 'later')
  ),
  cuts as (
    select
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking) as off,
      -- A discount above the price of the services also reduces the other lines, but never the fees.
      booking.discount + greatest(bill.reckoned - bill.final, 0) + private.credit_discount(booking)
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
  from taxed h;
$function$;

CREATE OR REPLACE FUNCTION private.is_message_current(message public.message_outbox, booking public.service_bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select message.version = booking.version and case message.kind
    when 'cancellation' then booking.status = 'cancelled'
    when 'no_show' then booking.status = 'no_show'
    when 'extra_work' then
      booking.status = 'awaiting_approval' or private.item_question_of(booking) is not null
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
  total int := private.amount_due(booking) + private.credited(booking.id);
  lines jsonb := private.invoice_lines(booking);
  tax jsonb := private.tax(total, private.is_maharashtra(booking.pin, booking.gstin));
  warranty_days int := 30;
  reading int := (select c.odometer_km from public.booking_checkins c where c.booking_id = booking.id);
  due jsonb := private.next_service(booking, issued);
  serial int;
  number text;
begin
  if exists (
    select from public.booking_items i where i.booking_id = booking.id and i.item_id = 'extended-warranty'
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
    'customer', jsonb_build_object(
      'name', booking.customer_name, 'phone', booking.phone, 'gstin', booking.gstin,
      'address', nullif(concat_ws(', ', booking.address_line, booking.landmark, (
        select a.name from public.areas a where a.slug = booking.area_slug
      ), 'Pune ' || booking.pin), '')
    ),
    'place_of_supply', private.place_of_supply(booking.pin, booking.gstin),
    'reverse_charge', 'No',
    'lines', lines,
    'discount_paise', (select coalesce(sum((l ->> 'discount_paise')::int), 0) from jsonb_array_elements(lines) l),
    'credit_paise', private.credit_discount(booking) * 100,
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
    -- The work was done when the first invoice was issued: its warranty and intervals began then.
    when replaced.id is null then '{}'
    else jsonb_build_object(
      'replaces', jsonb_build_object('number', replaced.number, 'date', replaced.data -> 'date'),
      'warranty_until', replaced.data -> 'warranty_until', 'warranty_km', replaced.data -> 'warranty_km',
      'next_service', replaced.data -> 'next_service', 'next_oil_change', replaced.data -> 'next_oil_change'
    )
  end
  from public.shop s;
end;
$function$;

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
    and booking.status <> 'completed' and not private.is_void(booking);
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

CREATE OR REPLACE FUNCTION private.left_of_lines(bill public.invoices)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'rupees', l.rupees) order by l.line), '[]')
  from (
    select i.line, (i.entry ->> 'total_paise')::int / 100 - (
      select coalesce(sum((c.line ->> 'total_paise')::int), 0) / 100
      from public.credit_notes n, jsonb_array_elements(n.data -> 'lines') as c (line)
      where n.invoice_id = bill.id and (c.line ->> 'line')::int = i.line
    ) as rupees
    from jsonb_array_elements(bill.data -> 'lines') with ordinality as i (entry, line)
  ) l
  where l.rupees > 0;
$function$;

CREATE OR REPLACE FUNCTION private.mark_part(booking public.service_bookings, mark jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_at_work(booking);
  if mark -> 'off' is null then
    perform private.write_used_part(private.parse_used_part(mark -> 'part', booking.id));
  else
    -- The name too: another list may have been saved since, with another part in this place.
    delete from public.used_parts p
    where p.booking_id = booking.id and p.position = private.to_int(mark ->> 'off') and p.name = mark ->> 'name';
  end if;
  perform private.settle_used_parts(booking);
end;
$function$;

CREATE OR REPLACE FUNCTION private.mark_timer(booking public.service_bookings, mark jsonb, made_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  -- A phone without a network sends late: the same person may have begun something since.
  next_start timestamptz := (
    select min(t.started_at) from private.work_timers t where t.user_id = me and t.started_at > made_at
  );
begin
  if jsonb_typeof(mark -> 'running') is distinct from 'boolean' then
    perform private.reject(422, 'timer');
  elsif (mark ->> 'running')::boolean then
    perform private.check_at_work(booking);
    if exists (
      select from private.work_timers t
      where t.booking_id = booking.id and t.user_id = me and t.started_at <= made_at
        and (t.stopped_at is null or t.stopped_at > made_at)
    ) then
      return;
    end if;
    update private.work_timers t set stopped_at = made_at
    where t.user_id = me and t.started_at <= made_at and (t.stopped_at is null or t.stopped_at > made_at);
    insert into private.work_timers (booking_id, user_id, started_at, stopped_at)
    values (booking.id, me, made_at, next_start);
  else
    update private.work_timers t set stopped_at = made_at
    where t.booking_id = booking.id and t.user_id = me and t.started_at <= made_at
      and (t.stopped_at is null or t.stopped_at > made_at);
  end if;
  perform private.notify_followers(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.replan_checklist(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last_line int := (select max(c.line) from public.booking_checklist c where c.booking_id = booking.id);
begin
  -- Before the work begins there is no checklist yet.
  if last_line is null then
    return;
  end if;
  delete from public.booking_checklist c
  where c.booking_id = booking.id and c.done_at is null and c.extra_work_id is null and not c.is_concern
    and c.group_name <> 'To put right' and not exists (
      select from private.job_lines l
      where l.booking_id = c.booking_id and l.group_name = c.group_name and l.label = c.label
    );
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select booking.id, last_line + row_number() over (order by l.line), l.group_name, l.label
  from private.job_lines l
  where l.booking_id = booking.id and l.extra_work_id is null and not l.is_concern and not exists (
    select from public.booking_checklist c
    where c.booking_id = booking.id and c.group_name = l.group_name and c.label = l.label
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_used_parts(booking public.service_bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_billed_parts(booking.id);
  if private.agreed_price(booking) < 0 then
    perform private.reject(422, 'part_price', '{"left": null}');
  end if;
  perform private.refund_overpayment(booking, 'overpaid');
  perform private.notify_followers(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.stop_timers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.work_timers t set stopped_at = greatest(t.started_at, private.now())
  where t.booking_id = new.id and t.stopped_at is null;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.timers_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'by', coalesce(s.name, 'Somebody'), 'own', t.user_id = auth.uid(), 'started_at', t.started_at,
    'stopped_at', t.stopped_at
  ) order by t.started_at, t.id), '[]')
  from private.work_timers t left join public.staff s on s.user_id = t.user_id
  where t.booking_id = timers_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.write_credit_note(booking public.service_bookings, bill public.invoices, request uuid, lines jsonb, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.today();
  year text := private.financial_year(today);
  rupees int := (select sum((l ->> 'total_paise')::int)::int / 100 from jsonb_array_elements(lines) l);
  serial int;
  number text;
begin
  -- As late as possible: from here to the end of this transaction, every other credit note waits.
  insert into private.credit_note_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'CN/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.credit_notes (
    request_id, invoice_id, booking_id, number, financial_year, serial, issued_at, reason, total, data
  ) values (
    request, bill.id, booking.id, number, year, serial, private.now(), reason, rupees,
    jsonb_build_object(
      'number', number, 'date', today, 'invoice_number', bill.number, 'invoice_date', bill.data -> 'date',
      'supplier', bill.data -> 'supplier', 'customer', bill.data -> 'customer',
      'place_of_supply', bill.data -> 'place_of_supply', 'reason', reason, 'lines', lines,
      'taxable_paise', (select sum((l ->> 'taxable_paise')::int) from jsonb_array_elements(lines) l),
      'cgst_paise', (select sum((l ->> 'cgst_paise')::int) from jsonb_array_elements(lines) l),
      'sgst_paise', (select sum((l ->> 'sgst_paise')::int) from jsonb_array_elements(lines) l),
      'igst_paise', (select sum((l ->> 'igst_paise')::int) from jsonb_array_elements(lines) l),
      'total', rupees, 'total_in_words', 'Rupees ' || private.amount_in_words(rupees) || ' only'
    )
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, reason, 'credit_note',
    jsonb_build_object('number', number, 'rupees', rupees)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_used_part(part public.used_parts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last_position int := (
    select coalesce(max(p.position), 0) from public.used_parts p where p.booking_id = part.booking_id
  );
begin
  if last_position >= 40 then
    perform private.reject(422, 'parts');
  end if;
  insert into public.used_parts (
    booking_id, position, kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id, used_at, used_by
  ) values (
    part.booking_id, last_position + 1, part.kind, part.name, part.make, part.part_number, part.grade, part.hsn,
    part.quantity, part.unit, part.price, part.extra_work_id, private.now(), auth.uid()
  );
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
  question jsonb := private.item_question_of(b);
begin
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
  again jsonb := private.requoted(b, change_items.items);
  rise int := (again ->> 'total')::int - b.estimated_price;
  needs_yes boolean := rise > 0 and private.limit_used(b.id) + rise > b.approval_limit;
begin
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

CREATE OR REPLACE FUNCTION public.get_invoice(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object(
    'issued_at', i.issued_at,
    'credit_notes', private.credit_notes_of(b.id),
    'earlier', (
      select coalesce(jsonb_agg(e.data || jsonb_build_object('issued_at', e.issued_at) order by e.serial), '[]')
      from public.invoices e where e.booking_id = b.id and e.id <> i.id
    )
  ) into result
  from private.current_invoice(b.id) i where i.id is not null;
  if result is null then
    perform private.reject(404, 'no_invoice');
  end if;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.issue_credit_note(booking uuid, request_id text, lines jsonb, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bill public.invoices;
  remark text := private.clean_text(issue_credit_note.reason);
  request uuid;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(issue_credit_note.booking, null, '{owner,accountant}');
  request := private.credit_request(issue_credit_note.request_id, remark);
  bill := private.current_invoice(b.id);
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif not exists (select from public.credit_notes c where c.request_id = request and c.booking_id = b.id) then
    perform private.write_credit_note(b, bill, request, private.credit_lines(bill, issue_credit_note.lines), remark);
    perform private.refund_overpayment(b, 'overpaid');
    perform private.notify_followers(b.id);
  end if;
  return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
end;
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
        return answer;
      end if;
    when 'part' then
      perform private.mark_part(b, mark);
    when 'timer' then
      perform private.mark_timer(b, mark, made);
  end case;
  return jsonb_build_object('outcome', outcome, 'job', private.job_of(b.id));
end;
$function$;

CREATE OR REPLACE FUNCTION public.replace_invoice(booking uuid, request_id text, reason text, name text DEFAULT NULL::text, gstin text DEFAULT NULL::text, final_price integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  bill public.invoices;
  remark text := private.clean_text(replace_invoice.reason);
  clean_name text := private.clean_name(replace_invoice.name);
  clean_gstin text := private.clean_gstin(replace_invoice.gstin);
  request uuid;
  rest jsonb;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(replace_invoice.booking, null, '{owner,accountant}');
  request := private.credit_request(replace_invoice.request_id, remark);
  bill := private.current_invoice(b.id);
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif exists (select from public.invoices i where i.request_id = request and i.booking_id = b.id) then
    return private.payment_answer(b.id) || jsonb_build_object('number', bill.number);
  elsif private.clean_text(replace_invoice.name) is not null and clean_name is null then
    perform private.reject(422, 'name');
  elsif private.clean_text(replace_invoice.gstin) is not null and clean_gstin is null then
    perform private.reject(422, 'gstin');
  elsif replace_invoice.final_price < 0 or replace_invoice.final_price > 100000 then
    perform private.reject(422, 'final_price');
  elsif replace_invoice.final_price > private.agreed_price(b) then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(b)));
  end if;
  rest := private.left_of_lines(bill);
  if rest <> '[]' then
    perform private.write_credit_note(b, bill, gen_random_uuid(), private.credit_lines(bill, rest), remark);
  end if;
  b.customer_name := coalesce(clean_name, b.customer_name);
  b.gstin := case when replace_invoice.gstin is null then b.gstin else clean_gstin end;
  b.final_price := coalesce(replace_invoice.final_price, b.final_price);
  perform private.issue_invoice(b, bill, request);
  -- Only now: while the credited invoice counts, everything that was paid would be refunded.
  update public.service_bookings s set customer_name = b.customer_name, gstin = b.gstin, final_price = b.final_price
  where s.id = b.id;
  perform private.refund_overpayment(b, 'overpaid');
  return private.payment_answer(b.id) || jsonb_build_object('number', (private.current_invoice(b.id)).number);
end;
$function$;

CREATE OR REPLACE FUNCTION public.save_used_parts(booking uuid, parts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  entry jsonb;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(save_used_parts.booking, null);
  perform private.check_at_work(b);
  if parts is null or jsonb_typeof(parts) <> 'array' or jsonb_array_length(parts) > 40 then
    perform private.reject(422, 'parts');
  end if;
  delete from public.used_parts p where p.booking_id = b.id;
  for entry in select e from jsonb_array_elements(parts) as t (e) loop
    perform private.write_used_part(private.parse_used_part(entry, b.id));
  end loop;
  perform private.settle_used_parts(b);
  return private.booking_state(b) || jsonb_build_object('used_parts', private.used_parts_of(b.id));
end;
$function$;

ALTER TABLE "private"."item_questions" ADD CONSTRAINT "item_questions_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "private"."work_timers" ADD CONSTRAINT "work_timers_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_replaces_fkey" FOREIGN KEY (replaces) REFERENCES public.invoices(id);

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_replaces_key" UNIQUE (replaces);

ALTER TABLE "public"."invoices" ADD CONSTRAINT "invoices_request_id_key" UNIQUE (request_id);

CREATE INDEX work_timers_booking ON private.work_timers USING btree (booking_id);

CREATE UNIQUE INDEX work_timers_running ON private.work_timers USING btree (user_id) WHERE (stopped_at IS NULL);

CREATE INDEX invoices_booking ON public.invoices USING btree (booking_id);

CREATE UNIQUE INDEX invoices_first ON public.invoices USING btree (booking_id) WHERE (replaces IS NULL);

CREATE TRIGGER audit_row AFTER INSERT OR DELETE OR UPDATE ON private.work_timers FOR EACH ROW EXECUTE FUNCTION private.audit_row('booking_id', 'id');

CREATE TRIGGER check_replaced_invoice BEFORE INSERT ON public.invoices FOR EACH ROW WHEN ((new.replaces IS NOT NULL)) EXECUTE FUNCTION private.check_replaced_invoice();

CREATE TRIGGER stop_timers AFTER UPDATE OF status ON public.service_bookings FOR EACH ROW WHEN (((new.status = ANY (ARRAY['ready'::public.booking_status, 'completed'::public.booking_status, 'cancelled'::public.booking_status])) AND (old.status <> new.status))) EXECUTE FUNCTION private.stop_timers();

COMMENT ON COLUMN "public"."invoices"."replaces" IS 'The invoice of the same booking that credit notes took back as a whole, and that this one takes the place of.';

COMMENT ON COLUMN "public"."invoices"."request_id" IS 'Of replace_invoice: the same request replaces only once.';

COMMENT ON FUNCTION "private"."apply_items"(public.service_bookings, jsonb, text, public.booking_actor) IS 'Writes the work and its price as requoted found them, with the event. Raises PT409 slot_taken when it needs more windows.';

COMMENT ON FUNCTION "private"."ask_for_items"(public.service_bookings, jsonb) IS 'Asks the customer for a yes to other work, in place of an earlier question: it stands at the link, and a message says so.';

COMMENT ON FUNCTION "private"."check_at_work"(public.service_bookings) IS 'Raises PT409 not_at_work unless the bike is with the shop to be worked on.';

COMMENT ON FUNCTION "private"."check_replaced_invoice"() IS 'Trigger: a new invoice of a booking needs credit notes over the whole of the one before.';

COMMENT ON FUNCTION "private"."credit_request"(text, text) IS 'The request of a credit note with its cleaned reason. Raises PT422 request, credit_reason.';

COMMENT ON FUNCTION "private"."credited"(uuid) IS 'Rupees that credit notes took off the invoice of a booking that counts.';

COMMENT ON FUNCTION "private"."current_invoice"(uuid) IS 'The invoice of a booking that counts: the last one. Its id is null before there is one.';

COMMENT ON FUNCTION "private"."issue_invoice"(public.service_bookings, public.invoices, uuid) IS 'Takes the next number of the financial year and writes the invoice of a completed booking: the bill less credits, and the fees. credit_paise is the part of the discount that comes from credits. replaced: the invoice that it takes the place of.';

COMMENT ON FUNCTION "private"."item_question_of"(public.service_bookings) IS 'The open question about other work: its lines with what is new and what is gone, the total in rupees and the rise; null without one. A correction or another change of the booking ends it.';

COMMENT ON FUNCTION "private"."left_of_lines"(public.invoices) IS 'What credit notes left of each line of an invoice, as issue_credit_note takes lines; lines without a rest are left out.';

COMMENT ON FUNCTION "private"."mark_part"(public.service_bookings, jsonb) IS 'One part more ({part}), or one less ({off, name}: its position and name); nothing happens when it is off already. Raises PT409 not_at_work, PT422 parts, part_kind, part_name, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "private"."mark_timer"(public.service_bookings, jsonb, timestamp with time zone) IS 'Starts ({running: true}) or pauses the timer of the caller on a job, at the time the mark was made. Starting one ends the other that runs. Raises PT409 not_at_work, PT422 timer.';

COMMENT ON FUNCTION "private"."replan_checklist"(public.service_bookings) IS 'After other work was agreed while the bike is worked on: its lines join the job card, and open lines of work that is gone leave it.';

COMMENT ON FUNCTION "private"."settle_used_parts"(public.service_bookings) IS 'After a change of the list: it is within what was agreed, and what is overpaid then is refunded. Raises PT422 part_price.';

COMMENT ON FUNCTION "private"."stop_timers"() IS 'Trigger: nobody works on a bike that is ready, handed over or cancelled.';

COMMENT ON FUNCTION "private"."timers_of"(uuid) IS 'The timers of a job: who, from when to when, and which are the caller''s own.';

COMMENT ON FUNCTION "private"."write_credit_note"(public.service_bookings, public.invoices, uuid, jsonb, text) IS 'Takes the next number of the series and writes a credit note over priced lines of an invoice, and its event.';

COMMENT ON FUNCTION "private"."write_used_part"(public.used_parts) IS 'Adds a checked part to the end of the list. Raises PT422 parts when the list is full.';

COMMENT ON FUNCTION "public"."answer_items"(uuid, text, integer, text) IS 'The customer answers with yes or no whether other work is done for that total: with yes it replaces what was booked. Staff note a yes with change_items. Raises PT404, PT409 answered, work_repriced (details.price: the total that is asked now), slot_taken, PT422 yes_or_no.';

COMMENT ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean, boolean) IS 'Owners and desk change the work of a booking until its invoice, as [{id, quantity}]: lines that stay keep the price agreed at booking. A rise above the approval limit needs customer_yes: how the customer agreed, who and when; with ask the customer is asked at the link instead, and nothing changes until the answer. preview: only the new total. Raises PT403, PT404, PT409 invoice_issued, closed, stale, needs_yes (details: total, rise, limit), slot_taken when it needs more windows, PT422 items, items_refused.';

COMMENT ON FUNCTION "public"."get_invoice"(uuid, text) IS 'The invoice of a booking as it was issued, for its owner, the holder of the manage token, an owner, the desk or an accountant, with the credit notes of the booking and the invoices that it replaced (earlier). Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

COMMENT ON FUNCTION "public"."mark_job"(uuid, jsonb) IS 'One thing that a member of staff entered on the floor: {id, kind, made_at} and by kind: check_in {odometer_km, fuel, accessories, other_items, damage}, point {point, state, value, note}, tick {line, done, not_needed}, concern {line, answer, note}, propose {items}, step {to_status, note, handover_code, without_code}, part {part} or {off, name}, timer {running}. Answers {outcome: applied | repeated | older, job}: repeated for an id that was received before, older when a later mark is there. Raises PT403, PT404, PT422 mark, and what the change itself raises; a wrong handover code is answered like by set_booking_status.';

COMMENT ON FUNCTION "public"."replace_invoice"(uuid, text, text, text, text, integer) IS 'Owners and accountants replace an invoice with a mistake: a credit note takes back what is left of it, and a new invoice gets the next number, with another name, GSTIN (empty: none) or bill where they are given, and the warranty of the first one. What is overpaid then is refunded. The same request_id replaces only once. Raises PT403, PT404 not_found, no_invoice, PT409 not_agreed, PT422 request, credit_reason, name, gstin, final_price.';

COMMENT ON TABLE "private"."item_questions" IS 'Other work that waits for the yes of the customer: again has its lines and prices as they were asked, edits the state of the booking.';

COMMENT ON TABLE "private"."work_timers" IS 'From when to when a person worked on a job; without an end, the timer runs.';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS. group_discount: a later bike of the group brought a discount. credit_note: one was issued for its invoice. items_asked, items_declined: other work waits for the yes of the customer, who said no.';

REVOKE ALL ON FUNCTION "private"."apply_items"(public.service_bookings, jsonb, text, public.booking_actor) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_for_items"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_at_work"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_replaced_invoice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_request"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_invoice"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_invoice"(public.service_bookings, public.invoices, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_question_of"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."left_of_lines"(public.invoices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_part"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_timer"(public.service_bookings, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replan_checklist"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_used_parts"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stop_timers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."timers_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_credit_note"(public.service_bookings, public.invoices, uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_used_part"(public.used_parts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_items"(uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_items"(uuid, text, integer, text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."replace_invoice"(uuid, text, text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."replace_invoice"(uuid, text, text, text, text, integer) TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.apply_items(public.service_bookings,jsonb,text,public.booking_actor) from public, anon, authenticated, service_role;

revoke all on function private.ask_for_items(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.check_at_work(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.check_replaced_invoice() from public, anon, authenticated, service_role;

revoke all on function private.credit_request(text,text) from public, anon, authenticated, service_role;

revoke all on function private.current_invoice(uuid) from public, anon, authenticated, service_role;

revoke all on function private.issue_invoice(public.service_bookings,public.invoices,uuid) from public, anon, authenticated, service_role;

revoke all on function private.item_question_of(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.left_of_lines(public.invoices) from public, anon, authenticated, service_role;

revoke all on function private.mark_part(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.mark_timer(public.service_bookings,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.replan_checklist(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.settle_used_parts(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.stop_timers() from public, anon, authenticated, service_role;

revoke all on function private.timers_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.write_credit_note(public.service_bookings,public.invoices,uuid,jsonb,text) from public, anon, authenticated, service_role;

revoke all on function private.write_used_part(public.used_parts) from public, anon, authenticated, service_role;

revoke all on function public.answer_items(uuid,text,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.answer_items(uuid,text,integer,text) to anon;
grant execute on function public.answer_items(uuid,text,integer,text) to authenticated;
grant execute on function public.answer_items(uuid,text,integer,text) to service_role;

revoke all on function public.change_items(uuid,jsonb,integer,text,boolean,boolean) from public, anon, authenticated, service_role;
grant execute on function public.change_items(uuid,jsonb,integer,text,boolean,boolean) to authenticated;
grant execute on function public.change_items(uuid,jsonb,integer,text,boolean,boolean) to service_role;

revoke all on function public.replace_invoice(uuid,text,text,text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.replace_invoice(uuid,text,text,text,text,integer) to authenticated;
grant execute on function public.replace_invoice(uuid,text,text,text,text,integer) to service_role;

revoke all on sequence private.work_timers_id_seq from public, anon, authenticated, service_role;

revoke all on table private.item_questions from public, anon, authenticated, service_role;

revoke all on table private.work_timers from public, anon, authenticated, service_role;
