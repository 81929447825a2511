import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { repository } from '../release/build/ensure-installed.mjs';

const page = readFileSync(join(import.meta.dirname, 'connections.md'), 'utf8');
const named = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

/** What runs beside the site or releases it; tests, their fixtures and checks connect to sites of their own. */
const sources = ['backend', 'hosting', 'release', 'site', 'workers']
  .map((folder) => join(repository, 'deploy', folder))
  .concat(join(repository, 'shared/client'))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.(?:ts|mjs)$/.test(entry.name))
  .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
  .filter((path) => !/\/(?:tests|testing|node_modules)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));

test('each setting that names an address is in the list, and the list names no other setting', () => {
  const settings = new Set(sources.flatMap(({ text }) => text.match(/\b(?:[A-Z][A-Z\d]*_)+[A-Z]+\b|\bPORT\b/g) ?? []));
  const addresses = [...settings].filter((name) => /(?:_URL|_HOST|_TARGET|_ENDPOINT|_PRIVATE|PORT)$/.test(name));
  assert.ok(addresses.length > 10, addresses.join(' '));
  assert.deepEqual(
    addresses.filter((name) => !named.has(name)),
    [],
  );
  assert.deepEqual(
    [...named].filter((name) => /^[A-Z\d]+(?:_[A-Z\d]+)*$/.test(name) && !settings.has(name)),
    [],
  );
});

test('each source that opens a connection is in the list', () => {
  const opens =
    /(?<![.\w])(?:fetch|createTransport|createPostgresConnection|createClient)\(|postgres\(databaseUrl|new AwsClient|spawn\('rsync'/;
  const found = sources.filter(({ text }) => opens.test(text)).map(({ path }) => path);
  assert.deepEqual(
    found.filter((path) => !named.has(path)),
    [],
  );
});
