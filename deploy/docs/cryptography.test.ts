import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { listApps } from '../../shared/tooling/list-apps.mjs';

const repository = join(import.meta.dirname, '../..');
const page = readFileSync(join(import.meta.dirname, 'cryptography.md'), 'utf8');
const named = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

/** Types and checks of keys compute nothing. */
const inSources = /import (?!type)[^;]*from '(?:node:crypto|bcrypt)'|\bcrypto\.(?:subtle|getRandomValues)\b/;
const inSchemas = /\b(?:hmac|sha256|digest|gen_random_bytes|md5|crypt)\(/;

/** Sources of the product: no tests, fixtures or checks. */
const files = [
  ...listApps(repository).map(({ workspace }) => `${workspace}/src`),
  ...['shared/client', 'shared/api', 'shared/state', 'shared/domain'],
  ...['backend', 'hosting', 'release', 'site', 'supabase', 'workers'].map((folder) => `deploy/${folder}`),
]
  .flatMap((folder) => readdirSync(join(repository, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|sql)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
  .filter((path) => !/\/(?:tests|testing|migrations|node_modules)\//.test(path));

test('each source that hashes, signs or draws random values is in the list', () => {
  const found = files.filter((path) =>
    (path.endsWith('.sql') ? inSchemas : inSources).test(readFileSync(join(repository, path), 'utf8')),
  );
  assert.ok(found.length > 30, String(found.length));
  assert.deepEqual(
    found.filter((path) => !named.has(path)),
    [],
  );
});
