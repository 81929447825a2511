import { fireEvent, screen, waitFor } from '@testing-library/react';
import { hapticsEnabled, storedTheme, setTheme } from '@twostroke/shared/state';
import { fakeBackend, type FakeAnswer, rejected } from '@twostroke/shared/testing/fake-backend';
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
  return { backend, ...renderPage(page, { path: '/my-profile', session }) };
}

afterEach(() => setTheme('system'));

test('fills in the stored profile and saves all fields together', async () => {
  const { backend } = open({ 'POST /rest/v1/profiles': { status: 201, body: [{ user_id: 'user-1' }] } });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Asha Kulkarni');
  expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('90000\u00a000012');
  fireEvent.change(screen.getByLabelText(/Landmark/), { target: { value: ' Opposite the bakery ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Saved\./)).toBeTruthy();
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
  expect(await screen.findByText(/Your other devices are signed out within an hour/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out of all devices' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});
