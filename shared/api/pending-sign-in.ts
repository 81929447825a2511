import { personalKey } from '../contracts/personal-storage.ts';

const key = personalKey('begun-sign-in');
/** As long as the links of the mails work. */
const lifetimeMs = 3600_000;

/** Records that this browser has requested a mail with a sign-in link. */
export function recordPendingSignIn(): void {
  try {
    window.localStorage.setItem(key, String(Date.now() + lifetimeMs));
  } catch {
    // Storage is forbidden: the link asks for a sign-in by password or code instead.
  }
}

/** Whether this browser requested such a mail within the last hour. True once per request. */
export function takePendingSignIn(): boolean {
  try {
    const left = Number(window.localStorage.getItem(key)) - Date.now();
    window.localStorage.removeItem(key);
    return left > 0 && left <= lifetimeMs;
  } catch {
    return false;
  }
}
