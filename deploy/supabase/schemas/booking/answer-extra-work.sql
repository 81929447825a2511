-- Answers to extra work: yes, no or later, by the customer or noted by staff, and the end of waiting for one. Before it, that
-- the customer has opened the question.

create function public.answer_extra_work(
  line uuid, answer text, manage_token text default null, note text default null, price_version int default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
  changed boolean;
  locked timestamptz;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := b.user_id is distinct from auth.uid() and private.works_on_jobs();
  select * into work from public.extra_work e where e.id = line;
  -- A booking that takes up what was declined comes first or finds it gone.
  perform from public.declined_work d where d.extra_work_id = line for update;
  changed := work.status <> 'proposed';
  locked := private.answer_locked_at(work);
  if given is null or (unanswered and not as_admin) then
    perform private.reject(422, 'answer');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif answer_extra_work.price_version <> work.price_version then
    perform private.reject(409, 'work_repriced', jsonb_build_object('price', work.price));
  elsif work.status = given and (unanswered or work.decided_by <> 'no_answer') then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif locked is not null then
    perform private.reject(409, 'work_begun', jsonb_build_object('since', locked));
  elsif (changed and (unanswered or work.decided_by = 'limit')) or (not changed and b.status <> 'awaiting_approval') then
    perform private.reject(409, 'answered');
  elsif unanswered and private.now() < work.answer_by then
    perform private.reject(409, 'still_asked', jsonb_build_object('until', work.answer_by));
  end if;
  if changed and given = 'approved' then
    perform private.check_not_included(b, work.item_id, work.id);
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
  -- What was used before the price changed is the shop's own: nothing is billed that was not agreed.
  if given <> 'approved' then
    update public.used_parts p set price = 0, extra_work_id = null where p.extra_work_id = line;
  end if;
  if changed and work.status <> given then
    -- A battery that was taken back for it is in the new one by now.
    if private.agreed_price(b) < 0 then
      perform private.reject(409, 'work_begun', jsonb_build_object('since', (
        select max(p.used_at) from public.used_parts p where p.booking_id = b.id and p.kind = 'battery_back'
      )));
    end if;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
    values (
      b.id, private.now(), case when as_admin then 'admin'::public.booking_actor else 'customer' end, auth.uid(),
      b.status, b.status, remark, 'answer_changed',
      jsonb_build_object('work', work.name, 'price', work.price, 'from', work.status, 'to', given)
    );
  end if;
  return private.settle_extra_work(b, case when as_admin then 'admin'::public.booking_actor else 'customer' end);
end;
$$;
revoke all on function public.answer_extra_work(uuid, text, text, text, int) from public, anon, authenticated, service_role;
grant execute on function public.answer_extra_work(uuid, text, text, text, int) to anon, authenticated, service_role;
comment on function public.answer_extra_work(uuid, text, text, text, int) is
  'The customer answers one line with yes, no or later; staff must add a note of how the customer answered. Staff end the waiting for a line with none, from its answer_by on: it is put off. price_version is that of the price the customer saw: an answer to an older one is rejected. After the last answer the booking is back where it was. An answer can be changed until the work on its line begins (locked_at of the line): the job card, the price and what is kept with the bike follow, what is overpaid is refunded, and the history says so. Repeating an answer changes nothing. Raises PT404, PT409 answered (also for work within the limit), work_begun (details.since), work_repriced (details.price), still_asked (details.until), PT422 (answer, answer_note, note_too_long, already_included: other work does it meanwhile; details: name, part_of).';

create function public.see_extra_work(booking uuid, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.see_extra_work(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.see_extra_work(uuid, text) to anon, authenticated, service_role;
comment on function public.see_extra_work(uuid, text) is
  'The page of the customer, of the account or of the link, says that the open questions about extra work are on the screen. Staff are told; the first time counts. A person of the shop leaves no trace. Raises PT404 not_found.';
