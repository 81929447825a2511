set check_function_bodies = off;

ALTER TABLE "public"."extra_work" ADD COLUMN "answer_by" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.answer_until()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.now() + (
    select make_interval(mins => t.minutes) from public.status_targets t where t.status = 'awaiting_approval'
  );
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
      ) then private.fee_off(booking) else 0 end as off
    ) fee
    where i.booking_id = booking.id and i.price > 0
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
    select 6, e.position, e.name || case e.decided_by when 'no_answer' then ' (no answer, not done)' else ' (declined)' end, '998714', 1, null, 0, false
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

CREATE OR REPLACE FUNCTION public.answer_extra_work(line uuid, answer text, manage_token text DEFAULT NULL::text, note text DEFAULT NULL::text, price_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  given public.extra_work_status := case answer_extra_work.answer
    when 'yes' then 'approved'::public.extra_work_status when 'no' then 'declined' when 'later' then 'later'
    when 'none' then 'later'
  end;
  unanswered boolean := answer_extra_work.answer = 'none';
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := b.user_id is distinct from auth.uid() and private.works_on_jobs();
  select * into work from public.extra_work e where e.id = line;
  if given is null or (unanswered and not as_admin) then
    perform private.reject(422, 'answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif answer_extra_work.price_version <> work.price_version then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', work.price));
  elsif work.status = given then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  elsif unanswered and private.now() < work.answer_by then
    perform private.reject(409, 'still_asked', jsonb_build_object('until', work.answer_by));
  end if;
  update public.extra_work e set
    status = given,
    decided_by = case
      when unanswered then 'no_answer'::public.extra_work_decider when as_admin then 'admin' else 'customer'
    end,
    decided_at = private.now(),
    answered_by = auth.uid(),
    note = remark
  where e.id = line;
  return private.settle_extra_work(b, case when as_admin then 'admin'::public.booking_actor else 'customer' end);
end;
$function$;

CREATE OR REPLACE FUNCTION public.propose_extra_work(booking uuid, items jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
begin
  b := private.lock_job(booking);
  if b.status not in ('inspecting', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.reject(422, 'work');
  end if;
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line := private.parse_extra_work(b, entry);
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case
      when private.limit_used(b.id) + line.price <= b.approval_limit then 'limit'::public.extra_work_decider
    end;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, item_id, urgency, status, decided_by, proposed_at, decided_at, answer_by, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes, line.item_id, line.urgency,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by,
      private.now(), case when line.decided_by = 'limit' then private.now() end,
      case when line.decided_by is null then private.answer_until() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  return private.settle_extra_work(b, 'admin');
end;
$function$;

CREATE OR REPLACE FUNCTION public.reprice_extra_work(line uuid, price integer, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work public.extra_work;
  b public.service_bookings;
  why text := private.clean_text(reprice_extra_work.reason);
  within boolean;
begin
  b := private.lock_job((select e.booking_id from public.extra_work e where e.id = line));
  select * into work from public.extra_work e where e.id = line;
  if reprice_extra_work.price is null or reprice_extra_work.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif why is not null and char_length(why) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif exists (
    select from public.booking_checklist c where c.extra_work_id = work.id and c.done_at is not null
  ) then
    perform private.reject(409, 'work_done');
  elsif work.price = reprice_extra_work.price then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  end if;
  within := private.limit_used(b.id) - case work.decided_by when 'limit' then work.price else 0 end
    + reprice_extra_work.price <= b.approval_limit;
  update public.extra_work e set
    price = reprice_extra_work.price,
    reason = coalesce(why, e.reason),
    price_version = e.price_version + 1,
    status = case when within then 'approved'::public.extra_work_status else 'proposed' end,
    decided_by = case when within then 'limit'::public.extra_work_decider end,
    decided_at = case when within then private.now() end,
    answer_by = case when not within then private.answer_until() end,
    answered_by = null,
    note = null
  where e.id = work.id;
  return private.settle_extra_work(b, 'admin');
end;
$function$;

ALTER TABLE "public"."extra_work" ADD CONSTRAINT "extra_work_check3" CHECK (((decided_by <> 'no_answer'::public.extra_work_decider) OR (status = 'later'::public.extra_work_status)));

COMMENT ON COLUMN "public"."extra_work"."answer_by" IS 'From then on staff may leave a line undone that has no answer. Null: at any time, or nothing was asked.';

COMMENT ON FUNCTION "private"."answer_until"() IS 'Until when a customer who is asked now has time to answer: the minutes that status_targets gives that status; null without a limit.';

COMMENT ON FUNCTION "private"."invoice_lines"(public.service_bookings) IS 'The lines of an invoice in paise: what was booked, less the fee of a diagnosis that comes off the repair, the approved extra work, the parts used (at 0 when they are included), the part of the bill above both, the fee, fees of missed bookings, and what the customer declined or did not answer, at 0. The discount, which includes the credit, is spread over the services. The taxes of the lines add up to that of the whole bill, to the paisa.';

COMMENT ON FUNCTION "public"."answer_extra_work"(uuid, text, text, text, integer) IS 'The customer answers one line with yes, no or later; staff must add a note of how the customer answered. Staff end the waiting for a line with none, from its answer_by on: it is put off. price_version is that of the price the customer saw: an answer to an older one is rejected. After the last answer the booking is back where it was. Repeating an answer changes nothing. Raises PT404, PT409 answered, work_repriced (details.price), still_asked (details.until), PT422 (answer, answer_note, note_too_long).';

COMMENT ON TABLE "public"."extra_work" IS 'Work that the shop found beside the booked work, one row per line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking. A line without an answer is put off (no_answer).';

REVOKE ALL ON FUNCTION "private"."answer_until"() FROM PUBLIC;

reset check_function_bodies;

revoke all on function private.answer_until() from public, anon, authenticated, service_role;
