-- The invoice for the customer, and the GSTIN to print on it.

create function public.get_invoice(booking uuid, manage_token text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.service_bookings;
  result jsonb;
begin
  select * into b from public.service_bookings s
  where s.id = get_invoice.booking and (
    s.user_id = auth.uid() or public.has_duty('owner', 'desk', 'accountant')
    or s.id = private.booking_of_token(get_invoice.manage_token)
  );
  if b.id is null then
    perform private.reject(404, 'not_found');
  end if;
  select i.data || jsonb_build_object(
    'issued_at', i.issued_at,
    'credit_notes', private.credit_notes_of(b.id),
    'earlier', (
      select coalesce(jsonb_agg(e.data || jsonb_build_object('issued_at', e.issued_at) order by e.serial), '[]')
      from public.invoices e where e.booking_id = b.id and e.id <> i.id
    )
  ) into result
  from private.current_invoice(b.id) i where i.id is not null;
  if result is null then
    perform private.reject(404, 'no_invoice');
  end if;
  return result;
end;
$$;
revoke all on function public.get_invoice(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.get_invoice(uuid, text) to anon, authenticated, service_role;
comment on function public.get_invoice(uuid, text) is
  'The invoice of a booking as it was issued, for its owner, the holder of the manage token, an owner, the desk or an accountant, with the credit notes of the booking and the invoices that it replaced (earlier). Amounts in paise, total also in rupees and in words. Raises PT404 not_found, no_invoice.';

create function public.set_gstin(booking uuid, gstin text, manage_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.service_bookings := private.lock_own_booking(booking, set_gstin.manage_token, '{owner,desk,accountant}');
  clean text := private.clean_gstin(set_gstin.gstin);
begin
  if clean is null and private.clean_text(set_gstin.gstin) is not null then
    perform private.reject(422, 'gstin');
  elsif clean is not distinct from b.gstin then
    return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
  elsif b.status = 'completed' then
    perform private.reject(409, 'invoice_issued');
  elsif b.status in ('cancelled', 'no_show', 'expired') then
    perform private.reject(409, 'never_invoiced');
  end if;
  update public.service_bookings s set gstin = clean where s.id = b.id returning * into b;
  return private.booking_state(b) || jsonb_build_object('gstin', b.gstin);
end;
$$;
revoke all on function public.set_gstin(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.set_gstin(uuid, text, text) to anon, authenticated, service_role;
comment on function public.set_gstin(uuid, text, text) is
  'Sets or, when empty, takes off the GSTIN for the invoice, until the service is completed. Raises PT404, PT409 invoice_issued, never_invoiced, PT422 gstin.';
