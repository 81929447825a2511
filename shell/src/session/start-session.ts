import {
  loadSupabase,
  onSupabaseLoaded,
  sessionStorageKey,
  setAccessToken,
  type Supabase,
} from '@twostroke/shared/client';
import { sessionAtom, store } from '@twostroke/shared/state';
import { checkAdmin } from './check-admin.ts';
import { forgetPersonalData } from './forget-personal-data.ts';

type AuthSession = NonNullable<Awaited<ReturnType<Supabase['auth']['getSession']>>['data']['session']>;

/** The session that a mail's link carries. */
export interface LinkTokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Determines who is signed in and keeps it up to date. Without a stored session and without an auth callback in the
 * address the state is signed out, at once and without downloading supabase-js.
 * @param link the session of an accepted link
 */
export function startSession(link?: LinkTokens): void {
  onSupabaseLoaded((client) => followClient(client, link));
  window.addEventListener('storage', (event) => {
    // A sign-in in another tab.
    if (event.key === sessionStorageKey && event.newValue) void loadSupabase().catch(signedOut);
  });
  if (link || hasStoredSession() || isAuthCallback(window.location)) void loadSupabase().catch(signedOut);
  else signedOut();
}

/** Whether supabase-js has kept a session in this browser. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}

/** Whether the address contains the auth provider's answer. */
export function isAuthCallback({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean {
  return /[#&](access_token|error_description)=/.test(hash) || /[?&]code=/.test(search);
}

function signedOut(): void {
  newest += 1;
  setAccessToken(null);
  store.set(sessionAtom, { status: 'signed-out' });
}

let newest = 0;

function followClient(client: Supabase, link?: LinkTokens): void {
  const read = () => client.auth.getSession().then(({ data }) => take(data.session, true));
  // An accepted link is announced as SIGNED_IN below.
  const begin = (tokens: LinkTokens) =>
    client.auth.setSession(tokens).then(({ data }) => (data.session ? undefined : signedOut()));
  (link ? begin(link) : read()).catch(signedOut);
  // A role that could not be queried while offline is queried again.
  window.addEventListener('online', () => void read().catch(() => undefined));
  client.auth.onAuthStateChange((event, session) => {
    if (event !== 'INITIAL_SESSION') void take(session, event === 'SIGNED_IN');
    // Also when the session was ended on another device: the client learns it at its next refresh.
    if (event === 'SIGNED_OUT') forgetPersonalData();
  });
}

/**
 * Makes a session the one of this tab. The role is queried at each sign-in event, which supabase-js also sends when a
 * tab is shown again; until the answer, and when there is none, the former one holds. The answer of an older query is
 * dropped.
 */
async function take(session: AuthSession | null, isSignIn: boolean): Promise<void> {
  if (!session) return signedOut();
  setAccessToken(session.access_token);
  const user = userOf(session);
  const current = store.get(sessionAtom);
  if (current.status === 'signed-in') {
    if (current.user.id !== user.id) forgetPersonalData();
    else {
      store.set(sessionAtom, { ...current, user });
      if (!isSignIn) return;
    }
  }
  const turn = ++newest;
  const known = current.status === 'signed-in' && current.user.id === user.id ? current.isAdmin : null;
  const isAdmin = await checkAdmin(user.id).catch(() => known);
  if (turn === newest) store.set(sessionAtom, { status: 'signed-in', user, isAdmin });
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
