import { sessionAtom, store } from '@twostroke/shared/state';
import { buildAdminSession, buildSession } from '@twostroke/shared/testing/build-session';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
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

test('a role that could not be read is no rejection: it is queried again at each attempt', async () => {
  store.set(sessionAtom, { ...buildSession(), isAdmin: null });
  const { answer } = fakeBackend({ 'GET /rest/v1/user_roles': { status: 503, body: {} } });
  await expect(guardRoute('admin', request('/admin'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await outcomeOf('user', request('/my-bookings'))).toBe('in');
  answer('GET /rest/v1/user_roles', { body: [{ role: 'admin' }] });
  expect(await outcomeOf('admin', request('/admin'))).toBe('in');
  expect(store.get(sessionAtom)).toMatchObject({ isAdmin: true });
  store.set(sessionAtom, { ...buildSession(), isAdmin: null });
  answer('GET /rest/v1/user_roles', { body: [] });
  expect(await outcomeOf('admin', request('/admin'))).toBe('403');
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
