import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { Inbox } from '../testing/inbox.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { poll } from '../testing/poll.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

interface ListedSession {
  id: string;
  user_agent: string | null;
  begun_at: string;
  used_at: string;
  current: boolean;
}

let site: TestBackend;
before(async () => {
  site = await startTestBackend({ migrationsFolder: defaultMigrationsFolder });
});
after(() => site.stop());

async function listSessions(client: SupabaseClient): Promise<ListedSession[]> {
  const { data, error } = await client.rpc('list_sessions');
  assert.equal(error, null);
  return data as ListedSession[];
}

/** Signs in as a browser with this name does, and takes the session over. */
async function signInWith(userAgent: string, email: string, password: string): Promise<SupabaseClient> {
  const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  const client = site.client();
  const { error } = await client.auth.setSession(
    (await answer.json()) as { access_token: string; refresh_token: string },
  );
  assert.equal(error, null);
  return client;
}

const currentOf = async (client: SupabaseClient): Promise<string> =>
  (await listSessions(client)).find(({ current }) => current)?.id ?? 'none';

/** Joins a channel; the statuses follow. */
async function join(client: SupabaseClient): Promise<Inbox<string>> {
  const statuses = new Inbox<string>();
  client
    .channel(randomUUID())
    .on('postgres_changes', { event: '*', schema: 'public', table: 'service_bookings' }, () => undefined)
    .subscribe((status) => statuses.put(status));
  assert.equal(await statuses.next(), 'SUBSCRIBED');
  return statuses;
}

async function statusOfUser(token: string): Promise<number> {
  const headers = { apikey: site.backend.anonKey, authorization: `Bearer ${token}` };
  return (await fetch(`${site.url}/auth/v1/user`, { headers })).status;
}

test('a person sees each of their sessions, with its browser, and which one asks', async () => {
  const { email, password, client } = await signUp(site);
  const phone = await signInWith('Firefox on a phone', email, password);
  const listed = await listSessions(client);
  assert.equal(listed.length, 2);
  assert.equal(listed.filter(({ current }) => current).length, 1);
  assert.ok(listed.some(({ user_agent, current }) => user_agent === 'Firefox on a phone' && !current));
  const own = (await listSessions(phone)).find(({ current }) => current);
  assert.equal(own?.user_agent, 'Firefox on a phone');
  assert.ok(Math.abs(Date.parse(own.used_at) - Date.now()) < 60_000, own.used_at);
});

test('a renewed session was used at that time, in any time zone of the database', async () => {
  const { client } = await signUp(site);
  const [before] = await listSessions(client);
  await client.auth.refreshSession();
  const [renewed] = await listSessions(client);
  assert.ok(Date.parse(renewed?.used_at ?? '') > Date.parse(before?.used_at ?? ''));
  assert.ok(Math.abs(Date.parse(renewed?.used_at ?? '') - Date.now()) < 60_000);
});

test('an ended session is rejected by Auth, cannot be renewed, and its channels close and cannot be joined again', async () => {
  const { email, password, client } = await signUp(site);
  const phone = await signInWith('Phone', email, password);
  const token = (await phone.auth.getSession()).data.session?.access_token ?? '';
  const statuses = await join(phone);
  const own = await join(client);
  assert.equal(await statusOfUser(token), 200);

  const { error } = await client.rpc('end_session', { session: await currentOf(phone) });
  assert.equal(error, null);
  assert.equal(await statuses.next(), 'CHANNEL_ERROR');
  assert.equal(await statusOfUser(token), 403);
  // Joined again by realtime-js with the same token, and rejected.
  assert.equal(await statuses.next(), 'CHANNEL_ERROR');
  assert.equal((await phone.auth.refreshSession()).data.session, null);
  assert.equal(own.size, 0);
  assert.equal((await listSessions(client)).length, 1);
});

test('the token of an ended session opens neither tables and functions nor payments, in every process', async () => {
  const { email, password, client } = await signUp(site);
  const { client: stranger } = await signUp(site);
  const other = await startTestBackend({
    databaseUrl: site.backend.databaseUrl,
    dataFolder: site.dataFolder,
    migrationsFolder: defaultMigrationsFolder,
  });
  try {
    const phone = await signInWith('Phone', email, password);
    const token = (await phone.auth.getSession()).data.session?.access_token ?? '';
    const ask = async (url: string, path: string, method = 'GET') => {
      const headers = { apikey: site.backend.anonKey, authorization: `Bearer ${token}` };
      const answer = await fetch(url + path, { method, headers });
      return [answer.status, ((await answer.json()) as { hint?: string }).hint];
    };
    assert.deepEqual(await ask(other.url, '/rest/v1/profiles?select=user_id'), [200, undefined]);
    assert.equal((await client.rpc('end_session', { session: await currentOf(phone) })).error, null);
    for (const { url } of [site, other])
      await poll('the refusal', async () => (await ask(url, '/rest/v1/profiles?select=user_id'))[0] === 401, 10_000);
    for (const [path, method] of [
      ['/rest/v1/brands?select=slug', 'GET'],
      ['/rest/v1/rpc/list_sessions', 'POST'],
      ['/payments/v1/start', 'POST'],
    ] as const)
      assert.deepEqual(await ask(site.url, path, method), [401, 'signed_out'], path);
    for (const actor of [client, stranger]) assert.equal((await actor.rpc('list_sessions')).error, null);
  } finally {
    await other.stop();
  }
});

test('a deleted account has no session: its token opens nothing', async () => {
  const { id, client } = await signUp(site);
  assert.equal((await client.from('profiles').select()).status, 200);
  await site.backend.sql`delete from auth.users where id = ${id}`;
  await poll('the refusal', async () => (await client.from('profiles').select()).status === 401, 10_000);
});

test('signing out closes the channels of the other sessions of that account, and no others', async () => {
  const { email, password, client } = await signUp(site);
  const phone = await signInWith('Phone', email, password);
  const stranger = await signUp(site);
  const [first, other] = [await join(client), await join(stranger.client)];
  assert.equal((await phone.auth.signOut()).error, null);
  assert.equal(await first.next(), 'CHANNEL_ERROR');
  assert.equal(other.size, 0);
});

test('all other sessions end at once, and the own one stays', async () => {
  const { email, password, client } = await signUp(site);
  const others = [await signInWith('Phone', email, password), await signInWith('Tablet', email, password)];
  assert.equal((await client.auth.signOut({ scope: 'others' })).error, null);
  for (const other of others) assert.equal((await other.auth.refreshSession()).data.session, null);
  const left = await listSessions(client);
  assert.deepEqual(
    left.map(({ current }) => current),
    [true],
  );
  assert.notEqual((await client.auth.refreshSession()).data.session, null);
});

test('only its own person sees or ends a session, not even an admin does', async () => {
  const asha = await signUp(site);
  const boss = await signUp(site);
  await site.backend.sql`select public.make_owner(${boss.id})`;
  const session = await currentOf(asha.client);
  for (const actor of [(await signUp(site)).client, boss.client]) {
    assert.ok((await listSessions(actor)).every(({ id }) => id !== session));
    const { error, status } = await actor.rpc('end_session', { session });
    assert.deepEqual([status, error?.hint], [404, 'no_session']);
  }
  for (const [name, args] of [
    ['list_sessions', {}],
    ['end_session', { session }],
  ] as const)
    assert.equal((await site.client().rpc(name, args)).status, 401, name);
  assert.equal(await currentOf(asha.client), session);
});

test('the table of sessions is closed to the API', async () => {
  const { client } = await signUp(site);
  assert.ok((await client.from('sessions').select()).error);
  const asked = await fetch(`${site.url}/rest/v1/sessions`, {
    headers: { apikey: site.backend.serviceKey, 'accept-profile': 'auth' },
  });
  assert.notEqual(asked.status, 200);
});
