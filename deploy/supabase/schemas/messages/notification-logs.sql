-- The log of new-booking alerts, written by the admin's own client: whatever the duty, but not without one.

create table public.notification_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  order_id uuid not null references public.service_bookings (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 40),
  title text not null check (char_length(title) <= 200),
  body text not null check (char_length(body) <= 500),
  data jsonb not null default '{}' check (pg_column_size(data) < 4000),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, order_id, type)
);
create index notification_logs_unread on public.notification_logs (user_id, created_at desc);
create index notification_logs_order on public.notification_logs (order_id);
alter table public.notification_logs enable row level security;
revoke all on table public.notification_logs from public, anon, authenticated, service_role;
grant select on table public.notification_logs to authenticated;
grant insert (id, user_id, order_id, type, title, body, data) on table public.notification_logs to authenticated;
grant update (read_at) on table public.notification_logs to authenticated;
grant select, insert, update, delete on table public.notification_logs to service_role;
create policy "admins read their alerts" on public.notification_logs
  for select to authenticated using (user_id = (select auth.uid()) and (select public.my_duty()) is not null);
create policy "admins log their alerts" on public.notification_logs
  for insert to authenticated with check (user_id = (select auth.uid()) and (select public.my_duty()) is not null);
create policy "admins mark their alerts as read" on public.notification_logs
  for update to authenticated using (user_id = (select auth.uid()) and (select public.my_duty()) is not null)
  with check (user_id = (select auth.uid()));
comment on column public.notification_logs.read_at is
  'When its admin opened the booking or marked the alert as read; null: it still stands behind the bell.';
comment on table public.notification_logs is 'Which admin was alerted of which booking, once per kind of alert.';
