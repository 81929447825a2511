/** @jest-environment jsdom */
import { ReportQueue, type ClientEvent } from './report-queue.ts';

const event: ClientEvent = {
  kind: 'visit',
  name: 'visit',
  app: 'catalog',
  version: '1',
  site_release: '',
  route: 'catalog:home',
  canary: false,
};
let online: boolean;
let sent: number[];
let queue: ReportQueue;

beforeEach(() => {
  jest.useFakeTimers();
  online = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  sent = [];
  queue = new ReportQueue((events) => sent.push(events.length));
});
afterEach(() => jest.useRealTimers());

test('sends urgent events soon, together with those that were waiting', () => {
  queue.add(event, false);
  jest.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
  queue.add(event, true);
  queue.add(event, true);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(2000);
  expect(sent).toEqual([3]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toEqual([3]);
});

test('no call has more events than the database accepts', () => {
  for (let times = 0; times < 45; times += 1) queue.add(event, false);
  queue.flush();
  expect(sent).toEqual([20, 20, 5]);
});

test('sends nothing while offline, and limits how many events it keeps', () => {
  online = false;
  for (let times = 0; times < 100; times += 1) queue.add(event, true);
  jest.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
  online = true;
  queue.flush();
  expect(sent).toEqual([20, 20, 20]);
});
