set check_function_bodies = off;

ALTER TABLE "public"."extra_work" ADD COLUMN "seen_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.board_row(booking public.service_bookings, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select private.job_head(booking) || jsonb_build_object(
      'customer_name', booking.customer_name, 'phone', board_row.phone, 'windows', booking.windows,
      'service', (
        select coalesce(p.short_name, i.name)
        from public.booking_items i left join public.packages p on p.slug = i.item_id
        where i.booking_id = booking.id and i.package_type <> 'pickup'
        order by i.package_type = 'primary' desc, i.position limit 1
      ),
      'model', (select m.name from public.models m where m.id = booking.model_id),
      'body', (select m.body from public.models m where m.id = booking.model_id),
      'amount', coalesce(booking.final_price, booking.estimated_price),
      'due', case when booking.status = 'ready' then
        greatest(private.amount_due(booking) - private.paid_paise(booking.id) / 100, 0)
      end,
      'allowed_minutes', private.allowed_minutes(booking),
      'here_since', private.here_since(booking),
      'question', case when booking.status = 'awaiting_approval' then (
        select jsonb_build_object(
          'sent_at', max(e.proposed_at), 'seen_at', case when bool_and(e.seen_at is not null) then max(e.seen_at) end
        )
        from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
      ) end,
      'code_alarm', private.code_alarm(booking.id)
    )
  );
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
  perform from public.declined_work d where d.extra_work_id = line for update;
  if reprice_extra_work.price is null or reprice_extra_work.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif why is not null and char_length(why) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check') then
    perform private.reject(409, 'not_in_work', jsonb_build_object('status', b.status));
  elsif exists (
    select from public.booking_checklist c where c.extra_work_id = work.id and c.done_at is not null
  ) or exists (
    select from public.declined_work d where d.extra_work_id = work.id and private.is_live_booking(d.booked_with)
  ) then
    perform private.reject(409, 'work_done');
  elsif work.price = reprice_extra_work.price then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  end if;
  if work.status in ('declined', 'later') then
    perform private.check_not_included(b, work.item_id, work.id);
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
    proposed_at = case when within then e.proposed_at else private.now() end,
    seen_at = null,
    answered_by = null,
    note = null
  where e.id = work.id;
  perform private.check_billed_parts(b.id);
  return private.settle_extra_work(b, 'admin');
end;
$function$;

CREATE OR REPLACE FUNCTION public.see_extra_work(booking uuid, manage_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_own_booking(see_extra_work.booking, see_extra_work.manage_token, '{}');
begin
  -- Staff who look at the page of a link are not its customer.
  if b.user_id is not distinct from auth.uid() or public.my_duty() is null then
    update public.extra_work e set seen_at = private.now()
    where e.booking_id = b.id and e.status = 'proposed' and e.seen_at is null;
    if found then
      perform private.signal_job(b.id);
    end if;
  end if;
  return jsonb_build_object('id', b.id);
end;
$function$;

COMMENT ON COLUMN "public"."extra_work"."proposed_at" IS 'When it was proposed, or asked again at another price.';

COMMENT ON COLUMN "public"."extra_work"."seen_at" IS 'When the customer first opened the question, in the account or by the link; null: not yet, or nothing was asked.';

COMMENT ON FUNCTION "public"."see_extra_work"(uuid, text) IS 'The page of the customer, of the account or of the link, says that the open questions about extra work are on the screen. Staff are told; the first time counts. A person of the shop leaves no trace. Raises PT404 not_found.';

REVOKE ALL ON FUNCTION "public"."see_extra_work"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_extra_work"(uuid, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function public.see_extra_work(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.see_extra_work(uuid,text) to anon;
grant execute on function public.see_extra_work(uuid,text) to authenticated;
grant execute on function public.see_extra_work(uuid,text) to service_role;
