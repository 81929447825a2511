import { render, waitFor } from '@testing-library/react';
import { redirect } from '@twostroke/shared/router';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import type { Matches } from './follow-routes.ts';
import type * as Telemetry from './note-error.ts';
import type { NotedError } from './note-error.ts';

let mockReported: unknown[];
let mockLanding: string | undefined;
let mockFails: boolean;
jest.mock('./report-client.ts', () => ({
  get reportClient() {
    if (mockFails) throw new Error('not downloaded');
    return (_router: unknown, landing: Matches | undefined, noted: NotedError[]) => {
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
  telemetry = await import('./note-error.ts');
});
afterEach(() => {
  jest.useRealTimers();
  undo.splice(0).forEach((stop) => stop());
});

const start = (): void => telemetry.startTelemetry(createMemoryRouter([{ path: '/', Component: () => null }]));
const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

test('what was noted before and after the reporting code is there reaches it', async () => {
  telemetry.noteError('before the start');
  start();
  await settle();
  expect(mockReported).toEqual([]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockReported).toEqual(['before the start']);
  telemetry.noteError('later');
  expect(mockReported).toEqual(['before the start', 'later']);
});

test('a remote that its owner has switched off is no error; one that can not be loaded is', async () => {
  const { RemoteFailure } = await import('../remotes/remote-failure.ts');
  const missing = new RemoteFailure('cart', 'load', 1, 'cut');
  telemetry.noteError(new RemoteFailure('cart', 'disabled', 1, 'its owner has switched it off'));
  telemetry.noteError(missing);
  start();
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockReported).toEqual([missing]);
});

test('exceptions and rejections of the page are noted, and loaded for at once', async () => {
  start();
  const failure = new TypeError('x');
  window.dispatchEvent(new ErrorEvent('error', { error: failure }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'why' }));
  await settle();
  expect(mockReported).toEqual([failure, 'why']);
});

test('offline nothing is downloaded until the line is back', async () => {
  online = false;
  start();
  telemetry.noteError('offline');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(mockReported).toEqual([]);
  online = true;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(mockReported).toEqual(['offline']);
});

test('a download that failed is tried again with the next error, and not more than ten wait for it', async () => {
  mockFails = true;
  start();
  for (let times = 0; times < 30; times += 1) telemetry.noteError(times);
  await settle();
  expect(mockReported).toEqual([]);
  mockFails = false;
  telemetry.noteError('once more');
  await settle();
  expect(mockReported).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('whom a guard sends on at once has landed where it sent him, whatever he opened afterwards', async () => {
  const page = (id: string, path: string) => ({ id, path, Component: () => null });
  const router = createMemoryRouter(
    [
      { ...page('admin:admin', '/admin'), loader: () => redirect('/auth') },
      page('account:auth', '/auth'),
      page('catalog:home', '/'),
    ],
    { initialEntries: ['/admin'] },
  );
  telemetry.startTelemetry(router);
  router.initialize();
  await settle();
  await router.navigate('/');
  await jest.advanceTimersByTimeAsync(3000);
  expect(mockLanding).toBe('account:auth');
});

test('what a part throws while it renders is noted with the place', async () => {
  jest.useRealTimers();
  console.error = () => undefined; // React tells of it too
  const { PartBoundary } = await import('../remotes/part-boundary.tsx');
  const failure = new Error('broken');
  const Broken = () => {
    throw failure;
  };
  start();
  render(
    <PartBoundary fallback={() => null}>
      <Broken />
    </PartBoundary>,
  );
  await waitFor(() => expect(mockReported).toContain(failure));
});
