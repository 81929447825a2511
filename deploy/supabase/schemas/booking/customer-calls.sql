-- The desk's own records of customers: calls and how they ended, notes, and reminders to oneself. They belong to the
-- number, as fees and credits do.

create table public.customer_calls (
  id uuid primary key default gen_random_uuid(),
  phone text not null,
  called_at timestamptz not null,
  called_by uuid references auth.users (id) on delete set null,
  about text check (char_length(about) <= 200),
  booking_id uuid references public.service_bookings (id) on delete set null,
  outcome public.call_outcome not null
);
create index customer_calls_phone on public.customer_calls (phone, called_at);
create index customer_calls_booking on public.customer_calls (booking_id) where booking_id is not null;
create index customer_calls_called_by on public.customer_calls (called_by);
alter table public.customer_calls enable row level security;
revoke all on table public.customer_calls from public, anon, authenticated, service_role;
grant select on table public.customer_calls to authenticated;
grant select, insert, update, delete on table public.customer_calls to service_role;
create policy "owners and the desk read calls" on public.customer_calls
  for select to authenticated using ((select public.has_duty('owner', 'desk')));
comment on table public.customer_calls is
  'Calls with customers: who, when, about what, and how it ended. Written by log_call, and by create_booking for a request that was booked.';

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  note text not null check (char_length(btrim(note)) between 2 and 300),
  written_at timestamptz not null default pg_catalog.now(),
  written_by uuid default auth.uid() references auth.users (id) on delete set null
);
create index customer_notes_phone on public.customer_notes (phone, written_at);
create index customer_notes_written_by on public.customer_notes (written_by);
alter table public.customer_notes enable row level security;
revoke all on table public.customer_notes from public, anon, authenticated, service_role;
grant select, delete on table public.customer_notes to authenticated;
grant insert (phone, note) on table public.customer_notes to authenticated;
grant select, insert, update, delete on table public.customer_notes to service_role;
create policy "owners and the desk read notes" on public.customer_notes
  for select to authenticated using ((select public.has_duty('owner', 'desk')));
create policy "owners and the desk write notes" on public.customer_notes
  for insert to authenticated with check ((select public.has_duty('owner', 'desk')));
create policy "owners and the desk remove notes" on public.customer_notes
  for delete to authenticated using ((select public.has_duty('owner', 'desk')));
comment on table public.customer_notes is
  'What owners and the desk remember of a customer: the dog at the gate, call after six. Customers may ask to read it.';

create table public.desk_reminders (
  id uuid primary key default gen_random_uuid(),
  phone text check (phone ~ '^\+91[6-9][0-9]{9}$'),
  words text not null check (char_length(btrim(words)) between 2 and 200),
  due_at timestamptz not null,
  done_at timestamptz,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade
);
create index desk_reminders_open on public.desk_reminders (user_id, due_at) where done_at is null;
alter table public.desk_reminders enable row level security;
revoke all on table public.desk_reminders from public, anon, authenticated, service_role;
grant select on table public.desk_reminders to authenticated;
grant insert (phone, words, due_at), update (done_at) on table public.desk_reminders to authenticated;
grant select, insert, update, delete on table public.desk_reminders to service_role;
create policy "owners and the desk read their reminders" on public.desk_reminders
  for select to authenticated using (user_id = (select auth.uid()) and (select public.has_duty('owner', 'desk')));
create policy "owners and the desk remind themselves" on public.desk_reminders
  for insert to authenticated with check (user_id = (select auth.uid()) and (select public.has_duty('owner', 'desk')));
create policy "owners and the desk tick off their reminders" on public.desk_reminders
  for update to authenticated using (user_id = (select auth.uid()) and (select public.has_duty('owner', 'desk')))
  with check (user_id = (select auth.uid()));
comment on table public.desk_reminders is
  'What a person at the desk wants to be told at a time. Theirs alone; it comes up on the board when it is due.';

-- The board of owners and the desk is live. Realtime shows a row to those who may read it, without the hashes.
alter publication supabase_realtime add table public.callback_requests, public.waitlist;

create function public.log_call(
  outcome text, phone text default null, callback text default null, waiting text default null, about text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  done public.customer_calls;
  asked public.callback_requests;
  entry public.waitlist;
begin
  perform private.require_duty('owner', 'desk');
  done.outcome := private.to_call_outcome(log_call.outcome);
  done.about := private.clean_text(log_call.about);
  if done.outcome is null or done.outcome = 'booked' then
    perform private.reject(422, 'outcome');
  elsif char_length(done.about) > 200 then
    perform private.reject(422, 'call_about');
  end if;
  if log_call.callback is not null then
    select * into asked from public.callback_requests c where c.id = private.to_uuid(log_call.callback) for update;
    if asked.id is null then
      perform private.reject(404, 'unknown_wish');
    elsif asked.handled_at is not null then
      perform private.reject(409, 'wish_closed');
    end if;
    done.phone := asked.phone;
    done.about := coalesce(done.about, left(private.clean_text(coalesce(asked.message, asked.bike, asked.pin)), 200));
    update public.callback_requests c set
      tries = c.tries + (done.outcome = 'no_answer')::int,
      tried_at = case when done.outcome = 'no_answer' then private.now() else c.tried_at end,
      handled_at = case when done.outcome <> 'no_answer' then private.now() end,
      outcome = case when done.outcome <> 'no_answer' then done.outcome end
    where c.id = asked.id;
  elsif log_call.waiting is not null then
    select * into entry from public.waitlist w where w.id = private.to_uuid(log_call.waiting);
    if entry.id is null then
      perform private.reject(404, 'unknown_wish');
    elsif entry.state not in ('waiting', 'offered')
      or (done.outcome = 'not_wanted' and private.leave_line(entry.id) <> 'left')
    then
      perform private.reject(409, 'wish_closed');
    end if;
    done.phone := entry.phone;
    done.about := coalesce(done.about, 'Waits for a place');
    if done.outcome = 'no_answer' then
      update public.waitlist w set tries = w.tries + 1, tried_at = private.now() where w.id = entry.id;
    end if;
  else
    done.phone := private.clean_phone(log_call.phone);
    if done.phone is null then
      perform private.reject(422, 'phone');
    end if;
  end if;
  insert into public.customer_calls (phone, called_at, called_by, about, outcome)
  values (done.phone, private.now(), auth.uid(), done.about, done.outcome) returning * into done;
  return jsonb_build_object('id', done.id, 'called_at', done.called_at, 'outcome', done.outcome);
end;
$$;
revoke all on function public.log_call(text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.log_call(text, text, text, text, text) to authenticated, service_role;
comment on function public.log_call(text, text, text, text, text) is
  'Owners and the desk write down a call: to a number, or for a call-back request or an entry of the waitlist. outcome is reached, no_answer or not_wanted. A request that was reached or is not wanted is closed, and who does not want to wait leaves the waitlist; with no_answer both stay, with the time of the try. Raises PT403 forbidden, PT404 unknown_wish, PT409 wish_closed, PT422 outcome, phone, call_about.';

create function private.close_wish(booking public.service_bookings, request jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  asked public.callback_requests;
  entry public.waitlist;
begin
  update public.callback_requests c set handled_at = private.now(), outcome = 'booked'
  where c.id = private.to_uuid(request ->> 'callback') and c.handled_at is null returning * into asked;
  update public.waitlist w set state = 'claimed'
  -- Its offer may have become claimed with this booking.
  where w.id = private.to_uuid(request ->> 'waiting') and w.state in ('waiting', 'offered', 'claimed')
  returning * into entry;
  if asked.id is not null or entry.id is not null then
    insert into public.customer_calls (phone, called_at, called_by, about, outcome, booking_id)
    values (
      coalesce(asked.phone, entry.phone), private.now(), auth.uid(),
      coalesce(left(private.clean_text(coalesce(asked.message, asked.bike, asked.pin)), 200), 'Waits for a place'),
      'booked', booking.id
    );
  end if;
end;
$$;
revoke all on function private.close_wish(public.service_bookings, jsonb) from public, anon, authenticated, service_role;
comment on function private.close_wish(public.service_bookings, jsonb) is
  'Closes the call-back request or the entry of the waitlist that staff answer with a booking. What was closed before stays as it is.';

create function public.get_customer(phone text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  dialled text := private.clean_phone(get_customer.phone);
begin
  perform private.require_duty('owner', 'desk');
  if dialled is null then
    perform private.reject(422, 'phone');
  end if;
  return jsonb_build_object(
    'phone', dialled,
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'number', b.number, 'status', private.effective_status(b), 'booking_date', b.booking_date,
        'bike_name', b.bike_name, 'vehicle_number', b.vehicle_number, 'work', private.last_work(b),
        'amount', coalesce(b.final_price, b.estimated_price)
      ) order by b.starts_at desc), '[]')
      from (
        select * from public.service_bookings s where s.phone = dialled and s.status <> 'expired'
        order by s.starts_at desc limit 20
      ) b
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'note', n.note, 'at', n.written_at, 'by', private.staff_name(n.written_by)
      ) order by n.written_at desc), '[]')
      from public.customer_notes n where n.phone = dialled
    ),
    'calls', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'at', c.called_at, 'by', private.staff_name(c.called_by), 'about', c.about, 'outcome', c.outcome,
        'booking', (select b.number from public.service_bookings b where b.id = c.booking_id)
      ) order by c.called_at desc), '[]')
      from (select * from public.customer_calls l where l.phone = dialled order by l.called_at desc limit 20) c
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'channel', m.channel, 'status', m.status, 'at', coalesce(m.sent_at, m.due_at),
        'booking', m.number
      ) order by coalesce(m.sent_at, m.due_at) desc, m.id desc), '[]')
      from (
        select o.id, o.kind, o.channel, o.status, o.sent_at, o.due_at, b.number
        from public.message_outbox o join public.service_bookings b on b.id = o.booking_id
        where b.phone = dialled and o.status <> 'dropped'
        order by coalesce(o.sent_at, o.due_at) desc, o.id desc limit 20
      ) m
    ),
    'email', (
      select b.email from public.service_bookings b where b.phone = dialled and b.email is not null
      order by b.created_at desc limit 1
    )
  );
end;
$$;
revoke all on function public.get_customer(text) from public, anon, authenticated, service_role;
grant execute on function public.get_customer(text) to authenticated, service_role;
comment on function public.get_customer(text) is
  'For owners and the desk: the card of a customer by number, beside get_caller. The last 20 bookings, calls and messages, all notes, and where mail goes. Raises PT403, PT422 phone.';

create function private.staff_name(user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$ begin return (select s.name from public.staff s where s.user_id = staff_name.user_id); end; $$;
revoke all on function private.staff_name(uuid) from public, anon, authenticated, service_role;
comment on function private.staff_name(uuid) is 'The name of a person of the shop, also after they have left.';
