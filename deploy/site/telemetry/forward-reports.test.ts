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
import { countOf, readHealth } from './read-health.ts';
import { ReportsRejectedError, type ReportSink } from './report-sink.ts';
import { readForwarding, startForwarding } from './start-forwarding.ts';

let site: TestBackend;
before(async () => void (site = await startTestBackend({ migrationsFolder: undefined, reportShare: 0.1 })));
after(() => site.stop());

const source = () => ({ url: site.url, serviceKey: site.backend.serviceKey });
/** Rows count only after a few seconds: the test does not wait for them. */
const laterClock = () => Date.now() + 60_000;

async function report(...messages: string[]): Promise<void> {
  const events = messages.map((message) => ({ kind: 'error', name: 'Error', message, app: 'cart', version: '1.0.0' }));
  const { data, error } = await site.client().rpc('report_client_events', { events });
  assert.deepEqual([data, error], [messages.length, null]);
}

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
  const visits = Array<object>(4).fill({ kind: 'visit', app: 'catalog', version: '2.0.0', canary: true });
  await site.client().rpc('report_client_events', {
    events: [...visits, { kind: 'error', name: 'Error', message: 'x', app: 'catalog', version: '2.0.0' }],
  });
  const health = await readHealth(source(), 1);
  assert.deepEqual(
    health.find(({ app }) => app === 'catalog'),
    { app: 'catalog', version: '2.0.0', canary: true, visits: 4, errors: 1, errorRate: 0.25 },
  );
  assert.equal(health.find(({ app }) => app === 'cart')?.errorRate, null);
  await assert.rejects(readHealth({ url: site.url, serviceKey: site.backend.anonKey }, 1), /answered 401/);
});

test('it counts the visits and errors of a version since a time; a report that names a share counts once', async () => {
  const version = '3.0.0+b.1';
  const visit = { kind: 'visit', app: 'cart', version };
  const send = (events: object[]) => site.client().rpc('report_client_events', { events });
  const minuteAgo = new Date(Date.now() - 60_000);
  const count = (from = source(), kind: 'visit' | 'error' = 'visit') => countOf(from, kind, 'cart', version, minuteAgo);
  assert.equal(await count(), 0);
  await send([visit, visit]);
  await site.backend.sql`update client_reports set received_at = received_at - interval '2 minutes'`;
  const others = [{ app: 'catalog' }, { version: '3.0.0' }, { kind: 'error', name: 'Error', message: 'x' }];
  await send([visit, visit, { ...visit, sample_rate: 0.1 }, ...others.map((other) => ({ ...visit, ...other }))]);
  assert.equal(await count(), 3);
  assert.equal(await count(source(), 'error'), 1);
  await assert.rejects(count({ url: site.url, serviceKey: site.backend.anonKey }), /answered 401/);
});
