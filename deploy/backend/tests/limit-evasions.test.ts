// The gateway counts a call by its address and body, and another layer answers it: any difference in how they read it
// evades the limits. Each test uses up a limit in the usual way and then repeats the call in another spelling.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rawRequest } from '../testing/raw-request.ts';
import type { RawResponse } from '../testing/raw-request.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
let now = Date.parse('2026-11-20T12:00:00+05:30');
const few = (max: number) => ({ max, perSeconds: 600 });
const later = () => (now += 601_000);

before(async () => {
  site = await startTestBackend({
    clock: () => now,
    limits: {
      requestsPerAddress: few(10_000),
      calls: { visitor_writes_per_address: few(2), prices_per_address: few(2), client_reports_per_address: few(2) },
      passwordTriesPerAddress: few(2),
      codeTriesPerAddress: few(2),
      mailsPerMailbox: few(2),
      messagesPerAddress: few(2),
    },
  });
});
after(() => site.stop());

const post = (path: string, body: object | string = {}) =>
  rawRequest(site, 'POST', path, typeof body === 'string' ? body : JSON.stringify(body));
const email = (index: number) => `somebody${index}@example.in`;
const codeOf = ({ body }: RawResponse) =>
  ((found: { code?: unknown; error_code?: unknown }) => found.error_code ?? found.code)(
    JSON.parse(body || '{}') as object,
  );

/** Other spellings of the address that some parser might read as the same one. */
function spellings(path: string): string[] {
  const [, service = '', version = '', ...names] = path.split('/');
  const base = `/${service}/${version}`;
  const name = names.at(-1) ?? '';
  const before = names
    .slice(0, -1)
    .map((part) => `${part}/`)
    .join('');
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const last = name.at(-1) ?? '';
  return [
    `${base}/${before}${name.slice(0, -1)}${encoded(last)}`,
    `${base}/${before}${name.slice(0, -1)}${encoded(last).toUpperCase()}`,
    `${base}/${before}${[...name].map(encoded).join('')}`,
    `${base}/${before}${name.replace('_', '%5F')}%2f`,
    `${base}/${before}${name.slice(0, -1)}%25${encoded(last).slice(1)}`,
    `${base}%2f${before}${name}`,
    `${base}/${before.replace('/', '%2F')}${encoded(name[0] ?? '')}${name.slice(1)}`,
    `/${encoded(service[0] ?? '')}${service.slice(1)}/${version}/${before}${name}`,
    `${base}//${before}${name}`,
    `${base}/${before}/${name}`,
    `/${path}`,
    `//else.where${path}`,
    `http://else.where${path}`,
    `${path}/`,
    `${path}/more`,
    `${path};x`,
    `${path}%20`,
    `${path}%`,
    `${path}#x`,
    `${path}#?`,
    `${base}/./${before}${name}`,
    `${base}/x/../${before}${name}`,
    `${base}/x/%2e%2E/${before}${name}`,
    `/x/..${path}`,
    `/${path.slice(1).replaceAll('/', '\\')}`,
    `${base}/${before}${name.toUpperCase()}`,
    `${base}/${before}${name[0]?.toUpperCase()}${name.slice(1)}`,
    path.toUpperCase(),
  ];
}

for (const name of [
  'create_booking',
  'hold_slot',
  'request_callback',
  'start_payment',
  'quote',
  'report_client_events',
]) {
  test(`${name}: another spelling of its path is not found or counts as the same path`, async () => {
    later();
    const path = `/rest/v1/rpc/${name}`;
    for (let times = 0; times < 2; times += 1) assert.equal(codeOf(await post(path)), 'PGRST202');
    assert.equal((await post(path)).status, 429);
    for (const spelling of spellings(path)) {
      const { status, body } = await post(spelling);
      assert.ok(status === 404 || status === 429, `${spelling} answered ${status}`);
      // This small schema lacks the function: the error shows whether lite looked it up by name.
      assert.doesNotMatch(body, new RegExp(`public\\.${name}[^;]`), spelling);
    }
  });
}

test('password sign-in: another spelling of its path tries no password', async () => {
  later();
  const { email: known, password } = await signUp(site);
  const path = '/auth/v1/token';
  const query = '?grant_type=password';
  for (let times = 0; times < 2; times += 1)
    assert.equal(codeOf(await post(path + query, { email: known, password: 'wrong' })), 'invalid_credentials');
  for (const spelling of [
    ...spellings(path).map((spelled) => spelled + query),
    `${path}?grant%5Ftype=refresh_token&grant_type=password`,
    `${path}?grant%5Ftype=password`,
    `${path}?grant_type=p%61ssword`,
    `${path}?grant_type=refresh_token&grant_type=password`,
    `${path}?grant_type=password&grant_type=refresh_token`,
    `${path}?x=%&grant_type=password`,
    `${path}?x=#&grant_type=password`,
    `${path}?grant+type=x&grant_type=password`,
    `${path}?&grant_type=password`,
    `${path}??grant_type=password`,
  ]) {
    const answer = await post(spelling, { email: known, password });
    assert.notEqual(answer.status, 200, spelling);
    assert.doesNotMatch(answer.body, /access_token|invalid_credentials","msg":"Invalid login/, spelling);
  }
});

test('mail codes: another spelling of their path tries none', async () => {
  later();
  const path = '/auth/v1/verify';
  const guess = { email: email(1), token: '000000', type: 'email' };
  for (let times = 0; times < 2; times += 1) assert.equal(codeOf(await post(path, guess)), 'otp_expired');
  for (const spelling of spellings(path))
    assert.doesNotMatch((await post(spelling, guess)).body, /otp_expired/, spelling);
});

test('a byte order mark at the start of a body is ignored', async () => {
  later();
  const mark = '\ufeff';
  const guess = `${mark}${JSON.stringify({ email: email(2), token: '000000', type: 'magiclink' })}`;
  const asked: number[] = [];
  for (let times = 0; times < 3; times += 1) asked.push((await post('/auth/v1/verify', guess)).status);
  assert.deepEqual(asked, [403, 403, 429]);
  const mails: number[] = [];
  for (let times = 0; times < 3; times += 1)
    mails.push((await post('/auth/v1/recover', `${mark}${JSON.stringify({ email: email(2) })}`)).status);
  assert.deepEqual(mails, [200, 200, 429]);
});

test('an SMS request counts as one, with any other content, and other requests do not count', async () => {
  later();
  const ask = async (index: number, more: object = {}) =>
    (await post('/auth/v1/otp', { phone: `+9190000000${index}`, ...more })).status;
  for (let index = 0; index < 4; index += 1) await post('/auth/v1/recover', {});
  assert.deepEqual(
    [await ask(31, { email: email(3) }), await ask(32), await ask(33, { email: email(4) })],
    [200, 200, 429],
  );
});

test('the mail that confirms another address counts for that mailbox', async () => {
  later();
  const { client } = await signUp(site);
  const answers: (string | undefined)[] = [];
  for (let times = 0; times < 3; times += 1)
    answers.push((await client.auth.updateUser({ email: 'bombed@example.in' })).error?.code);
  assert.deepEqual(answers, [undefined, undefined, 'over_request_rate_limit']);
});

test('the spellings that real clients send are answered', async () => {
  later();
  const client = site.client();
  assert.equal((await client.rpc('who_am_i')).error, null);
  assert.equal((await client.rpc('who_am_i', {}, { get: true })).error, null);
  assert.equal((await client.from('notes').select('id').eq('body', 'a/b%c d')).error, null);
  assert.equal((await rawRequest(site, 'GET', '/rest/v1/notes?select=id&body=eq.a//b/../c%2F#')).status, 404);
  assert.equal((await rawRequest(site, 'GET', '/rest/v1/notes?select=id&body=eq.a//b/../c%2F')).status, 200);
  assert.equal((await rawRequest(site, 'GET', '/auth/v1/.well-known/jwks.json')).status, 200);
  assert.equal((await rawRequest(site, 'GET', '/auth/v1/health')).status, 200);
});
