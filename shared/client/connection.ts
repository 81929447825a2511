/** Where the backend is. Set once at start by the shell, a development page, the prerenderer or a test. */
export interface Connection {
  /** Address of the backend, e.g. `https://project.supabase.co`, or the site's own origin when it is embedded. */
  url: string;
  /** The anon (publishable) key. */
  key: string;
}

let connection: Connection | null = null;
let accessToken: string | null = null;

/** @throws Error naming what is missing: a backend connection needs a URL and a key. */
export function connectBackend(next: Partial<Connection>): void {
  const missing = [!next.url && 'URL', !next.key && 'key'].filter(Boolean);
  if (missing.length > 0) throw notConnected(missing.join(' and '));
  connection = { url: next.url!.replace(/\/$/, ''), key: next.key! };
}

function notConnected(missing: string): Error {
  return new Error(`A backend connection needs a URL and a key. Missing: ${missing}.`);
}

/** @throws Error when connectBackend was not called: it names the two settings. */
export function backendConnection(): Connection {
  if (!connection) throw notConnected('URL and key');
  return connection;
}

/** The signed-in user's token for the small client; null for a visitor. Set by the session. */
export function setAccessToken(token: string | null): void {
  accessToken = token;
}

export function bearerToken(): string {
  return accessToken ?? backendConnection().key;
}
