// Mails of hosted Supabase lead to the same page as those of the embedded backend, which uses nothing up when it opens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const deploy = join(import.meta.dirname, '..', '..');
const config = readFileSync(join(deploy, 'supabase', 'config.toml'), 'utf8');

for (const [name, kind] of [
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['magic_link', 'magiclink'],
  ['email_change', 'email_change'],
] as const) {
  test(`the mail ${name} has a link with a secret in its fragment`, () => {
    const [, section = ''] = config.split(`[auth.email.template.${name}]`);
    const [, path = ''] = /content_path = "(.*)"/.exec(section) ?? [];
    const html = readFileSync(join(deploy, path), 'utf8');
    const [, link = ''] = /href="([^"]*)"/.exec(html) ?? [];
    assert.equal(link.replaceAll('&amp;', '&'), `{{ .SiteURL }}/auth#link={{ .TokenHash }}&type=${kind}`);
    assert.doesNotMatch(html, /ConfirmationURL/, 'it signs in whoever opens it');
  });
}

test('hosted Supabase confirms addresses and asks for a fresh sign-in before a password changes', () => {
  const [, section = ''] = config.split('[auth.email]');
  assert.match(section, /enable_confirmations = true/);
  assert.match(section, /secure_password_change = true/);
});
