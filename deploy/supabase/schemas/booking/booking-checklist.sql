-- The job card: written when the service starts; every line is ticked before the quality check.

create table public.booking_checklist (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  line int not null check (line > 0),
  group_name text not null,
  label text not null,
  done_at timestamptz,
  done_by uuid,
  not_needed text check (char_length(not_needed) between 3 and 200),
  extra_work_id uuid unique references public.extra_work (id) on delete cascade,
  is_concern boolean not null default false,
  answer_note text check (char_length(answer_note) between 1 and 300),
  answer public.concern_answer,
  changed_at timestamptz,
  primary key (booking_id, line),
  check (not_needed is null or done_at is not null),
  check ((answer is not null) = (is_concern and done_at is not null))
);
alter table public.booking_checklist enable row level security;
revoke all on table public.booking_checklist from public, anon, authenticated, service_role;
grant select on table public.booking_checklist to authenticated;
grant select, insert, update, delete on table public.booking_checklist to service_role;
create policy "admins read checklists, customers read their own when finished" on public.booking_checklist
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'foreman', 'accountant'))
    or exists (select from public.staff_bookings s where s.id = booking_id)
    or exists (
      select from public.service_bookings b
      where b.id = booking_id and b.user_id = (select auth.uid()) and b.status in ('ready', 'completed')
    )
  );
comment on table public.booking_checklist is
  'The job card of one booking, as it was when the work began: what is printed for the package and the model, the add-ons and the approved extra work. Later changes of the catalog don''t reach it.';
comment on column public.booking_checklist.done_at is 'When it was ticked, or found not to be needed.';
comment on column public.booking_checklist.not_needed is 'Why this line does not apply to this bike; null: it was done.';
comment on column public.booking_checklist.extra_work_id is 'The approved extra work that the line is about.';
comment on column public.booking_checklist.changed_at is
  'When staff last changed the line, also without a network: of two changes the later one counts.';
comment on column public.booking_checklist.is_concern is 'Whether the line is what the customer wrote. It is done when it has its answer.';

create view private.job_lines as
select
  todo.booking_id,
  (row_number() over (partition by todo.booking_id order by todo.part, todo.place, todo.position))::int as line,
  todo.group_name,
  todo.label,
  todo.extra_work_id,
  todo.is_concern
from (
  -- What the customer wrote comes first. The id is that of the items: with the key of service_bookings the view would
  -- join models and brands a second time, and embedding them would be ambiguous.
  select
    i.booking_id, 0 as part, 0 as place, 0 as position, 'Told by the customer' as group_name,
    regexp_replace(b.notes, '\s+', ' ', 'g') as label, null::uuid as extra_work_id, true as is_concern
  from public.booking_items i
  join public.service_bookings b on b.id = i.booking_id
  where i.package_type = 'primary' and b.notes is not null
  union all
  select
    i.booking_id, 1 as part, i.position as place, c.position, coalesce(nullif(c.group_name, ''), i.name) as group_name,
    c.label, null as extra_work_id, false as is_concern
  from public.booking_items i
  join public.service_bookings b on b.id = i.booking_id
  join public.model_job_cards c
    on c.package_slug = i.item_id and c.model_id = b.model_id and c.kind = 'included'
  where i.package_type = 'primary'
  union all
  -- A re-check looks again at what was done before.
  select i.booking_id, 1 as part, done.part as place, done.position, 'Re-check' as group_name,
    done.name || ': looked at again' as label, null as extra_work_id, false as is_concern
  from public.booking_items i
  join public.service_bookings b on b.id = i.booking_id
  join (
    select d.booking_id, 0 as part, d.position, d.name from public.booking_items d
    where d.package_type <> 'pickup' and d.minutes > 0
    union all
    select e.booking_id, 1, e.position, e.name from public.extra_work e where e.status = 'approved'
  ) as done on done.booking_id = b.recheck_of
  where i.item_id = 're-check'
  union all
  -- An add-on that takes no time, such as a longer warranty, needs no line.
  select
    i.booking_id, 2 as part, i.position as place, 0 as position, 'Add-ons' as group_name,
    case when i.quantity > 1 then i.quantity || ' × ' || i.name else i.name end as label,
    null as extra_work_id, false as is_concern
  from public.booking_items i
  where i.package_type = 'addon' and i.minutes > 0
  union all
  select e.booking_id, 3 as part, e.position as place, 0 as position, 'Extra work' as group_name, e.name as label,
    e.id as extra_work_id, false as is_concern
  from public.extra_work e where e.status = 'approved'
) as todo;
revoke all on table private.job_lines from public, anon, authenticated, service_role;
comment on view private.job_lines is 'The job card of each booking from what is booked and approved now.';

create view public.planned_job_lines with (security_barrier = true) as
select l.booking_id, l.line, l.group_name, l.label, l.is_concern
from private.job_lines l
where exists (select from public.staff_bookings s where s.id = l.booking_id)
  or exists (
    select from public.service_bookings b where b.id = l.booking_id and b.user_id = (select auth.uid())
  );
revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;
comment on view public.planned_job_lines is
  'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

create function private.write_checklist(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from public.booking_checklist c where c.booking_id = booking.id) then
    perform private.update_checklist(booking);
    return;
  end if;
  insert into public.booking_checklist (booking_id, line, group_name, label, extra_work_id, is_concern)
  select p.booking_id, p.line, p.group_name, p.label, p.extra_work_id, p.is_concern
  from private.job_lines p where p.booking_id = booking.id;
end;
$$;
revoke all on function private.write_checklist(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.write_checklist(public.service_bookings) is
  'Writes the checklist of a booking from what was booked and approved, when the work begins for the first time.';

create function private.update_checklist(booking public.service_bookings) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  last_line int := (select max(c.line) from public.booking_checklist c where c.booking_id = booking.id);
begin
  -- Before the work begins there is no checklist yet.
  if last_line is null then
    return;
  end if;
  delete from public.booking_checklist c using public.extra_work e
  where c.booking_id = booking.id and e.id = c.extra_work_id and e.status <> 'approved' and c.done_at is null;
  insert into public.booking_checklist (booking_id, line, group_name, label, extra_work_id)
  select booking.id, last_line + row_number() over (order by e.position), 'Extra work', e.name, e.id
  from public.extra_work e
  where e.booking_id = booking.id and e.status = 'approved'
    and not exists (select from public.booking_checklist c where c.extra_work_id = e.id);
end;
$$;
revoke all on function private.update_checklist(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.update_checklist(public.service_bookings) is
  'Adds extra work that was approved after the work began to the end of the checklist, and takes off a line whose answer was taken back.';

create function private.add_correction(booking public.service_bookings, reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.booking_checklist (booking_id, line, group_name, label)
  select booking.id, coalesce(max(c.line), 0) + 1, 'To put right', add_correction.reason
  from public.booking_checklist c where c.booking_id = booking.id;
end;
$$;
revoke all on function private.add_correction(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.add_correction(public.service_bookings, text) is
  'Adds why a bike went back into the work as a line that must be done.';

create function private.count_open_lines(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.booking_checklist c where c.booking_id = count_open_lines.booking and c.done_at is null
  );
end;
$$;
revoke all on function private.count_open_lines(uuid) from public, anon, authenticated, service_role;
comment on function private.count_open_lines(uuid) is 'How many lines of a checklist are neither done nor marked as not needed.';

create function private.checklist_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', c.line, 'group_name', c.group_name, 'label', c.label, 'done_at', c.done_at, 'not_needed', c.not_needed,
      'is_concern', c.is_concern, 'answer', c.answer, 'answer_note', c.answer_note
    ) order by c.line), '[]')
    from public.booking_checklist c where c.booking_id = checklist_of.booking
  );
end;
$$;
revoke all on function private.checklist_of(uuid) from public, anon, authenticated, service_role;
comment on function private.checklist_of(uuid) is 'The lines of the checklist of a booking.';

create function private.checklist_ahead(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'group_name', l.group_name, 'label', l.label, 'done_at', null, 'not_needed', null,
      'is_concern', l.is_concern, 'answer', null, 'answer_note', null
    ) order by l.line), '[]')
    from private.job_lines l
    where l.booking_id = booking.id
      and booking.status in ('confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval')
  );
end;
$$;
revoke all on function private.checklist_ahead(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.checklist_ahead(public.service_bookings) is
  'The lines that write_checklist will write, with their numbers, as checklist_of has them: a phone without a network begins with them. Empty once the work has begun.';

create function private.tick_lines(
  b public.service_bookings, lines int[], done boolean, not_needed text, made_at timestamptz
) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  why text := private.clean_text(tick_lines.not_needed);
begin
  if b.status not in ('in_service', 'quality_check') then
    perform private.reject(409, 'not_in_service', jsonb_build_object('status', b.status));
  elsif tick_lines.done is null then
    perform private.reject(422, 'done');
  elsif why is not null and (not tick_lines.done or char_length(why) not between 3 and 200) then
    perform private.reject(422, 'not_needed');
  elsif coalesce(cardinality(tick_lines.lines), 0) not between 1 and 200 or exists (
    select from unnest(tick_lines.lines) as asked (line)
    where not exists (
      select from public.booking_checklist c where c.booking_id = b.id and c.line = asked.line
    )
  ) then
    perform private.reject(422, 'lines');
  end if;
  update public.booking_checklist c set
    done_at = case when tick_lines.done then private.now() end,
    done_by = case when tick_lines.done then auth.uid() end,
    not_needed = why,
    answer = case
      when not c.is_concern or not tick_lines.done then null
      when why is null then 'found_and_fixed'::public.concern_answer
      else 'not_found'
    end,
    answer_note = case when c.is_concern then why end,
    changed_at = tick_lines.made_at
  where c.booking_id = b.id and c.line = any (tick_lines.lines)
    -- Repeating a tick keeps the first person and time.
    and ((c.done_at is not null) is distinct from tick_lines.done or c.not_needed is distinct from why)
    and (c.changed_at is null or c.changed_at <= tick_lines.made_at);
  if found then
    perform private.signal_job(b.id);
    perform private.notify_followers(b.id) from public.booking_checklist c
    where c.booking_id = b.id and c.line = any (tick_lines.lines) and c.is_concern;
    return 'applied';
  end if;
  return case when exists (
    select from public.booking_checklist c
    where c.booking_id = b.id and c.line = any (tick_lines.lines) and c.changed_at > tick_lines.made_at
      and ((c.done_at is not null) is distinct from tick_lines.done or c.not_needed is distinct from why)
  ) then 'older' else 'applied' end;
end;
$$;
revoke all on function private.tick_lines(public.service_bookings, int[], boolean, text, timestamptz) from public, anon, authenticated, service_role;
comment on function private.tick_lines(public.service_bookings, int[], boolean, text, timestamptz) is
  'Ticks lines of a job card as tick_checklist says. Returns older, and changes nothing, where a later change is there. Raises PT409 not_in_service, PT422 (lines, done, not_needed).';

create function public.tick_checklist(booking uuid, lines int[], done boolean, not_needed text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_job(tick_checklist.booking);
begin
  perform private.tick_lines(b, tick_checklist.lines, tick_checklist.done, tick_checklist.not_needed, private.now());
  return jsonb_build_object('left', private.count_open_lines(b.id), 'checklist', private.checklist_of(b.id));
end;
$$;
revoke all on function public.tick_checklist(uuid, int[], boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.tick_checklist(uuid, int[], boolean, text) to authenticated, service_role;
comment on function public.tick_checklist(uuid, int[], boolean, text) is
  'Staff tick lines of a job card while the bike is in service or in the quality check, take ticks back (done false), or say why a line is not needed. A tick of the customer''s own words answers them with found and fixed, not needed with not found. Answers {left, checklist: [{line, group_name, label, done_at, not_needed, is_concern, answer, answer_note}]}. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_in_service, PT422 (lines, done, not_needed).';
