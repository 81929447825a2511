-- The lines of a booking with their prices.

create table public.booking_items (
  booking_id uuid not null references public.service_bookings (id) on delete cascade,
  item_id text not null,
  name text not null,
  package_type public.item_type not null,
  quantity int not null check (quantity > 0),
  unit_price int not null check (unit_price >= 0),
  price int not null check (price >= 0),
  minutes int not null check (minutes >= 0),
  position int not null,
  declined_id uuid,
  primary key (booking_id, position)
);
alter table public.booking_items enable row level security;
revoke all on table public.booking_items from public, anon, authenticated, service_role;
grant select on table public.booking_items to authenticated;
grant select, insert, update, delete on table public.booking_items to service_role;
comment on table public.booking_items is 'What was booked, with the price at that time.';
comment on column public.booking_items.declined_id is
  'The row of declined_work that it does: two lines of one item are told apart by it. Null for what the catalog sells.';
