set check_function_bodies = off;

DROP FUNCTION "public"."record_cash"(uuid, integer, text);

ALTER TABLE "public"."payments" ADD COLUMN "terminal_reference" text;

CREATE OR REPLACE FUNCTION private.clean_terminal_reference(value text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reference text := upper(private.strip_separators(clean_terminal_reference.value));
begin
  if char_length(regexp_replace(reference, '[^0-9]', '', 'g')) >= 12 then
    perform private.reject(422, 'card_number');
  elsif reference is null or reference !~ '^[A-Z0-9]{4,20}$' then
    perform private.reject(422, 'terminal_reference');
  end if;
  return reference;
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
  c public.callback_requests;
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
  select * into c from public.callback_requests r where r.id = m.callback_id;
  if m.status <> 'waiting' or not (
    case
      when w.id is not null then private.has_open_offer(w)
      when c.id is not null then c.handled_at is null and private.is_number_proven(c.phone)
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
  if c.id is not null then
    return jsonb_build_object(
      'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'version', m.version,
      'callback', jsonb_build_object('id', c.id),
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
    'payment', m.payment_id, 'received', (select p.captured_paise / 100 from public.payments p where p.id = m.payment_id),
    'received_by', (select p.method from public.payments p where p.id = m.payment_id),
    'weather_note', (
      select nullif(d.note, private.default_weather_note()) from public.weather_days d where d.date = b.booking_date
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.record_payment(booking uuid, amount integer, method text, terminal_reference text DEFAULT NULL::text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remark text := private.check_payment_note(record_payment.note, false);
  b public.service_bookings := private.lock_own_booking(booking, null, '{owner,desk,accountant}');
  due int := private.amount_due(b) - private.paid_paise(b.id) / 100;
  code text;
  p public.payments;
begin
  if record_payment.method = 'card' then
    code := private.clean_terminal_reference(record_payment.terminal_reference);
    -- 13 or more: a phone number with its country code has 12 digits.
    if remark ~ '([0-9][ -]?){13}' then
      perform private.reject(422, 'card_number');
    end if;
  elsif record_payment.method is distinct from 'cash' then
    perform private.reject(422, 'method');
  end if;
  select * into p from public.payments x where x.booking_id = b.id and x.terminal_reference = code;
  if p.amount_paise = record_payment.amount::bigint * 100 then
    return private.payment_answer(b.id);
  elsif p.id is not null then
    perform private.reject(409, 'terminal_reference_used', jsonb_build_object('amount', p.amount_paise / 100));
  elsif b.status in ('pending_payment', 'expired') then
    perform private.reject(409, 'not_confirmed');
  elsif due <= 0 then
    perform private.reject(409, 'paid');
  elsif record_payment.amount is null or record_payment.amount not between 1 and due then
    perform private.reject(422, 'amount', jsonb_build_object('due', due));
  end if;
  insert into public.payments (
    booking_id, method, provider, reference, terminal_reference, amount_paise, status, created_at
  ) values (
    b.id, record_payment.method::public.payment_method, 'desk', private.payment_reference(b), code,
    record_payment.amount * 100, 'created', private.now()
  ) returning * into p;
  perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  return private.payment_answer(b.id);
end;
$function$;

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_check4" CHECK (((terminal_reference IS NOT NULL) = ((method = 'card'::public.payment_method) AND (provider = 'desk'::public.payment_provider))));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_terminal_reference_check" CHECK ((terminal_reference ~ '^[A-Z0-9]{4,20}$'::text));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_terminal_reference" UNIQUE (booking_id, terminal_reference);

COMMENT ON COLUMN "public"."payments"."terminal_reference" IS 'Approval code on the slip of the shop''s card terminal. Unique per booking only: one card payment can be for several bikes. Never a card number.';

COMMENT ON FUNCTION "private"."clean_terminal_reference"(text) IS 'The approval code of a card terminal: 4 to 20 letters and digits, upper case, without spaces and hyphens. Raises PT422 card_number (12 digits or more), terminal_reference.';

COMMENT ON FUNCTION "private"."message_to_send"(bigint, integer) IS 'Called right before sending; renews the claim for 2 minutes. Returns the booking as its customer sees it now, with the weather note that staff wrote for its day (null for the default note), the payment that it confirms (received, in rupees; received_by, its method), the request to be called back, or the offered place. number_code is for an SMS to a number that is not proven, else null: its link confirms the number. Null when another claim has taken the message, or when it must not be sent any more, or not to this number (private.may_text): then it is dropped.';

COMMENT ON FUNCTION "public"."finish_refund"(uuid, text) IS 'An owner or accountant who has just signed in records a refund made by hand and notes how: of UPI, of cash, of a card on the shop''s terminal, or one that the gateway could not make. Repeating a call changes nothing. Raises PT403 forbidden, sign_in_again, PT404, PT409 gateway_refunds, PT422 payment_note, note_too_long.';

COMMENT ON FUNCTION "public"."record_payment"(uuid, integer, text, text, text) IS 'Owner, desk or accountant records a payment at the counter, at most the amount due: method cash, or card with the approval code of the shop''s terminal (terminal_reference). Repeating a card payment with its code and amount changes nothing. Raises PT403, PT404, PT409 paid, not_confirmed, terminal_reference_used (details.amount), PT422 amount (details.due), card_number, method, note_too_long, terminal_reference.';

COMMENT ON TABLE "public"."refunds" IS 'Refunds to be made. The backend makes those of a gateway and retries them under the id of the row; staff make those of UPI, cash, cards at the counter and rejected gateway refunds, and record them.';

REVOKE ALL ON FUNCTION "private"."clean_terminal_reference"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, integer, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, integer, text, text, text) TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.clean_terminal_reference(text) from public, anon, authenticated, service_role;

revoke all on function public.record_payment(uuid,integer,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.record_payment(uuid,integer,text,text,text) to authenticated;
grant execute on function public.record_payment(uuid,integer,text,text,text) to service_role;
