-- Phone numbers, names and e-mail addresses in one form, or null when they are wrong.

create function private.clean_phone(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return '+91' || (regexp_match(
    regexp_replace(normalize(value, nfkc), '[\s().-]', '', 'g'), '^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$'
  ))[1];
end;
$$;
revoke all on function private.clean_phone(text) from public, anon, authenticated, service_role;
comment on function private.clean_phone(text) is 'An Indian mobile number as +91XXXXXXXXXX, or null.';

-- ICU knows letters, digits and signs of every script, whatever the locale of the database, but has no class of marks:
-- the ranges are those of \p{M}, joined over letters, digits and signs.
create function private.clean_name(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name text collate "und-x-icu" := private.clean_text(value);
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
revoke all on function private.clean_name(text) from public, anon, authenticated, service_role;
comment on function private.clean_name(text) is
  'A person''s name of 2 to 60 characters in any script, or null: a letter or mark, then letters, marks, spaces and . '' ’ -, and the joiners of Indian scripts. The same rule as shared/domain/person-name.ts.';

create function private.clean_email(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return (
    select email
    from (select btrim(value)) as trimmed (email)
    where char_length(email) <= 254 and email ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$'
  );
end;
$$;
revoke all on function private.clean_email(text) from public, anon, authenticated, service_role;
comment on function private.clean_email(text) is 'An e-mail address with one @ and a dot in its domain, or null.';
