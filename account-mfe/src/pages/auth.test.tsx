import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sessionAtom, store, type Session } from '@twostroke/shared/state';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from './auth.tsx';

const user = { id: 'user-1', email: 'asha@example.com', phone: null, fullName: 'Asha' };
const signedIn: Session = { status: 'signed-in', user, isAdmin: false };
const session = {
  access_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"user-1","exp":4000000000}')}.x`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'user-1', email: 'asha@example.com', aud: 'authenticated' },
};

function open(url: string, routes: Record<string, FakeAnswer> = {}, as: Session = { status: 'signed-out' }) {
  const backend = fakeBackend(routes);
  return { backend, ...renderPage(page, { path: '/auth', url, session: as }) };
}

function rejected(status: number, error_code: string, msg = 'raw words'): FakeAnswer {
  return { status, body: { code: status, error_code, msg } };
}

/** What the session does once the auth provider has answered. */
function becomeSignedIn(): void {
  act(() => store.set(sessionAtom, signedIn));
}

async function press(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }));
}

test('signed-in visitors are redirected at once', async () => {
  open('/auth?returnTo=%2Fmy-profile', {}, signedIn);
  expect((await screen.findByTestId('address')).textContent).toBe('/my-profile');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/..//evil.example'])(
  'returnTo=%s never leaves the site',
  async (returnTo) => {
    open(`/auth?returnTo=${encodeURIComponent(returnTo)}`, {}, signedIn);
    expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
  },
);

test('links between the ways to sign in keep returnTo', async () => {
  open('/auth?returnTo=%2Fbook-service');
  const link = await screen.findByRole('link', { name: 'Email and password' });
  expect(link.getAttribute('href')).toBe('/auth?way=email&returnTo=%2Fbook-service');
  expect(screen.getByText(/^Then:/).textContent).toBe('Then: Your booking. ');
});

test('signing in with a password leads to where the visitor came from', async () => {
  const { backend } = open('/auth?way=email&returnTo=%2Fbook-service', { 'POST /auth/v1/token': { body: session } });
  fireEvent.change(await screen.findByLabelText('Email address'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-good-password' } });
  await press('Sign in');
  await waitFor(() => expect(backend.callsOf('POST /auth/v1/token')).toHaveLength(1));
  expect(backend.calls[0]?.body).toMatchObject({ email: 'asha@example.com', password: 'a-good-password' });
  becomeSignedIn();
  expect((await screen.findByTestId('address')).textContent).toBe('/book-service');
});

test('a wrong password shows a message, and the form can be sent again', async () => {
  open('/auth?way=email', { 'POST /auth/v1/token': rejected(400, 'invalid_credentials') });
  fireEvent.change(await screen.findByLabelText('Email address'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } });
  await press('Sign in');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The email address or the password is wrong.');
  expect(document.activeElement).toBe(alert);
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBeNull();
});

test('the password can be made visible', async () => {
  open('/auth?way=email');
  const field = await screen.findByLabelText<HTMLInputElement>('Password');
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  await press('Show password');
  expect(field.type).toBe('text');
});

test('sign-up says that a mail was sent, whether there is an account or not', async () => {
  open('/auth?way=sign-up', { 'POST /auth/v1/signup': { body: session.user } });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Asha' } });
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '9822012345' } });
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-good-password' } });
  await press('Make an account');
  expect((await screen.findByRole('status')).textContent).toMatch(/We sent a mail to asha@example.com/);
});

test.each([
  ['short', 'Choose a password of at least 8 characters'],
  ['à'.repeat(40), 'Choose a shorter password: at most 72 characters, and fewer with Indian scripts or emoji'],
])('a new password of the wrong length (%s) is not sent', async (password, words) => {
  const { backend } = open('/auth?way=sign-up');
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } });
  await press('Make an account');
  expect(screen.getByText(words)).toBeTruthy();
  expect(backend.calls).toEqual([]);
});

test('sign-up checks every field, then sends name and phone as metadata', async () => {
  const { backend } = open('/auth?way=sign-up', { 'POST /auth/v1/signup': { body: session } });
  await screen.findByLabelText('Name');
  await press('Make an account');
  expect(screen.getByText('Enter your name')).toBeTruthy();
  expect(screen.getByText('Choose a password of at least 8 characters')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha  Kulkarni' } });
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '098220 12345' } });
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-good-password' } });
  await press('Make an account');
  await waitFor(() => expect(backend.calls).toHaveLength(1));
  expect(backend.calls[0]?.body).toMatchObject({
    email: 'asha@example.com',
    data: { full_name: 'Asha Kulkarni', phone: '+919822012345' },
  });
  expect(backend.calls[0]?.query.get('redirect_to')).toBe('http://localhost/');
  becomeSignedIn();
  expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
});

test('sign-up with a known address suggests signing in', async () => {
  open('/auth?way=sign-up', { 'POST /auth/v1/signup': rejected(422, 'user_already_exists') });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Asha' } });
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '9822012345' } });
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'asha@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-good-password' } });
  await press('Make an account');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Sign in instead/);
});

test('a password reset answers the same for known and unknown addresses', async () => {
  const { backend } = open('/auth?way=forgotten', { 'POST /auth/v1/recover': { body: {} } });
  fireEvent.change(await screen.findByLabelText('Email address'), { target: { value: 'unknown@example.com' } });
  await press('Send the link');
  expect(await screen.findByText(/If there is an account with unknown@example.com/)).toBeTruthy();
  expect(backend.calls[0]?.query.get('redirect_to')).toBe('http://localhost/auth?reset=1');
});

test('a reset link without a session offers to send a new link', async () => {
  open('/auth?reset=1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/used or is too old/);
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/auth?way=forgotten');
});

test.each([
  ['email', 'Sign in with your email', /Sign in here instead\.$/],
  ['forgotten', 'Forgotten your password?', /Ask for a new one here\.$/],
])('a link opened in another browser (way=%s) says what to do next', async (way, title, words) => {
  open(`/auth?way=${way}&link=elsewhere`);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(words);
});
