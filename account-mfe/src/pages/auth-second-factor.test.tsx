import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import type { Session } from '@twostroke/shared/state';
import { fakeBackend, rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { authSession, factor, factorRoutes, keepSession } from '../testing/second-factor-fixtures.ts';
import * as page from './auth.tsx';

const user = { id: 'user-1', email: 'asha@example.com', phone: null, fullName: 'Asha' };
const signedIn: Session = { status: 'signed-in', user, isAdmin: true };
const state = { staff: true, required: true, enrolled: false, verified: false, codes_left: 0 };
const codes = Array.from({ length: 10 }, (_, index) => `abcdefghjkmnpqr${index}`);

function open(url: string, kept: ReturnType<typeof authSession>, routes: Record<string, FakeAnswer> = {}) {
  const backend = fakeBackend({ ...factorRoutes('123456'), ...routes });
  keepSession(kept);
  return { backend, ...renderPage(page, { path: '/auth', url, session: signedIn }) };
}

afterEach(() => {
  forgetQueries();
  window.localStorage.clear();
});

const address = async (): Promise<string | null> => (await screen.findByTestId('address')).textContent;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('the page asks a person with an authenticator app for its code after the password', async () => {
  const { backend } = open('/auth?returnTo=%2Fadmin', authSession('aal1'));
  await screen.findByRole('heading', { name: 'Enter your code' });
  const field = await screen.findByLabelText('Code from your authenticator app');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, '654321');
  expect(await screen.findByText(/^This code is wrong or used up/)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, '123456');
  expect(await address()).toBe('/admin');
  const sent = backend.callsOf(`POST /auth/v1/factors/${factor.id}/verify`);
  expect(sent.map(({ body }) => (body as { code: string }).code)).toEqual(['654321', '123456']);
});

test('a code that is too short is not sent', async () => {
  const { backend } = open('/auth', authSession('aal1'));
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '12');
  await press('Go on');
  expect(screen.getByText('Enter the six digits that the app shows')).toBeTruthy();
  expect(backend.callsOf(`POST /auth/v1/factors/${factor.id}/verify`)).toHaveLength(0);
});

test.each([
  ['a verified session', authSession('aal2')],
  ['a session without a factor', authSession('aal1', [])],
  ['a factor that was never verified', authSession('aal1', [{ ...factor, status: 'unverified' }])],
])('%s goes on at once', async (_, kept) => {
  open('/auth?returnTo=%2Fmy-profile', kept);
  expect(await address()).toBe('/my-profile');
});

test('a recovery code removes the app and goes on; a wrong one is a sentence', async () => {
  const { backend } = open('/auth?returnTo=%2Fadmin', authSession('aal1'), {
    'POST /rest/v1/rpc/use_recovery_code': rejected(422, 'recovery_code'),
  });
  await press('Use a recovery code');
  await userEvent.type(screen.getByLabelText('Recovery code'), 'wrong');
  await press('Use this code');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Enter one of your recovery codes/);
  backend.answer('POST /rest/v1/rpc/use_recovery_code', { body: { codes_left: 9 } });
  await press('Use this code');
  expect(await address()).toBe('/admin');
  expect(backend.callsOf('POST /auth/v1/token')).toHaveLength(1);
});

test('who needs a factor and has none sets one up: QR code and key, the code, ten recovery codes', async () => {
  const { backend } = open('/auth?returnTo=%2Fadmin&factor=1', authSession('aal1', []), {
    'POST /rest/v1/rpc/second_factor': { body: state },
    'POST /rest/v1/rpc/write_recovery_codes': { body: codes },
    'GET /auth/v1/user': { body: authSession('aal1', [{ ...factor, status: 'unverified' }]).user },
  });
  await screen.findByRole('heading', { name: 'Set up a second factor' });
  await press('Set up an authenticator app');
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
  expect(backend.callsOf(`DELETE /auth/v1/factors/${factor.id}`)).toHaveLength(1); // what was begun before
  await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
  expect(await screen.findByText('abcd-efgh-jkmn-pqr0')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  backend.answer('POST /rest/v1/rpc/second_factor', { body: { ...state, enrolled: true, verified: true } });
  await press('I have kept them');
  expect(await address()).toBe('/admin');
});

test('a factor that was set up on another device is asked for, though this session does not know it', async () => {
  const { backend } = open('/auth?returnTo=%2Fadmin&factor=1', authSession('aal1', []), {
    'POST /rest/v1/rpc/second_factor': { body: { ...state, enrolled: true } },
  });
  const field = await screen.findByLabelText('Code from your authenticator app');
  backend.answer('POST /rest/v1/rpc/second_factor', { body: { ...state, enrolled: true, verified: true } });
  await userEvent.type(field, '123456');
  expect(await address()).toBe('/admin');
});

test('a customer whom a link sends to this step goes on', async () => {
  open('/auth?returnTo=%2Fmy-bookings&factor=1', authSession('aal1', []), {
    'POST /rest/v1/rpc/second_factor': { body: { ...state, staff: false } },
  });
  expect(await address()).toBe('/my-bookings');
});

test('after a recovery code a required app is set up anew', async () => {
  const { backend } = open('/auth?returnTo=%2Fadmin&factor=1', authSession('aal1'), {
    'POST /rest/v1/rpc/second_factor': { body: { ...state, enrolled: true } },
    'POST /rest/v1/rpc/use_recovery_code': { body: { codes_left: 9 } },
  });
  await press('Use a recovery code');
  await userEvent.type(screen.getByLabelText('Recovery code'), codes[0]!);
  backend.answer('POST /rest/v1/rpc/second_factor', { body: state });
  await press('Use this code');
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeTruthy();
});
