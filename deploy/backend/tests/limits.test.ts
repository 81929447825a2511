import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { SITE_KEY_HEADER } from '../gateway/site-key.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
let now = Date.parse('2026-11-20T12:00:00+05:30');
const few = (max: number) => ({ max, perSeconds: 600 });

before(async () => {
  site = await startTestBackend({
    clock: () => now,
    limits: {
      bodyBytes: 1000,
      signUpsPerAddress: few(12),
      passwordTriesPerAddress: few(20),
      passwordTriesPerAccountAndAddress: few(3),
      passwordTriesPerAccount: few(5),
      mailsPerMailbox: few(3),
      messagesPerAddress: few(8),
      sessionCallsPerAddress: few(4),
      calls: { visitor_writes_per_address: few(2), client_reports_per_address: few(3), prices_per_address: few(2) },
    },
  });
});
after(() => site.stop());

const later = () => (now += 601_000);

test('after too many wrong passwords even the right one is rejected until the wait is over', async () => {
  later();
  const { email, password } = await signUp(site);
  const signIn = (word: string) => site.client().auth.signInWithPassword({ email, password: word });
  for (let tries = 0; tries < 3; tries += 1) assert.equal((await signIn('wrong')).error?.code, 'invalid_credentials');
  const rejected = await signIn(password);
  assert.deepEqual([rejected.error?.status, rejected.error?.code], [429, 'over_request_rate_limit']);
  later();
  assert.equal((await signIn(password)).error, null);
});

test('a successful sign-in resets the count of wrong passwords', async () => {
  later();
  const { email, password } = await signUp(site);
  const signIn = (word: string) => site.client().auth.signInWithPassword({ email, password: word });
  for (let round = 0; round < 3; round += 1) {
    await signIn('wrong');
    await signIn('wrong');
    assert.equal((await signIn(password)).error, null);
  }
});

test('mails are counted per mailbox, and messages per requesting address', async () => {
  later();
  const { email } = await signUp(site);
  const reset = (to: string) => site.client().auth.resetPasswordForEmail(to);
  assert.equal((await reset(email)).error, null);
  assert.equal((await reset(email)).error, null);
  assert.equal((await reset(email)).error?.code, 'over_request_rate_limit');
  for (let index = 0; index < 6; index += 1) await reset(`other${index}@example.in`);
  assert.equal((await reset('last@example.in')).error?.code, 'over_request_rate_limit');
});

test('sign-ups of one address are counted', async () => {
  later();
  let rejected = 0;
  for (let index = 0; index < 13; index += 1) {
    const { error } = await site.client().auth.signUp({ email: `many${index}@example.in`, password: 'x' });
    if (error?.code === 'over_request_rate_limit') rejected += 1;
  }
  assert.equal(rejected, 1);
});

test('calls of functions that write are counted', async () => {
  later();
  const book = () => site.client().rpc('create_booking', {});
  assert.equal((await book()).error?.code, 'PGRST202');
  await book();
  const rejected = await book();
  assert.deepEqual([rejected.status, rejected.error?.hint], [429, 'too_many_requests']);
});

test('strangers who use up an address do not stop who is signed in there', async () => {
  later();
  const { client } = await signUp(site);
  const statusOf = async (by: typeof client) => (await by.rpc('create_booking', {})).status;
  for (let times = 0; times < 2; times += 1) await statusOf(site.client());
  assert.equal(await statusOf(site.client()), 429);
  for (let times = 0; times < 2; times += 1) assert.equal(await statusOf(client), 404);
  assert.equal(await statusOf(client), 429, 'with a count of their own');
});

test('strangers who try tokens at an address do not end the session of who is signed in there', async () => {
  later();
  const { client } = await signUp(site);
  const statuses: (number | undefined)[] = [];
  for (let times = 0; times < 5; times += 1)
    statuses.push((await site.client().auth.refreshSession({ refresh_token: `guess ${times}` })).error?.status);
  assert.deepEqual(statuses.slice(-2), [400, 429]);
  assert.equal((await client.auth.refreshSession()).error, null);
  assert.equal((await client.auth.getUser()).error, null);
});

test('browser reports are counted separately from other writes', async () => {
  later();
  const call = (name: string) => site.client().rpc(name, { events: [] });
  for (let times = 0; times < 3; times += 1) assert.equal((await call('report_client_events')).error?.code, 'PGRST202');
  const rejected = await call('report_client_events');
  assert.deepEqual([rejected.status, rejected.error?.hint], [429, 'too_many_requests']);
  assert.equal((await call('create_booking')).error?.code, 'PGRST202');
});

test("the site's own reads are not counted; its writes and calls with a wrong key are", async () => {
  later();
  const statusOf = async (name: string, key: string) => {
    const headers = { apikey: site.backend.anonKey, 'Content-Type': 'application/json', [SITE_KEY_HEADER]: key };
    return (await fetch(`${site.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: '{}' })).status;
  };
  const times = async (count: number, name: string, key: string) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) statuses.push(await statusOf(name, key));
    return statuses;
  };
  const { siteKey } = site.backend;
  assert.deepEqual(await times(4, 'quote', siteKey), [404, 404, 404, 404], 'the small schema has no quote');
  const wrong = [`${siteKey.slice(1)}x`, '', siteKey.slice(1), `${siteKey}, ${siteKey}`];
  assert.deepEqual(await Promise.all(wrong.map((key) => statusOf('quote', key))), [404, 404, 429, 429]);
  assert.deepEqual(await times(3, 'create_booking', siteKey), [404, 404, 429]);
});

test('all requests of one address are counted, those of the site itself are not', async () => {
  const few = await startTestBackend({ limits: { requestsPerAddress: { max: 2, perSeconds: 600 } } });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${few.url}/rest/v1/notes?select=id`, { headers: { apikey: few.backend.anonKey, ...headers } }))
      .status;
  const own = { [SITE_KEY_HEADER]: few.backend.siteKey };
  const statuses = [await ask({}), await ask(own), await ask({}), await ask({}), await ask(own)];
  await few.stop();
  assert.deepEqual(statuses, [200, 200, 200, 429, 200]);
});

test('a large body is rejected with 413, a body without length with 411', async () => {
  later();
  const large = await site.client().rpc('echo_items', { items: [{ id: 'x'.repeat(2000) }] });
  assert.deepEqual([large.status, large.error?.hint], [413, 'too_large']);
  const { hostname, port } = new URL(site.url);
  const headers = { apikey: site.backend.anonKey, 'transfer-encoding': 'chunked' };
  const status = await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method: 'POST', path: '/rest/v1/rpc/who_am_i', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
  assert.equal(status, 411);
});

const local = 'http://localhost:5173';
const asks = (at: TestBackend, origin: string) =>
  fetch(`${at.url}/rest/v1/notes?select=id`, { headers: { apikey: at.backend.anonKey, origin } });
const preflight = (at: TestBackend, origin: string) =>
  fetch(`${at.url}/auth/v1/token`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'apikey, x-client-info' },
  });
/** The status of an upgrade to Realtime that a page of an origin asks for. */
async function joins(at: TestBackend, origin: string): Promise<number> {
  const address = new URL(`/realtime/v1/websocket?apikey=${at.backend.anonKey}&vsn=2.0.0`, at.url);
  address.protocol = 'ws:';
  const socket = new WebSocket(address, { origin });
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => {
      resolve(101);
      socket.terminate();
    });
  });
}

test('pages of other servers may not use the backend, not even those of this machine', async () => {
  later();
  for (const origin of [local, 'http://127.0.0.1:5173', 'http://[::1]:3000', 'https://evil.example', 'null']) {
    for (const answer of [await asks(site, origin), await preflight(site, origin)])
      for (const name of answer.headers.keys()) assert.doesNotMatch(name, /^access-control-/, origin);
    assert.equal(await joins(site, origin), 403, origin);
  }
  assert.equal(await joins(site, site.url), 101);
});

test('while developing, pages of other servers on this machine may', async () => {
  const developed = await startTestBackend({ isDevelopment: true });
  try {
    assert.equal((await asks(developed, local)).headers.get('access-control-allow-origin'), local);
    assert.equal((await asks(developed, 'https://evil.example')).headers.get('access-control-allow-origin'), null);
    const allowed = await preflight(developed, local);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-headers'), 'apikey, x-client-info');
    assert.deepEqual([await joins(developed, local), await joins(developed, 'https://evil.example')], [101, 403]);
  } finally {
    await developed.stop();
  }
});
