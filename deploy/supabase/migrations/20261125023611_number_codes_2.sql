set check_function_bodies = off;

CREATE TABLE "private"."number_codes" ("booking_id" uuid NOT NULL, "phone" text NOT NULL, "code_hash" bytea NOT NULL, CONSTRAINT "number_codes_code_hash_key" UNIQUE (code_hash), CONSTRAINT "number_codes_pkey" PRIMARY KEY (booking_id));

ALTER TABLE "private"."number_codes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.accept_proof(phone text, proof text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if accept_proof.proof ~ '^[0-9a-f]{32,64}$' then
    delete from private.number_proofs p where p.expires_at <= private.now();
    insert into private.number_proofs (secret_hash, phone, expires_at) values (
      private.hash_token(accept_proof.proof), accept_proof.phone,
      private.now() + private.limit_value('proof_days') * interval '1 day'
    )
    on conflict on constraint number_proofs_pkey do update set expires_at = excluded.expires_at;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.are_links_open(booking public.service_bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return booking.closed_at is null or booking.closed_at + interval '30 days' > private.now();
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_of_token(token text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.booking_id
  from private.manage_tokens t
  join public.service_bookings b on b.id = t.booking_id
  where t.token_hash = private.hash_token(token) and private.are_links_open(b);
$function$;

CREATE OR REPLACE FUNCTION private.find_number_code(code text)
 RETURNS private.number_codes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.hash_number_code(code text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select extensions.hmac(convert_to(hash_number_code.code, 'UTF8'), k.secret, 'sha256')
    from private.keys k where k.name = 'number_code'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.issue_number_code(booking public.service_bookings, phone text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text := private.number_code(booking, issue_number_code.phone);
begin
  insert into private.number_codes as n (booking_id, phone, code_hash)
  values (booking.id, issue_number_code.phone, private.hash_number_code(code))
  on conflict on constraint number_codes_pkey do update set phone = excluded.phone, code_hash = excluded.code_hash
  where n.phone <> excluded.phone;
  return code;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_proof(phone text, proof text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.session_proves(keep_proof.phone) then
    return;
  end if;
  perform private.prove_number(keep_proof.phone);
  perform private.accept_proof(keep_proof.phone, keep_proof.proof);
end;
$function$;

CREATE OR REPLACE FUNCTION private.message_to_send(message bigint, attempt integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  m public.message_outbox;
  b public.service_bookings;
  w public.waitlist;
  token text;
begin
  -- The booking is locked before its messages, as every change of a booking does: the row of a code refers to it.
  perform from public.service_bookings s
  where s.id = (select o.booking_id from public.message_outbox o where o.id = message_to_send.message) for key share;
  select * into m from public.message_outbox o
  where o.id = message_to_send.message and o.attempts = message_to_send.attempt for update;
  if m.id is null then
    return null;
  end if;
  select * into b from public.service_bookings s where s.id = m.booking_id;
  select * into w from public.waitlist l where l.id = m.waitlist_id;
  if m.status <> 'waiting' or not (
    case
      when w.id is not null then private.has_open_offer(w)
      else private.is_message_current(m, b) and (m.channel = 'mail' or private.may_text(m.kind, b))
    end
  ) then
    update public.message_outbox o
    set status = case o.status when 'waiting' then 'dropped' else o.status end, claimed_until = null
    where o.id = m.id;
    return null;
  end if;
  update public.message_outbox o set claimed_until = private.now() + interval '2 minutes' where o.id = m.id;
  if w.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'claim_token', private.waitlist_token(w.id, 'claim'),
      'offer', jsonb_build_object(
        'id', w.id, 'customer_name', w.customer_name, 'bike_name', w.bike_name, 'mode', w.mode, 'date', w.booking_date,
        'start', private.format_time(w.booking_time), 'end', private.format_time(w.window_end), 'ends_at', w.offer_ends_at
      ),
      'shop', (select jsonb_build_object('name', s.name, 'phone', s.phone) from public.shop s)
    );
  end if;
  token := private.manage_token(b.request_id);
  return jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version, 'manage_token', token,
    'number_code', case
      when m.channel = 'sms' and not private.is_number_proven(m.recipient) then private.issue_number_code(b, m.recipient)
    end,
    'shop_email', (select s.email from public.shop s), 'booking', public.get_booking(token),
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.number_code(booking public.service_bookings, phone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.record_number_proof(code private.number_codes, actor public.booking_actor, way text)
 RETURNS public.service_bookings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reject_number_code()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Returned instead of raised: raising would roll back the count of calls on Supabase.
  perform set_config('response.status', '404', true);
  return jsonb_build_object('code', 'PT404', 'message', 'unknown_code', 'details', null, 'hint', 'unknown_code');
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_number(booking uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.number_codes;
begin
  if not public.is_admin() then
    perform private.reject(403, 'forbidden');
  elsif not exists (select from public.service_bookings b where b.id = confirm_number.booking) then
    perform private.reject(404, 'not_found');
  end if;
  known := private.find_number_code(confirm_number.code);
  if known.booking_id is distinct from confirm_number.booking then
    return private.reject_number_code();
  end if;
  return private.booking_state(private.record_number_proof(known, 'admin', 'staff'));
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_booking(manage_token text DEFAULT NULL::text, booking uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings;
  payment jsonb;
  terms jsonb;
  result jsonb;
  own boolean;
begin
  select * into b from public.service_bookings s
  where s.id = private.booking_of_token(get_booking.manage_token)
    or (s.id = get_booking.booking and (s.user_id = auth.uid() or public.is_admin()));
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  own := coalesce(b.user_id = auth.uid() or private.booking_of_token(get_booking.manage_token) = b.id, false);
  payment := private.payment_of(b);
  b.status := private.effective_status(b);
  terms := private.change_terms(b);
  select to_jsonb(b) - '{request_id,user_id,updated_at,carried,carried_to}'::text[] || jsonb_build_object(
    'booking_time', private.format_time(b.booking_time),
    'window_end', private.format_time(b.window_end),
    'area_name', (select a.name from public.areas a where a.slug = b.area_slug),
    'terms', terms,
    'payment', payment,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'booking_id' order by i.position), '[]')
      from public.booking_items i where i.booking_id = b.id
    ),
    'extra_work', private.extra_work_of(b.id),
    'handover_code', case
      when own and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired') then (
        select h.code from private.handover_codes h where h.booking_id = b.id
      )
    end,
    'number_proven', case when public.is_admin() then private.is_number_proven(b.phone) end,
    'checklist', case when b.status in ('ready', 'completed') then private.checklist_of(b.id) else '[]' end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', e.at, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status, 'note', e.note,
        'moved_from', e.moved_from, 'fee', e.fee, 'kind', e.kind, 'data', e.data
      ) order by e.id), '[]')
      from public.booking_events e where e.booking_id = b.id
    ),
    'shop', (
      select jsonb_build_object(
        'name', s.name, 'phone', s.phone, 'whatsapp', s.whatsapp, 'address', s.address, 'visit_fee', s.visit_fee,
        'no_show_minutes', s.no_show_minutes, 'late_minutes', s.late_minutes, 'late_credit', s.late_credit
      )
      from public.shop s
    )
  ) into result;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION public.prove_number(code text, proof text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "private"."number_codes" ADD CONSTRAINT "number_codes_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES public.service_bookings(id) ON DELETE CASCADE;

COMMENT ON COLUMN "public"."booking_events"."data" IS 'Facts of the kind. status: without_code (why a bike changed hands without the code). moved: cause (when staff moved it), to_pickup. claimed: by (phone, email). number_proven: by (link, staff). fee_waived, refunded, credit_given: rupees. payment_reported: rupees, reference. payment_received: rupees, method. payment_received and paid_late: late (coupon_used, time_taken), coupon.';

COMMENT ON FUNCTION "private"."accept_proof"(text, text) IS 'Accepts the secret of a browser, 128 bits or more in hex, for a number that was proven in it just now; ignores anything else.';

COMMENT ON FUNCTION "private"."are_links_open"(public.service_bookings) IS 'Whether the links of our messages still open a booking: until 30 days after it was completed or cancelled.';

COMMENT ON FUNCTION "private"."booking_of_token"(text) IS 'The booking that a manage token opens, while private.are_links_open.';

COMMENT ON FUNCTION "private"."find_number_code"(text) IS 'Whom a code belongs to; without a booking_id when no SMS carried it or it has expired.';

COMMENT ON FUNCTION "private"."hash_number_code"(text) IS 'The hash of a code. It needs the key of the database: all codes of 50 bits could be tried against a plain hash.';

COMMENT ON FUNCTION "private"."is_number_proven"(text) IS 'Whether a number was proven within proven_days. Decides about messages.';

COMMENT ON FUNCTION "private"."issue_number_code"(public.service_bookings, text) IS 'The code for an SMS that is about to be sent to this number; from now on it is accepted.';

COMMENT ON FUNCTION "private"."message_to_send"(bigint, integer) IS 'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), or the offered place. number_code is for an SMS to a number that is not proven, else null: its link confirms the number. Null when another claim has taken the message, or when it must not be sent any more, or not to this number (private.may_text): then it is dropped.';

COMMENT ON FUNCTION "private"."number_code"(public.service_bookings, text) IS 'The code of a booking for a number: 10 letters and digits, 50 bits, the same on every call, never stored.';

COMMENT ON FUNCTION "private"."record_number_proof"(private.number_codes, public.booking_actor, text) IS 'Proves the number of a code; its booking no longer counts as unproven. The history gets one event, by the first way.';

COMMENT ON FUNCTION "private"."reject_number_code"() IS 'The answer to every code that is not accepted: wrong, expired or malformed. The caller returns it.';

COMMENT ON FUNCTION "public"."confirm_number"(uuid, text) IS 'An admin proves the number of a booking with the code of its SMS, which the customer reads aloud. The history of the booking names the admin, once. Raises PT403 forbidden, PT404 not_found; PT404 unknown_code for a code that is not this booking''s; calls are counted by user (private.call_limits).';

COMMENT ON FUNCTION "public"."get_booking"(text, uuid) IS 'A booking by its manage token, or by its id for its owner and admins: items, extra work, events, what cancelling and moving cost at this moment (terms), what is paid and due (payment), the finished job card (checklist, empty until the bike is ready), and the shop: how to reach it, its fees and credit. handover_code is for the owner and the holder of the token alone, while the booking is open; null for the shop. number_proven is for admins alone, null for others: who books with a number must not learn whether it is known to us. Raises PT404 not_found.';

COMMENT ON FUNCTION "public"."prove_number"(text, text) IS 'Proves the number that an SMS with this code was sent to, and answers the manage token of its booking. The page of the link calls it when its button is pressed. From now on proof, a secret that the browser has drawn (128 bits or more in hex), shows for proof_days of private.limits that the number was proven in it. A code is accepted as long as the manage token is, also repeatedly. PT404 unknown_code for every other code; calls are counted by network address (private.call_limits).';

COMMENT ON TABLE "private"."keys" IS 'Random keys drawn once per database; manage_token signs the guests'' manage tokens, report_token the tokens of browsers'' reports, number_code makes and hashes the codes of SMS.';

COMMENT ON TABLE "private"."number_codes" IS 'The codes that SMS of bookings carried, as HMACs, and the numbers that they were sent to. A row is written when such an SMS is sent. A code proves the number and opens the booking as long as its manage token does.';

COMMENT ON TYPE "public"."booking_event_kind" IS 'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS.';

REVOKE ALL ON FUNCTION "private"."accept_proof"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_links_open"(public.service_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_number_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hash_number_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_number_code"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_code"(public.service_bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_number_proof"(private.number_codes, public.booking_actor, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reject_number_code"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."confirm_number"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_number"(uuid, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."prove_number"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."prove_number"(text, text) TO "anon", "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.accept_proof(text,text) from public, anon, authenticated, service_role;

revoke all on function private.are_links_open(public.service_bookings) from public, anon, authenticated, service_role;

revoke all on function private.find_number_code(text) from public, anon, authenticated, service_role;

revoke all on function private.hash_number_code(text) from public, anon, authenticated, service_role;

revoke all on function private.issue_number_code(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.number_code(public.service_bookings,text) from public, anon, authenticated, service_role;

revoke all on function private.record_number_proof(private.number_codes,public.booking_actor,text) from public, anon, authenticated, service_role;

revoke all on function private.reject_number_code() from public, anon, authenticated, service_role;

revoke all on function public.confirm_number(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_number(uuid,text) to authenticated;
grant execute on function public.confirm_number(uuid,text) to service_role;

revoke all on function public.prove_number(text,text) from public, anon, authenticated, service_role;
grant execute on function public.prove_number(text,text) to anon;
grant execute on function public.prove_number(text,text) to authenticated;
grant execute on function public.prove_number(text,text) to service_role;

revoke all on table private.number_codes from public, anon, authenticated, service_role;

insert into private.call_limits (name, calls, counted_by, max_value, per_seconds, counts_site) values ('number_codes_per_address', '{prove_number}', 'address', '30', '600', 'true')
  on conflict (name) do update set calls = excluded.calls, counted_by = excluded.counted_by, max_value = excluded.max_value, per_seconds = excluded.per_seconds, counts_site = excluded.counts_site;

insert into private.call_limits (name, calls, counted_by, max_value, per_seconds, counts_site) values ('number_codes_per_user', '{confirm_number}', 'user', '30', '600', 'true')
  on conflict (name) do update set calls = excluded.calls, counted_by = excluded.counted_by, max_value = excluded.max_value, per_seconds = excluded.per_seconds, counts_site = excluded.counts_site;

insert into private.keys (name, secret) values ('number_code', extensions.gen_random_bytes(32));
