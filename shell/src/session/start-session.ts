import {
  loadSupabase,
  onSupabaseLoaded,
  sessionStorageKey,
  setAccessToken,
  type Supabase,
} from '@twostroke/shared/data';
import { sessionAtom, store } from '@twostroke/shared/state';
import { checkAdmin } from './check-admin.ts';

type AuthSession = NonNullable<Awaited<ReturnType<Supabase['auth']['getSession']>>['data']['session']>;

/**
 * Finds out who is signed in and keeps it up to date. Without a stored session and without an auth callback in the
 * address that is 'nobody', at once and without downloading supabase-js.
 */
export function startSession(): void {
  onSupabaseLoaded(followClient);
  window.addEventListener('storage', (event) => {
    // Somebody signed in in another tab.
    if (event.key === sessionStorageKey && event.newValue) void loadSupabase().catch(signedOut);
  });
  if (hasStoredSession() || isAuthCallback(window.location)) void loadSupabase().catch(signedOut);
  else signedOut();
}

function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}

/** Whether the address carries the answer of the auth provider. */
export function isAuthCallback({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean {
  return /[#&](access_token|error_description)=/.test(hash) || /[?&]code=/.test(search);
}

function signedOut(): void {
  newest += 1;
  setAccessToken(null);
  store.set(sessionAtom, { status: 'signed-out' });
}

let newest = 0;

function followClient(client: Supabase): void {
  client.auth
    .getSession()
    .then(({ data }) => take(data.session))
    .catch(signedOut);
  client.auth.onAuthStateChange((event, session) => {
    if (event !== 'INITIAL_SESSION') void take(session);
  });
}

/** Takes over a session. The admin check is repeated at each sign-in; the answer of an older one is dropped. */
async function take(session: AuthSession | null): Promise<void> {
  if (!session) return signedOut();
  setAccessToken(session.access_token);
  const current = store.get(sessionAtom);
  if (current.status === 'signed-in' && current.user.id === session.user.id) {
    store.set(sessionAtom, { ...current, user: userOf(session) });
    return;
  }
  const turn = ++newest;
  const isAdmin = await checkAdmin(session.user.id);
  if (turn === newest) store.set(sessionAtom, { status: 'signed-in', user: userOf(session), isAdmin });
}

function userOf({ user }: AuthSession) {
  const fullName: unknown = user.user_metadata?.full_name;
  return {
    id: user.id,
    email: user.email || null,
    phone: user.phone || null,
    fullName: typeof fullName === 'string' && fullName ? fullName : null,
  };
}
