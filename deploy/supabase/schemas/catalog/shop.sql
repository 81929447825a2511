-- The shop: name, contacts, registration and settings, in one row.

create table public.shop (
  id int primary key default 1 check (id = 1),
  name text not null,
  phone text not null check (phone ~ '^\+91[6-9][0-9]{9}$'),
  whatsapp text not null check (whatsapp ~ '^\+91[6-9][0-9]{9}$'),
  email text not null,
  address text not null,
  hours_text text not null,
  gstin text not null,
  workshop_area text not null references public.areas (slug),
  free_pickup_from int not null check (free_pickup_from >= 0),
  horizon_days int not null check (horizon_days between 1 and 90),
  is_demo boolean not null default true,
  -- The name before the @ may have 256 characters; a count in a regular expression ends at 255.
  upi_vpa text not null default 'demo@example' check (
    upi_vpa ~ '^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9]{1,63}$' and strpos(upi_vpa, '@') <= 257
  ),
  upi_name text not null default 'Twostroke' check (char_length(upi_name) between 2 and 50),
  payment_provider public.payment_provider check (payment_provider in ('local', 'razorpay')),
  legal_name text not null default 'Twostroke',
  cancel_free_hours int not null default 2 check (cancel_free_hours between 0 and 48),
  late_fee int not null default 100 check (late_fee between 0 and 10000),
  visit_fee int not null default 200 check (visit_fee between 0 and 10000),
  no_show_minutes int not null default 15 check (no_show_minutes between 0 and 120),
  late_minutes int not null default 60 check (late_minutes between 1 and 600),
  hold_minutes int not null default 10 check (hold_minutes between 1 and 60),
  hold_extension_minutes int not null default 5 check (hold_extension_minutes between 1 and 60),
  payment_minutes int not null default 15 check (payment_minutes between 1 and 60),
  offer_minutes int not null default 20 check (offer_minutes between 1 and 120),
  approval_limits int[] not null default '{0,300,500,1000}',
  late_credit int not null generated always as (late_fee) stored,
  -- 0 and at most five more, ascending. A comparison with a missing element is null, which a check accepts.
  constraint shop_approval_limits check (
    approval_limits[1:6] = approval_limits
    and array_position(approval_limits, null) is null
    and (approval_limits[1] = 0) is true
    and approval_limits[2] > approval_limits[1]
    and approval_limits[3] > approval_limits[2]
    and approval_limits[4] > approval_limits[3]
    and approval_limits[5] > approval_limits[4]
    and approval_limits[6] > approval_limits[5]
    and 10000 >= all (approval_limits)
  )
);
alter table public.shop enable row level security;
revoke all on table public.shop from public, anon, authenticated, service_role;
grant select on table public.shop to anon, authenticated;
grant select, insert, update, delete on table public.shop to service_role;
create policy "anyone reads the shop" on public.shop for select to anon, authenticated using (true);
comment on table public.shop is 'The shop itself, one row: what header, footer, invoices and rules read.';
comment on column public.shop.free_pickup_from is 'Pickup costs nothing when the package costs at least this many rupees.';
comment on column public.shop.horizon_days is 'Bookings reach from today to this many days ahead, both included.';
comment on column public.shop.is_demo is 'True while phone, address and GSTIN are invented.';
comment on column public.shop.payment_provider is
  'The gateway of online payments, which the backend records when it starts; local is a demonstration. Null: online payment is off.';
comment on column public.shop.upi_vpa is 'The account that receives UPI payments; upi_name is the payee name that the payer sees.';
comment on column public.shop.legal_name is 'The name under which the shop is registered for GST: the supplier on invoices.';
comment on column public.shop.cancel_free_hours is 'Hours before the arrival window until which a customer cancels free; a later change is late.';
comment on column public.shop.late_fee is
  'Rupees for cancelling late, and for moving when the mechanic is on the way. The first late cancellation of a number is free.';
comment on column public.shop.visit_fee is 'Rupees for a visit without work: cancelled when the mechanic is on the way or has arrived, or a no-show.';
comment on column public.shop.no_show_minutes is 'Minutes after the booked start from which a no-show may be recorded.';
comment on column public.shop.late_minutes is 'Minutes after the end of a window from which the shop has missed it.';
comment on column public.shop.late_credit is 'Rupees of the credit when the shop misses a window: what a late change costs the customer. A shop may only charge what it bears itself.';
comment on column public.shop.hold_minutes is 'Minutes that a chosen time is held.';
comment on column public.shop.hold_extension_minutes is 'Minutes by which a customer may extend a hold, once.';
comment on column public.shop.payment_minutes is 'Minutes that a booking to be paid online keeps its places.';
comment on column public.shop.offer_minutes is 'Minutes that a place is held for the waitlist entry it is offered to.';
comment on column public.shop.approval_limits is
  'The limits that a customer chooses from: rupees of extra work that need no answer. The first is 0: every line needs an answer.';
