import type * as Data from '@twostroke/shared/client';
import type * as State from '@twostroke/shared/state';
import type * as Testing from '@twostroke/shared/testing/fake-backend';
import type { FakeRoute } from '@twostroke/shared/testing/fake-backend';
import type * as Subject from '../session/start-session.ts';

export const rolesRoute = 'GET /rest/v1/user_roles';
export const download = jest.fn();

/** A session as the auth server returns it, valid for an hour. */
export function sessionOf(id: string, user: object = {}) {
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
  /** The browser's storage. */
  stored?: unknown;
  /** Whether the browser blocks storage. */
  forbidden?: boolean;
  /** Answers the admin check. */
  roles?: FakeRoute;
  /** The user of a sign-in. */
  signIn?: FakeRoute;
  /** The session of an accepted link. */
  link?: Subject.LinkTokens;
}

/** The session in its own tab: fresh modules, the real supabase-js, a fake network. */
export function startTab(start: Start = {}) {
  const { stored, forbidden = false, roles = () => ({ body: [] }), signIn = () => ({ status: 400 }), link } = start;
  jest.resetModules();
  jest.doMock('@supabase/supabase-js', () => {
    download();
    return jest.requireActual('@supabase/supabase-js');
  });
  const data = jest.requireActual<typeof Data>('@twostroke/shared/client');
  const state = jest.requireActual<typeof State>('@twostroke/shared/state');
  const { fakeBackend } = jest.requireActual<typeof Testing>('@twostroke/shared/testing/fake-backend');
  const subject = jest.requireActual<typeof Subject>('../session/start-session.ts');
  const backend = fakeBackend({
    [rolesRoute]: roles,
    'POST /auth/v1/token': signIn,
    'POST /auth/v1/logout': { status: 204 },
    'GET /auth/v1/user': { body: sessionOf('ravi').user },
  });
  if (stored) window.localStorage.setItem(data.sessionStorageKey, JSON.stringify(stored));
  if (forbidden)
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  subject.startSession(link);
  const session = () => state.store.get(state.sessionAtom);
  const whenSession = (holds: (now: State.Session) => boolean) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (holds(session())) resolve();
      };
      state.store.sub(state.sessionAtom, look);
      look();
    });
  /** Resolves once the session matches. */
  const waitForSession = (wanted: Partial<State.SessionUser> | 'signed-out') =>
    whenSession((now) =>
      wanted === 'signed-out' ? now.status === wanted : now.status === 'signed-in' && now.user.id === wanted.id,
    );
  const isAdmin = () => whenSession((now) => now.status === 'signed-in' && now.isAdmin === true);
  return { ...data, ...backend, isAdmin, session, waitForSession };
}

/** An answer that arrives later. */
export function deferred<T>() {
  let give: (value: T) => void = () => undefined;
  const later = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { later, give };
}
