import { personalKey } from '../contracts/personal-storage.ts';

const key = personalKey('begun-sign-in');
/** As long as the links of the mails work. */
const lifetimeMs = 3600_000;

/** Records that this browser has requested a mail with a sign-in link to this address. */
export function recordPendingSignIn(email: string): void {
  try {
    window.localStorage.setItem(key, `${Date.now() + lifetimeMs} ${email.trim().toLowerCase()}`);
  } catch {
    // Storage is forbidden: the link asks for a sign-in by password or code instead.
  }
}

/** Whether this browser requested such a mail within the last hour. */
export function hasPendingSignIn(): boolean {
  return pendingAddress() !== null;
}

/**
 * Whether this browser requested such a mail to this address within the last hour. True once per request: anybody can
 * send a link of an own account, and it must not sign in who waits for another one.
 */
export function takePendingSignIn(email: string | undefined): boolean {
  if (!email || pendingAddress() !== email.toLowerCase()) return false;
  window.localStorage.removeItem(key);
  return true;
}

function pendingAddress(): string | null {
  try {
    const [until, email = ''] = (window.localStorage.getItem(key) ?? '').split(' ');
    const left = Number(until) - Date.now();
    return left > 0 && left <= lifetimeMs ? email : null;
  } catch {
    return null;
  }
}
