-- A new invoice in place of one with a mistake: credit notes take the old one back as a whole.

create function private.left_of_lines(bill public.invoices) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'rupees', l.rupees) order by l.line), '[]')
    from (
      select i.line, (i.entry ->> 'total_paise')::int / 100 - (
        select coalesce(sum((c.line ->> 'total_paise')::int), 0) / 100
        from public.credit_notes n, jsonb_array_elements(n.data -> 'lines') as c (line)
        where n.invoice_id = bill.id and (c.line ->> 'line')::int = i.line
      ) as rupees
      from jsonb_array_elements(bill.data -> 'lines') with ordinality as i (entry, line)
    ) l
    where l.rupees > 0
  );
end;
$$;
revoke all on function private.left_of_lines(public.invoices) from public, anon, authenticated, service_role;
comment on function private.left_of_lines(public.invoices) is
  'What credit notes left of each line of an invoice, as issue_credit_note takes lines; lines without a rest are left out.';

create function public.replace_invoice(
  booking uuid, request_id text, reason text, name text default null, gstin text default null, final_price int default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  bill public.invoices;
  remark text := private.clean_text(replace_invoice.reason);
  clean_name text := private.clean_name(replace_invoice.name);
  clean_gstin text := private.clean_gstin(replace_invoice.gstin);
  request uuid;
  rest jsonb;
begin
  perform private.require_duty('owner', 'accountant');
  perform private.require_fresh_sign_in();
  b := private.lock_own_booking(replace_invoice.booking, null, '{owner,accountant}');
  request := private.credit_request(replace_invoice.request_id, remark);
  bill := private.current_invoice(b.id);
  if bill.id is null then
    perform private.reject(404, 'no_invoice');
  elsif exists (select from public.invoices i where i.request_id = request and i.booking_id = b.id) then
    return private.payment_answer(b.id) || jsonb_build_object('number', bill.number);
  elsif private.clean_text(replace_invoice.name) is not null and clean_name is null then
    perform private.reject(422, 'name');
  elsif private.clean_text(replace_invoice.gstin) is not null and clean_gstin is null then
    perform private.reject(422, 'gstin');
  elsif replace_invoice.final_price < 0 or replace_invoice.final_price > 100000 then
    perform private.reject(422, 'final_price');
  elsif replace_invoice.final_price > private.agreed_price(b) then
    perform private.reject(409, 'not_agreed', jsonb_build_object('agreed', private.agreed_price(b)));
  end if;
  rest := private.left_of_lines(bill);
  if rest <> '[]' then
    perform private.write_credit_note(b, bill, gen_random_uuid(), private.credit_lines(bill, rest), remark);
  end if;
  b.customer_name := coalesce(clean_name, b.customer_name);
  b.gstin := case when replace_invoice.gstin is null then b.gstin else clean_gstin end;
  b.final_price := coalesce(replace_invoice.final_price, b.final_price);
  perform private.issue_invoice(b, bill, request);
  -- Only now: while the credited invoice counts, everything that was paid would be refunded.
  update public.service_bookings s set customer_name = b.customer_name, gstin = b.gstin, final_price = b.final_price
  where s.id = b.id;
  perform private.refund_overpayment(b, 'overpaid');
  return private.payment_answer(b.id) || jsonb_build_object('number', (private.current_invoice(b.id)).number);
end;
$$;
revoke all on function public.replace_invoice(uuid, text, text, text, text, int) from public, anon, authenticated, service_role;
grant execute on function public.replace_invoice(uuid, text, text, text, text, int) to authenticated, service_role;
comment on function public.replace_invoice(uuid, text, text, text, text, int) is
  'Owners and accountants replace an invoice with a mistake: a credit note takes back what is left of it, and a new invoice gets the next number, with another name, GSTIN (empty: none) or bill where they are given, and the warranty of the first one. What is overpaid then is refunded. The same request_id replaces only once. Raises PT403, PT404 not_found, no_invoice, PT409 not_agreed, PT422 request, credit_reason, name, gstin, final_price.';
