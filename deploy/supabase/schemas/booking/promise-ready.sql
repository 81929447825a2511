-- The day and clock time for which staff promise the bike. The customer reads it, and the board says when it has passed.

create function public.promise_ready(booking uuid, day text, clock text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  promised_day date := private.to_date(promise_ready.day);
  promised_time time := private.to_time(private.clean_text(promise_ready.clock));
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  b := private.lock_own_booking(promise_ready.booking, null, '{owner,desk,foreman}');
  if not private.is_active(b.status) or b.status = 'ready' then
    perform private.reject(409, 'cannot_promise', jsonb_build_object('status', b.status));
  elsif promised_day is null or promised_day > private.today() + 90 then
    perform private.reject(422, 'date');
  elsif promised_time is null and private.clean_text(promise_ready.clock) is not null then
    perform private.reject(422, 'promise_time');
  elsif promised_day < greatest(private.today(), b.booking_date)
    or (promised_time is not null and private.local_instant(promised_day, promised_time) <= private.now())
  then
    perform private.reject(422, 'promise_past');
  elsif (promised_day, promised_time) is distinct from (b.ready_date, b.ready_time) then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), 'admin', auth.uid(), b.status, b.status, 'promised',
      jsonb_strip_nulls(jsonb_build_object('date', promised_day, 'time', private.format_time(promised_time)))
    );
    update public.service_bookings s set ready_date = promised_day, ready_time = promised_time
    where s.id = b.id returning * into b;
  end if;
  return private.booking_state(b);
end;
$$;
revoke all on function public.promise_ready(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.promise_ready(uuid, text, text) to authenticated, service_role;
comment on function public.promise_ready(uuid, text, text) is
  'Owners, the desk and the foreman promise the bike for a day, and with clock for a time of it, until it is ready. The customer reads it in the booking. The same promise again changes nothing; moving the booking ends it. Raises PT403, PT404, PT409 cannot_promise (details.status), PT422 date, promise_time, promise_past.';
