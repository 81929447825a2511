-- Call-back requests of visitors, for the staff to call.

create table public.callback_requests (
  id uuid primary key default gen_random_uuid(),
  kind public.callback_kind not null,
  name text not null,
  phone text not null,
  bike text,
  pin text,
  message text,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  tries int not null default 0,
  tried_at timestamptz,
  outcome public.call_outcome,
  check ((handled_at is null) = (outcome is null)),
  check (outcome <> 'no_answer')
);
create index callback_requests_phone on public.callback_requests (phone, created_at);
create index callback_requests_open on public.callback_requests (created_at) where handled_at is null;
alter table public.callback_requests enable row level security;
revoke all on table public.callback_requests from public, anon, authenticated, service_role;
grant select on table public.callback_requests to authenticated;
grant select, insert, update, delete on table public.callback_requests to service_role;
create policy "owners and the desk read call-back requests" on public.callback_requests
  for select to authenticated using ((select public.has_duty('owner', 'desk')));
create view public.staff_callbacks with (security_barrier = true) as
select
  c.id, c.kind, c.name, c.bike, c.pin, c.message, c.created_at, c.handled_at, c.tries, c.tried_at, c.outcome,
  case when reader.duty in ('owner', 'desk') then c.phone end as phone
-- Joined, not selected in place: a view of one table would take writes.
from public.callback_requests c cross join (select (select public.my_duty()) as duty) as reader
where reader.duty in ('owner', 'desk', 'foreman', 'accountant');
revoke all on table public.staff_callbacks from public, anon, authenticated, service_role;
grant select on table public.staff_callbacks to authenticated;
comment on view public.staff_callbacks is
  'Call-back requests as staff but mechanics read them; with the phone for owners and the desk.';
comment on table public.callback_requests is
  'Requests for a call: a bike we do not list, a PIN we do not serve yet, or a message. Written by request_callback, closed by log_call, or as booked by the booking that was made of it.';
comment on column public.callback_requests.tries is 'Calls without an answer; the last one was at tried_at.';

create function public.request_callback(kind text, name text, phone text, details jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  about public.callback_kind := private.to_callback_kind(request_callback.kind);
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.clean_text(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
  until timestamptz;
begin
  if about is null then
    perform private.reject(422, 'kind');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.reject(422, 'website');
  elsif caller_name is null then
    perform private.reject(422, 'name');
  elsif caller_phone is null then
    perform private.reject(422, 'phone');
  elsif about = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.reject(422, 'bike');
  elsif about = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.reject(422, 'pin_form');
  elsif about = 'message' and message is null then
    perform private.reject(422, 'message');
  elsif char_length(message) > 500 then
    perform private.reject(422, 'message_too_long', '{"max": 500}');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  select (array_agg(r.created_at order by r.created_at desc))[private.limit_value('callbacks_a_day')] + interval '1 day'
  into until from public.callback_requests r
  where r.phone = caller_phone and r.created_at > private.now() - interval '1 day';
  if until is not null then
    perform private.reject_until('too_many_callbacks', until);
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    about, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
end;
$$;
revoke all on function public.request_callback(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_callback(text, text, text, jsonb) to anon, authenticated, service_role;
comment on function public.request_callback(text, text, text, jsonb) is
  'Requests a call-back: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many_callbacks, details.retry_after). Raises PT422 with the field.';
