import { fireEvent, screen, waitFor } from '@testing-library/react';
import { sessionStorageKey } from '@twostroke/shared/client';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from './my-profile.tsx';

const user = { id: 'user-1', email: 'asha@example.com', aud: 'authenticated' };
const change = 'PUT /auth/v1/user';
const logout = 'POST /auth/v1/logout';

async function changePassword(answer: FakeAnswer, current: string) {
  const session = { access_token: 'a.b.c', refresh_token: 'r', expires_at: 4_000_000_000, token_type: 'bearer', user };
  window.localStorage.setItem(sessionStorageKey, JSON.stringify(session));
  const backend = fakeBackend({ 'GET /rest/v1/profiles': { body: [] }, [change]: answer, [logout]: { status: 204 } });
  const who = { id: user.id, email: user.email, phone: null, fullName: 'Asha' };
  renderPage(page, { path: '/my-profile', session: { status: 'signed-in', user: who, isAdmin: false } });
  fireEvent.change(await screen.findByLabelText('Present password'), { target: { value: current } });
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'pune-411048' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change the password' }));
  return backend;
}

afterEach(() => window.localStorage.clear());

test('a new password is sent with the present one, and the other devices are signed out', async () => {
  const backend = await changePassword({ body: user }, 'the-old-one');
  expect(await screen.findByText('Your password is changed')).toBeTruthy();
  expect(backend.callsOf(change)[0]?.body).toMatchObject({ password: 'pune-411048', current_password: 'the-old-one' });
  expect(backend.callsOf(logout).map(({ query }) => query.get('scope'))).toEqual(['others']);
});

test('a wrong present password is named, and no device is signed out', async () => {
  const body = { code: 400, error_code: 'invalid_credentials', msg: 'raw' };
  const backend = await changePassword({ status: 400, body }, 'not-it');
  expect(await screen.findByText('The present password is wrong.')).toBeTruthy();
  expect(backend.callsOf(logout)).toEqual([]);
});

test('without the present password nothing is sent', async () => {
  const backend = await changePassword({ body: user }, '');
  await waitFor(() => expect(screen.getByText('Enter your present password')).toBeTruthy());
  expect(backend.callsOf(change)).toEqual([]);
});
