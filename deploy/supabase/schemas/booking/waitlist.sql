-- The waitlist of full windows. A freed place is held for the first entry whose job fits, and a message
-- with a link offers it; after that it is offered to the next entry.
--
-- An offer is a hold like any other (slot_holds, booking_places), so nobody else can book the place and the
-- capacity is kept, and create_booking needs no rule for it. Entries are changed under the lock of their day only, which every
-- function takes after the locks of requests and phones, so that they can't deadlock.

create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  user_id uuid references auth.users (id) on delete set null,
  mode public.service_mode not null references public.service_modes (mode),
  booking_date date not null,
  booking_time time not null,
  window_end time not null,
  starts_at timestamptz not null
    generated always as ((booking_date + booking_time) at time zone 'Asia/Kolkata') stored,
  model_id text not null,
  bike_name text not null,
  items jsonb not null,
  windows int not null check (windows > 0),
  next_day boolean not null,
  customer_name text not null,
  phone text not null,
  email text,
  state public.waitlist_state not null default 'waiting',
  created_at timestamptz not null,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  offer_request_id uuid not null unique default gen_random_uuid(),
  leave_hash bytea not null unique,
  claim_hash bytea unique,
  tries int not null default 0,
  tried_at timestamptz,
  check ((offered_at is null) = (offer_ends_at is null) and (offered_at is null) = (claim_hash is null)),
  check (state <> 'offered' or offered_at is not null)
);
create unique index waitlist_once on public.waitlist (phone, booking_date, booking_time) where state in ('waiting', 'offered');
create index waitlist_line on public.waitlist (booking_date, mode, booking_time, created_at) where state = 'waiting';
create index waitlist_offers on public.waitlist (offer_ends_at) where state = 'offered';
create index waitlist_day on public.waitlist (booking_date);
create index waitlist_user on public.waitlist (user_id);
alter table public.waitlist enable row level security;
revoke all on table public.waitlist from public, anon, authenticated, service_role;
grant select (
  id, user_id, mode, booking_date, booking_time, window_end, starts_at, model_id, bike_name, items, windows,
  customer_name, phone, email, state, created_at, offered_at, offer_ends_at, tries, tried_at
) on table public.waitlist to authenticated, service_role;
create policy "owners and the desk read the waitlist" on public.waitlist
  for select to authenticated using ((select public.has_duty('owner', 'desk')));
create view public.staff_waitlist with (security_barrier = true) as
select
  w.id, w.mode, w.booking_date, w.booking_time, w.window_end, w.starts_at, w.model_id, w.bike_name, w.items, w.windows,
  w.customer_name, w.state, w.created_at, w.offered_at, w.offer_ends_at, w.tries, w.tried_at,
  case when reader.duty in ('owner', 'desk') then w.phone end as phone,
  case when reader.duty in ('owner', 'desk') then w.email end as email
-- Joined, not selected in place: a view of one table would take writes.
from public.waitlist w cross join (select (select public.my_duty()) as duty) as reader
where reader.duty in ('owner', 'desk', 'foreman', 'accountant');
revoke all on table public.staff_waitlist from public, anon, authenticated, service_role;
grant select on table public.staff_waitlist to authenticated;
comment on view public.staff_waitlist is
  'The waitlist as staff but mechanics read it; with phone and e-mail for owners and the desk.';
comment on table public.waitlist is
  'Customers who wait for a place in a window, first come first served. Written by join_waitlist, leave_waitlist and private.offer_waitlist_places; deleted a week after the day.';
comment on column public.waitlist.state is
  'waiting; offered: a place is held and the link is sent; claimed: booked with it, or by the desk; lapsed: the offer has expired or the time has passed; left: the customer left the waitlist.';
comment on column public.waitlist.tries is 'Calls of the desk without an answer; the last one was at tried_at.';
comment on column public.waitlist.offer_request_id is
  'The request id under which the place is held: the page behind the link books with it. The API exposes neither it nor the hashes.';

create function private.waitlist_token(entry uuid, purpose text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(purpose || ' ' || entry, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;
revoke all on function private.waitlist_token(uuid, text) from public, anon, authenticated, service_role;
comment on function private.waitlist_token(uuid, text) is
  'The token of a waitlist entry, by purpose: leave is returned by join_waitlist, claim is sent with the offer. 64 hex digits, not stored.';

create function private.has_open_offer(entry public.waitlist) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return entry.state = 'offered' and private.now() < entry.offer_ends_at; end; $$;
revoke all on function private.has_open_offer(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.has_open_offer(public.waitlist) is 'Whether a place is held for this entry at this moment.';

create function private.waitlist_position(entry public.waitlist) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from public.waitlist w
    where w.state = 'waiting' and (w.booking_date, w.mode, w.booking_time) = (entry.booking_date, entry.mode, entry.booking_time)
      and (w.created_at, w.id) <= (entry.created_at, entry.id)
  );
end;
$$;
revoke all on function private.waitlist_position(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.waitlist_position(public.waitlist) is 'The position of an entry among those that wait for its window, counted from 1.';

create function private.waitlist_answer(entry public.waitlist, repeated boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'state', entry.state, 'position', private.waitlist_position(entry), 'mode', entry.mode, 'date', entry.booking_date,
    'start', private.format_time(entry.booking_time), 'end', private.format_time(entry.window_end),
    'token', private.waitlist_token(entry.id, 'leave'), 'repeated', repeated
  );
end;
$$;
revoke all on function private.waitlist_answer(public.waitlist, boolean) from public, anon, authenticated, service_role;
comment on function private.waitlist_answer(public.waitlist, boolean) is 'What join_waitlist answers.';
