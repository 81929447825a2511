-- Two rules of the workshop. A bike changes hands only with the code that its customer knows, and the work is checked
-- only when every line of its job card is ticked.

-- The handover code --------------------------------------------------------------------------------------------------

create function private.new_handover_code() returns text
language sql volatile set search_path = ''
as $$
  select lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0');
$$;
revoke all on function private.new_handover_code() from public, anon, authenticated, service_role;
comment on function private.new_handover_code() is 'Four random figures. Made of nothing that anybody could know of the booking.';

create table private.handover_codes (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  code text not null default private.new_handover_code() check (code ~ '^[0-9]{4}$'),
  wrong_tries int not null default 0 check (wrong_tries between 0 and 5)
);
alter table private.handover_codes enable row level security;
revoke all on table private.handover_codes from public, anon, authenticated, service_role;
comment on table private.handover_codes is
  'What the customer says when the bike changes hands. Here and not in the booking, so that no select and no feed can carry it; get_booking shows it to the owner and the holder of the link, never to the shop, which types what it hears.';
comment on column private.handover_codes.wrong_tries is 'Since the bike last changed hands; after five it goes only with a note.';

create function private.give_handover_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.handover_codes (booking_id) values (new.id);
  return null;
end;
$$;
revoke all on function private.give_handover_code() from public, anon, authenticated, service_role;
comment on function private.give_handover_code() is 'Trigger: every booking has a code, whoever writes it.';
create trigger give_handover_code after insert on public.service_bookings
  for each row execute function private.give_handover_code();

insert into private.handover_codes (booking_id)
select b.id from public.service_bookings b where b.closed_at is null;

create function private.changes_hands(booking public.service_bookings, to_status text) returns boolean
language plpgsql immutable set search_path = ''
as $$ begin return to_status = 'completed' or (to_status = 'picked_up' and booking.mode = 'pickup'); end; $$;
revoke all on function private.changes_hands(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.changes_hands(public.service_bookings, text) is
  'Whether a step is one where the code is said: when a bike is fetched, and when any bike is handed back.';

create function private.check_handover(booking uuid, code text, why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.fail(422, 'without_code', 'Say in 3 to 300 characters why it goes without the code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.fail(422, 'handover_code', 'Enter the code that the customer says, or say why it goes without one');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.fail(409, 'no_more_tries', 'The code can''t be tried any more. Say why it goes without the code.');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.fail(422, 'handover_code', 'Enter the 4 figures of the code');
    elsif typed <> h.code then
      update private.handover_codes c set wrong_tries = c.wrong_tries + 1 where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'This is not the code of this booking. ' || case tries_left
          when 0 then 'It can''t be tried any more: say why it goes without the code.'
          when 1 then '1 try is left.'
          else tries_left || ' tries are left.'
        end,
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'handover_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0 where c.booking_id = h.booking_id and c.wrong_tries > 0;
  return null;
end;
$$;
revoke all on function private.check_handover(uuid, text, text) from public, anon, authenticated, service_role;
comment on function private.check_handover(uuid, text, text) is
  'Null when the code is right or somebody says why there is none; for a wrong code the refusal to answer with, in the form of an error, and one try of five is used. Raises PT422 handover_code, without_code, PT409 no_more_tries.';

-- The checklist ------------------------------------------------------------------------------------------------------

create table public.booking_checklist (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  line int not null check (line > 0),
  group_name text not null,
  label text not null,
  done_at timestamptz,
  done_by uuid,
  not_needed text check (char_length(not_needed) between 3 and 200),
  primary key (booking_id, line),
  check (not_needed is null or done_at is not null)
);
alter table public.booking_checklist enable row level security;
revoke all on table public.booking_checklist from public, anon, authenticated, service_role;
grant select on table public.booking_checklist to authenticated;
grant select, insert, update, delete on table public.booking_checklist to service_role;
create policy "staff read checklists, a customer his own when it is finished" on public.booking_checklist
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b
      where b.id = booking_id and b.user_id = (select auth.uid()) and b.status in ('ready', 'completed')
    )
  );
comment on table public.booking_checklist is
  'The job card of one booking, as it was when the work began: what is printed for the package and the model, the add-ons and the approved extra work. Later changes of the catalog don''t reach it.';
comment on column public.booking_checklist.done_at is 'When it was ticked, or found not to be needed.';
comment on column public.booking_checklist.not_needed is 'Why this line does not apply to this bike; null: it was done.';

create function private.write_checklist(booking public.service_bookings) returns void
language sql volatile set search_path = ''
as $$
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select
    booking.id, row_number() over (order by todo.part, todo.place, todo.position), todo.group_name, todo.label
  from (
    select 1 as part, i.position as place, c.position, coalesce(nullif(c.group_name, ''), i.name) as group_name, c.label
    from public.booking_items i
    join public.model_job_cards c
      on c.package_slug = i.item_id and c.model_id = booking.model_id and c.kind = 'included'
    where i.booking_id = booking.id and i.package_type = 'primary'
    union all
    -- An add-on that takes no time, such as a longer warranty, is nothing to do.
    select 2, i.position, 0, 'Add-ons', case when i.quantity > 1 then i.quantity || ' × ' || i.name else i.name end
    from public.booking_items i
    where i.booking_id = booking.id and i.package_type = 'addon' and i.minutes > 0
    union all
    select 3, e.position, 0, 'Extra work', e.name
    from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
  ) as todo
  on conflict (booking_id, line) do nothing;
$$;
revoke all on function private.write_checklist(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.write_checklist(public.service_bookings) is
  'Writes the checklist of a booking from what was booked and approved. What is written already stays.';

select private.write_checklist(b) from public.service_bookings b where b.status = 'in_service';

create function private.unticked(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.booking_checklist c where c.booking_id = unticked.booking and c.done_at is null
  );
end;
$$;
revoke all on function private.unticked(uuid) from public, anon, authenticated, service_role;
comment on function private.unticked(uuid) is 'How many lines of a checklist are neither done nor put aside.';

create function private.checklist_of(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'line', c.line, 'group_name', c.group_name, 'label', c.label, 'done_at', c.done_at, 'not_needed', c.not_needed
  ) order by c.line), '[]')
  from public.booking_checklist c where c.booking_id = checklist_of.booking;
$$;
revoke all on function private.checklist_of(uuid) from public, anon, authenticated, service_role;
comment on function private.checklist_of(uuid) is 'The lines of the checklist of a booking.';

create function public.tick_checklist(booking uuid, lines int[], done boolean, not_needed text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  why text := private.squeeze(tick_checklist.not_needed);
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  b := private.own_booking(tick_checklist.booking, null);
  if b.status <> 'in_service' then
    perform private.fail(409, 'not_allowed', 'Lines are ticked while the bike is worked on; this booking is '
      || replace(b.status, '_', ' ') || '.');
  elsif tick_checklist.done is null then
    perform private.fail(422, 'done', 'Say whether it is done');
  elsif why is not null and (not tick_checklist.done or char_length(why) not between 3 and 200) then
    perform private.fail(422, 'not_needed', 'Say in 3 to 200 characters why it is not needed');
  elsif coalesce(cardinality(tick_checklist.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_checklist.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.fail(422, 'lines', 'There is no such line on this job card. Load the booking again.');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_checklist.done then private.now() end,
    done_by = case when tick_checklist.done then auth.uid() end,
    not_needed = why
  where c.booking_id = b.id and c.line = any (tick_checklist.lines)
    -- The same tick again stays that of whoever came first.
    and ((c.done_at is not null) is distinct from tick_checklist.done or c.not_needed is distinct from why);
  return jsonb_build_object('left', private.unticked(b.id), 'checklist', private.checklist_of(b.id));
end;
$$;
revoke all on function public.tick_checklist(uuid, int[], boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.tick_checklist(uuid, int[], boolean, text) to authenticated, service_role;
comment on function public.tick_checklist(uuid, int[], boolean, text) is
  'An admin ticks lines of a job card while the bike is in service, takes ticks back (done false), or says why a line is not needed. Answers {left, checklist: [{line, group_name, label, done_at, not_needed}]}. The same twice changes nothing. Raises PT403, PT404, PT409 not_allowed, PT422 (lines, done, not_needed).';

-- Status changes -----------------------------------------------------------------------------------------------------

create or replace function private.go(
  booking uuid, actor text, to_status text, note text, mechanic text default null, final_price int default null,
  fee int default 0, cause text default null
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = go.booking and e.status = 'proposed'
  );
  left_over int;
begin
  select * into b from public.service_bookings s where s.id = booking for update;
  if not private.may_go(go.actor, b, go.to_status) then
    perform private.fail(409, 'not_allowed', 'This booking is ' || replace(b.status, '_', ' ') || ' and cannot become '
      || replace(coalesce(go.to_status, 'nothing'), '_', ' ') || '.');
  elsif go.to_status = 'awaiting_approval' and not asked then
    perform private.fail(409, 'nothing_asked', 'Propose the extra work first: there is nothing to approve.');
  elsif b.status = 'awaiting_approval' and go.to_status = 'inspecting' and asked then
    perform private.fail(409, 'not_answered', 'The customer has not answered every line yet.');
  elsif go.to_status = 'quality_check' and private.unticked(b.id) > 0 then
    left_over := private.unticked(b.id);
    perform private.fail(409, 'not_ticked', case left_over
      when 1 then '1 line of the job card is not ticked yet. Tick it, or say why it is not needed.'
      else left_over || ' lines of the job card are not ticked yet. Tick them, or say why one is not needed.'
    end, jsonb_build_object('left', left_over)::text);
  elsif go.to_status = 'no_show' and private.now() < private.waited_until(b) then
    perform private.fail(409, 'too_early', 'Wait until '
      || to_char(private.waited_until(b) at time zone 'Asia/Kolkata', 'HH24:MI "on" FMDD FMMonth')
      || ', 15 minutes after the booked time. Until then nobody is missed.');
  -- A bill that was named at an earlier step is the bill at the end, so it is looked at again.
  elsif coalesce(go.final_price, case when go.to_status = 'completed' then b.final_price end) > private.agreed(b) then
    perform private.fail(409, 'not_agreed', 'The customer has agreed to ' || private.rupees(private.agreed(b))
      || '. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
      jsonb_build_object('agreed', private.agreed(b))::text);
  end if;
  -- Whoever takes places removes those of unpaid bookings, many at once: both under the lock of the day.
  if b.status = 'pending_payment' then
    perform private.lock_day(b.mode, b.booking_date);
  end if;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, fee)
  values (b.id, private.now(), go.actor, auth.uid(), b.status, go.to_status, go.note, go.fee);
  if go.to_status in ('cancelled', 'no_show', 'expired') then
    delete from public.booking_places p where p.booking_id = b.id;
  end if;
  update public.service_bookings s set
    status = go.to_status,
    mechanic = coalesce(go.mechanic, s.mechanic),
    final_price = case
      when go.to_status = 'completed' then coalesce(go.final_price, s.final_price, private.agreed(s))
      else coalesce(go.final_price, s.final_price)
    end,
    fee = s.fee + go.fee,
    cancelled_by = case
      when go.to_status = 'cancelled' then case 'customer' when go.actor then 'customer' when go.cause then 'customer'
        else 'shop' end
    end,
    cancel_cause = case
      when go.to_status <> 'cancelled' then null
      when go.actor = 'customer' then 'customer'
      else coalesce(go.cause, case when private.is_rained_off(s) then 'weather' else 'shop' end)
    end,
    cancel_reason = case when go.to_status = 'cancelled' then go.note end,
    -- Giving up a booking that was never paid is no late cancelling.
    late_cancelled = go.to_status = 'cancelled' and go.actor = 'customer' and b.status <> 'pending_payment'
      and private.now() > private.cancel_until(s) and not private.is_rained_off(s)
      and not private.is_missed(s),
    closed_at = case when go.to_status in ('completed', 'cancelled', 'no_show', 'expired') then private.now() end
  where s.id = b.id
  returning * into b;
  if b.status = 'in_service' then
    perform private.write_checklist(b);
  end if;
  return b;
end;
$$;
comment on function private.go(uuid, text, text, text, text, int, int, text) is
  'The one place where a status changes: asks booking_transitions, writes the event, adds the fee, frees the places of a booking that will not happen, notes why it was cancelled, writes the checklist when the work begins, and bills a completed one (as agreed unless said otherwise). Never bills more than was agreed, checks no work before every line is ticked, and misses nobody before 15 minutes after the booked start.';

drop function public.set_booking_status(uuid, text, text, text, int);

create function public.set_booking_status(
  booking uuid, to_status text, note text default null, mechanic text default null, final_price int default null,
  handover_code text default null, without_code text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  remark text := private.squeeze(set_booking_status.note);
  person text := private.squeeze(set_booking_status.mechanic);
  why text := private.squeeze(set_booking_status.without_code);
  wrong jsonb;
begin
  if not public.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to change this booking.');
  end if;
  select * into b from public.service_bookings s where s.id = booking for update;
  if b.id is null then
    perform private.fail(404, 'not_found', 'There is no such booking.');
  end if;
  if char_length(remark) > 500 then
    perform private.fail(422, 'note', 'Keep the note to 500 characters');
  end if;
  if person is not null and private.clean_name(person) is null then
    perform private.fail(422, 'mechanic', 'Enter the mechanic''s name');
  end if;
  if set_booking_status.final_price not between 0 and 500000 then
    perform private.fail(422, 'final_price', 'Enter the bill in whole rupees');
  end if;
  if private.changes_hands(b, set_booking_status.to_status)
    and private.may_go('admin', b, set_booking_status.to_status)
  then
    wrong := private.check_handover(b.id, set_booking_status.handover_code, why);
    if wrong is not null then
      -- Answered and not raised: raising would forget the try.
      perform set_config('response.status', '422', true);
      return wrong;
    end if;
    remark := nullif(concat_ws('. ', remark, 'Without the code: ' || why), '');
  end if;
  return private.booking_state(private.go(
    b.id, 'admin', set_booking_status.to_status, remark, person, set_booking_status.final_price,
    case set_booking_status.to_status when 'no_show' then private.no_show_fee(b) else 0 end
  ));
end;
$$;
revoke all on function public.set_booking_status(uuid, text, text, text, int, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.set_booking_status(uuid, text, text, text, int, text, text)
  to authenticated, service_role;
comment on function public.set_booking_status(uuid, text, text, text, int, text, text) is
  'Admins move a booking along booking_transitions. A bike that is fetched or handed back changes hands with the code that the customer says, or without_code: why there is none, which the event keeps. A wrong code is answered with status 422 and hint handover_code (details.tries_left of 5), and remembered. The work is checked once every line of the job card is ticked. Nobody there, from 15 minutes after the booked start on, costs 200 rupees (nothing in weather mode, nothing when we missed the window). A bill is what was agreed or less: the estimate and the approved extra work, which is also what a completed booking without a bill costs. Raises PT403, PT404, PT409 not_allowed, nothing_asked, not_answered, not_ticked (details.left), no_more_tries, too_early, not_agreed (details.agreed), PT422.';

-- Reading ------------------------------------------------------------------------------------------------------------

create or replace function public.get_booking(manage_token text default null, booking uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
    perform private.fail(404, 'not_found', 'We could not find this booking. Call us on ' || private.shop_phone() || '.');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  payment := private.payment_of(b);
  b.status := private.shown_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.hhmm(b.booking_time),
    'window_end', private.hhmm(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object('name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address)
      from public.shop s
    )
  ) into result;
  return result;
end;
$$;
comment on function public.get_booking(text, uuid) is
  'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), the finished job card (checklist, empty until the bike is ready), and how to reach the shop. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. Raises PT404 not_found.';
