set check_function_bodies = off;

CREATE TYPE "public"."part_unit" AS ENUM ('piece', 'litre', 'set', 'pair');
CREATE TYPE "public"."used_part_kind" AS ENUM ('part', 'oil', 'consumable', 'battery_back');

CREATE TABLE "private"."credit_note_counters" ("financial_year" text NOT NULL, "last_serial" integer NOT NULL, CONSTRAINT "credit_note_counters_financial_year_check" CHECK ((financial_year ~ '^[0-9]{2}-[0-9]{2}$'::text)), CONSTRAINT "credit_note_counters_last_serial_check" CHECK (((last_serial >= 1) AND (last_serial <= 9999999))), CONSTRAINT "credit_note_counters_pkey" PRIMARY KEY (financial_year));

ALTER TABLE "private"."credit_note_counters" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."credit_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "request_id" uuid NOT NULL, "invoice_id" uuid NOT NULL, "booking_id" uuid, "number" text NOT NULL, "financial_year" text NOT NULL, "serial" integer NOT NULL, "issued_at" timestamp with time zone NOT NULL, "reason" text NOT NULL, "total" integer NOT NULL, "data" jsonb NOT NULL, CONSTRAINT "credit_notes_financial_year_serial_key" UNIQUE (financial_year, serial), CONSTRAINT "credit_notes_number_check" CHECK ((char_length(number) <= 16)), CONSTRAINT "credit_notes_number_key" UNIQUE (number), CONSTRAINT "credit_notes_pkey" PRIMARY KEY (id), CONSTRAINT "credit_notes_reason_check" CHECK (((char_length(reason) >= 3) AND (char_length(reason) <= 300))), CONSTRAINT "credit_notes_request_id_key" UNIQUE (request_id), CONSTRAINT "credit_notes_total_check" CHECK ((total > 0)));

ALTER TABLE "public"."credit_notes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."used_parts" ("booking_id" uuid NOT NULL, "position" integer NOT NULL, "name" text NOT NULL, "make" text, "part_number" text, "grade" text, "hsn" text NOT NULL, "quantity" numeric(7,2) NOT NULL, "price" integer NOT NULL DEFAULT 0, "extra_work_id" uuid, "used_at" timestamp with time zone NOT NULL, "used_by" uuid, CONSTRAINT "used_parts_grade_check" CHECK ((char_length(grade) <= 20)), CONSTRAINT "used_parts_hsn_check" CHECK ((hsn ~ '^[0-9]{4,8}$'::text)), CONSTRAINT "used_parts_make_check" CHECK ((char_length(make) <= 40)), CONSTRAINT "used_parts_name_check" CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))), CONSTRAINT "used_parts_part_number_check" CHECK ((char_length(part_number) <= 40)), CONSTRAINT "used_parts_pkey" PRIMARY KEY (booking_id, "position"), CONSTRAINT "used_parts_position_check" CHECK ((("position" >= 1) AND ("position" <= 40))), CONSTRAINT "used_parts_price_check" CHECK (((price >= 0) AND (price <= 100000))), CONSTRAINT "used_parts_quantity_check" CHECK ((quantity > (0)::numeric)));

ALTER TABLE "public"."used_parts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_bookings" ADD COLUMN "edits" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."used_parts" ADD COLUMN "unit" public.part_unit NOT NULL;

ALTER TABLE "public"."used_parts" ADD COLUMN "kind" public.used_part_kind NOT NULL;

CREATE OR REPLACE FUNCTION private.agreed_price(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.estimated_price + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = booking.id and e.status = 'approved'
  ) - private.battery_credit(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.amount_due(booking public.service_bookings)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if booking.status in ('cancelled', 'no_show', 'expired') then
    return greatest(booking.fee - case when private.is_live_booking(booking.carried_to) then booking.carried else 0 end, 0);
  end if;
  return booking.fee + private.work_price(booking) - private.credit_discount(booking) + (
    select coalesce(sum(n.carried), 0)::int from public.service_bookings n where n.carried_to = booking.id
  ) - private.credited(booking.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.battery_credit(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(p.price), 0)::int from public.used_parts p
    where p.booking_id = battery_credit.booking and p.kind = 'battery_back'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.billed_parts(booking uuid, work uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(p.price), 0)::int from public.used_parts p
    where p.booking_id = billed_parts.booking and p.extra_work_id is not distinct from billed_parts.work
      and p.kind <> 'battery_back'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_billed_parts(booking uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  over record;
begin
  select w.left_over into over
  from (
    select e.price - sum(p.price) as left_over
    from public.used_parts p join public.extra_work e on e.id = p.extra_work_id
    where p.booking_id = check_billed_parts.booking and p.kind <> 'battery_back' group by e.id
    union all
    select (
        select coalesce(sum(i.price), 0) from public.booking_items i
        where i.booking_id = check_billed_parts.booking and i.package_type = 'primary'
      ) - sum(p.price)
    from public.used_parts p
    where p.booking_id = check_billed_parts.booking and p.extra_work_id is null and p.kind <> 'battery_back'
  ) w
  where w.left_over < 0 limit 1;
  if over is not null then
    perform private.reject(422, 'part_price', jsonb_build_object('left', over.left_over));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.corrected_booking(b public.service_bookings, changes jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- create_booking reads these fields too; what is not named stays as it is.
  whole jsonb := jsonb_build_object(
    'request_id', b.request_id, 'model', b.model_id, 'mode', b.mode, 'date', b.booking_date,
    'time', to_char(b.booking_time, 'HH24:MI'), 'name', b.customer_name, 'phone', b.phone, 'email', b.email,
    'vehicle_number', b.vehicle_number, 'plate_not_issued', b.vehicle_number is null, 'chassis_last5', b.chassis_last5,
    'odometer_km', b.odometer_km, 'model_year', b.model_year, 'notes', b.notes, 'approval_limit', b.approval_limit,
    'address', jsonb_build_object('line', b.address_line, 'landmark', b.landmark, 'area', b.area_slug, 'pin', b.pin)
  );
  unknown text;
begin
  if changes is null or jsonb_typeof(changes) <> 'object' or changes = '{}' then
    perform private.reject(422, 'changes');
  end if;
  select k into unknown from jsonb_object_keys(changes) k
  where k <> all ('{name,phone,email,address,vehicle_number,chassis_last5,odometer_km,model_year,notes}'::text[]);
  if unknown is not null then
    perform private.reject(422, 'changes');
  end if;
  -- The limit may have been one of the shop's when it was chosen; it is not corrected here.
  whole := whole || changes || jsonb_build_object(
    'approval_limit', (select s.approval_limits[1] from public.shop s),
    'plate_not_issued', private.clean_text(coalesce(changes ->> 'vehicle_number', whole ->> 'vehicle_number')) is null
  );
  return private.parse_booking_request(whole);
end;
$function$;

CREATE OR REPLACE FUNCTION private.credit_lines(invoice public.invoices, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  of_invoice jsonb;
  n int;
  rupees int;
  before int;
  upto int := 0;
  half int;
  igst int;
  seen int[] := '{}'::int[];
  result jsonb := '[]'::jsonb;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 50 then
    perform private.reject(422, 'credit_lines');
  end if;
  for entry in select e from jsonb_array_elements(lines) as t (e) loop
    n := private.to_int(entry ->> 'line');
    rupees := private.to_int(entry ->> 'rupees');
    of_invoice := case when n >= 1 then invoice.data -> 'lines' -> (n - 1) end;
    if of_invoice is null or n = any (seen) then
      perform private.reject(422, 'credit_lines');
    end if;
    seen := seen || n;
    select coalesce(sum((l ->> 'total_paise')::int), 0) / 100 into before
    from public.credit_notes c, jsonb_array_elements(c.data -> 'lines') l
    where c.invoice_id = invoice.id and (l ->> 'line')::int = n;
    if rupees is null or rupees not between 1 and (of_invoice ->> 'total_paise')::int / 100 - before then
      perform private.reject(422, 'credit_amount', jsonb_build_object(
        'line', n, 'left', (of_invoice ->> 'total_paise')::int / 100 - before
      ));
    end if;
    -- Running totals are rounded like the total, as on the invoice.
    half := private.tax_inside(upto + rupees, (of_invoice ->> 'cgst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'cgst_rate')::int);
    igst := private.tax_inside(upto + rupees, (of_invoice ->> 'igst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'igst_rate')::int);
    upto := upto + rupees;
    result := result || jsonb_build_object(
      'line', n, 'description', of_invoice -> 'description', 'sac', of_invoice -> 'sac', 'rate', of_invoice -> 'rate',
      'total_paise', rupees * 100, 'taxable_paise', rupees * 100 - 2 * half - igst,
      'cgst_rate', of_invoice -> 'cgst_rate', 'cgst_paise', half, 'sgst_rate', of_invoice -> 'sgst_rate',
      'sgst_paise', half, 'igst_rate', of_invoice -> 'igst_rate', 'igst_paise', igst
    );
  end loop;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION private.credit_notes_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(n.data || jsonb_build_object('issued_at', n.issued_at) order by n.serial), '[]')
  from public.credit_notes n where n.booking_id = credit_notes_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.credited(booking uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(sum(n.total), 0)::int from public.credit_notes n where n.booking_id = credited.booking);
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
      i.price - case when i.package_type = 'primary' then private.billed_parts(booking.id, null) else 0 end as gross,
      i.package_type <> 'pickup' as cut
    from public.booking_items i where i.booking_id = booking.id and i.price > 0
    union all
    select 2, e.position, e.name, '998714', 1, e.price - private.billed_parts(booking.id, e.id), true
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
    union all
    select 2, 1000 + p.position, private.part_words(p), p.hsn, p.quantity,
      case when p.kind = 'battery_back' then 0 else p.price end, true
    from public.used_parts p where p.booking_id = booking.id
  ),
  bill as (
    select coalesce(sum(w.gross), 0)::int - booking.discount as reckoned, private.work_price(booking) as final from work w
  ),
  priced as (
    select w.* from work w
    union all
    select 3, 1, 'Further work, as agreed', '998714', 1, bill.final - bill.reckoned, false from bill where bill.final > bill.reckoned
    union all
    select 4, 1, 'Late change or visit fee', '998714', 1, booking.fee, false where booking.fee > 0
    union all
    select 5, row_number() over (order by c.starts_at, c.id)::int, 'Fee of booking ' || c.number, '998714', 1, c.carried, false
    from public.service_bookings c where c.carried_to = booking.id and c.carried > 0
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
    'description', h.description, 'sac', h.code, 'quantity', h.quantity,
    'gross_paise', h.gross * 100, 'discount_paise', h.discount * 100, 'total_paise', h.total * 100,
    'taxable_paise', h.total * 100 - 2 * h.half_paise - h.igst_paise, 'rate', private.gst_rate(),
    'cgst_paise', h.half_paise, 'sgst_paise', h.half_paise, 'igst_paise', h.igst_paise
  ) || private.tax_rates(h.own_state) order by h.part, h.n), '[]')
  from taxed h;
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_edit(booking uuid, expected_version integer)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
begin
  perform private.require_duty('owner', 'desk');
  b := private.lock_own_booking(lock_for_edit.booking, null);
  if b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif private.is_void(b) then
    perform private.reject(409, 'closed', jsonb_build_object('status', b.status));
  elsif lock_for_edit.expected_version is distinct from b.edits then
    perform private.reject(409, 'stale', jsonb_build_object('version', b.edits, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'by', (select s.name from public.staff s where s.user_id = e.actor_id), 'kind', e.kind,
        'fields', coalesce((select jsonb_agg(k order by k) from jsonb_object_keys(e.data -> 'before') k), '[]')
      ) order by e.id), '[]')
      from public.booking_events e
      where e.booking_id = b.id and e.kind in ('corrected', 'items_changed')
        and (e.data ->> 'edit')::int > coalesce(lock_for_edit.expected_version, 0)
    )));
  end if;
  return b;
end;
$function$;

CREATE OR REPLACE FUNCTION private.parse_used_part(entry jsonb, booking uuid)
 RETURNS public.used_parts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p public.used_parts;
begin
  p.booking_id := parse_used_part.booking;
  p.kind := private.to_used_part_kind(entry ->> 'kind');
  p.name := private.clean_text(entry ->> 'name');
  p.make := private.clean_text(entry ->> 'make');
  p.part_number := upper(private.clean_text(entry ->> 'part_number'));
  p.grade := upper(private.clean_text(entry ->> 'grade'));
  p.hsn := private.strip_separators(entry ->> 'hsn');
  p.unit := private.to_part_unit(coalesce(entry ->> 'unit', 'piece'));
  p.quantity := case when entry ->> 'quantity' ~ '^[0-9]{1,4}(\.[0-9]{1,2})?$' then (entry ->> 'quantity')::numeric end;
  p.price := private.to_int(coalesce(entry ->> 'price', '0'));
  p.extra_work_id := private.to_uuid(entry ->> 'extra_work_id');
  if p.kind is null then
    perform private.reject(422, 'part_kind');
  elsif p.name is null or char_length(p.name) not between 2 and 80 or char_length(p.make) > 40
    or char_length(p.part_number) > 40 or char_length(p.grade) > 20 or (p.grade is not null and p.kind <> 'oil')
  then
    perform private.reject(422, 'part_name');
  elsif p.hsn is null or p.hsn !~ '^[0-9]{4,8}$' or p.hsn ~ '^8708' then
    -- 8708 is for four-wheelers; parts of two-wheelers are 8714 10.
    perform private.reject(422, 'part_hsn');
  elsif p.quantity is null or p.quantity <= 0 or p.unit is null then
    perform private.reject(422, 'part_quantity');
  elsif p.price is null or p.price not between 0 and 100000 or (p.kind = 'battery_back' and p.price = 0) then
    perform private.reject(422, 'part_price', '{"left": null}');
  elsif (entry ->> 'extra_work_id' is not null or p.extra_work_id is not null) and (p.kind = 'battery_back' or not exists (
    select from public.extra_work e
    where e.id = p.extra_work_id and e.booking_id = p.booking_id and e.status = 'approved'
  )) then
    perform private.reject(422, 'part_work');
  end if;
  return p;
end;
$function$;

CREATE OR REPLACE FUNCTION private.part_words(part public.used_parts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return concat_ws(', ', part.name, nullif(concat_ws(' ', part.make, part.grade), ''), part.part_number, case part.kind
    when 'battery_back' then 'taken back, Rs ' || part.price || ' off'
    else case when part.price = 0 then 'included' end
  end);
end;
$function$;

CREATE OR REPLACE FUNCTION private.requoted(b public.service_bookings, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bikes int := greatest(1, private.bikes_of_group(b.group_id));
  quote jsonb := private.price_cart(
    requoted.items, b.model_id, b.mode, null, b.area_slug, b.pin, b.booking_date, b.gstin, null, bikes
  );
  lines jsonb;
  coupon jsonb;
  subtotal int;
begin
  if quote -> 'refusals' -> 0 is not null then
    perform private.reject(422, 'items_refused', quote);
  end if;
  -- What stays keeps the price that was agreed.
  select jsonb_agg(case
      when i.item_id is null then l
      else l || jsonb_build_object('unit_price', i.unit_price, 'price', i.unit_price * (l ->> 'quantity')::int)
    end order by n)
  into lines
  from jsonb_array_elements(quote -> 'lines') with ordinality as t (l, n)
  left join public.booking_items i on i.booking_id = b.id and i.item_id = l ->> 'item_id';
  select sum((l ->> 'price')::int)::int into subtotal from jsonb_array_elements(lines) l;
  coupon := private.coupon_discount(b.coupon_code, lines, b.booking_date, null, bikes);
  return jsonb_build_object(
    'lines', lines, 'minutes', (quote ->> 'minutes')::int, 'off', coalesce((coupon ->> 'off')::int, 0),
    'total', subtotal - coalesce((coupon ->> 'off')::int, 0),
    'two_day', exists (select from jsonb_array_elements(lines) l where (l ->> 'two_day')::boolean)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.to_part_unit(value text)
 RETURNS public.part_unit
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.part_unit)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.to_used_part_kind(value text)
 RETURNS public.used_part_kind
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$ begin return (select w from unnest(enum_range(null::public.used_part_kind)) w where w::text = value); end; $function$;

CREATE OR REPLACE FUNCTION private.used_parts_of(booking uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(p) - '{booking_id,used_by}'::text[] order by p.position), '[]')
  from public.used_parts p where p.booking_id = used_parts_of.booking;
$function$;

CREATE OR REPLACE FUNCTION private.write_booking(wanted public.service_bookings, lines jsonb)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done public.service_bookings;
begin
  -- The number is the start of the random id: when it is taken, retry with a new id.
  while done.id is null loop
    insert into public.service_bookings (
      request_id, user_id, customer_name, phone, email, brand_slug, model_id, bike_name, vehicle_number, chassis_last5, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, address_line, landmark, area_slug, pin,
      odometer_km, model_year, notes, approval_limit, estimated_price, discount, coupon_code, gstin, pay_by,
      pay_until, status, created_at, origin, group_id
    ) values (
      wanted.request_id, wanted.user_id, wanted.customer_name, wanted.phone, wanted.email, wanted.brand_slug, wanted.model_id,
      wanted.bike_name, wanted.vehicle_number, wanted.chassis_last5, wanted.mode, wanted.booking_date, wanted.booking_time,
      wanted.window_end, wanted.minutes, wanted.windows, wanted.ready_date, wanted.address_line, wanted.landmark,
      wanted.area_slug, wanted.pin, wanted.odometer_km, wanted.model_year, wanted.notes, wanted.approval_limit,
      wanted.estimated_price, wanted.discount, wanted.coupon_code, wanted.gstin, wanted.pay_by, wanted.pay_until,
      wanted.status, private.now(), wanted.origin, wanted.group_id
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
$function$;

CREATE OR REPLACE FUNCTION private.write_items(booking uuid, lines jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.booking_items (
    booking_id, item_id, name, package_type, quantity, unit_price, price, minutes, position
  )
  select
    write_items.booking, l ->> 'item_id', l ->> 'name', (l ->> 'package_type')::public.item_type, (l ->> 'quantity')::int, (l ->> 'unit_price')::int,
    (l ->> 'price')::int, (l ->> 'minutes')::int, n::int
  from jsonb_array_elements(lines) with ordinality as t (l, n);
$function$;

CREATE OR REPLACE FUNCTION public.change_items(booking uuid, items jsonb, expected_version integer, customer_yes text DEFAULT NULL::text, preview boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(change_items.booking, change_items.expected_version);
  said text := private.clean_text(change_items.customer_yes);
  before int := b.estimated_price;
  used int := (
    select coalesce(sum(e.price), 0)::int from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit'
  );
  again jsonb := private.requoted(b, change_items.items);
  rise int := (again ->> 'total')::int - b.estimated_price;
  needed int := private.windows_needed((again ->> 'minutes')::int, b.mode, (again ->> 'two_day')::boolean);
begin
  if change_items.preview then
    return private.booking_state(b) || jsonb_build_object(
      'edits', b.edits, 'total', again -> 'total', 'needs_yes', rise > 0 and used + rise > b.approval_limit
    );
  elsif rise > 0 and used + rise > b.approval_limit and coalesce(char_length(said), 0) not between 3 and 300 then
    perform private.reject(409, 'needs_yes', jsonb_build_object(
      'total', again -> 'total', 'rise', rise, 'limit', b.approval_limit
    ));
  end if;
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
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
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
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.reject(404, 'not_found');
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
    'used_parts', private.used_parts_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', case when public.is_admin() then private.is_number_proven(b.phone) end,
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
    s.user_id = auth.uid() or public.is_admin()
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object(
    'issued_at', i.issued_at, 'credit_notes', private.credit_notes_of(b.id)
  ) into result
  from public.invoices i where i.booking_id = b.id;
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
  note public.credit_notes;
  remark text := private.clean_text(issue_credit_note.reason);
  today date := private.today();
  priced jsonb;
begin
  perform private.require_duty('owner', 'accountant');
  b := private.lock_own_booking(issue_credit_note.booking, null);
  note.request_id := private.to_uuid(issue_credit_note.request_id);
  if note.request_id is null then
    perform private.reject(422, 'request');
  elsif coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_reason');
  end if;
  select * into bill from public.invoices i where i.booking_id = b.id;
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif exists (select from public.credit_notes c where c.request_id = note.request_id and c.booking_id = b.id) then
    return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
  end if;
  priced := private.credit_lines(bill, issue_credit_note.lines);
  note.financial_year := private.financial_year(today);
  select sum((l ->> 'total_paise')::int)::int / 100 into note.total from jsonb_array_elements(priced) l;
  -- As late as possible: from here to the end of this transaction, every other credit note waits.
  insert into private.credit_note_counters as c (financial_year, last_serial) values (note.financial_year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into note.serial;
  note.number := 'CN/' || note.financial_year || '/' || case
    when note.serial < 1000000 then to_char(note.serial, 'FM000000') else note.serial::text
  end;
  insert into public.credit_notes (
    request_id, invoice_id, booking_id, number, financial_year, serial, issued_at, reason, total, data
  ) values (
    note.request_id, bill.id, b.id, note.number, note.financial_year, note.serial, private.now(), remark, note.total,
    jsonb_build_object(
      'number', note.number, 'date', today, 'invoice_number', bill.number, 'invoice_date', bill.data -> 'date',
      'supplier', bill.data -> 'supplier', 'customer', bill.data -> 'customer',
      'place_of_supply', bill.data -> 'place_of_supply', 'reason', remark, 'lines', priced,
      'taxable_paise', (select sum((l ->> 'taxable_paise')::int) from jsonb_array_elements(priced) l),
      'cgst_paise', (select sum((l ->> 'cgst_paise')::int) from jsonb_array_elements(priced) l),
      'sgst_paise', (select sum((l ->> 'sgst_paise')::int) from jsonb_array_elements(priced) l),
      'igst_paise', (select sum((l ->> 'igst_paise')::int) from jsonb_array_elements(priced) l),
      'total', note.total, 'total_in_words', 'Rupees ' || private.amount_in_words(note.total) || ' only'
    )
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'credit_note',
    jsonb_build_object('number', note.number, 'rupees', note.total)
  );
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
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
  line public.used_parts;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(save_used_parts.booking, null);
  if b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready') then
    perform private.reject(409, 'not_at_work', jsonb_build_object('status', b.status));
  elsif parts is null or jsonb_typeof(parts) <> 'array' or jsonb_array_length(parts) > 40 then
    perform private.reject(422, 'parts');
  end if;
  delete from public.used_parts p where p.booking_id = b.id;
  for entry in select e from jsonb_array_elements(parts) as t (e) loop
    line := private.parse_used_part(entry, b.id);
    insert into public.used_parts (
      booking_id, position, kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id, used_at, used_by
    ) values (
      b.id, (select coalesce(max(p.position), 0) + 1 from public.used_parts p where p.booking_id = b.id), line.kind,
      line.name, line.make, line.part_number, line.grade, line.hsn, line.quantity, line.unit, line.price,
      line.extra_work_id, private.now(), auth.uid()
    );
  end loop;
  perform private.check_billed_parts(b.id);
  if private.agreed_price(b) < 0 then
    perform private.reject(422, 'part_price', '{"left": null}');
  end if;
  perform private.refund_overpayment(b, 'overpaid');
  perform private.notify_followers(b.id);
  return private.booking_state(b) || jsonb_build_object('used_parts', private.used_parts_of(b.id));
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
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes}';
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

ALTER TABLE "public"."credit_notes" ADD CONSTRAINT "credit_notes_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE SET NULL;

ALTER TABLE "public"."credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.invoices(id);

ALTER TABLE "public"."used_parts" ADD CONSTRAINT "used_parts_battery" CHECK (((kind <> 'battery_back'::public.used_part_kind) OR ((price > 0) AND (extra_work_id IS NULL))));

ALTER TABLE "public"."used_parts" ADD CONSTRAINT "used_parts_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

ALTER TABLE "public"."used_parts" ADD CONSTRAINT "used_parts_extra_work_id_fkey" FOREIGN KEY (extra_work_id) REFERENCES public.extra_work(id) ON DELETE SET NULL;

ALTER TABLE "public"."used_parts" ADD CONSTRAINT "used_parts_grade" CHECK (((grade IS NULL) OR (kind = 'oil'::public.used_part_kind)));

CREATE INDEX credit_notes_booking ON public.credit_notes USING btree (booking_id);

CREATE INDEX credit_notes_invoice ON public.credit_notes USING btree (invoice_id);

CREATE INDEX used_parts_work ON public.used_parts USING btree (extra_work_id) WHERE (extra_work_id IS NOT NULL);

CREATE TRIGGER forbid_credit_note_changes BEFORE DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION private.forbid_invoice_changes();

CREATE POLICY "a credit note is read with its booking" ON "public"."credit_notes" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = credit_notes.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

CREATE POLICY "used parts are read with their booking" ON "public"."used_parts" FOR SELECT TO "authenticated" USING ((( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty, 'desk'::public.staff_duty, 'foreman'::public.staff_duty, 'mechanic'::public.staff_duty, 'accountant'::public.staff_duty]) AS has_duty) OR (EXISTS ( SELECT
   FROM public.service_bookings b
  WHERE ((b.id = used_parts.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON COLUMN "public"."service_bookings"."edits" IS 'Incremented by each correction by staff: a correction that was made from an older state is rejected as stale.';

COMMENT ON COLUMN "public"."used_parts"."extra_work_id" IS 'The approved extra work out of whose price it is billed; null: the booked work.';

COMMENT ON COLUMN "public"."used_parts"."price" IS 'Whole rupees with GST for the whole quantity. 0: included in the price of the work. More: it is billed as a line of its own, out of the agreed price of its extra work, else of the booked work. Of a battery taken back: what is taken off the bill.';

COMMENT ON FUNCTION "private"."agreed_price"(public.service_bookings) IS 'The most that the work may cost in rupees: the estimate, which includes the coupon and the pickup, and the extra work that was approved by the customer or by the limit chosen at booking, less a battery taken back.';

COMMENT ON FUNCTION "private"."amount_due"(public.service_bookings) IS 'What a booking costs in rupees at this moment: the work less credits, its fee, and the fees of missed bookings that were carried to it, less its credit notes. A cancelled, missed or expired booking costs its fee, less the part that is carried to a live booking.';

COMMENT ON FUNCTION "private"."battery_credit"(uuid) IS 'Rupees that a battery taken back takes off the bill.';

COMMENT ON FUNCTION "private"."billed_parts"(uuid, uuid) IS 'Rupees that parts are billed with out of the price of extra work, or of the booked work (null).';

COMMENT ON FUNCTION "private"."check_billed_parts"(uuid) IS 'Raises PT422 part_price when parts are billed at more than the agreed price of their work: nothing is billed that was not agreed.';

COMMENT ON FUNCTION "private"."corrected_booking"(public.service_bookings, jsonb) IS 'The checked fields of a booking after a correction. Raises PT422 changes, or the field as create_booking does.';

COMMENT ON FUNCTION "private"."credit_lines"(public.invoices, jsonb) IS 'The lines of a credit note with their taxes, by line of the invoice and rupees. Raises PT422 credit_lines, credit_amount (details.left: what is left of the line).';

COMMENT ON FUNCTION "private"."credit_notes_of"(uuid) IS 'The credit notes of a booking as they were issued.';

COMMENT ON FUNCTION "private"."credited"(uuid) IS 'Rupees that credit notes took off the invoice of a booking.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, and fees of missed bookings. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "private"."lock_for_edit"(uuid, integer) IS 'The booking, locked, for a correction by owners and desk. Raises PT403, PT404, PT409 invoice_issued, closed, stale (details: the version now, and what was changed since, when and by whom).';

COMMENT ON FUNCTION "private"."parse_used_part"(jsonb, uuid) IS 'One checked line of used_parts. Raises PT422 part_kind, part_name, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "private"."part_words"(public.used_parts) IS 'A used part as the invoice names it: name, make and grade, number.';

COMMENT ON FUNCTION "private"."requoted"(public.service_bookings, jsonb) IS 'Other work for a booking: lines that stay keep the price agreed at booking, new ones have today''s. The coupon holds under its terms. Raises PT422 items, items_refused.';

COMMENT ON FUNCTION "private"."to_part_unit"(text) IS 'What a quantity counts, or null.';

COMMENT ON FUNCTION "private"."to_used_part_kind"(text) IS 'What was used on a job, or null.';

COMMENT ON FUNCTION "private"."used_parts_of"(uuid) IS 'What was used on a job, in the order in which it was written down.';

COMMENT ON FUNCTION "private"."write_items"(uuid, jsonb) IS 'Writes the lines of a quote as those of a booking.';

COMMENT ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean) IS 'Owners and desk change the work of a booking until its invoice, as [{id, quantity}]: lines that stay keep the price agreed at booking. A rise above the approval limit needs customer_yes: how the customer agreed, who and when. preview: only the new total. Raises PT403, PT404, PT409 invoice_issued, closed, stale, needs_yes (details: total, rise, limit), slot_taken when it needs more windows, PT422 items, items_refused.';

COMMENT ON FUNCTION "public"."get_invoice"(uuid, text) IS 'The invoice of a booking as it was issued, for its owner, the holder of the manage token or an admin. With its credit notes. Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

COMMENT ON FUNCTION "public"."issue_credit_note"(uuid, text, jsonb, text) IS 'Owners and accountants take something off an issued invoice: lines [{line, rupees}] by their place on the invoice, from 1. Issues a credit note with the next number of its series, and refunds what is overpaid then. The same request_id issues one only. Raises PT403, PT404 not_found, no_invoice, PT422 request, credit_reason, credit_lines, credit_amount.';

COMMENT ON FUNCTION "public"."save_used_parts"(uuid, jsonb) IS 'Staff of the floor and the desk write down what was used on a job, the whole list at once: [{kind, name, make, part_number, grade, hsn, quantity, unit, price, extra_work_id}]. Raises PT403, PT404, PT409 not_at_work, PT422 parts, part_kind, part_name, part_hsn, part_quantity, part_price, part_work.';

COMMENT ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) IS 'Owners and desk correct a booking until its invoice: name, phone, email, address, vehicle_number, chassis_last5, odometer_km, model_year, notes. expected_version is the edits that the page has read. Messages that wait go to the new phone or address. Raises PT403, PT404, PT409 invoice_issued, closed, stale, PT422 changes, note_too_long or the field.';

COMMENT ON TABLE "private"."credit_note_counters" IS 'The last number of a credit note in a financial year. Issuing one locks this row until the transaction ends, so a rollback leaves no gap.';

COMMENT ON TABLE "public"."credit_notes" IS 'Credit notes as issued: data has what rule 53 requires, with the number and date of the invoice. total in rupees.';

COMMENT ON TABLE "public"."used_parts" IS 'Parts, oil and consumables of a job, and a battery taken back, until the invoice.';

COMMENT ON TYPE "public"."part_unit" IS 'What the quantity of a part counts.';

COMMENT ON TYPE "public"."used_part_kind" IS 'What was used on a job; battery_back: the customer''s old battery, which takes something off the bill.';

REVOKE ALL ON FUNCTION "private"."battery_credit"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."billed_parts"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_billed_parts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."corrected_booking"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_lines"(public.invoices, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credit_notes_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."credited"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_edit"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parse_used_part"(jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_words"(public.used_parts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."requoted"(public.service_bookings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_part_unit"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."to_used_part_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."used_parts_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_items"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_items"(uuid, jsonb, integer, text, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."issue_credit_note"(uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_credit_note"(uuid, text, jsonb, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."save_used_parts"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_used_parts"(uuid, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_booking"(uuid, jsonb, integer, text) TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."credit_notes" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."used_parts" TO "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."used_parts" TO "service_role";

reset check_function_bodies;

revoke all on function private.battery_credit(uuid) from public, anon, authenticated, service_role;

revoke all on function private.billed_parts(uuid,uuid) from public, anon, authenticated, service_role;

revoke all on function private.check_billed_parts(uuid) from public, anon, authenticated, service_role;

revoke all on function private.corrected_booking(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.credit_lines(public.invoices,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.credit_notes_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.credited(uuid) from public, anon, authenticated, service_role;

revoke all on function private.lock_for_edit(uuid,integer) from public, anon, authenticated, service_role;

revoke all on function private.parse_used_part(jsonb,uuid) from public, anon, authenticated, service_role;

revoke all on function private.part_words(public.used_parts) from public, anon, authenticated, service_role;

revoke all on function private.requoted(public.service_bookings,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.to_part_unit(text) from public, anon, authenticated, service_role;

revoke all on function private.to_used_part_kind(text) from public, anon, authenticated, service_role;

revoke all on function private.used_parts_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.write_items(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.change_items(uuid,jsonb,integer,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.change_items(uuid,jsonb,integer,text,boolean) to authenticated;
grant execute on function public.change_items(uuid,jsonb,integer,text,boolean) to service_role;

revoke all on function public.issue_credit_note(uuid,text,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.issue_credit_note(uuid,text,jsonb,text) to authenticated;
grant execute on function public.issue_credit_note(uuid,text,jsonb,text) to service_role;

revoke all on function public.save_used_parts(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_used_parts(uuid,jsonb) to authenticated;
grant execute on function public.save_used_parts(uuid,jsonb) to service_role;

revoke all on function public.update_booking(uuid,jsonb,integer,text) from public, anon, authenticated, service_role;
grant execute on function public.update_booking(uuid,jsonb,integer,text) to authenticated;
grant execute on function public.update_booking(uuid,jsonb,integer,text) to service_role;

revoke all on table private.credit_note_counters from public, anon, authenticated, service_role;

revoke all on table public.credit_notes from public, anon, authenticated, service_role;
grant select on table public.credit_notes to authenticated;
grant select on table public.credit_notes to service_role;

revoke all on table public.used_parts from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.used_parts to service_role;
grant select on table public.used_parts to authenticated;

revoke all on type public.part_unit from public, anon, authenticated, service_role;
grant usage on type public.part_unit to public;

revoke all on type public.used_part_kind from public, anon, authenticated, service_role;
grant usage on type public.used_part_kind to public;
