-- Coupons and what they take off.

create table public.coupons (
  code text primary key check (code ~ '^[A-Z0-9]{4,16}$'),
  kind public.coupon_kind not null,
  amount int not null check (amount > 0 and (kind = 'rupees' or amount <= 100)),
  max_off int check (max_off > 0),
  min_total int not null default 0 check (min_total >= 0),
  package_slug text references public.packages (slug),
  weekdays int[] check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]),
  from_day text check (from_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  until_day text check (until_day ~ '^[0-1][0-9]-[0-3][0-9]$'),
  first_booking boolean not null default false,
  min_bikes int not null default 1 check (min_bikes > 0),
  check ((from_day is null) = (until_day is null))
);
create index coupons_package on public.coupons (package_slug);
alter table public.coupons enable row level security;
revoke all on table public.coupons from public, anon, authenticated, service_role;
grant select on table public.coupons to authenticated;
grant select, insert, update, delete on table public.coupons to service_role;
create policy "owners read coupons" on public.coupons
  for select to authenticated using ((select public.has_duty('owner')));
comment on table public.coupons is 'The discount of a code on the services (never on the pickup). Customers cannot read codes: the shop hands them out.';
comment on column public.coupons.from_day is 'First and last day of the season as MM-DD, both counted.';
comment on column public.coupons.first_booking is 'Only for a phone number that has no booking yet; cancelled ones do not count.';
comment on column public.coupons.min_bikes is 'Bikes of one customer at one place and day; more than one is booked by phone, as a group.';

create function private.coupon_discount(
  code text, lines jsonb, day date, phone text, bikes int default 1
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  typed text := upper(private.strip_separators(coupon_discount.code));
  c public.coupons;
  services int;
  base int;
  off int := 0;
  refused text;
  data jsonb;
begin
  if coalesce(typed, '') = '' then
    return null;
  end if;
  select * into c from public.coupons k where k.code = typed;
  select
    coalesce(sum((l ->> 'price')::int), 0)::int,
    coalesce(sum((l ->> 'price')::int) filter (where c.package_slug is null or l ->> 'item_id' = c.package_slug), 0)::int
  into services, base
  from jsonb_array_elements(lines) l where l ->> 'package_type' <> 'pickup';

  if c.code is null then
    refused := 'coupon_unknown';
    typed := left(typed, 16);
  elsif c.package_slug is not null and base = 0 then
    refused := 'coupon_package';
    data := jsonb_build_object('package', (select p.short_name from public.packages p where p.slug = c.package_slug));
  elsif services < c.min_total then
    refused := 'coupon_minimum';
    data := jsonb_build_object('from', c.min_total, 'services', services);
  elsif c.min_bikes > bikes then
    refused := 'coupon_bikes';
    data := jsonb_build_object('from', c.min_bikes);
  elsif day is null and (c.weekdays is not null or c.from_day is not null) then
    refused := 'coupon_needs_day';
  elsif not extract(dow from day)::int = any (c.weekdays) then
    refused := 'coupon_weekdays';
    data := jsonb_build_object('weekdays', c.weekdays, 'day', day);
  elsif not (case
    when c.from_day <= c.until_day then to_char(day, 'MM-DD') between c.from_day and c.until_day
    else to_char(day, 'MM-DD') >= c.from_day or to_char(day, 'MM-DD') <= c.until_day
  end) then
    refused := 'coupon_season';
    data := jsonb_build_object('from', c.from_day, 'until', c.until_day);
  elsif c.first_booking and exists (
    select from public.service_bookings b
    where b.phone = coupon_discount.phone and b.status not in ('cancelled', 'expired')
  ) then
    refused := 'coupon_first_booking';
  else
    off := least(
      case c.kind when 'percent' then base * c.amount / 100 else c.amount end, coalesce(c.max_off, base), base
    );
  end if;
  return jsonb_build_object(
    'code', typed, 'off', off,
    'refusal', case when refused is not null then jsonb_build_object('code', refused, 'data', data) end
  );
end;
$$;
revoke all on function private.coupon_discount(text, jsonb, date, text, int) from public, anon, authenticated, service_role;
comment on function private.coupon_discount(text, jsonb, date, text, int) is
  'The discount of a code in whole rupees (percentages rounded down), or the refusal: a code and its data. Null without a code. Only create_booking passes the phone: a quote must not reveal who has booked before. bikes: those of one customer at one place and day.';
