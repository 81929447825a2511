import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { fakeBackend, rejected } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { authSession, factor, factorRoutes, keepSession } from '../testing/second-factor-fixtures.ts';
import * as page from './my-profile.tsx';

const user = { id: 'user-1', email: 'asha@example.com', phone: null, fullName: 'Asha' };
const verified = { staff: true, required: false, enrolled: true, verified: true, codes_left: 1 };
const codes = Array.from({ length: 10 }, (_, index) => `abcdefghjkmnpqr${index}`);

function open(state: object, isAdmin = true) {
  const backend = fakeBackend({
    ...factorRoutes('123456'),
    'GET /rest/v1/profiles': { body: [] },
    'POST /rest/v1/rpc/list_sessions': { body: [] },
    'POST /rest/v1/rpc/second_factor': { body: state },
    'POST /rest/v1/rpc/write_recovery_codes': { body: codes },
  });
  keepSession(authSession('aal2'));
  renderPage(page, { path: '/my-profile', session: { status: 'signed-in', user, isAdmin } });
  return backend;
}

afterEach(() => {
  forgetQueries();
  window.localStorage.clear();
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('customers have no second factor to set up, and load nothing about it', async () => {
  const backend = open({ ...verified, staff: false }, false);
  await screen.findByLabelText('Name');
  expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/second_factor')).toHaveLength(0);
});

test('an admin draws new recovery codes, which are shown once', async () => {
  open(verified);
  expect(await screen.findByText(/You have 1 recovery code left\./)).toBeTruthy();
  await press('New recovery codes');
  expect(await screen.findByText('abcd-efgh-jkmn-pqr9')).toBeTruthy();
  await press('I have kept them');
  expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy();
  expect(screen.queryByText('abcd-efgh-jkmn-pqr9')).toBeNull();
});

test('an admin requires a second factor of all admins; a rejection is a sentence', async () => {
  const backend = open(verified);
  backend.answer('POST /rest/v1/rpc/require_second_factor', rejected(409, 'second_factor_first'));
  const choice = await screen.findByLabelText(/Every admin needs a second factor/);
  await userEvent.click(choice);
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the code of your authenticator app first.');
  expect(screen.getByLabelText<HTMLInputElement>(/Every admin/).checked).toBe(false);
  backend.answer('POST /rest/v1/rpc/require_second_factor', { body: { required: true } });
  backend.answer('POST /rest/v1/rpc/second_factor', { body: { ...verified, required: true } });
  await userEvent.click(choice);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Every admin/).checked).toBe(true));
  expect(backend.callsOf('POST /rest/v1/rpc/require_second_factor').at(-1)?.body).toEqual({ required: true });
});

test('removing the app renews the session and offers to set one up again', async () => {
  const backend = open(verified);
  const remove = await screen.findByRole('button', { name: 'Remove the app' });
  backend.answer('POST /rest/v1/rpc/second_factor', { body: { ...verified, enrolled: false, verified: false } });
  await userEvent.click(remove);
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(backend.callsOf(`DELETE /auth/v1/factors/${factor.id}`)).toHaveLength(1);
  expect(backend.callsOf('POST /auth/v1/token')).toHaveLength(1);
});

test('nothing is changed before the code of this session', async () => {
  open({ ...verified, verified: false });
  expect(await screen.findByLabelText('Code from your authenticator app')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove the app' })).toBeNull();
});
