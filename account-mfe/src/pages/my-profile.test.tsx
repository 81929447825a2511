import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { hapticsEnabled, storedTheme, setTheme } from '@twostroke/shared/state';
import { fakeBackend, type FakeAnswer, rejected } from '@twostroke/shared/testing/fake-backend';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from './my-profile.tsx';

const user = { id: 'user-1', email: 'asha@example.com' as string | null, phone: null, fullName: 'Asha' };
const profile = {
  full_name: 'Asha Kulkarni',
  phone: '+919000000012',
  area_slug: 'kondhwa',
  address_line: null,
  landmark: null,
};

function open(routes: Record<string, FakeAnswer> = {}, email: string | null = user.email) {
  const backend = fakeBackend({ 'GET /rest/v1/profiles': { body: [profile] }, ...routes });
  const session = { status: 'signed-in', user: { ...user, email }, isAdmin: false } as const;
  const rendered = renderPage(page, { path: '/my-profile', session });
  return { backend, ...rendered };
}

const sessions = [
  { id: 's-1', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0', used_at: '2026-11-20T04:42:00+00:00' },
  { id: 's-2', user_agent: 'Chrome/142.0 (Linux; Android 10)', used_at: '2026-11-21T04:42:00+00:00' },
  { id: 's-3', user_agent: null, used_at: '2026-11-19T04:42:00+00:00' },
].map((session) => ({ ...session, begun_at: session.used_at, current: session.id === 's-2' }));

afterEach(() => {
  setTheme('system');
  forgetQueries();
});

test('fills in the stored profile and saves all fields together', async () => {
  const { backend } = open({ 'POST /rest/v1/profiles': { status: 201, body: [{ user_id: 'user-1' }] } });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Asha Kulkarni');
  expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('90000\u00a000012');
  fireEvent.change(screen.getByLabelText(/Landmark/), { target: { value: ' Opposite the bakery ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/profiles')[0]?.body).toEqual({
    user_id: 'user-1',
    ...profile,
    landmark: 'Opposite the bakery',
  });
});

test('does not save an invalid field', async () => {
  const { backend } = open();
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: '12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a 10-digit Indian mobile number, like 98220 12345')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/profiles')).toHaveLength(0);
});

test('marks a field that the database rejects, with its message', async () => {
  const message = 'Enter house/flat and street';
  open({
    'POST /rest/v1/profiles': rejected(422, 'address_line'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText(/House or flat/).getAttribute('aria-invalid')).toBe('true');
});

test('theme and vibration apply at once, on this device only', async () => {
  open();
  fireEvent.click(await screen.findByLabelText('Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(storedTheme()).toBe('dark');
  fireEvent.click(screen.getByLabelText(/Vibrate/));
  expect(hapticsEnabled()).toBe(false);
});

test('only an account with an email address has a password to change', async () => {
  const { unmount } = open();
  expect(await screen.findByRole('button', { name: 'Change the password' })).toBeTruthy();
  unmount();
  open({}, null);
  await screen.findByLabelText('Name');
  expect(screen.queryByRole('button', { name: 'Change the password' })).toBeNull();
});

test('signing out says that it ends all sessions, and leads to the home page', async () => {
  open();
  expect(await screen.findByText(/Your other devices are signed out too/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out of all devices' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});

test('lists where the person is signed in, this device first', async () => {
  open({ 'POST /rest/v1/rpc/list_sessions': { body: sessions } });
  const list = await screen.findByRole('region', { name: 'Where you are signed in' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Chrome on AndroidThis device',
    expect.stringMatching(/^Firefox on WindowsLast used Fri 20.Nov, 10:12.am/),
    expect.stringMatching(/^Unknown deviceLast used/),
  ]);
});

test('signs another device out, says so, and reads the list again', async () => {
  const { backend } = open({
    'POST /rest/v1/rpc/list_sessions': { body: sessions },
    'POST /rest/v1/rpc/end_session': { body: { ended: 's-1' } },
  });
  const button = await screen.findByRole('button', { name: /^Sign out ?: Firefox on Windows$/ });
  backend.answer('POST /rest/v1/rpc/list_sessions', { body: sessions.slice(1, 2) });
  fireEvent.click(button);
  expect(await screen.findByText('Firefox on Windows is signed out')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
  expect(backend.callsOf('POST /rest/v1/rpc/end_session')[0]?.body).toEqual({ session: 's-1' });
  expect(screen.queryByRole('button', { name: 'Sign out of all others' })).toBeNull();
});

test('a session that has ended already is a sentence', async () => {
  open({
    'POST /rest/v1/rpc/list_sessions': { body: sessions },
    'POST /rest/v1/rpc/end_session': rejected(404, 'no_session'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out ?: Firefox on Windows$/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('This device is signed out already.');
});

test('a list that cannot be loaded can be asked for again', async () => {
  const { backend } = open({ 'POST /rest/v1/rpc/list_sessions': { status: 503, body: { message: 'down' } } });
  const again = await screen.findByRole('button', { name: 'Try again' });
  backend.answer('POST /rest/v1/rpc/list_sessions', { body: sessions });
  fireEvent.click(again);
  expect(await screen.findByText('Chrome on Android')).toBeTruthy();
});
