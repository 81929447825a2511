-- Bookings. A row enters service_bookings once, when the booking exists: its insert is the shop's alert.
-- All writing is done by the functions of the next files; through the API these tables can only be read.

create table public.service_bookings (
  id uuid primary key default gen_random_uuid(),
  number text not null generated always as (left(id::text, 8)) stored unique,
  request_id uuid not null unique,
  user_id uuid references auth.users (id) on delete set null,
  customer_name text not null,
  phone text not null,
  email text,
  brand_slug text not null references public.brands (slug),
  model_id text not null references public.models (id),
  bike_name text not null,
  vehicle_number text,
  mode text not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  starts_at timestamptz not null
    generated always as ((booking_date + booking_time) at time zone 'Asia/Kolkata') stored,
  minutes int not null check (minutes > 0),
  windows int not null check (windows > 0),
  ready_date date not null,
  address_line text,
  landmark text,
  area_slug text references public.areas (slug),
  pin text,
  odometer_km int check (odometer_km between 0 and 300000),
  notes text check (char_length(notes) <= 500),
  approval_limit int not null default 0 check (approval_limit in (0, 300, 500, 1000)),
  estimated_price int not null check (estimated_price >= 0),
  final_price int check (final_price >= 0),
  status text not null check (status in (
    'pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval',
    'in_service', 'quality_check', 'ready', 'completed', 'cancelled', 'no_show', 'expired'
  )),
  cancelled_by text check (cancelled_by in ('customer', 'shop')),
  cancel_reason text,
  mechanic text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz
);
create index service_bookings_user on public.service_bookings (user_id, starts_at desc);
create index service_bookings_day on public.service_bookings (booking_date, booking_time);
create index service_bookings_status on public.service_bookings (status, starts_at);
create index service_bookings_created on public.service_bookings (created_at);
create index service_bookings_phone on public.service_bookings (phone);
create index service_bookings_model on public.service_bookings (model_id);
create index service_bookings_brand on public.service_bookings (brand_slug);
create index service_bookings_area on public.service_bookings (area_slug);
create index service_bookings_mode on public.service_bookings (mode);
alter table public.service_bookings enable row level security;
revoke all on table public.service_bookings from public, anon, authenticated, service_role;
grant select on table public.service_bookings to authenticated;
grant select, insert, update, delete on table public.service_bookings to service_role;
create policy "a user reads his bookings, an admin every one" on public.service_bookings
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));
create trigger touch_updated_at before update on public.service_bookings
  for each row execute function private.touch_updated_at();
comment on table public.service_bookings is
  'One row per booking, from the moment it exists. Prices are whole rupees with GST; times are clock times in Pune.';
comment on column public.service_bookings.number is 'What people read out: the first eight characters of the id.';
comment on column public.service_bookings.request_id is 'Drawn by the browser; the same request never books twice.';
comment on column public.service_bookings.vehicle_number is 'Canonical plate (MH14D0077); null while the plate is not issued.';
comment on column public.service_bookings.window_end is 'End of the arrival window that starts at booking_time.';
comment on column public.service_bookings.windows is 'Consecutive windows the job needs, buffer included.';
comment on column public.service_bookings.ready_date is 'The day the bike is ready; differs from booking_date for two-day jobs.';
comment on column public.service_bookings.approval_limit is 'Rupees of extra work the customer allows without being asked.';
comment on column public.service_bookings.estimated_price is 'The quote at booking; final_price is the bill.';
comment on column public.service_bookings.closed_at is 'When it was completed or cancelled; the manage link lives 30 days more.';

create table public.booking_items (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  item_id text not null,
  name text not null,
  package_type text not null check (package_type in ('primary', 'addon', 'pickup')),
  quantity int not null check (quantity > 0),
  unit_price int not null check (unit_price >= 0),
  price int not null check (price >= 0),
  minutes int not null check (minutes >= 0),
  position int not null,
  primary key (booking_id, position)
);
alter table public.booking_items enable row level security;
revoke all on table public.booking_items from public, anon, authenticated, service_role;
grant select on table public.booking_items to authenticated;
grant select, insert, update, delete on table public.booking_items to service_role;
create policy "items are read with their booking" on public.booking_items
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.booking_items is 'What was booked, with the price at that time.';

create table public.booking_places (
  booking_date date not null,
  window_start time not null,
  mode text not null references public.service_modes (mode),
  seat int not null check (seat > 0),
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  primary key (booking_date, window_start, mode, seat)
);
create index booking_places_booking on public.booking_places (booking_id);
alter table public.booking_places enable row level security;
revoke all on table public.booking_places from public, anon, authenticated, service_role;
grant select on table public.booking_places to authenticated;
grant select, insert, update, delete on table public.booking_places to service_role;
create policy "an admin reads places" on public.booking_places
  for select to authenticated using ((select public.is_admin()));
comment on table public.booking_places is
  'The places taken. The key makes double booking impossible: one booking per date, window, mode and seat.';

create table public.booking_events (
  id bigint primary key generated always as identity,
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('customer', 'admin', 'system')),
  actor_id uuid,
  from_status text,
  to_status text not null,
  note text
);
create index booking_events_booking on public.booking_events (booking_id, id);
alter table public.booking_events enable row level security;
revoke all on table public.booking_events from public, anon, authenticated, service_role;
revoke all on sequence public.booking_events_id_seq from public, anon, authenticated, service_role;
grant select on table public.booking_events to authenticated;
grant select, insert on table public.booking_events to service_role;
grant usage, select on sequence public.booking_events_id_seq to service_role;
create policy "events are read with their booking" on public.booking_events
  for select to authenticated using (
    (select public.is_admin())
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.booking_events is 'Append-only history: who moved a booking from which status to which, when, and why.';

create table public.booking_transitions (
  actor text not null check (actor in ('customer', 'admin')),
  from_status text not null,
  to_status text not null,
  primary key (actor, from_status, to_status)
);
alter table public.booking_transitions enable row level security;
revoke all on table public.booking_transitions from public, anon, authenticated, service_role;
grant select on table public.booking_transitions to authenticated;
grant select, insert, update, delete on table public.booking_transitions to service_role;
create policy "signed-in users read transitions" on public.booking_transitions
  for select to authenticated using (true);
comment on table public.booking_transitions is 'Which status may follow which, by actor. Anything not listed is refused.';

insert into public.booking_transitions (actor, from_status, to_status) values
  ('admin', 'confirmed', 'assigned'),
  ('admin', 'assigned', 'completed'),
  ('admin', 'confirmed', 'cancelled'),
  ('admin', 'assigned', 'cancelled'),
  ('customer', 'confirmed', 'cancelled'),
  ('customer', 'assigned', 'cancelled');

create table private.manage_tokens (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  token_hash bytea not null unique
);
alter table private.manage_tokens enable row level security;
revoke all on table private.manage_tokens from public, anon, authenticated, service_role;
comment on table private.manage_tokens is 'sha256 of each manage token. Here and not in the booking, so that no select and no feed can carry it.';
