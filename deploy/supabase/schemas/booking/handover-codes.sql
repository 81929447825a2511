-- The handover code: a bike changes hands only with the code that its customer knows.

create function private.random_handover_code() returns text
language plpgsql volatile set search_path = ''
as $$
begin
  return lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0');
end;
$$;
revoke all on function private.random_handover_code() from public, anon, authenticated, service_role;
comment on function private.random_handover_code() is 'Four random digits that do not depend on the booking.';

create table private.handover_codes (
  booking_id uuid primary key references public.service_bookings (id) on delete cascade,
  code text not null default private.random_handover_code() check (code ~ '^[0-9]{4}$'),
  wrong_tries int not null default 0 check (wrong_tries between 0 and 5),
  wrong_at timestamptz,
  wrong_by uuid,
  left_at timestamptz
);
alter table private.handover_codes enable row level security;
revoke all on table private.handover_codes from public, anon, authenticated, service_role;
comment on table private.handover_codes is
  'The code that the customer says when the bike changes hands. It is kept apart from the booking, so that no select and no feed exposes it. get_booking shows it to the owner and the holder of the link, never to the shop, which types the code it hears.';
comment on column private.handover_codes.wrong_tries is
  'Wrong tries since the bike last changed hands. After five, staff need a note in place of the code.';
comment on column private.handover_codes.wrong_at is 'When the last wrong code was typed, and wrong_by whom.';
comment on column private.handover_codes.left_at is
  'When the bike left on a code that was wrong: a phone without a network had sent it later. Null again once it is settled.';

create function private.create_handover_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.handover_codes (booking_id) values (new.id);
  return null;
end;
$$;
revoke all on function private.create_handover_code() from public, anon, authenticated, service_role;
comment on function private.create_handover_code() is 'Trigger: creates a code for every booking, also for one inserted without a function.';
create trigger create_handover_code after insert on public.service_bookings
  for each row execute function private.create_handover_code();

create function private.needs_handover_code(booking public.service_bookings, to_status public.booking_status) returns boolean
language plpgsql immutable set search_path = ''
as $$ begin return to_status = 'completed' or (to_status = 'picked_up' and booking.mode = 'pickup'); end; $$;
revoke all on function private.needs_handover_code(public.service_bookings, public.booking_status) from public, anon, authenticated, service_role;
comment on function private.needs_handover_code(public.service_bookings, public.booking_status) is
  'Whether a transition needs the code: when a bike is picked up, and when any bike is handed back.';

create function private.check_handover(booking uuid, code text, why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  typed text := regexp_replace(normalize(check_handover.code, nfkc), '\s', '', 'g');
  h private.handover_codes;
  tries_left int;
begin
  if char_length(why) not between 3 and 300 then
    perform private.reject(422, 'without_code');
  end if;
  select * into h from private.handover_codes c where c.booking_id = check_handover.booking for update;
  if why is null then
    if coalesce(typed, '') = '' then
      perform private.reject(422, 'handover_code');
    elsif h.booking_id is null or h.wrong_tries >= 5 then
      perform private.reject(409, 'no_more_tries');
    elsif typed !~ '^[0-9]{4}$' then
      perform private.reject(422, 'code_figures');
    elsif typed <> h.code then
      update private.handover_codes c
      set wrong_tries = c.wrong_tries + 1, wrong_at = private.now(), wrong_by = auth.uid()
      where c.booking_id = h.booking_id
      returning 5 - c.wrong_tries into tries_left;
      -- The board tells of it while it happens.
      perform private.notify_followers(h.booking_id);
      return jsonb_build_object(
        'code', 'PT422',
        'message', 'wrong_code',
        'details', jsonb_build_object('tries_left', tries_left)::text,
        'hint', 'wrong_code'
      );
    end if;
  end if;
  update private.handover_codes c set wrong_tries = 0, left_at = null
  where c.booking_id = h.booking_id and (c.wrong_tries > 0 or c.left_at is not null);
  return null;
end;
$$;
revoke all on function private.check_handover(uuid, text, text) from public, anon, authenticated, service_role;
comment on function private.check_handover(uuid, text, text) is
  'Returns null when the code is right, or when why gives the reason that there is none. For a wrong code it counts one of five tries and returns the error as an object: raising it would roll back the count. Raises PT422 handover_code, code_figures, without_code, PT409 no_more_tries.';

create function private.code_alarm(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  h private.handover_codes;
begin
  select * into h from private.handover_codes c
  where c.booking_id = code_alarm.booking and (c.wrong_tries >= 3 or c.left_at is not null);
  if h.booking_id is null or not public.has_duty('owner', 'desk', 'foreman') then
    return null;
  end if;
  return jsonb_build_object('tries', h.wrong_tries, 'at', h.wrong_at, 'by', private.staff_name(h.wrong_by), 'left_at', h.left_at);
end;
$$;
revoke all on function private.code_alarm(uuid) from public, anon, authenticated, service_role;
comment on function private.code_alarm(uuid) is
  'For owners, the desk and the foreman: that three wrong handover codes or more were typed, or that the bike has left on a wrong one. Null when it is not so.';
