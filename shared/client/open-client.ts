import type { createClient, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../contracts/database.types.ts';
import type { Connection } from './connection.ts';

/** Many times the size of a session with all that a provider of sign-in knows about a person. */
const LONGEST = 100_000;

/** Opens supabase-js on the session that this browser has kept, if it is one. */
export function openClient(
  create: typeof createClient,
  { url, key }: Connection,
  storageKey: string,
): SupabaseClient<Database> {
  removeUnreadable(storageKey);
  const client = create<Database>(url, key, {
    auth: {
      storageKey,
      persistSession: true,
      autoRefreshToken: true,
      // The shell decides about sessions in the address: by default supabase-js adopts every one.
      detectSessionInUrl: false,
    },
  });
  // Auth says whether the session was ended on another device. Then supabase-js signs this browser out.
  window.addEventListener('signed_out', () => void client.auth.getUser().catch(() => undefined));
  return client;
}

/**
 * Removes what is stored under the session's key but is none. supabase-js looks only whether the fields exist: with
 * others than texts and numbers in them it would neither sign out nor finish.
 */
function removeUnreadable(storageKey: string): void {
  try {
    const text = window.localStorage.getItem(storageKey);
    if (text !== null && !isSession(text)) window.localStorage.removeItem(storageKey);
  } catch {
    // The browser blocks storage: nothing is stored.
  }
}

function isSession(text: string): boolean {
  if (text.length > LONGEST) return false;
  try {
    const { access_token, refresh_token, expires_at, user } = JSON.parse(text) as Record<string, unknown>;
    const { id, email, phone } = user as Record<string, unknown>;
    const isText = (value: unknown) => typeof value === 'string';
    return (
      [access_token, refresh_token, id].every((value) => isText(value) && value !== '') &&
      [email ?? '', phone ?? ''].every(isText) &&
      Number.isSafeInteger(expires_at)
    );
  } catch {
    return false;
  }
}
