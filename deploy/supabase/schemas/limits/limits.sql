-- Limits of one phone number or account. A 429 has {"retry_after": seconds} in details. By address: call-limits.sql.

create table private.limits (
  name text primary key,
  max_value int not null check (max_value > 0)
);
alter table private.limits enable row level security;
revoke all on table private.limits from public, anon, authenticated, service_role;
comment on table private.limits is
  'Limits that the owner of the database may change: open_bookings and bookings_a_day (24 hours) of a number and of an account, open_holds of a number and of an account, holds_an_hour of an account, holds_of_a_request in an hour, guest_holds_percent of a window''s places, unproven_places_percent of a window''s places for bookings of unproven numbers together with holds of guests, unproven_open_of_ipv6 and unproven_a_day_of_ipv4 of a network address, budget_address_percent, budget_alert_percent and budget_wait_percent of private.message_budgets (past the first the limit of an IPv4 address holds, at the second staff are alerted, at the third unproven numbers wait), proven_days of a number, proof_days of a browser, callbacks_a_day of a number, open_waits of a number, waits_of_a_window, reports_of_address (of one kind about one version, from one network address in a day). Owners and the desk are exempt.';

insert into private.limits (name, max_value) values
  ('open_bookings', 5),
  ('bookings_a_day', 10),
  ('open_holds', 2),
  ('holds_an_hour', 30),
  ('holds_of_a_request', 12),
  ('guest_holds_percent', 50),
  ('unproven_places_percent', 50),
  ('unproven_open_of_ipv6', 2),
  ('unproven_a_day_of_ipv4', 20),
  ('budget_address_percent', 50),
  ('budget_alert_percent', 70),
  ('budget_wait_percent', 90),
  ('proven_days', 365),
  ('proof_days', 90),
  ('open_waits', 3),
  ('waits_of_a_window', 10),
  ('callbacks_a_day', 5),
  ('reports_of_address', 60);

create function private.limit_value(name text) returns int
language plpgsql stable set search_path = ''
as $$ begin return (select l.max_value from private.limits l where l.name = limit_value.name); end; $$;
revoke all on function private.limit_value(text) from public, anon, authenticated, service_role;
comment on function private.limit_value(text) is 'The value of a limit.';

create function private.is_exempt() returns boolean
language plpgsql stable set search_path = ''
as $$ begin return coalesce(auth.jwt() ->> 'role', '') not in ('anon', 'authenticated') or public.has_duty('owner', 'desk'); end; $$;
revoke all on function private.is_exempt() from public, anon, authenticated, service_role;
comment on function private.is_exempt() is 'Whether limits do not apply to the caller: owners and the desk, who enter what callers ask for, and scripts with the service role.';
