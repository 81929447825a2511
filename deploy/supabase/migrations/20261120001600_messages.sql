-- The admin's alert log, requests to be called back, and the live feed.

create table public.notification_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  order_id uuid not null references public.service_bookings (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 40),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 500),
  data jsonb not null default '{}' check (pg_column_size(data) < 4000),
  created_at timestamptz not null default now(),
  unique (user_id, order_id, type)
);
create index notification_logs_order on public.notification_logs (order_id);
alter table public.notification_logs enable row level security;
revoke all on table public.notification_logs from public, anon, authenticated, service_role;
grant select on table public.notification_logs to authenticated;
grant insert (id, user_id, order_id, type, title, body, data) on table public.notification_logs to authenticated;
grant select, insert, update, delete on table public.notification_logs to service_role;
create policy "an admin reads his alerts" on public.notification_logs
  for select to authenticated using (user_id = (select auth.uid()) and (select public.is_admin()));
create policy "an admin logs his alerts" on public.notification_logs
  for insert to authenticated with check (user_id = (select auth.uid()) and (select public.is_admin()));
comment on table public.notification_logs is 'Which admin was alerted of which booking, once per kind of alert.';

create table public.callback_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('unlisted_bike', 'unserved_pin', 'message')),
  name text not null,
  phone text not null,
  bike text,
  pin text,
  message text,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index callback_requests_phone on public.callback_requests (phone, created_at);
create index callback_requests_open on public.callback_requests (created_at) where handled_at is null;
alter table public.callback_requests enable row level security;
revoke all on table public.callback_requests from public, anon, authenticated, service_role;
grant select on table public.callback_requests to authenticated;
grant update (handled_at) on table public.callback_requests to authenticated;
grant select, insert, update, delete on table public.callback_requests to service_role;
create policy "an admin reads call-back requests" on public.callback_requests
  for select to authenticated using ((select public.is_admin()));
create policy "an admin ticks off call-back requests" on public.callback_requests
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
comment on table public.callback_requests is
  'People to call: a bike we do not list, a PIN we do not serve yet, or a message. Written by request_callback.';

create function public.request_callback(kind text, name text, phone text, details jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller_name text := private.clean_name(request_callback.name);
  caller_phone text := private.clean_phone(request_callback.phone);
  bike text := private.squeeze(details ->> 'bike');
  pin text := regexp_replace(details ->> 'pin', '\s', '', 'g');
  message text := nullif(btrim(details ->> 'message'), '');
  new_id uuid;
begin
  if request_callback.kind is null or request_callback.kind not in ('unlisted_bike', 'unserved_pin', 'message') then
    perform private.fail(422, 'kind', 'Tell us what it is about');
  elsif coalesce(details ->> 'website', '') <> '' then
    perform private.fail(422, 'website', 'We could not take this. Please call us on ' || private.shop_phone() || '.');
  elsif caller_name is null then
    perform private.fail(422, 'name', 'Enter your name');
  elsif caller_phone is null then
    perform private.fail(422, 'phone', 'Enter a 10-digit Indian mobile number, like 98220 12345');
  elsif request_callback.kind = 'unlisted_bike' and (bike is null or char_length(bike) not between 2 and 80) then
    perform private.fail(422, 'bike', 'Enter the brand and model of your bike');
  elsif request_callback.kind = 'unserved_pin' and (pin is null or pin !~ '^[1-9][0-9]{5}$') then
    perform private.fail(422, 'pin', 'Enter a 6-digit PIN');
  elsif request_callback.kind = 'message' and message is null then
    perform private.fail(422, 'message', 'Write what we can do for you');
  elsif char_length(message) > 500 then
    perform private.fail(422, 'message', 'Keep the message to 500 characters');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('callback ' || caller_phone, 0));
  if (
    select count(*) from public.callback_requests r
    where r.phone = caller_phone and r.created_at > private.now() - interval '1 day'
  ) >= 5 then
    perform private.fail(429, 'too_many', 'We have your number and will call. For anything urgent: ' || private.shop_phone() || '.');
  end if;
  insert into public.callback_requests (kind, name, phone, bike, pin, message, created_at)
  values (
    request_callback.kind, caller_name, caller_phone, left(bike, 80),
    case when pin ~ '^[1-9][0-9]{5}$' then pin end, message, private.now()
  )
  returning id into new_id;
  return jsonb_build_object('id', new_id);
end;
$$;
revoke all on function public.request_callback(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_callback(text, text, text, jsonb) to anon, authenticated, service_role;
comment on function public.request_callback(text, text, text, jsonb) is
  'Leaves a number: kind unlisted_bike (details.bike), unserved_pin (details.pin) or message (details.message). At most five a day per number (PT429 too_many). Raises PT422 with the field.';

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'service_bookings'
  ) then
    alter publication supabase_realtime add table public.service_bookings;
  end if;
end;
$$;
