-- Extra work: lines that staff propose while they have the bike, and the customer's answers.

create table public.extra_work (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  reason text not null check (char_length(reason) between 3 and 300),
  price int not null check (price between 1 and 100000),
  minutes int not null check (minutes between 0 and 1440),
  status public.extra_work_status not null,
  decided_by public.extra_work_decider,
  note text,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  position int not null,
  item_id text,
  answered_by uuid,
  price_version int not null default 1 check (price_version > 0),
  urgency public.work_urgency,
  answer_by timestamptz,
  seen_at timestamptz,
  unique (booking_id, position),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check (decided_by <> 'limit' or status = 'approved'),
  check (decided_by <> 'no_answer' or status = 'later')
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
  'Work that the shop found beside the booked work, one row per line. A line is done only when approved: by the customer, by an admin who asked on the phone and says so in the note, or by the limit chosen at booking. A line without an answer is put off (no_answer).';
comment on column public.extra_work.item_id is 'The package or add-on of the catalog that it is; null: described in words.';
comment on column public.extra_work.answered_by is 'The member of staff who noted an answer, or the account of the customer; null: the limit, or a guest.';
comment on column public.extra_work.answer_by is 'From then on staff may leave a line undone that has no answer. Null: at any time, or nothing was asked.';
comment on column public.extra_work.proposed_at is 'When it was proposed, or asked again at another price.';
comment on column public.extra_work.seen_at is 'When the customer first opened the question, in the account or by the link; null: not yet, or nothing was asked.';
comment on column public.extra_work.price_version is 'Rises with each change of the price, which takes the answer back. An answer to an older price is rejected.';

create function private.notify_followers(booking uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.service_bookings s set updated_at = pg_catalog.now() where s.id = notify_followers.booking;
end;
$$;
revoke all on function private.notify_followers(uuid) from public, anon, authenticated, service_role;
comment on function private.notify_followers(uuid) is 'Sets updated_at of the booking, so that Realtime reports it and open pages read it again.';

create function private.answer_locked_at(work public.extra_work) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select least(
      (select c.done_at from public.booking_checklist c where c.extra_work_id = work.id),
      (select min(p.used_at) from public.used_parts p where p.extra_work_id = work.id),
      (
        select private.status_since(b) from public.service_bookings b
        where b.id = work.booking_id
          and b.status not in ('inspecting', 'awaiting_approval', 'in_service', 'quality_check')
      ),
      (
        select n.created_at from public.declined_work d join public.service_bookings n on n.id = d.booked_with
        where d.extra_work_id = work.id and private.is_live_booking(n.id)
      )
    )
    where work.status <> 'proposed' and work.decided_by <> 'limit'
  );
end;
$$;
revoke all on function private.answer_locked_at(public.extra_work) from public, anon, authenticated, service_role;
comment on function private.answer_locked_at(public.extra_work) is
  'Since when an answer stands: its line of the job card is ticked, a part of it was used, the bike is ready, or a later booking does what was declined. Null while it can be changed, and where the customer has not answered.';

create function private.extra_work_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
      to_jsonb(e) - '{booking_id,answered_by}'::text[] || jsonb_build_object('locked_at', private.answer_locked_at(e))
      order by e.position
    ), '[]')
    from public.extra_work e where e.booking_id = extra_work_of.booking
  );
end;
$$;
revoke all on function private.extra_work_of(uuid) from public, anon, authenticated, service_role;
comment on function private.extra_work_of(uuid) is
  'The lines of extra work of a booking, with locked_at: since when an answer can be changed no more.';

create view private.priced_items as
select o.model_id, o.package_slug as item_id, o.name, o.price, o.minutes, 0 as rank, o.sort from public.model_offers o
union all
select a.model_id, a.addon_slug, a.name, a.price, a.minutes, 1, a.sort from public.model_addons a;
revoke all on table private.priced_items from public, anon, authenticated, service_role;
comment on view private.priced_items is
  'Every package and add-on that fits a model and is sold for it, with its price; in the order of the catalog by rank and sort.';

create function private.priced_item(model text, item text)
returns table (name text, price int, minutes int)
language sql stable set search_path = ''
as $$
  select i.name, i.price, i.minutes from private.priced_items i
  where i.model_id = priced_item.model and i.item_id = priced_item.item;
$$;
revoke all on function private.priced_item(text, text) from public, anon, authenticated, service_role;
comment on function private.priced_item(text, text) is
  'A package or add-on with its price for a model; no row when it does not fit the model or is not sold for it.';

create function private.is_per_place(item text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.inspection_points p where p.item_id = is_per_place.item and p.per_place);
end;
$$;
revoke all on function private.is_per_place(text) from public, anon, authenticated, service_role;
comment on function private.is_per_place(text) is 'Whether an item is priced for one place of the bike, so that it may be done twice: pads and tyres.';

create function private.included_in(booking uuid, item text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select i.name from public.booking_items i
    where i.booking_id = included_in.booking and not private.is_per_place(included_in.item) and (
      i.item_id = included_in.item or exists (
        select from private.included_items n where n.package_slug = i.item_id and n.item_id = included_in.item
      )
    )
    order by i.position limit 1
  );
end;
$$;
revoke all on function private.included_in(uuid, text) from public, anon, authenticated, service_role;
comment on function private.included_in(uuid, text) is
  'The name of the booked work that is or includes an item: it is not proposed beside it. Null where none does, and for work at one place, since the other may need it too.';

create function private.check_not_included(booking public.service_bookings, item text, line uuid default null) returns void
language plpgsql stable set search_path = ''
as $$
declare
  part_of text := coalesce(private.included_in(booking.id, check_not_included.item), (
    select e.name from public.extra_work e
    where e.booking_id = booking.id and e.item_id = check_not_included.item and e.status in ('proposed', 'approved')
      and e.id is distinct from check_not_included.line and not private.is_per_place(check_not_included.item)
    order by e.position limit 1
  ));
begin
  if part_of is not null then
    perform private.reject(422, 'already_included', jsonb_build_object(
      'name', (select o.name from private.priced_item(booking.model_id, check_not_included.item) o), 'part_of', part_of
    ));
  end if;
end;
$$;
revoke all on function private.check_not_included(public.service_bookings, text, uuid)
  from public, anon, authenticated, service_role;
comment on function private.check_not_included(public.service_bookings, text, uuid) is
  'Raises PT422 already_included (details: name, part_of) for an item that the booked work is or includes, or that another line than this one proposes or does, unless it is priced for one place.';

create function private.unasked_rise(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with totals as (
      select e.id, sum((e.data ->> 'to')::int - (e.data ->> 'from')::int) over (order by e.id) as level
      from public.booking_events e
      where e.booking_id = unasked_rise.booking and e.kind = 'items_changed' and e.actor = 'admin'
        and coalesce(char_length(e.note), 0) < 3
    )
    -- Less work gives back what rises have used, and nothing beyond.
    select coalesce((
      select t.level - least(0, (select min(level) from totals)) from totals t order by t.id desc limit 1
    ), 0)::int
  );
end;
$$;
revoke all on function private.unasked_rise(uuid) from public, anon, authenticated, service_role;
comment on function private.unasked_rise(uuid) is
  'Rupees by which staff have changed the booked work without a yes of the customer, less what later changes took off.';

create function private.limit_used(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return private.unasked_rise(limit_used.booking) + (
    select coalesce(sum(e.price), 0)::int from public.extra_work e
    where e.booking_id = limit_used.booking and e.decided_by = 'limit'
  );
end;
$$;
revoke all on function private.limit_used(uuid) from public, anon, authenticated, service_role;
comment on function private.limit_used(uuid) is 'Rupees of the approval limit that are used: by extra work that was done within it, and by changes of the booked work without a yes.';

create function private.answer_until() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return private.now() + (
    select make_interval(mins => t.minutes) from public.status_targets t where t.status = 'awaiting_approval'
  );
end;
$$;
revoke all on function private.answer_until() from public, anon, authenticated, service_role;
comment on function private.answer_until() is
  'Until when a customer who is asked now has time to answer: the minutes that status_targets gives that status; null without a limit.';

create function private.settle_extra_work(booking public.service_bookings, actor public.booking_actor) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  b public.service_bookings := booking;
  asked boolean := exists (
    select from public.extra_work e where e.booking_id = booking.id and e.status = 'proposed'
  );
begin
  perform private.update_checklist(b);
  if asked and b.status <> 'awaiting_approval' then
    b := private.transition_booking(b.id, 'admin', 'awaiting_approval', null);
  elsif not asked and b.status = 'awaiting_approval' then
    b := private.transition_booking(b.id, settle_extra_work.actor, coalesce(b.resume_status, 'inspecting'), null);
  else
    -- A change of the status refunds by itself.
    perform private.refund_overpayment(b, 'overpaid');
    perform private.notify_followers(b.id);
  end if;
  return private.booking_state(b) || jsonb_build_object('extra_work', private.extra_work_of(b.id));
end;
$$;
revoke all on function private.settle_extra_work(public.service_bookings, public.booking_actor)
  from public, anon, authenticated, service_role;
comment on function private.settle_extra_work(public.service_bookings, public.booking_actor) is
  'After a change of the lines: the approved ones join the checklist, the booking waits for an answer while a line has none and returns to where it was afterwards, and what is overpaid then is refunded. Returns the state and the lines.';
