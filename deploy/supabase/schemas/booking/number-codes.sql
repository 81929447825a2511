-- The code that only the SMS of a booking carries. Whoever has it reads the messages of the number, so it proves the
-- number. The browser that booked never gets it.

insert into private.keys (name, secret) values ('number_code', extensions.gen_random_bytes(32));

create table private.number_codes (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  phone text not null,
  code_hash bytea not null unique
);
alter table private.number_codes enable row level security;
revoke all on table private.number_codes from public, anon, authenticated, service_role;
comment on table private.number_codes is
  'The codes that SMS of bookings carried, as HMACs, and the numbers that they were sent to. A row is written when such an SMS is sent. A code proves the number and opens the booking as long as its manage token does.';

create function private.number_code(booking public.service_bookings, phone text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  -- Base 32 of Crockford: no I, L, O and U, which are misread.
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
begin
  return (
    select string_agg(substr(letters, (get_byte(h.bytes, n) & 31) + 1, 1), '' order by n)
    from (
      select extensions.hmac(convert_to(booking.request_id || ' ' || number_code.phone, 'UTF8'), k.secret, 'sha256') as bytes
      from private.keys k where k.name = 'number_code'
    ) h, generate_series(0, 9) n
  );
end;
$$;
revoke all on function private.number_code(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.number_code(public.service_bookings, text) is
  'The code of a booking for a number: 10 letters and digits, 50 bits, the same on every call, never stored.';

create function private.hash_number_code(code text) returns bytea
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select extensions.hmac(convert_to(hash_number_code.code, 'UTF8'), k.secret, 'sha256')
    from private.keys k where k.name = 'number_code'
  );
end;
$$;
revoke all on function private.hash_number_code(text) from public, anon, authenticated, service_role;
comment on function private.hash_number_code(text) is
  'The hash of a code. It needs the key of the database: all codes of 50 bits could be tried against a plain hash.';

create function private.issue_number_code(booking public.service_bookings, phone text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  code text := private.number_code(booking, issue_number_code.phone);
begin
  insert into private.number_codes as n (booking_id, phone, code_hash)
  values (booking.id, issue_number_code.phone, private.hash_number_code(code))
  on conflict on constraint number_codes_pkey do update set phone = excluded.phone, code_hash = excluded.code_hash
  where n.phone <> excluded.phone;
  return code;
end;
$$;
revoke all on function private.issue_number_code(public.service_bookings, text) from public, anon, authenticated, service_role;
comment on function private.issue_number_code(public.service_bookings, text) is
  'The code for an SMS that is about to be sent to this number; from now on it is accepted.';

create function private.find_number_code(code text) returns private.number_codes
language plpgsql stable set search_path = ''
as $$
declare
  -- What people misread or type for a letter that codes do not have.
  typed text := translate(upper(private.strip_separators(find_number_code.code)), 'ILO', '110');
  found private.number_codes;
begin
  select n.* into found
  from private.number_codes n join public.service_bookings b on b.id = n.booking_id
  where n.code_hash = private.hash_number_code(typed) and private.are_links_open(b);
  return found;
end;
$$;
revoke all on function private.find_number_code(text) from public, anon, authenticated, service_role;
comment on function private.find_number_code(text) is
  'Whom a code belongs to; without a booking_id when no SMS carried it or it has expired.';

create function private.reject_number_code() returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  -- Returned instead of raised: raising would roll back the count of calls on Supabase.
  perform set_config('response.status', '404', true);
  return jsonb_build_object('code', 'PT404', 'message', 'unknown_code', 'details', null, 'hint', 'unknown_code');
end;
$$;
revoke all on function private.reject_number_code() from public, anon, authenticated, service_role;
comment on function private.reject_number_code() is
  'The answer to every code that is not accepted: wrong, expired or malformed. The caller returns it.';

create function private.record_number_proof(code private.number_codes, actor public.booking_actor, way text)
returns public.service_bookings
language plpgsql volatile set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  -- The lock lets only one of two presses write the event.
  select * into b from public.service_bookings s where s.id = code.booking_id for update;
  perform private.prove_number(code.phone);
  delete from private.unproven_bookings u where u.booking_id = b.id;
  if not exists (select from public.booking_events e where e.booking_id = b.id and e.kind = 'number_proven') then
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, kind, data)
    values (
      b.id, private.now(), record_number_proof.actor, auth.uid(), b.status, b.status, 'number_proven',
      jsonb_build_object('by', way)
    );
  end if;
  return b;
end;
$$;
revoke all on function private.record_number_proof(private.number_codes, public.booking_actor, text)
  from public, anon, authenticated, service_role;
comment on function private.record_number_proof(private.number_codes, public.booking_actor, text) is
  'Proves the number of a code; its booking no longer counts as unproven. The history gets one event, by the first way.';

create function public.prove_number(code text, proof text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known private.number_codes := private.find_number_code(prove_number.code);
  b public.service_bookings;
begin
  if known.booking_id is null then
    return private.reject_number_code();
  end if;
  b := private.record_number_proof(known, 'customer', 'link');
  perform private.accept_proof(known.phone, prove_number.proof);
  return jsonb_build_object('manage_token', private.manage_token(b.request_id));
end;
$$;
revoke all on function public.prove_number(text, text) from public, anon, authenticated, service_role;
grant execute on function public.prove_number(text, text) to anon, authenticated, service_role;
comment on function public.prove_number(text, text) is
  'Proves the number that an SMS with this code was sent to, and answers the manage token of its booking. The page of the link calls it when its button is pressed. From now on proof, a secret that the browser has drawn (128 bits or more in hex), shows for proof_days of private.limits that the number was proven in it. A code is accepted as long as the manage token is, also repeatedly. PT404 unknown_code for every other code; calls are counted by network address (private.call_limits).';

create function public.confirm_number(booking uuid, code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known private.number_codes;
begin
  perform private.require_duty('owner', 'desk');
  if not exists (select from public.service_bookings b where b.id = confirm_number.booking) then
    perform private.reject(404, 'not_found');
  end if;
  known := private.find_number_code(confirm_number.code);
  if known.booking_id is distinct from confirm_number.booking then
    return private.reject_number_code();
  end if;
  return private.booking_state(private.record_number_proof(known, 'admin', 'staff'));
end;
$$;
revoke all on function public.confirm_number(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_number(uuid, text) to authenticated, service_role;
comment on function public.confirm_number(uuid, text) is
  'An owner or the desk proves the number of a booking with the code of its SMS, which the customer reads aloud. The history of the booking names the person, once. Raises PT403 forbidden, PT404 not_found; PT404 unknown_code for a code that is not this booking''s; calls are counted by user (private.call_limits).';
