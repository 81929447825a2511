-- The manage token: it opens one booking to a guest. Only its hash is stored.

create table private.manage_tokens (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  token_hash bytea not null unique
);
alter table private.manage_tokens enable row level security;
revoke all on table private.manage_tokens from public, anon, authenticated, service_role;
comment on table private.manage_tokens is 'sha256 of each manage token. Kept apart from the booking, so that no select and no feed exposes it.';

create function private.kept_request(request_id uuid) returns uuid
language plpgsql immutable strict set search_path = ''
as $$
begin
  return left(encode(pg_catalog.sha256(convert_to('request ' || kept_request.request_id, 'UTF8')), 'hex'), 32)::uuid;
end;
$$;
revoke all on function private.kept_request(uuid) from public, anon, authenticated, service_role;
comment on function private.kept_request(uuid) is
  'What a booking keeps of the request id that its browser drew: staff read bookings, and whoever repeats a request gets the link.';

create function private.manage_token(request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(extensions.hmac(convert_to(manage_token.request_id::text, 'UTF8'), k.secret, 'sha256'), 'hex')
    from private.keys k where k.name = 'manage_token'
  );
end;
$$;
revoke all on function private.manage_token(uuid) from public, anon, authenticated, service_role;
comment on function private.manage_token(uuid) is 'The manage token of a request: 64 hex digits, the same on every call, never stored.';

create function private.hash_token(token text) returns bytea
language plpgsql immutable set search_path = ''
as $$
begin
  return pg_catalog.sha256(convert_to(token, 'UTF8'));
end;
$$;
revoke all on function private.hash_token(text) from public, anon, authenticated, service_role;
comment on function private.hash_token(text) is 'The hash of a token: only the hash is stored.';

create function private.are_links_open(booking public.service_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return booking.closed_at is null or booking.closed_at + interval '30 days' > private.now();
end;
$$;
revoke all on function private.are_links_open(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.are_links_open(public.service_bookings) is
  'Whether the links of our messages still open a booking: until 30 days after it was completed or cancelled.';

create function private.booking_of_token(token text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select t.booking_id
    from private.manage_tokens t
    join public.service_bookings b on b.id = t.booking_id
    where t.token_hash = private.hash_token(token) and private.are_links_open(b)
  );
end;
$$;
revoke all on function private.booking_of_token(text) from public, anon, authenticated, service_role;
comment on function private.booking_of_token(text) is 'The booking that a manage token opens, while private.are_links_open.';

create function private.lock_own_booking(
  booking uuid, manage_token text, duties public.staff_duty[] default '{owner,desk,foreman,mechanic}'
) returns public.service_bookings
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s where s.id = lock_own_booking.booking for update;
  if b.id is null or not (
    (public.has_duty(variadic lock_own_booking.duties) and private.sees_booking(b.id))
    or coalesce(b.user_id = auth.uid(), false)
    or coalesce(private.booking_of_token(lock_own_booking.manage_token) = b.id, false)
  ) then
    perform private.reject(404, 'not_found');
  end if;
  if private.effective_status(b) <> b.status then
    b := private.transition_booking(b.id, 'system', 'expired', null, kind => 'not_paid');
  end if;
  return b;
end;
$$;
revoke all on function private.lock_own_booking(uuid, text, public.staff_duty[]) from public, anon, authenticated, service_role;
comment on function private.lock_own_booking(uuid, text, public.staff_duty[]) is
  'The booking, locked, for its owner, the holder of its manage token, or a person with one of the duties who may read it; for any other caller it does not exist. One that was not paid in time is expired first.';
