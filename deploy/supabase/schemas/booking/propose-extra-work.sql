-- Staff propose extra work and change its price.

create function private.parse_extra_work(booking public.service_bookings, entry jsonb) returns public.extra_work
language plpgsql stable set search_path = ''
as $$
declare
  line public.extra_work;
  offer record;
begin
  line.item_id := private.clean_text(entry ->> 'item');
  select * into offer from private.priced_item(booking.model_id, line.item_id);
  if line.item_id is not null and offer.name is null then
    perform private.reject(422, 'work_item');
  end if;
  perform private.check_not_included(booking, line.item_id);
  line.name := coalesce(private.clean_text(entry ->> 'name'), offer.name);
  line.reason := private.clean_text(entry ->> 'reason');
  line.price := case when entry ->> 'price' is null then offer.price else private.to_int(entry ->> 'price') end;
  line.minutes := case when entry ->> 'minutes' is null then coalesce(offer.minutes, 0) else private.to_int(entry ->> 'minutes') end;
  line.urgency := (
    select u from unnest(enum_range(null::public.work_urgency)) u where u::text = entry ->> 'urgency'
  );
  if line.name is null or char_length(line.name) not between 2 and 80 then
    perform private.reject(422, 'work_name');
  elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
    perform private.reject(422, 'work_reason');
  elsif line.price is null or line.price not between 1 and 100000 then
    perform private.reject(422, 'work_price');
  elsif line.minutes is null or line.minutes not between 0 and 1440 then
    perform private.reject(422, 'work_minutes');
  elsif line.urgency is null and entry ->> 'urgency' is not null then
    perform private.reject(422, 'work_urgency');
  end if;
  return line;
end;
$$;
revoke all on function private.parse_extra_work(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.parse_extra_work(public.service_bookings, jsonb) is
  'One checked line of a proposal. What is left out comes from the catalog, for the model of the booking. Raises PT422.';

create function public.propose_extra_work(booking uuid, items jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.propose_extra_work(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.propose_extra_work(uuid, jsonb) to authenticated, service_role;
comment on function public.propose_extra_work(uuid, jsonb) is
  'Staff propose work found while inspecting, in service or in the quality check: [{item, name, reason, price, minutes, urgency}]. item is a package or add-on that fits the bike and gives name, price and minutes where they are left out; without it name and price are needed. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer and then returns to where it was. Approved lines join the checklist. Raises PT403, PT404, PT409 not_in_work, PT422 (work, work_item, work_name, work_reason, work_price, work_minutes, work_urgency, already_included: an item that the booked work is or includes, or that another line proposes, unless it is priced for one place as pads and tyres; details: name, part_of).';

create function public.reprice_extra_work(line uuid, price int, reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.reprice_extra_work(uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.reprice_extra_work(uuid, int, text) to authenticated, service_role;
comment on function public.reprice_extra_work(uuid, int, text) is
  'Staff change the price of a line of extra work until its line of the checklist is done, or a later booking does it after it was declined. That takes the answer back: within the limit the line is approved, else the customer is asked again. The same price changes nothing. Raises PT403, PT404, PT409 not_in_work, work_done, PT422 (work_price, work_reason, part_price: its parts are billed at more, already_included: other work does it meanwhile).';
