import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createLogger, type LogFields } from '../logger.ts';
import { maskPersonal } from '../mask-personal.ts';
import { poll } from '../testing/poll.ts';
import { signUp, startTestBackend, type TestBackend } from '../testing/test-backend.ts';

interface Line extends LogFields {
  level: string;
  message: string;
}

let given: TestBackend;
let now = Date.now();
const lines: Line[] = [];
before(async () => {
  const logger = createLogger(false, (_, line) => lines.push(JSON.parse(line) as Line));
  given = await startTestBackend({
    logger,
    clock: () => now,
    limits: { requestsPerAddress: { max: 60, perSeconds: 60 } },
    trustProxy: true,
  });
});
after(() => given.stop());
beforeEach(() => {
  lines.length = 0;
  now += 120_000;
});

const ask = (path: string, init: RequestInit & { from?: string; token?: string } = {}) => {
  const { from = '203.0.113.7', token = given.backend.anonKey, headers, ...rest } = init;
  const own = { apikey: given.backend.anonKey, authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  return fetch(given.url + path, { ...rest, headers: { ...own, 'content-type': 'application/json', ...headers } });
};
const events = () => lines.map(({ event, level, path, network, status }) => [event, level, path, network, status]);

test('a failed sign-in is one line with the request id of the answer, and without mail or password', async () => {
  const { email } = await signUp(given);
  lines.length = 0;
  const body = JSON.stringify({ email, password: 'wrong horse' });
  const answer = await ask('/auth/v1/token?grant_type=password', { method: 'POST', body });
  assert.equal(answer.status, 400);
  assert.deepEqual(events(), [['sign_in_failed', 'warn', '/auth/v1/token', '203.0.113.0/24', 400]]);
  assert.equal(lines[0]!.request, answer.headers.get('x-request-id'));
  assert.match(lines[0]!.request!, /^[2-9a-hjkmnp-z]{8}$/);
  assert.ok(!JSON.stringify(lines).includes(email) && !JSON.stringify(lines).includes('wrong horse'));
});

test('sign-in, change of the account and sign-out name the user', async () => {
  const { id, email, password } = await signUp(given);
  const client = given.client();
  await client.auth.signInWithPassword({ email, password });
  lines.length = 0;
  await client.auth.updateUser({ data: { full_name: 'Asha' } });
  await client.auth.signOut();
  assert.deepEqual(
    lines.map(({ event, user }) => [event, user]),
    [
      ['account_changed', id],
      ['signed_out', id],
    ],
  );
});

test('refused rights and forged tokens are logged without the token', async () => {
  const answer = await ask('/rest/v1/notes', { token: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYWRtaW4ifQ.x' });
  assert.equal(answer.status, 401);
  assert.deepEqual(events(), [['rights_refused', 'warn', '/rest/v1/notes', '203.0.113.0/24', 401]]);
  assert.ok(!JSON.stringify(lines).includes('eyJ'));
});

test('refused input and calls for what is not there are lines too, without the input', async () => {
  const body = JSON.stringify({ items: 'secret'.repeat(3) });
  const post = (path: string, sent: string) => ask(path, { method: 'POST', body: sent });
  await post('/rest/v1/rpc/get_booking', body);
  await post('/rest/v1/rpc/echo_items', '['.repeat(40));
  await post('/auth/v1/signup', JSON.stringify({ email: 'asha@example.in', password: 'short' }));
  assert.deepEqual(events(), [
    ['not_found', 'warn', '/rest/v1/rpc/get_booking', '203.0.113.0/24', 404],
    ['input_refused', 'warn', '/rest/v1/rpc/echo_items', '203.0.113.0/24', 400],
    ['input_refused', 'warn', '/auth/v1/signup', '203.0.113.0/24', 422],
  ]);
  assert.doesNotMatch(JSON.stringify(lines), /secret|short|asha@/);
});

test('a flood of one address is a line a minute, and the next one says how many were left out', async () => {
  const flood = () => Promise.all(Array.from({ length: 80 }, () => ask('/rest/v1/notes', { from: '198.51.100.9' })));
  const rejected = (await flood()).filter(({ status }) => status === 429).length;
  assert.ok(rejected >= 20);
  const limited = () => lines.filter(({ event }) => event === 'rate_limited');
  assert.deepEqual(
    limited().map(({ network, status }) => [network, status]),
    [['198.51.100.0/24', 429]],
  );
  now += 61_000;
  await flood();
  assert.deepEqual(
    limited().map(({ unlogged }) => unlogged),
    [undefined, rejected - 1],
  );
});

test("a client's own request id is replaced", async () => {
  const answer = await ask('/rest/v1/notes?select=id', { headers: { 'x-request-id': 'mine\tmine' } });
  assert.match(answer.headers.get('x-request-id') ?? '', /^[2-9a-hjkmnp-z]{8}$/);
});

test('a network of version 6 is shortened to what names no household', async () => {
  await ask('/rest/v1/notes', { from: '2001:db8:7:9::1', token: 'x.y.z' });
  assert.equal(lines[0]!['network'], '2001:db8:7::/48');
});

test('a change of the audit log is a line too', async () => {
  await given.backend.sql`select pg_notify('audit_log', ${JSON.stringify({
    action: 'role_granted',
    actor_id: null,
    actor_role: 'postgres',
    subject: '3f1c2b5e-1111-4222-8333-444455556666',
    request_id: '7kx3m9qp',
  })})`;
  await poll('the line', async () => lines.length > 0);
  const [{ event, request, role, subject }] = lines as [Line];
  assert.deepEqual(
    [event, request, role, subject],
    ['role_granted', '7kx3m9qp', 'postgres', '3f1c2b5e-1111-4222-8333-444455556666'],
  );
});

test('what looks like a token, a code of a link, a mail address or a number is masked', () => {
  const masked = (text: string) => maskPersonal(text);
  assert.equal(masked('to +919000000012 or 98220 12345'), 'to +91********12 or ********45');
  assert.equal(masked('asha.patil@example.in wrote'), 'a***@example.in wrote');
  assert.equal(masked('https://x.example/book-service#manage=abc.DEF-1'), 'https://x.example/book-service#[hidden]');
  assert.equal(masked('GET /auth/v1/verify?token=abc&type=signup'), 'GET /auth/v1/verify?[hidden]');
  assert.equal(masked('key eyJhbGciOiJIUzI1NiJ9.eyJyIjoxfQ.c2ln ended'), 'key [token] ended');
  assert.equal(masked('of 3f1c2b5e-1111-4222-8333-444455556666'), 'of 3f1c2b5e-1111-4222-8333-444455556666');
  assert.equal(masked(`hash ${'a1'.repeat(32)}`), 'hash [secret]');
  assert.equal(masked('Listening on port 8080 since 1763971200'), 'Listening on port 8080 since 1763971200');
});

test('at a terminal a line is a sentence with its fields', () => {
  const said: string[] = [];
  createLogger(true, (level, line) => said.push(`${level}: ${line}`)).warn('A sign-in failed.', {
    event: 'sign_in_failed',
    request: 'abcd2345',
    user: undefined,
  });
  assert.deepEqual(said, ['warn: A sign-in failed.  event=sign_in_failed  request=abcd2345']);
});
