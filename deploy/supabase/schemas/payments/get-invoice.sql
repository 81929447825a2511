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
