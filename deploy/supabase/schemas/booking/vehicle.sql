-- What identifies a bike: plate, last five characters of the chassis number, odometer.

create function private.clean_plate(value text) returns text
language plpgsql stable strict set search_path = ''
as $$
declare
  plate text := upper(regexp_replace(normalize(value, nfkc), '[\s.-]', '', 'g'));
  parts text[];
begin
  if plate ~ '^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$' then
    if left(plate, 2)::int between 21 and extract(year from private.today())::int - 2000 then
      return plate;
    end if;
    return null;
  end if;
  parts := regexp_match(plate, '^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$');
  if parts is null or parts[4]::int = 0 or not parts[1] = any (
    '{AN,AP,AR,AS,BR,CG,CH,DD,DL,DN,GA,GJ,HP,HR,JH,JK,KA,KL,LA,LD,MH,ML,MN,MP,MZ,NL,OD,OR,PB,PY,RJ,SK,TG,TN,TR,TS,UA,UK,UP,WB}'::text[]
  ) then
    return null;
  end if;
  return parts[1] || parts[2] || parts[3] || lpad(parts[4], 4, '0');
end;
$$;
revoke all on function private.clean_plate(text) from public, anon, authenticated, service_role;
comment on function private.clean_plate(text) is
  'A number plate, state or BH series, without spaces and with its number padded to four digits (MH14D0077), or null.';

create function private.clean_chassis(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return (regexp_match(upper(private.strip_separators(value)), '^[A-HJ-NPR-Z0-9]{5}$'))[1]; end; $$;
revoke all on function private.clean_chassis(text) from public, anon, authenticated, service_role;
comment on function private.clean_chassis(text) is 'Five characters of a chassis number, which has no I, O and Q, in capitals, or null.';

create function private.check_odometer(items jsonb, odometer_km int) returns void
language plpgsql stable set search_path = ''
as $$
declare
  extra record;
begin
  select a.name, a.min_odometer_km into extra
  from public.addons a
  where a.min_odometer_km > check_odometer.odometer_km
    and a.slug in (select e ->> 'id' from jsonb_array_elements(check_odometer.items) e);
  if extra.name is not null then
    perform private.reject(422, 'too_few_km', jsonb_build_object('name', extra.name, 'from_km', extra.min_odometer_km));
  end if;
end;
$$;
revoke all on function private.check_odometer(jsonb, int) from public, anon, authenticated, service_role;
comment on function private.check_odometer(jsonb, int) is 'Raises PT422 too_few_km for an add-on whose min_odometer_km is above the reading of the bike.';
