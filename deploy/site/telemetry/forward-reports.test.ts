import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '../../backend/logger.ts';
import { poll } from '../../backend/testing/poll.ts';
import { startTestBackend, type TestBackend } from '../../backend/testing/test-backend.ts';
import { forwardReports } from './forward-reports.ts';
import { openReceiver } from '../testing/open-receiver.ts';
import { reportPageLoad, type Report } from '../testing/report-as-browsers.ts';
import { readHealth, readVersionReports } from './read-health.ts';
import { ReportsRejectedError, type ReportSink } from './report-sink.ts';
import { readForwarding, startForwarding } from './start-forwarding.ts';

let site: TestBackend;
before(async () => void (site = await startTestBackend({ migrationsFolder: undefined, trustProxy: true })));
after(() => site.stop());

const source = () => ({ url: site.url, serviceKey: site.backend.serviceKey });
/** Rows count only after a few seconds: the test does not wait for them. */
const laterClock = () => Date.now() + 60_000;

const send = (events: Report[], address = '203.0.113.7') =>
  reportPageLoad({ url: site.url, anonKey: site.backend.anonKey }, address, events);

async function report(...messages: string[]): Promise<void> {
  const { kept } = await send(messages.map((message) => ({ kind: 'error', name: 'Error', message, ...cart })));
  assert.equal(kept, messages.length);
}
const cart = { app: 'cart', version: '1.0.0' };

/** A receiver that may be down, or reject events named `poison`. */
function listen() {
  const got: string[] = [];
  const state = { down: false };
  const sink: ReportSink = {
    name: 'test',
    send: (reports) => {
      if (state.down) return Promise.reject(new Error('down'));
      const messages = reports.map(({ message }) => message ?? '');
      if (messages.includes('poison')) return Promise.reject(new ReportsRejectedError('no'));
      got.push(...messages);
      return Promise.resolve();
    },
  };
  return { got, state, sink };
}

test('new reports are forwarded in order, also across a restart and an outage of the receiver', async () => {
  const { got, state, sink } = listen();
  const cursorFile = join(site.dataFolder, 'forwarded-to-test');
  const start = () =>
    forwardReports({ source: source(), sink, cursorFile, logger: silentLogger, intervalMs: 20, clock: laterClock });
  await report('before forwarding began');
  let stop = start();
  await poll('the cursor', async () => readCursor(cursorFile) > 0);
  await report('a', 'b');
  await poll('the reports at the receiver', async () => got.length === 2);
  await stop();

  await report('while stopped');
  state.down = true;
  stop = start();
  await report('while down');
  await pause(100);
  assert.deepEqual(got, ['a', 'b']);
  state.down = false;
  await poll('the reports at the receiver', async () => got.length === 4);
  assert.deepEqual(got, ['a', 'b', 'while stopped', 'while down']);

  await report('poison');
  await pause(200);
  await report('after the poison');
  await poll('the reports at the receiver', async () => got.at(-1) === 'after the poison');
  await stop();
  await report('after the end');
  await pause(100);
  assert.equal(got.length, 5);
});

function readCursor(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

test('forwards to the collector that the environment names, and does nothing without settings', async () => {
  const receiver = await openReceiver();
  const dataFolder = join(site.dataFolder, 'forwarding');
  const options = { source: source(), dataFolder, logger: silentLogger, intervalMs: 20 };
  await startForwarding(readForwarding({}), options)();
  assert.equal(readCursor(join(dataFolder, 'forwarded-to-otlp')), 0);
  const stop = startForwarding(readForwarding({ TWOSTROKE_OTLP_URL: receiver.url }), options);
  await poll('the cursor', async () => readCursor(join(dataFolder, 'forwarded-to-otlp')) > 0);
  await report('for the collector');
  await site.backend.sql`update client_reports set received_at = received_at - interval '10 seconds'`;
  await poll('the report at the collector', async () => receiver.received.length > 0);
  await stop();
  assert.ok(receiver.received[0]?.body.includes('for the collector'));
  await receiver.close();
});

test('the release tool reads the error rate of a version with the service key; a visitor is rejected', async () => {
  const visit: Report = { kind: 'visit', app: 'catalog', version: '2.0.0', canary: true };
  for (let times = 0; times < 3; times += 1) await send([visit]);
  await send([visit, { ...visit, kind: 'error', name: 'Error', message: 'x', canary: false }]);
  const health = await readHealth(source(), 1);
  assert.deepEqual(
    health.find(({ app }) => app === 'catalog'),
    { app: 'catalog', version: '2.0.0', canary: true, visits: 4, errors: 1, errorRate: 0.25 },
  );
  assert.equal(health.find(({ app }) => app === 'cart')?.errorRate, null);
  await assert.rejects(readHealth({ url: site.url, serviceKey: site.backend.anonKey }, 1), /answered 401/);
});

test('the release tool reads visits and errors of versions since a time, without the address that fails most', async () => {
  const version = '3.0.0+b.1';
  const visit: Report = { kind: 'visit', app: 'cart', version };
  const error: Report = { ...visit, kind: 'error', name: 'Error', message: 'x' };
  const minuteAgo = new Date(Date.now() - 60_000);
  const read = (from = source()) => readVersionReports(from, 'cart', [version, '4.0.0'], minuteAgo);
  const none = { visits: 0, errors: 0, failingAddresses: 0 };
  assert.deepEqual(await read(), [
    { version, ...none },
    { version: '4.0.0', ...none },
  ]);
  await send([visit], '203.0.113.1');
  await site.backend.sql`update client_reports set received_at = received_at - interval '2 minutes'`;
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await send([visit, error], address);
  await send([{ ...error, message: 'y' }], '203.0.113.3');
  await send(
    [
      { ...visit, version: '3.0.0' },
      { ...visit, app: 'catalog', version },
    ],
    '203.0.113.1',
  );
  assert.deepEqual((await read())[0], { version, visits: 2, errors: 2, failingAddresses: 2 });
  for (const key of [site.backend.anonKey, 'x'])
    await assert.rejects(read({ url: site.url, serviceKey: key }), /answered 401/);
});
