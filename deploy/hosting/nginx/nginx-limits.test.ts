import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { poll } from '../../backend/testing/poll.ts';
import { makeSmallSite, renderSmallSite } from '../../site/testing/small-site.ts';
import { startNginx } from '../testing/start-nginx.ts';

/* What one network may hold of the real nginx. Visitors and strangers have different addresses of this machine. */
const limits = { requestsPerNetwork: 20, headerSeconds: 1, silentSeconds: 1 };
const visitors = ['127.0.0.1', '127.0.0.2'];

const site = makeSmallSite();
const heard: string[] = [];
const backend = createServer((req, res) => {
  heard.push(req.url ?? '');
  res.end('{}');
});
await once(backend.listen(0, '127.0.0.1'), 'listening');
await renderSmallSite(site);
const proxiedBackend = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
const nginx = await startNginx({ siteFolder: site.folder, proxiedBackend, limits });
const sockets: Socket[] = [];
after(async () => {
  for (const socket of sockets) socket.destroy();
  await nginx.close();
  backend.close();
  backend.closeAllConnections();
  site.remove();
});

/** Sends a text from an address. @returns the answer, '' when nginx closes the connection without one */
async function say(from: string, text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(nginx.url).port), localAddress: from });
  sockets.push(socket);
  socket.on('error', () => undefined).write(text);
  // An answer comes before the end of a connection whose request has not come wholly.
  return new Promise((resolve) =>
    socket.once('data', (part) => resolve(String(part))).once('close', () => resolve('')),
  );
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`;
const halfBody = 'POST /rest/v1/rpc/x HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{"half';
const statusOf = (answer: string): string => answer.slice(9, 12);
/** The log's lines of one address by status, once it has so many: a line is written when its connection ends. */
async function linesOf(address: string, many: number): Promise<Record<string, number>> {
  const read = () => nginx.readLog().filter((line) => line.startsWith(`${address} `));
  await poll('the lines of the log', async () => read().length >= many);
  const counts: Record<string, number> = {};
  for (const line of read()) {
    const status = /" (\d{3}) /.exec(line)?.[1] ?? 'none';
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

async function assertVisitorsAreServed(): Promise<void> {
  for (const visitor of visitors)
    for (const path of ['/bikes', '/rest/v1/brands'])
      assert.equal(statusOf(await say(visitor, get(path))), '200', path);
}

test('half-sent requests of one address are cut, and beyond its share refused, while others are served', async () => {
  const stranger = '127.0.0.66';
  const flood = Array.from({ length: 50 }, () => say(stranger, halfBody));
  const beyond = flood.length - limits.requestsPerNetwork;
  await new Promise<void>((resolve) => {
    let ended = 0;
    for (const one of flood) void one.then(() => (ended += 1) === beyond && resolve());
  });
  const refused = await say(stranger, get('/rest/v1/brands'));
  assert.equal(statusOf(refused), '429');
  assert.match(refused, /\r\nRetry-After: 5\r\n[^]*"hint":"rate_limited"/, 'in the form that the site understands');
  assert.equal(statusOf(await say(stranger, get('/bikes'))), '429', 'a document too');
  await assertVisitorsAreServed();
  const answers = (await Promise.all(flood)).map(statusOf);
  assert.equal(answers.filter((status) => status === '').length, limits.requestsPerNetwork, 'cut');
  assert.deepEqual(await linesOf(stranger, 52), { 408: 20, 429: 32 }, 'one line for each');
  assert.ok(!heard.includes('/rest/v1/rpc/x'), 'the backend got no half of a request');
  assert.equal(statusOf(await say(stranger, get('/bikes'))), '200', 'afterwards');
});

test('half-sent headers, and connections that send nothing, end with their time; others are served', async () => {
  const stranger = '127.0.0.67';
  const flood = Array.from({ length: 60 }, (_, nth) => say(stranger, nth % 2 ? 'GET /bikes HTTP/1.1\r\nHost: sh' : ''));
  await assertVisitorsAreServed();
  await Promise.all(flood);
  assert.deepEqual(await linesOf(stranger, 30), { 408: 30 });
  await assertVisitorsAreServed();
});

test('what is not a request, or has headers without an end, is refused with one line', async () => {
  const stranger = '127.0.0.68';
  assert.equal(statusOf(await say(stranger, 'hello there\r\n\r\n')), '400');
  assert.equal(
    statusOf(await say(stranger, `GET / HTTP/1.1\r\nHost: shop\r\nA: ${'x'.repeat(70_000)}\r\n\r\n`)),
    '400',
  );
  assert.deepEqual(await linesOf(stranger, 2), { 400: 2 });
});
