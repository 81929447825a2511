-- Vouchers of advances: a receipt voucher for money taken before the work is done, and a refund voucher for what of it
-- is given back. Each kind has its own series, numbered without a gap in a financial year, never changed afterwards.

create table private.voucher_counters (
  financial_year text not null check (financial_year ~ '^[0-9]{2}-[0-9]{2}$'),
  last_serial int not null check (last_serial between 1 and 9999999),
  kind public.voucher_kind not null,
  primary key (kind, financial_year)
);
alter table private.voucher_counters enable row level security;
revoke all on table private.voucher_counters from public, anon, authenticated, service_role;
comment on table private.voucher_counters is
  'The last number of a kind of voucher in a financial year. Issuing one locks this row until the transaction ends, so a rollback leaves no gap.';

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.service_bookings (id) on delete set null,
  -- No foreign keys: a voucher outlives its payment as an invoice its booking.
  payment_id uuid not null,
  refund_id uuid unique,
  number text not null unique check (char_length(number) <= 16),
  financial_year text not null,
  serial int not null,
  issued_at timestamptz not null,
  total int not null check (total > 0),
  data jsonb not null,
  kind public.voucher_kind not null,
  unique (kind, financial_year, serial),
  check ((kind = 'refund') = (refund_id is not null))
);
create unique index vouchers_receipt on public.vouchers (payment_id) where kind = 'receipt';
create index vouchers_payment on public.vouchers (payment_id);
create index vouchers_booking on public.vouchers (booking_id);
alter table public.vouchers enable row level security;
revoke all on table public.vouchers from public, anon, authenticated, service_role;
grant select on table public.vouchers to authenticated, service_role;
create policy "a voucher is read with its booking" on public.vouchers
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.vouchers is
  'Receipt and refund vouchers as issued: data has what rules 50 and 51 require, a refund voucher the number and date of its receipt voucher. total in rupees.';
create trigger forbid_voucher_changes before update or delete on public.vouchers
  for each row execute function private.forbid_invoice_changes();

create function private.is_advance(booking public.service_bookings) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return booking.status not in ('ready', 'completed', 'cancelled', 'no_show');
end;
$$;
revoke all on function private.is_advance(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.is_advance(public.service_bookings) is
  'Whether money that is taken now is an advance: the work is still to be done. A payment at the counter for finished work gets its invoice, and a fee of a missed or cancelled booking is no advance.';

create function private.write_voucher(
  kind public.voucher_kind, booking public.service_bookings, payment uuid, refund uuid, rupees int
) returns void
language plpgsql set search_path = ''
as $$
declare
  today date := private.today();
  year text := private.financial_year(today);
  own_state boolean := private.is_maharashtra(booking.pin, booking.gstin);
  receipt public.vouchers;
  serial int;
  number text;
begin
  select * into receipt from public.vouchers v where v.payment_id = write_voucher.payment and v.kind = 'receipt';
  -- As late as possible: from here to the end of this transaction, every other voucher of the kind waits.
  insert into private.voucher_counters as c (kind, financial_year, last_serial) values (write_voucher.kind, year, 1)
  on conflict on constraint voucher_counters_pkey do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := case write_voucher.kind when 'receipt' then 'RV/' else 'RF/' end || year || '/'
    || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.vouchers (
    kind, booking_id, payment_id, refund_id, number, financial_year, serial, issued_at, total, data
  )
  select
    write_voucher.kind, booking.id, write_voucher.payment, write_voucher.refund, number, year, serial, private.now(), rupees,
    jsonb_build_object(
      'kind', write_voucher.kind, 'number', number, 'date', today,
      'supplier', jsonb_build_object(
        'legal_name', s.legal_name, 'trade_name', s.name, 'address', s.address, 'gstin', s.gstin, 'phone', s.phone,
        'email', s.email
      ),
      'customer', private.invoiced_customer(booking),
      'place_of_supply', private.place_of_supply(booking.pin, booking.gstin), 'reverse_charge', 'No',
      'booking_number', booking.number, 'bike', booking.bike_name,
      'description', (
        select string_agg(i.name, ', ' order by i.position) from public.booking_items i where i.booking_id = booking.id
      ),
      'sac', '998714', 'rate', private.gst_rate(), 'method', p.method,
      'total', rupees, 'total_paise', rupees * 100,
      'total_in_words', 'Rupees ' || private.amount_in_words(rupees) || ' only', 'is_demo', s.is_demo
    ) || private.tax(rupees, own_state) || private.tax_rates(own_state)
      || case when receipt.id is null then '{}'::jsonb else jsonb_build_object(
        'receipt', jsonb_build_object('number', receipt.number, 'date', receipt.data -> 'date')
      ) end
  from public.shop s, public.payments p where p.id = write_voucher.payment;
end;
$$;
revoke all on function private.write_voucher(public.voucher_kind, public.service_bookings, uuid, uuid, int)
  from public, anon, authenticated, service_role;
comment on function private.write_voucher(public.voucher_kind, public.service_bookings, uuid, uuid, int) is
  'Takes the next number of its series and writes a voucher of an advance; a refund voucher names its receipt voucher.';

create function private.write_refund_voucher(refund public.refunds) returns void
language plpgsql set search_path = ''
as $$
declare
  b public.service_bookings;
  bill public.invoices := private.current_invoice(refund.booking_id);
begin
  -- What is given back because of a credit note belongs to the invoice.
  if refund.amount_paise >= 100 and refund.asked_at <= coalesce(bill.issued_at, refund.asked_at)
    and exists (select from public.vouchers v where v.payment_id = refund.payment_id and v.kind = 'receipt')
    and not exists (select from public.vouchers v where v.refund_id = refund.id)
  then
    select * into b from public.service_bookings s where s.id = refund.booking_id;
    perform private.write_voucher('refund', b, refund.payment_id, refund.id, refund.amount_paise / 100);
  end if;
end;
$$;
revoke all on function private.write_refund_voucher(public.refunds) from public, anon, authenticated, service_role;
comment on function private.write_refund_voucher(public.refunds) is
  'Writes the voucher of a refund that was made, when it gives back an advance that no invoice covers.';

create function private.voucher_names(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', v.kind, 'number', v.number, 'date', v.data -> 'date', 'total', v.total
    ) order by v.issued_at, v.kind, v.serial), '[]')
    from public.vouchers v where v.booking_id = voucher_names.booking
  );
end;
$$;
revoke all on function private.voucher_names(uuid) from public, anon, authenticated, service_role;
comment on function private.voucher_names(uuid) is 'Kind, number, date and rupees of the vouchers of a booking.';

create function public.get_vouchers(booking uuid, manage_token text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
begin
  select * into b from public.service_bookings s
  where s.id = get_vouchers.booking and (
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_vouchers.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  return (
    select coalesce(jsonb_agg(
      v.data || jsonb_build_object('issued_at', v.issued_at) order by v.issued_at, v.kind, v.serial
    ), '[]')
    from public.vouchers v where v.booking_id = b.id
  );
end;
$$;
revoke all on function public.get_vouchers(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.get_vouchers(uuid, text) to anon, authenticated, service_role;
comment on function public.get_vouchers(uuid, text) is
  'The receipt and refund vouchers of a booking as they were issued, for its owner, the holder of the manage token, an owner, the desk or an accountant. Raises PT404 not_found.';
