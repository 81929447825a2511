import { render, waitFor } from '@testing-library/react';
import { redirect } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import type { Matches } from '../telemetry/follow-routes.ts';
import type * as Telemetry from '../telemetry/record-error.ts';
import type { RecordedError } from '../telemetry/recorded-error.ts';

let mockReported: unknown[];
let mockLanding: string | undefined;
let mockFails: boolean;
jest.mock('../telemetry/report-client.ts', () => ({
  get reportClient() {
    if (mockFails) throw new Error('not downloaded');
    return (_router: unknown, _remotes: unknown, landing: Matches | undefined, noted: RecordedError[]) => {
      mockLanding = landing?.at(-1)?.route.id;
      return () => mockReported.push(...noted.splice(0).map(({ thrown }) => thrown));
    };
  },
}));

let online: boolean;
const undo: (() => void)[] = [];
let telemetry: typeof Telemetry;

beforeEach(async () => {
  mockReported = [];
  mockFails = false;
  online = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  jest.useFakeTimers();
  const listen = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation((type: string, listener, options) => {
    listen(type, listener, options);
    undo.push(() => window.removeEventListener(type, listener));
  });
  jest.resetModules();
  telemetry = await import('../telemetry/record-error.ts');
});
afterEach(() => {
  jest.useRealTimers();
  undo.splice(0).forEach((stop) => stop());
});

const start = (): void => telemetry.startTelemetry(createMemoryRouter([{ path: '/', Component: () => null }]), []);
const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

test('reports errors recorded before and after the reporting code has loaded', async () => {
  telemetry.recordError('before the start');
  start();
  await settle();
  expect(mockReported).toEqual([]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockReported).toEqual(['before the start']);
  telemetry.recordError('later');
  expect(mockReported).toEqual(['before the start', 'later']);
});

test('a remote that the shop has disabled is not an error; one that fails to load is', async () => {
  const { RemoteFailure } = await import('../telemetry/remote-failure.ts');
  const missing = new RemoteFailure('cart', 'load', 1, 'cut');
  telemetry.recordError(new RemoteFailure('cart', 'disabled', 1, 'its owner has switched it off'));
  telemetry.recordError(missing);
  start();
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockReported).toEqual([missing]);
});

test('records exceptions and rejections of the page, and loads the reporting code at once', async () => {
  start();
  const failure = new TypeError('x');
  window.dispatchEvent(new ErrorEvent('error', { error: failure }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'why' }));
  await settle();
  expect(mockReported).toEqual([failure, 'why']);
});

test('downloads nothing while offline', async () => {
  online = false;
  start();
  telemetry.recordError('offline');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(mockReported).toEqual([]);
  online = true;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(mockReported).toEqual(['offline']);
});

test('retries a failed download with the next error, and keeps at most ten waiting', async () => {
  mockFails = true;
  start();
  for (let times = 0; times < 30; times += 1) telemetry.recordError(times);
  await settle();
  expect(mockReported).toEqual([]);
  mockFails = false;
  telemetry.recordError('once more');
  await settle();
  expect(mockReported).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("when a guard redirects at once, the redirect's target is the landing page", async () => {
  const page = (id: string, path: string) => ({ id, path, Component: () => null });
  const router = createMemoryRouter(
    [
      { ...page('admin:admin', '/admin'), loader: () => redirect('/auth') },
      page('account:auth', '/auth'),
      page('catalog:home', '/'),
    ],
    { initialEntries: ['/admin'] },
  );
  telemetry.startTelemetry(router, []);
  router.initialize();
  await settle();
  await router.navigate('/');
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockLanding).toBe('account:auth');
});

test('records what a page or slot throws while it renders, with its place', async () => {
  jest.useRealTimers();
  console.error = () => undefined; // React reports it too
  const { RemoteBoundary } = await import('./remote-boundary.tsx');
  const failure = new Error('broken');
  const Broken = () => {
    throw failure;
  };
  start();
  render(
    <RemoteBoundary fallback={() => null}>
      <Broken />
    </RemoteBoundary>,
  );
  await waitFor(() => expect(mockReported).toContain(failure));
});
