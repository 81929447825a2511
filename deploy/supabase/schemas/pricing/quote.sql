-- The quote that pages show. Volatile although it only reads: PostgREST runs stable functions read-only, and then
-- guard.before_request could not count the call.

create function public.quote(
  items jsonb,
  model text,
  mode text default 'workshop',
  coupon text default null,
  area text default null,
  pin text default null,
  date text default null,
  gstin text default null,
  group_id text default null,
  request_id text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.clean_text(quote.gstin) is not null and private.clean_gstin(quote.gstin) is null then
    perform private.reject(422, 'gstin');
  end if;
  return private.price_cart(
    quote.items, quote.model, private.to_service_mode(quote.mode), quote.coupon, nullif(quote.area, ''),
    nullif(private.strip_separators(quote.pin), ''), private.to_date(quote.date), private.clean_gstin(quote.gstin), null,
    case when public.has_duty('owner', 'desk') then 1 + private.bikes_of_group(private.to_uuid(quote.group_id)) else 1 end,
    null, private.to_uuid(quote.request_id)
  );
end;
$$;
revoke all on function public.quote(jsonb, text, text, text, text, text, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.quote(jsonb, text, text, text, text, text, text, text, text, text)
  to anon, authenticated, service_role;
comment on function public.quote(jsonb, text, text, text, text, text, text, text, text, text) is
  'Prices a cart [{id, quantity}] for a model, a mode, a coupon, a place and a day: lines, refusals {item_id, code, data}, subtotal, coupon {code, off, refusal}, total in rupees, minutes, tax in paise and its rates in per cent (CGST and SGST, or IGST for another state by gstin or pin). free_pickup: whether pickup is free with this package. late_fee: for cancelling late, free the first time for a number; visit_fee: for cancelling when the mechanic is on the way or there, null where nobody travels. A coupon for first bookings is applied here and checked against the phone number at booking. group_id, for owners and desk alone: the bike joins that group. request_id: its open hold keeps the prices of the same work. Raises PT422 (model, mode, items, gstin).';
