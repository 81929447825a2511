-- Who sent a report: a network address, stored only as a hash whose salt is deleted after the day.

create table private.report_salts (
  day date primary key,
  salt bytea not null
);
alter table private.report_salts enable row level security;
revoke all on table private.report_salts from public, anon, authenticated, service_role;
comment on table private.report_salts is 'The random salt of each day (UTC). Kept for the present day and the one before.';

create function private.report_sender(address text) returns bytea
language plpgsql volatile set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  salt_of_day bytea := (select s.salt from private.report_salts s where s.day = today);
begin
  if salt_of_day is null then
    insert into private.report_salts (day, salt) values (today, extensions.gen_random_bytes(16)) on conflict do nothing;
    delete from private.report_salts s where s.day < today - 1;
    select s.salt into salt_of_day from private.report_salts s where s.day = today;
  end if;
  return substr(extensions.hmac(convert_to(address, 'UTF8'), salt_of_day, 'sha256'), 1, 16);
end;
$$;
revoke all on function private.report_sender(text) from public, anon, authenticated, service_role;
comment on function private.report_sender(text) is
  'The hash of a network address under the salt of the day: it tells the senders of one day apart, and nothing else.';
