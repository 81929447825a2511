-- The oil that the bill has to name: a bike is not ready before it is written down.

create function private.missing_oil(booking public.service_bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('litres', m.oil_litres, 'grade', nullif(concat_ws(' ', m.oil_grade, m.jaso), ''))
    from public.models m
    where m.id = booking.model_id
      and exists (
        select from public.packages p
        where p.oil_included and (
          p.slug in (select i.item_id from public.booking_items i where i.booking_id = booking.id)
          or p.slug in (
            select e.item_id from public.extra_work e where e.booking_id = booking.id and e.status = 'approved'
          )
        )
      )
      and not exists (select from public.used_parts p where p.booking_id = booking.id and p.kind = 'oil')
  );
end;
$$;
revoke all on function private.missing_oil(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.missing_oil(public.service_bookings) is
  'The oil that still has to be written down, because the work includes it and the bill names brand, grade and litres: what the model takes {litres, grade}. Null: none is missing.';

create function private.check_oil(booking public.service_bookings) returns void
language plpgsql stable set search_path = ''
as $$
declare
  oil jsonb := private.missing_oil(booking);
begin
  if oil is not null then
    perform private.reject(409, 'oil_missing', oil);
  end if;
end;
$$;
revoke all on function private.check_oil(public.service_bookings) from public, anon, authenticated, service_role;
comment on function private.check_oil(public.service_bookings) is
  'Raises PT409 oil_missing (details: litres, grade) while oil that the work includes is not written down.';
