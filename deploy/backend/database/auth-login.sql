-- The rights of Auth's database user: it runs these functions, and does what ../auth states itself, column by column, with
-- the accounts, sessions and factors. It reads nothing of the shop. Run after the files with Auth's functions, before
-- service-functions.sql.

select set_config('backend.functions', '
  backend.note_mail_code(text, text, text, text, uuid, text, text);
  backend.use_mail_link(text, text);
  backend.use_mail_code(text, text, text, text, text, int);
  backend.note_sign_in_code(
    text, text, text, boolean, text, boolean, jsonb, timestamptz, interval, interval, interval, int, int);
  backend.give_back_sign_in_code(text, text, timestamptz);
  backend.try_sign_in_code(text, text, text, text, timestamptz, int);
  backend.note_sign_up(text, uuid, text);
  backend.settle_sign_up(text, text);
  backend.forget_unconfirmed(uuid);
  backend.end_expired_sessions(text, int, int, int, int);
  backend.end_other_sessions(uuid, uuid, text);
  backend.describe_session(uuid, text, text, timestamptz);
  backend.factors_of(uuid);
  backend.verify_session(uuid, uuid, timestamptz)
', true);

do $$
declare
  login text := current_setting('backend.login');
  allowed text;
begin
  execute format('revoke all on all tables in schema auth, backend from %I', login);
  execute format('grant usage on schema auth, backend to %I', login);
  foreach allowed in array array[
    'select (id, email, phone, encrypted_password, email_confirmed_at) on auth.users',
    'update (email_change, email_change_token_new, email_change_token_current, email_change_sent_at) on auth.users',
    'select (id, user_id, created_at, aal) on auth.sessions',
    'select (token, session_id), update (token) on auth.refresh_tokens',
    'select, insert, update, delete on auth.mfa_factors, auth.mfa_challenges',
    'select (user_id, password_hash, made_at) on backend.sign_ups',
    'select, insert, update on backend.factor_steps, backend.factor_failures',
    'select on backend.ended_sessions'
  ] loop
    execute format('grant %s to %I', allowed, login);
  end loop;
end
$$;
