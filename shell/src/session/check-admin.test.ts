import { AppError } from '@twostroke/shared/client';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { checkAdmin } from './check-admin.ts';

const route = 'GET /rest/v1/user_roles';

test('queries the role of this user, only admin, at most one row', async () => {
  const { callsOf } = fakeBackend({ [route]: { body: [{ role: 'admin' }] } });
  expect(await checkAdmin('user-1')).toBe(true);
  expect(callsOf(route).map(({ query }) => Object.fromEntries(query))).toEqual([
    { select: 'role', user_id: 'eq.user-1', role: 'eq.admin', limit: '1' },
  ]);
});

test('no such row means not admin', async () => {
  fakeBackend({ [route]: { body: [] } });
  expect(await checkAdmin('user-1')).toBe(false);
});

test.each([401, 403, 500])('a check that fails with %d says nothing', async (status) => {
  fakeBackend({ [route]: { status, body: { message: 'no' } } });
  await expect(checkAdmin('user-1')).rejects.toBeInstanceOf(AppError);
});

test('an unanswered check says nothing', async () => {
  fakeBackend({
    [route]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await expect(checkAdmin('user-1')).rejects.toBeInstanceOf(AppError);
});
