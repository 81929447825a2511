-- Extra work: lines that staff propose after the inspection and the customer approves or declines.

create table public.extra_work (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  reason text not null check (char_length(reason) between 3 and 300),
  price int not null check (price between 1 and 100000),
  minutes int not null check (minutes between 0 and 960),
  status public.extra_work_status not null,
  decided_by public.extra_work_decider,
  note text,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  position int not null,
  unique (booking_id, position),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check (decided_by <> 'limit' or status = 'approved')
);
alter table public.extra_work enable row level security;
revoke all on table public.extra_work from public, anon, authenticated, service_role;
grant select on table public.extra_work to authenticated;
grant select, insert, update, delete on table public.extra_work to service_role;
create policy "extra work is read with its booking" on public.extra_work
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
    or exists (select from public.staff_bookings s where s.id = booking_id)
  );
comment on table public.extra_work is
  'Work that the shop found beside the booked work, one row per line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking.';

create function private.notify_followers(booking uuid) returns void
language sql set search_path = ''
as $$ update public.service_bookings s set updated_at = pg_catalog.now() where s.id = notify_followers.booking; $$;
revoke all on function private.notify_followers(uuid) from public, anon, authenticated, service_role;
comment on function private.notify_followers(uuid) is 'Sets updated_at of the booking, so that Realtime reports it and open pages read it again.';

create function private.extra_work_of(booking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) - 'booking_id' order by e.position), '[]')
  from public.extra_work e where e.booking_id = extra_work_of.booking;
$$;
revoke all on function private.extra_work_of(uuid) from public, anon, authenticated, service_role;
comment on function private.extra_work_of(uuid) is 'The lines of extra work of a booking.';

create function public.propose_extra_work(booking uuid, items jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  entry jsonb;
  line public.extra_work;
  used int;
begin
  perform private.require_duty('owner', 'desk', 'foreman', 'mechanic');
  b := private.lock_own_booking(booking, null);
  if b.status <> 'inspecting' then
    perform private.reject(409, 'not_inspecting', jsonb_build_object('status', b.status));
  elsif items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 20 then
    perform private.reject(422, 'work');
  end if;
  select coalesce(sum(e.price), 0)::int into used
  from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit';
  for entry in select e from jsonb_array_elements(items) as t (e) loop
    line.name := private.clean_text(entry ->> 'name');
    line.reason := private.clean_text(entry ->> 'reason');
    line.price := private.to_int(entry ->> 'price');
    line.minutes := private.to_int(coalesce(entry ->> 'minutes', '0'));
    if line.name is null or char_length(line.name) not between 2 and 80 then
      perform private.reject(422, 'work_name');
    elsif line.reason is null or char_length(line.reason) not between 3 and 300 then
      perform private.reject(422, 'work_reason');
    elsif line.price is null or line.price not between 1 and 100000 then
      perform private.reject(422, 'work_price');
    elsif line.minutes is null or line.minutes not between 0 and 960 then
      perform private.reject(422, 'work_minutes');
    end if;
    -- Work within the limit needs no answer; anything beyond it does.
    line.decided_by := case when used + line.price <= b.approval_limit then 'limit'::public.extra_work_decider end;
    if line.decided_by = 'limit' then
      used := used + line.price;
    end if;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position
    ) values (
      b.id, line.name, line.reason, line.price, line.minutes,
      case when line.decided_by = 'limit' then 'approved'::public.extra_work_status else 'proposed' end, line.decided_by, private.now(),
      case when line.decided_by = 'limit' then private.now() end,
      (select coalesce(max(e.position), 0) + 1 from public.extra_work e where e.booking_id = b.id)
    );
  end loop;
  if exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.propose_extra_work(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.propose_extra_work(uuid, jsonb) to authenticated, service_role;
comment on function public.propose_extra_work(uuid, jsonb) is
  'Who works on the job proposes work found while inspecting: [{name, reason, price, minutes}]. Lines within the approval limit of the booking are approved at once; with any other line the booking waits for the customer. Raises PT403, PT404, PT409 not_inspecting, PT422 (work, work_name, work_reason, work_price, work_minutes).';

create function public.answer_extra_work(
  line uuid, approve boolean, manage_token text default null, note text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  work public.extra_work;
  b public.service_bookings;
  as_admin boolean;
  remark text := private.clean_text(answer_extra_work.note);
  answer public.extra_work_status := case
    when answer_extra_work.approve then 'approved'::public.extra_work_status when not answer_extra_work.approve then 'declined'
  end;
begin
  b := private.lock_own_booking(
    (select e.booking_id from public.extra_work e where e.id = line), answer_extra_work.manage_token
  );
  as_admin := public.has_duty('owner', 'desk', 'foreman', 'mechanic') and b.user_id is distinct from auth.uid();
  select * into work from public.extra_work e where e.id = line;
  if answer is null then
    perform private.reject(422, 'approve');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  elsif as_admin and remark is null then
    perform private.reject(422, 'answer_note');
  elsif work.status = answer then
    return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
  elsif work.status <> 'proposed' or b.status <> 'awaiting_approval' then
    perform private.reject(409, 'answered');
  end if;
  update public.extra_work e set
    status = answer, decided_by = case when as_admin then 'admin'::public.extra_work_decider else 'customer' end, decided_at = private.now(),
    note = remark
  where e.id = line;
  if not exists (select from public.extra_work e where e.booking_id = b.id and e.status = 'proposed') then
    b := private.transition_booking(
      b.id, case when as_admin then 'admin'::public.booking_actor else 'customer' end, 'inspecting', null
    );
  else
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function public.answer_extra_work(uuid, boolean, text, text) from public, anon, authenticated, service_role;
grant execute on function public.answer_extra_work(uuid, boolean, text, text) to anon, authenticated, service_role;
comment on function public.answer_extra_work(uuid, boolean, text, text) is
  'The customer approves or declines one line; staff must add a note of how the customer answered. After the last answer the booking is back in inspecting. Repeating an answer changes nothing. Raises PT404, PT409 answered, PT422 (approve, answer_note, note_too_long).';
