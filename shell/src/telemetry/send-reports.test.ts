/** @jest-environment jsdom */
import { fakeBackend, type FakeBackend } from '@twostroke/shared/testing/fake-backend';
import type { ClientEvent } from './report-queue.ts';
import { ReportSender } from './send-reports.ts';

const ask = 'POST /rest/v1/rpc/request_report_token';
const send = 'POST /rest/v1/rpc/report_client_events';
const event: ClientEvent = {
  kind: 'visit',
  name: 'visit',
  app: 'catalog',
  version: '1',
  site_release: '',
  route: 'catalog:home',
  canary: false,
};
let backend: FakeBackend;
let sender: ReportSender;
let given: number;

const settle = () => jest.advanceTimersByTimeAsync(0);
const tokens = () => backend.callsOf(send).map(({ body }) => (body as { token: string }).token);

beforeEach(() => {
  jest.useFakeTimers();
  given = 0;
  backend = fakeBackend({
    [ask]: () => ({ body: `asked ${(given += 1)}` }),
    [send]: () => ({ body: { kept: 1, token: `answered ${(given += 1)}` } }),
  });
  sender = new ReportSender(new Map([['catalog', '1']]));
});
afterEach(() => jest.useRealTimers());

test('no call uses the token of another, also when calls follow each other at once', async () => {
  sender.send([event]);
  sender.send([event]);
  sender.send([event]);
  await settle();
  expect(tokens()).toEqual(['asked 1', 'answered 2', 'answered 3']);
  expect(backend.callsOf(ask).map(({ body }) => body)).toEqual([{ versions: { catalog: '1' } }]);
});

test('with a token at hand a call starts at once: the page may be closing', async () => {
  sender.prepare();
  await settle();
  sender.send([event]);
  expect(tokens()).toEqual(['asked 1']);
});

test('a token that is about to expire is replaced first', async () => {
  sender.prepare();
  await jest.advanceTimersByTimeAsync(9 * 60_000);
  sender.send([event]);
  await settle();
  expect(tokens()).toEqual(['asked 2']);
});

test('after a failure the next call asks for a token again, and a failing backend is left alone', async () => {
  backend.answer(send, { status: 503, body: {} });
  sender.send([event]);
  await settle();
  backend.answer(ask, { status: 429, body: {} });
  sender.send([event]);
  await settle();
  expect(tokens()).toEqual(['asked 1']);
  expect(backend.callsOf(ask)).toHaveLength(2);
});
