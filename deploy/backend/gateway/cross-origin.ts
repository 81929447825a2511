const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for pages that a development server on this machine serves; every other page must be of our own origin. */
export function isLocalOrigin(origin: string | undefined): origin is string {
  if (!origin) return false;
  try {
    return localHosts.has(new URL(origin).hostname);
  } catch {
    return false;
  }
}

/** True when the page that opens a socket is of this site (or of a development server on this machine). */
export function isAllowedOrigin(origin: string | undefined, host: string | undefined): boolean {
  // Only browsers send Origin; other programs could send anything anyway.
  if (origin === undefined) return true;
  if (isLocalOrigin(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** Replaces lite's header for any origin: allows pages on this machine only. The site itself needs no such header. */
export function setCrossOriginHeaders(headers: Headers, origin: string | undefined): void {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  headers.append('vary', 'Origin');
  if (!isLocalOrigin(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set(
    'access-control-expose-headers',
    'content-range, content-location, preference-applied, retry-after, x-request-id',
  );
}

/** Answers the preflight of a cross-origin request. */
export function answerPreflight(origin: string | undefined, wanted: string | null): Response {
  const headers = new Headers();
  setCrossOriginHeaders(headers, origin);
  if (isLocalOrigin(origin)) {
    headers.set('access-control-allow-methods', 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS');
    headers.set('access-control-allow-headers', wanted ?? 'authorization, apikey, content-type');
    headers.set('access-control-max-age', '600');
  }
  return new Response(null, { status: 204, headers });
}
