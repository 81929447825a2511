/** @jest-environment jsdom */
import { sessionStorageKey } from '@twostroke/shared/client';
import { recordPendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import { takeAuthLink } from './auth-link.ts';

const tokenOf = (claims: object) => `a.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c`;
const answerOf = (token: string) => `access_token=${token}&expires_in=3600&refresh_token=r&token_type=bearer`;
const email = 'asha@example.com';
const access_token = tokenOf({ email, exp: 4_000_000_000 });
const tokens = { access_token, refresh_token: 'r' };
const answer = answerOf(access_token);
const accepted = { kind: 'accepted', tokens };

function open(address: string): void {
  window.history.replaceState({ key: 'kept' }, '', address);
}
const address = () => window.location.pathname + window.location.search + window.location.hash;

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

test.each([
  ['/', 'signup', '/auth?way=email&link=elsewhere'],
  ['/services?x=1', 'magiclink', '/auth?way=email&link=elsewhere'],
  ['/auth?reset=1', 'recovery', '/auth?way=forgotten&link=elsewhere'],
])('a session in the address of %s (%s) that this browser did not request is rejected', (page, type, to) => {
  open(`${page}#${answer}&type=${type}`);
  expect(takeAuthLink()).toEqual({ kind: 'rejected', to });
  expect(address()).toBe(page);
  expect(window.history.state).toEqual({ key: 'kept' });
});

test('after a mail was requested, its link is accepted once', () => {
  recordPendingSignIn(email);
  open(`/auth?reset=1#${answer}&type=recovery`);
  expect(takeAuthLink()).toEqual(accepted);
  expect(address()).toBe('/auth?reset=1');
  open(`/auth?reset=1#${answer}`);
  expect(takeAuthLink()).toMatchObject({ kind: 'rejected' });
});

test.each([
  ['another account', tokenOf({ email: 'ravi@example.com', exp: 4_000_000_000 })],
  ['an expired token, for which the refresh token would count', tokenOf({ email, exp: 1_700_000_000 })],
  ['a token without an address', tokenOf({ exp: 4_000_000_000 })],
  ['no token', 'x'],
])('a link with %s is rejected, and the requested one still works', (_what, token) => {
  recordPendingSignIn(email);
  open(`/#${answerOf(token)}`);
  expect(takeAuthLink()).toMatchObject({ kind: 'rejected' });
  open(`/#${answer}`);
  expect(takeAuthLink()).toEqual(accepted);
});

test('a request expires after an hour', () => {
  const asked = Date.now();
  recordPendingSignIn(email);
  jest.spyOn(Date, 'now').mockReturnValue(asked + 3_601_000);
  open(`/#${answer}`);
  expect(takeAuthLink()).toMatchObject({ kind: 'rejected' });
});

test('a session in the address never replaces one that is stored', () => {
  recordPendingSignIn(email);
  window.localStorage.setItem(sessionStorageKey, '{}');
  open(`/bikes#${answer}`);
  expect(takeAuthLink()).toEqual({ kind: 'ignored' });
  expect(address()).toBe('/bikes');
  expect(window.localStorage.getItem(sessionStorageKey)).toBe('{}');
});

test('the error of an expired link is removed from the address, and the page stays', () => {
  open('/auth?reset=1#error=access_denied&error_description=expired');
  expect(takeAuthLink()).toEqual({ kind: 'ignored' });
  expect(address()).toBe('/auth?reset=1');
});

test('where storage is forbidden a link is rejected', () => {
  const storage = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  open(`/#${answer}`);
  expect(takeAuthLink()).toMatchObject({ kind: 'rejected' });
  storage.mockRestore();
});
