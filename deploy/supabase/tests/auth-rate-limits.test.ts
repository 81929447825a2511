// Limits of Auth on hosted Supabase: what config.toml sets is what the page for operators says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const deploy = join(import.meta.dirname, '..', '..');
const config = readFileSync(join(deploy, 'supabase', 'config.toml'), 'utf8');
const page = readFileSync(join(deploy, 'hosting', 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');

test('the limits of Auth are set, and the page for operators names them', () => {
  const [, section = ''] = /^\[auth\.rate_limit\]\n(.*?)^\[/ms.exec(config) ?? [];
  const limits = Object.fromEntries([...section.matchAll(/^(\w+) = (\d+)$/gm)].map(([, name, value]) => [name, value]));
  const { token_refresh, sign_in_sign_ups, token_verifications, email_sent, sms_sent } = limits;
  for (const words of [
    `renewals ${token_refresh}, sign-ins and sign-ups ${sign_in_sign_ups}, codes and links ${token_verifications} in 5 minutes`,
    `mails ${email_sent} and SMS ${sms_sent} an hour **of the whole project**`,
  ])
    assert.ok(page.includes(words), words);
});
