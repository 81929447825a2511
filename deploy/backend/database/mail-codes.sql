-- Mails about an account: each has a code of six digits and, but for one kind, a link of 256 random bits. They belong to the
-- browser that requested them, as codes by SMS do, so no request of a stranger replaces them. lite keeps one code for each
-- account: a right one of here becomes lite's just before lite confirms it. Hosted Supabase has its own. Applied at each start.

-- Before codes and links belonged to a browser.
drop table if exists backend.mail_links;

create table if not exists backend.mail_codes (
  mailbox text not null,
  asker text not null,
  address text not null,
  kind text not null,
  user_id uuid,
  link_hash text unique,
  code_hash text not null,
  attempts int not null default 0,
  attempts_without_cookie int not null default 0,
  made_at timestamptz not null default now(),
  primary key (mailbox, asker)
);
create index if not exists mail_codes_made_at on backend.mail_codes (made_at);
revoke all on backend.mail_codes from public;
comment on table backend.mail_codes is
  'The newest code and link that a browser has requested for a mailbox. asker and address are hashes; rows older than an hour are deleted by later requests.';
comment on column backend.mail_codes.user_id is 'Who changes the address; other kinds find the account by its mailbox.';
comment on column backend.mail_codes.attempts_without_cookie is
  'Wrong codes that came from the same address without the cookie of the browser.';

create or replace function backend.note_mail_code(
  p_mailbox text, p_asker text, p_address text, p_kind text, p_user uuid, p_link_hash text, p_code_hash text
) returns void language sql security definer set search_path = '' as $$
  delete from backend.mail_codes c where (c.mailbox, c.asker) in (
    select o.mailbox, o.asker from backend.mail_codes o
    where o.made_at < now() - interval '1 hour' order by o.made_at limit 50 for update skip locked
  );
  insert into backend.mail_codes (mailbox, asker, address, kind, user_id, link_hash, code_hash)
  values (p_mailbox, p_asker, p_address, p_kind, p_user, p_link_hash, p_code_hash)
  on conflict (mailbox, asker) do update set
    address = excluded.address, kind = excluded.kind, user_id = excluded.user_id, link_hash = excluded.link_hash,
    code_hash = excluded.code_hash, attempts = 0, attempts_without_cookie = 0, made_at = now();
$$;

-- Makes p_token what lite confirms the mail by. An address that has an account meanwhile goes to nobody else, and one whose
-- mailbox is shown to be somebody's takes it from sign-ups that wait.
create or replace function backend.hand_to_lite(p_code backend.mail_codes, p_token text) returns void
language plpgsql set search_path = '' as $$
begin
  case p_code.kind
    when 'signup' then
      update auth.users set confirmation_token = p_token, confirmation_sent_at = p_code.made_at
      where email = p_code.mailbox and email_confirmed_at is null;
    when 'email_change' then
      delete from auth.users where email = p_code.mailbox and email_confirmed_at is null and phone is null;
      update auth.users set email_change_token_new = p_token, email_change_sent_at = p_code.made_at
      where id = p_code.user_id and email_change = p_code.mailbox
        and not exists (select from auth.users where email = p_code.mailbox);
    when 'reauthentication' then
      update auth.users set reauthentication_token = p_token, reauthentication_sent_at = p_code.made_at
      where email = p_code.mailbox and email_confirmed_at is not null;
    else
      update auth.users set recovery_token = p_token, recovery_sent_at = p_code.made_at
      where email = p_code.mailbox and email_confirmed_at is not null;
  end case;
end
$$;

-- Uses a link up. Whoever has it may press it, in any browser.
create or replace function backend.use_mail_link(p_link_hash text, p_token text)
returns table (kind text, mailbox text) language plpgsql security definer set search_path = '' as $$
declare
  found backend.mail_codes;
begin
  delete from backend.mail_codes c
  where c.link_hash = p_link_hash and c.made_at > now() - interval '1 hour' returning * into found;
  if found.mailbox is null then
    return;
  end if;
  perform backend.hand_to_lite(found, p_token);
  return query select found.kind, found.mailbox;
end
$$;

-- Uses up the code that this browser has requested or, without the cookie of one (p_asker is null), one that was requested
-- from the same address. Otherwise it counts the attempt.
create or replace function backend.use_mail_code(
  p_mailbox text, p_asker text, p_address text, p_code_hash text, p_token text, p_attempts int
) returns table (kind text, mailbox text) language plpgsql security definer set search_path = '' as $$
declare
  tried backend.mail_codes[];
  found backend.mail_codes;
begin
  perform pg_advisory_xact_lock(hashtextextended('mail code ' || p_mailbox, 0));
  select array_agg(c) into tried from backend.mail_codes c
  where c.mailbox = p_mailbox and c.made_at > now() - interval '1 hour' and (
    c.asker = p_asker and c.attempts < p_attempts
    or p_asker is null and c.address = p_address and c.attempts_without_cookie < p_attempts
  );
  select t.* into found from unnest(tried) t where t.code_hash = p_code_hash;
  if found.mailbox is null then
    update backend.mail_codes c set
      attempts = c.attempts + (p_asker is not null)::int,
      attempts_without_cookie = c.attempts_without_cookie + (p_asker is null)::int
    where c.mailbox = p_mailbox and c.asker in (select t.asker from unnest(tried) t);
    return;
  end if;
  delete from backend.mail_codes c where c.mailbox = p_mailbox and c.asker = found.asker;
  perform backend.hand_to_lite(found, p_token);
  return query select found.kind, found.mailbox;
end
$$;

revoke all on function
  backend.note_mail_code(text, text, text, text, uuid, text, text), backend.hand_to_lite(backend.mail_codes, text),
  backend.use_mail_link(text, text), backend.use_mail_code(text, text, text, text, text, int) from public;
