/** @jest-environment jsdom */
import { fakeBackend, type FakeBackend } from '@twostroke/shared/testing/fake-backend';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import type { Metric } from 'web-vitals';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import type { RecordedError } from './recorded-error.ts';
import { reportClient } from './report-client.ts';
import type { ClientEvent } from './report-queue.ts';

type Tell = (metric: Pick<Metric, 'name' | 'value'> & { entries: { startTime: number }[] }) => void;
const mockMeasures = new Map<string, Tell>();
jest.mock('web-vitals', () =>
  Object.fromEntries(
    ['LCP', 'CLS', 'INP', 'FCP', 'TTFB'].map((name) => [`on${name}`, (tell: Tell) => mockMeasures.set(name, tell)]),
  ),
);

const send = 'POST /rest/v1/rpc/report_client_events';
let backend: FakeBackend;
let noted: RecordedError[];
let loadScript: (address: string) => void;
let visibility: DocumentVisibilityState;

/** The events of all calls so far. */
const sent = (): ClientEvent[] =>
  backend.callsOf(send).flatMap(({ body }) => (body as { events: ClientEvent[] }).events);
const said = (): string[] => sent().map(({ kind, name, app, version }) => `${kind} ${name} ${app}@${version}`);

function hide(): void {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
}

function open(site: object = {}): () => void {
  const registry = buildRegistry([buildRoute({ remote: 'catalog', path: '/' }), buildRoute({ remote: 'cart' })]);
  document.body.innerHTML = '<script type="application/json" id="site"></script>';
  document.getElementById('site')!.textContent = JSON.stringify({ registry, backend: {}, ...site });
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.src = '/r/shell/1.0.0-cccccccc/main.js';
  document.body.append(script);
  const router = createMemoryRouter([{ id: 'catalog:home', path: '/', Component: () => null }]);
  return reportClient(router, registry.remotes, router.state.matches, noted);
}

function measured(name: Metric['name'], value: number): void {
  mockMeasures.get(name)?.({ name, value, entries: [{ startTime: 5 }] });
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  mockMeasures.clear();
  noted = [];
  backend = fakeBackend({ [send]: { body: 1 } });
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Object.assign(globalThis, {
    PerformanceObserver: class {
      constructor(callback: (list: { getEntries: () => { name: string }[] }) => void) {
        loadScript = (address) => callback({ getEntries: () => [{ name: `http://site.test${address}` }] });
      }
      observe(): void {}
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'PerformanceObserver');
});

test('every app whose script has loaded counts as visited, once per page load', () => {
  open();
  loadScript('/r/shell/1.0.0-cccccccc/main.js');
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  loadScript('/r/catalog/1.0.0-aaaaaaaa/home.js');
  loadScript('/r/cart/1.0.0-bbbbbbbb/cart.css');
  expect(said()).toEqual([]);
  jest.advanceTimersByTime(2000);
  expect(said()).toEqual(['visit visit shell@1.0.0-cccccccc', 'visit visit catalog@1.0.0-aaaaaaaa']);
});

test('vitals belong to the app whose page was shown, and are sent when the page is hidden', () => {
  open({ release: 'r7', canary: true });
  measured('LCP', 1234.56789);
  measured('CLS', 0);
  jest.advanceTimersByTime(60_000);
  expect(sent()).toEqual([]);
  hide();
  const common = {
    kind: 'vital',
    app: 'catalog',
    version: '1.0.0',
    site_release: 'r7',
    route: 'catalog:home',
    canary: true,
    sample_rate: 1,
  };
  expect(sent()).toEqual([
    { ...common, name: 'LCP', value: 1234.5679 },
    { ...common, name: 'CLS', value: 0 },
  ]);
});

test('an error is reported once for its app, even when none of the app’s scripts arrived', () => {
  const failure = Object.assign(new TypeError('x'), { stack: 'at http://site.test/r/cart/1.0.0-bbbbbbbb/1.js' });
  noted.push({ thrown: failure, place: {} }, { thrown: failure, place: { app: 'catalog' } });
  const reportNoted = open();
  reportNoted();
  noted.push({ thrown: 'text', place: { app: 'catalog' } });
  reportNoted();
  hide();
  expect(said()).toEqual([
    'visit visit cart@1.0.0-bbbbbbbb',
    'error TypeError cart@1.0.0-bbbbbbbb',
    'visit visit catalog@1.0.0',
    'error string catalog@1.0.0',
  ]);
  expect(sent()[1]).toMatchObject({ message: 'x', route: 'catalog:home', sample_rate: 1 });
  expect(noted).toEqual([]);
});

test('reports at most ten errors of a page load', () => {
  const reportNoted = open();
  for (let times = 0; times < 30; times += 1) noted.push({ thrown: new Error(`${times}`), place: {} });
  reportNoted();
  hide();
  expect(sent().filter(({ kind }) => kind === 'error')).toHaveLength(10);
});

test('a page load outside the sample reports only its errors', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.3);
  const reportNoted = open({ telemetry: { sampleRate: 0.25 } });
  expect(mockMeasures.size).toBe(0);
  noted.push({ thrown: new Error('x'), place: {} });
  reportNoted();
  hide();
  expect(said()).toEqual(['error Error shell@1.0.0-cccccccc']);
});

test('at a rate of 0 nothing is reported, not even errors: a tester is not a visitor', () => {
  const reportNoted = open({ telemetry: { sampleRate: 0 } });
  noted.push({ thrown: new Error('x'), place: {} });
  reportNoted();
  hide();
  expect(said()).toEqual([]);
  noted.splice(0);
});

test('a page load in the sample reports how many it represents', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.2);
  open({ telemetry: { sampleRate: 0.25 } });
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  measured('INP', 80);
  hide();
  expect(sent().map(({ sample_rate }) => sample_rate)).toEqual([0.25, 0.25]);
});

test('sends reports without a user and after the page is closed, and hides a failing backend', async () => {
  let init: RequestInit | undefined;
  open();
  globalThis.fetch = (_, options) => {
    init = options;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  hide();
  await Promise.resolve();
  expect(init).toMatchObject({ keepalive: true, credentials: 'omit' });
  expect(init?.headers).toMatchObject({ Authorization: 'Bearer anon', apikey: 'anon' });
});
