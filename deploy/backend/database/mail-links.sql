-- Links in mails about an account: each has 256 random bits and works once. Hosted Supabase makes its own. Only hashes are
-- kept: of the link, and, as lite stores it, of mailbox and code.

create table if not exists backend.mail_links (
  link_hash text primary key,
  kind text not null,
  lite_hash text not null,
  made_at timestamptz not null default now()
);
create index if not exists mail_links_made_at on backend.mail_links (made_at);
revoke all on backend.mail_links from public;
comment on table backend.mail_links is 'Links in mails that were not used yet; those older than a day are deleted.';
