-- Conversions of typed input. Each function returns the value, or null when the input is wrong; the caller words the
-- error. The browser runs the same checks as a courtesy.

create function private.clean_text(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return nullif(btrim(regexp_replace(normalize(value, nfkc), '\s+', ' ', 'g')), ''); end; $$;
revoke all on function private.clean_text(text) from public, anon, authenticated, service_role;
comment on function private.clean_text(text) is 'Trimmed, NFKC, single spaces; null when nothing is left.';

create function private.strip_separators(value text) returns text
language plpgsql immutable strict set search_path = ''
as $$ begin return regexp_replace(normalize(value, nfkc), '[\s-]', '', 'g'); end; $$;
revoke all on function private.strip_separators(text) from public, anon, authenticated, service_role;
comment on function private.strip_separators(text) is 'NFKC without spaces and hyphens.';

create function private.to_int(value text) returns int
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~ '^-?[0-9]{1,9}$' then value::int end;
end;
$$;
revoke all on function private.to_int(text) from public, anon, authenticated, service_role;
comment on function private.to_int(text) is 'A whole number of at most nine digits, or null.';

create function private.to_uuid(value text) returns uuid
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then value::uuid end;
end;
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
language plpgsql immutable set search_path = ''
as $$
begin
  return case when value ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$' then value::time end;
end;
$$;
revoke all on function private.to_time(text) from public, anon, authenticated, service_role;
comment on function private.to_time(text) is 'A clock time written HH:MM, or null.';

create function private.to_service_mode(value text) returns public.service_mode
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.service_mode)) w where w::text = value); end; $$;
revoke all on function private.to_service_mode(text) from public, anon, authenticated, service_role;
comment on function private.to_service_mode(text) is 'A service mode, or null.';

create function private.to_booking_status(value text) returns public.booking_status
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.booking_status)) w where w::text = value); end; $$;
revoke all on function private.to_booking_status(text) from public, anon, authenticated, service_role;
comment on function private.to_booking_status(text) is 'A booking status, or null.';

create function private.to_pay_by(value text) returns public.pay_by
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.pay_by)) w where w::text = value); end; $$;
revoke all on function private.to_pay_by(text) from public, anon, authenticated, service_role;
comment on function private.to_pay_by(text) is 'A choice of how to pay, or null.';

create function private.to_change_cause(value text) returns public.change_cause
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.change_cause)) w where w::text = value); end; $$;
revoke all on function private.to_change_cause(text) from public, anon, authenticated, service_role;
comment on function private.to_change_cause(text) is 'The cause of a change, or null.';

create function private.to_booking_origin(value text) returns public.booking_origin
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.booking_origin)) w where w::text = value); end; $$;
revoke all on function private.to_booking_origin(text) from public, anon, authenticated, service_role;
comment on function private.to_booking_origin(text) is 'How a booking came in, or null.';

create function private.to_used_part_kind(value text) returns public.used_part_kind
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.used_part_kind)) w where w::text = value); end; $$;
revoke all on function private.to_used_part_kind(text) from public, anon, authenticated, service_role;
comment on function private.to_used_part_kind(text) is 'What was used on a job, or null.';

create function private.to_part_unit(value text) returns public.part_unit
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.part_unit)) w where w::text = value); end; $$;
revoke all on function private.to_part_unit(text) from public, anon, authenticated, service_role;
comment on function private.to_part_unit(text) is 'What a quantity counts, or null.';

create function private.to_call_outcome(value text) returns public.call_outcome
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.call_outcome)) w where w::text = value); end; $$;
revoke all on function private.to_call_outcome(text) from public, anon, authenticated, service_role;
comment on function private.to_call_outcome(text) is 'How a call ended, or null.';

create function private.to_callback_kind(value text) returns public.callback_kind
language plpgsql stable strict set search_path = ''
as $$ begin return (select w from unnest(enum_range(null::public.callback_kind)) w where w::text = value); end; $$;
revoke all on function private.to_callback_kind(text) from public, anon, authenticated, service_role;
comment on function private.to_callback_kind(text) is 'The reason for a call-back, or null.';
