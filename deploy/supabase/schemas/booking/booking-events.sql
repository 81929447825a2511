-- The history of a booking. It is append-only: triggers reject updates, deletes and truncation for every role.

create table public.booking_events (
  id bigint primary key generated always as identity,
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  at timestamptz not null,
  actor public.booking_actor not null,
  actor_id uuid,
  from_status public.booking_status,
  to_status public.booking_status not null,
  note text,
  moved_from timestamptz,
  fee int not null default 0,
  kind public.booking_event_kind not null default 'status',
  data jsonb not null default '{}'
);
create index booking_events_booking on public.booking_events (booking_id, id);
alter table public.booking_events enable row level security;
revoke all on table public.booking_events from public, anon, authenticated, service_role;
revoke all on sequence public.booking_events_id_seq from public, anon, authenticated, service_role;
-- Only the functions and the trigger below add events.
grant select on table public.booking_events to authenticated, service_role;
-- A policy cannot cut a column. Events with a contact are read here by those who see the contact; staff_events has all.
create policy "events are read with their booking" on public.booking_events
  for select to authenticated using (
    (select public.has_duty('owner', 'desk'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
    or exists (
      select from public.staff_bookings s
      where s.id = booking_id and (
        (s.contact_shown and not coalesce(data -> 'before' ?| '{email,gstin}'::text[], false))
        or not coalesce(data -> 'before' ?| '{phone,email,address_line,landmark,pin,gstin}'::text[], false)
      )
    )
  );
comment on table public.booking_events is 'Append-only history: who moved a booking from which status to which, when, and why.';
comment on column public.booking_events.note is 'What a person typed. The apps word kind and data.';
comment on column public.booking_events.kind is 'What happened. The status may have changed with it.';
comment on column public.booking_events.data is
  'Facts of the kind. status: without_code (why a bike changed hands without the code). moved: cause (when staff moved it), to_pickup. claimed: by (phone, email). number_proven: by (link, staff). fee_waived, refunded, credit_given: rupees. payment_reported: rupees, reference. payment_received: rupees, method. payment_received and paid_late: late (coupon_used, time_taken), coupon. promised: date, time.';
comment on column public.booking_events.moved_from is 'The previous start of the booking. Set only when this event moved it.';
comment on column public.booking_events.fee is 'Rupees that this event added to the booking''s fee, or took off.';
comment on column public.booking_events.actor is
  'customer and admin: a person, by a function; system: a rule, such as the expiry of an unpaid booking; service: somebody with the service role or the owner of the database wrote the status itself.';

create view public.staff_events with (security_barrier = true) as
select
  e.id, e.booking_id, e.at, e.actor, e.actor_id, e.from_status, e.to_status, e.note, e.moved_from, e.fee, e.kind,
  case
    when not e.data ? 'before' then e.data
    else e.data || jsonb_build_object('before', (
      select jsonb_object_agg(o.key, case
        when o.key = any ('{phone,address_line,landmark,pin}'::text[]) and not s.contact_shown then null
        when o.key = any ('{email,gstin}'::text[]) and not (select public.has_duty('owner', 'desk')) then null
        else o.value
      end)
      from jsonb_each(e.data -> 'before') as o
    ))
  end as data
from public.booking_events e join public.staff_bookings s on s.id = e.booking_id;
revoke all on table public.staff_events from public, anon, authenticated, service_role;
grant select on table public.staff_events to authenticated;
comment on view public.staff_events is
  'The history of bookings as staff may read it: of the bookings in staff_bookings. Of contacts that it hides, a correction names the fields and has null for what it replaced. No row for anyone else.';

create function private.arrived_at(booking uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select min(e.at)
    from (
      select s.at, s.to_status, lead(s.data) over (order by s.id) ? 'undone' as taken_back
      from public.booking_events s
      where s.booking_id = arrived_at.booking and s.from_status is distinct from s.to_status
    ) e
    where e.to_status in ('picked_up', 'inspecting') and e.taken_back is not true
  );
end;
$$;
revoke all on function private.arrived_at(uuid) from public, anon, authenticated, service_role;
comment on function private.arrived_at(uuid) is
  'When the bike of a booking was first with a mechanic: picked up or inspected. A step that was taken back does not count. Null before.';

create function private.forbid_event_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- The cascade of a deleted booking is allowed: the booking's row is already gone then.
    if not exists (select from public.service_bookings b where b.id = old.booking_id) then
      return old;
    end if;
  end if;
  raise exception 'booking_events is append-only';
end;
$$;
revoke all on function private.forbid_event_changes() from public, anon, authenticated, service_role;
comment on function private.forbid_event_changes() is
  'Trigger: rejects updates, deletes and truncation for every role: the table is append-only. Events are deleted only with their booking.';
create trigger forbid_event_changes before update or delete on public.booking_events
  for each row execute function private.forbid_event_changes();
create trigger forbid_event_truncation before truncate on public.booking_events
  for each statement execute function private.forbid_event_changes();

create function private.record_status_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  current_status public.booking_status;
  recorded public.booking_status;
begin
  select b.status into current_status from public.service_bookings b where b.id = new.id;
  select e.to_status into recorded from public.booking_events e where e.booking_id = new.id order by e.id desc limit 1;
  if current_status is distinct from recorded and current_status is not null then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status)
    values (new.id, private.now(), 'service', auth.uid(), recorded, current_status);
  end if;
  return null;
end;
$$;
revoke all on function private.record_status_event() from public, anon, authenticated, service_role;
comment on function private.record_status_event() is
  'Trigger at commit: a status that was changed without a function gets an event of the actor service, so that the last event always has the current status.';
create constraint trigger record_status_event after insert or update of status on public.service_bookings
  deferrable initially deferred
  for each row execute function private.record_status_event();
