-- The allowed status transitions of a booking, by actor.

create table public.booking_transitions (
  actor public.booking_actor not null check (actor <> 'service'),
  from_status public.booking_status not null,
  to_status public.booking_status not null,
  modes public.service_mode[] check (modes <> '{}'),
  needs_note boolean not null default false,
  primary key (actor, from_status, to_status)
);
alter table public.booking_transitions enable row level security;
revoke all on table public.booking_transitions from public, anon, authenticated, service_role;
grant select on table public.booking_transitions to authenticated;
grant select, insert, update, delete on table public.booking_transitions to service_role;
create policy "signed-in users read transitions" on public.booking_transitions
  for select to authenticated using (true);
comment on table public.booking_transitions is 'The allowed status transitions, by actor. Any other transition is rejected.';
comment on column public.booking_transitions.modes is 'The service modes in which the transition is allowed; null: all modes.';
comment on column public.booking_transitions.needs_note is 'Whether the step goes back in the work, so that staff must say why.';

insert into public.booking_transitions (actor, from_status, to_status, modes) values
  ('system', 'pending_payment', 'confirmed', null),
  ('system', 'pending_payment', 'expired', null),
  ('system', 'expired', 'confirmed', null),
  ('customer', 'pending_payment', 'cancelled', null),
  ('admin', 'pending_payment', 'cancelled', null),
  ('customer', 'confirmed', 'cancelled', null),
  ('admin', 'confirmed', 'assigned', null),
  ('admin', 'confirmed', 'cancelled', null),
  ('customer', 'assigned', 'cancelled', null),
  ('admin', 'assigned', 'on_the_way', '{doorstep}'),
  ('admin', 'assigned', 'picked_up', '{pickup}'),
  ('admin', 'assigned', 'inspecting', '{workshop}'),
  ('admin', 'assigned', 'no_show', null),
  ('admin', 'assigned', 'cancelled', null),
  ('customer', 'on_the_way', 'assigned', '{doorstep}'),
  ('customer', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'on_the_way', 'inspecting', '{doorstep}'),
  ('admin', 'on_the_way', 'assigned', '{doorstep}'),
  ('admin', 'on_the_way', 'no_show', '{doorstep}'),
  ('admin', 'on_the_way', 'cancelled', '{doorstep}'),
  ('admin', 'picked_up', 'inspecting', '{pickup}'),
  ('admin', 'picked_up', 'cancelled', '{pickup}'),
  ('admin', 'inspecting', 'awaiting_approval', null),
  ('admin', 'inspecting', 'in_service', null),
  ('admin', 'inspecting', 'cancelled', null),
  ('customer', 'awaiting_approval', 'inspecting', null),
  ('customer', 'awaiting_approval', 'in_service', null),
  ('customer', 'awaiting_approval', 'quality_check', null),
  ('admin', 'awaiting_approval', 'inspecting', null),
  ('admin', 'awaiting_approval', 'in_service', null),
  ('admin', 'awaiting_approval', 'quality_check', null),
  ('admin', 'awaiting_approval', 'cancelled', null),
  ('admin', 'in_service', 'awaiting_approval', null),
  ('admin', 'in_service', 'quality_check', null),
  ('admin', 'quality_check', 'awaiting_approval', null),
  ('admin', 'quality_check', 'ready', null),
  ('admin', 'ready', 'completed', null);
insert into public.booking_transitions (actor, from_status, to_status, modes, needs_note) values
  ('admin', 'inspecting', 'assigned', '{workshop}', true),
  ('admin', 'inspecting', 'on_the_way', '{doorstep}', true),
  ('admin', 'inspecting', 'picked_up', '{pickup}', true),
  ('admin', 'in_service', 'inspecting', null, true),
  ('admin', 'quality_check', 'in_service', null, true),
  ('admin', 'ready', 'in_service', null, true);

create function private.can_transition(
  actor public.booking_actor, booking public.service_bookings, to_status public.booking_status
) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.booking_transitions t
    where t.actor = can_transition.actor and t.from_status = booking.status and t.to_status = can_transition.to_status
      and (t.modes is null or booking.mode = any (t.modes))
      -- Staff cancel only before the work has begun, also while an answer is awaited.
      and (
        booking.status <> 'awaiting_approval'
        or can_transition.to_status in (
          coalesce(booking.resume_status, 'inspecting'),
          case when coalesce(booking.resume_status, 'inspecting') = 'inspecting' then 'cancelled'::public.booking_status end
        )
      )
  );
end;
$$;
revoke all on function private.can_transition(public.booking_actor, public.service_bookings, public.booking_status) from public, anon, authenticated, service_role;
comment on function private.can_transition(public.booking_actor, public.service_bookings, public.booking_status) is
  'Whether booking_transitions allows a transition. A booking that waits for an answer returns only to the status that it came from.';

create function private.is_void(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return private.effective_status(booking) in ('cancelled', 'no_show', 'expired'); end; $$;
revoke all on function private.is_void(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_void(public.service_bookings) is
  'Whether a booking ended without service: cancelled, missed or expired, also before a worker writes expired.';

create function private.is_active(status public.booking_status) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed');
end;
$$;
revoke all on function private.is_active(public.booking_status) from public, anon, authenticated, service_role;
comment on function private.is_active(public.booking_status) is 'Whether a booking is confirmed and not over.';
