import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultLimits } from '../backend/backend-limits.ts';
import { schemaFiles } from '../supabase/schema-files.ts';

const page = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8');

/** The cells of a row of a table, by its first one. */
function rowOf(name: string): string[] {
  const line = page.split('\n').find((one) => one.startsWith(`| ${name} `));
  assert.ok(line, name);
  return line.split('|').map((cell) => cell.trim());
}

test('the ways to sign in have the limits of the backend', () => {
  const { phoneCode, mailCodeTries, mailsPerMailbox, sessions } = defaultLimits;
  const { lifetimeSeconds, attempts, pauseSeconds, sendsPerDay } = phoneCode;
  assert.equal(
    rowOf('code by SMS')[4],
    `${lifetimeSeconds / 60} minutes, ${attempts} tries, once; ${pauseSeconds} seconds apart, after ${sendsPerDay} a day an hour`,
  );
  assert.equal(rowOf('code by mail')[4], `an hour, ${mailCodeTries} tries, once; ${mailsPerMailbox.max} mails an hour`);
  const { timeboxSeconds, inactivitySeconds } = sessions.customers;
  assert.deepEqual([timeboxSeconds, inactivitySeconds], [365 * 86_400, 180 * 86_400]);
  assert.equal(rowOf('sessions with their browsers')[2], 'a year, 180 days without use');
});

test('the tables of each domain have one level of data', () => {
  const folders = [...new Set(schemaFiles().map(({ path }) => path.split('/')[1] ?? ''))];
  const tables = ['public', 'internal', 'personal', 'secret'].map((level) => rowOf(level)[3] ?? '').join();
  for (const folder of folders) assert.equal(tables.split(`\`${folder}\``).length, 2, folder);
});

test('each function that is said to delete personal data does', () => {
  const bodies = schemaFiles().flatMap(({ text }) => text.split(/^(?=create function )/m));
  const [, table = ''] = page.split('| deleted by');
  const names = [...table.split('\n\n')[0]!.matchAll(/`((?:private\.)?[a-z_]+)`\s*\|$/gm)].map(([, name = '']) => name);
  assert.ok(names.length >= 5, names.join());
  assert.deepEqual(
    names.filter((name) => !bodies.some((body) => deletes(body, name.replace('private.', '')))),
    [],
  );
});

function deletes(body: string, name: string): boolean {
  return new RegExp(`^create function \\w+\\.${name}\\(`).test(body) && /\bdelete from\b/.test(body);
}
