-- GST: the number of a business, and which tax a place of supply leads to.

create function private.clean_gstin(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return (
    with typed as (
      select upper(regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g')) as gstin
    ),
    digits as (
      select
        n,
        (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, n, 1)) - 1) * (2 - n % 2) as product
      from typed, generate_series(1, 14) as n
      where gstin ~ '^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
    )
    select gstin from typed
    where (select count(*) from digits) = 14
      and substr(gstin, 15, 1) = substr(
        '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        (36 - (select sum(product / 36 + product % 36) from digits)::int % 36) % 36 + 1, 1
      )
  );
end;
$$;
revoke all on function private.clean_gstin(text) from public, anon, authenticated, service_role;
comment on function private.clean_gstin(text) is 'A GSTIN whose form and check digit are right, without spaces, or null.';

create function private.is_maharashtra(pin text, gstin text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when gstin is not null then left(gstin, 2) = '27'
    when pin ~ '^[1-9][0-9]{5}$' then pin ~ '^4[0-4]' and left(pin, 3) <> '403'
    else true
  end;
end;
$$;
revoke all on function private.is_maharashtra(text, text) from public, anon, authenticated, service_role;
comment on function private.is_maharashtra(text, text) is
  'Whether the place of supply is the shop''s own state: by the business''s GSTIN, else by the PIN (403 is Goa), else yes.';

create function private.gst_rate() returns int
language plpgsql immutable set search_path = ''
as $$ begin return 18; end; $$;
revoke all on function private.gst_rate() from public, anon, authenticated, service_role;
comment on function private.gst_rate() is 'The GST on our services, per cent.';

create function private.tax_rates(own_state boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  rate int := private.gst_rate();
begin
  return jsonb_build_object(
    'cgst_rate', case when own_state then rate / 2 else 0 end,
    'sgst_rate', case when own_state then rate / 2 else 0 end,
    'igst_rate', case when own_state then 0 else rate end
  );
end;
$$;
revoke all on function private.tax_rates(boolean) from public, anon, authenticated, service_role;
comment on function private.tax_rates(boolean) is 'The rates in per cent: half CGST and half SGST in the shop''s own state, else all IGST.';

create function private.tax_inside(total bigint, rate int) returns int
language plpgsql immutable set search_path = ''
as $$ begin return round(total::numeric * 100 * rate / (100 + private.gst_rate()))::int; end; $$;
revoke all on function private.tax_inside(bigint, int) from public, anon, authenticated, service_role;
comment on function private.tax_inside(bigint, int) is
  'The paise of one tax of so many per cent inside a total of whole rupees, rounded: CGST and SGST are each rounded by itself, so they are equal.';

create function private.tax(total int, own_state boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  half int := private.tax_inside(total, private.gst_rate() / 2);
  tax int := case when own_state then 2 * half else private.tax_inside(total, private.gst_rate()) end;
begin
  return jsonb_build_object(
    'taxable_paise', total * 100 - tax,
    'tax_paise', tax,
    'cgst_paise', case when own_state then half else 0 end,
    'sgst_paise', case when own_state then half else 0 end,
    'igst_paise', case when own_state then 0 else tax end
  );
end;
$$;
revoke all on function private.tax(int, boolean) from public, anon, authenticated, service_role;
comment on function private.tax(int, boolean) is
  'The GST inside a total of whole rupees, in paise: equal CGST and SGST in the shop''s own state, else IGST. taxable_paise is the rest.';
