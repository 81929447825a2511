import { sessionAtom, store } from '@twostroke/shared/state';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { guardRoute } from './guard-route.ts';

const request = (path: string) => new Request(`http://localhost${path}`);
/** The guard's result: 'in', or status and target. */
async function outcomeOf(...[access, at]: Parameters<typeof guardRoute>): Promise<string> {
  try {
    await guardRoute(access, at);
    return 'in';
  } catch (thrown) {
    const { status, headers } = thrown as Response;
    return `${status} ${headers.get('Location') ?? ''}`.trim();
  }
}

test.each(['loading', 'signed-out'] as const)('a public page is open while the session is %s', async (status) => {
  store.set(sessionAtom, { status });
  expect(await outcomeOf('public', request('/bikes'))).toBe('in');
});

test.each([
  ['user', '/my-bookings', '302 /auth?returnTo=%2Fmy-bookings'],
  ['user', '/my-profile', '302 /auth?returnTo=%2Fmy-profile'],
  ['admin', '/admin?booking=4f9d', '302 /auth?returnTo=%2Fadmin%3Fbooking%3D4f9d'],
] as const)('a visitor at a page for %s (%s) is redirected to sign in and back', async (access, path, outcome) => {
  store.set(sessionAtom, { status: 'signed-out' });
  expect(await outcomeOf(access, request(path))).toBe(outcome);
});

test('a customer may open their pages, and is rejected at the admin page', async () => {
  store.set(sessionAtom, buildSession());
  expect(await outcomeOf('user', request('/my-bookings'))).toBe('in');
  expect(await outcomeOf('admin', request('/admin'))).toBe('403');
});

test('offline an unread role is no rejection', async () => {
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
  store.set(sessionAtom, buildSession());
  await expect(guardRoute('admin', request('/admin'))).rejects.toMatchObject({ code: 'offline' });
  Reflect.deleteProperty(globalThis, 'navigator');
});

test('an admin may open every page', async () => {
  store.set(sessionAtom, buildAdminSession());
  expect(await outcomeOf('user', request('/my-profile'))).toBe('in');
  expect(await outcomeOf('admin', request('/admin'))).toBe('in');
});

test('no one is admitted or redirected before the session is known', async () => {
  store.set(sessionAtom, { status: 'loading' });
  const settled = jest.fn();
  const outcome = outcomeOf('admin', request('/admin')).finally(settled);
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  store.set(sessionAtom, buildSession());
  expect(await outcome).toBe('403');
});
