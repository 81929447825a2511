-- Credits: when the shop cancels or moves a booking late or misses its window, the customer gets what the same would
-- have cost them.

create table public.booking_credits (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.service_bookings (id) on delete cascade,
  phone text not null,
  amount int not null check (amount > 0),
  reason public.credit_reason not null,
  note text check (char_length(note) <= 300),
  -- No foreign key: a second one to bookings would make every embed ambiguous. A deleted booking uses nothing.
  used_by uuid,
  given_at timestamptz not null
);
create index booking_credits_phone on public.booking_credits (phone);
create index booking_credits_used on public.booking_credits (used_by) where used_by is not null;
alter table public.booking_credits enable row level security;
revoke all on table public.booking_credits from public, anon, authenticated, service_role;
grant select on table public.booking_credits to authenticated, service_role;
create policy "owners, desk and accountant read credits" on public.booking_credits
  for select to authenticated using ((select public.has_duty('owner', 'desk', 'accountant')));
comment on table public.booking_credits is
  'Credits of a phone number, given when the shop cancels or moves late or misses a window: at most one per booking. The API can''t write here.';
comment on column public.booking_credits.used_by is
  'The booking whose bill the credit reduces, while that booking is live. Null: the next booking of the number uses it.';

create function private.late_credit_refusal(booking public.service_bookings) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when exists (select from public.booking_credits c where c.booking_id = booking.id) then 'credited'
    when private.effective_status(booking) in ('pending_payment', 'expired', 'no_show')
      or not exists (select from public.shop s where s.late_credit > 0) then 'no_credit'
    when private.is_rained_off(booking) or booking.cancel_cause = 'weather' then 'no_weather_credit'
    when not private.was_shop_late(booking) then 'not_late'
  end;
end;
$$;
revoke all on function private.late_credit_refusal(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.late_credit_refusal(public.service_bookings) is
  'Why a booking gets no credit for a missed window: credited (it already has one), no_credit, no_weather_credit, not_late; null when it gets one.';

create function private.give_credit(booking public.service_bookings, rupees int, note text) returns void
language plpgsql set search_path = ''
as $$
begin
  if give_credit.rupees = 0 or exists (select from public.booking_credits c where c.booking_id = booking.id) then
    return;
  end if;
  -- An issued invoice does not change, so the credit of a closed booking is for the next one.
  insert into public.booking_credits (booking_id, phone, amount, reason, note, used_by, given_at)
  values (
    booking.id, booking.phone, give_credit.rupees, 'late', left(give_credit.note, 300),
    case when booking.status not in ('completed', 'cancelled') then booking.id end, private.now()
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, give_credit.note, 'credit_given',
    jsonb_build_object('rupees', give_credit.rupees)
  );
  perform private.refund_overpayment(booking, 'overpaid');
end;
$$;
revoke all on function private.give_credit(public.service_bookings, int, text) from public, anon, authenticated, service_role;
comment on function private.give_credit(public.service_bookings, int, text) is
  'Credits what the shop''s lateness costs it, once per booking, off this bill or the next one, with an event. The caller holds the booking.';

create function public.give_late_credit(booking uuid, note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  shop public.shop;
  remark text := private.clean_text(give_late_credit.note);
  fault text;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(booking, null, '{owner,accountant}');
  select * into shop from public.shop;
  fault := private.late_credit_refusal(b);
  if coalesce(char_length(remark), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_note');
  elsif fault is not null then
    perform private.reject(409, fault, case fault
      when 'no_credit' then jsonb_build_object('status', b.status)
      when 'not_late' then jsonb_build_object('minutes', shop.late_minutes)
    end);
  end if;
  perform private.give_credit(b, shop.late_credit, remark);
  perform private.notify_followers(b.id);
  return private.payment_answer(b.id);
end;
$$;
revoke all on function public.give_late_credit(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.give_late_credit(uuid, text) to authenticated, service_role;
comment on function public.give_late_credit(uuid, text) is
  'An owner or accountant who has just signed in credits shop.late_credit for a window that was missed by shop.late_minutes: it reduces this bill, or the next one when this booking is closed. At most once per booking. Raises PT403 forbidden, sign_in_again, PT404, PT409 credited, no_credit, no_weather_credit, not_late, PT422 credit_note.';
