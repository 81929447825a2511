import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recordPendingSignIn, takePendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import { sessionStorageKey } from '@twostroke/shared/client';
import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { authSession, factorRoutes } from '../testing/second-factor-fixtures.ts';
import * as page from './auth.tsx';

const user = { id: 'user-1', email: 'asha@example.com', aud: 'authenticated' };
const base64url = (text: string) => btoa(text).replaceAll('=', '');
const session = {
  access_token: `${base64url('{"alg":"none"}')}.${base64url('{"sub":"user-1","exp":4000000000}')}.c2ln`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user,
};
const signedInAs = (id: string): Session => ({
  status: 'signed-in',
  user: { id, email: 'asha@example.com', phone: null, fullName: 'Asha' },
  isAdmin: false,
});
const verify = 'POST /auth/v1/verify';
const logout = 'POST /auth/v1/logout';
const stored = () => window.localStorage.getItem(sessionStorageKey);

beforeEach(() => window.localStorage.clear());

function open(kind: string, as: Session = { status: 'signed-out' }, routes: Parameters<typeof fakeBackend>[0] = {}) {
  const backend = fakeBackend({
    [verify]: { body: session },
    [logout]: { status: 204 },
    'GET /auth/v1/user': { body: user },
    'PUT /auth/v1/user': { body: user },
    ...routes,
  });
  const url = `/auth#link=secret&type=${kind}&next=${encodeURIComponent('/book-service')}`;
  return { backend, ...renderPage(page, { path: '/auth', url, session: as }) };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('opening a link uses nothing up', async () => {
  const { backend } = open('signup');
  await screen.findByRole('heading', { name: 'Confirm your email address' });
  expect(backend.calls).toEqual([]);
});

test('where the account was made, the confirmation signs in and goes on', async () => {
  recordPendingSignIn('Asha@example.com');
  const { backend } = open('signup');
  await press('Confirm my address');
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
  expect(backend.callsOf(verify)[0]?.body).toMatchObject({ token_hash: 'secret', type: 'signup' });
  expect(stored()).toContain('"refresh"');
});

test('elsewhere the confirmation confirms, and leaves no session', async () => {
  const { backend } = open('signup');
  await press('Confirm my address');
  expect(await screen.findByText('Confirmed. Sign in here.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Sign in with your email' })).toBeTruthy();
  expect(backend.callsOf(logout)[0]?.query.get('scope')).toBe('local');
  expect(stored()).toBeNull();
  act(() => store.set(sessionAtom, signedInAs('user-1')));
  expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
});

test("over another person's session the confirmation confirms only", async () => {
  recordPendingSignIn('Asha@example.com');
  const { backend } = open('signup', signedInAs('user-2'));
  await press('Confirm my address');
  expect((await screen.findByRole('status')).textContent).toBe('Confirmed.');
  expect(backend.callsOf(logout)).toHaveLength(1);
  expect(stored()).toBeNull();
});

test('a used or old link says so', async () => {
  const body = { code: 403, error_code: 'otp_expired', msg: 'raw' };
  open('recovery', { status: 'signed-out' }, { [verify]: { status: 403, body } });
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'another-password' } });
  await press('Save and go on');
  expect((await screen.findByRole('alert')).textContent).toMatch(/used or is too old/);
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/auth?way=forgotten');
});

test('a used or old confirmation leads to the sign-in and to a new account', async () => {
  const body = { code: 403, error_code: 'otp_expired', msg: 'raw' };
  open('signup', { status: 'signed-out' }, { [verify]: { status: 403, body } });
  await press('Confirm my address');
  expect((await screen.findByRole('alert')).textContent).toMatch(/If you have confirmed your address, sign in/);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?way=email');
  expect(screen.getByRole('link', { name: 'Make an account' }).getAttribute('href')).toBe('/auth?way=sign-up');
});

test('a new password that is rejected does not cost the link', async () => {
  recordPendingSignIn('Asha@example.com');
  const weak = { status: 422, body: { code: 422, error_code: 'weak_password', msg: 'raw' } };
  const { backend } = open('recovery', { status: 'signed-out' }, { 'PUT /auth/v1/user': weak });
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'password1' } });
  await press('Save and go on');
  expect((await screen.findByRole('alert')).textContent).toMatch(/This password is easy to guess/);
  backend.answer('PUT /auth/v1/user', { body: user });
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'pune-411048' } });
  await press('Save and go on');
  await waitFor(() => expect(backend.callsOf('PUT /auth/v1/user')).toHaveLength(2));
  expect(backend.callsOf(verify)).toHaveLength(1);
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
});

test('an account with an authenticator app gives its code before the new password counts', async () => {
  recordPendingSignIn('Asha@example.com');
  const first = { status: 401, body: { code: 401, error_code: 'insufficient_aal', msg: 'raw' } };
  const routes = { ...factorRoutes('123456'), [verify]: { body: authSession('aal1') }, 'PUT /auth/v1/user': first };
  const { backend } = open('recovery', { status: 'signed-out' }, routes);
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'pune-411048' } });
  await press('Save and go on');
  const field = await screen.findByLabelText('Code from your authenticator app');
  await userEvent.type(field, '654321');
  expect(await screen.findByText(/^This code is wrong or used up/)).toBeTruthy();
  backend.answer('PUT /auth/v1/user', { body: user });
  await userEvent.type(field, '123456');
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
  expect(backend.callsOf('PUT /auth/v1/user').map(({ body }) => body)).toMatchObject([
    { password: 'pune-411048' },
    { password: 'pune-411048' },
  ]);
  expect(backend.callsOf(verify)).toHaveLength(1);
  // The session of the code, not the weaker one of the link.
  expect(stored()).toContain(authSession('aal2').access_token);
});

test('in another browser a sign-in link does not sign in, and is not used up', async () => {
  const { backend } = open('magiclink');
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toMatch(/only in the browser in which you asked for it/);
  expect(backend.calls).toEqual([]);
});

test.each([
  ['signup', 'Confirm my address', 'Confirmed. Sign in here.'],
  ['magiclink', 'Sign in', /only in the browser in which you asked for it/],
])('a link of another account does not sign in who waits for a mail (%s)', async (kind, button, said) => {
  recordPendingSignIn('ravi@example.com');
  const { backend } = open(kind);
  await press(button);
  expect(await screen.findByText(said)).toBeTruthy();
  expect(backend.callsOf(logout)).toHaveLength(1);
  expect(stored()).toBeNull();
  expect(takePendingSignIn('ravi@example.com')).toBe(true);
});

test('a link never leads to another site', async () => {
  recordPendingSignIn('Asha@example.com');
  fakeBackend({ [verify]: { body: session }, 'GET /auth/v1/user': { body: user } });
  renderPage(page, { path: '/auth', url: '/auth#link=secret&type=signup&next=//evil.example' });
  await press('Confirm my address');
  expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
});
