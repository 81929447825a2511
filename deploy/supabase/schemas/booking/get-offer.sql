-- The page behind the link of an offer.

create function private.offer_details(entry public.waitlist) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'mode', entry.mode, 'date', entry.booking_date, 'start', private.format_time(entry.booking_time),
      'end', private.format_time(entry.window_end),
      'vehicle', jsonb_build_object(
        'brand', jsonb_build_object('slug', b.slug, 'name', b.name),
        'model', jsonb_build_object('slug', m.slug, 'name', m.name, 'body', m.body),
        'modelId', m.id
      ),
      'items', (
        select jsonb_agg(jsonb_build_object(
          'id', l ->> 'item_id', 'name', l ->> 'name', 'price', (l ->> 'unit_price')::int,
          'quantity', (l ->> 'quantity')::int, 'package_type', l ->> 'package_type',
          'duration_minutes', (l ->> 'minutes')::int / (l ->> 'quantity')::int, 'two_day', l -> 'two_day'
        ) order by n)
        from jsonb_array_elements((
          select j.quote -> 'lines'
          from private.plan_job(entry.items, m.id, entry.mode, request => entry.offer_request_id) j
        ))
          with ordinality as t (l, n)
        where l ->> 'package_type' <> 'pickup'
      )
    )
    from public.models m join public.brands b on b.slug = m.brand_slug where m.id = entry.model_id
  );
end;
$$;
revoke all on function private.offer_details(public.waitlist) from public, anon, authenticated, service_role;
comment on function private.offer_details(public.waitlist) is
  'The window and the cart of a waitlist entry, at the prices of its offer while that is open, else at current ones. Raises PT422 items_refused when an item is not sold any more.';

create function public.get_offer(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  w public.waitlist;
  held private.slot_holds;
begin
  select * into w from public.waitlist l where l.claim_hash = private.hash_token(coalesce(token, ''));
  if w.id is null then
    perform private.reject(404, 'unknown_offer');
  elsif w.state = 'claimed' then
    perform private.reject(409, 'claimed');
  end if;
  select * into held from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  if not private.has_open_offer(w) or held.id is null then
    perform private.reject(409, 'offer_over', private.offer_details(w) || jsonb_build_object(
      'ended_at', w.offer_ends_at,
      'alternatives', private.nearest_free(w.mode, w.booking_date, w.booking_time, w.windows, w.next_day)
    ));
  end if;
  return private.offer_details(w) || jsonb_build_object(
    'request_id', w.offer_request_id, 'name', w.customer_name, 'phone', w.phone, 'email', w.email,
    'hold', private.hold_state(held)
  );
end;
$$;
revoke all on function public.get_offer(text) from public, anon, authenticated, service_role;
grant execute on function public.get_offer(text) to anon, authenticated, service_role;
comment on function public.get_offer(text) is
  'The place that a claim link offers: mode, window, cart with the bike, name and number, how long it is kept (hold), and the request_id with which create_booking books it. Raises PT404 unknown_offer, PT409 claimed, PT409 offer_over (details: the same window and cart, and the nearest free times).';
