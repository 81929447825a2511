/** @jest-environment jsdom */
import { rolesRoute, sessionOf, startTab } from '../testing/start-tab.ts';

const base64url = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
/** A token that supabase-js can read, valid until 2096. */
const tokenOf = (sub: string) => `${base64url({ alg: 'none' })}.${base64url({ sub, exp: 4_000_000_000 })}.c2ln`;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // supabase-js warns that each test has a client
});
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

test('the user of an accepted link is signed in, and never signed out while the link is checked', async () => {
  const link = { access_token: tokenOf('ravi'), refresh_token: 'r' };
  const { callsOf, session, waitForSession } = startTab({ link });
  expect(session()).toEqual({ status: 'loading' });
  const signedOut = jest.fn();
  await Promise.race([waitForSession({ id: 'ravi' }), waitForSession('signed-out').then(signedOut)]);
  expect(signedOut).not.toHaveBeenCalled();
  expect(session()).toMatchObject({ status: 'signed-in', user: { id: 'ravi' } });
  expect(callsOf(rolesRoute)).toHaveLength(1);
});

test('a link with unreadable tokens leaves the visitor signed out', async () => {
  const { waitForSession } = startTab({ link: { access_token: 'not a token', refresh_token: 'r' } });
  await waitForSession('signed-out');
});

test.each(['#', '?'])('supabase-js ignores a session in the address (%s)', async (mark) => {
  const search = `access_token=${tokenOf('ravi')}&refresh_token=r&expires_in=3600&token_type=bearer`;
  window.history.replaceState(null, '', `/${mark}${search}`);
  const { session, waitForSession, callsOf } = startTab({ stored: sessionOf('asha') });
  await waitForSession({ id: 'asha' });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
  expect(session()).toMatchObject({ user: { id: 'asha' } });
  expect(callsOf('GET /auth/v1/user')).toEqual([]);
});
