-- Settings and keys of one database. No API role reads them.

create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
revoke all on table private.settings from public, anon, authenticated, service_role;
comment on table private.settings is
  'Switches of the database owner: clock_override (''on'' in tests), emails_are_confirmed (''on'' when Auth confirms addresses), count_calls (''on'': PostgREST counts calls by address and user), address_header and site_key (for these counts), require_second_factor (''on'' when admins need one; admins set it by a function), report_share (the share of page loads that the site asks for reports), holidays_added, seed_version.';

create table private.keys (
  name text primary key,
  secret bytea not null
);
alter table private.keys enable row level security;
revoke all on table private.keys from public, anon, authenticated, service_role;
comment on table private.keys is 'Random keys drawn once per database; manage_token signs the guests'' manage tokens, report_token the tokens of browsers'' reports, number_code makes and hashes the codes of SMS.';

insert into private.keys (name, secret) values ('manage_token', extensions.gen_random_bytes(32));
