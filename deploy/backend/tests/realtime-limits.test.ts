import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { defaultLimits } from '../backend-limits.ts';
import { Inbox } from '../testing/inbox.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend({
    limits: {
      realtime: {
        ...defaultLimits.realtime,
        frameBytes: 2_000,
        channelsPerSocket: 3,
        subscriptionsPerChannel: 2,
        socketsPerAddress: 6,
        framesPerSocket: { max: 30, perSeconds: 60 },
        waitingBytes: 200_000,
        silenceSeconds: 3,
      },
    },
  });
});
after(() => site.stop());

type Message = [string | null, string | null, string, string, Record<string, unknown>];

/** A client that speaks the protocol itself, to do what realtime-js never does. */
async function connect(key = site.backend.anonKey, headers: Record<string, string> = {}) {
  const address = `${site.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
  const socket = new WebSocket(address, { headers });
  const messages = new Inbox<Message>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => messages.put(JSON.parse(String(data)) as Message));
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
  const say = (...message: Message) => socket.send(JSON.stringify(message));
  return { socket, messages, closed, status, say };
}

const join = (table = 'notes', count = 1) => ({
  config: { postgres_changes: Array.from({ length: count }, () => ({ event: '*', schema: 'public', table })) },
});

test('rejects a missing key, a wrong key and a page of another origin', async () => {
  assert.equal((await connect('')).status, 401);
  assert.equal((await connect('wrong')).status, 401);
  assert.equal((await connect(site.backend.anonKey, { origin: 'https://evil.example' })).status, 403);
  const own = await connect(site.backend.anonKey, { origin: site.url });
  assert.equal(own.status, 101);
  own.socket.terminate();
  await own.closed;
});

test('heartbeat, join, leave and unknown events are answered', async () => {
  const { say, messages, socket, closed } = await connect();
  say(null, '1', 'phoenix', 'heartbeat', {});
  assert.deepEqual(await messages.next(), [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]);
  say('2', '2', 'realtime:a', 'phx_join', join());
  const [, , , , joined] = await messages.next();
  assert.equal(joined['status'], 'ok');
  const system = await messages.next();
  assert.deepEqual([system[0], system[3], system[4]['status'], system[4]['channel']], ['2', 'system', 'ok', 'a']);
  say('2', '3', 'realtime:a', 'broadcast', {});
  assert.equal((await messages.next())[4]['status'], 'error');
  say('2', '4', 'realtime:a', 'phx_leave', {});
  assert.equal((await messages.next())[4]['status'], 'ok');
  socket.terminate();
  await closed;
});

test('a bad token cannot join', async () => {
  const { say, messages, socket, closed } = await connect();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = `${encode({ alg: 'none' })}.${encode({ role: 'service_role', exp: 4_000_000_000 })}.x`;
  for (const token of [forged, 'nonsense', site.backend.anonKey.slice(1)]) {
    say('1', '1', 'realtime:a', 'phx_join', { ...join(), access_token: token });
    assert.match(JSON.stringify((await messages.next())[4]), /InvalidToken/);
  }
  socket.terminate();
  await closed;
});

test('a large frame closes the socket with 1009, a broken one with 1007, a binary one with 1003', async () => {
  const large = await connect();
  large.socket.send('x'.repeat(3_000));
  assert.equal(await large.closed, 1009);
  const broken = await connect();
  broken.socket.send('{"not": "a frame"}');
  assert.equal(await broken.closed, 1007);
  const binary = await connect();
  binary.socket.send(Buffer.from([1, 2, 3]));
  assert.equal(await binary.closed, 1003);
});

test('limits channels per socket, subscriptions per channel and frames', async () => {
  const { say, messages, closed } = await connect();
  for (let index = 1; index <= 3; index += 1) {
    say(String(index), String(index), `realtime:${index}`, 'phx_join', {});
    assert.equal((await messages.next())[4]['status'], 'ok');
  }
  say('4', '4', 'realtime:4', 'phx_join', {});
  assert.match(JSON.stringify((await messages.next())[4]), /more than 3 channels/);
  say('5', '5', 'realtime:1', 'phx_join', join('notes', 3));
  assert.match(JSON.stringify((await messages.next())[4]), /More than 2 subscriptions/);
  for (let index = 0; index < 30; index += 1) say(null, String(index), 'phoenix', 'heartbeat', {});
  assert.equal(await closed, 1008);
});

test('limits sockets per address', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, () => connect()));
  assert.deepEqual(
    open.map(({ status }) => status),
    [101, 101, 101, 101, 101, 101],
  );
  assert.equal((await connect()).status, 429);
  for (const { socket } of open) socket.terminate();
  await Promise.all(open.map(({ closed }) => closed));
});

test('a silent socket is closed; realtime-js reconnects and rejoins', async () => {
  const statuses = new Inbox<string>();
  site
    .client()
    .channel('silent')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => undefined)
    .subscribe((status) => statuses.put(status));
  assert.equal(await statuses.next(), 'SUBSCRIBED');
  const { closed } = await connect();
  assert.equal(await closed, 1006);
  assert.equal(await statuses.next(), 'CHANNEL_ERROR');
  while ((await statuses.next()) !== 'SUBSCRIBED');
});

test('a client that does not read is disconnected, and the others get every event', async () => {
  const { id: owner, client } = await signUp(site);
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const lazy = await connect();
  const busy = await connect();
  for (const { say, messages } of [lazy, busy]) {
    say('1', '1', 'realtime:a', 'phx_join', { ...join(), access_token: token });
    assert.equal((await messages.next())[4]['status'], 'ok');
    await messages.next();
  }
  lazy.socket.pause();
  let received = 0;
  // Far more than the network buffers of this machine hold.
  for (let sent = 0; sent < 80; sent += 1) {
    await site.backend.sql`insert into notes (owner, body) values (${owner}, repeat('x', 200000))`;
    assert.equal((await busy.messages.next())[3], 'postgres_changes');
    received += 1;
    if (sent % 10 === 0) busy.say(null, 'h', 'phoenix', 'heartbeat', {});
    if (sent % 10 === 0) await busy.messages.next();
  }
  assert.equal(received, 80);
  lazy.socket.resume();
  assert.equal(await lazy.closed, 1006);
  busy.socket.terminate();
  await busy.closed;
});

test('realtime-js rejoins after a dropped connection', async () => {
  const { id: owner, client } = await signUp(site, { heartbeatMs: 1000 });
  const statuses = new Inbox<string>();
  const bodies = new Inbox<string>();
  client
    .channel('rejoin')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
      bodies.put((change.new as { body: string }).body),
    )
    .subscribe((status) => statuses.put(status));
  assert.equal(await statuses.next(), 'SUBSCRIBED');
  // The database ends every connection of the backend, the one that listens too: no change may be missed silently.
  await site.backend.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name in ('twostroke-backend', 'twostroke-realtime') and datname = current_database() and pid <> pg_backend_pid()`;
  assert.equal(await statuses.next(), 'CHANNEL_ERROR');
  while ((await statuses.next()) !== 'SUBSCRIBED');
  await site.backend.sql`insert into notes (owner, body) values (${owner}, 'after the drop')`;
  assert.equal(await bodies.next(), 'after the drop');
});
