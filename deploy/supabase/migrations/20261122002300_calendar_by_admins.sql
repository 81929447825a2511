-- The shop keeps its calendar by itself: festivals that move are entered each year, and places change with the team.

grant insert, update, delete on table public.closures to authenticated;
create policy "an admin adds closures" on public.closures
  for insert to authenticated with check ((select public.is_admin()));
create policy "an admin changes closures" on public.closures
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "an admin deletes closures" on public.closures
  for delete to authenticated using ((select public.is_admin()));
alter table public.closures
  add constraint closures_reason_words check (btrim(reason) <> '' and char_length(reason) <= 120);
comment on table public.closures is
  'Holidays. closes_at null: closed all day; otherwise a half day that ends then. Admins keep it. It stops new bookings only: those that exist stay as they are until staff move or cancel them with the cause shop, at no cost.';
comment on column public.closures.reason is 'Customers read it where they choose a time.';

create function private.check_half_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  opens time := (select h.opens from public.business_hours h where h.weekday = extract(dow from new.date)::int);
begin
  if new.closes_at <= opens then
    perform private.fail(422, 'closes_at', 'We open at ' || to_char(opens, 'HH24:MI')
      || ' on this day: close later, or leave closes_at out to close all day.');
  end if;
  return new;
end;
$$;
revoke all on function private.check_half_day() from public, anon, authenticated, service_role;
comment on function private.check_half_day() is
  'Trigger: a half day begins before it ends. No check constraint, for it asks the hours of its weekday. Raises PT422 closes_at.';
create trigger check_half_day before insert or update of date, closes_at on public.closures
  for each row execute function private.check_half_day();

-- Only the number: a row that changes its mode, weekday or window would leave others without places.
grant update (places) on table public.capacities to authenticated;
create policy "an admin changes places" on public.capacities
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
-- Each booking goes through the seats of its window one by one.
alter table public.capacities add constraint capacities_places_most check (places <= 1000);
comment on column public.capacities.places is
  'Admins change it. Fewer than are taken: nobody loses a place, and none is free until enough are given back.';

-- The seeder adds each fixed holiday once, and remembers it here. A year that has one of them has got them all before.
insert into private.settings (name, value)
select 'holidays_added', string_agg(year || '-' || day, ' ' order by year, day)
from unnest('{01-26,05-01,08-15,10-02,12-25}'::text[]) as fixed (day)
cross join (
  select distinct extract(year from c.date)::int from public.closures c
  where to_char(c.date, 'MM-DD') = any ('{01-26,05-01,08-15,10-02,12-25}')
) as known (year)
having count(*) > 0;

-- Names --------------------------------------------------------------------------------------------------------------

-- ICU knows letters, digits and signs of every script, whatever the locale of the database, but has no class of marks:
-- the ranges are those of \p{M}, joined over letters, digits and signs.
create or replace function private.clean_name(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name text collate "und-x-icu" := private.squeeze(value);
  letters text := '[:alpha:]\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3'
    '\u07fd\u0816-\u085b\u0897-\u09e3\u09fe-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0d4d\u0d57\u0d62\u0d63'
    '\u0d81-\u0e3a\u0e47-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39-\u0fbc\u0fc6\u102b-\u109d\u135d-\u135f\u1712-\u17d3\u17dd'
    '\u180b-\u193b\u1a17-\u1b44\u1b6b-\u1b73\u1b80-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099\u309a'
    '\ua66f-\ua69f\ua6f0\ua6f1\ua802-\ua827\ua82c\ua880-\uaa4d\uaa7b-\uaaf6\uabe3-\uabed\ufb1e\ufe00-\ufe2f'
    '\U00011000-\U00011f5a\U0001e000-\U0001e94a';
begin
  return case
    when char_length(name) between 2 and 60
      and name ~ ('^[' || letters || '][' || letters || ' .''’\u200c\u200d-]*$')
      and translate(name, ' .''’-' || U&'\200c\200d', '') !~ '[[:digit:][:punct:]]|[^[:graph:]]'
    then name
  end;
end;
$$;
comment on function private.clean_name(text) is
  'A person''s name of 2 to 60 characters in any script, or null: a letter or mark, then letters, marks, spaces and . '' ’ -, and the joiners of Indian scripts. The same rule as shared/domain/person-name.ts.';
