// Each test keeps one deviation from stock @supabase/lite. When a later lite repairs or breaks it, the test fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rawRequest } from '../testing/raw-request.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend({ limits: { statementTimeoutMs: 500 } });
});
after(() => site.stop());

test('isolation: parallel requests keep their own role', async () => {
  const visitor = site.client();
  const script = site.client({ key: site.backend.serviceKey });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? visitor : script).rpc('who_am_i')),
  );
  // On a slow machine no connection comes free in time for some of them.
  const answered = answers.flatMap(({ data, error }, index) =>
    error?.code === 'PGRST003'
      ? []
      : [{ user: (data as { user: string }).user, own: index % 2 ? 'service_role' : 'anon' }],
  );
  for (const { user, own } of answered) assert.equal(user, own);
  assert.deepEqual(new Set(answered.map(({ own }) => own)), new Set(['anon', 'service_role']));
});

test('grants: the first request grants no right that the migrations revoked', async () => {
  const { client } = await signUp(site);
  assert.equal((await client.from('notes').select('secret_note')).error?.code, '42501');
  assert.equal((await site.client().from('closed').select()).error?.code, '42501');
  assert.equal((await site.client().from('closed').select()).status, 401);
  const [row] = await site.backend.sql`select has_table_privilege('anon', 'public.closed', 'select') as open`;
  assert.equal(row?.['open'], false);
});

test('jsonb: arguments and user data arrive as JSON, not as text', async () => {
  const { data } = await site.client().rpc('echo_items', { items: [{ id: 'general-service' }] });
  assert.deepEqual(data, { kind: 'array', first: 'general-service' });
  const { id, client } = await signUp(site);
  const profile = await client.from('profiles').select().single();
  assert.deepEqual(profile.data, { user_id: id, full_name: 'Asha Patil', phone: null });
});

test('formats: numbers are JSON numbers and times are ISO, as in hosted Supabase', async () => {
  await site.backend.sql`
    insert into notes (body, price, noted_at) values ('formats', 499.50, '2026-11-20 16:41:08.7+00')`;
  const { data } = await site.client().from('notes').select('price, noted_at').eq('body', 'formats').single();
  assert.deepEqual(data, { price: 499.5, noted_at: '2026-11-20T16:41:08.7+00:00' });
});

test('an invalid column list is a client error with a message', async () => {
  for (const list of ['%22', 'id,%22body', 'id,body(%22']) {
    const answer = await rawRequest(site, 'GET', `/rest/v1/notes?select=${list}`);
    const { code, message } = JSON.parse(answer.body) as { code: string; message: string };
    assert.deepEqual([answer.status, code], [400, 'PGRST100'], list);
    assert.match(message, /position \d+/);
  }
});

test('a flag is true or false, and any other value is rejected', async () => {
  await site.backend.sql`alter table public.notes add column pinned boolean`;
  await site.backend.sql`grant insert (pinned) on public.notes to service_role`;
  const script = site.client({ key: site.backend.serviceKey });
  const pin = (pinned: unknown) => script.from('notes').insert({ body: 'flags', pinned });
  for (const word of ['perhaps', '', '2', 'null\u0000']) assert.equal((await pin(word)).status, 400, word);
  const [row] = await site.backend.sql<
    { kept: number }[]
  >`select count(*)::int as kept from notes where body = 'flags'`;
  assert.equal(row?.kept, 0);
});

test('errors: status, code, details and hint of PostgREST', async () => {
  const { id, client } = await signUp(site);
  const rejected = await client.from('notes').insert({ owner: id, body: 'x', amount: -1 });
  assert.equal(rejected.status, 400);
  assert.equal(rejected.error?.code, '23514');
  for (const [code, status] of [
    ['P0001', 400],
    ['28000', 403],
    ['40001', 500],
    ['P0002', 500],
    ['54000', 400],
    ['XX000', 500],
    ['53300', 503],
    ['23505', 409],
    ['23P01', 409],
    ['22023', 400],
    ['PT409', 409],
    ['PT422', 422],
  ] as const) {
    const answer = await site.client().rpc('fail_with', { code });
    assert.equal(answer.status, status, code);
    const { code: found, message, hint, details } = answer.error ?? {};
    assert.deepEqual(
      { found, message, hint, details },
      {
        found: code,
        message: `It failed with ${code}.`,
        hint: 'a_hint',
        details: 'a detail',
      },
    );
  }
});

test('time limit: a slow statement is cancelled', async () => {
  const started = Date.now();
  const answer = await site.client().rpc('sleep_long');
  assert.equal(answer.error?.code, '57014');
  assert.ok(Date.now() - started < 5_000);
});

test('routes: nothing of lite but /rest/v1 and /auth/v1 can be reached', async () => {
  for (const path of [
    '/_system/info',
    '/_system/config',
    '/',
    '/storage/v1/bucket',
    '/rest/v1/../../_system/info',
    '/rest/v1/%2e%2e/%2e%2e/_system/info',
    '/auth/v1/..%2f..%2f_system/info',
    '/rest/v1//_system/info',
  ]) {
    const { status, body } = await rawRequest(site, 'GET', path);
    assert.ok(status >= 400, `${path} answered ${status}`);
    assert.ok(!body.includes('postgres://'), path);
  }
});

test('schemas: only public is exposed', async () => {
  const client = site.client();
  for (const schema of ['auth', 'backend', 'supabase_migrations', 'pg_catalog'])
    assert.equal((await client.schema(schema).from('users').select()).status, 406, schema);
});

test('e-mail codes: verifyOtp takes the type email', async () => {
  const { email } = await signUp(site);
  const client = site.client();
  assert.equal((await client.auth.signInWithOtp({ email })).error, null);
  const mail = site.mails.at(-1);
  assert.equal(mail?.kind, 'sign_in_code');
  const { data, error } = await client.auth.verifyOtp({ email, token: mail.code ?? '', type: 'email' });
  assert.equal(error, null);
  assert.equal(data.user?.email, email);
});

test('length: an answer has exactly one Content-Length', async () => {
  const { rawHeaders } = await rawRequest(site, 'GET', '/rest/v1/notes?select=id');
  assert.equal(rawHeaders.filter((name) => name.toLowerCase() === 'content-length').length, 1);
});

test('claims: auth.uid(), auth.email() and auth.role() work in functions of the caller', async () => {
  const { id, email, client } = await signUp(site);
  const { data } = await client.rpc('who_am_i');
  assert.deepEqual(data, { uid: id, email, role: 'authenticated', user: 'authenticated' });
});
