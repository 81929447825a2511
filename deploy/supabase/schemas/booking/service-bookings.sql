-- Bookings. The insert of a row alerts the shop. Only functions write; the API can only read the tables of bookings.

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
  mode public.service_mode not null references public.service_modes (mode),
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
  approval_limit int not null default 0 check (approval_limit >= 0),
  estimated_price int not null check (estimated_price >= 0),
  final_price int check (final_price >= 0),
  status public.booking_status not null,
  cancelled_by public.cancelling_party,
  cancel_reason text,
  mechanic text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  coupon_code text,
  discount int not null default 0 check (discount >= 0),
  gstin text,
  fee int not null default 0 check (fee >= 0),
  moves int not null default 0 check (moves >= 0),
  late_moves int not null default 0,
  late_cancelled boolean not null default false,
  version int not null default 0,
  pay_by public.pay_by not null default 'after_service',
  pay_until timestamptz,
  model_year int,
  cancel_cause public.change_cause,
  carried_to uuid references public.service_bookings (id) on delete set null,
  carried int not null default 0 check (carried >= 0),
  chassis_last5 text,
  resume_status public.booking_status,
  group_id uuid,
  origin public.booking_origin not null default 'web',
  assigned_to uuid references public.staff (user_id),
  edits int not null default 0,
  ready_time time,
  -- No foreign key: with carried_to it would make every embed ambiguous.
  recheck_of uuid,
  constraint service_bookings_check check ((coupon_code is null) = (discount = 0)),
  constraint service_bookings_check1 check (late_moves between 0 and moves),
  constraint service_bookings_check2 check (status <> 'pending_payment' or pay_until is not null),
  constraint service_bookings_model_year check (model_year between 1990 and extract(year from booking_date) + 1),
  constraint service_bookings_chassis check (chassis_last5 ~ '^[A-HJ-NPR-Z0-9]{5}$')
);
create index service_bookings_user on public.service_bookings (user_id, starts_at desc);
create index service_bookings_day on public.service_bookings (booking_date, booking_time);
create index service_bookings_status on public.service_bookings (status, starts_at);
create index service_bookings_closed on public.service_bookings (closed_at) where closed_at is not null;
create index service_bookings_created on public.service_bookings (created_at);
create index service_bookings_phone on public.service_bookings (phone);
create index service_bookings_model on public.service_bookings (model_id);
create index service_bookings_brand on public.service_bookings (brand_slug);
create index service_bookings_area on public.service_bookings (area_slug);
create index service_bookings_mode on public.service_bookings (mode);
create index service_bookings_guest_email on public.service_bookings (lower(email)) where user_id is null;
create index service_bookings_unpaid on public.service_bookings (pay_until) where status = 'pending_payment';
create index service_bookings_assigned on public.service_bookings (assigned_to) where assigned_to is not null;
create index service_bookings_group on public.service_bookings (group_id) where group_id is not null;
create index service_bookings_carried on public.service_bookings (carried_to) where carried_to is not null;
create index service_bookings_recheck on public.service_bookings (recheck_of) where recheck_of is not null;
alter table public.service_bookings enable row level security;
revoke all on table public.service_bookings from public, anon, authenticated, service_role;
grant select on table public.service_bookings to authenticated;
grant select, insert, update, delete on table public.service_bookings to service_role;
-- Other duties read staff_bookings, which shows them no contact that they may not have.
create policy "users read their bookings, staff those of their duty" on public.service_bookings
  for select to authenticated using (
    user_id = (select auth.uid())
    or (select public.has_duty('owner', 'desk'))
    or (
      (select public.has_duty('foreman'))
      and status not in ('pending_payment', 'cancelled', 'no_show', 'expired', 'completed')
    )
  );
comment on table public.service_bookings is 'One row per booking. Prices are whole rupees with GST; times are clock times in Pune.';
comment on column public.service_bookings.number is 'The number that people read out: the first eight characters of the id.';
comment on column public.service_bookings.request_id is 'private.kept_request of the UUID that the browser draws per booking, so that a repeated request never books twice.';
comment on column public.service_bookings.vehicle_number is 'Canonical plate (MH14D0077); null while the plate is not issued.';
comment on column public.service_bookings.window_end is 'End of the arrival window that starts at booking_time.';
comment on column public.service_bookings.windows is 'Consecutive windows the job needs, buffer included.';
comment on column public.service_bookings.ready_date is 'The day the bike is ready; differs from booking_date for two-day jobs.';
comment on column public.service_bookings.ready_time is 'The clock time for which staff promised the bike on ready_date; null: the day alone.';
comment on column public.service_bookings.approval_limit is
  'Rupees of extra work the customer allows without being asked: at booking one of shop.approval_limits.';
comment on column public.service_bookings.estimated_price is 'The quote at booking; final_price is the bill.';
comment on column public.service_bookings.discount is 'Rupees that coupon_code took off; estimated_price is what is left to pay.';
comment on column public.service_bookings.gstin is 'For the invoice of a business; its state decides between CGST with SGST and IGST.';
comment on column public.service_bookings.fee is 'Rupees for late cancelling or moving and for a no-show, beside the bill.';
comment on column public.service_bookings.closed_at is 'When it was completed, cancelled, missed or expired; the manage token opens it for 30 days more.';
comment on column public.service_bookings.version is
  'Incremented by each change that is sent to the customer: moved, extra work to answer, cancelled. It is the SEQUENCE of the calendar entry.';
comment on column public.service_bookings.pay_by is 'How the customer chose to pay at booking.';
comment on column public.service_bookings.pay_until is
  'Until when a booking to be paid online keeps its place. A pending_payment past it counts as expired, even before a worker writes that status.';
comment on column public.service_bookings.model_year is 'From 1990 to the year after the booking is made; null when the customer does not say.';
comment on column public.service_bookings.cancel_cause is
  'Why it was cancelled: by the shop for its own reasons, which gives a credit; for rain or a closed road; by the customer, also through staff.';
comment on column public.service_bookings.carried_to is 'The later booking with which the fee of this missed one is paid, while that booking is live.';
comment on column public.service_bookings.carried is 'The unpaid part of the fee in rupees, which is paid with carried_to.';
comment on column public.service_bookings.moves is
  'How often it was moved for the customer, directly or through staff; late_moves counts the moves later than shop.cancel_free_hours before the window. Moves caused by the weather or the shop do not count.';
comment on column public.service_bookings.origin is
  'web: booked by its customer. phone, walk_in: by staff for the customer, so its link and its handover code go to the customer''s number only.';
comment on column public.service_bookings.edits is
  'Incremented by each correction by staff: a correction that was made from an older state is rejected as stale.';
comment on column public.service_bookings.recheck_of is 'The completed booking whose work is looked at again at no charge.';
comment on column public.service_bookings.group_id is 'Several bikes of one customer at one place and day have the same one.';
comment on column public.service_bookings.late_cancelled is
  'The customer cancelled late (after private.cancel_until), directly or through staff. The first late cancellation of a number is free; one whose fee was waived counts as the first.';
comment on column public.service_bookings.assigned_to is
  'The person of the shop with the name in mechanic; null when nobody of that name has an account.';
comment on column public.service_bookings.chassis_last5 is
  'The last five characters of the chassis number, which identify a bike without a plate; null when the customer does not say.';

comment on column public.service_bookings.resume_status is
  'While it waits for an answer to extra work: the status to which it returns after the last answer.';

create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke all on function private.set_updated_at() from public, anon, authenticated, service_role;
comment on function private.set_updated_at() is 'Trigger: sets updated_at to the time of the change.';
create trigger set_updated_at before update on public.service_bookings
  for each row execute function private.set_updated_at();

-- Realtime sends inserts and updates to the admins: a new booking is an alert.
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
