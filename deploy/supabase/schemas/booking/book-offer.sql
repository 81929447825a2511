-- The desk books the place that the waitlist offers to a caller. Until then the customer's own link books it too.

create function private.lock_offer(waiting text) returns private.slot_holds
language plpgsql set search_path = ''
as $$
declare
  w public.waitlist;
  offer private.slot_holds;
begin
  select * into w from public.waitlist l where l.id = private.to_uuid(lock_offer.waiting) and l.state = 'offered';
  if w.id is not null then
    -- Whoever books by the link waits here.
    perform private.lock_request(w.offer_request_id);
    select * into offer from private.slot_holds h where h.request_id = w.offer_request_id and h.ended is null;
  end if;
  return offer;
end;
$$;
revoke all on function private.lock_offer(text) from public, anon, authenticated, service_role;
comment on function private.lock_offer(text) is
  'The hold of the place that is offered to an entry of the waitlist, with its request locked; empty without an offer.';

create function private.is_offered(offer private.slot_holds, wanted private.slot_holds) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (offer.mode, offer.booking_date, offer.booking_time) = (wanted.mode, wanted.booking_date, wanted.booking_time), false
  ) and exists (select from public.waitlist w where w.id = offer.waitlist_id and w.state = 'offered');
end;
$$;
revoke all on function private.is_offered(private.slot_holds, private.slot_holds) from public, anon, authenticated, service_role;
comment on function private.is_offered(private.slot_holds, private.slot_holds) is
  'Whether what is wanted is the window of an offer that stands.';

create function private.hold_offer(offer private.slot_holds, wanted private.slot_holds) returns private.slot_holds
language plpgsql set search_path = ''
as $$
declare
  held private.slot_holds;
  until timestamptz := greatest(offer.expires_at, wanted.expires_at);
  ending time := private.check_slot(
    wanted.mode, wanted.booking_date, wanted.booking_time, wanted.windows, wanted.next_day, offer.id,
    case when offer.expires_at > private.now() then offer.held_at end
  );
begin
  delete from public.booking_places p where p.hold_id = offer.id;
  update private.slot_holds h
  set windows = wanted.windows, window_end = ending, expires_at = until
  where h.id = offer.id returning * into held;
  perform private.take_places(
    null, held.id, held.expires_at, held.mode, held.booking_date, held.booking_time, held.windows
  );
  update public.waitlist w set offer_ends_at = held.expires_at where w.id = held.waitlist_id;
  return held;
end;
$$;
revoke all on function private.hold_offer(private.slot_holds, private.slot_holds) from public, anon, authenticated, service_role;
comment on function private.hold_offer(private.slot_holds, private.slot_holds) is
  'Keeps the place of an offer while the desk talks, for the job that is wanted. The caller holds the locks of its request and its day. Raises PT409 slot_taken, PT422 time_….';
