/** @jest-environment jsdom */
import { hasPendingSignIn, takePendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { sendPhoneCode, verifyPhoneCode } from '@twostroke/shared/api/phone-sign-in';
import { sendPasswordReset, signInWithPassword, signOut, signUp } from './accounts.ts';

const user = { id: '7d1f0c9e-4f5a-4a0b-9b39-0c8f6f1e2a11', email: 'asha@example.com', user_metadata: {}, aud: '' };
const session = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user };
const details = { email: 'asha@example.com', password: 'pune-411048', full_name: 'Asha', phone: '+919000000001' };

test('signing up sends e-mail, password, the site root as return address, and name and phone', async () => {
  const { callsOf } = fakeBackend({ 'POST /auth/v1/signup': { body: user } });
  expect(await signUp(details)).toEqual({ error: null, mailToConfirm: true });
  const [call] = callsOf('POST /auth/v1/signup');
  expect(call?.query.get('redirect_to')).toBe('http://localhost/');
  expect(call?.body).toMatchObject({
    email: 'asha@example.com',
    password: 'pune-411048',
    data: { full_name: 'Asha', phone: '+919000000001' },
  });
  expect(takePendingSignIn('asha@example.com')).toBe(true);
});

test('signing up without mail confirmation signs in at once', async () => {
  fakeBackend({ 'POST /auth/v1/signup': { body: session } });
  expect(await signUp(details)).toEqual({ error: null, mailToConfirm: false });
});

test('signing in sends e-mail and password', async () => {
  const route = 'POST /auth/v1/token';
  const { callsOf } = fakeBackend({ [route]: { body: session } });
  expect(await signInWithPassword('asha@example.com', 'pune-411048')).toBeNull();
  expect(callsOf(route)[0]?.query.get('grant_type')).toBe('password');
  expect(callsOf(route)[0]?.body).toMatchObject({ email: 'asha@example.com', password: 'pune-411048' });
});

test('returns a sign-in error to the caller', async () => {
  const body = { error_code: 'invalid_credentials', msg: 'Invalid login credentials' };
  fakeBackend({ 'POST /auth/v1/token': { status: 400, body } });
  expect(await signInWithPassword('asha@example.com', 'wrong')).toMatchObject({
    name: 'AppError',
    code: 'invalid',
    message: 'Invalid login credentials',
    hint: 'invalid_credentials',
  });
});

test('a one-time code is sent to a phone and verified as an SMS', async () => {
  const { callsOf } = fakeBackend({
    'POST /auth/v1/otp': { body: {} },
    'POST /auth/v1/verify': { body: session },
  });
  expect(await sendPhoneCode('+919000000001')).toBeNull();
  expect(await verifyPhoneCode('+919000000001', '123456')).toBeNull();
  expect(callsOf('POST /auth/v1/otp')[0]?.body).toMatchObject({ phone: '+919000000001' });
  expect(callsOf('POST /auth/v1/verify')[0]?.body).toMatchObject({
    phone: '+919000000001',
    token: '123456',
    type: 'sms',
  });
});

test('too many codes says when to try again', async () => {
  const body = { code: 'over_sms_send_rate_limit', message: 'You can request this after 37 seconds.' };
  fakeBackend({ 'POST /auth/v1/otp': { status: 429, body } });
  expect(await sendPhoneCode('+919000000001')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 37 });
});

test('a password link leads to the page that sets a new one', async () => {
  const { callsOf } = fakeBackend({ 'POST /auth/v1/recover': { body: {} } });
  expect(await sendPasswordReset('asha@example.com')).toBeNull();
  expect(callsOf('POST /auth/v1/recover')[0]?.query.get('redirect_to')).toBe('http://localhost/auth?reset=1');
  expect(takePendingSignIn('asha@example.com')).toBe(true);
});

test('a rejected request for a mail allows no link', async () => {
  fakeBackend({ 'POST /auth/v1/recover': { status: 429, body: { msg: 'no' } } });
  await sendPasswordReset('asha@example.com');
  expect(hasPendingSignIn()).toBe(false);
});

test('a server that does not answer is returned as an error, not thrown', async () => {
  fakeBackend({
    'POST /auth/v1/otp': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  expect(await sendPhoneCode('+919000000001')).toMatchObject({ code: 'unavailable' });
});

test('signing out ends all sessions of the user and removes this one from the browser', async () => {
  const { callsOf } = fakeBackend({
    'POST /auth/v1/token': { body: session },
    'POST /auth/v1/logout': { status: 204 },
  });
  await signInWithPassword('asha@example.com', 'pune-411048');
  expect(await signOut()).toBeNull();
  expect(callsOf('POST /auth/v1/logout')[0]?.query.get('scope')).toBe('global');
  expect(window.localStorage.getItem('twostroke.session')).toBeNull();
});
