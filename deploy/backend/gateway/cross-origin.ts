const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for pages that a server on this machine serves. */
export function isLocalOrigin(origin: string | undefined): origin is string {
  if (!origin) return false;
  try {
    return localHosts.has(new URL(origin).hostname);
  } catch {
    return false;
  }
}

/**
 * Whether pages of other servers on this machine may use the backend: while developing only. A page of another program
 * that a visitor runs on their own machine is not the site.
 */
export interface CrossOriginRules {
  allowsLocalPages: boolean;
}

/** True when the page that opens a socket is of this site, or is allowed by the rules. */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  { allowsLocalPages }: CrossOriginRules,
): boolean {
  // Only browsers send Origin; other programs could send anything anyway.
  if (origin === undefined) return true;
  if (allowsLocalPages && isLocalOrigin(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** Replaces lite's header for any origin. The site itself needs none. */
export function setCrossOriginHeaders(
  headers: Headers,
  origin: string | undefined,
  { allowsLocalPages }: CrossOriginRules,
): void {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  headers.append('vary', 'Origin');
  if (!allowsLocalPages || !isLocalOrigin(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set(
    'access-control-expose-headers',
    'content-range, content-location, preference-applied, retry-after, x-request-id',
  );
}

/** Answers the preflight of a cross-origin request. */
export function answerPreflight(origin: string | undefined, wanted: string | null, rules: CrossOriginRules): Response {
  const headers = new Headers();
  setCrossOriginHeaders(headers, origin, rules);
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS');
    headers.set('access-control-allow-headers', wanted ?? 'authorization, apikey, content-type');
    headers.set('access-control-max-age', '600');
  }
  return new Response(null, { status: 204, headers });
}
