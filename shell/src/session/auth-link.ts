import { paths } from '@twostroke/shared/contracts/paths';
import { takePendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import { hasStoredSession, type LinkTokens } from './start-session.ts';

export type AuthLink =
  /** This browser requested the link: its session may begin. */
  | { kind: 'accepted'; tokens: LinkTokens }
  /** The visitor is signed out and this browser did not request the link: `to` is where to sign in instead. */
  | { kind: 'rejected'; to: string }
  /** There is no session to begin: the visitor is signed in already, or the link has expired. */
  | { kind: 'ignored' };

/**
 * Removes the answer of the auth provider from the address. An attacker can send a link with the attacker's session, in
 * which a customer would then book. So a session in the address never replaces another one, and is accepted only
 * after this browser has requested a mail to the address of its account.
 */
export function takeAuthLink(): AuthLink {
  const { hash, pathname, search } = window.location;
  const params = new URLSearchParams(hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname + search);
  const access_token = params.get('access_token');
  const refresh_token = params.get('refresh_token');
  if (!access_token || hasStoredSession()) return { kind: 'ignored' };
  if (refresh_token && takePendingSignIn(addressIn(access_token)))
    return { kind: 'accepted', tokens: { access_token, refresh_token } };
  const isReset = pathname === paths.auth() && new URLSearchParams(search).get('reset') === '1';
  return { kind: 'rejected', to: `${paths.auth()}?way=${isReset ? 'forgotten' : 'email'}&link=elsewhere` };
}

/**
 * The mail address in a token that is still valid. supabase-js has the server verify a valid token; for one that has
 * expired it would use the refresh token, which may be another account's.
 */
function addressIn(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { email, exp } = JSON.parse(atob(payload)) as { email?: unknown; exp?: unknown };
    return typeof email === 'string' && Number(exp) * 1000 > Date.now() + 60_000 ? email : undefined;
  } catch {
    return undefined;
  }
}
