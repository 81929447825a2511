import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { createGuardedServer } from '../gateway/guarded-server.ts';
import type { GuardOptions, SocketLimits } from '../gateway/guarded-server.ts';
import { silentLogger } from '../logger.ts';

const lines: string[] = [];
let now = Date.parse('2026-11-20T12:00:00+05:30');
const servers: Server[] = [];
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});
beforeEach(() => {
  lines.length = 0;
  now += 120_000;
});

/** A server that answers 'yes', with short limits. @returns its port */
async function serve(limits: Partial<SocketLimits> = {}, more: Partial<GuardOptions> = {}): Promise<number> {
  const server = createGuardedServer(
    (request, response) => {
      request.resume();
      request.on('end', () => response.end('yes'));
    },
    {
      logger: { ...silentLogger, warn: (line) => void lines.push(line) },
      isBehindProxy: false,
      clock: () => now,
      limits: { perAddress: 50, headersMs: 5_000, requestMs: 5_000, silenceMs: 20_000, ...limits },
      ...more,
    },
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends a text and returns everything that comes back until the server closes the connection. */
async function say(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (part) => (heard += String(part))).on('error', () => undefined);
  socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return heard;
}

const whole = 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n';

test('a request with two Host headers is refused', async () => {
  const port = await serve();
  assert.match(await say(port, whole), /^HTTP\/1\.1 200 /);
  for (const host of ['Host: other', 'HOST: shop'])
    assert.match(await say(port, whole.replace('Host: shop', `Host: shop\r\n${host}`)), /^HTTP\/1\.1 400 /);
});

test('slow requests are ended, and logged once a minute', async () => {
  const port = await serve({ headersMs: 150, requestMs: 300 });
  const slow = ['GET / HTTP/1.1\r\nHost: sh', '', 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\nab'];
  const [headers, nothing, body] = await Promise.all(slow.map((text) => say(port, text)));
  assert.match(headers!, /^HTTP\/1.1 408 /);
  assert.match(nothing!, /^HTTP\/1.1 408 /);
  assert.equal(body, '', 'its request was begun');
  assert.deepEqual(lines, ['A connection of 127.0.0.1 took too long over a request and was closed.']);
  now += 60_000;
  await say(port, 'GET /');
  assert.deepEqual(lines.slice(1), [
    'A connection of 127.0.0.1 took too long over a request and was closed. 2 more since the last line.',
  ]);
  assert.match(await say(port, whole), /yes$/);
});

test('what is not a request is answered 400, and logged once a minute', async () => {
  const port = await serve();
  for (const text of ['\0\0\0\0', 'GET\r\n\r\n', 'hello there\r\n\r\n', '\x16\x03\x01\x02\x00'])
    assert.match(await say(port, text), /^HTTP\/1.1 400 /, JSON.stringify(text));
  assert.match(await say(port, `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1.1 431 /);
  assert.deepEqual(lines, ['A connection of 127.0.0.1 did not send a whole request and was closed.']);
});

test('one address holds so many connections and no more', async () => {
  const port = await serve({ perAddress: 3 });
  const held = await Promise.all(
    [1, 2, 3].map(async () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    }),
  );
  assert.equal(await say(port, whole), '');
  assert.equal(await say(port, whole), '');
  assert.deepEqual(lines, ['A connection was refused: 127.0.0.1 has 3 open.']);
  held[0]?.end(whole);
  await once(held[0]!.resume(), 'close');
  assert.match(await say(port, whole), /yes$/);
});

test('behind a proxy, whose address is the only one, connections are not counted', async () => {
  const port = await serve({ perAddress: 1 }, { isBehindProxy: true });
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  assert.match(await say(port, whole), /yes$/);
  assert.deepEqual(lines, []);
});

test('a visitor who leaves after an answer is not reported', async () => {
  const port = await serve();
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  assert.match(await say(port, whole), /yes$/);
  assert.deepEqual(lines, []);
});
