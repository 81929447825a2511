-- What staff record: payments seen in the bank, cash and cards at the counter, refunds made by hand.

create function private.check_payment_note(
  note text, needed boolean, duties public.staff_duty[] default '{owner,desk,accountant}'
) returns text
language plpgsql set search_path = ''
as $$
declare
  remark text := private.clean_text(check_payment_note.note);
begin
  perform private.require_duty(variadic check_payment_note.duties);
  if check_payment_note.needed and coalesce(char_length(remark), 0) < 3 then
    perform private.reject(422, 'payment_note');
  elsif char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  return remark;
end;
$$;
revoke all on function private.check_payment_note(text, boolean, public.staff_duty[]) from public, anon, authenticated, service_role;
comment on function private.check_payment_note(text, boolean, public.staff_duty[]) is
  'Returns the cleaned note of a person with one of the duties. Raises PT403 for anyone else, PT422 payment_note, note_too_long.';

create function private.payment_answer(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.booking_state(b) || jsonb_build_object('payment', private.payment_of(b))
    from public.service_bookings b where b.id = payment_answer.booking
  );
end;
$$;
revoke all on function private.payment_answer(uuid) from public, anon, authenticated, service_role;
comment on function private.payment_answer(uuid) is 'What the functions about payments answer: the state of the booking and of its money.';

create function public.confirm_payment(payment uuid, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.check_payment_note(confirm_payment.note, false);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null, '{owner,desk,accountant}'
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.provider is distinct from 'upi' then
    perform private.reject(409, 'gateway_confirms');
  elsif p.captured_paise = 0 then
    perform private.capture_payment(p.id, p.amount_paise, 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.confirm_payment(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_payment(uuid, text) to authenticated, service_role;
comment on function public.confirm_payment(uuid, text) is
  'Owner, desk or accountant confirms that the money of a UPI payment arrived, also of one that was not claimed or was rejected before. Repeating a call changes nothing. Raises PT403, PT404, PT409 gateway_confirms, PT422 note_too_long.';

create function public.reject_claim(payment uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.check_payment_note(reject_claim.note, true);
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.payments x where x.id = payment), null, '{owner,desk,accountant}'
  );
  p public.payments;
begin
  select * into p from public.payments x where x.id = payment;
  if p.status = 'claimed' then
    update public.payments x set status = 'failed', note = remark where x.id = p.id;
    insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind)
    values (b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'payment_not_found');
    perform private.notify_followers(b.id);
  elsif p.provider is distinct from 'upi' or p.status <> 'failed' then
    perform private.reject(409, 'not_claimed');
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.reject_claim(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.reject_claim(uuid, text) to authenticated, service_role;
comment on function public.reject_claim(uuid, text) is
  'Owner, desk or accountant rejects a claimed UPI payment whose money did not arrive; the customer reads the note. Repeating a call changes nothing. Raises PT403, PT404, PT409 not_claimed, PT422 payment_note, note_too_long.';

create function private.clean_terminal_reference(value text) returns text
language plpgsql set search_path = ''
as $$
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
$$;
revoke all on function private.clean_terminal_reference(text) from public, anon, authenticated, service_role;
comment on function private.clean_terminal_reference(text) is
  'The approval code of a card terminal: 4 to 20 letters and digits, upper case, without spaces and hyphens. Raises PT422 card_number (12 digits or more), terminal_reference.';

create function public.record_payment(
  booking uuid, amount int, method text, terminal_reference text default null, note text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
revoke all on function public.record_payment(uuid, int, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.record_payment(uuid, int, text, text, text) to authenticated, service_role;
comment on function public.record_payment(uuid, int, text, text, text) is
  'Owner, desk or accountant records a payment at the counter, at most the amount due: method cash, or card with the approval code of the shop''s terminal (terminal_reference). Repeating a card payment with its code and amount changes nothing. Raises PT403, PT404, PT409 paid, not_confirmed, terminal_reference_used (details.amount), PT422 amount (details.due), card_number, method, note_too_long, terminal_reference.';

create function public.finish_refund(refund uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  remark text := private.check_payment_note(finish_refund.note, true, '{owner,accountant}');
  b public.service_bookings := private.lock_own_booking(
    (select x.booking_id from public.refunds x where x.id = finish_refund.refund), null, '{owner,desk,accountant}'
  );
  r public.refunds;
  from_provider public.payment_provider;
begin
  perform private.require_fresh_sign_in();
  select * into r from public.refunds x where x.id = finish_refund.refund;
  select p.provider into from_provider from public.payments p where p.id = r.payment_id;
  if r.status = 'asked' and from_provider in ('local', 'razorpay') then
    perform private.reject(409, 'gateway_refunds');
  elsif r.status <> 'done' then
    perform private.end_refund(r.id, 'done', 'admin', remark);
  end if;
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.finish_refund(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.finish_refund(uuid, text) to authenticated, service_role;
comment on function public.finish_refund(uuid, text) is
  'An owner or accountant who has just signed in records a refund made by hand and notes how: of UPI, of cash, of a card on the shop''s terminal, or one that the gateway could not make. Repeating a call changes nothing. Raises PT403 forbidden, sign_in_again, PT404, PT409 gateway_refunds, PT422 payment_note, note_too_long.';
