import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { silentLogger } from '../logger.ts';
import { answerHeaders } from '../gateway/answer-headers.ts';
import { rawRequest } from '../testing/raw-request.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

/* Requests that no client writes. Each is the caller's error, and leaves the process as it was. */
const unlimited = { max: 1_000_000, perSeconds: 1 };
let site: TestBackend;
let customer: SupabaseClient;
const logged: string[] = [];

before(async () => {
  site = await startTestBackend({
    seed: 'catalog',
    migrationsFolder: defaultMigrationsFolder,
    logger: { ...silentLogger, error: (line) => void logged.push(line) },
    limits: {
      ...{ signUpsPerAddress: unlimited, passwordTriesPerAddress: unlimited, messagesPerAddress: unlimited },
      ...{ passwordTriesPerAccountAndAddress: unlimited, passwordTriesPerAccount: unlimited },
      ...{ codeTriesPerAddress: unlimited, linkTriesOfSite: unlimited },
      ...{ mailsPerMailbox: unlimited, sessionCallsPerAddress: unlimited },
    },
  });
  customer = (await signUp(site)).client;
});
after(() => site.stop());

const nameOfError =
  /(?:Type|Range|Syntax|Reference|URI)Error|undefined|is not a function|Cannot read|call stack|\bat \w+ \(/;

/** Sends a request of which the server must say that it is wrong. */
async function assertRefused(said: string, method: string, path: string, body?: string): Promise<void> {
  const answer = await rawRequest(site, method, path, body);
  const shown = `${said}: ${method} ${path.slice(0, 80)} answered ${answer.status} ${answer.body.slice(0, 200)}`;
  assert.ok(answer.status >= 400 && answer.status < 500, shown);
  assert.doesNotMatch(answer.body, nameOfError, shown);
}

/** What every object of the process has. */
const inherited = (): unknown[] =>
  [
    Object.prototype,
    Object,
    Array.prototype,
    Function.prototype,
    ...Object.getOwnPropertyNames(Object.prototype)
      .filter((name) => name !== '__proto__')
      .map((name) => (Object.prototype as Record<string, unknown>)[name]),
  ].flatMap((value) => Reflect.ownKeys(value as object));

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];
const lists = (text: string, times: number) => Array.from({ length: times }, () => text).join(',');

test('filters and columns by the names that every object inherits are refused, and change no object', async () => {
  const before = inherited();
  for (const name of names)
    for (const query of [
      `${name}=eq.1`,
      `${encodeURIComponent(name).replace('o', '%6f')}=eq.1`,
      `id=${name}.1`,
      `${name}.id=eq.1`,
      `brands.${name}=eq.1`,
      `${name}.order=id`,
      `and=(${name}.eq.1)`,
      `or=(id.eq.1,and(${name}.eq.1))`,
      `brands.or=(${name}.eq.1)`,
      `select=${name}(*)`,
      `select=id,${name}`,
      `select=${name}:id`,
      `select=id,brands!${name}(*)`,
      `select=id->${name}`,
      `order=${name}.desc`,
    ]) {
      await assertRefused(name, 'GET', `/rest/v1/models?${query}`);
      await assertRefused(name, 'PATCH', `/rest/v1/models?${query}`, '{"name":"x"}');
    }
  for (const name of names) {
    await assertRefused(name, 'GET', `/rest/v1/${name}`);
    await assertRefused(name, 'POST', `/rest/v1/rpc/${name}`, '{}');
    await assertRefused(name, 'POST', '/rest/v1/profiles', `{"${name}":{"polluted":true}}`);
    await assertRefused(name, 'POST', `/auth/v1/token?grant_type=${name}`, '{"email":"a@example.in","password":"x"}');
  }
  assert.deepEqual(inherited(), before);
  assert.equal((await customer.auth.updateUser({ data: { full_name: 'Asha P' } })).error, null);
  const words = await site.client().from('models').select('id').ilike('name', '%constructor%');
  assert.deepEqual(words.data, [], 'a value may have any words');
});

test('a request that is too deep or too wide is refused before it is parsed', async () => {
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
  for (const query of [
    `and=(${'or('.repeat(1000)}id.eq.1${')'.repeat(1000)})`,
    `and=(${'not.and('.repeat(20)}id.eq.1${')'.repeat(20)})`,
    `or=${'('.repeat(3000)}`,
    `select=${'brands(models('.repeat(50)}*${'))'.repeat(50)}`,
    `select=${lists('id', 2000)}`,
    `select=${Array.from({ length: 1700 }, (_, i) => `a${i}:id`).join(',')}`,
    `select=${Array.from({ length: 2000 }, (_, i) => `c${i}`).join(',')}`,
    `columns=${lists('id', 2000)}`,
    `order=${lists('id', 2000)}`,
  ])
    await assertRefused('the query', 'GET', `/rest/v1/models?${query}`);
  const bodies = [
    deep('[', ']', 5_000),
    deep('[', ']', 100_000),
    `{"request":${deep('{"a":', '}', 20_000).replace('}', '1}')}}`,
    `{"request":${deep('[', ']', 7_000)}}`,
    '['.repeat(200_000),
  ];
  for (const body of bodies) {
    await assertRefused('the body', 'POST', '/rest/v1/rpc/create_booking', body);
    await assertRefused('the body', 'POST', '/rest/v1/profiles', body);
    await assertRefused('the body', 'POST', '/auth/v1/signup', body);
  }
  const nested = { email: 'b@example.in', password: 'correct horse', data: { words: '[[[[{{{{"'.repeat(20) } };
  assert.equal(
    (await rawRequest(site, 'POST', '/auth/v1/signup', JSON.stringify(nested))).status,
    200,
    'only brackets in a text',
  );
});

test('an upsert without fields is refused in words', async () => {
  const { data } = await customer.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  for (const resolution of ['merge-duplicates', 'ignore-duplicates'])
    for (const body of ['{}', '[{}]', '[{},{}]', '[]', 'null', '1', '"text"']) {
      const more = { authorization, prefer: `resolution=${resolution}` };
      const answer = await rawRequest(site, 'POST', '/rest/v1/profiles', body, more);
      assert.equal(answer.status, body === '[]' ? 200 : 400, body);
      assert.doesNotMatch(answer.body, /syntax error/, body);
    }
});

test('every answer of the API says that nothing may run or frame it', async () => {
  for (const [method, path, status] of [
    ['GET', '/rest/v1/brands?select=slug', 200],
    ['GET', '/rest/v1/nothing', 404],
    ['GET', '/auth/v1/settings', 200],
    ['POST', '/auth/v1/token?grant_type=password', 400],
    ['OPTIONS', '/rest/v1/brands', 204],
    ['TRACE', '/rest/v1/brands', 405],
    ['GET', '/payments/v1/orders', 404],
    ['GET', '/nothing', 404],
  ] as const) {
    const answer = await rawRequest(site, method, path);
    const headers = answer.rawHeaders.map((text) => text.toLowerCase());
    assert.equal(answer.status, status, path);
    for (const [name, value] of Object.entries(answerHeaders)) assert.equal(headers[headers.indexOf(name) + 1], value);
  }
});

test('a field of Auth with a value of another kind is refused', async () => {
  const odd = [
    [],
    ['a@example.in'],
    {},
    { a: 1 },
    1,
    true,
    'a\0b@example.in',
    '\ud800@example.in',
    `${'x'.repeat(100_000)}@a.in`,
  ];
  const paths = [
    ...['signup', 'token?grant_type=password', 'token?grant_type=refresh_token', 'token?grant_type=pkce'],
    ...['otp', 'magiclink', 'recover', 'verify', 'resend'],
  ];
  const usual = { email: 'a@example.in', password: 'correct horse', type: 'email', token: '123456' };
  const { data } = await customer.auth.getSession();
  const headers = { apikey: site.backend.anonKey, authorization: `Bearer ${data.session?.access_token}` };
  const fields = ['email', 'token_hash', 'refresh_token', 'auth_code', 'data', 'password', 'phone'];
  const assertFieldRefused = async (field: string, value: unknown) => {
    const said = `${field} = ${JSON.stringify(value).slice(0, 30)}`;
    const body = JSON.stringify({ ...usual, [field]: value });
    await Promise.all(paths.map((path) => assertRefused(said, 'POST', `/auth/v1/${path}`, body)));
    const changed = await fetch(`${site.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ [field]: value }),
    });
    assert.ok(changed.status >= 400 && changed.status < 500, `PUT user ${said} answered ${changed.status}`);
  };
  // Answers about mails take a fixed time, so they are asked for at once.
  for (const value of odd)
    await Promise.all(
      fields
        // The strings are good data, and as long a password is refused for its length.
        .filter((field) => field !== 'data' || typeof value !== 'object' || Array.isArray(value))
        .map((field) => assertFieldRefused(field, value)),
    );
  for (const body of ['null', '1', '"x"', '[]', '{', '[null]'])
    for (const path of paths) await assertRefused(body, 'POST', `/auth/v1/${path}`, body);
});

test('an address that is not written as clients write it is refused', async () => {
  logged.length = 0;
  const addresses = [
    '//',
    '/%zz',
    '/rest/v1/%zz',
    '/rest/v1/%',
    '/rest/v1//',
    '//rest/v1/models',
    '/rest/v1/models%00',
  ];
  for (const path of [
    ...addresses,
    '/auth/v1/%E0%A4%A',
    '/rest/v1/..%2f',
    'http://[::1/rest/v1/models',
    '/payments/v1/%zz',
  ])
    for (const method of ['GET', 'POST', 'DELETE'])
      await assertRefused('the address', method, path, method === 'POST' ? '{}' : undefined);
  for (const method of ['TRACE', 'PROPFIND', 'LOCK'])
    for (const path of ['/rest/v1/models', '/auth/v1/verify?token=x&type=signup'])
      await assertRefused('the method', method, path);
  assert.deepEqual(logged, [], 'nothing of it is an error of ours');
});
