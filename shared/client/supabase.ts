import type { SupabaseClient } from '@supabase/supabase-js';
import { backendConnection } from './connection.ts';
import { importOnline } from './import-online.ts';
import type { Database } from '../contracts/database.types.ts';

export type Supabase = SupabaseClient<Database>;

/** Key in local storage under which supabase-js keeps the session. */
export const sessionStorageKey = 'twostroke.session';

const importFiles = () => Promise.all([import('@supabase/supabase-js'), import('./open-client.ts')]);

let loading: Promise<Supabase> | null = null;
let loaded: Supabase | null = null;
const listeners = new Set<(client: Supabase) => void>();

/**
 * The whole Supabase client: session, realtime. 47 kB, so it is loaded only for a stored session, an auth callback, a
 * sign-in or realtime; public pages use `read()`.
 */
export function loadSupabase(): Promise<Supabase> {
  loading ??= importOnline(importFiles).then(
    ([{ createClient }, { openClient }]) => {
      const client = openClient(createClient, backendConnection(), sessionStorageKey);
      loaded = client;
      for (const listener of listeners) listener(client);
      return client;
    },
    (failure: unknown) => {
      loading = null; // a failed download may succeed on the next call
      throw failure;
    },
  );
  return loading;
}

/** Calls back once the client exists, at once if it already does. Returns a function that stops listening. */
export function onSupabaseLoaded(listener: (client: Supabase) => void): () => void {
  listeners.add(listener);
  if (loaded) listener(loaded);
  return () => listeners.delete(listener);
}
