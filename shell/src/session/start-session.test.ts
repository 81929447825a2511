import type * as Data from '@twostroke/shared/data';
import type * as State from '@twostroke/shared/state';
import type * as Testing from '@twostroke/shared/testing/fake-backend';
import type { FakeRoute } from '@twostroke/shared/testing/fake-backend';
import type * as Subject from './start-session.ts';

const rolesRoute = 'GET /rest/v1/user_roles';
const download = jest.fn();

/** A session as the auth server hands it out, valid for an hour. */
function sessionOf(id: string, user: object = {}) {
  return {
    access_token: `token-of-${id}`,
    refresh_token: `refresh-of-${id}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id, aud: 'authenticated', email: `${id}@example.com`, phone: '', user_metadata: {}, ...user },
  };
}

interface Start {
  /** What the phone remembers. */
  stored?: unknown;
  /** Whether the browser forbids storage. */
  forbidden?: boolean;
  /** Answers the admin check. */
  roles?: FakeRoute;
  /** Whose session a sign-in makes. */
  signIn?: FakeRoute;
}

/** The session in a tab of its own: fresh modules, the real supabase-js, a fake network. */
function startTab(start: Start = {}) {
  const { stored, forbidden = false, roles = () => ({ body: [] }), signIn = () => ({ status: 400 }) } = start;
  jest.resetModules();
  jest.doMock('@supabase/supabase-js', () => {
    download();
    return jest.requireActual('@supabase/supabase-js');
  });
  const data = jest.requireActual<typeof Data>('@twostroke/shared/data');
  const state = jest.requireActual<typeof State>('@twostroke/shared/state');
  const { fakeBackend } = jest.requireActual<typeof Testing>('@twostroke/shared/testing/fake-backend');
  const subject = jest.requireActual<typeof Subject>('./start-session.ts');
  const backend = fakeBackend({
    [rolesRoute]: roles,
    'POST /auth/v1/token': signIn,
    'POST /auth/v1/logout': { status: 204 },
  });
  if (stored) window.localStorage.setItem(data.sessionStorageKey, JSON.stringify(stored));
  if (forbidden)
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  subject.startSession();
  const session = () => state.store.get(state.sessionAtom);
  /** Resolves once the session is as wanted. */
  const until = (wanted: Partial<State.SessionUser> | 'signed-out') =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        const now = session();
        const found =
          wanted === 'signed-out' ? now.status === wanted : now.status === 'signed-in' && now.user.id === wanted.id;
        if (found) resolve();
      };
      state.store.sub(state.sessionAtom, look);
      look();
    });
  return { ...data, ...backend, session, until };
}

/** An answer that is given later. */
function deferred<T>() {
  let give: (value: T) => void = () => undefined;
  const later = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { later, give };
}

beforeEach(() => {
  download.mockReset();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // supabase-js minds that each test has a client
});

describe('who is signed in', () => {
  afterEach(() => jest.restoreAllMocks());

  test('is nobody, at once and without supabase-js, when nothing is stored', () => {
    const { session, calls } = startTab();
    expect(session()).toEqual({ status: 'signed-out' });
    expect(download).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });

  test('loads while a stored session is read, and is its user, who is asked about with his own token', async () => {
    const stored = sessionOf('asha', { user_metadata: { full_name: 'Asha' }, phone: '919000000001' });
    const { callsOf, session, until } = startTab({ stored });
    expect(session()).toEqual({ status: 'loading' });
    await until({ id: 'asha' });
    expect(session()).toEqual({
      status: 'signed-in',
      user: { id: 'asha', email: 'asha@example.com', phone: '919000000001', fullName: 'Asha' },
      isAdmin: false,
    });
    expect(callsOf(rolesRoute)[0]?.headers.get('authorization')).toBe('Bearer token-of-asha');
    expect(callsOf(rolesRoute)[0]?.query.get('user_id')).toBe('eq.asha');
  });

  test('is an admin with the role', async () => {
    const { session, until } = startTab({ stored: sessionOf('imran'), roles: () => ({ body: [{ role: 'admin' }] }) });
    await until({ id: 'imran' });
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: true });
  });

  test('is no admin when the check fails', async () => {
    const { session, until } = startTab({ stored: sessionOf('imran'), roles: () => ({ status: 500 }) });
    await until({ id: 'imran' });
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: false });
  });

  test('is nobody when the stored session is corrupt', async () => {
    const { session, until } = startTab({ stored: { nonsense: true } });
    await until('signed-out');
    expect(session()).toEqual({ status: 'signed-out' });
  });

  test('is nobody when supabase-js cannot be downloaded', async () => {
    download.mockImplementation(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { until } = startTab({ stored: sessionOf('asha') });
    await until('signed-out');
  });

  test('is known only after the admin check', async () => {
    const answer = deferred<{ body: unknown[] }>();
    const { session, until, callsOf } = startTab({ stored: sessionOf('asha'), roles: () => answer.later });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    expect(session()).toEqual({ status: 'loading' });
    answer.give({ body: [] });
    await until({ id: 'asha' });
  });

  test('changes at a sign-in, and the role is asked again each time', async () => {
    const users = ['asha', 'imran'];
    const { callsOf, loadSupabase, session, until } = startTab({
      signIn: () => ({ body: sessionOf(users.shift() ?? '') }),
      roles: ({ query }) => ({ body: query.get('user_id') === 'eq.imran' ? [{ role: 'admin' }] : [] }),
    });
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await until({ id: 'asha' });
    expect(session()).toMatchObject({ isAdmin: false });
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await until({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: true });
    expect(callsOf(rolesRoute).map(({ query }) => query.get('user_id'))).toEqual(['eq.asha', 'eq.imran']);
  });

  test('is asked about again when the same person signs in once more after signing out', async () => {
    let rows: unknown[] = [{ role: 'admin' }];
    const { loadSupabase, session, until } = startTab({
      signIn: () => ({ body: sessionOf('imran') }),
      roles: () => ({ body: rows }),
    });
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await until({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: true });
    await auth.signOut({ scope: 'local' });
    await until('signed-out');
    rows = [];
    await auth.signInWithPassword({ email: 'imran@example.com', password: 'x' });
    await until({ id: 'imran' });
    expect(session()).toMatchObject({ isAdmin: false });
  });

  test('a late answer about somebody who is no longer signed in is dropped', async () => {
    const slow = deferred<{ body: unknown[] }>();
    const { callsOf, loadSupabase, session, until } = startTab({
      stored: sessionOf('imran'),
      signIn: () => ({ body: sessionOf('asha') }),
      roles: ({ query }) => (query.get('user_id') === 'eq.imran' ? slow.later : { body: [] }),
    });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    const { auth } = await loadSupabase();
    await auth.signInWithPassword({ email: 'asha@example.com', password: 'x' });
    await until({ id: 'asha' });
    slow.give({ body: [{ role: 'admin' }] });
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toMatchObject({ user: { id: 'asha' }, isAdmin: false });
  });

  test('signing out while the role is being asked for ends in signed out', async () => {
    const slow = deferred<{ body: unknown[] }>();
    const { callsOf, loadSupabase, session, until } = startTab({ stored: sessionOf('imran'), roles: () => slow.later });
    while (callsOf(rolesRoute).length === 0) await new Promise(process.nextTick);
    const { auth } = await loadSupabase();
    await auth.signOut({ scope: 'local' });
    await until('signed-out');
    slow.give({ body: [{ role: 'admin' }] });
    for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
    expect(session()).toEqual({ status: 'signed-out' });
  });

  test("signing out takes the user's token from the small client", async () => {
    const { calls, loadSupabase, read, until } = startTab({ stored: sessionOf('asha') });
    await until({ id: 'asha' });
    await (await loadSupabase()).auth.signOut({ scope: 'local' });
    await until('signed-out');
    await read((db) => db.from('brands').select('slug')).catch(() => undefined);
    expect(calls.at(-1)?.headers.get('authorization')).toBe('Bearer anon');
  });

  test('a sign-in in another tab is taken over', async () => {
    const { session, until, sessionStorageKey } = startTab();
    expect(session()).toEqual({ status: 'signed-out' });
    const newValue = JSON.stringify(sessionOf('asha'));
    window.localStorage.setItem(sessionStorageKey, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey, newValue }));
    await until({ id: 'asha' });
  });

  test('where storage is forbidden nobody is signed in', () => {
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
