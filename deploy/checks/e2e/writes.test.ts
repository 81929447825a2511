import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { repository } from '../../release/build/ensure-installed.mjs';
import { otherWrites } from './writes.ts';

/** Calls of the auth provider that change nothing on the server, or only this browser's session. */
const readsOfAuth = new Set([
  'exchangeCodeForSession',
  'getAuthenticatorAssuranceLevel',
  'getSession',
  'getUser',
  'listFactors',
  'onAuthStateChange',
  'refreshSession',
  'setSession',
]);

test('every write that the code of the site makes is in the table of writes', () => {
  const found = new Set(sources().flatMap((file) => writesIn(readFileSync(file, 'utf8'))));
  assert.deepEqual([...found].sort(), Object.keys(otherWrites).sort());
});

function sources(): string[] {
  const folders = ['shell/src', 'shared', ...readdirSync(repository).filter((name) => name.endsWith('-mfe'))];
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(src\/)?testing\/|^(dist|node_modules)/.test(file))
      .map((file) => join(repository, folder, file)),
  );
}

function writesIn(text: string): string[] {
  const toTables = text.matchAll(/\.from\('(\w+)'\)\s*\.(insert|upsert|update|delete)\(/g);
  const toGateways = text.matchAll(/callBackend(?:<\w+>)?\('([^']+)'/g);
  const toAuth = text.matchAll(/\b(?:auth|mfa)\.(\w+)\(/g);
  return [
    ...[...toTables].map(([, table, verb]) => `${table}.${verb}`),
    ...[...toGateways].map(([, path]) => path!),
    ...[...toAuth]
      .map(([, method]) => method!)
      .filter((method) => !readsOfAuth.has(method))
      .map((m) => `auth.${m}`),
  ];
}
