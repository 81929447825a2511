-- Other work for a booking: how it is written, and the question to the customer when it costs more than the limit allows.

create table private.item_questions (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  asked_at timestamptz not null,
  asked_by uuid,
  edits int not null,
  again jsonb not null
);
alter table private.item_questions enable row level security;
revoke all on table private.item_questions from public, anon, authenticated, service_role;
comment on table private.item_questions is
  'Other work that waits for the yes of the customer: again has its lines and prices as they were asked, edits the state of the booking.';

create function private.replan_checklist(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
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
$$;
revoke all on function private.replan_checklist(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.replan_checklist(public.service_bookings) is
  'After other work was agreed while the bike is worked on: its lines join the job card, and open lines of work that is gone leave it.';

create function private.apply_items(
  booking public.service_bookings, again jsonb, said text, actor public.booking_actor
) returns public.service_bookings
language plpgsql volatile set search_path = ''
as $$
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
  perform private.check_billed_parts(b.id);
  perform private.book_declined(b.id, again -> 'lines');
  delete from private.item_questions q where q.booking_id = b.id;
  update public.service_bookings s set
    minutes = (again ->> 'minutes')::int, estimated_price = (again ->> 'total')::int, discount = (again ->> 'off')::int,
    coupon_code = case when (again ->> 'off')::int > 0 then s.coupon_code end, edits = s.edits + 1
  where s.id = b.id returning * into b;
  perform private.replan_checklist(b);
  perform private.replan_inspection(b);
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), apply_items.actor, auth.uid(), b.status, b.status, said, 'items_changed',
    jsonb_build_object('from', before, 'to', b.estimated_price, 'edit', b.edits)
  );
  perform private.refund_overpayment(b, 'overpaid');
  return b;
end;
$$;
revoke all on function private.apply_items(public.service_bookings, jsonb, text, public.booking_actor)
  from public, anon, authenticated, service_role;
comment on function private.apply_items(public.service_bookings, jsonb, text, public.booking_actor) is
  'Writes the work and its price as requoted found them, with the event. Raises PT409 slot_taken when it needs more windows, PT422 part_price when parts are billed at more.';

create function private.ask_for_items(booking public.service_bookings, again jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.check_billed_parts(booking.id, ask_for_items.again -> 'lines');
  insert into private.item_questions as q (booking_id, asked_at, asked_by, edits, again)
  values (booking.id, private.now(), auth.uid(), booking.edits, ask_for_items.again)
  on conflict (booking_id) do update set
    asked_at = excluded.asked_at, asked_by = excluded.asked_by, edits = excluded.edits, again = excluded.again;
  insert into public.message_outbox as m (booking_id, version, kind, channel, recipient, due_at, next_try_at)
  select booking.id, booking.version, 'extra_work', way.channel, way.recipient, private.now(), private.now()
  from (values ('mail'::public.message_channel, booking.email), ('sms', booking.phone)) as way (channel, recipient)
  where way.recipient is not null
  on conflict on constraint message_outbox_once do update
  set status = 'waiting', due_at = excluded.due_at, next_try_at = excluded.next_try_at;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, 'items_asked',
    jsonb_build_object('from', booking.estimated_price, 'to', ask_for_items.again -> 'total')
  );
  perform private.notify_followers(booking.id);
end;
$$;
revoke all on function private.ask_for_items(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.ask_for_items(public.service_bookings, jsonb) is
  'Asks the customer for a yes to other work, in place of an earlier question: it stands at the link, and a message says so. Raises PT422 part_price when parts are billed at more than that work.';

create function private.item_question_of(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
$$;
revoke all on function private.item_question_of(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.item_question_of(public.service_bookings) is
  'The open question about other work: its lines with what is new and what is gone, the total in rupees and the rise; null without one. A correction or another change of the booking ends it, and so does another booking that takes up its declined work, or a yes to that work after all.';

create function public.answer_items(booking uuid, answer text, total int, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_own_booking(answer_items.booking, answer_items.manage_token, '{}');
  question jsonb;
begin
  perform private.lock_declined((select q.again -> 'lines' from private.item_questions q where q.booking_id = b.id));
  question := private.item_question_of(b);
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
$$;
revoke all on function public.answer_items(uuid, text, int, text) from public, anon, authenticated, service_role;
grant execute on function public.answer_items(uuid, text, int, text) to anon, authenticated, service_role;
comment on function public.answer_items(uuid, text, int, text) is
  'The customer answers with yes or no whether other work is done for that total: with yes it replaces what was booked. Staff note a yes with change_items. Raises PT404, PT409 answered, work_repriced (details.price: the total that is asked now), slot_taken, PT422 yes_or_no, part_price (parts of the work that goes were used meanwhile).';
