-- Give a job to a mechanic, also one that another mechanic has.

create function public.assign_job(booking uuid, mechanic text, expected_mechanic text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  person text := private.clean_name(private.clean_text(assign_job.mechanic));
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  b := private.lock_own_booking(assign_job.booking, null, '{owner,desk,foreman}');
  if person is null then
    perform private.reject(422, 'mechanic');
  elsif b.mechanic is distinct from private.clean_text(assign_job.expected_mechanic) then
    perform private.reject(409, 'assigned_meanwhile', jsonb_build_object('mechanic', b.mechanic));
  elsif not private.is_active(b.status) then
    perform private.reject(409, 'cannot_assign', jsonb_build_object('status', b.status));
  elsif b.status = 'confirmed' then
    b := private.transition_booking(b.id, 'admin', 'assigned', null, person);
  elsif b.mechanic is distinct from person then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'corrected',
      jsonb_build_object('before', jsonb_build_object('mechanic', b.mechanic), 'edit', b.edits)
    );
    update public.service_bookings s set mechanic = person where s.id = b.id returning * into b;
  end if;
  return private.booking_state(b);
end;
$$;
revoke all on function public.assign_job(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.assign_job(uuid, text, text) to authenticated, service_role;
comment on function public.assign_job(uuid, text, text) is
  'Owners, the desk and the foreman give a job to a mechanic: an unassigned one becomes assigned, any other that is not over changes hands in its status. expected_mechanic: who had it when the page was read; null for an unassigned job. Raises PT403, PT404, PT409 assigned_meanwhile (details.mechanic: who has it by now), cannot_assign, not_here (details.day), PT422 mechanic.';
