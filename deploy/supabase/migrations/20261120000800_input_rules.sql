-- What people type, checked and brought into one form. Each function returns the clean value or null when it is wrong;
-- the callers say what is wrong in words. The browser checks the same, as a courtesy.

create function private.squeeze(value text) returns text
language sql immutable set search_path = ''
as $$ select nullif(btrim(regexp_replace(normalize(value, nfkc), '\s+', ' ', 'g')), ''); $$;
revoke all on function private.squeeze(text) from public, anon, authenticated, service_role;
comment on function private.squeeze(text) is 'Trimmed, NFKC, single spaces; null when nothing is left.';

create function private.clean_phone(value text) returns text
language sql immutable set search_path = ''
as $$
  select '+91' || (regexp_match(regexp_replace(normalize(value, nfkc), '[\s().-]', '', 'g'), '^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$'))[1];
$$;
revoke all on function private.clean_phone(text) from public, anon, authenticated, service_role;
comment on function private.clean_phone(text) is 'An Indian mobile number as +91XXXXXXXXXX, or null.';

create function private.clean_name(value text) returns text
language sql immutable set search_path = ''
as $$
  select name
  from (select private.squeeze(value)) as squeezed (name)
  where char_length(name) between 2 and 60
    and name !~ '^[ .''-]'
    and name !~ '[\u0001-\u001f!-&(-,/-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7]'
    and name !~ '[\u2000-\u200b\u200e-\u2018\u201a-\u2bff\u3000-\u3004\u3008-\u3020\ue000-\uf8ff\ufe00-\ufe0f]'
    and name !~ '[\U0001d800-\U0001faff]';
$$;
revoke all on function private.clean_name(text) from public, anon, authenticated, service_role;
comment on function private.clean_name(text) is
  'A person''s name of 2 to 60 characters in any script, or null. Says what a name may not hold (digits, symbols, pictures) because letter classes depend on the locale of the database.';

create function private.clean_email(value text) returns text
language sql immutable set search_path = ''
as $$
  select email
  from (select btrim(value)) as trimmed (email)
  where char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$';
$$;
revoke all on function private.clean_email(text) from public, anon, authenticated, service_role;
comment on function private.clean_email(text) is 'An e-mail address with one @ and a dot in its domain, or null.';

create function private.clean_plate(value text) returns text
language plpgsql stable set search_path = ''
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
  'A number plate, state or BH series, without spaces and with its number padded to four figures (MH14D0077), or null.';

create function private.to_int(value text) returns int
language sql immutable set search_path = ''
as $$ select case when value ~ '^-?[0-9]{1,9}$' then value::int end; $$;
revoke all on function private.to_int(text) from public, anon, authenticated, service_role;
comment on function private.to_int(text) is 'A whole number of at most nine figures, or null.';

create function private.to_uuid(value text) returns uuid
language sql immutable set search_path = ''
as $$
  select case when value ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then value::uuid end;
$$;
revoke all on function private.to_uuid(text) from public, anon, authenticated, service_role;
comment on function private.to_uuid(text) is 'A UUID, or null.';

create function private.to_date(value text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if value ~ '^\d{4}-\d{2}-\d{2}$' then
    return value::date;
  end if;
  return null;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end;
$$;
revoke all on function private.to_date(text) from public, anon, authenticated, service_role;
comment on function private.to_date(text) is 'A date written YYYY-MM-DD, or null.';

create function private.to_time(value text) returns time
language sql immutable set search_path = ''
as $$ select case when value ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$' then value::time end; $$;
revoke all on function private.to_time(text) from public, anon, authenticated, service_role;
comment on function private.to_time(text) is 'A clock time written HH:MM, or null.';
