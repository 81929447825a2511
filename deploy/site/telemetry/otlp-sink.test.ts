import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ClientReport } from './client-report.ts';
import { openReceiver, type Receiver } from '../testing/open-receiver.ts';
import { otlpSink } from './otlp-sink.ts';
import { ReportsRejectedError } from './report-sink.ts';
import { readForwarding } from './start-forwarding.ts';

let receiver: Receiver;
before(async () => void (receiver = await openReceiver()));
after(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(200);
});

const common = {
  received_at: '2026-11-21T04:30:00.250+00:00',
  app: 'cart',
  version: '1.0.0-1a2b3c4d',
  site_release: 'r7',
  route: 'cart:book-service',
  canary: true,
  sample_rate: 1,
  request_id: null,
} as const;
const error: ClientReport = {
  ...common,
  id: 7,
  kind: 'error',
  name: 'TypeError',
  message: 'x is undefined',
  value: null,
  request_id: '7kx3m9qp',
};
const vital: ClientReport = { ...common, id: 8, kind: 'vital', name: 'LCP', value: 1234.5, message: null };
const visit: ClientReport = { ...common, id: 9, kind: 'visit', name: 'visit', value: null, message: null };

const resource = {
  attributes: [
    { key: 'service.namespace', value: { stringValue: 'twostroke' } },
    { key: 'service.name', value: { stringValue: 'cart' } },
    { key: 'service.version', value: { stringValue: '1.0.0-1a2b3c4d' } },
  ],
};
const place = [
  { key: 'twostroke.route', value: { stringValue: 'cart:book-service' } },
  { key: 'twostroke.site_release', value: { stringValue: 'r7' } },
  { key: 'twostroke.canary', value: { boolValue: true } },
];
const nanoseconds = '1795235400250000000';
const scope = { name: 'twostroke.client-reports' };

test('OpenTelemetry gets errors as log records', async () => {
  await otlpSink(`${receiver.url}/`, { Authorization: 'Bearer abc' }).send([error]);
  assert.equal(receiver.received.length, 1);
  const { method, path, headers, body } = receiver.received[0]!;
  assert.deepEqual([method, path], ['POST', '/v1/logs']);
  assert.deepEqual([headers['content-type'], headers['authorization']], ['application/json', 'Bearer abc']);
  const record = {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: 17,
    severityText: 'ERROR',
    body: { stringValue: 'x is undefined' },
    attributes: [
      { key: 'exception.type', value: { stringValue: 'TypeError' } },
      { key: 'exception.message', value: { stringValue: 'x is undefined' } },
      place[0],
      { key: 'twostroke.request', value: { stringValue: '7kx3m9qp' } },
      ...place.slice(1),
    ],
  };
  assert.deepEqual(JSON.parse(body), {
    resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }],
  });
});

test('OpenTelemetry gets vitals as gauges, and visits as a counter that is scaled by the sample rate', async () => {
  await otlpSink(receiver.url).send([vital, visit, { ...visit, sample_rate: 0.25 }]);
  const { path, body } = receiver.received[0]!;
  assert.equal(path, '/v1/metrics');
  const gauge = { dataPoints: [{ timeUnixNano: nanoseconds, asDouble: 1234.5, attributes: place }] };
  const sum = {
    aggregationTemporality: 1,
    isMonotonic: true,
    dataPoints: [{ startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds, asDouble: 5, attributes: [] }],
  };
  assert.deepEqual(JSON.parse(body), {
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            scope,
            metrics: [
              { name: 'browser.web_vital.lcp', unit: 'ms', gauge },
              { name: 'browser.visits', unit: '{visit}', sum },
            ],
          },
        ],
      },
    ],
  });
});

test('each app and version is a resource of its own', async () => {
  await otlpSink(receiver.url).send([error, { ...error, app: 'catalog' }, { ...error, version: '2' }, error]);
  const { resourceLogs } = JSON.parse(receiver.received[0]!.body) as {
    resourceLogs: { scopeLogs: { logRecords: unknown[] }[] }[];
  };
  assert.deepEqual(
    resourceLogs.map(({ scopeLogs }) => scopeLogs[0]?.logRecords.length),
    [2, 1, 1],
  );
});

test('distinguishes a rejection from a receiver that is busy or down', async () => {
  const sink = otlpSink(receiver.url);
  for (const status of [400, 401, 413]) {
    receiver.answer(status);
    await assert.rejects(sink.send([error]), ReportsRejectedError);
  }
  for (const status of [408, 429, 503]) {
    receiver.answer(status);
    await assert.rejects(sink.send([error]), (failure: Error) => !(failure instanceof ReportsRejectedError));
  }
});

test('the environment names the receiver, and a wrong setting is named', () => {
  assert.deepEqual(readForwarding({ SUPABASE_URL: 'https://x.test' }), { sink: null, supabase: null });
  const env = { TWOSTROKE_OTLP_URL: 'http://127.0.0.1:4318' };
  assert.equal(readForwarding(env).sink?.name, 'otlp');
  assert.throws(() => readForwarding({ TWOSTROKE_OTLP_URL: 'localhost:4318' }), /TWOSTROKE_OTLP_URL must/);
  assert.throws(() => readForwarding({ ...env, TWOSTROKE_OTLP_HEADERS: 'abc' }), /TWOSTROKE_OTLP_HEADERS must/);
  const supabase = { ...env, SUPABASE_URL: 'https://x.supabase.co/' };
  assert.throws(() => readForwarding(supabase), /SUPABASE_SERVICE_ROLE_KEY/);
  assert.deepEqual(readForwarding({ ...supabase, SUPABASE_SERVICE_ROLE_KEY: 'k' }).supabase, {
    url: 'https://x.supabase.co',
    serviceKey: 'k',
  });
});
