import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStartOptions } from './start-options.ts';

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readStartOptions(args, env, '/repo');

test('without settings the embedded backend keeps its data in .data', () => {
  const options = read([]);
  assert.deepEqual(options.backend, { kind: 'embedded' });
  assert.equal(options.dataFolder, '/repo/.data');
  assert.equal(options.demo, true);
  assert.equal(options.reset, false);
});

test('accepts --no-demo, --reset and --port', () => {
  const options = read(['--no-demo', '--reset', '--port', '9000']);
  assert.deepEqual([options.demo, options.reset, options.port], [false, true, 9000]);
});

test('rejects an invalid port with an example', () => {
  assert.throws(() => read(['--port', 'eighty']), /port must be a number.*npm start/);
});

test('DATABASE_URL chooses a Postgres server', () => {
  const { backend } = read([], { DATABASE_URL: 'postgres://localhost/shop' });
  assert.deepEqual(backend, { kind: 'postgres', databaseUrl: 'postgres://localhost/shop' });
  const variables = {
    DATABASE_URL: 'postgres://localhost/shop',
    TWOSTROKE_API_DATABASE_URL: 'postgres://api@localhost/shop',
    TWOSTROKE_AUTH_DATABASE_URL: 'postgres://auth@localhost/shop',
    TWOSTROKE_REALTIME_DATABASE_URL: 'postgres://realtime@localhost/shop',
    TWOSTROKE_WORKER_DATABASE_URL: 'postgres://worker@localhost/shop',
  };
  assert.deepEqual(read([], variables).backend, {
    kind: 'postgres',
    databaseUrl: 'postgres://localhost/shop',
    apiDatabaseUrl: 'postgres://api@localhost/shop',
    authDatabaseUrl: 'postgres://auth@localhost/shop',
    realtimeDatabaseUrl: 'postgres://realtime@localhost/shop',
    workerDatabaseUrl: 'postgres://worker@localhost/shop',
  });
});

test('SUPABASE_URL and SUPABASE_ANON_KEY choose a Supabase project', () => {
  const { backend } = read([], { SUPABASE_URL: 'https://x.supabase.co/', SUPABASE_ANON_KEY: 'k' });
  assert.deepEqual(backend, { kind: 'supabase', url: 'https://x.supabase.co', key: 'k', siteKey: undefined });
});

test('TWOSTROKE_SITE_KEY identifies this server to a Supabase project; a short one is rejected', () => {
  const supabase = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'k' };
  const key = 'k'.repeat(32);
  const { backend } = read([], { ...supabase, TWOSTROKE_SITE_KEY: key });
  assert.deepEqual(backend, { kind: 'supabase', url: 'https://x.supabase.co', key: 'k', siteKey: key });
  assert.throws(() => read([], { ...supabase, TWOSTROKE_SITE_KEY: 'short' }), /TWOSTROKE_SITE_KEY is too short/);
});

for (const [env, missing] of [
  [{ SUPABASE_URL: 'https://x.supabase.co' }, /needs a URL and a key\. SUPABASE_ANON_KEY \(the key\) is missing/],
  [{ SUPABASE_ANON_KEY: 'k' }, /needs a URL and a key\. SUPABASE_URL \(the URL\) is missing/],
] as const)
  test(`half a Supabase connection names the missing half: ${Object.keys(env)[0]} alone`, () => {
    assert.throws(() => read([], env), missing);
  });

test('SITE_URL names the address behind a proxy; without it no proxy is trusted', () => {
  assert.equal(read([]).publicOrigin, undefined);
  assert.equal(read([], { SITE_URL: 'https://twostroke.example/' }).publicOrigin, 'https://twostroke.example');
  for (const wrong of ['twostroke.example', 'https://twostroke.example/shop', 'ftp://x'])
    assert.throws(() => read([], { SITE_URL: wrong }), /SITE_URL must look like/, wrong);
});

test('TWOSTROKE_REPORT_SHARE is the share of visits that are reported: all without it', () => {
  const share = (text?: string) => read([], { TWOSTROKE_REPORT_SHARE: text }).reportShare;
  assert.deepEqual([undefined, '', '0', '0.25', ' 1 ', '0.0001'].map(share), [1, 1, 0, 0.25, 1, 0.0001]);
  for (const wrong of ['1.1', '-0.1', '10 %', 'all', 'NaN', '0.00009', 'Infinity'])
    assert.throws(() => share(wrong), /TWOSTROKE_REPORT_SHARE must be 0 or a number from 0\.0001 to 1/, wrong);
});

test('only this machine reaches the site unless TWOSTROKE_HOST says otherwise', () => {
  assert.equal(read([]).host, undefined);
  assert.equal(read([], { TWOSTROKE_HOST: '0.0.0.0' }).host, '0.0.0.0');
});
