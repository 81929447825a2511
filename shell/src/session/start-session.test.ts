/** @jest-environment jsdom */
import { deferred, download, rolesRoute, sessionOf, startTab } from '../testing/start-tab.ts';
import type * as Subject from './start-session.ts';

beforeEach(() => {
  download.mockReset();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // supabase-js warns because each test creates a client
});

describe('the session', () => {
  afterEach(() => jest.restoreAllMocks());

  test('is signed out at once and without supabase-js when no session is stored', () => {
    const { session, calls } = startTab();
    expect(session()).toEqual({ status: 'signed-out' });
    expect(download).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });

  test('is loading while a stored session is read, then has its user, whose role is queried with their token', async () => {
    const stored = sessionOf('asha', { user_metadata: { full_name: 'Asha' }, phone: '919000000001' });
    const { callsOf, session, waitForSession } = startTab({ stored });
    expect(session()).toEqual({ status: 'loading' });
    await waitForSession({ id: 'asha' });
    expect(session()).toEqual({
      status: 'signed-in',
      user: { id: 'asha', email: 'asha@example.com', phone: '919000000001', fullName: 'Asha' },
      isAdmin: false,
    });
    expect(callsOf(rolesRoute)[0]?.headers.get('authorization')).toBe('Bearer token-of-asha');
    expect(callsOf(rolesRoute)[0]?.query.get('user_id')).toBe('eq.asha');
  });

  test('has the admin role when the database confirms it', async () => {
    const { session, waitForSession } = startTab({
      stored: sessionOf('imran'),
      roles: () => ({ body: [{ role: 'admin' }] }),
    });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: true });
  });

  test('does not know the role when the check fails', async () => {
    const { session, waitForSession } = startTab({ stored: sessionOf('imran'), roles: () => ({ status: 500 }) });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: null });
  });

  test('is signed out when the stored session is corrupt', async () => {
    const { session, waitForSession } = startTab({ stored: { nonsense: true } });
    await waitForSession('signed-out');
    expect(session()).toEqual({ status: 'signed-out' });
  });

  test('is signed out when supabase-js fails to load', async () => {
    download.mockImplementation(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { waitForSession } = startTab({ stored: sessionOf('asha') });
    await waitForSession('signed-out');
  });

  test('is known only after the admin check', async () => {
    const answer = deferred<{ body: unknown[] }>();
    const { session, waitForSession, callsOf } = startTab({ stored: sessionOf('asha'), roles: () => answer.later });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    expect(session()).toEqual({ status: 'loading' });
    answer.give({ body: [] });
    await waitForSession({ id: 'asha' });
  });

  test('changes on sign-in, and queries the role each time', async () => {
    const users = ['asha', 'imran'];
    const { callsOf, loadSupabase, session, waitForSession } = startTab({
      signIn: () => ({ body: sessionOf(users.shift() ?? '') }),
      roles: ({ query }) => ({ body: query.get('user_id') === 'eq.imran' ? [{ role: 'admin' }] : [] }),
    });
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await waitForSession({ id: 'asha' });
    expect(session()).toMatchObject({ isAdmin: false });
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: true });
    expect(callsOf(rolesRoute).map(({ query }) => query.get('user_id'))).toEqual(['eq.asha', 'eq.imran']);
  });

  test('queries the role again when the same person signs in again after signing out', async () => {
    let rows: unknown[] = [{ role: 'admin' }];
    const { loadSupabase, session, waitForSession } = startTab({
      signIn: () => ({ body: sessionOf('imran') }),
      roles: () => ({ body: rows }),
    });
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: true });
    await auth.signOut({ scope: 'local' });
    await waitForSession('signed-out');
    rows = [];
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: false });
  });

  test('queries the role again when the same person signs in without signing out', async () => {
    let rows: unknown[] = [];
    const { callsOf, isAdmin, loadSupabase, session, waitForSession } = startTab({
      signIn: () => ({ body: sessionOf('imran') }),
      roles: () => ({ body: rows }),
    });
    const { auth } = await loadSupabase();
    const signIn = () => auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await signIn();
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: false });
    rows = [{ role: 'admin' }];
    await signIn();
    await isAdmin();
    expect(callsOf(rolesRoute)).toHaveLength(2);
  });

  test('queries the role again when the network is back after a failed query', async () => {
    let down = true;
    const { isAdmin, session, waitForSession } = startTab({
      stored: sessionOf('imran'),
      roles: () => (down ? { status: 503 } : { body: [{ role: 'admin' }] }),
    });
    await waitForSession({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: null });
    down = false;
    window.dispatchEvent(new Event('online'));
    await isAdmin();
  });

  test('keeps the role of an admin whose next query fails, but not for another person', async () => {
    let down = false;
    const { callsOf, isAdmin, loadSupabase, session, waitForSession } = startTab({
      stored: sessionOf('imran'),
      signIn: () => ({ body: sessionOf('asha') }),
      roles: () => (down ? { status: 503 } : { body: [{ role: 'admin' }] }),
    });
    await isAdmin();
    down = true;
    window.dispatchEvent(new Event('online'));
    while (callsOf(rolesRoute).length < 2) await new Promise(process.nextTick);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toMatchObject({ user: { id: 'imran' }, isAdmin: true });
    await (await loadSupabase()).auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await waitForSession({ id: 'asha' });
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toMatchObject({ user: { id: 'asha' }, isAdmin: null });
  });

  test('does not query the role again for a renewed token', async () => {
    const { callsOf, loadSupabase, waitForSession } = startTab({ signIn: () => ({ body: sessionOf('imran') }) });
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await waitForSession({ id: 'imran' });
    await auth.refreshSession();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(callsOf(rolesRoute)).toHaveLength(1);
  });

  test('drops a late answer about a person who has signed out', async () => {
    const slow = deferred<{ body: unknown[] }>();
    const { callsOf, loadSupabase, session, waitForSession } = startTab({
      stored: sessionOf('imran'),
      signIn: () => ({ body: sessionOf('asha') }),
      roles: ({ query }) => (query.get('user_id') === 'eq.imran' ? slow.later : { body: [] }),
    });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await waitForSession({ id: 'asha' });
    slow.give({ body: [{ role: 'admin' }] });
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toMatchObject({ user: { id: 'asha' }, isAdmin: false });
  });

  test('ends signed out when the person signs out during the role query', async () => {
    const slow = deferred<{ body: unknown[] }>();
    const { callsOf, loadSupabase, session, waitForSession } = startTab({
      stored: sessionOf('imran'),
      roles: () => slow.later,
    });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    const { auth } = await loadSupabase();
    await auth.signOut({ scope: 'local' });
    await waitForSession('signed-out');
    slow.give({ body: [{ role: 'admin' }] });
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toEqual({ status: 'signed-out' });
  });

  test("removes the user's token from the small client on sign-out", async () => {
    const { calls, loadSupabase, read, waitForSession } = startTab({ stored: sessionOf('asha') });
    await waitForSession({ id: 'asha' });
    await (await loadSupabase()).auth.signOut({ scope: 'local' });
    await waitForSession('signed-out');
    await read((db) => db.from('brands').select('slug')).catch(() => undefined);
    expect(calls.at(-1)?.headers.get('authorization')).toBe('Bearer anon');
  });

  test('is signed out when the backend rejects the token of a session that was ended on another device', async () => {
    const { answer, read, waitForSession, callsOf } = startTab({ stored: sessionOf('asha') });
    await waitForSession({ id: 'asha' });
    answer('GET /rest/v1/models', { status: 401, body: { message: 'ended', hint: 'signed_out', details: null } });
    answer('GET /auth/v1/user', { status: 403, body: { code: 403, error_code: 'session_not_found', msg: 'gone' } });
    const readModels = () => read((db) => db.from('models').select('slug'));
    await expect(readModels()).rejects.toMatchObject({ code: 'signed_out' });
    await waitForSession('signed-out');
    expect(window.localStorage.getItem('twostroke.session')).toBeNull();
    await expect(readModels()).rejects.toMatchObject({ code: 'signed_out' });
    expect(callsOf('GET /rest/v1/models').at(-1)?.headers.get('authorization')).toBe('Bearer anon');
  });

  test('stays when only one call was rejected', async () => {
    const { answer, callRpc, callsOf, session, waitForSession } = startTab({ stored: sessionOf('asha') });
    await waitForSession({ id: 'asha' });
    answer('POST /rest/v1/rpc/list_sessions', { status: 401, body: { message: 'no' } });
    await expect(callRpc('list_sessions', {})).rejects.toMatchObject({ code: 'signed_out' });
    await expect(callRpc('list_sessions', {})).rejects.toMatchObject({ code: 'signed_out' });
    expect(callsOf('GET /auth/v1/user')).not.toHaveLength(0);
    expect(session().status).toBe('signed-in');
  });

  test('adopts a sign-in from another tab', async () => {
    const { session, waitForSession, sessionStorageKey } = startTab();
    expect(session()).toEqual({ status: 'signed-out' });
    const newValue = JSON.stringify(sessionOf('asha'));
    window.localStorage.setItem(sessionStorageKey, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey, newValue }));
    await waitForSession({ id: 'asha' });
  });

  test('is signed out where storage is blocked', () => {
    expect(startTab({ forbidden: true }).session()).toEqual({ status: 'signed-out' });
  });
});

test.each([
  ['', '#access_token=a&refresh_token=b', true],
  ['', '#type=signup&access_token=a', true],
  ['', '#error=access_denied&error_description=expired', true],
  ['?code=pkce', '', true],
  ['?returnTo=%2F&code=pkce', '', true],
  ['', '', false],
  ['?promocode=FIRST100', '', false],
  ['', '#manage=access_token', false],
  ['', '#areas', false],
])('an address with "%s%s" is an answer of the auth provider: %p', (search, hash, expected) => {
  const { isAuthCallback } = jest.requireActual<typeof Subject>('./start-session.ts');
  expect(isAuthCallback({ search, hash })).toBe(expected);
});
