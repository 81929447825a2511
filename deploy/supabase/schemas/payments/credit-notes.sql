-- Credit notes: what is taken off an invoice after it was issued. Their own series, numbered without a gap in a
-- financial year, never changed afterwards.

create table private.credit_note_counters (
  financial_year text primary key check (financial_year ~ '^[0-9]{2}-[0-9]{2}$'),
  last_serial int not null check (last_serial between 1 and 9999999)
);
alter table private.credit_note_counters enable row level security;
revoke all on table private.credit_note_counters from public, anon, authenticated, service_role;
comment on table private.credit_note_counters is
  'The last number of a credit note in a financial year. Issuing one locks this row until the transaction ends, so a rollback leaves no gap.';

create table public.credit_notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  invoice_id uuid not null references public.invoices (id),
  booking_id uuid references public.service_bookings (id) on delete set null,
  number text not null unique check (char_length(number) <= 16),
  financial_year text not null,
  serial int not null,
  issued_at timestamptz not null,
  reason text not null check (char_length(reason) between 3 and 300),
  total int not null check (total > 0),
  data jsonb not null,
  unique (financial_year, serial)
);
create index credit_notes_booking on public.credit_notes (booking_id);
create index credit_notes_invoice on public.credit_notes (invoice_id);
alter table public.credit_notes enable row level security;
revoke all on table public.credit_notes from public, anon, authenticated, service_role;
grant select on table public.credit_notes to authenticated, service_role;
create policy "a credit note is read with its booking" on public.credit_notes
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.credit_notes is
  'Credit notes as issued: data has what rule 53 requires, with the number and date of the invoice. total in rupees.';
create trigger forbid_credit_note_changes before update or delete on public.credit_notes
  for each row execute function private.forbid_invoice_changes();

create function private.credited(booking uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(n.total), 0)::int from public.credit_notes n
    where n.invoice_id = (private.current_invoice(credited.booking)).id
  );
end;
$$;
revoke all on function private.credited(uuid) from public, anon, authenticated, service_role;
comment on function private.credited(uuid) is 'Rupees that credit notes took off the invoice of a booking that counts.';

create function private.credit_lines(invoice public.invoices, lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  entry jsonb;
  of_invoice jsonb;
  n int;
  rupees int;
  before int;
  upto int := 0;
  half int;
  igst int;
  seen int[] := '{}'::int[];
  result jsonb := '[]'::jsonb;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 50 then
    perform private.reject(422, 'credit_lines');
  end if;
  for entry in select e from jsonb_array_elements(lines) as t (e) loop
    n := private.to_int(entry ->> 'line');
    rupees := private.to_int(entry ->> 'rupees');
    of_invoice := case when n >= 1 then invoice.data -> 'lines' -> (n - 1) end;
    if of_invoice is null or n = any (seen) then
      perform private.reject(422, 'credit_lines');
    end if;
    seen := seen || n;
    select (coalesce(sum((l ->> 'total_paise')::int), 0) / 100)::int into before
    from public.credit_notes c, jsonb_array_elements(c.data -> 'lines') l
    where c.invoice_id = invoice.id and (l ->> 'line')::int = n;
    if rupees is null or rupees not between 1 and (of_invoice ->> 'total_paise')::int / 100 - before then
      perform private.reject(422, 'credit_amount', jsonb_build_object(
        'line', n, 'left', (of_invoice ->> 'total_paise')::int / 100 - before
      ));
    end if;
    -- Running totals are rounded like the total, as on the invoice.
    half := private.tax_inside(upto + rupees, (of_invoice ->> 'cgst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'cgst_rate')::int);
    igst := private.tax_inside(upto + rupees, (of_invoice ->> 'igst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'igst_rate')::int);
    upto := upto + rupees;
    result := result || jsonb_build_object(
      'line', n, 'description', of_invoice -> 'description', 'sac', of_invoice -> 'sac', 'rate', of_invoice -> 'rate',
      'total_paise', rupees * 100, 'taxable_paise', rupees * 100 - 2 * half - igst,
      'cgst_rate', of_invoice -> 'cgst_rate', 'cgst_paise', half, 'sgst_rate', of_invoice -> 'sgst_rate',
      'sgst_paise', half, 'igst_rate', of_invoice -> 'igst_rate', 'igst_paise', igst
    );
  end loop;
  return result;
end;
$$;
revoke all on function private.credit_lines(public.invoices, jsonb) from public, anon, authenticated, service_role;
comment on function private.credit_lines(public.invoices, jsonb) is
  'The lines of a credit note with their taxes, by line of the invoice and rupees. Raises PT422 credit_lines, credit_amount (details.left: what is left of the line).';

create function private.write_credit_note(
  booking public.service_bookings, bill public.invoices, request uuid, lines jsonb, reason text
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  today date := private.today();
  year text := private.financial_year(today);
  rupees int := (select sum((l ->> 'total_paise')::int)::int / 100 from jsonb_array_elements(lines) l);
  serial int;
  number text;
begin
  -- As late as possible: from here to the end of this transaction, every other credit note waits.
  insert into private.credit_note_counters as c (financial_year, last_serial) values (year, 1)
  on conflict (financial_year) do update set last_serial = c.last_serial + 1
  returning c.last_serial into serial;
  number := 'CN/' || year || '/' || case when serial < 1000000 then to_char(serial, 'FM000000') else serial::text end;
  insert into public.credit_notes (
    request_id, invoice_id, booking_id, number, financial_year, serial, issued_at, reason, total, data
  ) values (
    request, bill.id, booking.id, number, year, serial, private.now(), reason, rupees,
    jsonb_build_object(
      'number', number, 'date', today, 'invoice_number', bill.number, 'invoice_date', bill.data -> 'date',
      'supplier', bill.data -> 'supplier', 'customer', bill.data -> 'customer',
      'place_of_supply', bill.data -> 'place_of_supply', 'reason', reason, 'lines', lines,
      'taxable_paise', (select sum((l ->> 'taxable_paise')::int) from jsonb_array_elements(lines) l),
      'cgst_paise', (select sum((l ->> 'cgst_paise')::int) from jsonb_array_elements(lines) l),
      'sgst_paise', (select sum((l ->> 'sgst_paise')::int) from jsonb_array_elements(lines) l),
      'igst_paise', (select sum((l ->> 'igst_paise')::int) from jsonb_array_elements(lines) l),
      'total', rupees, 'total_in_words', 'Rupees ' || private.amount_in_words(rupees) || ' only'
    )
  );
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    booking.id, private.now(), 'admin', auth.uid(), booking.status, booking.status, reason, 'credit_note',
    jsonb_build_object('number', number, 'rupees', rupees)
  );
end;
$$;
revoke all on function private.write_credit_note(public.service_bookings, public.invoices, uuid, jsonb, text)
  from public, anon, authenticated, service_role;
comment on function private.write_credit_note(public.service_bookings, public.invoices, uuid, jsonb, text) is
  'Takes the next number of the series and writes a credit note over priced lines of an invoice, and its event.';

create function private.credit_request(request_id text, reason text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  if private.to_uuid(credit_request.request_id) is null then
    perform private.reject(422, 'request');
  elsif coalesce(char_length(credit_request.reason), 0) not between 3 and 300 then
    perform private.reject(422, 'credit_reason');
  end if;
  return private.to_uuid(credit_request.request_id);
end;
$$;
revoke all on function private.credit_request(text, text) from public, anon, authenticated, service_role;
comment on function private.credit_request(text, text) is
  'The request of a credit note with its cleaned reason. Raises PT422 request, credit_reason.';

create function public.issue_credit_note(booking uuid, request_id text, lines jsonb, reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  bill public.invoices;
  remark text := private.clean_text(issue_credit_note.reason);
  request uuid;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(issue_credit_note.booking, null, '{owner,accountant}');
  request := private.credit_request(issue_credit_note.request_id, remark);
  bill := private.current_invoice(b.id);
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif not exists (select from public.credit_notes c where c.request_id = request and c.booking_id = b.id) then
    perform private.write_credit_note(b, bill, request, private.credit_lines(bill, issue_credit_note.lines), remark);
    perform private.refund_overpayment(b, 'overpaid');
    perform private.notify_followers(b.id);
  end if;
  return private.payment_answer(b.id) || jsonb_build_object('credit_notes', private.credit_notes_of(b.id));
end;
$$;
revoke all on function public.issue_credit_note(uuid, text, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.issue_credit_note(uuid, text, jsonb, text) to authenticated, service_role;
comment on function public.issue_credit_note(uuid, text, jsonb, text) is
  'Owners and accountants take something off an issued invoice: lines [{line, rupees}] by their place on the invoice, from 1. Issues a credit note with the next number of its series, and refunds what is overpaid then. The same request_id issues one only. Raises PT403, PT404 not_found, no_invoice, PT422 request, credit_reason, credit_lines, credit_amount.';

create function private.credit_notes_of(booking uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(n.data || jsonb_build_object('issued_at', n.issued_at) order by n.serial), '[]')
    from public.credit_notes n where n.booking_id = credit_notes_of.booking
  );
end;
$$;
revoke all on function private.credit_notes_of(uuid) from public, anon, authenticated, service_role;
comment on function private.credit_notes_of(uuid) is 'The credit notes of a booking as they were issued.';
