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

const ask = 'POST /rest/v1/rpc/request_report_token';
const send = 'POST /rest/v1/rpc/report_client_events';
let backend: FakeBackend;
let noted: RecordedError[];
let loadScript: (address: string) => void;
let visibility: DocumentVisibilityState;

/** The events of all calls so far. */
const sent = (): ClientEvent[] =>
  backend.callsOf(send).flatMap(({ body }) => (body as { events: ClientEvent[] }).events);
const said = (): string[] => sent().map(({ kind, name, app, version }) => `${kind} ${name} ${app}@${version}`);

/** Hides the page and waits for the answers of the backend. */
async function hide(): Promise<void> {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
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
  backend = fakeBackend({ [ask]: { body: 'token 1' }, [send]: { body: { kept: 1, token: 'token 2' } } });
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

test('every app whose script has loaded counts as visited, once per page load', async () => {
  open();
  loadScript('/r/shell/1.0.0-cccccccc/main.js');
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  loadScript('/r/catalog/1.0.0-aaaaaaaa/home.js');
  loadScript('/r/cart/1.0.0-bbbbbbbb/cart.css');
  expect(said()).toEqual([]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(said()).toEqual(['visit visit shell@1.0.0-cccccccc', 'visit visit catalog@1.0.0-aaaaaaaa']);
});

test('vitals belong to the app whose page was shown, and are sent when the page is hidden', async () => {
  open({ release: 'r7', canary: true });
  measured('LCP', 1234.56789);
  measured('CLS', 0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([]);
  await hide();
  const common = {
    kind: 'vital',
    app: 'catalog',
    version: '1.0.0',
    site_release: 'r7',
    route: 'catalog:home',
    canary: true,
  };
  expect(sent()).toEqual([
    { ...common, name: 'LCP', value: 1234.5679 },
    { ...common, name: 'CLS', value: 0 },
  ]);
});

test('when the visitor leaves, one call sends what waits and what is measured last', async () => {
  open();
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  await jest.advanceTimersByTimeAsync(0);
  window.addEventListener('visibilitychange', () => measured('LCP', 900), { capture: true, once: true });
  window.dispatchEvent(new Event('pagehide'));
  await hide();
  expect(backend.callsOf(send)).toHaveLength(1);
  expect(said()).toEqual(['visit visit catalog@1.0.0-aaaaaaaa', 'vital LCP catalog@1.0.0']);
});

test('an error is reported once for its app, even when none of the app’s scripts arrived', async () => {
  const failure = Object.assign(new TypeError('x'), { stack: 'at http://site.test/r/cart/1.0.0-bbbbbbbb/1.js' });
  noted.push({ thrown: failure, place: {} }, { thrown: failure, place: { app: 'catalog' } });
  const reportNoted = open();
  reportNoted();
  noted.push({ thrown: 'text', place: { app: 'catalog' } });
  reportNoted();
  await hide();
  expect(said()).toEqual([
    'visit visit cart@1.0.0-bbbbbbbb',
    'error TypeError cart@1.0.0-bbbbbbbb',
    'visit visit catalog@1.0.0',
    'error string catalog@1.0.0',
  ]);
  expect(sent()[1]).toMatchObject({ message: 'x', route: 'catalog:home' });
  expect(noted).toEqual([]);
});

test('reports at most ten errors of a page load', async () => {
  const reportNoted = open();
  for (let times = 0; times < 30; times += 1) noted.push({ thrown: new Error(`${times}`), place: {} });
  reportNoted();
  await hide();
  expect(sent().filter(({ kind }) => kind === 'error')).toHaveLength(10);
});

test('a page load outside the sample reports only its errors', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.3);
  const reportNoted = open({ telemetry: { sampleRate: 0.25 } });
  expect(mockMeasures.size).toBe(0);
  noted.push({ thrown: new Error('x'), place: {} });
  reportNoted();
  await hide();
  expect(said()).toEqual(['error Error shell@1.0.0-cccccccc']);
});

test('at a rate of 0 nothing is reported, not even errors: a tester is not a visitor', async () => {
  const reportNoted = open({ telemetry: { sampleRate: 0 } });
  noted.push({ thrown: new Error('x'), place: {} });
  reportNoted();
  await hide();
  expect(said()).toEqual([]);
  noted.splice(0);
});

test('the token is asked for once, ahead of the first report, for the versions of the page; nothing else is sent', async () => {
  open();
  await jest.advanceTimersByTimeAsync(0);
  expect(backend.calls.map(({ body }) => body)).toEqual([
    { versions: { catalog: '1.0.0', cart: '1.0.0', shell: '1.0.0-cccccccc' } },
  ]);
  loadScript('/r/catalog/1.0.0/remoteEntry.js');
  await jest.advanceTimersByTimeAsync(2000);
  measured('LCP', 900);
  await hide();
  expect(backend.callsOf(ask)).toHaveLength(1);
  expect(backend.callsOf(send).map(({ body }) => (body as { token: string }).token)).toEqual(['token 1', 'token 2']);
  expect(sent().some((event) => 'sample_rate' in event)).toBe(false);
});

test('a page load outside the sample asks for no token before it has an error', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.3);
  const reportNoted = open({ telemetry: { sampleRate: 0.25 } });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(backend.calls).toEqual([]);
  noted.push({ thrown: new Error('x'), place: {} });
  reportNoted();
  await jest.advanceTimersByTimeAsync(0);
  expect(backend.callsOf(ask)).toHaveLength(1);
});

test('sends reports without a user and after the page is closed, and hides a failing backend', async () => {
  let init: RequestInit | undefined;
  open();
  await jest.advanceTimersByTimeAsync(0);
  globalThis.fetch = (_, options) => {
    init = options;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  loadScript('/r/catalog/1.0.0-aaaaaaaa/remoteEntry.js');
  await hide();
  expect(init).toMatchObject({ keepalive: true, credentials: 'omit' });
  expect(init?.headers).toMatchObject({ Authorization: 'Bearer anon', apikey: 'anon' });
});
