import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityText } from './security-txt.ts';

test('security.txt names a contact, and expires less than a year and a day later', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const fields = new Map(
    securityText('https://twostroke.example', now)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  assert.equal(fields.get('Contact'), 'https://twostroke.example/contact');
  assert.equal(fields.get('Canonical'), 'https://twostroke.example/.well-known/security.txt');
  assert.equal(fields.get('Expires'), '2027-11-01T00:00:00.000Z');
});
