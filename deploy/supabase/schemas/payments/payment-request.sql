-- How to pay: UPI link, QR code and our reference.

create function private.payment_reference(booking public.service_bookings) returns text
language plpgsql volatile set search_path = ''
as $$ begin return upper('TS' || booking.number || encode(extensions.gen_random_bytes(5), 'hex')); end; $$;
revoke all on function private.payment_reference(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.payment_reference(public.service_bookings) is
  'Twenty letters and digits that begin with TS and the booking''s number and cannot be guessed.';

create function private.percent_encode(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(string_agg(case
      when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or byte in (45, 46, 95, 126)
        then chr(byte)
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by n), '')
    from (
      select n, get_byte(convert_to(percent_encode.value, 'UTF8'), n) as byte
      from generate_series(0, octet_length(convert_to(percent_encode.value, 'UTF8')) - 1) as n
    ) bytes
  );
end;
$$;
revoke all on function private.percent_encode(text) from public, anon, authenticated, service_role;
comment on function private.percent_encode(text) is 'A value for a query: everything but letters, digits and -._~ as %XX of its UTF-8.';

create function private.upi_link(vpa text, name text, amount_paise int, note text, reference text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'upi://pay?pa=' || replace(private.percent_encode(upi_link.vpa), '%40', '@')
    || '&pn=' || private.percent_encode(upi_link.name)
    || '&am=' || to_char(upi_link.amount_paise / 100.0, 'FM9999999990.00')
    || '&cu=INR&tn=' || private.percent_encode(left(upi_link.note, 50))
    || '&tr=' || upi_link.reference;
end;
$$;
revoke all on function private.upi_link(text, text, int, text, text) from public, anon, authenticated, service_role;
comment on function private.upi_link(text, text, int, text, text) is
  'The link that opens a UPI app, and the text of the QR. The @ of an address stays as it is, as apps expect it.';

create function private.payment_request(payment public.payments, booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'payment', payment.id, 'reference', payment.reference, 'method', payment.method, 'status', payment.status,
      'amount', payment.amount_paise / 100, 'amount_paise', payment.amount_paise, 'booking', booking.id,
      'pay_until', case when booking.status = 'pending_payment' then booking.pay_until end
    ) || case when payment.provider = 'upi' then jsonb_build_object(
      'upi_link', private.upi_link(
        s.upi_vpa, s.upi_name, payment.amount_paise, s.upi_name || ' booking ' || booking.number, payment.reference
      ),
      'vpa', s.upi_vpa, 'name', s.upi_name
    ) else '{}' end
    from public.shop s
  );
end;
$$;
revoke all on function private.payment_request(public.payments, public.service_bookings)
  from public, anon, authenticated, service_role;
comment on function private.payment_request(public.payments, public.service_bookings) is 'What a page needs to show how to pay.';
